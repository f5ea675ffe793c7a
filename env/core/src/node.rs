//! What a battle waits for, and how it ended.

use serde::{Deserialize, Serialize};

use crate::{Ruleset, Seat};

/// What a state waits for next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Node<Reason> {
    /// This seat chooses one of [`Ruleset::actions`].
    Decision(Seat),
    /// Dice are thrown: one of [`Ruleset::outcomes`].
    Chance,
    /// The battle is over.
    Over(Verdict<Reason>),
}

/// The node type of a ruleset.
pub type NodeOf<R> = Node<<R as Ruleset>::Reason>;
/// The verdict type of a ruleset.
pub type VerdictOf<R> = Verdict<<R as Ruleset>::Reason>;

impl<Reason> Node<Reason> {
    /// The seat that decides here, if one does.
    pub fn decider(&self) -> Option<Seat> {
        match self {
            Self::Decision(seat) => Some(*seat),
            Self::Chance | Self::Over(_) => None,
        }
    }

    /// Whether the battle is over.
    pub fn is_over(&self) -> bool {
        matches!(self, Self::Over(_))
    }
}

/// How a battle ended: one zero-sum number, a margin and the reason.
///
/// The number is kept in thousandths, so that verdicts compare exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict<Reason> {
    thousandths: i16,
    /// How many points the first seat is ahead, in the ruleset's own points.
    pub margin: i32,
    /// Why the battle ended, and so.
    pub reason: Reason,
}

impl<Reason> Verdict<Reason> {
    /// A verdict for the first seat, in thousandths of a win.
    ///
    /// # Panics
    /// When `thousandths` is outside -1000..=1000.
    pub fn new(thousandths: i16, margin: i32, reason: Reason) -> Self {
        assert!((-1000..=1000).contains(&thousandths), "a verdict is at most one win");
        Self { thousandths, margin, reason }
    }

    /// A full win for `seat`.
    pub fn win(seat: Seat, margin: i32, reason: Reason) -> Self {
        Self::new(1000 * seat.sign() as i16, margin, reason)
    }

    /// A draw.
    pub fn draw(margin: i32, reason: Reason) -> Self {
        Self::new(0, margin, reason)
    }

    /// The result for the first seat in [-1, 1]: 1 a full win, 0 a draw.
    pub fn value(&self) -> f64 {
        f64::from(self.thousandths) / 1000.0
    }

    /// The result for `seat` in [-1, 1].
    pub fn value_for(&self, seat: Seat) -> f64 {
        self.value() * f64::from(seat.sign())
    }

    /// The result for the first seat, in thousandths of a win.
    pub fn thousandths(&self) -> i16 {
        self.thousandths
    }
}
