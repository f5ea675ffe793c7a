//! Games that the engine keeps: legality, decisions that are late or repeated, taking back,
//! giving up, dice that lie on a real table.

use std::collections::BTreeSet;
use std::time::Instant;

use sandtable_protocol::hello::Capability;
use sandtable_protocol::reply::Resynced;
use sandtable_protocol::situation::{Situation, Waiting};
use serde_json::{Value, json};

use super::trial::{Table, Trial, demand};
use super::{Check, Scope, Verdict, check};

const GAMES: Option<Capability> = Some(Capability::Games);

pub(super) const CHECKS: &[Check] = &[
    check(
        "whole-battle",
        GAMES,
        Scope::Ruleset,
        "a battle against an agent to its end: every list in order, every entry of the log once, a verdict and `over`",
        whole_battle,
    ),
    check(
        "illegal",
        GAMES,
        Scope::Ruleset,
        "an action that is not in the list is refused with `illegal`, and nothing changes",
        illegal,
    ),
    check(
        "stale",
        GAMES,
        Scope::Ruleset,
        "a decision that is past is refused with `stale`; the same act sent again is answered and changes nothing",
        stale,
    ),
    check(
        "tokens",
        GAMES,
        Scope::Ruleset,
        "a wrong token is refused with `bad-token`, a wrong game with `unknown-game`, the other seat's decision with `not-your-turn`",
        tokens,
    ),
    check(
        "new-game",
        GAMES,
        Scope::Ruleset,
        "a scenario, an agent or a number that does not exist is refused, with the field",
        new_game,
    ),
    check(
        "undo",
        GAMES,
        Scope::Ruleset,
        "`undo` gives the decision back as it was where `undo.allowed`, and is refused with `no-undo` elsewhere",
        undo,
    ),
    check("resign", GAMES, Scope::Ruleset, "who resigns has lost, and nobody can decide any more", resign),
    check(
        "resync",
        GAMES,
        Scope::Ruleset,
        "`resync` says `same` to the right hash, and answers the whole situation to another",
        resync,
    ),
    check(
        "physical-dice",
        GAMES,
        Scope::Ruleset,
        "with dice of the front end's every throw is asked for; dice that cannot lie so are refused with `bad-dice`",
        physical_dice,
    ),
];

/// Holds a situation to what must be so at any time.
fn is_sound(situation: &Situation) -> Verdict {
    let Situation { actions, node, decision, verdict, secret, .. } = situation;
    let ordered = actions.iter().enumerate().all(|(place, action)| action.index == place);
    demand(ordered, || "the indices of `actions` do not count from 0".to_owned())?;
    let notations: BTreeSet<String> = actions.iter().map(|action| action.notation.to_lowercase()).collect();
    demand(notations.len() == actions.len(), || "two actions have one notation".to_owned())?;
    demand(decision.is_some() != actions.is_empty(), || {
        format!("{} actions with `decision` {decision:?}", actions.len())
    })?;
    demand(decision.is_none() || *node == Waiting::Decision, || {
        format!("a decision at hand while `node` is {node:?}")
    })?;
    demand((*node == Waiting::Over) == verdict.is_some(), || {
        format!("`node` is {node:?} with the verdict {verdict:?}")
    })?;
    demand(secret.is_none() || *node == Waiting::Over, || "the secret before the end".to_owned())?;
    demand(!situation.hash.is_empty(), || "a situation without `hash`".to_owned())
}

