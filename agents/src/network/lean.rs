//! The forward pass.

use std::borrow::Borrow;
use std::ops::Range;

use sandtable_core::encoding::{Encoder, Encoding, Reference};

use super::attention::Block;
use super::rows::{Linear, Rows, Weight, add};
use super::shape::{Columns, Shape, VALUES};
use super::softmax::{sigmoid, softmax};
use super::weights::{Weights, WeightsError};

/// A network, ready to judge. Immutable: threads share it.
#[derive(Debug)]
pub struct Network {
    shape: Shape,
    columns: Columns,
    units: Linear,
    globals: Weight,
    blocks: Vec<Block>,
    norm: Vec<f32>,
    context_units: Weight,
    context_globals: Linear,
    value_hidden: Linear,
    value_output: Linear,
    survival: Linear,
    policy: Policy,
}

/// The pointer head: what an action's row, its unit, its target, its place and the battle
/// add up to, seen through two layers.
#[derive(Debug)]
struct Policy {
    action: Linear,
    unit: Weight,
    target: Weight,
    place_hidden: Linear,
    place_output: Weight,
    context: Weight,
    hidden: Linear,
    output: Weight,
}

/// The memory of the forward pass, kept from one batch to the next, and its answers.
#[derive(Debug, Default)]
pub struct Scratch {
    spans: Vec<Span>,
    input: Rows,
    globals: Rows,
    tokens: Rows,
    normed: Rows,
    context: Rows,
    wide: Rows,
    pub(super) attention: super::attention::Scratch,
    places: Rows,
    unit: Rows,
    target: Rows,
    values: Rows,
    survival: Rows,
    logits: Rows,
}

/// Where a position's rows lie among those of the batch.
#[derive(Clone, Debug, Default)]
pub(super) struct Span {
    pub(super) units: Range<usize>,
    places: Range<usize>,
    actions: Range<usize>,
}

/// What the network makes of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer<'a> {
    /// One for each legal action: their softmax is the policy.
    pub logits: &'a [f32],
    /// The chances that the deciding seat wins, draws and loses.
    pub outcome: [f32; 3],
    /// By how much the deciding seat wins, in [-1, 1].
    pub margin: f32,
    /// The part of each unit that will fight on at the end, in [0, 1].
    pub survival: &'a [f32],
}

impl Scratch {
    /// The answers to the last batch, in its order.
    pub fn answers(&self) -> impl ExactSizeIterator<Item = Answer<'_>> {
        self.spans.iter().enumerate().map(|(position, span)| {
            let &[win, draw, loss, margin] = self.values.row(position) else {
                unreachable!("the network has four values");
            };
            Answer {
                logits: &self.logits.values()[span.actions.clone()],
                outcome: [win, draw, loss],
                margin,
                survival: &self.survival.values()[span.units.clone()],
            }
        })
    }
}

impl Network {
    /// Builds the network of these weights for what this encoder writes.
    ///
    /// # Errors
    /// [`WeightsError::Encoder`] or [`WeightsError::Columns`] when they were trained for
    /// another encoder.
    pub fn new(weights: &Weights, encoder: &Encoder) -> Result<Self, WeightsError> {
        weights.check(encoder)?;
        let mut parts = Parts(weights.tensors().iter());
        let blocks = weights.shape().blocks;
        Ok(Self {
            shape: *weights.shape(),
            columns: *weights.columns(),
            units: parts.linear(),
            globals: parts.weight(),
            blocks: (0..blocks).map(|_| Block::of(&mut parts)).collect(),
            norm: parts.vector(),
            context_units: parts.weight(),
            context_globals: parts.linear(),
            value_hidden: parts.linear(),
            value_output: parts.linear(),
            survival: parts.linear(),
            policy: Policy {
                action: parts.linear(),
                unit: parts.weight(),
                target: parts.weight(),
                place_hidden: parts.linear(),
                place_output: parts.weight(),
                context: parts.weight(),
                hidden: parts.linear(),
                output: parts.weight(),
            },
        })
    }

    /// The network's size.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Judges positions. The answers are in `scratch` afterwards; each has the same bits
    /// whatever else is in the batch, for one build on one processor.
    ///
    /// Nothing is allocated here once `scratch` has met a batch as large; the matrix
    /// products pack their operands into buffers of their own.
    ///
    /// # Panics
    /// When an encoding is not what this network's encoder writes.
    pub fn forward<E: Borrow<Encoding>>(&self, encodings: &[E], scratch: &mut Scratch) {
        self.lay_out(encodings, scratch);
        self.embed(encodings, scratch);
        for block in &self.blocks {
            let Scratch { tokens, normed, wide, attention, spans, .. } = scratch;
            let relations = encodings.iter().map(|encoding| &*encoding.borrow().relations);
            let spans = spans.iter().map(|span| span.units.clone());
            block.apply(tokens, spans.zip(relations), self.shape.heads, normed, wide, attention);
        }
        self.conclude(scratch);
        self.point(encodings, scratch);
    }

