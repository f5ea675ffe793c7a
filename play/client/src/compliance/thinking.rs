//! Thoughts that take long: watched, stopped, cancelled, and never in the way.

use std::time::{Duration, Instant};

use sandtable_protocol::hello::Capability;
use sandtable_protocol::reply::Hint;
use sandtable_protocol::situation::Waiting;
use serde_json::{Value, json};

use super::trial::{Table, Trial, demand};
use super::{Check, Scope, Verdict, check};
use crate::AskError;

const THINKS: Option<Capability> = Some(Capability::Thinking);

pub(super) const CHECKS: &[Check] = &[
    check(
        "listens",
        THINKS,
        Scope::Once,
        "while an agent thinks, other requests are answered at once",
        listens,
    ),
    check("report-every", THINKS, Scope::Once, "a thought with `report_every` tells how far it is", watched),
    check("stop", THINKS, Scope::Once, "a thought that is stopped answers with what it has", stop),
    check(
        "cancel",
        THINKS,
        Scope::Once,
        "a thought that is cancelled is answered with `cancelled`, and nothing else of it comes",
        cancel,
    ),
];

/// An agent's time for a turn: more than anybody waits for.
const A_TURN_SECONDS: u32 = 900;
/// A stopped thought may take so long to answer.
const AT_ONCE: Duration = Duration::from_secs(5);

/// A game in which somebody of the front end's can think for long.
fn table(trial: &mut Trial<'_>) -> Result<(Table, String), String> {
    let welcome = trial.greet()?;
    let names = ["mcts", "planner"];
    let thinker = names.iter().find(|name| welcome.agents.iter().any(|agent| agent.name == **name));
    let thinker = thinker.ok_or("it lists neither `mcts` nor `planner`, which could think for long")?;
    // For a turn, which may be of many decisions.
    let thinker = format!("{thinker}:{A_TURN_SECONDS}s");
    for ruleset in &welcome.rulesets {
        for scenario in ruleset.scenarios.iter().take(1) {
            let fields = json!({
                "scenario": scenario.name, "seats": { "first": "client", "second": "client" },
            });
            let begun: sandtable_protocol::reply::Begun = trial.ask("new_game", &fields)?;
            let token =
                begun.tokens.both.clone().ok_or("two seats of the front end's, and no token for both")?;
            let mut table = Table {
                game: begun.game,
                tokens: begun.tokens,
                token,
                commitment: begun.commitment,
                situation: begun.situation,
            };
            trial.settle(&mut table, |_| Ok(()))?;
            if table.situation.node == Waiting::Decision && table.situation.actions.len() > 2 {
                return Ok((table, thinker));
            }
        }
    }
    Err("no scenario begins with a decision of three actions".to_owned())
}

/// Begins to think for long.
fn think(trial: &mut Trial<'_>, more: &Value) -> Result<(Table, u64), String> {
    let (table, thinker) = table(trial)?;
    let mut fields = table.with(&json!({ "agent": thinker }));
    for (name, value) in more.as_object().into_iter().flatten() {
        fields[name] = value.clone();
    }
    let id = trial.talk.send("hint", &fields);
    Ok((table, id))
}

fn listens(trial: &mut Trial<'_>) -> Verdict {
    let (table, id) = think(trial, &json!({}))?;
    let begin = Instant::now();
    for _ in 0..20 {
        trial.ping()?;
        let _: Value = trial.ask("situation", &table.with(&json!({})))?;
    }
    let took = begin.elapsed();
    trial.talk.send("cancel", &json!({ "request": id }));
    demand(took < AT_ONCE, || format!("40 requests took {} ms while it thought", took.as_millis()))?;
    match trial.talk.answer(id, AT_ONCE) {
        Err(AskError::Refused { code, .. }) if code == "cancelled" => Ok(()),
        Ok(_) => Err("a thought for seconds was over before 40 requests were answered".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn watched(trial: &mut Trial<'_>) -> Verdict {
    let (_, id) = think(trial, &json!({ "report_every": 50 }))?;
    let mut seen = Vec::new();
    let until = Instant::now() + AT_ONCE;
    while seen.len() < 3 {
        let event = trial.talk.event(until.saturating_duration_since(Instant::now())).map_err(|error| {
            format!("{} events `thinking` with `report_every` of 50 ms: {error}", seen.len())
        })?;
        if event["event"] == "thinking" {
            demand(event["request"] == id, || format!("`thinking` names the request {}", event["request"]))?;
            seen.push(event["simulations"].as_u64().ok_or("`thinking` without `simulations`")?);
        }
    }
    trial.talk.send("stop", &json!({ "request": id }));
    demand(seen.is_sorted(), || format!("`simulations` went {seen:?}"))
}

fn stop(trial: &mut Trial<'_>) -> Verdict {
    let (table, id) = think(trial, &json!({}))?;
    std::thread::sleep(Duration::from_millis(200));
    let stop = trial.talk.send("stop", &json!({ "request": id }));
    trial.talk.answer(stop, trial.patience).map_err(|error| format!("to `stop`: {error}"))?;
    let begin = Instant::now();
    let answer =
        trial.talk.answer(id, trial.thinking).map_err(|error| format!("the stopped thought: {error}"))?;
    let took = begin.elapsed();
    demand(took < AT_ONCE, || format!("the stopped thought took {} ms more", took.as_millis()))?;
    let hint: Hint = super::trial::form("hint", answer.ok)?;
    demand(hint.action < table.situation.actions.len(), || format!("the hint is action {}", hint.action))
}

fn cancel(trial: &mut Trial<'_>) -> Verdict {
    let (_, id) = think(trial, &json!({ "report_every": 50 }))?;
    let cancel = trial.talk.send("cancel", &json!({ "request": id }));
    trial.talk.answer(cancel, trial.patience).map_err(|error| format!("to `cancel`: {error}"))?;
    match trial.talk.answer(id, AT_ONCE) {
        Err(AskError::Refused { code, .. }) if code == "cancelled" => {}
        Ok(_) => return Err("the cancelled thought was answered".to_owned()),
        Err(error) => return Err(format!("the cancelled thought: {error}")),
    }
    let heard = trial.talk.line().heard.len();
    std::thread::sleep(Duration::from_millis(300));
    trial.ping()?;
    let later = &trial.talk.line().heard[heard..];
    demand(!later.iter().any(|line| line.contains("\"thinking\"")), || {
        "it told of the thought after it was cancelled".to_owned()
    })
}
