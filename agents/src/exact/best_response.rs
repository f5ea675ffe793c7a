//! Exact best responses to a policy, and how much a policy can be exploited.

use std::collections::HashMap;

use sandtable_core::{Node, Position, Ruleset, Seat};

use super::ExactError;

/// What the best answer to a policy earns.
#[derive(Clone, Debug, PartialEq)]
pub struct BestResponse {
    /// Who answers.
    pub seat: Seat,
    /// Its expected result, in wins for that seat, in [-1, 1].
    pub value: f64,
    /// How many situations it can tell apart.
    pub situations: usize,
}

/// How far a pair of policies is from an equilibrium.
#[derive(Clone, Debug, PartialEq)]
pub struct Exploitability {
    /// The best answer of each seat to the other's policy.
    pub responses: [BestResponse; 2],
    /// The mean of what the best answers earn: 0 in equilibrium, and in a game that is
    /// worth nothing to either side what the policies lose to their worst enemy.
    pub value: f64,
}

/// One position of the game tree, and the chance to come there when the answering seat
/// wants to.
enum Place {
    Over(f64),
    /// The other seat or chance moves on, with these chances.
    Given(Vec<(usize, f64)>),
    /// The answering seat chooses in this situation.
    Own(usize, Vec<usize>),
}

struct Situation {
    /// The positions that it cannot tell apart, with the chance of each.
    places: Vec<(usize, f64)>,
    choice: Choice,
}

#[derive(Clone, Copy, PartialEq)]
enum Choice {
    Open,
    Weighed,
    Made(usize),
}

struct Tree<'a, R: Ruleset, P> {
    rules: &'a R,
    seat: Seat,
    policy: P,
    limit: usize,
    places: Vec<Place>,
    situations: Vec<Situation>,
    /// Situations by view key. Only looked up by key, so its order cannot matter.
    by_key: HashMap<u64, usize>,
}

/// The best answer of `seat` to the other seat's `policy`: one chance for each legal
/// action of a position, summing to 1, and the same wherever the view is the same.
///
/// The seat must not forget what it knew or did: its view tells its whole past.
///
/// # Errors
/// [`ExactError::TooLarge`] when the game tree has more than `limit` positions;
/// [`ExactError::Forgets`] when a situation of the seat comes back within itself.
pub fn best_response<R: Ruleset>(
    rules: &R,
    start: &R::State,
    seat: Seat,
    limit: usize,
    policy: impl FnMut(&Position<'_, R>) -> Vec<f64>,
) -> Result<BestResponse, ExactError> {
    let mut tree = Tree {
        rules,
        seat,
        policy,
        limit,
        places: Vec::new(),
        situations: Vec::new(),
        by_key: HashMap::new(),
    };
    let root = tree.grow(start, 1.0)?;
    let value = tree.value(root)?;
    Ok(BestResponse { seat, value: value * f64::from(seat.sign()), situations: tree.situations.len() })
}

/// How much better each seat could do against a policy that both seats follow.
///
/// # Errors
/// As [`best_response`].
pub fn exploitability<R: Ruleset>(
    rules: &R,
    start: &R::State,
    limit: usize,
    mut policy: impl FnMut(&Position<'_, R>) -> Vec<f64>,
) -> Result<Exploitability, ExactError> {
    let first = best_response(rules, start, Seat::FIRST, limit, &mut policy)?;
    let second = best_response(rules, start, Seat::SECOND, limit, &mut policy)?;
    let value = f64::midpoint(first.value, second.value);
    Ok(Exploitability { responses: [first, second], value })
}

impl<R: Ruleset, P: FnMut(&Position<'_, R>) -> Vec<f64>> Tree<'_, R, P> {
    fn grow(&mut self, state: &R::State, reach: f64) -> Result<usize, ExactError> {
        if self.places.len() >= self.limit {
            return Err(ExactError::TooLarge { what: "positions", limit: self.limit });
        }
        let id = self.places.len();
        self.places.push(Place::Over(0.0));
        let place = match self.rules.node(state) {
            Node::Over(verdict) => Place::Over(verdict.value()),
            Node::Chance => {
                let mut outcomes = Vec::new();
                self.rules.outcomes(state, &mut outcomes);
                let total = f64::from(sandtable_core::odds::total(&outcomes));
                let mut next = Vec::with_capacity(outcomes.len());
                for (outcome, weight) in outcomes {
                    let mut after = state.clone();
                    self.rules.resolve(&mut after, outcome, &mut ());
                    let chance = f64::from(weight) / total;
                    next.push((self.grow(&after, reach * chance)?, chance));
                }
                Place::Given(next)
            }
            Node::Decision(seat) => self.grow_decision(state, seat, id, reach)?,
        };
        self.places[id] = place;
        Ok(id)
    }

    fn grow_decision(
        &mut self,
        state: &R::State,
        seat: Seat,
        id: usize,
        reach: f64,
    ) -> Result<Place, ExactError> {
        let mut actions = Vec::new();
        self.rules.actions(state, &mut actions);
        let chances =
            (seat != self.seat).then(|| (self.policy)(&Position::new(self.rules, state, seat, &actions)));
        let mut next = Vec::with_capacity(actions.len());
        for (number, &action) in actions.iter().enumerate() {
            let mut after = state.clone();
            self.rules.apply(&mut after, action, &mut ());
            let chance = chances.as_ref().map_or(1.0, |chances| chances[number]);
            next.push((self.grow(&after, reach * chance)?, chance));
        }
        if chances.is_some() {
            return Ok(Place::Given(next));
        }
        let situation = *self.by_key.entry(self.rules.view_key(state, seat)).or_insert_with(|| {
            self.situations.push(Situation { places: Vec::new(), choice: Choice::Open });
            self.situations.len() - 1
        });
        self.situations[situation].places.push((id, reach));
        Ok(Place::Own(situation, next.into_iter().map(|(id, _)| id).collect()))
    }

    /// For the first seat.
    fn value(&mut self, id: usize) -> Result<f64, ExactError> {
        let next = match &self.places[id] {
            Place::Over(value) => return Ok(*value),
            Place::Own(situation, next) => {
                let (situation, next) = (*situation, next.clone());
                let choice = self.choose(situation)?;
                return self.value(next[choice]);
            }
            Place::Given(next) => next.clone(),
        };
        next.into_iter().try_fold(0.0, |sum, (id, chance)| Ok(sum + chance * self.value(id)?))
    }

    /// The action that is best over all positions of the situation, by their chances.
    fn choose(&mut self, situation: usize) -> Result<usize, ExactError> {
        match self.situations[situation].choice {
            Choice::Made(choice) => return Ok(choice),
            Choice::Weighed => return Err(ExactError::Forgets),
            Choice::Open => self.situations[situation].choice = Choice::Weighed,
        }
        let places = self.situations[situation].places.clone();
        let mut sums: Vec<f64> = Vec::new();
        for (id, reach) in places {
            let Place::Own(_, next) = &self.places[id] else { continue };
            let next = next.clone();
            sums.resize(next.len(), 0.0);
            for (sum, id) in sums.iter_mut().zip(next) {
                *sum += reach * self.value(id)? * f64::from(self.seat.sign());
            }
        }
        let best = (0..sums.len()).rev().max_by(|&a, &b| sums[a].total_cmp(&sums[b])).unwrap_or(0);
        self.situations[situation].choice = Choice::Made(best);
        Ok(best)
    }
}
