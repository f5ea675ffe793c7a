//! `decide`: one decision in a game that the front end keeps.

use sandtable_core::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::play::{Player, ScenarioChoice};

/// The fields of `decide`. The game so far is `lines` or `record`, or else `position`; or,
/// from a front end that must not tell all, `seen`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Decide {
    /// The ruleset, where the scenario does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// The scenario; a `record` has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<ScenarioChoice>,
    /// What was decided and thrown so far: the lines of a game record after its header.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<Value>>,
    /// A whole game record so far, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// A full position in the ruleset's own form, as `with_position` gives it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    /// What the deciding seat knows, in a game with hidden information whose front end
    /// keeps the rest to itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Seen>,
    /// Who decides; refused if it is another seat's turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Which agent; the engine's usual opponent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<Player>,
    /// How well the learned opponent plays; instead of `agent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// How many positions a search looks at, whatever the agent's own settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simulations: Option<u32>,
    /// How long a search may think about this decision, whatever the agent's own settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// An answer that comes later than so many milliseconds is of no use any more: in a
    /// match it loses the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline_ms: Option<u64>,
    /// The seed of the agent's own chance: same seed, same decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// How often to tell of its progress, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_every: Option<u64>,
    /// Whether the answer has the position before the decision too.
    #[serde(default)]
    pub with_position: bool,
}

/// A decision as its seat sees it. An engine may decide by any part of it: `view` has all
/// that is known, the other fields are for engines that read less.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Seen {
    /// What the seat knows, in the ruleset's own form.
    pub view: Value,
    /// The turn of the battle, from 1.
    #[serde(default)]
    pub turn: u16,
    /// What the seat is asked, in one line.
    #[serde(default)]
    pub prompt: String,
    /// The board in plain text.
    #[serde(default)]
    pub board: String,
    /// The legal list, in its order.
    #[serde(default)]
    pub actions: Vec<Listed>,
    /// What the seat saw happen since its last decision, a sentence each.
    #[serde(default)]
    pub log: Vec<String>,
}

/// A legal action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Listed {
    /// As a person types it.
    pub notation: String,
    /// In a few plain words.
    #[serde(default)]
    pub words: String,
}
