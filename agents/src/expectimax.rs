//! Expectimax: exact odds, looked through to a depth counted in activations.
//!
//! # How it looks ahead
//!
//! * **Depth** is counted in finished activations: an activation ends at a decision where
//!   nobody is in the middle of one ([`Doctrine::is_at_rest`]). There, at the depth that
//!   was asked for, [`Doctrine::evaluate`] judges; a battle that is over counts its
//!   verdict. In a game of alternate moves an activation is a move.
//! * **Throws** are averaged with their exact weights; each seat's decisions are
//!   maximised for that seat.
//! * **Lists.** At the root everything is looked at to depth 1; deeper looks take the
//!   [`ROOT_WIDTH`] best of the look before. Inside, where an activation has already
//!   been finished, a list longer than [`WIDTH`] is narrowed to the likeliest by
//!   [`Doctrine::prior`]; lists without a prior stay whole.
//! * **Transpositions** are found by [`Ruleset::key`](sandtable_core::Ruleset::key).
//! * **Hidden information.** The values of up to [`SAMPLES`] sampled states are averaged.
//!   The samples are a function of the seed and of what the seat knows, so that equal
//!   knowledge means equal choice. Within a sample both sides see everything: the agent
//!   underrates what hiding is worth.
//! * **Bounds.** A decision visits at most [`POSITIONS`] positions. It looks to depth 1
//!   first, then to depth 2, and so on; a look that the budget does not let finish is
//!   dropped, and the one before decides. Should the first not finish, what is left is
//!   judged where it stands. `why` says either.

use std::cmp::Ordering::Equal;
use std::collections::HashMap;

use sandtable_core::{Doctrine, GameSeed, Node, Position, Seat, hash};

use crate::agent::KeyHasher;
use crate::{Agent, Candidate, Clock, Thought};

/// Most actions looked at in a list inside the tree.
pub const WIDTH: usize = 6;
/// Most root actions looked at beyond depth 1.
pub const ROOT_WIDTH: usize = 8;
/// Most positions visited a decision.
pub const POSITIONS: u64 = 30_000;
/// Most sampled states that values are averaged over.
pub const SAMPLES: usize = 3;
/// Most choices and throws below the root before a position is judged where it stands:
/// positions without a rest may repeat.
const DEEPEST: u32 = 512;
/// Values nearer than this are the same; lots decide.
const SAME: f64 = 1e-7;

/// Exact odds to a depth in activations. See the [module](self).
pub struct Expectimax<R: Doctrine> {
    depth: u8,
    seed: GameSeed,
    thought: Option<Thought<R::Action>>,
}

impl<R: Doctrine> Expectimax<R> {
    /// An agent that looks `depth` activations ahead, at least one.
    pub fn new(depth: u8) -> Self {
        Self { depth: depth.max(1), seed: GameSeed::from_number(0), thought: None }
    }

    /// A few states that the seat cannot tell apart, all different.
    fn samples(&self, position: &Position<'_, R>, key: u64) -> Vec<R::State> {
        let mut rng = self.seed.derive("expectimax", key).rng();
        let mut samples: Vec<R::State> = Vec::new();
        for _ in 0..SAMPLES {
            let sample = position.sample(&mut rng);
            if !samples.contains(&sample) {
                samples.push(sample);
            }
        }
        samples
    }

    fn order(&self, ranked: &mut [(usize, f64)], key: u64) {
        let salt = hash::chain(key, hash::of_json(&self.seed));
        let lot = |number: usize| hash::chain(salt, number as u64);
        // By value in steps, so that the order is total.
        let step = |value: f64| (value / SAME).round();
        ranked
            .sort_by(|a, b| step(b.1).partial_cmp(&step(a.1)).unwrap_or(Equal).then(lot(b.0).cmp(&lot(a.0))));
    }

    fn think(&mut self, position: &Position<'_, R>, clock: &dyn Clock) -> R::Action {
        let key = position.view_key();
        let samples = self.samples(position, key);
        let actions = position.actions();
        let mut ranked: Vec<(usize, f64)> = (0..actions.len()).map(|number| (number, 0.0)).collect();
        let mut look = Look::<R>::new(position, clock);
        let (mut reached, mut is_whole, mut looked_at) = (0, true, 1);
        for depth in 1..=self.depth {
            look.is_first = depth == 1;
            let width = if depth == 1 { ranked.len() } else { ranked.len().min(ROOT_WIDTH) };
            let mut deeper = ranked[..width].to_vec();
            for (number, value) in &mut deeper {
                let sum: f64 = samples.iter().map(|state| look.root(state, actions[*number], depth)).sum();
                *value = sum / samples.len() as f64;
            }
            if depth > 1 && look.is_spent() {
                is_whole = false;
                break;
            }
            is_whole &= !look.is_spent();
            self.order(&mut deeper, key);
            ranked[..width].copy_from_slice(&deeper);
            (reached, looked_at) = (depth, width);
        }
        let considered: Vec<Candidate<R::Action>> = (ranked[..looked_at].iter())
            .map(|&(number, value)| Candidate {
                action: actions[number],
                visits: samples.len() as u64,
                value: Some(value),
                prior: None,
            })
            .collect();
        let (action, value) = (actions[ranked[0].0], ranked[0].1);
        let cut = match (is_whole, reached) {
            (true, _) => String::new(),
            (false, 1) if self.depth == 1 => " Not all could be looked at to its end.".to_owned(),
            (false, _) => format!(" There was no time to look {} ahead.", activations(reached + 1)),
        };
        self.thought = Some(Thought {
            candidates: considered,
            value: Some(value),
            simulations: look.visited,
            why: format!(
                "By exact odds {} ahead, over {} positions, it expects most of {} ({value:+.2}; 1 is a sure win and -1 a sure loss).{cut}",
                activations(reached),
                look.visited,
                position.notation(action),
            ),
            plan: vec![position.notation(action)],
        });
        action
    }
}

