//! A game as it is kept.

use serde::{Deserialize, Serialize};

/// A game: where it was played, every choice and throw, and what is to be learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedGame {
    /// Its number in the generation.
    pub number: u32,
    /// The text of its scenario, as an index into [`Shard::scenarios`](super::Shard).
    pub scenario: u32,
    /// For every decision with a choice the number of the action in the legal list, and
    /// for every throw the number of the outcome in its list.
    pub steps: Vec<u16>,
    /// What is to be learned, in the order of the steps.
    pub lessons: Vec<Lesson>,
    /// The result for the first seat, in thousandths of a win.
    pub thousandths: i16,
    /// The key of the last position, by which a replay is checked.
    pub end: u64,
    /// The turn in which it ended.
    pub turn: u16,
    /// Simulations of all searches.
    pub simulations: u64,
}

/// What is to be learned of a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lesson {
    /// Which step: an index into [`SavedGame::steps`].
    pub step: u32,
    /// `[actions]`: how the seat should have chosen; empty where that is not known.
    pub policy: Vec<f32>,
    /// What the search expected for the deciding seat, in [-1, 1], where there was one.
    pub value: Option<f32>,
}

impl SavedGame {
    /// The result for the first seat, in [-1, 1].
    pub fn value(&self) -> f32 {
        f32::from(self.thousandths) / 1000.0
    }
}
