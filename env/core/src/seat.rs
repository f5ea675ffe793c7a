//! The two seats at the table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the two sides of a battle.
///
/// The first seat is the one that a [`Verdict`](crate::Verdict) is counted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// The seat that verdicts are counted for.
    First,
    /// The other seat.
    Second,
}

impl Seat {
    /// The first seat.
    pub const FIRST: Self = Self::First;
    /// The second seat.
    pub const SECOND: Self = Self::Second;
    /// Both seats, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other seat.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first seat, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// +1 for the first seat, -1 for the second: turns a value for the first seat
    /// into a value for this one.
    pub const fn sign(self) -> i32 {
        match self {
            Self::First => 1,
            Self::Second => -1,
        }
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}
