//! The network as it plays: positions a second on one core.
//!
//! `forward` is the forward pass alone, on noise of 24 units, 16 places and 24 actions;
//! `judge` encodes and judges decisions of a game, as the search asks for it.

#[path = "../tests/encodings/mod.rs"]
mod encodings;

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use rand::RngExt as _;
use sandtable_agents::Learned;
use sandtable_agents::mcts::{Evaluator as _, Leaf};
use sandtable_agents::network::{Columns, Network, Scratch, Shape, Weights};
use sandtable_core::encoding::{Encode, Encoder, Encoding};
use sandtable_core::{Game, GameSeed, scenario};
use sandtable_gridded::Gridded;

use encodings::{ENCODER, encoding};

/// Beside the laptop's own: what more and less would cost.
const SHAPES: [(&str, Shape); 4] = [
    ("laptop", Shape::LAPTOP),
    ("one block", Shape { width: 48, heads: 4, blocks: 1, hidden: 96 }),
    ("wide", Shape { width: 48, heads: 4, blocks: 2, hidden: 96 }),
    ("wider", Shape { width: 64, heads: 4, blocks: 2, hidden: 128 }),
];

#[expect(clippy::print_stdout, reason = "a bench is a program")]
fn main() {
    let columns = Columns::of(&ENCODER);
    for (name, shape) in SHAPES {
        let flops = shape.flops(&columns, 24, 16, 24) as f64 / 1e6;
        println!("{name}: {shape:?}, {} parameters, {flops:.2} MFLOP", shape.parameters(&columns));
    }
    println!("{}", describe());
    divan::main();
}

fn network(shape: Shape, encoder: &Encoder) -> Network {
    let weights = Weights::seeded(shape, encoder, GameSeed::from_number(1)).expect("the shape is sound");
    Network::new(&weights, encoder).expect("they were made for this encoder")
}

#[divan::bench(args = [0, 1, 2, 3], consts = [1, 8, 64])]
fn forward<const BATCH: usize>(bencher: Bencher<'_, '_>, shape: usize) {
    let network = network(SHAPES[shape].1, &ENCODER);
    let mut rng = GameSeed::from_number(1).rng();
    let batch: Vec<_> = (0..BATCH).map(|_| encoding(24, 16, 24, &mut rng)).collect();
    let mut scratch = Scratch::default();
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| network.forward(&batch, &mut scratch));
}

/// Decisions with a choice of a random game, one after another.
fn leaves() -> (Game<Gridded>, Vec<Leaf<Gridded>>) {
    let scenario = scenario::built_in::<Gridded>("meeting-engagement").expect("it ships");
    let seed = GameSeed::from_number(2);
    let mut game = Game::<Gridded>::new(&scenario, Default::default(), Some(seed)).expect("it loads");
    let (mut rng, mut leaves) = (seed.derive("play", 0).rng(), Vec::new());
    while !game.is_over() {
        let Some(position) = game.position() else {
            game.throw().expect("dice are due");
            continue;
        };
        let actions = position.actions().to_vec();
        let action = actions[rng.random_range(0..actions.len())];
        let (state, seat) = (game.state().clone(), position.seat());
        leaves.push(Leaf { state, seat, actions, value: 0.0, logits: Vec::new() });
        game.act(action).expect("it is legal");
    }
    (game, leaves)
}

/// Says what a decision of the game costs on average.
fn describe() -> String {
    let (game, leaves) = leaves();
    let (columns, mut encoding) = (Columns::of(&Gridded::ENCODER), Encoding::default());
    let (mut sizes, mut flops) = ([0; 3], 0);
    for leaf in &leaves {
        game.rules().encode(&leaf.state, leaf.seat, &leaf.actions, &mut encoding);
        let units = encoding.relations.len().isqrt();
        let places = encoding.places.len() / columns.places;
        let actions = encoding.references.len();
        sizes = [sizes[0] + units, sizes[1] + places, sizes[2] + actions];
        flops += Shape::LAPTOP.flops(&columns, units, places, actions);
    }
    let mean = |sum: f64| sum / leaves.len() as f64;
    let [units, places, actions] = sizes.map(|sum| mean(sum as f64));
    format!(
        "a game's decisions, {columns}: {units:.1} units, {places:.1} places, {actions:.1} actions, {:.2} MFLOP",
        mean(flops as f64 / 1e6)
    )
}

#[divan::bench(args = [1, 8, 64])]
fn judge(bencher: Bencher<'_, '_>, batch: usize) {
    let (game, mut leaves) = leaves();
    let network = Arc::new(network(Shape::LAPTOP, &Gridded::ENCODER));
    let (mut judge, mut rng) = (Learned::<Gridded>::shared(network), GameSeed::from_number(1).rng());
    let count = leaves.len() / batch * batch;
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        for leaves in leaves[..count].chunks_exact_mut(batch) {
            for leaf in &mut *leaves {
                leaf.logits.clear();
            }
            judge.evaluate(game.rules(), leaves, &mut rng);
        }
    });
}
