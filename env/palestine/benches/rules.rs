//! The rules' hot paths: `cargo bench -p sandtable-palestine`.

use divan::{Bencher, counter::ItemsCount};
use rand::RngExt as _;
use sandtable_core::conformance::{Play, play};
use sandtable_core::{Doctrine, GameSeed, Node, Ruleset, odds, scenario};
use sandtable_palestine::{Palestine, State};

fn main() {
    divan::main();
}

fn rules(name: &str) -> Palestine {
    Palestine::load(&scenario::built_in::<Palestine>(name).expect("it ships")).expect("it loads")
}

/// A position from the middle of an eager game.
fn middle(rules: &Palestine, name: &str) -> State {
    let scenario = scenario::built_in::<Palestine>(name).expect("it ships");
    let game = play::<Palestine>(&scenario, GameSeed::from_number(3), Play::Eager);
    let record = game.record();
    let lines = record.lines[..record.lines.len() / 2].to_vec();
    let half = sandtable_core::Record { header: record.header.clone(), lines };
    let state = *half.replay::<Palestine>(|_| {}).expect("a record replays").state();
    assert!(rules.check(&state).is_ok());
    state
}

/// Plays a whole battle at random, with every legal list made, and counts its decisions
/// with a choice and its throws.
fn random_battle(rules: &Palestine, seed: u64) -> usize {
    let mut rng = GameSeed::from_number(seed).rng();
    let mut state = rules.start();
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    let mut steps = 0;
    loop {
        match rules.node(&state) {
            Node::Decision(_) => {
                rules.actions(&state, &mut actions);
                let action = actions[rng.random_range(0..actions.len())];
                rules.apply(&mut state, action, &mut ());
                steps += usize::from(actions.len() > 1);
            }
            Node::Chance => {
                rules.outcomes(&state, &mut outcomes);
                let outcome = odds::draw(&outcomes, &mut rng);
                rules.resolve(&mut state, outcome, &mut ());
                steps += 1;
            }
            Node::Over(_) => return steps,
        }
    }
}

/// The items are steps: decisions with a choice, each with its legal list, and throws.
#[divan::bench(args = ["railway-raid", "wadi-crossing", "the-wells", "village"])]
fn random_play(bencher: Bencher, name: &str) {
    let rules = rules(name);
    let steps: usize = (0..20).map(|seed| random_battle(&rules, seed)).sum();
    bencher
        .counter(ItemsCount::new(steps))
        .bench_local(|| (0..20).map(|seed| random_battle(&rules, seed)).sum::<usize>());
}

#[divan::bench(args = ["railway-raid", "village"])]
fn load(bencher: Bencher, name: &str) {
    let scenario = scenario::built_in::<Palestine>(name).expect("it ships");
    bencher.bench_local(|| Palestine::load(&scenario));
}

#[divan::bench]
fn evaluate(bencher: Bencher) {
    let rules = rules("village");
    let state = middle(&rules, "village");
    bencher.bench_local(|| rules.evaluate(divan::black_box(&state)));
}
