//! What no front end should send, and some will.

use serde_json::{Value, json};

use super::trial::{Trial, demand, requests, short};
use super::{Check, Scope, Verdict, check};

pub(super) const CHECKS: &[Check] = &[
    check(
        "bad-json",
        None,
        Scope::Once,
        "lines that are no JSON object are answered with `bad-json`, and it goes on",
        bad_json,
    ),
    check(
        "huge-line",
        None,
        Scope::Once,
        "a line over the limit is answered with `too-large`, and it goes on",
        huge_line,
    ),
    check(
        "unknown-request",
        None,
        Scope::Once,
        "a request that does not exist is answered with `unknown-request` and its id",
        unknown_request,
    ),
    check(
        "wrong-types",
        None,
        Scope::Once,
        "fields of the wrong type, missing fields and ids are answered with `bad-request` and the field",
        wrong_types,
    ),
    check(
        "every-request",
        None,
        Scope::Once,
        "every request with nonsense in its fields is answered with an error, and it goes on",
        nonsense,
    ),
];

fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or_default()
}

fn bad_json(trial: &mut Trial<'_>) -> Verdict {
    let deep = "[".repeat(20_000);
    let deeper = format!("{{\"id\":1,\"do\":{}", "{\"a\":".repeat(20_000));
    let lines = [
        "{",
        "}",
        "nonsense",
        "[]",
        "\"ping\"",
        "12",
        "null",
        "{\"id\":1,\"do\":\"ping\"",
        "{'id':1}",
        "\u{0}",
        &deep,
        &deeper,
    ];
    for line in lines {
        let answer = trial.raw(line)?;
        demand(code(&answer) == "bad-json", || {
            format!("to {}: {}", crate::tail::excerpt(line, 40), short(&answer))
        })?;
        demand(answer.get("id").is_none_or(Value::is_null), || {
            format!("an id for a line that has none: {}", short(&answer))
        })?;
    }
    trial.ping()
}

fn huge_line(trial: &mut Trial<'_>) -> Verdict {
    let most = trial.greet()?.limits.line;
    let line = json!({ "id": 1, "do": "ping", "padding": "x".repeat(most) }).to_string();
    let answer = trial.raw(&line)?;
    demand(code(&answer) == "too-large", || {
        format!("to a line of {} bytes: {}", line.len(), short(&answer))
    })?;
    trial.ping()
}

fn unknown_request(trial: &mut Trial<'_>) -> Verdict {
    let answer = trial.raw(r#"{"id":"a","do":"pnig"}"#)?;
    demand(code(&answer) == "unknown-request" && answer["id"] == "a", || {
        format!("to the request `pnig`: {}", short(&answer))
    })?;
    trial.ping()
}

fn wrong_types(trial: &mut Trial<'_>) -> Verdict {
    let cases = [
        (r#"{"id":1}"#, "do"),
        (r#"{"id":1,"do":5}"#, "do"),
        (r#"{"id":1,"do":"hello"}"#, "protocol"),
        (r#"{"id":1,"do":"hello","protocol":5}"#, "protocol"),
        (r#"{"id":1,"do":"act","game":[],"token":"t","decision":"d","action":0}"#, "game"),
        (r#"{"do":"ping"}"#, "id"),
        (r#"{"id":{},"do":"ping"}"#, "id"),
        (r#"{"id":1.5,"do":"ping"}"#, "id"),
    ];
    for (line, field) in cases {
        let answer = trial.raw(line)?;
        demand(code(&answer) == "bad-request", || format!("to {line}: {}", short(&answer)))?;
        demand(answer["error"]["field"] == field, || {
            format!("to {line}, in which `{field}` is wrong: {}", short(&answer))
        })?;
    }
    trial.ping()
}

fn nonsense(trial: &mut Trial<'_>) -> Verdict {
    let values =
        [json!(null), json!(-1), json!(1e300), json!("\u{202e}\u{0}"), json!([[]]), json!({ "a": {} })];
    for name in requests().iter().filter(|name| !["ping", "hello", "commit"].contains(name)) {
        for value in &values {
            let fields = [
                "game", "token", "decision", "action", "throw", "dice", "piece", "scenario", "seats",
                "lines", "request", "hash", "agent", "ruleset", "number",
            ];
            let mut request = json!({ "id": 1, "do": name });
            for field in fields {
                request[field] = value.clone();
            }
            let answer = trial.raw(&request.to_string())?;
            // What is not there is left, stopped and cancelled easily.
            let may_do = ["leave", "stop", "cancel"].contains(name) && answer["ok"].is_object();
            let is_refused = !["", "internal"].contains(&code(&answer));
            demand(may_do || is_refused, || format!("`{name}` with {value} everywhere: {}", short(&answer)))?;
        }
    }
    trial.ping()
}
