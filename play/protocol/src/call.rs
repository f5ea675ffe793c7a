//! What a front end asks.

use sandtable_core::scene::PieceId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::play::{DiceMode, GameId, Player, ScenarioChoice, Seats, Token};
use sandtable_core::Seat;

/// What an answer is recognised by: chosen by the front end, sent back unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Id {
    /// A whole number.
    Number(i64),
    /// Any text.
    Text(String),
}

/// A request with its id, as it travels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Call {
    /// What the answer will carry.
    pub id: Id,
    /// What is asked.
    #[serde(flatten)]
    pub request: Request,
}

macro_rules! requests {
    ($($(#[$about:meta])* $name:literal $variant:ident($body:ty),)*) => {
        /// What is asked: the field `do` names it, the fields beside it belong to it.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
        #[serde(tag = "do")]
        pub enum Request {
            $($(#[$about])* #[serde(rename = $name)] $variant($body),)*
        }

        impl Request {
            /// Every name there is.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// Its name.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $name,)*
                }
            }

            /// Reads the fields of the request of this name; nothing where there is none.
            pub(crate) fn read<'a, D: serde::Deserializer<'a>>(
                name: &str,
                fields: D,
            ) -> Option<Result<Self, D::Error>> {
                match name {
                    $($name => Some(<$body>::deserialize(fields).map(Self::$variant)),)*
                    _ => None,
                }
            }
        }
    };
}

requests! {
    /// The first thing to ask: who is there, and what can it do?
    "hello" Hello(Hello),
    /// Whether the engine listens.
    "ping" Ping(Nothing),
    /// Draws the engine's part of a seed and answers its hash, before the front end says
    /// its own number in `new_game`.
    "commit" Commit(Nothing),
    /// Begins a game.
    "new_game" NewGame(NewGame),
    /// Takes part in a game that runs, after a reload too; its events come from now on.
    "join" Join(Seated),
    /// No more events of this game.
    "leave" Leave(Leave),
    /// How the game stands.
    "situation" Situation(Situation),
    /// Decides.
    "act" Act(Act),
    /// Says what dice show.
    "throw" Throw(Throw),
    /// Takes the last decision back.
    "undo" Undo(Seated),
    /// Gives the battle up.
    "resign" Resign(Resign),
    /// Begins the same scenario again with the sides swapped.
    "rematch" Rematch(Seated),
    /// What an agent would do here.
    "hint" Hint(Hint),
    /// What an agent thought.
    "explain" Explain(Explain),
    /// Where a piece could go and whom it could attack.
    "reach" Reach(Reach),
    /// The odds of the throw that an action leads to.
    "odds" Odds(Odds),
    /// Asks for the situation only if it differs from what the front end has.
    "resync" Resync(Resync),
    /// The report of a battle that is over.
    "report" Report(Report),
    /// The record of the battle, or what the seat saw of it so far.
    "record" Record(Seated),
    /// Asks for one decision in a game that the front end keeps.
    "decide" Decide(Box<Decide>),
    /// Makes the agents of a game wait.
    "pause" Pause(Seated),
    /// Lets the agents of a paused game take one decision.
    "step" Step(Seated),
    /// Lets the agents of a paused game go on.
    "resume" Resume(Seated),
    /// Wants the answer to a thought now, with what there is.
    "stop" Stop(Which),
    /// Wants no answer to a thought any more but that it was cancelled.
    "cancel" Cancel(Cancel),
}

/// Whose seat in which game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Seated {
    /// The game.
    pub game: GameId,
    /// What opens the seat.
    pub token: Token,
}

/// A request without fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Nothing {}

/// See [`Request::Hello`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// The version of the protocol that the front end speaks.
    pub protocol: String,
    /// What the front end is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
}

/// See [`Request::NewGame`].
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
}

/// See [`Request::Leave`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Leave {
    /// The game.
    pub game: GameId,
}

/// See [`Request::Situation`].
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

/// See [`Request::Act`].
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

/// See [`Request::Throw`].
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

/// See [`Request::Resign`].
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

/// See [`Request::Hint`].
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

/// See [`Request::Explain`].
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

/// See [`Request::Reach`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reach {
    /// The game.
    pub game: GameId,
    /// What opens the seat.
    pub token: Token,
    /// Which piece, of either side.
    pub piece: PieceId,
}

/// See [`Request::Odds`].
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

/// See [`Request::Resync`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Resync {
    /// The game.
    pub game: GameId,
    /// What opens the seat.
    pub token: Token,
    /// The `hash` of the situation that the front end has.
    pub hash: String,
}

/// See [`Request::Report`].
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

/// See [`Request::Decide`]. The game so far is `lines` or `record`, or else `position`; or,
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

/// See [`Request::Cancel`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cancel {
    /// The id of the request that thinks.
    pub request: Id,
}
