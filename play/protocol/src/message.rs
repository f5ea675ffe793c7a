//! What the engine sends.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::call::Id;
use crate::fault::Fault;
use crate::play::{GameId, Token};
use crate::reply::Reply;
use crate::situation::{Situation, Verdict};

/// Anything that the engine sends.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Message {
    /// The answer to a request.
    Answer(Answer),
    /// Something that was not asked for.
    Event(Event),
}

impl Message {
    /// The message as one line of JSON, without a line end.
    ///
    /// # Panics
    /// Never: messages are plain data.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("messages are plain data")
    }
}

/// The answer to a request: `ok` or `error`.
///
/// Front ends in Rust read `Answer<T>` with the type of what they asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(bound(deserialize = "T: Deserialize<'de>"))]
pub struct Answer<T = Reply> {
    /// The request's; nothing where it could not be read.
    pub id: Option<Id>,
    /// What was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ok: Option<T>,
    /// Why it is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Fault>,
    /// What was odd about the request, but did not matter: fields that it does not have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// Something that was not asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The game moved on without this connection's doing. The log has what is new to it.
    Situation(Box<Situation>),
    /// How far a thought is.
    Thinking(Thinking),
    /// The game is over; its last situation came before.
    Over(Over),
    /// Another party wants a rematch, and has begun it.
    Rematch(Rematch),
    /// An agent of the game failed; the game is paused, and `resume` tries again.
    Trouble(Trouble),
}

/// How far a thought is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Thinking {
    /// The game, if the engine keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The request that asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<Id>,
    /// How many positions it looked at so far.
    pub simulations: u64,
    /// The value for the deciding seat, in [-1, 1], where there is one.
    pub value: Option<f64>,
    /// The best action so far, in notation, where one is known.
    pub best: Option<String>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Over {
    /// The game.
    pub game: GameId,
    /// How it ended.
    pub verdict: Verdict,
}

/// A rematch that another party has begun.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rematch {
    /// The game that is over.
    pub game: GameId,
    /// The new one.
    pub rematch: GameId,
    /// What opens the seat there that is now this party's.
    pub token: Token,
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Trouble {
    /// The game.
    pub game: GameId,
    /// What.
    pub error: Fault,
}
