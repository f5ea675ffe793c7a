//! The tiny scenarios, solved to the end: every decision, every throw.

#![allow(clippy::unwrap_used, reason = "in tests a panic is the report, in what they share too")]

use std::collections::BTreeMap;

use sandtable_core::{Node, Ruleset as _, Seat, odds, scenario};
use sandtable_palestine::{Palestine, State};

struct Solver {
    rules: Palestine,
    values: BTreeMap<u64, f64>,
}

impl Solver {
    fn new(name: &str) -> Self {
        let rules = Palestine::load(&scenario::built_in::<Palestine>(name).unwrap()).unwrap();
        Self { rules, values: BTreeMap::new() }
    }

    /// The value for the first seat when `seat` chooses.
    fn best(&mut self, state: &State, seat: Seat) -> f64 {
        let mut actions = Vec::new();
        self.rules.actions(state, &mut actions);
        let values = actions.into_iter().map(|action| {
            let mut next = *state;
            self.rules.apply(&mut next, action, &mut ());
            self.value(&next) * f64::from(seat.sign())
        });
        values.fold(f64::NEG_INFINITY, f64::max) * f64::from(seat.sign())
    }

    /// The value for the first seat when dice are thrown.
    fn mean(&mut self, state: &State) -> f64 {
        let mut outcomes = Vec::new();
        self.rules.outcomes(state, &mut outcomes);
        let total = f64::from(odds::total(&outcomes));
        let values = outcomes.into_iter().map(|(outcome, weight)| {
            let mut next = *state;
            self.rules.resolve(&mut next, outcome, &mut ());
            self.value(&next) * f64::from(weight)
        });
        values.sum::<f64>() / total
    }

    /// The value for the first seat under best play of both.
    fn value(&mut self, state: &State) -> f64 {
        let node = self.rules.node(state);
        if let Node::Over(verdict) = node {
            return verdict.value();
        }
        let key = self.rules.key(state);
        if let Some(&value) = self.values.get(&key) {
            return value;
        }
        let value = match node {
            Node::Decision(seat) => self.best(state, seat),
            Node::Chance | Node::Over(_) => self.mean(state),
        };
        self.values.insert(key, value);
        value
    }
}

/// The values of the tiny scenarios, exactly; and how many positions they have.
// covers: P-38
#[test]
fn tiny_scenarios_have_the_values_they_had() {
    let mut found = Vec::new();
    for name in ["tiny-duel", "tiny-charge", "tiny-car"] {
        let mut solver = Solver::new(name);
        let start = solver.rules.start();
        let value = solver.value(&start);
        found.push((name, (value * 1e9).round() / 1e9, solver.values.len()));
    }
    assert_eq!(
        found,
        [
            ("tiny-duel", 0.459_310_276, 10728),
            ("tiny-charge", 0.574_299_126, 17664),
            ("tiny-car", 0.433_481_72, 33058)
        ]
    );
}

/// Mirrored battles have the same value.
#[test]
fn the_mirrored_duel_is_worth_as_much() {
    let mut solver = Solver::new("tiny-charge");
    let start = solver.rules.start();
    let value = solver.value(&start);
    let mut twin = Solver { rules: solver.rules.mirror().unwrap(), values: BTreeMap::new() };
    let mirrored = solver.rules.mirror_state(&start);
    assert!((twin.value(&mirrored) - value).abs() < 1e-12);
    assert_eq!(solver.rules.node(&start).decider(), Some(Seat::First));
}
