//! Agents at work for a hosted battle: opponents, and advisers.
//!
//! Both think about a copy of the position, away from the battle and its lock.

use std::sync::{Arc, PoisonError};

use sandtable_agents::{AgentSpec, Clock, Networks, Thought, build};
use sandtable_core::{GameSeed, Playable, Position, Seat};
use sandtable_protocol::{Code, Fault, reply};

use super::Hosted;
use super::explaining::tell;
use crate::battle::{Advise, Found, Think};
use crate::screen;
use crate::thoughts::Kept;

/// A decision to think about: a copy, with nothing of the battle it came from.
pub(crate) struct Question<R: Playable> {
    pub(crate) rules: Arc<R>,
    pub(crate) state: R::State,
    pub(crate) seat: Seat,
    pub(crate) actions: Vec<R::Action>,
}

/// What an agent came to.
struct Decided<R: Playable> {
    agent: String,
    seat: Seat,
    action: R::Action,
    thought: Option<Thought<R::Action>>,
}

impl<R: Playable> Question<R> {
    /// As an agent is given it: the view, and the right to sample.
    pub(crate) fn position(&self) -> Position<'_, R> {
        Position::new(&self.rules, &self.state, self.seat, &self.actions)
    }

    /// Asks an agent, and tells what it would do and why.
    pub(crate) fn advise(
        self,
        spec: &AgentSpec,
        decision: String,
        seed: GameSeed,
        networks: Arc<Networks>,
    ) -> Result<Advise, Fault> {
        let mut agent = build::<R>(spec, &networks)
            .map_err(|error| Fault::at(Code::Unsupported, "agent", error.to_string()))?;
        let list = self.actions.iter().map(|&action| self.position().notation(action)).collect();
        let work = move |clock: &dyn Clock| {
            agent.begin(seed);
            let position = self.position();
            let action = agent.decide(&position, clock);
            let own = Thought::plain(action, position.notation(action), "");
            let mut thought =
                tell(&position, position.turn(), &agent.name(), agent.thought().unwrap_or(&own), &networks);
            let words = screen::one_line(&self.rules.describe(position.view(), action));
            let notation = position.notation(action);
            (thought.notation, thought.words) = (notation.clone(), words.clone());
            reply::Hint {
                decision,
                action: position.actions().iter().position(|known| *known == action).unwrap_or_default(),
                notation,
                words,
                sketch: self.rules.sketch(position.view(), action),
                thought,
            }
        };
        Ok(Advise { list, work: Box::new(work) })
    }
}

impl<R: Playable> Hosted<R> {
    fn question(&self) -> Result<Question<R>, Fault> {
        let seat = self.game.decider().ok_or_else(|| Fault::new(Code::NotYourTurn, "nobody decides now"))?;
        Ok(Question {
            rules: Arc::clone(self.game.rules()),
            state: self.game.state().clone(),
            seat,
            actions: self.game.actions(seat).to_vec(),
        })
    }

    /// Lets the agent whose turn it is think.
    pub(super) fn ponder(&self) -> Result<Think, Fault> {
        let question = self.question()?;
        let agent = self.agents[question.seat.index()].clone();
        let agent = agent.ok_or_else(|| Fault::new(Code::NotYourTurn, "no agent decides now"))?;
        Ok(Box::new(move |clock| {
            // An agent that panicked begins each decision from its own seed and a fresh
            // tree; what else it left there is its own affair.
            let mut agent = agent.lock().unwrap_or_else(PoisonError::into_inner);
            let action = agent.decide(&question.position(), clock);
            let thought = agent.thought().cloned();
            let found = Decided::<R> { agent: agent.name(), seat: question.seat, action, thought };
            Found(Box::new(found))
        }))
    }

    /// Takes the decision that an agent came to.
    pub(super) fn take_found(&mut self, found: Found) -> Result<(), Fault> {
        let found = found.0.downcast::<Decided<R>>();
        let found = found.map_err(|_| Fault::new(Code::Internal, "another battle's decision"))?;
        if self.game.decider() != Some(found.seat) {
            return Err(Fault::new(Code::Stale, "the battle has moved on"));
        }
        let hidden_from = Seat::BOTH.map(|seat| !self.insight.knows_all(seat));
        let happening = self.log.len();
        self.take(found.seat, found.action).map_err(|fault| Fault { code: Code::Internal, ..fault })?;
        if let Some(thought) = found.thought {
            let (agent, seat) = (found.agent, found.seat);
            self.thoughts.keep(Kept { happening, agent, seat, thought, hidden_from });
        }
        Ok(())
    }

    /// Lets an agent think about the decision at hand for whoever has to take it.
    pub(super) fn advice(&self, spec: &AgentSpec, decision: String, seed: GameSeed) -> Result<Advise, Fault> {
        self.question()?.advise(spec, decision, seed, Arc::clone(&self.networks))
    }
}
