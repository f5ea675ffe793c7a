//! Random encodings, for what must hold of a network whatever it reads.

#![allow(dead_code, reason = "not every test uses all of it")]

use rand::{Rng, RngExt as _};
use sandtable_agents::network::{Tensor, Weights};
use sandtable_core::encoding::{Column, Encoder, Encoding, Reference};

const fn columns<const N: usize>() -> [Column; N] {
    [Column::new("noise", "none", -1.0, 1.0); N]
}

/// As wide as a real one.
pub(crate) const ENCODER: Encoder = Encoder {
    ruleset: "noise",
    version: 1,
    units: &columns::<40>(),
    places: &columns::<20>(),
    globals: &columns::<24>(),
    actions: &columns::<24>(),
    relations: &["self", "friend", "enemy", "near", "far", "none"],
};

/// An encoding of this many units, places and actions.
pub(crate) fn encoding(units: usize, places: usize, actions: usize, rng: &mut impl Rng) -> Encoding {
    let mut noise =
        |count: usize| -> Vec<f32> { (0..count).map(|_| rng.random_range(-1.0..1.0_f32)).collect() };
    let mut encoding = Encoding {
        units: noise(units * ENCODER.units.len()),
        places: noise(places * ENCODER.places.len()),
        globals: noise(ENCODER.globals.len()),
        actions: noise(actions * ENCODER.actions.len()),
        ..Encoding::default()
    };
    let relations = ENCODER.relations.len() as u8;
    encoding.relations.extend((0..units * units).map(|_| rng.random_range(0..relations)));
    let mut pick =
        |count: usize| (count > 0 && rng.random_range(0..4) > 0).then(|| rng.random_range(0..count) as u16);
    encoding.references.extend((0..actions).map(|_| Reference {
        unit: pick(units),
        target: pick(units),
        place: pick(places),
    }));
    encoding
}

/// Encodings of every size, among them the smallest: no units, no places, one action.
pub(crate) fn varied(rng: &mut impl Rng) -> Vec<Encoding> {
    let sizes = [(24, 16, 24), (0, 0, 1), (1, 0, 2), (7, 3, 1), (2, 9, 40), (31, 1, 5), (12, 12, 12)];
    sizes.map(|(units, places, actions)| encoding(units, places, actions, rng)).into()
}

/// Weights that answer anything but "all alike": every number moved a little.
pub(crate) fn livelier(weights: &Weights) -> Weights {
    let moved = |(number, tensor): (usize, &Tensor)| {
        let shift = |(at, value): (usize, &f32)| value + 0.3 * ((number * 31 + at * 7) as f32).sin();
        let values = tensor.values.iter().enumerate().map(shift).collect();
        Tensor { values, ..tensor.clone() }
    };
    let tensors = weights.tensors().iter().enumerate().map(moved).collect();
    weights.with_tensors(tensors).expect("the tensors are the same but for their numbers")
}