    /// Says where each position's rows lie.
    fn lay_out<E: Borrow<Encoding>>(&self, encodings: &[E], scratch: &mut Scratch) {
        scratch.spans.clear();
        let mut end = Span::default();
        for encoding in encodings {
            let encoding = encoding.borrow();
            let rows = |values: &[f32], columns: usize| {
                let rows = values.len().checked_div(columns).unwrap_or(0);
                assert_eq!(values.len(), rows * columns, "an encoding's rows are as its encoder says");
                rows
            };
            let units = rows(&encoding.units, self.columns.units);
            assert_eq!(encoding.relations.len(), units * units, "an encoding relates all its units");
            let known = |relation: &u8| usize::from(*relation) < self.columns.relations;
            assert!(encoding.relations.iter().all(known), "an encoder names all its relations");
            assert_eq!(encoding.globals.len(), self.columns.globals, "an encoding tells of its battle");
            let actions = encoding.references.len();
            assert_eq!(
                encoding.actions.len(),
                actions * self.columns.actions,
                "an encoding's actions are as its encoder says"
            );
            let next = |from: &Range<usize>, rows: usize| from.end..from.end + rows;
            end = Span {
                units: next(&end.units, units),
                places: next(&end.places, rows(&encoding.places, self.columns.places)),
                actions: next(&end.actions, actions),
            };
            scratch.spans.push(end.clone());
        }
    }

    /// Tokens of units that know of the battle: `[units, width]`.
    fn embed<E: Borrow<Encoding>>(&self, encodings: &[E], scratch: &mut Scratch) {
        let Scratch { spans, input, globals, tokens, context, .. } = scratch;
        input.begin(self.columns.units);
        globals.begin(self.columns.globals);
        for (encoding, span) in encodings.iter().zip(&*spans) {
            input.push(&encoding.borrow().units, span.units.len());
            globals.push(&encoding.borrow().globals, 1);
        }
        tokens.product(input, &self.units.weight);
        context.product(globals, &self.globals);
        for (position, span) in spans.iter().enumerate() {
            let known = context.row_mut(position);
            add(known, &self.units.bias);
            for unit in span.units.clone() {
                add(tokens.row_mut(unit), known);
            }
        }
    }

    /// The battle's row, and from it and the tokens the values and the survival.
    fn conclude(&self, scratch: &mut Scratch) {
        let Scratch { spans, globals, tokens, normed, context, wide, values, survival, .. } = scratch;
        normed.normalised(tokens, &self.norm);
        wide.reset(spans.len(), self.shape.width);
        for (mean, span) in wide.iter_mut().zip(&*spans) {
            mean.fill(0.0);
            for unit in span.units.clone() {
                add(mean, normed.row(unit));
            }
            let share = 1.0 / span.units.len().max(1) as f32;
            for value in mean {
                *value *= share;
            }
        }
        context.product(wide, &self.context_units);
        context.add_product(globals, &self.context_globals.weight);
        context.add_relu(&self.context_globals.bias);

        wide.product(context, &self.value_hidden.weight);
        wide.add_relu(&self.value_hidden.bias);
        values.product(wide, &self.value_output.weight);
        values.add(&self.value_output.bias);
        for row in values.iter_mut() {
            softmax(&mut row[..VALUES - 1]);
            row[VALUES - 1] = row[VALUES - 1].tanh();
        }
        survival.product(normed, &self.survival.weight);
        survival.add(&self.survival.bias);
        for part in survival.values_mut() {
            *part = sigmoid(*part);
        }
    }

    /// Scores the actions.
    fn point<E: Borrow<Encoding>>(&self, encodings: &[E], scratch: &mut Scratch) {
        let Scratch { spans, input, tokens, normed, context, wide, places, unit, target, logits, .. } =
            scratch;
        let policy = &self.policy;
        unit.product(normed, &policy.unit);
        target.product(normed, &policy.target);
        input.begin(self.columns.places);
        for (encoding, span) in encodings.iter().zip(&*spans) {
            input.push(&encoding.borrow().places, span.places.len());
        }
        wide.product(input, &policy.place_hidden.weight);
        wide.add_relu(&policy.place_hidden.bias);
        places.product(wide, &policy.place_output);
        // The tokens are needed no more: their memory holds the battle's rows from here on.
        tokens.product(context, &policy.context);

        input.begin(self.columns.actions);
        for (encoding, span) in encodings.iter().zip(&*spans) {
            input.push(&encoding.borrow().actions, span.actions.len());
        }
        wide.product(input, &policy.action.weight);
        for (position, (encoding, span)) in encodings.iter().zip(&*spans).enumerate() {
            let known = tokens.row_mut(position);
            add(known, &policy.action.bias);
            let references = &encoding.borrow().references;
            for (&Reference { unit: by, target: to, place }, row) in
                references.iter().zip(span.actions.clone())
            {
                let row = wide.row_mut(row);
                add(row, known);
                for (part, rows, span) in
                    [(by, &*unit, &span.units), (to, &*target, &span.units), (place, &*places, &span.places)]
                {
                    if let Some(number) = part {
                        assert!(usize::from(number) < span.len(), "a reference names a row of its encoding");
                        add(row, rows.row(span.start + usize::from(number)));
                    }
                }
                for value in row {
                    *value = value.max(0.0);
                }
            }
        }
        input.product(wide, &policy.hidden.weight);
        input.add_relu(&policy.hidden.bias);
        logits.product(input, &policy.output);
    }
}

/// Takes a network's tensors one after another, in the order of [`Shape::parts`].
pub(super) struct Parts<'a>(std::slice::Iter<'a, super::weights::Tensor>);

impl Parts<'_> {
    pub(super) fn vector(&mut self) -> Vec<f32> {
        self.0.next().expect("weights have every part of their shape").values.clone()
    }

    pub(super) fn weight(&mut self) -> Weight {
        let tensor = self.0.next().expect("weights have every part of their shape");
        let &[rows, columns] = &*tensor.dimensions else {
            unreachable!("`{}` is a matrix", tensor.name);
        };
        Weight::of(&tensor.values, rows, columns)
    }

    pub(super) fn linear(&mut self) -> Linear {
        Linear { weight: self.weight(), bias: self.vector() }
    }
}
