//! Eager play: random, but it meets the enemy.

use rand_xoshiro::Xoshiro256PlusPlus;
use sandtable_core::{Doctrine, GameSeed, Position};

use crate::{Agent, Clock, Thought};

/// Random, but it fights when it can and usually closes: [`Doctrine::eager`], asked
/// about a sampled state, because the agent does not know the true one.
#[derive(Clone, Debug)]
pub struct Eager<R: Doctrine> {
    rng: Xoshiro256PlusPlus,
    thought: Option<Thought<R::Action>>,
}

impl<R: Doctrine> Default for Eager<R> {
    fn default() -> Self {
        Self { rng: GameSeed::from_number(0).rng(), thought: None }
    }
}

impl<R: Doctrine> Agent<R> for Eager<R> {
    fn name(&self) -> String {
        "eager".to_owned()
    }

    fn begin(&mut self, seed: GameSeed) {
        self.rng = seed.rng();
        self.thought = None;
    }

    fn decide(&mut self, position: &Position<'_, R>, _: &dyn Clock) -> R::Action {
        let actions = position.actions();
        let state = position.sample(&mut self.rng);
        let action = actions[position.rules().eager(&state, actions, &mut self.rng)];
        let why = format!(
            "It draws lots among {} legal actions, with the odds on those that fight or close.",
            actions.len()
        );
        self.thought = Some(Thought::plain(action, position.notation(action), why));
        action
    }

    fn thought(&self) -> Option<&Thought<R::Action>> {
        self.thought.as_ref()
    }
}
