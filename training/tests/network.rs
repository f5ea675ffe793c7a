//! The network in burn: the same as the one that plays, whatever else is in the batch.
#![expect(clippy::unwrap_used, reason = "what a test sets up holds, or the test fails")]

#[path = "../../agents/tests/encodings/mod.rs"]
mod encodings;

use burn::tensor::{Device, Tensor};
use rand::RngExt as _;
use sandtable_agents::network::{Network, Scratch, Shape, Weights};
use sandtable_core::encoding::{Encode, Encoder, Encoding};
use sandtable_core::{Game, GameSeed, scenario};
use sandtable_gridded::Gridded;
use sandtable_reference::{ConnectFour, Kuhn, Pig};
use sandtable_training::network::{Inputs, Model};

use encodings::{ENCODER, encoding, livelier, varied};

const SHAPES: [Shape; 3] = [
    Shape { width: 16, heads: 4, blocks: 2, hidden: 24 },
    Shape { width: 12, heads: 1, blocks: 1, hidden: 40 },
    Shape::LAPTOP,
];

/// An answer's numbers, one after another: logarithms of the policy, outcome, margin,
/// survival.
type Numbers = Vec<f32>;

fn weights(shape: Shape) -> Weights {
    weights_for(shape, &ENCODER)
}

fn weights_for(shape: Shape, encoder: &Encoder) -> Weights {
    livelier(&Weights::seeded(shape, encoder, GameSeed::from_number(5)).unwrap())
}

fn rows<const D: usize>(tensor: Tensor<D>, batch: usize) -> Vec<Vec<f32>> {
    let values: Vec<f32> = tensor.into_data().iter::<f32>().collect();
    values.chunks(values.len() / batch).map(<[f32]>::to_vec).collect()
}

fn learning(weights: &Weights, batch: &[Encoding]) -> Vec<Numbers> {
    let device = Device::flex();
    let inputs = Inputs::new(batch, weights.columns(), &device);
    let outputs = Model::new(weights, &device).forward(&inputs);
    let survival = rows(outputs.survival(), batch.len());
    let [policy, outcome, margin] =
        [outputs.policy, outputs.outcome.exp(), outputs.margin].map(|tensor| rows(tensor, batch.len()));
    let answer = |(position, encoding): (usize, &Encoding)| {
        let actions = &policy[position][..encoding.references.len()];
        let units = &survival[position][..encoding.relations.len().isqrt()];
        [actions, &outcome[position], &margin[position], units].concat()
    };
    batch.iter().enumerate().map(answer).collect()
}

fn playing(weights: &Weights, encoder: &Encoder, batch: &[Encoding]) -> Vec<Numbers> {
    let mut scratch = Scratch::default();
    Network::new(weights, encoder).unwrap().forward(batch, &mut scratch);
    let answers = scratch.answers().map(|answer| {
        let sum = answer.logits.iter().map(|logit| f64::from(*logit).exp()).sum::<f64>();
        let policy: Vec<f32> = answer.logits.iter().map(|logit| logit - sum.ln() as f32).collect();
        [&policy, &answer.outcome[..], &[answer.margin], answer.survival].concat()
    });
    answers.collect()
}

fn apart(left: &[Numbers], right: &[Numbers]) -> f32 {
    assert_eq!(left.len(), right.len());
    let apart = |(left, right): (&Numbers, &Numbers)| {
        assert_eq!(left.len(), right.len());
        left.iter().zip(right).map(|(left, right)| (left - right).abs()).fold(0.0, f32::max)
    };
    left.iter().zip(right).map(apart).fold(0.0, f32::max)
}

#[test]
fn what_plays_answers_as_what_learned() {
    for shape in SHAPES {
        let weights = weights(shape);
        let batch = varied(&mut GameSeed::from_number(11).rng());
        let most = apart(&learning(&weights, &batch), &playing(&weights, &ENCODER, &batch));
        assert!(most < 1e-4, "{shape:?}: {most}");
        // And these answers are no constants.
        let other = varied(&mut GameSeed::from_number(12).rng());
        let same_size = |of: Vec<Encoding>| of.into_iter().take(1).collect::<Vec<_>>();
        let differ = apart(
            &playing(&weights, &ENCODER, &same_size(batch)),
            &playing(&weights, &ENCODER, &same_size(other)),
        );
        assert!(differ > 1e-2, "{shape:?}: {differ}");
    }
}

/// Some thirty decisions of a random game, or all where it is short.
fn decisions<R: Encode>(scenario: &str) -> Vec<Encoding> {
    let scenario = scenario::built_in::<R>(scenario).unwrap();
    let seed = GameSeed::from_number(21);
    let mut game = Game::<R>::new(&scenario, Default::default(), Some(seed)).unwrap();
    let (mut rng, mut encodings) = (seed.derive("play", 0).rng(), Vec::new());
    while !game.is_over() {
        let Some(position) = game.position() else {
            game.throw().unwrap();
            continue;
        };
        let mut encoding = Encoding::default();
        game.rules().encode(game.state(), position.seat(), position.actions(), &mut encoding);
        encodings.push(encoding);
        let action = position.actions()[rng.random_range(0..position.actions().len())];
        game.act(action).unwrap();
    }
    let every = encodings.len().div_ceil(30);
    encodings.into_iter().step_by(every).collect()
}

fn same_in<R: Encode>(scenario: &str) {
    let (weights, batch) = (weights_for(Shape::LAPTOP, &R::ENCODER), decisions::<R>(scenario));
    let most = apart(&learning(&weights, &batch), &playing(&weights, &R::ENCODER, &batch));
    assert!(most < 1e-4, "{scenario}: {most} in {} positions", batch.len());
}

#[test]
fn what_plays_answers_as_what_learned_in_games() {
    same_in::<Gridded>("meeting-engagement");
    same_in::<Gridded>("supply-column");
    same_in::<ConnectFour>("connect-four");
    same_in::<Pig>("pig");
    same_in::<Kuhn>("kuhn");
}

#[test]
fn padding_makes_no_difference() {
    let weights = weights(Shape::LAPTOP);
    let mut rng = GameSeed::from_number(13).rng();
    let small = [encoding(0, 0, 1, &mut rng), encoding(3, 2, 4, &mut rng)];
    let alone: Vec<Numbers> =
        small.iter().flat_map(|one| learning(&weights, std::slice::from_ref(one))).collect();
    let mut batch = small.to_vec();
    batch.push(encoding(40, 30, 60, &mut rng));
    let mut together = learning(&weights, &batch);
    together.pop();
    assert!(apart(&alone, &together) < 1e-5);
}

#[test]
fn weights_survive_the_device() {
    let weights = weights(SHAPES[0]);
    assert_eq!(Model::new(&weights, &Device::flex()).weights(&weights).unwrap(), weights);
}
