//! Greedy: one activation looked through to its end.
//!
//! From a decision on, every micro-decision of the deciding seat's activation is
//! maximised and every throw averaged with its exact weights, until nobody is in the
//! middle of an activation, the other seat decides or the turn changes. What stands
//! there is judged by [`Doctrine::material`]; a battle that is decided there counts
//! [`WIN`] points besides. Nothing is pruned. What was worked out is kept by what the seat would know
//! there, so that the rest of the activation is played from memory until something
//! happens that the sampled state did not foretell.

use std::cmp::Ordering::Equal;
use std::collections::HashMap;

use rand::Rng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use sandtable_core::{Doctrine, GameSeed, Node, Position, Seat, hash};

use crate::agent::KeyHasher;
use crate::{Agent, Candidate, Clock, Thought};

/// What a decided battle counts on top of material, in points for a full win. About half
/// an army: enough to take a win, not so much that the whole force is staked on a small
/// chance of one.
pub const WIN: f64 = 20.0;
/// Expectations nearer than this are the same: sums of exact weights differ by less
/// only through rounding.
const SAME: f64 = 1e-7;

/// The exact expectation of one activation, judged by material; ties fall by seed.
pub struct Greedy<R: Doctrine> {
    rng: Xoshiro256PlusPlus,
    thought: Option<Thought<R::Action>>,
    activation: Activation<R>,
}

/// What one look at an activation found. Looked up by key, never walked in order.
struct Activation<R: Doctrine> {
    seat: Seat,
    turn: u16,
    salt: u64,
    positions: u64,
    plans: HashMap<u64, Plan<R::Action>, KeyHasher>,
    lists: Vec<Vec<R::Action>>,
    throws: Vec<Vec<(R::Outcome, u32)>>,
}

#[derive(Clone, Copy)]
struct Plan<Action> {
    value: f64,
    best: Action,
}

impl<R: Doctrine> Default for Greedy<R> {
    fn default() -> Self {
        Self {
            rng: GameSeed::from_number(0).rng(),
            thought: None,
            activation: Activation {
                seat: Seat::FIRST,
                turn: 0,
                salt: 0,
                positions: 0,
                plans: HashMap::default(),
                lists: Vec::new(),
                throws: Vec::new(),
            },
        }
    }
}

impl<R: Doctrine> Activation<R> {
    /// The seat's expectation in `state`, in points.
    fn value(&mut self, rules: &R, state: &R::State) -> f64 {
        match rules.node(state) {
            Node::Over(verdict) => self.judge(rules, state) + WIN * verdict.value_for(self.seat),
            _ if rules.is_at_rest(state) || rules.turn(state) != self.turn => self.judge(rules, state),
            Node::Chance => self.average(rules, state),
            Node::Decision(seat) if seat == self.seat => self.best(rules, state).value,
            Node::Decision(_) => self.judge(rules, state),
        }
    }

    fn judge(&mut self, rules: &R, state: &R::State) -> f64 {
        self.positions += 1;
        f64::from(rules.material(state) * self.seat.sign())
    }

    fn average(&mut self, rules: &R, state: &R::State) -> f64 {
        let mut outcomes = self.throws.pop().unwrap_or_default();
        rules.outcomes(state, &mut outcomes);
        let (mut sum, mut weights) = (0.0, 0.0);
        for &(outcome, weight) in &outcomes {
            let mut next = state.clone();
            rules.resolve(&mut next, outcome, &mut ());
            sum += f64::from(weight) * self.value(rules, &next);
            weights += f64::from(weight);
        }
        self.throws.push(outcomes);
        sum / weights
    }

