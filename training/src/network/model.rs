//! The forward pass in burn.

use std::collections::BTreeMap;

use burn::tensor::activation::{log_softmax, relu, sigmoid, softmax};
use burn::tensor::{Device, Tensor, TensorData};
use sandtable_agents::network::{self, EPSILON, Shape, Weights, WeightsError};

use super::inputs::{Inputs, Pointer};

/// The network on a device: tensors by the names that weight files use. Biases and other
/// rows of numbers are `[1, numbers]` here.
#[derive(Clone, Debug)]
pub struct Model {
    shape: Shape,
    tensors: BTreeMap<String, Tensor<2>>,
}

/// What the network makes of a batch.
#[derive(Clone, Debug)]
pub struct Outputs {
    /// `[batch, actions]`: logarithms of the policy; far below zero for padding.
    pub policy: Tensor<2>,
    /// `[batch, 3]`: logarithms of the chances to win, draw and lose.
    pub outcome: Tensor<2>,
    /// `[batch, 1]`, in [-1, 1].
    pub margin: Tensor<2>,
    /// `[batch, units]`: logits; of no meaning for padding.
    pub survival: Tensor<2>,
}

/// What takes padding out of a softmax: its exponential is zero in single precision.
const NEVER: f32 = -1e9;

impl Model {
    /// The network of these weights on a device.
    pub fn new(weights: &Weights, device: &Device) -> Self {
        let tensors = weights.tensors().iter().map(|tensor| {
            let data = TensorData::new(tensor.values.clone(), in_rows(&tensor.dimensions));
            (tensor.name.clone(), Tensor::from_data(data, device))
        });
        Self { shape: *weights.shape(), tensors: tensors.collect() }
    }

    /// The weights: `like` with this model's numbers.
    ///
    /// # Errors
    /// [`WeightsError::NotFinite`] when learning went astray.
    pub fn weights(&self, like: &Weights) -> Result<Weights, WeightsError> {
        like.with_tensors(named(like, |name| self.tensor(name)))
    }

    /// The tensors by name.
    pub fn tensors(&self) -> &BTreeMap<String, Tensor<2>> {
        &self.tensors
    }

    /// The same network with every tensor made anew.
    #[must_use]
    pub fn map(self, mut with: impl FnMut(&str, Tensor<2>) -> Tensor<2>) -> Self {
        let tensors = self.tensors.into_iter().map(|(name, tensor)| {
            let new = with(&name, tensor);
            (name, new)
        });
        Self { tensors: tensors.collect(), ..self }
    }

    fn tensor(&self, name: &str) -> Tensor<2> {
        self.tensors.get(name).expect("weights have every part of their shape").clone()
    }

    fn weight(&self, name: &str, of: Tensor<2>) -> Tensor<2> {
        of.matmul(self.tensor(&format!("{name}.weight")))
    }

    fn linear(&self, name: &str, of: Tensor<2>) -> Tensor<2> {
        self.weight(name, of) + self.tensor(&format!("{name}.bias"))
    }

    /// Brings every row to a mean square of one, times a gain.
    fn norm(&self, name: &str, of: Tensor<2>) -> Tensor<2> {
        let scale = of.clone().square().mean_dim(1).add_scalar(EPSILON).sqrt();
        of / scale * self.tensor(name)
    }

    /// Judges a batch.
    pub fn forward(&self, inputs: &Inputs) -> Outputs {
        let width = self.shape.width;
        let [batch, units] = inputs.is_unit.dims();
        let known = self.weight("globals", inputs.globals.clone()).reshape([batch, 1, width]);
        let tokens = self.linear("units", inputs.units.clone()).reshape([batch, units, width]) + known;
        let mut tokens = tokens.reshape([batch * units, width]);
        let absent = (inputs.is_unit.clone() - 1.0) * -NEVER;
        let absent = absent.reshape([batch, 1, 1, units]);
        for block in 0..self.shape.blocks {
            tokens = self.block(block, tokens, inputs, absent.clone());
        }
        let tokens = self.norm("norm", tokens);
        let battle = self.battle(tokens.clone(), inputs);
        let values = self.linear("value.output", relu(self.linear("value.hidden", battle.clone())));
        let outcome = log_softmax(values.clone().narrow(1, 0, 3), 1);
        let margin = values.narrow(1, 3, 1).tanh();
        let survival = self.linear("survival", tokens.clone()).reshape([batch, units]);
        Outputs { policy: self.policy(tokens, battle, inputs), outcome, margin, survival }
    }

