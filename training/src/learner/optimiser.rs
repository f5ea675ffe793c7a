//! `AdamW` over all tensors of a model.
//!
//! burn's optimiser of modules knows parameters by numbers that it draws; here they are
//! known by name, so that a checkpoint says which moments belong to which tensor.

use std::collections::BTreeMap;

use burn::optim::{AdamW, AdamWConfig, AdamWState, Optimizer as _};
use burn::tensor::{Gradients, Tensor};

use super::schedule::Schedule;
use crate::network::Model;

/// The optimiser and what it remembers of each tensor.
pub(super) struct Optimiser {
    /// For the weights of products, which shrink.
    shrinking: AdamW,
    /// For all other numbers.
    plain: AdamW,
    pub(super) states: BTreeMap<String, AdamWState<2>>,
}

/// Gradients by the names of their tensors.
pub(super) type ByName = BTreeMap<String, Tensor<2>>;

impl Optimiser {
    pub(super) fn new(schedule: &Schedule) -> Self {
        let config = AdamWConfig::new().with_epsilon(1e-8);
        Self {
            shrinking: config.clone().with_weight_decay(schedule.decay as f32).build(),
            plain: config.with_weight_decay(0.0).build(),
            states: BTreeMap::new(),
        }
    }

    /// One step down these gradients, each multiplied by `shorten`.
    pub(super) fn step(&mut self, model: &mut Model, mut gradients: ByName, rate: f64, shorten: f32) {
        *model = model.clone().map(|name, tensor| {
            let gradient = gradients.remove(name).expect("every tensor has a gradient");
            let gradient = if shorten < 1.0 { gradient * shorten } else { gradient };
            let optimiser = if name.ends_with(".weight") { &self.shrinking } else { &self.plain };
            let state = self.states.remove(name);
            let (tensor, state) = optimiser.step(rate, tensor.inner(), gradient, state);
            self.states.extend(state.map(|state| (name.to_owned(), state)));
            Tensor::from_inner(tensor).require_grad()
        });
    }
}

/// Every tensor's gradient: zeros where the loss does not depend on it.
pub(super) fn gradients(model: &Model, all: &Gradients) -> ByName {
    let gradient = |(name, tensor): (&String, &Tensor<2>)| {
        let zeros = || tensor.clone().inner().zeros_like();
        (name.clone(), tensor.grad(all).unwrap_or_else(zeros))
    };
    model.tensors().iter().map(gradient).collect()
}

/// The sum of gradients.
pub(super) fn added(sum: ByName, mut more: ByName) -> ByName {
    let both = |(name, gradient): (String, Tensor<2>)| {
        let more = more.remove(&name).expect("every tensor has a gradient");
        (name, gradient + more)
    };
    sum.into_iter().map(both).collect()
}

/// The length of all gradients together.
pub(super) fn length(gradients: &ByName) -> f32 {
    let squares = gradients.values().map(|gradient| gradient.clone().square().sum());
    Tensor::cat(squares.collect(), 0).sum().sqrt().into_scalar()
}
