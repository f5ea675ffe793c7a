//! How many ways there are to go on from two small positions, by depth: every decision,
//! single ones included, and every outcome of a throw is a step.

use std::fmt::Write as _;

use sandtable_core::{Node, Ruleset as _, Scenario, conformance};
use sandtable_gridded::{Gridded, State};

use crate::kept;

/// The states after `depth` steps, each as often as there are ways to it; and of all
/// these ways, how many end in a decision, a throw or the end of the battle.
#[derive(Default)]
struct Count {
    decisions: u64,
    throws: u64,
    ends: u64,
}

fn count(rules: &Gridded, state: &State, depth: u32, into: &mut Count) {
    let node = rules.node(state);
    if depth == 0 {
        match node {
            Node::Decision(_) => into.decisions += 1,
            Node::Chance => into.throws += 1,
            Node::Over(_) => into.ends += 1,
        }
        return;
    }
    match node {
        Node::Decision(_) => {
            let mut actions = Vec::new();
            rules.actions(state, &mut actions);
            for action in actions {
                let mut next = state.clone();
                rules.apply(&mut next, action, &mut ());
                count(rules, &next, depth - 1, into);
            }
        }
        Node::Chance => {
            let mut outcomes = Vec::new();
            rules.outcomes(state, &mut outcomes);
            for (outcome, _) in outcomes {
                let mut next = state.clone();
                rules.resolve(&mut next, outcome, &mut ());
                count(rules, &next, depth - 1, into);
            }
        }
        Node::Over(_) => into.ends += 1,
    }
}

fn table(text: &str, depth: u32) -> String {
    let rules = Gridded::load(&Scenario::parse("counts", text).unwrap()).unwrap();
    let mut table = "depth,decisions,throws,ends\n".to_owned();
    for depth in 1..=depth {
        let mut counted = Count::default();
        count(&rules, &rules.start(), depth, &mut counted);
        let _ = writeln!(table, "{depth},{},{},{}", counted.decisions, counted.throws, counted.ends);
    }
    table
}

const ADVICE: &str = "If the rules were meant to behave otherwise, move VERSION.";

// covers: G-14, G-15, G-16
#[test]
fn an_encounter_has_as_many_ways_as_ever() {
    let text = include_str!("../data/counts/encounter.toml");
    kept::matches("data/counts/encounter.csv", &table(text, 9), ADVICE);
}

// covers: G-48, G-55
#[test]
fn an_ambush_has_as_many_ways_as_ever() {
    let text = include_str!("../data/counts/ambush.toml");
    kept::matches("data/counts/ambush.csv", &table(text, 9), ADVICE);
}

/// A hundred fixed games over all built-in scenarios. Whatever moves their digest makes
/// old records unreadable, and so must move [`Gridded::VERSION`] too.
#[test]
fn the_digest_moves_only_with_the_version() {
    let scenarios: Vec<Scenario> =
        Gridded::scenarios().iter().map(|(name, text)| Scenario::parse(name, text).unwrap()).collect();
    let digest = conformance::digest::<Gridded>(&scenarios, 100) + "\n";
    let file = format!("digests/v{}.txt", Gridded::VERSION);
    kept::matches(
        &file,
        &digest,
        "A hundred fixed games went otherwise than before: rules or built-in scenarios behave differently.\n\
         If that is meant, move Gridded::VERSION, say so in the CHANGELOG and keep the new digest.\n\
         If it is not, find what changed: old records no longer replay.",
    );
}
