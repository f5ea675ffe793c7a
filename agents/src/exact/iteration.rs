//! Value iteration from both sides, for games in which positions repeat.

use std::collections::HashMap;

use sandtable_core::{GameSeed, Node, Ruleset, Seat};

use super::{ExactError, Successors, is_open, successors};

/// Every position of a game, each with its successors' numbers.
#[derive(Clone, Debug)]
pub struct ValueIteration {
    nodes: Vec<Place>,
}

/// What a position's value is made of: numbers of other positions.
#[derive(Clone, Debug)]
enum Place {
    Over(f64),
    Decision(Seat, Vec<usize>),
    /// Chances sum to 1.
    Chance(Vec<(usize, f64)>),
}

/// What value iteration found: the value lies between `lower` and `upper`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Enclosure {
    /// The least that the value can be, for the first seat.
    pub lower: f64,
    /// The most that the value can be, for the first seat.
    pub upper: f64,
    /// Different positions.
    pub positions: usize,
    /// Passes over all positions.
    pub sweeps: usize,
}

impl Enclosure {
    /// The middle of the enclosure.
    pub fn value(&self) -> f64 {
        f64::midpoint(self.lower, self.upper)
    }
}

impl ValueIteration {
    /// Lists every position that can be reached from `start`.
    ///
    /// # Errors
    /// [`ExactError`] when there are more than `limit`, or something is hidden.
    pub fn new<R: Ruleset>(rules: &R, start: &R::State, limit: usize) -> Result<Self, ExactError> {
        let mut rng = GameSeed::from_number(0).derive("exact", 0).rng();
        let mut numbers = HashMap::from([(rules.key(start), 0)]);
        let mut states = vec![start.clone()];
        let mut nodes = Vec::new();
        let mut number_of = |state: R::State, states: &mut Vec<R::State>| {
            *numbers.entry(rules.key(&state)).or_insert_with(|| {
                states.push(state);
                states.len() - 1
            })
        };
        while let Some(state) = states.get(nodes.len()).cloned() {
            if states.len() > limit {
                return Err(ExactError::TooLarge { what: "positions", limit });
            }
            if !matches!(rules.node(&state), Node::Over(_)) && !is_open(rules, &state, &mut rng) {
                return Err(ExactError::Hidden);
            }
            nodes.push(match successors(rules, &state) {
                Successors::Over(thousandths) => Place::Over(f64::from(thousandths) / 1000.0),
                Successors::Decision(seat, next) => {
                    Place::Decision(seat, next.into_iter().map(|s| number_of(s, &mut states)).collect())
                }
                Successors::Chance(next) => {
                    let total: f64 = next.iter().map(|&(_, weight)| f64::from(weight)).sum();
                    let chance = |(s, weight)| (number_of(s, &mut states), f64::from(weight) / total);
                    Place::Chance(next.into_iter().map(chance).collect())
                }
            });
        }
        Ok(Self { nodes })
    }

    /// Different positions.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// Sweeps until the enclosure of the start's value is narrower than `width`.
    ///
    /// One bound starts from "unfinished play is lost", the other from "unfinished play
    /// is won"; each sweep keeps the true value between them, up to rounding. They meet
    /// where neither side gains by playing on for ever.
    ///
    /// # Errors
    /// [`ExactError::TooLarge`] when `sweeps` passes are not enough.
    pub fn solve(&self, width: f64, sweeps: usize) -> Result<Enclosure, ExactError> {
        let start_from = |unfinished: f64| -> Vec<f64> {
            let value = |place: &Place| if let Place::Over(value) = place { *value } else { unfinished };
            self.nodes.iter().map(value).collect()
        };
        let (mut lower, mut upper) = (start_from(-1.0), start_from(1.0));
        for sweep in 1..=sweeps {
            self.sweep(&mut lower);
            self.sweep(&mut upper);
            if upper[0] - lower[0] < width {
                let positions = self.positions();
                return Ok(Enclosure { lower: lower[0], upper: upper[0], positions, sweeps: sweep });
            }
        }
        Err(ExactError::TooLarge { what: "sweeps", limit: sweeps })
    }

    /// One pass in place, from the positions found last to the first.
    fn sweep(&self, values: &mut [f64]) {
        for (number, place) in self.nodes.iter().enumerate().rev() {
            values[number] = match place {
                Place::Over(value) => *value,
                Place::Decision(Seat::First, next) => {
                    next.iter().map(|&n| values[n]).fold(f64::NEG_INFINITY, f64::max)
                }
                Place::Decision(Seat::Second, next) => {
                    next.iter().map(|&n| values[n]).fold(f64::INFINITY, f64::min)
                }
                Place::Chance(next) => next.iter().map(|&(n, chance)| values[n] * chance).sum(),
            };
        }
    }
}