    fn block(&self, block: usize, tokens: Tensor<2>, inputs: &Inputs, absent: Tensor<4>) -> Tensor<2> {
        let name = |part: &str| format!("blocks.{block}.{part}");
        let Shape { width, heads, .. } = self.shape;
        let [batch, units] = inputs.is_unit.dims();
        let input = self.weight(&name("attention.input"), self.norm(&name("attention.norm"), tokens.clone()));
        let part = |of: usize| {
            let part = input.clone().narrow(1, of * width, width);
            part.reshape([batch, units, heads, width / heads]).swap_dims(1, 2)
        };
        let bias = inputs.relations.clone().matmul(self.tensor(&name("attention.relations")).transpose());
        let bias = bias.reshape([batch, units, units, heads]).permute([0, 3, 1, 2]);
        let scale = 1.0 / ((width / heads) as f32).sqrt();
        let scores = part(0).matmul(part(1).transpose()) * scale + bias + absent;
        let attended = softmax(scores, 3).matmul(part(2));
        let attended = attended.swap_dims(1, 2).reshape([batch * units, width]);
        let tokens = tokens + self.linear(&name("attention.output"), attended);

        let normed = self.norm(&name("forward.norm"), tokens.clone());
        let hidden = relu(self.linear(&name("forward.hidden"), normed));
        tokens + self.linear(&name("forward.output"), hidden)
    }

    /// The battle's row: `[batch, width]`.
    fn battle(&self, tokens: Tensor<2>, inputs: &Inputs) -> Tensor<2> {
        let [batch, units] = inputs.is_unit.dims();
        let is_unit = inputs.is_unit.clone();
        let share = is_unit.clone() / is_unit.sum_dim(1).clamp_min(1.0);
        let tokens = tokens.reshape([batch, units, self.shape.width]);
        let mean = (tokens * share.reshape([batch, units, 1])).sum_dim(1).reshape([batch, self.shape.width]);
        relu(self.weight("context.units", mean) + self.linear("context.globals", inputs.globals.clone()))
    }

    /// Logarithms of the policy: `[batch, actions]`.
    fn policy(&self, tokens: Tensor<2>, battle: Tensor<2>, inputs: &Inputs) -> Tensor<2> {
        let width = self.shape.width;
        let [batch, actions] = inputs.is_action.dims();
        let places = relu(self.linear("policy.place.hidden", inputs.places.clone()));
        let at = |rows: Tensor<2>, pointer: &Pointer| {
            rows.select(0, pointer.row.clone()) * pointer.is_there.clone()
        };
        let sum = self.linear("policy.action", inputs.actions.clone())
            + at(self.weight("policy.unit", tokens.clone()), &inputs.unit)
            + at(self.weight("policy.target", tokens), &inputs.target)
            + at(self.weight("policy.place.output", places), &inputs.place);
        let known = self.weight("policy.context", battle).reshape([batch, 1, width]);
        let sum = sum.reshape([batch, actions, width]) + known;
        let hidden = relu(self.linear("policy.hidden", relu(sum.reshape([batch * actions, width]))));
        let scores = self.weight("policy.output", hidden).reshape([batch, actions]);
        log_softmax(scores + (inputs.is_action.clone() - 1.0) * -NEVER, 1)
    }
}

impl Outputs {
    /// The parts of units that fight on: `[batch, units]`, in [0, 1].
    pub fn survival(&self) -> Tensor<2> {
        sigmoid(self.survival.clone())
    }
}

/// Dimensions with a row of numbers as a matrix of one row.
pub(crate) fn in_rows(dimensions: &[usize]) -> [usize; 2] {
    match *dimensions {
        [columns] => [1, columns],
        [rows, columns] => [rows, columns],
        _ => unreachable!("a part of a shape is a row or a matrix"),
    }
}

/// Tensors on a device as the weights that have their names and dimensions.
pub(crate) fn named(like: &Weights, of: impl Fn(&str) -> Tensor<2>) -> Vec<network::Tensor> {
    let tensors = like.tensors().iter().map(|tensor| network::Tensor {
        name: tensor.name.clone(),
        dimensions: tensor.dimensions.clone(),
        values: of(&tensor.name).into_data().iter::<f32>().collect(),
    });
    tensors.collect()
}