    fn best(&mut self, rules: &R, state: &R::State) -> Plan<R::Action> {
        let key = rules.view_key(state, self.seat);
        if let Some(&plan) = self.plans.get(&key) {
            return plan;
        }
        let mut actions = self.lists.pop().unwrap_or_default();
        rules.actions(state, &mut actions);
        let mut best: Option<(Plan<R::Action>, u64)> = None;
        for (lot, &action) in (0..).zip(&actions) {
            let value = self.after(rules, state, action);
            let lot = hash::chain(self.salt ^ key, lot);
            let better = best.is_none_or(|(plan, highest)| {
                value > plan.value + SAME || (value > plan.value - SAME && lot > highest)
            });
            if better {
                best = Some((Plan { value, best: action }, lot));
            }
        }
        self.lists.push(actions);
        let (plan, _) = best.expect("a decision has at least one action");
        self.plans.insert(key, plan);
        plan
    }

    fn after(&mut self, rules: &R, state: &R::State, action: R::Action) -> f64 {
        let mut next = state.clone();
        rules.apply(&mut next, action, &mut ());
        self.value(rules, &next)
    }
}

impl<R: Doctrine> Greedy<R> {
    /// Looks through the activation that begins or goes on here.
    fn look(&mut self, position: &Position<'_, R>) -> R::Action {
        let activation = &mut self.activation;
        activation.plans.clear();
        activation.seat = position.seat();
        activation.turn = position.turn();
        activation.salt = self.rng.next_u64();
        activation.positions = 0;
        let (rules, state) = (position.rules(), position.sample(&mut self.rng));
        let plan = activation.best(rules, &state);
        // What was found deeper is remembered, so that this costs one step an action.
        let now = f64::from(rules.material(&state) * position.seat().sign());
        let mut gains: Vec<(f64, R::Action)> = (position.actions().iter())
            .map(|&action| (activation.after(rules, &state, action) - now, action))
            .collect();
        let equal = gains.iter().filter(|(gain, _)| gain + now > plan.value - SAME).count();
        gains.sort_by(|a, b| (b.1 == plan.best, b.0).partial_cmp(&(a.1 == plan.best, a.0)).unwrap_or(Equal));
        let candidates = (gains.iter())
            .map(|&(_, action)| Candidate { action, visits: 1, value: None, prior: None })
            .collect();
        self.thought = Some(Thought {
            candidates,
            value: None,
            simulations: activation.positions,
            why: reason(plan.value - now, equal, position.actions().len()),
            plan: self.plan(position, &state),
        });
        plan.best
    }

    /// The rest of the activation in notation, as far as no dice decide it.
    fn plan(&self, position: &Position<'_, R>, state: &R::State) -> Vec<String> {
        let rules = position.rules();
        let mut state = state.clone();
        let mut plan = Vec::new();
        while rules.node(&state).decider() == Some(position.seat()) {
            let key = rules.view_key(&state, position.seat());
            let Some(next) = self.activation.plans.get(&key) else { break };
            plan.push(rules.notation(&state, next.best));
            rules.apply(&mut state, next.best, &mut ());
        }
        plan
    }
}

fn reason(gain: f64, equal: usize, among: usize) -> String {
    let choice = match equal {
        0 | 1 => "nothing else expects as much".to_owned(),
        _ => format!("{equal} of {among} actions expect the same, and it draws lots among them"),
    };
    format!(
        "This activation can be expected to change the balance by {gain:+.2} points of material; {choice}."
    )
}

impl<R: Doctrine> Agent<R> for Greedy<R> {
    fn name(&self) -> String {
        "greedy".to_owned()
    }

    fn begin(&mut self, seed: GameSeed) {
        self.rng = seed.rng();
        self.thought = None;
        self.activation.plans.clear();
    }

    fn decide(&mut self, position: &Position<'_, R>, _: &dyn Clock) -> R::Action {
        let known = self.activation.seat == position.seat() && self.activation.turn == position.turn();
        let plan = self.activation.plans.get(&position.view_key()).copied().filter(|_| known);
        if let Some(plan) = plan
            && position.actions().binary_search(&plan.best).is_ok()
        {
            let why = "It goes on with the activation as it planned it.";
            self.thought = Some(Thought::plain(plan.best, position.notation(plan.best), why));
            return plan.best;
        }
        self.look(position)
    }

    fn thought(&self) -> Option<&Thought<R::Action>> {
        self.thought.as_ref()
    }
}
