//! What else an engine that keeps games does: agents that wait, rematches, records, reports,
//! advice, odds.

use std::time::{Duration, Instant};

use sandtable_core::record::Record;
use sandtable_gym::any;
use sandtable_protocol::hello::Capability;
use sandtable_protocol::reply::{Begun, Explained, Hint, Odds, Reach, Record as Recorded, Report};
use sandtable_protocol::situation::{Situation, Waiting};
use serde_json::json;

use super::trial::{Table, Trial, demand};
use super::{Check, Scope, Verdict, check};

const GAMES: Option<Capability> = Some(Capability::Games);

pub(super) const CHECKS: &[Check] = &[
    check(
        "pause",
        GAMES,
        Scope::Ruleset,
        "agents that are paused wait, decide once a `step`, and go on after `resume`",
        pause,
    ),
    check("rematch", GAMES, Scope::Ruleset, "a rematch is the same scenario with the sides swapped", rematch),
    check(
        "record",
        GAMES,
        Scope::Ruleset,
        "the record is the seat's own while the battle lasts, and replays by the rules when it is over",
        record,
    ),
    check(
        "report",
        Some(Capability::Report),
        Scope::Ruleset,
        "a battle that is over has a report in Markdown; one that is not has none",
        report,
    ),
    check(
        "advice",
        Some(Capability::Explain),
        Scope::Ruleset,
        "`hint`, `explain`, `odds` and `reach` answer about the decision at hand",
        advice,
    ),
];

/// Nothing comes of a game for so long that waits.
const QUIET: Duration = Duration::from_millis(300);

/// The next situation of a game, if one comes in this time.
fn moved(trial: &mut Trial<'_>, table: &mut Table, patience: Duration) -> Result<bool, String> {
    let until = Instant::now() + patience;
    while let Ok(event) = trial.talk.event(until.saturating_duration_since(Instant::now())) {
        if event["event"] == "situation" && event["game"] == *table.game {
            table.situation = super::trial::form("situation", event)?;
            return Ok(true);
        }
    }
    Ok(false)
}

fn decisions(situation: &Situation) -> usize {
    let is_decision = |entry: &&sandtable_protocol::situation::Entry| {
        entry.kind == sandtable_protocol::situation::EntryKind::Decision
    };
    situation.log.iter().filter(is_decision).count()
}

fn pause(trial: &mut Trial<'_>) -> Verdict {
    let opponent = trial.opponent()?;
    let mut table = trial.begin([&opponent, &opponent], &json!({ "paused": true }))?;
    while moved(trial, &mut table, QUIET)? {}
    let whole = |trial: &mut Trial<'_>, table: &Table| -> Result<Situation, String> {
        trial.ask("situation", &table.with(&json!({})))
    };
    let before = whole(trial, &table)?;
    demand(before.paused && decisions(&before) == 0, || {
        "agents decided though the game began paused".to_owned()
    })?;
    for expected in 1..=2 {
        let _: Situation = trial.ask("step", &table.with(&json!({})))?;
        let patience = trial.thinking;
        demand(moved(trial, &mut table, patience)?, || "nothing came of `step`".to_owned())?;
        while moved(trial, &mut table, QUIET)? {}
        let now = whole(trial, &table)?;
        demand(decisions(&now) == expected, || {
            format!("{} decisions after {expected} times `step`", decisions(&now))
        })?;
        if now.node == Waiting::Over {
            return Ok(());
        }
    }
    let _: Situation = trial.ask("resume", &table.with(&json!({})))?;
    trial.settle(&mut table, |_| Ok(()))?;
    demand(table.situation.node == Waiting::Over, || {
        format!("two agents that were resumed came to {:?}", table.situation.node)
    })
}

fn rematch(trial: &mut Trial<'_>) -> Verdict {
    let opponent = trial.opponent()?;
    let mut table = trial.begin(["client", &opponent], &json!({}))?;
    trial.settle(&mut table, |_| Ok(()))?;
    if table.situation.node != Waiting::Over {
        let _: Situation = trial.ask("resign", &table.with(&json!({})))?;
    }
    let again: Begun = trial.ask("rematch", &table.with(&json!({})))?;
    demand(
        again.game != table.game && again.tokens.second.is_some() && again.tokens.first.is_none(),
        || format!("the rematch's tokens are {:?}", again.tokens),
    )?;
    demand(
        again.situation.players[1] == "client" && again.situation.scenario == table.situation.scenario,
        || format!("the rematch is {} of {:?}", again.situation.scenario, again.situation.players),
    )
}

