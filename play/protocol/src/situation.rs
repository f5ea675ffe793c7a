//! What one seat is shown.

use sandtable_core::scene::{Piece, PieceId, Sketch, Tabletop};
use sandtable_core::{Die, Ledger, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::play::{DiceMode, GameId, Player, Viewer};

/// How a game stands for whoever holds a token. Everything in it comes from what that
/// seat may know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Situation {
    /// The game.
    pub game: GameId,
    /// Whose eyes it is seen with.
    pub seat: Viewer,
    /// The ruleset's name.
    pub ruleset: String,
    /// The scenario's title.
    pub scenario: String,
    /// What the scenario calls the sides.
    pub sides: [String; 2],
    /// Who plays them.
    pub players: [Player; 2],
    /// Who throws the dice.
    pub dice: DiceMode,
    /// How many entries this seat's log has: the `since` of the next question.
    pub step: u32,
    /// The turn of the battle, from 1.
    pub turn: u16,
    /// What the game waits for.
    pub node: Waiting,
    /// The seat that decides, or that the throw belongs to.
    pub to_move: Option<Seat>,
    /// Whether agents wait until they are told to go on.
    pub paused: bool,
    /// What the seat is asked, in one line; empty where it does not decide.
    pub prompt: String,
    /// The decision at hand, if it is this seat's.
    pub decision: Option<String>,
    /// The legal actions, if this seat decides.
    pub actions: Vec<Action>,
    /// The throw that is due, if one is that this seat may know of.
    pub throw: Option<ThrowDue>,
    /// The table, in full situations only: it does not change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tabletop: Option<Tabletop>,
    /// The units that the seat knows of.
    pub pieces: Vec<Piece>,
    /// The board in plain text.
    pub board: String,
    /// Each side's units as the seat knows them, one a line; what may be hidden too.
    pub forces: [Vec<String>; 2],
    /// What the seat saw happen, from the entry asked for on.
    pub log: Vec<Entry>,
    /// Whether the last decision can be taken back.
    pub undo: Undo,
    /// Equal for equal knowledge of the seat: what `resync` asks by.
    pub hash: String,
    /// How the game ended, once it has.
    pub verdict: Option<Verdict>,
    /// The hash of the engine's part of the seed.
    pub commitment: String,
    /// So many entries of this seat's log come from the file that the battle was continued
    /// from: their dice are not those of the commitment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continued: Option<u32>,
    /// What everything random came from, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
}

/// What a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Waiting {
    /// A front end decides.
    Decision,
    /// An agent decides.
    Thinking,
    /// Dice are thrown.
    Throw,
    /// Nothing: the game is over.
    Over,
}

/// A legal action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Action {
    /// Its place in the list.
    pub index: usize,
    /// As a person types it.
    pub notation: String,
    /// In a few plain words.
    pub words: String,
    /// What it would do, drawn.
    pub sketch: Sketch,
    /// Whether it leads to a throw at once, so that `odds` has an answer.
    pub throws: bool,
}

/// A throw that is due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ThrowDue {
    /// What `throw` names it by; nothing where it is not this party that throws.
    pub id: Option<String>,
    /// What for.
    pub purpose: String,
    /// The seat that it belongs to.
    pub seat: Seat,
    /// The dice, in the order in which they are read.
    pub dice: Vec<Die>,
    /// The modifiers that will be added.
    pub ledger: Ledger,
    /// What for and with which dice, in one sentence.
    pub words: String,
}

/// Something that the seat saw happen: a decision, a throw, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// Its place in this seat's log.
    pub step: u32,
    /// The turn of the battle, from 1.
    pub turn: u16,
    /// Whose doing.
    pub seat: Option<Seat>,
    /// What kind.
    pub kind: EntryKind,
    /// It and what came of it, for people.
    pub text: String,
    /// The action in notation, if the seat may know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// What it did, drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sketch: Option<Sketch>,
    /// The dice and what they showed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Rolled>,
    /// The pieces that are otherwise than in the entry before; all of them in the first.
    pub pieces: Vec<Piece>,
    /// The pieces that the seat knows of no more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<PieceId>,
    /// Whether an agent's thought at it can be explained to this seat now.
    #[serde(default)]
    pub explained: bool,
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EntryKind {
    /// A seat decided.
    Decision,
    /// Dice were thrown.
    Throw,
    /// Something came to the seat's notice by what it may not know.
    Event,
    /// A seat gave up.
    Resignation,
}

/// Dice that were thrown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rolled {
    /// What for.
    pub purpose: String,
    /// The dice.
    pub dice: Vec<Die>,
    /// What they showed.
    pub pips: Vec<u8>,
    /// The modifiers.
    pub ledger: Ledger,
    /// Whether they count; otherwise they were thrown again.
    pub counts: bool,
}

/// Whether the last decision can be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Undo {
    /// Whether.
    pub allowed: bool,
    /// The entry of the log that would be taken back, where it can.
    pub step: Option<u32>,
    /// Why not, or what would be taken back.
    pub why: String,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    /// For the first seat, in [-1, 1].
    pub value: f64,
    /// The seat that won, if one did.
    pub winner: Option<Seat>,
    /// Points ahead, of the first seat.
    pub margin: i32,
    /// The seat that gave up, if one did.
    pub resigned: Option<Seat>,
    /// In one line.
    pub words: String,
}

/// What everything random of a game came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Secret {
    /// The engine's part: 64 hexadecimal digits. `commitment` is the SHA-256 of its bytes.
    pub server: String,
    /// The front end's part, if it sent one.
    pub number: Option<String>,
    /// The seed of the dice that came of both.
    pub seed: String,
}
