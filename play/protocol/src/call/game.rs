//! Requests that begin a game, take part in it, and move it on.

use sandtable_core::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::play::{DiceMode, GameId, ScenarioChoice, Seats, Token};

/// The fields of `new_game`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewGame {
    /// The ruleset, where the scenario does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// The scenario.
    pub scenario: ScenarioChoice,
    /// Who plays.
    pub seats: Seats,
    /// Who throws.
    #[serde(default)]
    pub dice: DiceMode,
    /// The front end's part of the seed, up to 64 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// What `commit` answered, to play by that part of the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// The whole seed of everything random, for reproducible games, where the engine
    /// allows it: a whole number, or 64 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// Whether agents wait from the start; see `pause`.
    #[serde(default)]
    pub paused: bool,
    /// How often to tell how far its agents' thoughts are, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_every: Option<u64>,
}

/// The fields of `continue`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Continue {
    /// The battle so far: a game record, as `record` answers it in full, or a saved battle,
    /// as `sandtable play --terminal` writes it; its text.
    pub saved: String,
    /// Who plays; who played before, otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Seats>,
    /// Who throws from now on.
    #[serde(default)]
    pub dice: DiceMode,
    /// The front end's part of the seed of the dice to come, up to 64 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// What `commit` answered, to play by that part of the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// The whole seed of everything random to come, where the engine allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// Whether agents wait from the start; see `pause`.
    #[serde(default)]
    pub paused: bool,
    /// How often to tell how far its agents' thoughts are, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_every: Option<u64>,
}

/// The fields of `join`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Join {
    /// The game.
    pub game: GameId,
    /// What opens the seat.
    pub token: Token,
    /// How often to tell how far the thoughts of the game's agents are, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_every: Option<u64>,
}

/// The fields of `leave`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Leave {
    /// The game.
    pub game: GameId,
}

/// The fields of `situation`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Situation {
    /// The game.
    pub game: GameId,
    /// What opens the seat.
    pub token: Token,
    /// The log from this entry on; without it, everything, and the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u32>,
}

/// An action: its index in the list at hand, or its notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ActionChoice {
    /// From 0.
    Index(usize),
    /// As the list has it, or as a person types it.
    Notation(String),
}

/// The fields of `act`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Act {
    /// The game.
    pub game: GameId,
    /// What opens the seat.
    pub token: Token,
    /// The decision at hand, as the situation has it.
    pub decision: String,
    /// What to do.
    pub action: ActionChoice,
}

/// The fields of `throw`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Throw {
    /// The game.
    pub game: GameId,
    /// What opens the seat.
    pub token: Token,
    /// The throw that is due, as the situation has it.
    pub throw: String,
    /// What the dice show, in the order in which the situation lists them.
    pub dice: Vec<u8>,
}

/// The fields of `resign`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Resign {
    /// The game.
    pub game: GameId,
    /// What opens the seat.
    pub token: Token,
    /// Which seat gives up, where the token opens both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}
