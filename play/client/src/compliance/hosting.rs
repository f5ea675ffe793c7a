//! What else an engine that keeps games does: agents that wait, rematches, records, reports,
//! advice, odds.

use std::time::{Duration, Instant};

use sandtable_core::record::Record;
use sandtable_core::{GameSeed, Playable, Seat};
use sandtable_gym::{Visitor, any, visit};
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
        "the record replays by the rules when the battle is over, and before it only where it hides nothing",
        record,
    ),
    check(
        "continue",
        Some(Capability::Continue),
        Scope::Ruleset,
        "a battle that was saved goes on as it stood, by a new commitment; what is no saved battle is refused",
        goes_on,
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
    if early.full && table.situation.node != Waiting::Over {
        shows_no_more(&early.text, &table.situation)?;
    }
    trial.play_out(&mut table, |_| Ok(()))?;
    Ok(table)
}

/// A record that a seat is given before the end leads to what that seat sees.
fn shows_no_more(record: &str, situation: &Situation) -> Verdict {
    let record = Record::from_text(record).map_err(|error| format!("the record so far: {error}"))?;
    let ruleset = record.header.ruleset.clone();
    let seat = situation.seat.seat().unwrap_or(Seat::FIRST);
    visit(&ruleset, Shown { record, seat }).map_err(|error| error.to_string())?
}

/// Whether a seat knows all that a record says.
struct Shown {
    record: Record,
    seat: Seat,
}

impl Visitor for Shown {
    type Out = Verdict;

    fn visit<R: Playable>(self) -> Verdict {
        let game = self.record.replay::<R>(|_| {}).map_err(|error| format!("the record so far: {error}"))?;
        let view = game.view(self.seat);
        let mut rng = GameSeed::from_number(1).rng();
        let is_known = (0..32).all(|_| game.rules().sample(&view, &mut rng) == *game.state());
        demand(is_known, || "the record before the end shows what is hidden from the seat".to_owned())
    }
}

fn goes_on(trial: &mut Trial<'_>) -> Verdict {
    trial.greet()?;
    let mut table = trial.begin(["client", "client"], &json!({}))?;
    trial.settle(&mut table, |_| Ok(()))?;
    for _ in 0..3 {
        if table.situation.decision.is_none() {
            break;
        }
        trial.act(&mut table, &json!(0))?;
        trial.settle(&mut table, |_| Ok(()))?;
    }
    let there: Situation = trial.ask("situation", &table.with(&json!({})))?;
    let recorded: Recorded = trial.ask("record", &table.with(&json!({})))?;
    demand(recorded.full, || "whoever sees both sides is not given the whole record".to_owned())?;
    let fields = json!({ "saved": recorded.text });
    if there.node == Waiting::Over {
        return trial.must_refuse("continue", &fields, &["bad-record"]).map(|_| ());
    }
    let begun: Begun = trial.ask("continue", &fields)?;
    let now = &begun.situation;
    demand((&now.board, now.turn, &now.pieces) == (&there.board, there.turn, &there.pieces), || {
        format!("the battle that goes on stands otherwise:\n{}\nnot\n{}", now.board, there.board)
    })?;
    demand(begun.game != table.game && begun.commitment != table.commitment, || {
        "the battle that goes on has the name or the commitment of the one before".to_owned()
    })?;
    demand(now.continued == Some(now.step) && now.step == there.step, || {
        format!("`continued` is {:?} of {} entries", now.continued, now.step)
    })?;
    for saved in ["", "{}", "ruleset = \"none\"", &recorded.text[..recorded.text.len() / 2]] {
        trial.must_refuse("continue", &json!({ "saved": saved }), &["bad-record"])?;
    }
    Ok(())
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
