//! Small games with hidden information, solved exactly in normal form.

use std::collections::BTreeMap;

use sandtable_core::{Node, Ruleset, Seat};

use super::{Equilibrium, ExactError, Fraction, Number, matrix};

/// A game as a matrix: a pure strategy of a seat names one action for every situation
/// that the seat can tell apart, by [`Ruleset::view_key`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormalForm {
    /// The expected value of each pair of strategies for the first seat: the first
    /// seat's strategy picks the row.
    pub payoffs: Vec<Vec<Fraction>>,
    /// How many situations each seat can tell apart.
    pub situations: [usize; 2],
}

/// A seat's situations: key of the view, and how many actions it has.
type Situations = BTreeMap<u64, usize>;

impl NormalForm {
    /// Lists the pure strategies of both seats and values each pair of them.
    ///
    /// # Errors
    /// [`ExactError`] when a seat has more than `limit` pure strategies, the game is
    /// longer than 1000 steps, or a fraction overflows.
    pub fn new<R: Ruleset>(rules: &R, start: &R::State, limit: usize) -> Result<Self, ExactError> {
        let mut situations = [Situations::new(), Situations::new()];
        collect(rules, start, 0, &mut situations)?;
        let [first, second] = &situations;
        let (rows, columns) = (strategies(first, limit)?, strategies(second, limit)?);
        let mut payoffs = Vec::with_capacity(rows);
        for row in 0..rows {
            let ours = strategy(first, row);
            let value = |column| expected(rules, start, [&ours, &strategy(second, column)]);
            payoffs.push((0..columns).map(value).collect::<Result<_, _>>()?);
        }
        Ok(Self { payoffs, situations: [first.len(), second.len()] })
    }

    /// The value and an optimal mixture of pure strategies for both seats.
    ///
    /// # Errors
    /// [`ExactError::Overflow`] when the fractions outgrow 127 bits.
    pub fn solve(&self) -> Result<Equilibrium, ExactError> {
        matrix::solve(&self.payoffs)
    }
}

const MOST_STEPS: usize = 1000;

fn collect<R: Ruleset>(
    rules: &R,
    state: &R::State,
    depth: usize,
    situations: &mut [Situations; 2],
) -> Result<(), ExactError> {
    if depth > MOST_STEPS {
        return Err(ExactError::TooLarge { what: "steps", limit: MOST_STEPS });
    }
    match super::successors(rules, state) {
        super::Successors::Over(_) => {}
        super::Successors::Decision(seat, next) => {
            situations[seat.index()].insert(rules.view_key(state, seat), next.len());
            for state in next {
                collect(rules, &state, depth + 1, situations)?;
            }
        }
        super::Successors::Chance(next) => {
            for (state, _) in next {
                collect(rules, &state, depth + 1, situations)?;
            }
        }
    }
    Ok(())
}

/// How many pure strategies there are.
fn strategies(situations: &Situations, limit: usize) -> Result<usize, ExactError> {
    situations
        .values()
        .try_fold(1_usize, |product, &actions| product.checked_mul(actions).filter(|n| *n <= limit))
        .ok_or(ExactError::TooLarge { what: "pure strategies", limit })
}

/// The pure strategy with this number: for every situation the index of its action.
fn strategy(situations: &Situations, mut number: usize) -> Situations {
    let digit = |(&key, &actions): (&u64, &usize)| {
        let index = number % actions;
        number /= actions;
        (key, index)
    };
    situations.iter().map(digit).collect()
}

/// The expected value for the first seat when both keep to these strategies.
fn expected<R: Ruleset>(
    rules: &R,
    state: &R::State,
    strategies: [&Situations; 2],
) -> Result<Fraction, ExactError> {
    match rules.node(state) {
        Node::Over(verdict) => Ok(Fraction::from_thousandths(verdict.thousandths())),
        Node::Decision(seat) => {
            let mut actions = Vec::new();
            rules.actions(state, &mut actions);
            let index = strategies[Seat::index(seat)][&rules.view_key(state, seat)];
            let mut next = state.clone();
            rules.apply(&mut next, actions[index], &mut ());
            expected(rules, &next, strategies)
        }
        Node::Chance => {
            let mut outcomes = Vec::new();
            rules.outcomes(state, &mut outcomes);
            let mut values = Vec::with_capacity(outcomes.len());
            for (outcome, weight) in outcomes {
                let mut next = state.clone();
                rules.resolve(&mut next, outcome, &mut ());
                values.push((expected(rules, &next, strategies)?, weight));
            }
            Fraction::mean(&values).ok_or(ExactError::Overflow)
        }
    }
}
