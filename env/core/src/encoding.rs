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
//! # Rows
//!
//! [`row!`](crate::row) declares a row as a struct, and from it both the columns and the
//! order in which they are written:
//!
//! ```
//! use sandtable_core::{Mirrored, row};
//!
//! row! {
//!     /// A stone.
//!     pub struct Stone {
//!         /// It is the deciding seat's own.
//!         own: flag(),
//!         /// From the middle, to the right.
//!         across: sideways("files / 3", 1.0),
//!     }
//! }
//!
//! let mut rows = Vec::new();
//! Stone { own: 1.0, across: -1.0 }.write(&mut rows);
//! assert_eq!(rows, [1.0, -1.0]);
//! assert_eq!(Stone::COLUMNS[1].meaning.trim(), "From the middle, to the right.");
//! assert_eq!(Stone::COLUMNS[1].mirrored, Mirrored::Negated);
//! ```

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Ruleset, Seat};

/// One number of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// Its name, unique in its row.
    pub name: &'static str,
    /// What it counts in, after scaling: `squares / 8`, `yes or no`.
    pub unit: &'static str,
    /// The least that it can be.
    pub low: f32,
    /// The most that it can be.
    pub high: f32,
    /// What it says, in a sentence or two.
    pub meaning: &'static str,
    /// What it is on the left-right mirrored table.
    pub mirrored: Mirrored,
}

/// What a column is on the left-right mirrored table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mirrored {
    /// The same.
    Alike,
    /// The same with its sign changed.
    Negated,
    /// What the column of this name was, and that one what this was.
    As(&'static str),
}

impl Column {
    /// A column from `low` to `high`.
    pub const fn new(name: &'static str, unit: &'static str, low: f32, high: f32) -> Self {
        Self { name, unit, low, high, meaning: "", mirrored: Mirrored::Alike }
    }

    /// 1 where it is so, otherwise 0.
    pub const fn flag(name: &'static str) -> Self {
        Self::new(name, "yes or no", 0.0, 1.0)
    }

    /// How far to the right, from `-most` to `most`.
    pub const fn sideways(name: &'static str, unit: &'static str, most: f32) -> Self {
        Self { mirrored: Mirrored::Negated, ..Self::new(name, unit, -most, most) }
    }

    /// A flag on one hand; `other` is the same on the other.
    pub const fn handed(name: &'static str, other: &'static str) -> Self {
        Self { mirrored: Mirrored::As(other), ..Self::flag(name) }
    }

    /// The same column with its meaning.
    #[must_use]
    pub const fn meaning(self, meaning: &'static str) -> Self {
        Self { meaning, ..self }
    }
}

/// Declares a row of numbers as a struct: a column a field, with the constructor of
/// [`Column`](crate::Column) that makes it, its name left out. The struct has `COLUMNS`,
/// with the fields' comments as their meanings, and `write`, which adds the row to a list.
#[macro_export]
macro_rules! row {
    (
        $(#[doc = $about:literal])+
        $visibility:vis struct $row:ident {
            $($(#[doc = $meaning:literal])+ $column:ident: $kind:ident($($what:expr),*),)+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        $visibility struct $row {
            $($(#[doc = $meaning])+ $visibility $column: f32,)+
        }

        impl $row {
            /// The columns of the row, in order.
            $visibility const COLUMNS: &'static [$crate::Column] = &[
                $($crate::Column::$kind(stringify!($column), $($what),*).meaning(concat!($($meaning),+)),)+
            ];

            /// Adds the row to a list of rows.
            $visibility fn write(&self, out: &mut Vec<f32>) {
                out.extend_from_slice(&[$(self.$column),+]);
            }
        }
    };
}

/// 1 where it is so, otherwise 0: for [`Column::flag`].
pub const fn flag(is_so: bool) -> f32 {
    if is_so { 1.0 } else { 0.0 }
}

/// What an encoder's numbers mean.
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
