//! The scripted officer.

use sandtable_core::{Doctrine, GameSeed, Position};

use crate::{Agent, Clock, Thought};

/// The ruleset's scripted officer: [`Doctrine::drill`]. It draws no lots, so its play
/// is the same for every seed.
#[derive(Clone, Debug)]
pub struct Drill<R: Doctrine> {
    thought: Option<Thought<R::Action>>,
}

impl<R: Doctrine> Default for Drill<R> {
    fn default() -> Self {
        Self { thought: None }
    }
}

impl<R: Doctrine> Agent<R> for Drill<R> {
    fn name(&self) -> String {
        "drill".to_owned()
    }

    fn begin(&mut self, _: GameSeed) {
        self.thought = None;
    }

    fn decide(&mut self, position: &Position<'_, R>, _: &dyn Clock) -> R::Action {
        let order = position.rules().drill(position.view(), position.seat(), position.actions());
        self.thought = Some(Thought::plain(order.action, position.notation(order.action), order.why));
        order.action
    }

    fn thought(&self) -> Option<&Thought<R::Action>> {
        self.thought.as_ref()
    }
}
