//! The search against exact answers.
#![expect(clippy::unwrap_used, reason = "what a test sets up holds, or the test fails")]

use sandtable_agents::exact::Expectimax;
use sandtable_agents::mcts::{Budget, Rollouts, Settings};
use sandtable_core::{Doctrine, GameSeed, scenario};
use sandtable_eval::accuracy::{Accuracy, misses, positions};
use sandtable_gridded::Gridded;
use sandtable_reference::Pig;

/// With 20,000 simulations the value is within 0.05 of the exact one and the choice within
/// 0.02 of the best, at every position; and more simulations miss by less.
fn nears_the_exact_answer<R: Doctrine>(name: &str, count: usize) {
    let rules = R::load(&scenario::built_in::<R>(name).unwrap()).unwrap();
    let states = positions(&rules, count, GameSeed::from_number(1));
    assert_eq!(states.len(), count, "{name}");
    let mut solver = Expectimax::new(&rules, 10_000_000);
    let mut search = |simulations| {
        let settings = Settings { budget: Budget::Simulations(simulations), ..Settings::default() };
        misses(&mut solver, &states, settings, Rollouts::default).unwrap()
    };
    let thorough = search(20_000);
    for (number, miss) in thorough.iter().enumerate() {
        assert!(miss.value <= 0.05 && miss.choice <= 0.02, "{name}, position {number}: {miss:?}");
    }
    let [rough, thorough] = [Accuracy::of(&search(300)), Accuracy::of(&thorough)];
    assert!(thorough.value < rough.value / 2.0, "{name}: {rough:?} became {thorough:?}");
    assert!(thorough.choice <= rough.choice, "{name}: {rough:?} became {thorough:?}");
}

#[test]
fn in_the_tiny_assault() {
    nears_the_exact_answer::<Gridded>("tiny-assault", 70);
}

#[test]
fn in_the_tiny_charge() {
    nears_the_exact_answer::<Gridded>("tiny-charge", 70);
}

#[test]
fn in_the_tiny_duel() {
    nears_the_exact_answer::<Gridded>("tiny-duel", 70);
}

#[test]
fn in_pig() {
    nears_the_exact_answer::<Pig>("pig-nine", 60);
}
