//! A learner's step on the processor. A decision is 24 units, 16 places and 24 actions.

#[path = "../../agents/tests/encodings/mod.rs"]
mod encodings;

use divan::Bencher;
use divan::counter::ItemsCount;
use rand::RngExt as _;
use sandtable_agents::network::Shape;
use sandtable_core::GameSeed;
use sandtable_training::learner::{Batch, Learner, Schedule, Target, device};

use encodings::{ENCODER, encoding};

/// The allocator of the program that trains.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

/// Between half and all of the usual size, so that there is padding.
fn batch(size: usize) -> Batch {
    let mut rng = GameSeed::from_number(1).rng();
    let decisions = (0..size).map(|_| {
        let mut part = |most: usize| rng.random_range(most / 2..=most);
        let (units, places, actions) = (part(24), part(16), part(24));
        let policy = vec![1.0 / actions as f32; actions];
        let target = Target::new(policy, [0.5, 0.25, 0.25], 0.1, vec![0.5; units]);
        (encoding(units, places, actions, &mut rng), target)
    });
    decisions.collect()
}

/// Samples a second, on as many threads as there are cores.
#[divan::bench(args = [64, 256], sample_count = 12, sample_size = 1)]
fn step(bencher: Bencher<'_, '_>, size: usize) {
    let cpu = device("cpu").expect("every build has it");
    let seed = GameSeed::from_number(2);
    let learner = Learner::new(Shape::LAPTOP, &ENCODER, seed, &cpu, Schedule::default());
    let (mut learner, batch) = (learner.expect("the shape is sound"), batch(size));
    bencher.counter(ItemsCount::new(size)).bench_local(|| learner.step(&batch));
}
