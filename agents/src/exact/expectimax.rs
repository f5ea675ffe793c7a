//! Expectimax with transpositions, over every position that can be reached.

use std::collections::HashMap;

use sandtable_core::{GameSeed, Node, Ruleset, Seat};

use super::{ExactError, Number, Successors, is_open, successors};

/// Whether anything is hidden is asked at the first so many positions and at one in so
/// many of the others, by key: asking takes as long as all the rest.
const ALL_LOOKED_AT: usize = 4096;
const LOOKED_AT: u64 = 64;

/// A solver for finite games of perfect information. It remembers every position that
/// it has solved.
///
/// Positions are told apart by their 64-bit keys alone.
#[derive(Debug)]
pub struct Expectimax<'a, R: Ruleset, N> {
    rules: &'a R,
    limit: usize,
    /// Nothing while a position's own successors are being solved. Only looked up by
    /// key, so its order cannot matter.
    values: HashMap<u64, Option<N>>,
}

/// A solved position.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved<Action, N> {
    /// For the first seat.
    pub value: N,
    /// The value of every legal action, for the first seat, in list order; empty where
    /// nobody decides.
    pub actions: Vec<(Action, N)>,
    /// Different positions solved so far.
    pub positions: usize,
}

/// A position whose successors are being solved.
struct Frame<R: Ruleset, N> {
    key: u64,
    successors: Successors<R::State>,
    values: Vec<N>,
}

impl<R: Ruleset, N> Frame<R, N> {
    fn next(&self) -> Option<&R::State> {
        match &self.successors {
            Successors::Over(_) => None,
            Successors::Decision(_, states) => states.get(self.values.len()),
            Successors::Chance(states) => states.get(self.values.len()).map(|(state, _)| state),
        }
    }
}

impl<'a, R: Ruleset, N: Number> Expectimax<'a, R, N> {
    /// A solver that refuses games of more than `limit` positions.
    pub fn new(rules: &'a R, limit: usize) -> Self {
        Self { rules, limit, values: HashMap::new() }
    }

    /// The rules that it solves by.
    pub fn rules(&self) -> &'a R {
        self.rules
    }

    /// Different positions solved so far.
    pub fn positions(&self) -> usize {
        self.values.len()
    }

    /// The value of a position for the first seat.
    ///
    /// # Errors
    /// [`ExactError`] when more than the limit can be reached from it, positions
    /// repeat, something is hidden or the numbers overflow.
    pub fn value(&mut self, state: &R::State) -> Result<N, ExactError> {
        let result = self.walk(state);
        if result.is_err() {
            // What was being solved must not look like a repetition to the next call.
            self.values.retain(|_, value| value.is_some());
        }
        result
    }

    /// The value of a position and of every legal action in it.
    ///
    /// # Errors
    /// As [`value`](Self::value).
    pub fn solve(&mut self, state: &R::State) -> Result<Solved<R::Action, N>, ExactError> {
        let value = self.value(state)?;
        let mut listed = Vec::new();
        self.rules.actions(state, &mut listed);
        let mut actions = Vec::with_capacity(listed.len());
        for action in listed {
            let mut next = state.clone();
            self.rules.apply(&mut next, action, &mut ());
            actions.push((action, self.value(&next)?));
        }
        Ok(Solved { value, actions, positions: self.positions() })
    }

    /// Depth first, on a stack of its own: games may be longer than a thread's stack
    /// is deep.
    fn walk(&mut self, root: &R::State) -> Result<N, ExactError> {
        let mut rng = GameSeed::from_number(0).derive("exact", 0).rng();
        let mut stack: Vec<Frame<R, N>> = Vec::new();
        let mut state = root.clone();
        loop {
            let key = self.rules.key(&state);
            let mut value = match self.values.get(&key) {
                Some(Some(value)) => Some(*value),
                Some(None) => return Err(ExactError::Repeats),
                None => None,
            };
            if value.is_none() {
                self.enter(&state, key, &mut rng, &mut stack)?;
            }
            loop {
                let Some(frame) = stack.last_mut() else {
                    return value.ok_or(ExactError::Overflow);
                };
                frame.values.extend(value.take());
                if let Some(next) = frame.next() {
                    state = next.clone();
                    break;
                }
                value = Some(backed_up(frame)?);
                self.values.insert(frame.key, value);
                stack.pop();
            }
        }
    }

    fn enter(
        &mut self,
        state: &R::State,
        key: u64,
        rng: &mut impl rand::Rng,
        stack: &mut Vec<Frame<R, N>>,
    ) -> Result<(), ExactError> {
        if self.values.len() >= self.limit {
            return Err(ExactError::TooLarge { what: "positions", limit: self.limit });
        }
        let is_over = matches!(self.rules.node(state), Node::Over(_));
        let is_looked_at = self.values.len() < ALL_LOOKED_AT || key.is_multiple_of(LOOKED_AT);
        if is_looked_at && !is_over && !is_open(self.rules, state, rng) {
            return Err(ExactError::Hidden);
        }
        self.values.insert(key, None);
        stack.push(Frame { key, successors: successors(self.rules, state), values: Vec::new() });
        Ok(())
    }
}

/// The value of a position all of whose successors are solved.
fn backed_up<R: Ruleset, N: Number>(frame: &Frame<R, N>) -> Result<N, ExactError> {
    let value = match &frame.successors {
        Successors::Over(thousandths) => Some(N::from_thousandths(*thousandths)),
        Successors::Decision(seat, _) => frame.values.iter().copied().reduce(|best, value| {
            let is_better = match seat {
                Seat::First => value > best,
                Seat::Second => value < best,
            };
            if is_better { value } else { best }
        }),
        Successors::Chance(states) => {
            let weighted: Vec<(N, u32)> =
                frame.values.iter().copied().zip(states.iter().map(|&(_, weight)| weight)).collect();
            N::mean(&weighted)
        }
    };
    value.ok_or(ExactError::Overflow)
}
