//! A decision as numbers, for agents that learn.
//!
//! An encoder lives beside its ruleset and outside its rules. It describes a decision
//! from the deciding seat's side, with that seat's own base line at the bottom, by what
//! that seat knows and nothing else: one row a unit, one row a place that an action
//! leads to, one row a legal action, and one row for the whole battle. No action has a
//! number of its own, so that one network serves every ruleset, scenario and board.
//!
//! Every column is declared in an [`Encoder`] with its name, unit, range and meaning; the
//! encoder's version moves whenever a number would differ, and weights remember the version
//! that they were trained with.
//!
//! Rows are declared with [`row!`](crate::row); [`Mirror`] gives the encoding of the
//! left-right mirrored table; [`check`] plays games and checks what is promised here;
//! [`page`] writes the declarations as a page of the book.

mod check;
mod column;
mod mirror;
mod page;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Ruleset, Seat};

pub use check::{check, difference};
pub use column::{Column, Mirrored, flag};
pub use mirror::Mirror;
pub use page::page;

/// What an encoder's numbers mean. No list of columns is empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encoder {
    /// The ruleset.
    pub ruleset: &'static str,
    /// Moves whenever a number would differ.
    pub version: u32,
    /// Columns of a unit's row.
    pub units: &'static [Column],
    /// Columns of a place's row.
    pub places: &'static [Column],
    /// Columns of the battle's row.
    pub globals: &'static [Column],
    /// Columns of an action's row.
    pub actions: &'static [Column],
    /// What one unit can be to another, each pair exactly one of these.
    pub relations: &'static [&'static str],
}

/// As in `gridded/v1`.
impl fmt::Display for Encoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/v{}", self.ruleset, self.version)
    }
}

/// What an action is about, as row numbers of the same [`Encoding`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// The unit that acts.
    pub unit: Option<u16>,
    /// The unit that it is done to.
    pub target: Option<u16>,
    /// The place that it leads to.
    pub place: Option<u16>,
}

/// One decision as numbers, row after row. Kept and filled again, so that encoding
/// allocates nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Encoding {
    /// `[units, columns]`: every unit of both sides that fights on, in no order that means
    /// anything.
    pub units: Vec<f32>,
    /// `[units, units]`: what the column's unit is to the row's, as an index into
    /// [`Encoder::relations`].
    pub relations: Vec<u8>,
    /// `[places, columns]`: the places that actions lead to, each once.
    pub places: Vec<f32>,
    /// `[columns]`.
    pub globals: Vec<f32>,
    /// `[actions, columns]`, in the order of the legal list.
    pub actions: Vec<f32>,
    /// `[actions]`.
    pub references: Vec<Reference>,
}

impl Encoding {
    /// Empties it and keeps its room.
    pub fn clear(&mut self) {
        let Self { units, relations, places, globals, actions, references } = self;
        [units, places, globals, actions].into_iter().for_each(Vec::clear);
        relations.clear();
        references.clear();
    }
}

/// A ruleset whose decisions can be told as numbers.
pub trait Encode: Ruleset {
    /// What the numbers mean.
    const ENCODER: Encoder;

    /// Encodes a decision of `seat` with its legal list; `out` is cleared first. Depends
    /// on the seat's view alone: alike for every state that the seat cannot tell apart.
    fn encode(&self, state: &Self::State, seat: Seat, actions: &[Self::Action], out: &mut Encoding);

    /// What came of the units, to learn from: for every unit row that [`encode`](Self::encode)
    /// writes at `state` for `seat`, its part in [0, 1] that was not destroyed by `end`. `out`
    /// is cleared first.
    fn survival(&self, state: &Self::State, seat: Seat, end: &Self::State, out: &mut Vec<f32>);

    /// By how much the first seat won at `end`, in [-1, 1], smooth where the verdict has
    /// steps: to learn from.
    fn margin(&self, end: &Self::State) -> f32;
}
