//! `decide`: one decision in a game that the front end keeps.

use std::sync::Arc;
use std::time::Duration;

use sandtable_agents::network::Source;
use sandtable_agents::{AgentSpec, Networks};
use sandtable_core::record::{Line, RecordError};
use sandtable_core::{Driver, Game, GameSeed, Playable, Record, Scenario, Seat};
use sandtable_eval::quiet;
use sandtable_gym::{Visitor, visit};
use sandtable_protocol::call;
use sandtable_protocol::reply::Decided;
use sandtable_protocol::{Code, Fault, Reply};
use serde_json::Value;

use crate::asking::seed;
use crate::battle::{Advise, bad_record};
use crate::connection::Asked;
use crate::hosted::Question;
use crate::limits::Limits;
use crate::opponents;
use crate::scenarios;
use crate::seen::state_behind;

impl Asked {
    pub(crate) fn decide(&self, question: &call::Decide) -> Result<(), Fault> {
        let (id, from) = from(question)?;
        let limits = self.engine.limits().clone();
        let networks = Arc::clone(&self.engine.networks);
        let asked = visit(&id, Ask { question, from, limits, networks })
            .map_err(|error| Fault::at(Code::BadScenario, "ruleset", error.to_string()))??;
        let Asking { advise, seat, position } = asked;
        let within = question.deadline_ms.map(Duration::from_millis);
        self.advise(None, advise, (question.report_every, within), move |hint| {
            Reply::Decided(Box::new(Decided {
                seat,
                action: hint.action,
                notation: hint.notation,
                words: hint.words,
                thought: hint.thought,
                position,
            }))
        })
    }
}

/// The game so far.
enum From {
    Record(Record),
    Lines(Scenario, Vec<Value>),
    Position(Scenario, Value),
    Seen(Scenario, Value, Seat, GameSeed),
}

/// The ruleset's name, and the game so far.
fn from(question: &call::Decide) -> Result<(String, From), Fault> {
    let call::Decide { record, lines, position, seen, .. } = question;
    let given = [record.is_some(), lines.is_some(), position.is_some(), seen.is_some()];
    if given.into_iter().filter(|given| *given).count() > 1 {
        let message = "send one of `record`, `lines`, `position` and `seen`";
        return Err(Fault::at(Code::BadRequest, "record", message));
    }
    if let Some(text) = record {
        let record = Record::from_text(text).map_err(|error| bad_record(&error))?;
        return Ok((record.header.ruleset.clone(), From::Record(record)));
    }
    let Some(choice) = &question.scenario else {
        return Err(Fault::at(Code::BadRequest, "scenario", "a decision needs a `scenario`, or a `record`"));
    };
    let scenario = scenarios::scenario(choice, question.ruleset.as_deref())?;
    let id = scenario.ruleset().to_owned();
    let game = match (position, seen) {
        (Some(position), _) => From::Position(scenario, position.clone()),
        (None, Some(seen)) => {
            let seat = question
                .seat
                .ok_or_else(|| Fault::at(Code::BadRequest, "seat", "say whose eyes `seen` is seen with"))?;
            From::Seen(scenario, seen.view.clone(), seat, seed(question.seed.as_ref())?)
        }
        (None, None) => From::Lines(scenario, lines.clone().unwrap_or_default()),
    };
    Ok((id, game))
}

struct Ask<'a> {
    question: &'a call::Decide,
    from: From,
    limits: Limits,
    networks: Arc<Networks>,
}

struct Asking {
    advise: Advise,
    seat: Seat,
    position: Option<Value>,
}

impl Visitor for Ask<'_> {
    type Out = Result<Asking, Fault>;

    fn visit<R: Playable>(self) -> Self::Out {
        let driver = driver::<R>(self.from)?;
        let Some(seat) = driver.decider() else {
            let message = match driver.due() {
                Some(throw) => {
                    format!("dice are due for {}: add the line of their throw", throw.purpose.name())
                }
                None => "the battle is over there".to_owned(),
            };
            return Err(Fault::new(Code::NotYourTurn, message));
        };
        if let Some(wanted) = self.question.seat.filter(|wanted| *wanted != seat) {
            let message = format!("the {seat} seat decides there, not the {wanted} one");
            return Err(Fault::at(Code::NotYourTurn, "seat", message));
        }
        let spec = spec::<R>(self.question, &self.limits)?;
        let position = self.question.with_position.then(|| serde_json::to_value(driver.state()));
        let position = position.transpose().map_err(|error| Fault::new(Code::Internal, error.to_string()))?;
        let question = Question::<R> {
            rules: Arc::clone(driver.rules()),
            state: driver.state().clone(),
            seat,
            actions: driver.actions(seat).to_vec(),
        };
        let seed = seed(self.question.seed.as_ref())?;
        let advise = question.advise(&spec, String::new(), seed, self.networks)?;
        Ok(Asking { advise, seat, position })
    }
}

