//! What an agent thought.

use sandtable_core::Seat;
use sandtable_core::scene::Sketch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an agent thought at a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Thought {
    /// The agent.
    pub agent: String,
    /// Whose decision it was.
    pub seat: Seat,
    /// The turn of the battle.
    pub turn: u16,
    /// What it chose, in notation.
    pub notation: String,
    /// What it chose, in words.
    pub words: String,
    /// The actions that it considered, best first.
    pub candidates: Vec<Candidate>,
    /// The value that it expects for the deciding seat, in [-1, 1], where it has one.
    pub value: Option<f64>,
    /// How many playouts or positions it looked at.
    pub simulations: u64,
    /// Why, in one or two sentences.
    pub why: String,
    /// The rest of the turn as it expects it, its own choice first.
    pub plan: Vec<String>,
    /// How many units of each side are expected to outlast the battle, where a network
    /// judges it.
    pub survivors: Vec<Survivors>,
}

/// An action that was considered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Candidate {
    /// In notation.
    pub notation: String,
    /// In words.
    pub words: String,
    /// Drawn.
    pub sketch: Sketch,
    /// How often it was tried.
    pub visits: u64,
    /// Its value for the deciding seat, in [-1, 1], where there is one.
    pub value: Option<f64>,
    /// The chance that a policy gives it, in [0, 1], where there is one.
    pub prior: Option<f64>,
    /// What speaks for it.
    pub pro: Vec<String>,
    /// What speaks against it.
    pub contra: Vec<String>,
}

/// How many units of a side a network expects to outlast the battle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Survivors {
    /// Whose.
    pub seat: Seat,
    /// How many fight on now, as far as the deciding seat knows.
    pub units: usize,
    /// How many of them are expected to at the end.
    pub expected: f64,
}