fn whole_battle(trial: &mut Trial<'_>) -> Verdict {
    let opponent = trial.opponent()?;
    let mut table = trial.begin(["client", &opponent], &json!({ "number": "c0ffee" }))?;
    let mut next = 0;
    let mut decisions = BTreeSet::new();
    trial.play_out(&mut table, |situation| {
        is_sound(situation)?;
        for entry in &situation.log {
            demand(entry.step <= next, || format!("the log jumps from entry {next} to {}", entry.step))?;
            next = next.max(entry.step + 1);
        }
        demand(situation.step == next, || {
            format!("`step` is {}, and the log has {next} entries", situation.step)
        })?;
        if let Some(decision) = &situation.decision {
            decisions.insert(decision.clone());
        }
        Ok(())
    })?;
    demand(!decisions.is_empty(), || "the battle ended without a decision".to_owned())?;
    let verdict = table.situation.verdict.as_ref().ok_or("a battle that is over has no verdict")?;
    demand((-1.0..=1.0).contains(&verdict.value), || format!("the verdict's value is {}", verdict.value))?;
    let until = Instant::now() + trial.patience;
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let event = trial.talk.event(left).map_err(|error| format!("no event `over`: {error}"))?;
        if event["event"] == "over" && event["game"] == *table.game {
            return Ok(());
        }
    }
}

/// A game in which somebody of the front end's decides, both seats being its own.
fn at_a_decision(trial: &mut Trial<'_>) -> Result<Table, String> {
    let mut table = trial.begin(["client", "client"], &json!({}))?;
    trial.settle(&mut table, is_sound)?;
    demand(table.situation.decision.is_some(), || {
        format!("no decision to begin with: `node` is {:?}", table.situation.node)
    })?;
    Ok(table)
}

fn situation(trial: &mut Trial<'_>, table: &Table) -> Result<Situation, String> {
    trial.ask("situation", &table.with(&json!({})))
}

/// Whether a game stands as it did.
fn unchanged(trial: &mut Trial<'_>, table: &Table) -> Verdict {
    let now = situation(trial, table)?;
    demand(now.hash == table.situation.hash && now.decision == table.situation.decision, || {
        "the game has changed by it".to_owned()
    })
}

fn illegal(trial: &mut Trial<'_>) -> Verdict {
    let table = at_a_decision(trial)?;
    let decision = table.situation.decision.clone();
    let count = table.situation.actions.len();
    let none = "no action of any ruleset is called so";
    for action in [json!(count), json!(usize::MAX), json!(none), json!("")] {
        let fields = table.with(&json!({ "decision": decision, "action": action }));
        trial.must_refuse("act", &fields, &["illegal"])?;
    }
    for action in [json!(-1), json!(0.5), json!(null), json!(true)] {
        let fields = table.with(&json!({ "decision": decision, "action": action }));
        trial.must_refuse("act", &fields, &["illegal", "bad-request"])?;
    }
    unchanged(trial, &table)
}

fn stale(trial: &mut Trial<'_>) -> Verdict {
    let mut table = at_a_decision(trial)?;
    let first = table.with(&json!({ "decision": table.situation.decision, "action": 0 }));
    table.situation = trial.ask("act", &first)?;
    trial.settle(&mut table, is_sound)?;
    let again: Situation = trial.ask("act", &first)?;
    demand(again.step >= table.situation.step, || {
        "the repeated act's answer is of an earlier step".to_owned()
    })?;
    unchanged(trial, &table).map_err(|fault| format!("after the same act was sent again: {fault}"))?;
    trial.must_refuse("act", &table.with(&json!({ "decision": "never was", "action": 0 })), &["stale"])?;
    let mut other = first.clone();
    other["action"] = json!(1);
    trial.must_refuse("act", &other, &["stale"])?;
    unchanged(trial, &table).map_err(|fault| format!("after an act that was too late: {fault}"))
}