/// The battle where the decision is due.
fn driver<R: Playable>(from: From) -> Result<Driver<R>, Fault> {
    match from {
        From::Record(record) => {
            Ok(record.replay::<R>(|_| {}).map_err(|error| bad_record(&error))?.driver().clone())
        }
        From::Lines(scenario, values) => {
            let game = Game::<R>::new(&scenario, Default::default(), None)
                .map_err(|error| scenarios::bad_scenario(&error))?;
            let mut record = game.record().clone();
            for (number, value) in values.into_iter().enumerate() {
                let line: Line = serde_json::from_value(value).map_err(|error| {
                    Fault::at(Code::BadRecord, format!("lines[{number}]"), error.to_string())
                })?;
                record.lines.push(line);
            }
            let game = record.replay::<R>(|_| {}).map_err(|error| match error {
                // A record's own first line is its header.
                RecordError::Line { line, fault } if line > 1 => {
                    let place = format!("lines[{}]", line - 2);
                    Fault::at(Code::BadRecord, &place, format!("{place}: {fault}"))
                }
                error => bad_record(&error),
            })?;
            Ok(game.driver().clone())
        }
        From::Position(scenario, value) => {
            let rules = Arc::new(R::load(&scenario).map_err(|error| scenarios::bad_scenario(&error))?);
            let state: R::State = serde_json::from_value(value)
                .map_err(|error| Fault::at(Code::BadRecord, "position", error.to_string()))?;
            at(rules, state, "position")
        }
        From::Seen(scenario, view, seat, seed) => {
            let rules = Arc::new(R::load(&scenario).map_err(|error| scenarios::bad_scenario(&error))?);
            let state = state_behind(&*rules, &view, seat, seed)?;
            at(rules, state, "seen.view")
        }
    }
}

/// A battle that stands so, however it came there.
fn at<R: Playable>(rules: Arc<R>, state: R::State, field: &str) -> Result<Driver<R>, Fault> {
    // A position that passes every check of the rules can still be one that they never make.
    match quiet::think(|| Driver::at(rules, state, None)) {
        Ok(Ok(driver)) => Ok(driver),
        Ok(Err(broken)) => Err(Fault::at(Code::BadRecord, field, broken.to_string())),
        Err(_) => Err(Fault::at(Code::BadRecord, field, "the position contradicts itself")),
    }
}

/// The agent that is asked, with what it may spend.
fn spec<R: Playable>(question: &call::Decide, limits: &Limits) -> Result<AgentSpec, Fault> {
    let mut spec = match (&question.agent, &question.level) {
        (Some(_), Some(_)) => {
            return Err(Fault::at(Code::BadRequest, "level", "send `agent` or `level`, not both"));
        }
        (Some(agent), None) => opponents::read(agent, "agent", limits)?,
        (None, Some(level)) => {
            let level =
                level.parse().map_err(|error| Fault::at(Code::Unsupported, "level", format!("{error}")))?;
            AgentSpec::Level(Source::Shipped, level)
        }
        (None, None) if question.simulations.is_some() || question.time_ms.is_some() => {
            opponents::adviser::<R>()
        }
        (None, None) => opponents::usual::<R>(),
    };
    if let Some(wanted) = question.simulations {
        spec = opponents::with_simulations(spec, wanted, limits)?;
    }
    if let Some(wanted) = question.time_ms {
        if question.simulations.is_some() {
            return Err(Fault::at(Code::BadRequest, "time_ms", "send `simulations` or `time_ms`, not both"));
        }
        let time = Duration::from_millis(wanted.max(1)).min(limits.thinking);
        spec = opponents::with_time(spec, time)?;
    }
    Ok(spec)
}
