//! What is wrong with the answers, as numbers.

use burn::tensor::activation::relu;
use burn::tensor::{Device, Tensor};

use super::batch::{Part, Target};
use super::schedule::Shares;
use crate::network::{Outputs, matrix};

/// How far the answers were from their targets at a step: means over what counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// The policy's cross-entropy, in nats: at least the entropy of its targets.
    pub policy: f32,
    /// The cross-entropy of win, draw and loss, in nats: at least the entropy of its targets.
    pub outcome: f32,
    /// The square of the margin's error.
    pub margin: f32,
    /// The cross-entropy of survival, in nats a unit.
    pub survival: f32,
    /// Their sum by shares: what is made smaller.
    pub total: f32,
    /// The length of the gradient before it was shortened.
    pub gradient: f32,
    /// The learning rate of the step.
    pub rate: f64,
}

impl Losses {
    /// Adds those of a part of the batch. All numbers are read at once: a graphics card
    /// answers once.
    pub(super) fn add(&mut self, tensors: [Tensor<1>; 5]) {
        let data = Tensor::cat(tensors.into(), 0).into_data();
        let sums =
            [&mut self.policy, &mut self.outcome, &mut self.margin, &mut self.survival, &mut self.total];
        for (sum, number) in sums.into_iter().zip(data.iter::<f32>()) {
            *sum += number;
        }
    }
}

/// Targets as tensors, padded like their inputs.
pub(super) struct Targets {
    policy: Tensor<2>,
    /// Of policy, outcome and margin, `[part, 1]`; each adds up to 1 over the batch, or to 0
    /// where nothing counts.
    weights: [Tensor<2>; 3],
    outcome: Tensor<2>,
    margin: Tensor<2>,
    survival: Tensor<2>,
    /// `[part, units]`; adds up in the same way.
    survival_weight: Tensor<2>,
}

impl Targets {
    /// Lays out the targets beside this many actions and units.
    pub(super) fn new(part: &Part<'_>, actions: usize, units: usize, device: &Device) -> Self {
        let count = part.targets.len();
        let padded = |columns: usize, row: &dyn Fn(&Target) -> Vec<f32>| {
            let mut values = Vec::with_capacity(count * columns);
            for (number, target) in part.targets.iter().enumerate() {
                values.extend(row(target));
                values.resize((number + 1) * columns, 0.0);
            }
            matrix(values, [count, columns], device)
        };
        let totals = &part.totals;
        let weights =
            |of: &dyn Fn(&Target) -> f32, total: f32| padded(1, &|target| vec![of(target) * share_of(total)]);
        Self {
            policy: padded(actions, &|target| {
                if target.policy_weight == 0.0 { Vec::new() } else { target.policy.clone() }
            }),
            weights: [
                weights(&|target| target.policy_weight, totals.policy),
                weights(&|target| target.outcome_weight, totals.outcome),
                weights(&|target| target.margin_weight, totals.margin),
            ],
            outcome: padded(3, &|target| target.outcome.to_vec()),
            margin: padded(1, &|target| vec![target.margin]),
            survival: padded(units, &|target| {
                if target.survival_weight == 0.0 { Vec::new() } else { target.survival.clone() }
            }),
            survival_weight: padded(units, &|target| {
                let units = if target.survival_weight == 0.0 { 0 } else { target.survival.len() };
                let share = target.survival_weight * share_of(totals.survival);
                vec![share / units.max(1) as f32; units]
            }),
        }
    }

    /// Policy, outcome, margin, survival and their sum by shares, `[1]` each.
    pub(super) fn losses(self, outputs: Outputs, shares: &Shares) -> [Tensor<1>; 5] {
        let [policy_weight, outcome_weight, margin_weight] = self.weights;
        let policy = (self.policy * outputs.policy).sum_dim(1).neg();
        let policy = (policy * policy_weight).sum();
        let outcome = (self.outcome * outputs.outcome).sum_dim(1).neg();
        let outcome = (outcome * outcome_weight).sum();
        let margin = ((outputs.margin - self.margin).square() * margin_weight).sum();
        let logits = outputs.survival;
        // The cross-entropy of a logit, in a form that neither overflows nor cancels.
        let survival =
            relu(logits.clone()) - logits.clone() * self.survival + logits.abs().neg().exp().log1p();
        let survival = (survival * self.survival_weight).sum();
        let total = policy.clone() * shares.policy
            + outcome.clone() * shares.outcome
            + margin.clone() * shares.margin
            + survival.clone() * shares.survival;
        [policy, outcome, margin, survival, total]
    }
}

/// What weights with this sum are multiplied by to add up to one.
fn share_of(total: f32) -> f32 {
    if total > 0.0 { 1.0 / total } else { 0.0 }
}
