//! The exact value of a game: every choice and every throw, through the same trait that
//! people and agents play.
//!
//! `cargo run -p examples --example solve`

use std::collections::BTreeMap;

use sandtable_core::{Node, Ruleset, Seat, odds, scenario};
use sandtable_reference::Pig;

/// The value of a position for the first seat, each seat playing its best. Positions
/// are kept by key, so each is worked out once.
fn value<R: Ruleset>(rules: &R, state: &R::State, known: &mut BTreeMap<u64, f64>) -> f64 {
    let key = rules.key(state);
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let value = match rules.node(state) {
        Node::Over(verdict) => verdict.value(),
        Node::Chance => {
            let mut outcomes = Vec::new();
            rules.outcomes(state, &mut outcomes);
            let sum = f64::from(odds::total(&outcomes));
            let of = |&(outcome, weight)| {
                let mut next = state.clone();
                rules.resolve(&mut next, outcome, &mut ());
                f64::from(weight) / sum * value(rules, &next, known)
            };
            outcomes.iter().map(of).sum()
        }
        Node::Decision(seat) => {
            let mut actions = Vec::new();
            rules.actions(state, &mut actions);
            let of = |&action| {
                let mut next = state.clone();
                rules.apply(&mut next, action, &mut ());
                value(rules, &next, known)
            };
            let values = actions.iter().map(of);
            if seat == Seat::FIRST { values.fold(-1.0, f64::max) } else { values.fold(1.0, f64::min) }
        }
    };
    known.insert(key, value);
    value
}

fn main() -> anyhow::Result<()> {
    // Pig to 6 with a three-sided die, drawn after nine rolls and stops in all.
    let rules = Pig::load(&scenario::built_in::<Pig>("pig-nine")?)?;
    let mut known = BTreeMap::new();
    let value = value(&rules, &rules.start(), &mut known);
    println!("{value:+.6}, which is {:.3}/6561, over {} positions", value * 6561.0, known.len());
    Ok(())
}