/// A battle that is over.
fn fought(trial: &mut Trial<'_>) -> Result<Table, String> {
    let opponent = trial.opponent()?;
    let mut table = trial.begin(["client", &opponent], &json!({}))?;
    trial.settle(&mut table, |_| Ok(()))?;
    let early: Recorded = trial.ask("record", &table.with(&json!({})))?;
    demand(!early.full || table.situation.node == Waiting::Over, || {
        "the full record before the end".to_owned()
    })?;
    trial.play_out(&mut table, |_| Ok(()))?;
    Ok(table)
}

fn record(trial: &mut Trial<'_>) -> Verdict {
    let table = fought(trial)?;
    let recorded: Recorded = trial.ask("record", &table.with(&json!({})))?;
    demand(recorded.full, || "the record of a battle that is over is not full".to_owned())?;
    let record = Record::from_text(&recorded.text).map_err(|error| format!("the record: {error}"))?;
    let save = sandtable_core::Save { record: record.to_text(), seed: None };
    // Without the seed: its lines alone must lead to the end.
    let unseeded = Record {
        header: sandtable_core::record::Header { commitment: String::new(), ..record.header },
        ..record
    };
    let save = sandtable_core::Save { record: unseeded.to_text(), ..save };
    let game = any::restore(&save).map_err(|error| format!("the record does not replay: {error}"))?;
    let value = table.situation.verdict.as_ref().map(|verdict| verdict.value);
    demand(game.value() == value, || {
        format!("by the record the battle ended with {:?}, by the situation with {value:?}", game.value())
    })
}

fn report(trial: &mut Trial<'_>) -> Verdict {
    let opponent = trial.opponent()?;
    let mut table = trial.begin(["client", &opponent], &json!({}))?;
    trial.settle(&mut table, |_| Ok(()))?;
    if table.situation.node != Waiting::Over {
        trial.refusal("report", &table.with(&json!({})))?;
        let _: Situation = trial.ask("resign", &table.with(&json!({})))?;
    }
    let report: Report = trial.ask_thought("report", &table.with(&json!({})))?;
    demand(report.text.contains('#'), || "the report has no heading".to_owned())
}

fn advice(trial: &mut Trial<'_>) -> Verdict {
    let opponent = trial.opponent()?;
    let mut table = trial.begin(["client", &opponent], &json!({}))?;
    trial.settle(&mut table, |_| Ok(()))?;
    let Some(decision) = table.situation.decision.clone() else {
        return Ok(());
    };
    let hint: Hint = trial.ask_thought("hint", &table.with(&json!({ "agent": opponent })))?;
    let meant = table.situation.actions.get(hint.action).map(|action| &action.notation);
    demand(hint.decision == decision && meant == Some(&hint.notation), || {
        format!("the hint is action {} and `{}`, in the list {meant:?}", hint.action, hint.notation)
    })?;
    for action in table.situation.actions.iter().take(8) {
        let fields = table.with(&json!({ "decision": decision, "action": action.index }));
        let odds: Odds = trial.ask("odds", &fields)?;
        demand(odds.notation == action.notation && odds.odds.is_some() == action.throws, || {
            format!("`odds` of `{}`, which throws: {}", action.notation, action.throws)
        })?;
        if let Some(chances) = odds.odds {
            let sum: f64 = chances.results.iter().map(|chance| chance.percent).sum();
            demand((sum - 100.0).abs() < 0.01, || {
                format!("the odds of `{}` sum to {sum} %", action.notation)
            })?;
        }
    }
    trial.must_refuse("odds", &table.with(&json!({ "decision": "never was", "action": 0 })), &["stale"])?;
    if let Some(piece) = table.situation.pieces.first() {
        let reach: Reach = trial.ask("reach", &table.with(&json!({ "piece": piece.id })))?;
        demand(reach.piece == piece.id, || "`reach` answers of another piece".to_owned())?;
    }
    trial.act(&mut table, &json!(hint.notation))?;
    let explained: Explained = trial.ask("explain", &table.with(&json!({})))?;
    demand(explained.thought.is_some() || !explained.why.is_empty(), || {
        "`explain` has neither a thought nor a reason".to_owned()
    })
}