fn tokens(trial: &mut Trial<'_>) -> Verdict {
    let table = at_a_decision(trial)?;
    let (first, second) = (table.tokens.first.clone(), table.tokens.second.clone());
    let (Some(first), Some(second)) = (first, second) else {
        return Err("`new_game` with two seats of the front end's answers no token for each".to_owned());
    };
    demand(first != second && first.len() >= 32, || {
        format!("tokens that can be guessed: {first}, {second}")
    })?;
    let wrong = "0".repeat(32);
    for what in ["situation", "undo", "resign", "record"] {
        trial.must_refuse(what, &json!({ "game": table.game, "token": wrong }), &["bad-token"])?;
        trial.must_refuse(what, &json!({ "game": wrong, "token": first }), &["unknown-game"])?;
    }
    let decides = table.situation.to_move.ok_or("a decision with no seat to move")?;
    let theirs = if decides == sandtable_core::Seat::FIRST { second } else { first };
    let fields = json!({
        "game": table.game, "token": theirs, "decision": table.situation.decision, "action": 0,
    });
    trial.must_refuse("act", &fields, &["not-your-turn", "stale"])?;
    let seen: Situation = trial.ask("situation", &json!({ "game": table.game, "token": theirs }))?;
    demand(seen.actions.is_empty() && seen.decision.is_none(), || {
        "the seat that waits is shown the other's decision".to_owned()
    })?;
    unchanged(trial, &table)
}

fn new_game(trial: &mut Trial<'_>) -> Verdict {
    let opponent = trial.opponent()?;
    let seats = json!({ "first": "client", "second": opponent });
    let ground = trial.ground();
    let cases = [
        (json!({ "scenario": "no such scenario", "seats": seats }), "scenario"),
        (json!({ "scenario": { "text": "ruleset = " }, "seats": seats }), "scenario"),
        (json!({ "scenario": ground, "seats": { "first": "client", "second": "nobody:7" } }), "seats"),
        (json!({ "scenario": ground, "seats": seats, "number": "not hexadecimal" }), "number"),
        (json!({ "scenario": ground, "seats": seats, "dice": "loaded" }), "dice"),
    ];
    for (fields, field) in cases {
        let codes = ["bad-scenario", "bad-request", "unsupported"];
        let refusal = trial.must_refuse("new_game", &fields, &codes)?;
        demand(refusal.field.as_ref().is_some_and(|named| named.starts_with(field)), || {
            format!("{}: `field` is {:?}, not `{field}`", refusal.message, refusal.field)
        })?;
    }
    Ok(())
}

fn undo(trial: &mut Trial<'_>) -> Verdict {
    let opponent = trial.opponent()?;
    let mut table = trial.begin(["client", &opponent], &json!({}))?;
    let refused = |trial: &mut Trial<'_>, table: &Table| {
        trial.must_refuse("undo", &table.with(&json!({})), &["no-undo"]).map(|_| ())
    };
    let mut tried = [false; 2];
    for _ in 0..400 {
        trial.settle(&mut table, is_sound)?;
        match table.situation.node {
            Waiting::Over => break,
            Waiting::Decision => {}
            _ => return Err(format!("`node` is {:?} with the engine's dice", table.situation.node)),
        }
        if !table.situation.undo.allowed {
            refused(trial, &table)?;
            tried[0] = true;
        }
        let before = table.situation.clone();
        let chosen = trial.choice(before.actions.len());
        trial.act(&mut table, &json!(chosen))?;
        if table.situation.node == Waiting::Decision && table.situation.undo.allowed {
            table.situation = trial.ask("undo", &table.with(&json!({})))?;
            let notations = |situation: &Situation| -> Vec<String> {
                situation.actions.iter().map(|action| action.notation.clone()).collect()
            };
            demand(notations(&table.situation) == notations(&before), || {
                format!("taken back, the list is another: {:?}", notations(&table.situation))
            })?;
            demand(table.situation.board == before.board && table.situation.pieces == before.pieces, || {
                "taken back, the board is another".to_owned()
            })?;
            trial.act(&mut table, &json!(chosen))?;
            tried[1] = true;
        }
        if tried == [true; 2] {
            return Ok(());
        }
    }
    demand(tried[0], || "`undo.allowed` was never false, not even before the first decision".to_owned())
}

