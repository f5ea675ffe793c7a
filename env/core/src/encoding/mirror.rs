//! The encoding of the left-right mirrored table.

use super::{Column, Encoder, Encoding, Mirrored};

/// Turns an encoding into that of the mirrored table, whose actions are the mirrored ones
/// in the order of the original list. Made once, used for every encoding.
#[derive(Clone, Debug)]
pub struct Mirror {
    units: Row,
    places: Row,
    globals: Row,
    actions: Row,
}

/// What changes in a row.
#[derive(Clone, Debug)]
struct Row {
    columns: usize,
    negated: Vec<usize>,
    exchanged: Vec<(usize, usize)>,
}

impl Mirror {
    /// The mirror of an encoder's numbers.
    ///
    /// # Panics
    /// When a column is mirrored as one that its row lacks, which [`check`](super::check)
    /// finds.
    pub fn new(encoder: &Encoder) -> Self {
        let Encoder { units, places, globals, actions, .. } = *encoder;
        let [units, places, globals, actions] = [units, places, globals, actions].map(Row::new);
        Self { units, places, globals, actions }
    }

    /// Mirrors an encoding.
    pub fn reflect(&self, encoding: &mut Encoding) {
        self.units.reflect(&mut encoding.units);
        self.places.reflect(&mut encoding.places);
        self.globals.reflect(&mut encoding.globals);
        self.actions.reflect(&mut encoding.actions);
    }
}

impl Row {
    fn new(columns: &[Column]) -> Self {
        let mut row = Self { columns: columns.len(), negated: Vec::new(), exchanged: Vec::new() };
        for (i, column) in columns.iter().enumerate() {
            match column.mirrored {
                Mirrored::Alike => {}
                Mirrored::Negated => row.negated.push(i),
                Mirrored::As(name) => {
                    let other = columns.iter().position(|other| other.name == name);
                    let j = other.unwrap_or_else(|| panic!("{} is mirrored as no column", column.name));
                    if i < j {
                        row.exchanged.push((i, j));
                    }
                }
            }
        }
        row
    }

    fn reflect(&self, rows: &mut [f32]) {
        for row in rows.chunks_exact_mut(self.columns) {
            for &i in &self.negated {
                // No negative zero, so that equal encodings have equal bits.
                row[i] = 0.0 - row[i];
            }
            for &(i, j) in &self.exchanged {
                row.swap(i, j);
            }
        }
    }
}
