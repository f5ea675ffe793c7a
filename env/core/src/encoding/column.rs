//! Columns, and rows declared as structs.
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
