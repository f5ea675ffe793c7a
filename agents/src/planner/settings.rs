//! Every number that shapes the planner, in one place.

use crate::budget::Budget;

/// The planner's settings. [`Default`] is what `planner` plays with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// What a decision or a turn may cost. A simulation is one plan played to the end of
    /// the turn under one set of dice.
    pub budget: Budget,
    /// Plans kept from generation to generation, at least 2.
    pub population: usize,
    /// Sets of dice that every plan is played under, at least 1.
    pub dice: u32,
    /// The part of the budget, in [0, 1), that plays the best plans again under fresh
    /// dice, so that the luckiest plan is not taken for the best.
    pub proof: f32,
    /// Plans that are proved so, at least 1.
    pub finalists: usize,
    /// Choices and throws that the sides play on after the turn, before the evaluation
    /// judges; nothing for the ruleset's own number.
    pub answer: Option<u32>,
    /// How often a child has two parents, in [0, 1].
    pub crossover: f64,
    /// How much more boldly than the prior says a mutation chooses: the temperature of
    /// its softmax.
    pub boldness: f32,
    /// How often a mutation chooses among all actions alike, in [0, 1].
    pub wildness: f64,
    /// Decisions expected to be thought about in the first turn, for budgets of time.
    pub thoughts_a_turn: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            budget: Budget::Simulations(400),
            population: 8,
            dice: 8,
            proof: 0.25,
            finalists: 3,
            answer: None,
            crossover: 0.3,
            boldness: 2.0,
            wildness: 0.15,
            thoughts_a_turn: 6.0,
        }
    }
}
