//! A batch of encodings as tensors.

use std::borrow::Borrow;

use burn::tensor::{Device, Int, Tensor, TensorData};
use sandtable_agents::network::Columns;
use sandtable_core::encoding::{Encoding, Reference};

/// A batch of encodings, padded to its largest: at least one unit, place and action each.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// `[batch * units, columns]`.
    pub units: Tensor<2>,
    /// `[batch, units]`: 1 for a unit, 0 for padding.
    pub is_unit: Tensor<2>,
    /// `[batch * units * units, relations]`: 1 for what the second unit is to the first.
    pub relations: Tensor<2>,
    /// `[batch * places, columns]`.
    pub places: Tensor<2>,
    /// `[batch, columns]`.
    pub globals: Tensor<2>,
    /// `[batch * actions, columns]`.
    pub actions: Tensor<2>,
    /// `[batch, actions]`: 1 for an action, 0 for padding.
    pub is_action: Tensor<2>,
    /// Which row of `units` acts.
    pub unit: Pointer,
    /// Which row of `units` it is done to.
    pub target: Pointer,
    /// Which row of `places` it leads to.
    pub place: Pointer,
}

/// What actions refer to.
#[derive(Clone, Debug)]
pub struct Pointer {
    /// `[batch * actions]`: a row, the first where there is none.
    pub row: Tensor<1, Int>,
    /// `[batch * actions, 1]`: 1 where there is one, otherwise 0.
    pub is_there: Tensor<2>,
}

/// Rows of several positions, padded.
struct Padded {
    values: Vec<f32>,
    columns: usize,
    /// Rows of a position with its padding.
    rows: usize,
}

impl Padded {
    fn new(columns: usize, rows: usize, positions: usize) -> Self {
        Self { values: Vec::with_capacity(positions * rows * columns), columns, rows }
    }

    fn push(&mut self, values: &[f32]) {
        let end = self.values.len() + self.rows * self.columns;
        self.values.extend_from_slice(values);
        self.values.resize(end, 0.0);
    }

    /// `[positions * rows, columns]`.
    fn tensor(self, positions: usize, device: &Device) -> Tensor<2> {
        matrix(self.values, [positions * self.rows, self.columns], device)
    }
}

pub(crate) fn matrix(values: Vec<f32>, dimensions: [usize; 2], device: &Device) -> Tensor<2> {
    Tensor::from_data(TensorData::new(values, dimensions), device)
}

impl Inputs {
    /// Lays out a batch.
    ///
    /// # Panics
    /// When the encodings have other columns, or there are none.
    pub fn new<E: Borrow<Encoding>>(encodings: &[E], columns: &Columns, device: &Device) -> Self {
        assert!(!encodings.is_empty(), "a batch has a position");
        let count = encodings.len();
        let most = |of: &dyn Fn(&Encoding) -> usize| {
            encodings.iter().map(|encoding| of(encoding.borrow())).max().unwrap_or(0).max(1)
        };
        let unit_rows = most(&|encoding| encoding.units.len() / columns.units.max(1));
        let place_rows = most(&|encoding| encoding.places.len() / columns.places.max(1));
        let action_rows = most(&|encoding| encoding.references.len());
        let mut units = Padded::new(columns.units, unit_rows, count);
        let mut is_unit = Padded::new(1, unit_rows, count);
        let mut places = Padded::new(columns.places, place_rows, count);
        let mut globals = Padded::new(columns.globals, 1, count);
        let mut actions = Padded::new(columns.actions, action_rows, count);
        let mut is_action = Padded::new(1, action_rows, count);
        let mut relations = vec![0.0; count * unit_rows * unit_rows * columns.relations];
        for (position, encoding) in encodings.iter().enumerate() {
            let encoding = encoding.borrow();
            let own_units = encoding.units.len() / columns.units.max(1);
            assert_eq!(encoding.relations.len(), own_units * own_units, "an encoding relates all its units");
            units.push(&encoding.units);
            is_unit.push(&vec![1.0; own_units]);
            places.push(&encoding.places);
            globals.push(&encoding.globals);
            actions.push(&encoding.actions);
            is_action.push(&vec![1.0; encoding.references.len()]);
            for (pair, &relation) in encoding.relations.iter().enumerate() {
                let (row, column) = (pair / own_units, pair % own_units);
                let pair = (position * unit_rows + row) * unit_rows + column;
                relations[pair * columns.relations + usize::from(relation)] = 1.0;
            }
        }
        let pointer = |rows: usize, of: &dyn Fn(&Reference) -> Option<u16>| {
            Pointer::new(encodings, rows, action_rows, of, device)
        };
        Self {
            unit: pointer(unit_rows, &|reference| reference.unit),
            target: pointer(unit_rows, &|reference| reference.target),
            place: pointer(place_rows, &|reference| reference.place),
            units: units.tensor(count, device),
            is_unit: is_unit.tensor(count, device).reshape([count, unit_rows]),
            relations: matrix(relations, [count * unit_rows * unit_rows, columns.relations], device),
            places: places.tensor(count, device),
            globals: globals.tensor(count, device),
            actions: actions.tensor(count, device),
            is_action: is_action.tensor(count, device).reshape([count, action_rows]),
        }
    }
}

impl Pointer {
    fn new<E: Borrow<Encoding>>(
        encodings: &[E],
        rows: usize,
        actions: usize,
        of: &dyn Fn(&Reference) -> Option<u16>,
        device: &Device,
    ) -> Self {
        let count = encodings.len() * actions;
        let (mut row, mut is_there) = (vec![0_i32; count], vec![0.0_f32; count]);
        for (position, encoding) in encodings.iter().enumerate() {
            for (action, reference) in encoding.borrow().references.iter().enumerate() {
                if let Some(to) = of(reference) {
                    row[position * actions + action] = (position * rows) as i32 + i32::from(to);
                    is_there[position * actions + action] = 1.0;
                }
            }
        }
        Self {
            row: Tensor::from_data(TensorData::new(row, [count]), device),
            is_there: matrix(is_there, [count, 1], device),
        }
    }
}
