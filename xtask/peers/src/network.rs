//! Our own forward pass, and the same network in `PyTorch`.

use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use rand::RngExt as _;
use sandtable_agents::network::{Columns, Network, Precision, Scratch, Shape, Tensor, Weights, file};
use sandtable_core::GameSeed;
use sandtable_core::encoding::{Encode as _, Encoding, Reference};
use sandtable_gridded::Gridded;
use serde::Serialize;

use crate::Peer;
use crate::process::Process;
use crate::python::Packages;

const PACKAGES: Packages = Packages {
    name: "torch-2.15.0",
    pinned: &["torch==2.15.0", "safetensors==0.8.0", "numpy==2.4.6"],
    import: "import numpy, safetensors, torch",
};
const PROGRAM: &str = include_str!("pytorch.py");

/// What a position is made of, about as the decisions of gridded battles are. All are
/// alike, so that `PyTorch` needs no padding.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct Sizes {
    positions: usize,
    units: usize,
    places: usize,
    actions: usize,
}

impl Sizes {
    /// Of as many positions as the largest batch has.
    pub(crate) fn new(positions: u32) -> Self {
        Self { positions: positions as usize, units: 32, places: 8, actions: 16 }
    }
}

/// What `PyTorch` is to do with the network.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    /// Answer.
    Judge,
    /// Learn.
    #[cfg(feature = "training")]
    Learn,
}

/// The laptop's network on random positions.
pub(crate) struct Lean {
    pub(crate) weights: Weights,
    network: Network,
    sizes: Sizes,
    pub(crate) encodings: Vec<Encoding>,
    scratch: Scratch,
}

impl Lean {
    pub(crate) fn new(sizes: Sizes) -> anyhow::Result<Self> {
        let seed = GameSeed::from_number(1);
        let weights = Weights::seeded(Shape::LAPTOP, &Gridded::ENCODER, seed)?;
        let network = Network::new(&weights, &Gridded::ENCODER)?;
        let mut rng = seed.derive("positions", 0).rng();
        let columns = Columns::of(&Gridded::ENCODER);
        let encodings = (0..sizes.positions).map(|_| noise(sizes, &columns, &mut rng)).collect();
        Ok(Self { weights, network, sizes, encodings, scratch: Scratch::default() })
    }

    /// What a position costs.
    pub(crate) fn describe(&self) -> String {
        let Sizes { units, places, actions, .. } = self.sizes;
        let flops = Shape::LAPTOP.flops(self.weights.columns(), units, places, actions) as f64 / 1e6;
        format!("{units} units, {places} places, {actions} actions; {:?}, {flops:.2} MFLOP", Shape::LAPTOP)
    }

    /// The same network in `PyTorch`, which has given the same answers.
    pub(crate) fn pytorch(&mut self, python: &str, target: &Path, work: Work) -> anyhow::Result<Process> {
        let python = PACKAGES.environment(python, target)?;
        let folder = target.join("peers");
        let (weights, inputs) = (folder.join("weights.safetensors"), folder.join("inputs.safetensors"));
        std::fs::write(&weights, self.weights.write_in(Precision::Single))?;
        let tensors = self.tensors();
        std::fs::write(&inputs, file::write("inputs", &self.sizes, &tensors, Precision::Single))?;
        let (task, settings) = match work {
            Work::Judge => ("judge", "inference mode, one thread, batches without padding"),
            #[cfg(feature = "training")]
            Work::Learn => ("learn", "eager, one thread, batches without padding"),
        };
        let mut command = Command::new(python);
        command.args(["-c", PROGRAM]).args([weights, inputs]).arg(task);
        Process::start("PyTorch", settings, &mut command)
    }

    /// The positions as tensors, and the answers to them.
    fn tensors(&mut self) -> Vec<Tensor> {
        let all = |name: &str, of: &dyn Fn(&Encoding) -> Vec<f32>| {
            let values: Vec<f32> = self.encodings.iter().flat_map(of).collect();
            Tensor { name: name.to_owned(), dimensions: vec![values.len()], values }
        };
        let pointers = |of: fn(&Reference) -> Option<u16>| {
            move |encoding: &Encoding| {
                encoding.references.iter().map(|one| of(one).map_or(-1.0, f32::from)).collect::<Vec<_>>()
            }
        };
        let mut tensors = vec![
            all("units", &|encoding| encoding.units.clone()),
            all("relations", &|encoding| encoding.relations.iter().copied().map(f32::from).collect()),
            all("places", &|encoding| encoding.places.clone()),
            all("globals", &|encoding| encoding.globals.clone()),
            all("actions", &|encoding| encoding.actions.clone()),
            all("unit", &pointers(|reference| reference.unit)),
            all("target", &pointers(|reference| reference.target)),
            all("place", &pointers(|reference| reference.place)),
        ];
        self.network.forward(&self.encodings, &mut self.scratch);
        let mut answers = [(); 4].map(|()| Vec::new());
        for answer in self.scratch.answers() {
            let parts = [answer.logits, &answer.outcome, &[answer.margin], answer.survival];
            answers.iter_mut().zip(parts).for_each(|(all, part)| all.extend_from_slice(part));
        }
        let names = ["logits", "outcome", "margin", "survival"].map(|name| format!("answer.{name}"));
        tensors.extend(names.into_iter().zip(answers).map(|(name, values)| Tensor {
            name,
            dimensions: vec![values.len()],
            values,
        }));
        tensors
    }
}

fn noise(sizes: Sizes, columns: &Columns, rng: &mut impl rand::Rng) -> Encoding {
    let Sizes { units, places, actions, .. } = sizes;
    let mut rows = |rows: usize, columns: usize| -> Vec<f32> {
        (0..rows * columns).map(|_| rng.random_range(-1.0..1.0_f32)).collect()
    };
    let mut encoding = Encoding {
        units: rows(units, columns.units),
        places: rows(places, columns.places),
        globals: rows(1, columns.globals),
        actions: rows(actions, columns.actions),
        ..Encoding::default()
    };
    let mut one_of = |count: usize| rng.random_range(0..count as u16);
    encoding.relations.extend((0..units * units).map(|_| one_of(columns.relations) as u8));
    encoding.references.extend((0..actions).map(|action| Reference {
        unit: Some(one_of(units)),
        target: action.is_multiple_of(3).then(|| one_of(units)),
        place: (!action.is_multiple_of(3)).then(|| one_of(places)),
    }));
    encoding
}

impl Peer for Lean {
    fn name(&self) -> &'static str {
        "sandtable"
    }

    fn settings(&self) -> &'static str {
        "the forward pass that plays, one thread"
    }

    fn decide(&mut self, batch: u32, batches: u32) -> anyhow::Result<Duration> {
        let batch = &self.encodings[..batch as usize];
        let start = Instant::now();
        for _ in 0..batches {
            self.network.forward(black_box(batch), &mut self.scratch);
        }
        Ok(start.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_and_answers_are_written_whole() {
        let mut lean = Lean::new(Sizes::new(3)).unwrap();
        let tensors = lean.tensors();
        let length = |name: &str| tensors.iter().find(|tensor| tensor.name == name).unwrap().values.len();
        assert_eq!((length("relations"), length("unit"), length("answer.logits")), (3 * 32 * 32, 48, 48));
        assert_eq!(
            (length("answer.outcome"), length("answer.margin"), length("answer.survival")),
            (9, 3, 96)
        );
        assert!(!lean.decide(2, 1).unwrap().is_zero());
    }
}
