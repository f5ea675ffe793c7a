//! Errors with stable codes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What kind of error it is. The codes are stable: a front end may depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The message is not a JSON object.
    BadJson,
    /// The message is JSON, but not a request: a field is missing or wrong.
    BadRequest,
    /// There is no request of this name.
    UnknownRequest,
    /// There is no such game, or it is not kept any more.
    UnknownGame,
    /// The token opens no seat of this game, or not one that may do this.
    BadToken,
    /// Another seat decides, or none.
    NotYourTurn,
    /// The decision or throw that the message speaks of is not the one at hand.
    Stale,
    /// The decision is not legal.
    Illegal,
    /// No throw is due that this party makes.
    NotAThrow,
    /// The dice cannot lie so.
    BadDice,
    /// The last decision cannot be taken back.
    NoUndo,
    /// The message, the scenario or the game is larger than the limits allow.
    TooLarge,
    /// There are more games, connections or requests than the limits allow.
    TooMany,
    /// It is being thought about already.
    Busy,
    /// The request was cancelled.
    Cancelled,
    /// This engine or this ruleset cannot do it.
    Unsupported,
    /// The front end speaks another version of the protocol.
    Version,
    /// The scenario cannot be played.
    BadScenario,
    /// The record or position cannot be played on from.
    BadRecord,
    /// The engine failed; the message says how.
    Internal,
}

/// Why a request was refused, in one line that names place and cure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// What kind.
    pub code: Code,
    /// For people.
    pub message: String,
    /// The field of the request that is at fault, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

impl Fault {
    /// An error of no field in particular.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), field: None }
    }

    /// An error of one field.
    pub fn at(code: Code, field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), field: Some(field.into()) }
    }
}
