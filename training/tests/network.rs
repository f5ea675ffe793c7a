//! The network in burn: the same as the one that plays, whatever else is in the batch.
#![expect(clippy::unwrap_used, reason = "what a test sets up holds, or the test fails")]

#[path = "../../agents/tests/encodings/mod.rs"]
mod encodings;

use burn::tensor::{Device, Tensor};
use sandtable_agents::network::{Columns, Network, Scratch, Shape, Weights};
use sandtable_core::GameSeed;
use sandtable_core::encoding::Encoding;
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
    livelier(&Weights::seeded(shape, &ENCODER, GameSeed::from_number(5)).unwrap())
}

fn rows<const D: usize>(tensor: Tensor<D>, batch: usize) -> Vec<Vec<f32>> {
    let values: Vec<f32> = tensor.into_data().iter::<f32>().collect();
    values.chunks(values.len() / batch).map(<[f32]>::to_vec).collect()
}

fn learning(weights: &Weights, batch: &[Encoding]) -> Vec<Numbers> {
    let device = Device::flex();
    let inputs = Inputs::new(batch, &Columns::of(&ENCODER), &device);
    let outputs = Model::new(weights, &device).forward(&inputs);
    let survival = rows(outputs.survival(), batch.len());
    let [policy, outcome, margin] =
        [outputs.policy, outputs.outcome.exp(), outputs.margin].map(|tensor| rows(tensor, batch.len()));
    let answer = |(position, encoding): (usize, &Encoding)| {
        let actions = &policy[position][..encoding.references.len()];
        let units = &survival[position][..encoding.units.len() / ENCODER.units.len()];
        [actions, &outcome[position], &margin[position], units].concat()
    };
    batch.iter().enumerate().map(answer).collect()
}

fn playing(weights: &Weights, batch: &[Encoding]) -> Vec<Numbers> {
    let mut scratch = Scratch::default();
    Network::new(weights, &ENCODER).unwrap().forward(batch, &mut scratch);
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
        let most = apart(&learning(&weights, &batch), &playing(&weights, &batch));
        assert!(most < 1e-4, "{shape:?}: {most}");
        // And these answers are no constants.
        let other = varied(&mut GameSeed::from_number(12).rng());
        let same_size = |of: Vec<Encoding>| of.into_iter().take(1).collect::<Vec<_>>();
        let differ = apart(&playing(&weights, &same_size(batch)), &playing(&weights, &same_size(other)));
        assert!(differ > 1e-2, "{shape:?}: {differ}");
    }
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
