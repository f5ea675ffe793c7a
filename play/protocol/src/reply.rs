//! What the engine answers, beside situations.

use sandtable_core::scene::{PieceId, Reach as Reached, Sketch};
use sandtable_core::{Ledger, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::hello::Welcome;
use crate::play::{GameId, Token};
use crate::situation::Situation;
use crate::thought::Thought;

/// Everything that `ok` can be. Which it is follows from the request.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Reply {
    /// To `hello`.
    Welcome(Box<Welcome>),
    /// To `ping`, `leave`, `stop`, `cancel`.
    Done(Done),
    /// To `commit`.
    Committed(Committed),
    /// To `new_game`, `continue` and `rematch`.
    Begun(Box<Begun>),
    /// To `join`, `situation`, `act`, `throw`, `undo`, `resign`, `pause`, `step`, `resume`.
    Situation(Box<Situation>),
    /// To `resync`.
    Resynced(Box<Resynced>),
    /// To `hint`.
    Hint(Box<Hint>),
    /// To `explain`.
    Explained(Box<Explained>),
    /// To `reach`.
    Reach(Box<Reach>),
    /// To `odds`.
    Odds(Box<Odds>),
    /// To `report`.
    Report(Report),
    /// To `record`.
    Record(Record),
    /// To `decide`.
    Decided(Box<Decided>),
}

/// It is done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Done {}

/// To `commit`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Committed {
    /// The hash of the engine's part of the seed of the next game.
    pub commitment: String,
}

/// To `new_game`, `continue` and `rematch`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Begun {
    /// The game.
    pub game: GameId,
    /// What opens its seats, of those that are the front end's.
    pub tokens: Tokens,
    /// The hash of the engine's part of the seed.
    pub commitment: String,
    /// How it stands, for the widest token.
    pub situation: Situation,
}

/// What opens the seats that are the front end's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tokens {
    /// The first seat's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Token>,
    /// The second seat's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<Token>,
    /// Both seats', where both are the front end's or neither is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub both: Option<Token>,
}

/// To `resync`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Resynced {
    /// Whether the front end has it right.
    pub same: bool,
    /// How it stands in full, otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub situation: Option<Situation>,
}

/// To `hint`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hint {
    /// The decision that it is about.
    pub decision: String,
    /// What the adviser would do: its place in the list.
    pub action: usize,
    /// In notation.
    pub notation: String,
    /// In words.
    pub words: String,
    /// Drawn.
    pub sketch: Sketch,
    /// What it thought.
    pub thought: Thought,
}

/// To `explain`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Explained {
    /// The entry of the log that is the decision.
    pub step: Option<u32>,
    /// What the agent thought; nothing where it would show what the seat may not know.
    pub thought: Option<Thought>,
    /// Why there is none.
    pub why: String,
    /// The values that agents expected so far, as far as the seat may know them.
    pub curve: Vec<Expected>,
}

/// The value that an agent expected at a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Expected {
    /// The entry of the log.
    pub step: u32,
    /// The turn.
    pub turn: u16,
    /// Who expected it.
    pub seat: Seat,
    /// For the first seat, in [-1, 1].
    pub value: f64,
    /// The chance that the first seat wins, in [0, 1], taken from the value.
    pub chance: f64,
}

/// To `reach`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reach {
    /// Which piece.
    pub piece: PieceId,
    /// Where it could go and whom it could attack; nothing for one that is not there.
    pub reach: Option<Reached>,
}

/// To `odds`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Odds {
    /// The action, in notation.
    pub notation: String,
    /// In words.
    pub words: String,
    /// The odds; nothing where the action leads to no throw.
    pub odds: Option<Chances>,
}

/// The odds of a throw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Chances {
    /// The modifiers that make them.
    pub ledger: Ledger,
    /// The initiator's modifiers in words.
    pub initiator: String,
    /// The target's modifiers in words.
    pub target: String,
    /// Every result.
    pub results: Vec<Chance>,
}

/// A result of a throw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Chance {
    /// In words.
    pub words: String,
    /// How many rolls read so.
    pub weight: u32,
    /// In percent.
    pub percent: f64,
}

/// To `report`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Markdown.
    pub text: String,
}

/// To `record`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Record {
    /// Whether it is the full record, which replays; otherwise it is the seat's own log.
    pub full: bool,
    /// JSON Lines.
    pub text: String,
}

/// To `decide`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Decided {
    /// Who decides.
    pub seat: Seat,
    /// The decision: its place in the legal list.
    pub action: usize,
    /// In notation.
    pub notation: String,
    /// In words.
    pub words: String,
    /// What the agent thought.
    pub thought: Thought,
    /// The position before the decision, in the ruleset's own form, where it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
}
