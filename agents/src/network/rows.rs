//! Matrices in memory that is kept, and the layers on them.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2, Axis};

/// A matrix, row after row, whose memory is kept from one batch to the next.
#[derive(Debug, Default)]
pub(super) struct Rows {
    values: Vec<f32>,
    count: usize,
    columns: usize,
}

impl Rows {
    /// Takes this size; what it holds is of no meaning.
    pub(super) fn reset(&mut self, rows: usize, columns: usize) {
        self.values.resize(rows * columns, 0.0);
        (self.count, self.columns) = (rows, columns);
    }

    /// Becomes empty with this many columns, to be filled by [`push`](Self::push).
    pub(super) fn begin(&mut self, columns: usize) {
        self.values.clear();
        (self.count, self.columns) = (0, columns);
    }

    /// Adds whole rows.
    pub(super) fn push(&mut self, values: &[f32], rows: usize) {
        debug_assert_eq!(values.len(), rows * self.columns);
        self.values.extend_from_slice(values);
        self.count += rows;
    }

    pub(super) fn row(&self, row: usize) -> &[f32] {
        &self.values[row * self.columns..][..self.columns]
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut [f32] {
        &mut self.values[row * self.columns..][..self.columns]
    }

    /// All rows one after another; a single one without columns has no length, so that
    /// there are none then.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        self.values.chunks_exact_mut(self.columns.max(1))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[f32]> {
        self.values.chunks_exact(self.columns.max(1))
    }

    pub(super) fn values(&self) -> &[f32] {
        &self.values
    }

    pub(super) fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    pub(super) fn view(&self) -> ArrayView2<'_, f32> {
        ArrayView2::from_shape((self.count, self.columns), &self.values).expect("as long as its size says")
    }

    pub(super) fn view_mut(&mut self) -> ArrayViewMut2<'_, f32> {
        ArrayViewMut2::from_shape((self.count, self.columns), &mut self.values)
            .expect("as long as its size says")
    }

    /// Becomes `of` times `weight`.
    pub(super) fn product(&mut self, of: &Self, weight: &Weight) {
        self.reset(of.count, weight.columns);
        general_mat_mul(1.0, &of.view(), &weight.view(), 0.0, &mut self.view_mut());
    }

    /// Adds `of` times `weight`.
    pub(super) fn add_product(&mut self, of: &Self, weight: &Weight) {
        general_mat_mul(1.0, &of.view(), &weight.view(), 1.0, &mut self.view_mut());
    }

    /// Adds the same numbers to every row.
    pub(super) fn add(&mut self, bias: &[f32]) {
        for row in self.iter_mut() {
            add(row, bias);
        }
    }

    /// Adds the same numbers to every row and cuts off what is below zero.
    pub(super) fn add_relu(&mut self, bias: &[f32]) {
        for row in self.iter_mut() {
            for (value, bias) in row.iter_mut().zip(bias) {
                *value = (*value + bias).max(0.0);
            }
        }
    }

    /// Becomes the rows of `of`, each brought to a mean square of one, times `gain`.
    pub(super) fn normalised(&mut self, of: &Self, gain: &[f32]) {
        self.reset(of.count, of.columns);
        for (row, from) in self.iter_mut().zip(of.iter()) {
            let scale = 1.0 / (square_sum(from) / from.len() as f32 + EPSILON).sqrt();
            for ((value, from), gain) in row.iter_mut().zip(from).zip(gain) {
                *value = from * scale * gain;
            }
        }
    }

    /// Some rows and some columns.
    pub(super) fn part(
        &self,
        rows: std::ops::Range<usize>,
        columns: std::ops::Range<usize>,
    ) -> ArrayView2<'_, f32> {
        let mut part = self.view();
        part.slice_axis_inplace(Axis(0), rows.into());
        part.slice_axis_inplace(Axis(1), columns.into());
        part
    }

    /// Some rows and some columns.
    pub(super) fn part_mut(
        &mut self,
        rows: std::ops::Range<usize>,
        columns: std::ops::Range<usize>,
    ) -> ArrayViewMut2<'_, f32> {
        let mut part = self.view_mut();
        part.slice_axis_inplace(Axis(0), rows.into());
        part.slice_axis_inplace(Axis(1), columns.into());
        part
    }
}

/// Keeps the root mean square of a row of zeros from being divided by.
pub const EPSILON: f32 = 1e-5;

/// Numbers that are learned, `[inputs, outputs]`.
pub(super) type Weight = Rows;

impl Rows {
    /// Learned numbers in these dimensions.
    pub(super) fn of(values: &[f32], rows: usize, columns: usize) -> Self {
        debug_assert_eq!(values.len(), rows * columns);
        Self { values: values.to_vec(), count: rows, columns }
    }
}

/// A learned product and what is added to it.
#[derive(Debug)]
pub(super) struct Linear {
    pub(super) weight: Weight,
    pub(super) bias: Vec<f32>,
}

/// Adds element by element.
pub(super) fn add(to: &mut [f32], what: &[f32]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += what;
    }
}

/// In eight sums side by side, so that the processor can.
fn square_sum(values: &[f32]) -> f32 {
    let (chunks, rest) = values.as_chunks::<8>();
    let mut sums = [0.0_f32; 8];
    for chunk in chunks {
        for (sum, value) in sums.iter_mut().zip(chunk) {
            *sum += value * value;
        }
    }
    sums.iter().sum::<f32>() + rest.iter().map(|value| value * value).sum::<f32>()
}