fn resign(trial: &mut Trial<'_>) -> Verdict {
    let opponent = trial.opponent()?;
    let mut table = trial.begin(["client", &opponent], &json!({}))?;
    trial.settle(&mut table, is_sound)?;
    if table.situation.node == Waiting::Over {
        return Ok(());
    }
    let decision = table.situation.decision.clone();
    table.situation = trial.ask("resign", &table.with(&json!({})))?;
    is_sound(&table.situation)?;
    let verdict = table.situation.verdict.clone().ok_or("no verdict after `resign`")?;
    let (first, second) = (sandtable_core::Seat::FIRST, sandtable_core::Seat::SECOND);
    demand(verdict.resigned == Some(first) && verdict.winner == Some(second) && verdict.value < 0.0, || {
        format!("the first seat gave up, and the verdict is {verdict:?}")
    })?;
    let fields = table.with(&json!({ "decision": decision, "action": 0 }));
    trial.must_refuse("act", &fields, &["stale", "not-your-turn"])?;
    trial
        .must_refuse("resign", &table.with(&json!({})), &["not-your-turn", "stale", "bad-request"])
        .map(|_| ())
}

fn resync(trial: &mut Trial<'_>) -> Verdict {
    let mut table = at_a_decision(trial)?;
    trial.act(&mut table, &json!(0))?;
    trial.settle(&mut table, is_sound)?;
    let hash = table.situation.hash.clone();
    let same: Resynced = trial.ask("resync", &table.with(&json!({ "hash": hash })))?;
    demand(same.same && same.situation.is_none(), || "the right hash is not the `same`".to_owned())?;
    let other: Resynced = trial.ask("resync", &table.with(&json!({ "hash": "not this" })))?;
    let whole = other.situation.ok_or("another hash is answered without the situation")?;
    demand(!other.same && whole.hash == hash && whole.tabletop.is_some(), || {
        "another hash is not answered with the whole situation at hand".to_owned()
    })?;
    demand(
        whole.log.first().is_none_or(|entry| entry.step == 0) && whole.step as usize == whole.log.len(),
        || "the whole situation has not the whole log".to_owned(),
    )?;
    let joined: Situation = trial.ask("join", &table.with(&json!({})))?;
    demand(joined.hash == hash && joined.tabletop.is_some() && joined.log == whole.log, || {
        "`join` does not answer the whole situation".to_owned()
    })
}

fn physical_dice(trial: &mut Trial<'_>) -> Verdict {
    let opponent = trial.opponent()?;
    let mut table = trial.begin(["client", &opponent], &json!({ "dice": "client" }))?;
    trial.must_refuse(
        "throw",
        &table.with(&json!({ "throw": "never was", "dice": [1] })),
        &["not-a-throw", "stale"],
    )?;
    let mut tried = false;
    for _ in 0..50_000 {
        trial.settle(&mut table, is_sound)?;
        match table.situation.node {
            Waiting::Over => return Ok(()),
            Waiting::Throw => {
                if !std::mem::replace(&mut tried, true) {
                    impossible_dice(trial, &table)?;
                }
                trial.roll(&mut table)?;
            }
            _ => {
                let chosen = trial.choice(table.situation.actions.len());
                trial.act(&mut table, &json!(chosen))?;
            }
        }
    }
    Err("the battle has no end".to_owned())
}

fn impossible_dice(trial: &mut Trial<'_>, table: &Table) -> Verdict {
    let due = table.situation.throw.clone().ok_or("`node` is `throw`, but `throw` is null")?;
    let id = due.id.clone().ok_or("a throw of the front end's without an id")?;
    let fair: Vec<u8> = due.dice.iter().map(|die| die.sides).collect();
    let over: Vec<u8> = fair.iter().map(|sides| sides + 1).collect();
    let zero = vec![0; fair.len()];
    let more = [&fair[..], &[1]].concat();
    for dice in [over, zero, more, Vec::new()] {
        let fields: Value = table.with(&json!({ "throw": id, "dice": dice }));
        trial.must_refuse("throw", &fields, &["bad-dice"])?;
    }
    trial.must_refuse(
        "throw",
        &table.with(&json!({ "throw": "never was", "dice": fair })),
        &["stale", "not-a-throw"],
    )?;
    let now = situation(trial, table)?;
    demand(now.hash == table.situation.hash, || "dice that were refused changed the game".to_owned())
}
