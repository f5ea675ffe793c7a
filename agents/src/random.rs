//! Uniform play.

use rand::RngExt as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use sandtable_core::{GameSeed, Position, Ruleset};

use crate::{Agent, Clock, Thought};

/// Any legal action, all alike.
#[derive(Clone, Debug)]
pub struct Random<R: Ruleset> {
    rng: Xoshiro256PlusPlus,
    thought: Option<Thought<R::Action>>,
}

impl<R: Ruleset> Default for Random<R> {
    fn default() -> Self {
        Self { rng: GameSeed::from_number(0).rng(), thought: None }
    }
}

impl<R: Ruleset> Agent<R> for Random<R> {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn begin(&mut self, seed: GameSeed) {
        self.rng = seed.rng();
        self.thought = None;
    }

    fn decide(&mut self, position: &Position<'_, R>, _: &dyn Clock) -> R::Action {
        let actions = position.actions();
        let action = actions[self.rng.random_range(0..actions.len())];
        let why = format!("It draws lots among the {} legal actions.", actions.len());
        self.thought = Some(Thought::plain(action, position.notation(action), why));
        action
    }

    fn thought(&self) -> Option<&Thought<R::Action>> {
        self.thought.as_ref()
    }
}
