//! Games that the front end keeps: a decision at a time.

use std::time::{Duration, Instant};

use sandtable_core::{GameSeed, Scenario, Seat};
use sandtable_gym::{AnyGame, NodeKind, any, registry};
use sandtable_protocol::hello::Capability;
use serde::Deserialize;
use serde_json::{Value, json};

use super::trial::{Trial, demand, form, short};
use super::{Check, Scope, Verdict, check};
use crate::AskError;

const DECIDES: Option<Capability> = Some(Capability::Decide);
const SEEN: Option<Capability> = Some(Capability::Seen);

pub(super) const CHECKS: &[Check] = &[
    check(
        "decide",
        DECIDES,
        Scope::Ruleset,
        "from a scenario and the lines so far it decides for either seat, in the list, all through a battle",
        decide,
    ),
    check(
        "decide-seen",
        SEEN,
        Scope::Ruleset,
        "from what the seat knows alone it decides too, in the list, all through a battle",
        seen,
    ),
    check(
        "decide-again",
        SEEN,
        Scope::Ruleset,
        "the same request with the same seed is decided alike",
        again,
    ),
    check(
        "decide-history",
        DECIDES,
        Scope::Ruleset,
        "a history that is not legal is refused with `bad-record`, naming the line",
        history,
    ),
    check(
        "decide-turn",
        DECIDES,
        Scope::Ruleset,
        "a decision that is the other seat's is refused with `not-your-turn`",
        turn,
    ),
    check(
        "decide-deadline",
        SEEN,
        Scope::Ruleset,
        "with `deadline_ms` the answer comes before it, however long the agent would think",
        deadline,
    ),
];

/// What is needed of an answer to `decide`: engines of other authors may say less than ours.
#[derive(Debug, Deserialize)]
struct Decided {
    action: Value,
    #[serde(default)]
    notation: Option<String>,
}

/// Every decision is asked for with the whole history: long battles are not played out.
const MOST_DECISIONS: usize = 80;

/// A battle of the front end's.
struct Own {
    game: Box<dyn AnyGame>,
    seat: Seat,
}

/// The scenario as matches send it: an engine need not have it.
fn text(name: &str) -> Value {
    json!({ "text": registry::scenario(name).map(|scenario| scenario.text().to_owned()).unwrap_or_default() })
}

fn own(name: &str) -> Result<Box<dyn AnyGame>, String> {
    let scenario: Scenario = registry::scenario(name).map_err(|error| error.to_string())?;
    any::begin(&scenario, Default::default(), Some(GameSeed::from_number(5)))
        .map_err(|error| error.to_string())
}

/// Goes on to the next decision; nothing at the end.
fn next(mut game: Box<dyn AnyGame>) -> Result<Option<Own>, String> {
    loop {
        match game.node() {
            NodeKind::Over => return Ok(None),
            NodeKind::Decision(seat) => return Ok(Some(Own { game, seat })),
            NodeKind::Chance => game.throw().map_err(|error| error.to_string())?,
        }
    }
}

impl Own {
    fn lines(&self) -> Value {
        json!(self.game.record().lines)
    }

    fn by_lines(&self, name: &str) -> Value {
        json!({ "scenario": text(name), "lines": self.lines(), "seat": self.seat })
    }

    fn by_view(&self, name: &str) -> Value {
        let actions = self.game.actions(self.seat);
        let listed = |(index, notation): (usize, &String)| json!({ "notation": notation, "words": self.game.describe(index).unwrap_or_default() });
        let seen = json!({
            "view": self.game.view(self.seat),
            "turn": self.game.turn(),
            "prompt": self.game.prompt(),
            "board": self.game.board(self.seat),
            "actions": actions.iter().enumerate().map(listed).collect::<Vec<_>>(),
            "log": self.game.log(self.seat, 0),
        });
        json!({ "scenario": text(name), "ruleset": self.game.ruleset(), "seat": self.seat, "seen": seen })
    }

    /// Takes an answer.
    fn take(&mut self, decided: &Decided) -> Verdict {
        let list = self.game.actions(self.seat);
        let index = match &decided.action {
            Value::String(text) => list.iter().position(|notation| notation == text),
            action => action.as_u64().map(|index| index as usize),
        };
        let index = index.filter(|index| *index < list.len());
        let index = index
            .ok_or_else(|| format!("the action {} is not in the list of {}", decided.action, list.len()))?;
        if let Some(notation) = &decided.notation {
            demand(*notation == list[index], || {
                format!("action {index} is `{}`, not `{notation}`", list[index])
            })?;
        }
        self.game.act(index).map_err(|error| error.to_string())
    }
}

