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
}

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
        let device = device.clone().autodiff();
        let model = Model::new(weights, &device).map(|_, tensor| tensor.require_grad());
        let optimiser = Optimiser::new(&schedule);
        Self { like: weights.clone(), model, optimiser, schedule, step: 0, device }
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

    /// Learns from a batch.
    ///
    /// # Errors
    /// [`Diverged`]; the weights are then as they were before the step.
    ///
    /// # Panics
    /// When the batch is empty, or encoded by another encoder.
    pub fn step(&mut self, batch: &Batch) -> Result<Losses, Diverged> {
        let losses = self.loss_tensors(batch);
        let gradients = losses[4].backward();
        let gradients = optimiser::gradients(&self.model, &gradients);
        let length = optimiser::length(&gradients);
        let rate = self.schedule.rate_at(self.step);
        let losses = read(losses, length, rate);
        if !(losses.total.is_finite() && length.is_finite()) {
            return Err(Diverged { step: self.step });
        }
        let most = self.schedule.clip as f32;
        let shorten = if length > most { most / length } else { 1.0 };
        self.optimiser.step(&mut self.model, gradients, rate, shorten);
        self.step += 1;
        Ok(losses)
    }

    /// How far the answers to a batch are from its targets; nothing is learned.
    ///
    /// # Panics
    /// As [`step`](Self::step).
    pub fn losses(&self, batch: &Batch) -> Losses {
        read(self.loss_tensors(batch), 0.0, 0.0)
    }

    fn loss_tensors(&self, batch: &Batch) -> [Tensor<1>; 5] {
        let inputs = Inputs::new(&batch.encodings, self.like.columns(), &self.device);
        let ([_, actions], [_, units]) = (inputs.is_action.dims(), inputs.is_unit.dims());
        let targets = Targets::new(batch, actions, units, &self.device);
        targets.losses(self.model.forward(&inputs), &self.schedule.shares)
    }
}

/// All numbers at once: a graphics card answers once.
fn read(losses: [Tensor<1>; 5], gradient: f32, rate: f64) -> Losses {
    let data = Tensor::cat(losses.into(), 0).into_data();
    let mut numbers = data.iter::<f32>();
    let mut next = || numbers.next().expect("five losses");
    let [policy, outcome, margin, survival, total] = std::array::from_fn(|_| next());
    Losses { policy, outcome, margin, survival, total, gradient, rate }
}
