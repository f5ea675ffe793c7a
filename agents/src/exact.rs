//! Exact solving of small positions, over the same trait as all other play.
//!
//! # Overview
//!
//! * [`Expectimax`] solves finite games of perfect information by visiting every
//!   position once: positions are told apart by [`Ruleset::key`]. Its numbers are
//!   [`Fraction`]s, exact to the last digit, or `f64` where fractions would overflow.
//! * [`ValueIteration`] encloses the value of games in which positions repeat.
//! * [`NormalForm`] solves small games with hidden information exactly, as matrix
//!   games over pure strategies.
//! * [`best_response`] and [`exploitability`] say what the best answer to a policy earns.
//!
//! All values are for the first seat, in wins: 1 a win, 0 a draw, -1 a loss. A chance to
//! win where there are no draws is (value + 1) / 2. Everything too large for an exact
//! answer is refused with [`ExactError::TooLarge`]; nothing is approximated in silence.

mod best_response;
mod expectimax;
mod fraction;
mod iteration;
mod matrix;
mod normal_form;

pub use best_response::{BestResponse, Exploitability, best_response, exploitability};
pub use expectimax::{Expectimax, Solved};
pub use fraction::Fraction;
pub use iteration::{Enclosure, ValueIteration};
pub use matrix::{Equilibrium, solve as solve_matrix};
pub use normal_form::NormalForm;

use sandtable_core::Ruleset;

/// Why a position has no exact answer here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExactError {
    /// More positions, strategies or sweeps than the caller allowed.
    #[error("the game has more than {limit} {what}: raise the limit or take a smaller scenario")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How much was allowed.
        limit: usize,
    },
    /// A position can come back.
    #[error("positions can repeat in this game: use value iteration")]
    Repeats,
    /// A seat does not know the whole position.
    #[error("a seat does not know the whole position: solve the game in normal form")]
    Hidden,
    /// A seat's view does not tell its whole past.
    #[error("a seat forgets what it knew: a best answer needs a view that tells its whole past")]
    Forgets,
    /// A numerator or denominator outgrew 127 bits.
    #[error("the exact fractions outgrew 127 bits: solve in floating point")]
    Overflow,
}

/// A number that values are computed in.
pub trait Number: Copy + PartialOrd + std::fmt::Debug {
    /// A verdict, in thousandths of a win.
    fn from_thousandths(thousandths: i16) -> Self;

    /// The mean of values with these weights; the weights are positive. Nothing when
    /// the number type cannot hold it.
    fn mean(values: &[(Self, u32)]) -> Option<Self>;
}

impl Number for f64 {
    fn from_thousandths(thousandths: i16) -> Self {
        Self::from(thousandths) / 1000.0
    }

    fn mean(values: &[(Self, u32)]) -> Option<Self> {
        let total: Self = values.iter().map(|&(_, weight)| Self::from(weight)).sum();
        Some(values.iter().map(|&(value, weight)| value * Self::from(weight)).sum::<Self>() / total)
    }
}

impl Number for Fraction {
    fn from_thousandths(thousandths: i16) -> Self {
        Self::new(thousandths.into(), 1000).expect("the denominator is not zero")
    }

    fn mean(values: &[(Self, u32)]) -> Option<Self> {
        let mut sum = Self::ZERO;
        let mut total = 0_i128;
        for &(value, weight) in values {
            sum = sum.plus(value.times(Self::whole(weight.into()))?)?;
            total += i128::from(weight);
        }
        sum.over(Self::whole(total))
    }
}

/// The successors of a position: by decision, in list order, or by chance, with weights.
#[derive(Clone, Debug)]
enum Successors<State> {
    Over(i16),
    Decision(sandtable_core::Seat, Vec<State>),
    Chance(Vec<(State, u32)>),
}

fn successors<R: Ruleset>(rules: &R, state: &R::State) -> Successors<R::State> {
    use sandtable_core::Node;
    match rules.node(state) {
        Node::Over(verdict) => Successors::Over(verdict.thousandths()),
        Node::Decision(seat) => {
            let mut actions = Vec::new();
            rules.actions(state, &mut actions);
            let after = |action| {
                let mut next = state.clone();
                rules.apply(&mut next, action, &mut ());
                next
            };
            Successors::Decision(seat, actions.into_iter().map(after).collect())
        }
        Node::Chance => {
            let mut outcomes = Vec::new();
            rules.outcomes(state, &mut outcomes);
            let after = |(outcome, weight)| {
                let mut next = state.clone();
                rules.resolve(&mut next, outcome, &mut ());
                (next, weight)
            };
            Successors::Chance(outcomes.into_iter().map(after).collect())
        }
    }
}

/// Whether both seats know the whole position: what they may sample is what there is.
///
/// A sample that happens to equal a hidden truth goes unnoticed here, and is noticed at
/// another position of the same game.
fn is_open<R: Ruleset>(rules: &R, state: &R::State, rng: &mut impl rand::Rng) -> bool {
    sandtable_core::Seat::BOTH.into_iter().all(|seat| rules.sample(&rules.view(state, seat), rng) == *state)
}
