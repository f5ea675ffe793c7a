//! Who is there, and does it listen?

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::trial::{Trial, demand, short};
use super::{Check, Scope, Verdict, check};

pub(super) const CHECKS: &[Check] = &[
    check(
        "hello",
        None,
        Scope::Once,
        "`hello` tells protocol, program, rulesets with version and digest, limits",
        hello,
    ),
    check(
        "hello-version",
        None,
        Scope::Once,
        "a front end of another protocol is refused with `version`",
        version,
    ),
    check("ping", None, Scope::Once, "`ping` is answered", ping),
    check("ids", None, Scope::Once, "each answer carries its request's id unchanged, number or text", ids),
    check(
        "unknown-fields",
        None,
        Scope::Once,
        "a field that does not exist is warned about by name, and the request is answered",
        unknown_fields,
    ),
    check("ends", None, Scope::Once, "it ends by itself when its input ends", ends),
];

fn hello(trial: &mut Trial<'_>) -> Verdict {
    let welcome = trial.greet()?;
    demand(welcome.protocol == sandtable_protocol::VERSION, || {
        format!("`protocol` is `{}`, asked for `{}`", welcome.protocol, sandtable_protocol::VERSION)
    })?;
    demand(!welcome.program.is_empty() && !welcome.version.is_empty(), || {
        "`program` or `version` is empty".to_owned()
    })?;
    demand(welcome.limits.line >= 1 << 16, || {
        format!("`limits.line` of {} bytes holds no position", welcome.limits.line)
    })?;
    let ids: BTreeSet<&str> = welcome.rulesets.iter().map(|ruleset| &*ruleset.id).collect();
    demand(ids.len() == welcome.rulesets.len(), || "a ruleset is listed twice".to_owned())?;
    for ruleset in &welcome.rulesets {
        demand(!ruleset.digest.is_empty(), || format!("the ruleset `{}` has no digest", ruleset.id))?;
    }
    Ok(())
}

fn ping(trial: &mut Trial<'_>) -> Verdict {
    trial.ping()
}

fn version(trial: &mut Trial<'_>) -> Verdict {
    trial.must_refuse("hello", &json!({ "protocol": "99.0" }), &["version"])?;
    trial.greet().map(|_| ())
}

fn ids(trial: &mut Trial<'_>) -> Verdict {
    let ids = [
        json!(7),
        json!(0),
        json!(-3),
        json!(9_007_199_254_740_993_i64),
        json!("text"),
        json!(""),
        json!("7"),
    ];
    for id in &ids {
        let answer = trial.raw(&json!({ "id": id, "do": "ping" }).to_string())?;
        demand(answer.get("id") == Some(id), || format!("the id {id} came back in {}", short(&answer)))?;
        demand(answer.get("ok").is_some(), || format!("to `ping`: {}", short(&answer)))?;
    }
    Ok(())
}

fn unknown_fields(trial: &mut Trial<'_>) -> Verdict {
    let answer = trial.raw(&json!({ "id": 1, "do": "ping", "colour": "red" }).to_string())?;
    demand(answer.get("ok").is_some(), || format!("to `ping` with a field `colour`: {}", short(&answer)))?;
    let named = |warning: &Value| warning.as_str().is_some_and(|warning| warning.contains("colour"));
    let warnings = answer.get("warnings").and_then(Value::as_array);
    demand(warnings.is_some_and(|list| list.iter().any(named)), || {
        format!("no warning names the field `colour`: {}", short(&answer))
    })
}

fn ends(trial: &mut Trial<'_>) -> Verdict {
    trial.ping()?;
    let patience = trial.patience;
    demand(crate::Line::end(trial.talk.line(), patience), || {
        format!("it runs on, {} s after its input ended", patience.as_secs())
    })
}
