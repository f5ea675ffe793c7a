//! The forward pass of the network. A decision is 24 units, 16 places and 24 actions.

#[path = "../tests/encodings/mod.rs"]
mod encodings;

use divan::Bencher;
use divan::counter::ItemsCount;
use sandtable_agents::network::{Columns, Network, Scratch, Shape, Weights};
use sandtable_core::GameSeed;

use encodings::{ENCODER, encoding};

/// Beside the laptop's own: what more and less would cost.
const SHAPES: [(&str, Shape); 4] = [
    ("laptop", Shape::LAPTOP),
    ("narrow", Shape { width: 32, heads: 4, blocks: 2, hidden: 64 }),
    ("one block", Shape { width: 64, heads: 4, blocks: 1, hidden: 128 }),
    ("wide", Shape { width: 64, heads: 4, blocks: 2, hidden: 128 }),
];

#[expect(clippy::print_stdout, reason = "a bench is a program")]
fn main() {
    let columns = Columns::of(&ENCODER);
    for (name, shape) in SHAPES {
        let flops = shape.flops(&columns, 24, 16, 24) as f64 / 1e6;
        println!("{name}: {shape:?}, {} parameters, {flops:.2} MFLOP", shape.parameters(&columns));
    }
    divan::main();
}

/// Positions a second.
#[divan::bench(args = [0, 1, 2, 3], consts = [1, 8, 64])]
fn forward<const BATCH: usize>(bencher: Bencher<'_, '_>, shape: usize) {
    let seed = GameSeed::from_number(1);
    let weights = Weights::seeded(SHAPES[shape].1, &ENCODER, seed).expect("the shape is sound");
    let network = Network::new(&weights, &ENCODER).expect("they were made for this encoder");
    let mut rng = seed.rng();
    let batch: Vec<_> = (0..BATCH).map(|_| encoding(24, 16, 24, &mut rng)).collect();
    let mut scratch = Scratch::default();
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| network.forward(&batch, &mut scratch));
}
