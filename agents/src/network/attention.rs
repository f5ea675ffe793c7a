//! A block: every unit attends to every other, then thinks on its own.

use std::ops::Range;

use ndarray::linalg::general_mat_mul;

use super::lean::Parts;
use super::rows::{Linear, Rows, Weight};
use super::softmax::softmax;

/// A round of attention with its feed-forward layer.
#[derive(Debug)]
pub(super) struct Block {
    attention_norm: Vec<f32>,
    /// Queries, keys and values: `[width, 3 * width]`.
    input: Weight,
    /// For each head what a relation adds; as long as a code can be large.
    relations: Vec<[f32; 256]>,
    output: Linear,
    forward_norm: Vec<f32>,
    hidden: Linear,
    forward_output: Linear,
}

/// The memory of the attention.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// `[units, 3 * width]`.
    input: Rows,
    /// Of one position and one head: `[units, units]`.
    scores: Rows,
}

impl Block {
    pub(super) fn of(parts: &mut Parts<'_>) -> Self {
        let table = |row: &[f32]| std::array::from_fn(|code| row.get(code).copied().unwrap_or(0.0));
        Self {
            attention_norm: parts.vector(),
            input: parts.weight(),
            relations: parts.weight().iter().map(table).collect(),
            output: parts.linear(),
            forward_norm: parts.vector(),
            hidden: parts.linear(),
            forward_output: parts.linear(),
        }
    }

    /// Adds what the block makes of the tokens to them. `positions` are each position's
    /// rows among the tokens and its relations.
    pub(super) fn apply<'a>(
        &self,
        tokens: &mut Rows,
        positions: impl Iterator<Item = (Range<usize>, &'a [u8])>,
        heads: usize,
        normed: &mut Rows,
        wide: &mut Rows,
        scratch: &mut Scratch,
    ) {
        normed.normalised(tokens, &self.attention_norm);
        scratch.input.product(normed, &self.input);
        for (units, relations) in positions {
            for head in 0..heads {
                self.attend(head, heads, units.clone(), relations, normed, scratch);
            }
        }
        tokens.add(&self.output.bias);
        tokens.add_product(normed, &self.output.weight);

        normed.normalised(tokens, &self.forward_norm);
        wide.product(normed, &self.hidden.weight);
        wide.add_relu(&self.hidden.bias);
        tokens.add(&self.forward_output.bias);
        tokens.add_product(wide, &self.forward_output.weight);
    }

    /// One head of one position; fills its part of `out`, `[units, width]`.
    fn attend(
        &self,
        head: usize,
        heads: usize,
        units: Range<usize>,
        relations: &[u8],
        out: &mut Rows,
        scratch: &mut Scratch,
    ) {
        let Scratch { input, scores } = scratch;
        let width = self.output.bias.len();
        let size = width / heads;
        let part = |of: usize| of * width + head * size..of * width + (head + 1) * size;
        let [queries, keys, values] = [0, 1, 2].map(|of| input.part(units.clone(), part(of)));
        scores.reset(units.len(), units.len());
        let bias = &self.relations[head];
        for (score, &relation) in scores.values_mut().iter_mut().zip(relations) {
            *score = bias[usize::from(relation)];
        }
        let scale = 1.0 / (size as f32).sqrt();
        general_mat_mul(scale, &queries, &keys.t(), 1.0, &mut scores.view_mut());
        for row in scores.iter_mut() {
            softmax(row);
        }
        general_mat_mul(1.0, &scores.view(), &values, 0.0, &mut out.part_mut(units, part(0)));
    }
}
