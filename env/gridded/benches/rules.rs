//! The rules' hot paths: `cargo bench -p sandtable-gridded`.

use divan::{Bencher, counter::ItemsCount};
use sandtable_core::conformance::{Play, play};
use sandtable_core::{Doctrine, GameSeed, Ruleset, Seat, scenario};
use sandtable_gridded::{Gridded, State};

fn main() {
    divan::main();
}

/// The rules of the meeting engagement, and a position from the middle of an eager game.
fn middle() -> (Gridded, State) {
    let scenario = scenario::built_in::<Gridded>("meeting-engagement").expect("it ships");
    let rules = Gridded::load(&scenario).expect("it loads");
    let game = play::<Gridded>(&scenario, GameSeed::from_number(3), Play::Eager);
    let record = game.record();
    let lines = record.lines.len() / 2;
    let half =
        sandtable_core::Record { header: record.header.clone(), lines: record.lines[..lines].to_vec() };
    let state = half.replay::<Gridded>(|_| {}).expect("a record replays").state().clone();
    (rules, state)
}

#[divan::bench]
fn legal_list(bencher: Bencher) {
    let (rules, state) = middle();
    let mut actions = Vec::new();
    bencher.bench_local(|| {
        rules.actions(&state, &mut actions);
        actions.len()
    });
}

#[divan::bench]
fn clone(bencher: Bencher) {
    let (_, state) = middle();
    bencher.bench_local(|| divan::black_box(&state).clone());
}

#[divan::bench]
fn evaluate(bencher: Bencher) {
    let (rules, state) = middle();
    bencher.bench_local(|| rules.evaluate(divan::black_box(&state)));
}

#[divan::bench]
fn view_and_sample(bencher: Bencher) {
    let (rules, state) = middle();
    let mut rng = GameSeed::from_number(1).rng();
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        let view = rules.view(&state, Seat::First);
        rules.sample(&view, &mut rng)
    });
}
