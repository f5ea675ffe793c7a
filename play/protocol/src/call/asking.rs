//! Requests that ask about a game, and those that speak of a thought.

use sandtable_core::scene::PieceId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionChoice, Id};
use crate::play::{GameId, Player, Token};

/// The fields of `hint`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hint {
    /// The game.
    pub game: GameId,
    /// What opens the seat.
    pub token: Token,
    /// Who is asked; the engine's usual adviser otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<Player>,
    /// How often to tell of its progress, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_every: Option<u64>,
}

/// The fields of `explain`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Explain {
    /// The game.
    pub game: GameId,
    /// What opens the seat.
    pub token: Token,
    /// The entry of the log that is the decision; the last one that an agent thought
    /// about otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
}

/// The fields of `reach`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reach {
    /// The game.
    pub game: GameId,
    /// What opens the seat.
    pub token: Token,
    /// Which piece, of either side.
    pub piece: PieceId,
}

/// The fields of `odds`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Odds {
    /// The game.
    pub game: GameId,
    /// What opens the seat.
    pub token: Token,
    /// The decision at hand, as the situation has it.
    pub decision: String,
    /// The action.
    pub action: ActionChoice,
}

/// The fields of `resync`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Resync {
    /// The game.
    pub game: GameId,
    /// What opens the seat.
    pub token: Token,
    /// The `hash` of the situation that the front end has.
    pub hash: String,
}

/// The fields of `report`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The game.
    pub game: GameId,
    /// What opens the seat.
    pub token: Token,
    /// How it is written.
    #[serde(default)]
    pub format: ReportFormat,
}

/// How a report is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportFormat {
    /// Markdown.
    #[default]
    Markdown,
}

/// A thought: of a request of this connection, or of a game's agents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Which {
    /// The id of the request that thinks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<Id>,
    /// The game whose agent thinks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// What opens a seat of that game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Token>,
}

/// The fields of `cancel`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cancel {
    /// The id of the request that thinks.
    pub request: Id,
}