fn activations(count: u8) -> String {
    if count == 1 { "one activation".to_owned() } else { format!("{count} activations") }
}

/// One decision's looking ahead.
struct Look<'a, R: Doctrine> {
    rules: &'a R,
    seat: Seat,
    clock: &'a dyn Clock,
    is_first: bool,
    is_stopped: bool,
    visited: u64,
    /// By key and depth left; only looked up, never walked.
    values: HashMap<u64, f64, KeyHasher>,
    lists: Vec<Vec<R::Action>>,
    throws: Vec<Vec<(R::Outcome, u32)>>,
}

impl<'a, R: Doctrine> Look<'a, R> {
    fn new(position: &Position<'a, R>, clock: &'a dyn Clock) -> Self {
        Self {
            rules: position.rules(),
            seat: position.seat(),
            clock,
            is_first: true,
            is_stopped: false,
            visited: 0,
            values: HashMap::default(),
            lists: Vec::new(),
            throws: Vec::new(),
        }
    }

    fn is_spent(&self) -> bool {
        self.visited >= POSITIONS || self.is_stopped
    }

    /// The value of a root action for the deciding seat, in [-1, 1].
    fn root(&mut self, state: &R::State, action: R::Action, depth: u8) -> f64 {
        let mut next = state.clone();
        self.rules.apply(&mut next, action, &mut ());
        self.value(&next, depth, depth, 1)
    }

    fn judge(&self, state: &R::State) -> f64 {
        f64::from(self.rules.evaluate(state)) * f64::from(self.seat.sign())
    }

    /// The value for the root's seat with `left` of `depth` activations to go.
    fn value(&mut self, state: &R::State, left: u8, depth: u8, below: u32) -> f64 {
        let node = self.rules.node(state);
        if let Node::Over(verdict) = node {
            self.visited += 1;
            return verdict.value_for(self.seat);
        }
        let rests = node.decider().is_some() && self.rules.is_at_rest(state);
        let left = left - u8::from(rests);
        if left == 0 || below >= DEEPEST || self.is_spent() {
            self.visited += 1;
            // A look that will be dropped need not be judged.
            return if self.is_spent() && !self.is_first { 0.0 } else { self.judge(state) };
        }
        let key = hash::chain(self.rules.key(state), u64::from(left) << 1 | u64::from(node == Node::Chance));
        if let Some(&value) = self.values.get(&key) {
            return value;
        }
        self.visited += 1;
        if self.visited.is_multiple_of(256) {
            self.is_stopped |= self.clock.is_stopped();
        }
        let value = match node {
            Node::Decision(seat) => self.best(state, seat, left, depth, below),
            _ => self.average(state, left, depth, below),
        };
        if !self.is_spent() {
            self.values.insert(key, value);
        }
        value
    }

    fn average(&mut self, state: &R::State, left: u8, depth: u8, below: u32) -> f64 {
        let mut outcomes = self.throws.pop().unwrap_or_default();
        self.rules.outcomes(state, &mut outcomes);
        let (mut sum, mut weights) = (0.0, 0.0);
        for &(outcome, weight) in &outcomes {
            let mut next = state.clone();
            self.rules.resolve(&mut next, outcome, &mut ());
            sum += f64::from(weight) * self.value(&next, left, depth, below + 1);
            weights += f64::from(weight);
        }
        self.throws.push(outcomes);
        sum / weights
    }

    fn best(&mut self, state: &R::State, seat: Seat, left: u8, depth: u8, below: u32) -> f64 {
        let mut actions = self.lists.pop().unwrap_or_default();
        self.rules.actions(state, &mut actions);
        if left < depth && actions.len() > WIDTH {
            self.narrow(state, &mut actions);
        }
        let mut best = f64::NEG_INFINITY;
        let sign = if seat == self.seat { 1.0 } else { -1.0 };
        for &action in &actions {
            let mut next = state.clone();
            self.rules.apply(&mut next, action, &mut ());
            best = best.max(sign * self.value(&next, left, depth, below + 1));
        }
        self.lists.push(actions);
        sign * best
    }

    /// Keeps the likeliest by prior, where there is one.
    fn narrow(&self, state: &R::State, actions: &mut Vec<R::Action>) {
        let mut logits = Vec::new();
        self.rules.prior(state, actions, &mut logits);
        if logits.len() != actions.len() {
            return;
        }
        let mut order: Vec<usize> = (0..actions.len()).collect();
        order.sort_by(|&a, &b| logits[b].total_cmp(&logits[a]).then(a.cmp(&b)));
        *actions = order[..WIDTH].iter().map(|&number| actions[number]).collect();
    }
}

impl<R: Doctrine> Agent<R> for Expectimax<R> {
    fn name(&self) -> String {
        format!("expectimax:{}", self.depth)
    }

    fn begin(&mut self, seed: GameSeed) {
        self.seed = seed;
        self.thought = None;
    }

    fn decide(&mut self, position: &Position<'_, R>, clock: &dyn Clock) -> R::Action {
        if let &[only] = position.actions() {
            self.thought = Some(Thought::plain(only, position.notation(only), "There is no other choice."));
            return only;
        }
        self.think(position, clock)
    }

    fn thought(&self) -> Option<&Thought<R::Action>> {
        self.thought.as_ref()
    }
}
