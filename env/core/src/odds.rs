//! Exact odds: weights counted by enumerating every roll.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Ledger, Reading, Ruleset};

/// Throws with more rolls than this are split into several by their rules.
pub const MOST_ROLLS: u64 = 1 << 16;

/// The odds of a throw before it is thrown, as people are shown them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Odds {
    /// The modifiers that make them.
    pub ledger: Ledger,
    /// Each result in words with its weight; a chance is its weight over the sum.
    pub chances: Vec<(String, u32)>,
}

impl Odds {
    /// Each result with its chance in percent.
    pub fn percentages(&self) -> impl Iterator<Item = (&str, f64)> {
        let sum: u32 = self.chances.iter().map(|(_, weight)| weight).sum();
        self.chances
            .iter()
            .map(move |(words, weight)| (words.as_str(), 100.0 * f64::from(*weight) / f64::from(sum.max(1))))
    }
}

/// Counts every roll of the throw that is due through [`Ruleset::read`]: what
/// [`Ruleset::outcomes`] must say, to the unit.
///
/// # Panics
/// When the throw has more than [`MOST_ROLLS`] rolls or `read` refuses one.
pub fn enumerate<R: Ruleset>(rules: &R, state: &R::State) -> Vec<(R::Outcome, u32)> {
    let throw = rules.throw(state);
    assert!(throw.rolls() <= MOST_ROLLS, "{} rolls in one throw: split it", throw.rolls());
    let mut weights = std::collections::BTreeMap::new();
    throw.for_each_roll(|pips| match rules.read(state, pips) {
        Ok(Reading::Outcome(outcome)) => *weights.entry(outcome).or_insert(0) += 1,
        Ok(Reading::ThrowAgain) => {}
        Err(error) => panic!("{pips:?} was refused: {error}"),
    });
    weights.into_iter().collect()
}

/// The outcome at `ticket`, counted along the weights: for `ticket` below their sum.
///
/// # Panics
/// When `ticket` is not below the sum.
pub fn pick<Outcome: Copy>(outcomes: &[(Outcome, u32)], mut ticket: u32) -> Outcome {
    for &(outcome, weight) in outcomes {
        if ticket < weight {
            return outcome;
        }
        ticket -= weight;
    }
    panic!("the ticket is not below the sum of the weights")
}

/// The sum of the weights.
pub fn total<Outcome>(outcomes: &[(Outcome, u32)]) -> u32 {
    outcomes.iter().map(|(_, weight)| weight).sum()
}

/// Draws an outcome with its exact chance.
pub fn draw<Outcome: Copy, G: rand::Rng + ?Sized>(outcomes: &[(Outcome, u32)], rng: &mut G) -> Outcome {
    use rand::RngExt as _;
    pick(outcomes, rng.random_range(0..total(outcomes)))
}
