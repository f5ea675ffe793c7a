//! What learns from decisions: the network, the losses and the optimiser.
//!
//! # Overview
//!
//! | file | what is in it |
//! |---|---|
//! | `batch` | decisions with what should be said of them |
//! | `losses` | how far the answers are from that |
//! | `schedule` | how fast it learns, and what counts how much |
//! | `optimiser` | `AdamW` over all tensors, with a shortened gradient |
//! | `checkpoint` | everything on disk, exact |
//! | `device` | devices by name |
//!
//! A learner is a function of its seed and its batches: on one device of one machine the
//! same steps make the same bits, on any number of threads, and a learner that was saved
//! and loaded goes on as if nothing had happened.

mod batch;
mod checkpoint;
mod device;
mod losses;
mod optimiser;
mod schedule;

use burn::tensor::{Device, Tensor};
use sandtable_agents::network::{Shape, Weights, WeightsError};
use sandtable_core::GameSeed;
use sandtable_core::encoding::Encoder;

pub use batch::{Batch, Target};
pub use checkpoint::{CHECKPOINT, CheckpointError};
pub use device::{DEVICES, DeviceError, device};
pub use losses::Losses;
pub use schedule::{Schedule, Shares};

use crate::network::{Inputs, Model};
use batch::Part;
use losses::Targets;
use optimiser::Optimiser;

/// A network that learns. See the [module](self).
pub struct Learner {
    /// What the network is for; its numbers are those that it began with.
    like: Weights,
    model: Model,
    optimiser: Optimiser,
    schedule: Schedule,
    step: u64,
    device: Device,
    /// So many decisions of a batch go through the network together.
    at_once: usize,
}

/// What a processor's caches hold: larger parts take twice as long a decision.
const AT_ONCE: usize = 64;

/// Learning went astray: the loss or its gradient is infinite or no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("learning went astray at step {step}: go back to the last checkpoint and write a lower `rate`")]
pub struct Diverged {
    /// The step, from 0.
    pub step: u64,
}

impl Learner {
    /// A learner that begins with seeded weights.
    ///
    /// # Errors
    /// [`WeightsError::Shape`].
    pub fn new(
        shape: Shape,
        encoder: &Encoder,
        seed: GameSeed,
        device: &Device,
        schedule: Schedule,
    ) -> Result<Self, WeightsError> {
        Ok(Self::from_weights(&Weights::seeded(shape, encoder, seed)?, device, schedule))
    }

    /// A learner that begins with these weights and an optimiser that knows nothing.
    pub fn from_weights(weights: &Weights, device: &Device, schedule: Schedule) -> Self {
        let at_once = if *device == Device::flex() { AT_ONCE } else { usize::MAX };
        let device = device.clone().autodiff();
        let model = Model::new(weights, &device).map(|_, tensor| tensor.require_grad());
        let optimiser = Optimiser::new(&schedule);
        Self { like: weights.clone(), model, optimiser, schedule, step: 0, device, at_once }
    }

    /// How many steps it has learned.
    pub fn steps(&self) -> u64 {
        self.step
    }

    /// How it learns.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The weights now.
    ///
    /// # Errors
    /// [`WeightsError::NotFinite`] when learning went astray.
    pub fn weights(&self) -> Result<Weights, WeightsError> {
        self.model.weights(&self.like)
    }

    /// Learns from a batch, all of it in one step.
    ///
    /// # Errors
    /// [`Diverged`]; the weights are then as they were before the step.
    ///
    /// # Panics
    /// When the batch is empty, or encoded by another encoder.
    pub fn step(&mut self, batch: &Batch) -> Result<Losses, Diverged> {
        let (mut losses, mut sum) = (Losses::default(), None);
        for part in batch.parts(self.at_once) {
            let tensors = self.loss_tensors(&part);
            let gradients = optimiser::gradients(&self.model, &tensors[4].backward());
            losses.add(tensors);
            sum = Some(match sum {
                None => gradients,
                Some(sum) => optimiser::added(sum, gradients),
            });
        }
        let gradients = sum.expect("a batch has a decision");
        losses.gradient = optimiser::length(&gradients);
        losses.rate = self.schedule.rate_at(self.step);
        if !(losses.total.is_finite() && losses.gradient.is_finite()) {
            return Err(Diverged { step: self.step });
        }
        let most = self.schedule.clip as f32;
        let shorten = if losses.gradient > most { most / losses.gradient } else { 1.0 };
        self.optimiser.step(&mut self.model, gradients, losses.rate, shorten);
        self.step += 1;
        Ok(losses)
    }

    /// How far the answers to a batch are from its targets; nothing is learned.
    ///
    /// # Panics
    /// As [`step`](Self::step).
    pub fn losses(&self, batch: &Batch) -> Losses {
        let mut losses = Losses::default();
        for part in batch.parts(self.at_once) {
            losses.add(self.loss_tensors(&part));
        }
        losses
    }

    fn loss_tensors(&self, part: &Part<'_>) -> [Tensor<1>; 5] {
        let inputs = Inputs::new(&part.encodings, self.like.columns(), &self.device);
        let ([_, actions], [_, units]) = (inputs.is_action.dims(), inputs.is_unit.dims());
        let targets = Targets::new(part, actions, units, &self.device);
        targets.losses(self.model.forward(&inputs), &self.schedule.shares)
    }
}
