//! What a front end asks.

mod asking;
mod decide;
mod game;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::play::{GameId, Token};

pub use asking::{Cancel, Explain, Hint, Odds, Reach, Report, ReportFormat, Resync, Which};
pub use decide::{Decide, Listed, Seen};
pub use game::{Act, ActionChoice, Continue, Join, Leave, NewGame, Resign, Situation, Throw};

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
    /// Goes on with a battle that was saved, as a game of its own.
    "continue" Continue(Continue),
    /// Takes part in a game that runs, after a reload too; its events come from now on.
    "join" Join(Join),
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

/// The fields of `hello`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// The version of the protocol that the front end speaks.
    pub protocol: String,
    /// What the front end is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
}