/// An agent that need not play well; nothing for an engine that has no choice of them.
fn agent(trial: &mut Trial<'_>) -> Result<Value, String> {
    let agents = trial.greet()?.agents;
    let found = agents.iter().find(|agent| agent.name == "random").or(agents.first());
    Ok(found.map_or(Value::Null, |agent| json!(agent.name)))
}

fn play(trial: &mut Trial<'_>, ask: fn(&Own, &str) -> Value) -> Verdict {
    let agent = agent(trial)?;
    let name = trial.ground();
    let mut at = next(own(name)?)?;
    for _ in 0..MOST_DECISIONS {
        let Some(mut own) = at else { return Ok(()) };
        let mut fields = ask(&own, name);
        fields["agent"] = agent.clone();
        let decided: Decided = trial.ask_thought("decide", &fields)?;
        own.take(&decided)?;
        at = next(own.game)?;
    }
    Ok(())
}

fn decide(trial: &mut Trial<'_>) -> Verdict {
    play(trial, Own::by_lines)
}

fn seen(trial: &mut Trial<'_>) -> Verdict {
    play(trial, Own::by_view)
}

/// The first decision with a choice of a battle, some lines in.
fn early(trial: &Trial<'_>) -> Result<Own, String> {
    let mut own = next(own(trial.ground())?)?.ok_or("a battle without a decision")?;
    if own.game.record().lines.is_empty() {
        own.game.act(0).map_err(|error| error.to_string())?;
        own = next(own.game)?.ok_or("a battle of one decision")?;
    }
    Ok(own)
}

fn again(trial: &mut Trial<'_>) -> Verdict {
    let agent = agent(trial)?;
    let own = early(trial)?;
    let mut fields = own.by_view(trial.ground());
    for number in 0..8 {
        fields["agent"] = agent.clone();
        fields["seed"] = json!(GameSeed::from_number(number).to_string());
        let once: Value = trial.ask_thought("decide", &fields)?;
        let mut other = trial.another()?;
        let twice: Value = other.ask_thought("decide", &fields)?;
        demand(once["action"] == twice["action"], || {
            format!("with one seed {}, then {}", once["action"], twice["action"])
        })?;
    }
    Ok(())
}

fn history(trial: &mut Trial<'_>) -> Verdict {
    let own = early(trial)?;
    let mut lines = own.game.record().lines.iter().map(|line| json!(line)).collect::<Vec<_>>();
    lines.push(json!({ "do": { "seat": own.seat, "action": "no action is called so" } }));
    let place = lines.len();
    let refusal = trial.must_refuse(
        "decide",
        &json!({ "scenario": text(trial.ground()), "lines": lines }),
        &["bad-record"],
    )?;
    // Lines are counted from 0 as in the request, from 1, or as in a record with its header.
    let told = format!("{} {}", refusal.field.as_deref().unwrap_or_default(), refusal.message);
    let named = |line: usize| told.contains(&line.to_string());
    demand(named(place - 1) || named(place) || named(place + 1), || {
        format!("line {place} is not legal, and neither message nor field names it: {told}")
    })?;
    let torn = json!({ "scenario": text(trial.ground()), "lines": [{ "march": 7 }] });
    trial.must_refuse("decide", &torn, &["bad-record", "bad-request"]).map(|_| ())
}

fn turn(trial: &mut Trial<'_>) -> Verdict {
    let own = early(trial)?;
    let mut fields = own.by_lines(trial.ground());
    fields["seat"] = json!(own.seat.other());
    trial.must_refuse("decide", &fields, &["not-your-turn"]).map(|_| ())
}

fn deadline(trial: &mut Trial<'_>) -> Verdict {
    const MS: u64 = 1500;
    let welcome = trial.greet()?;
    let own = early(trial)?;
    let mut fields = own.by_view(trial.ground());
    fields["deadline_ms"] = json!(MS);
    if welcome.agents.iter().any(|agent| agent.name == "mcts") {
        // Long enough to be late by itself.
        fields["agent"] = json!("mcts");
        fields["time_ms"] = json!(20 * MS);
    }
    // A machine that is busy may be late once; an engine that keeps no time always is.
    let mut late = Vec::new();
    for _ in 0..3 {
        let begin = Instant::now();
        let answer = trial.talk.ask("decide", &fields, trial.thinking);
        let took = begin.elapsed();
        match answer {
            Ok(answer) => {
                let _: Decided = form("decide", answer.ok)?;
            }
            Err(AskError::Refused { code, message, .. }) => {
                return Err(format!("{code}: {message}: {}", short(&fields)));
            }
            Err(error) => return Err(error.to_string()),
        }
        if took < Duration::from_millis(MS) {
            return Ok(());
        }
        late.push(took.as_millis());
    }
    Err(format!("with {MS} ms to answer it took {late:?} ms"))
}
