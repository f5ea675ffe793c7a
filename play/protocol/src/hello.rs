//! Who is there, and what it can do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// To `hello`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Welcome {
    /// The version of the protocol.
    pub protocol: String,
    /// The program.
    pub program: String,
    /// Its version.
    pub version: String,
    /// The rulesets.
    pub rulesets: Vec<Ruleset>,
    /// The agents that can take a seat.
    pub agents: Vec<Named>,
    /// How well the learned opponent can play: `net:NAME`.
    pub levels: Vec<Named>,
    /// What can be set for an opponent.
    pub options: Vec<Setting>,
    /// What the engine can do beyond the requests themselves.
    pub capabilities: Vec<Capability>,
    /// How much it takes.
    pub limits: Bounds,
}

/// A ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ruleset {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its version: records of another do not replay.
    pub version: u32,
    /// A hash of name, version and shipped scenarios.
    pub digest: String,
    /// Whether it makes scenarios from a seed.
    pub generates: bool,
    /// Whether weights for the learned opponent are shipped.
    pub learned: bool,
    /// The scenarios that ship with it.
    pub scenarios: Vec<Scenario>,
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Scenario {
    /// What `new_game` calls it.
    pub name: String,
    /// What it calls itself.
    pub title: String,
    /// What it is about.
    pub summary: String,
    /// What it calls the sides.
    pub sides: [String; 2],
    /// Whether a seat may not know everything.
    pub hidden: bool,
}

/// A name with one line about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Named {
    /// The name.
    pub name: String,
    /// What it is.
    pub about: String,
}

/// Something that can be set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// What its values are.
    pub kind: SettingKind,
    /// What it is where nobody sets it.
    pub default: Value,
    /// The least, of numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// The most, of numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// All there are, of choices.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// What it does.
    pub about: String,
}

/// What the values of a setting are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SettingKind {
    /// A whole number.
    Number,
    /// One of `choices`.
    Choice,
    /// Any text of the form that `about` says.
    Text,
}

/// What an engine may be able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Capability {
    /// It keeps games.
    Games,
    /// It goes on with battles that were saved.
    Continue,
    /// It decides in games that the front end keeps, from a history or a position.
    Decide,
    /// It decides from what the deciding seat knows, as matches ask.
    Seen,
    /// It takes `seed` in `new_game`.
    Seed,
    /// It tells of progress, and stops and cancels thoughts.
    Thinking,
    /// It says what it thought.
    Explain,
    /// It writes reports.
    Report,
    /// Its games outlast the program.
    Persistent,
}

/// How much an engine takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Bounds {
    /// Bytes of one message.
    pub line: usize,
    /// Games at once.
    pub games: usize,
    /// Games that one connection may follow at once.
    pub games_a_connection: usize,
    /// Milliseconds for one decision of an agent.
    pub thinking_ms: u64,
    /// Simulations for one decision of an agent.
    pub simulations: u32,
    /// Bytes of one game.
    pub game: usize,
    /// Thoughts that one connection may ask for at once.
    pub thoughts_a_connection: usize,
}
