//! Who plays, with which dice, in which scenario.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use sandtable_core::Seat;

/// A game's name: unguessable, but no secret.
pub type GameId = String;

/// What opens a seat: 128 random bits in hexadecimal digits. Whoever has it sees what the
/// seat sees and decides for it.
pub type Token = String;

/// Whose eyes a situation is seen with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Viewer {
    /// The first seat's.
    First,
    /// The second seat's.
    Second,
    /// Both seats', for two people at one screen and for watching two agents. There are
    /// such eyes only where one party plays both seats or none.
    Both,
}

impl Viewer {
    /// All three.
    pub const ALL: [Self; 3] = [Self::First, Self::Second, Self::Both];

    /// The seat, if it is one.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::First => Some(Seat::FIRST),
            Self::Second => Some(Seat::SECOND),
            Self::Both => None,
        }
    }

    /// Whether it decides for `seat` and sees what that seat sees.
    pub fn is(self, seat: Seat) -> bool {
        self.seat().is_none_or(|own| own == seat)
    }
}

impl From<Seat> for Viewer {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::First => Self::First,
            Seat::Second => Self::Second,
        }
    }
}

/// Who plays a seat: `client`, whoever holds the seat's token; or an agent with its
/// settings, such as `net:regular`, `mcts:400` or `drill`.
pub type Player = String;

/// The player that is the front end's.
pub const CLIENT: &str = "client";

/// Who plays which seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seats {
    /// The first seat.
    pub first: Player,
    /// The second seat.
    pub second: Player,
}

impl Seats {
    /// In the order of the seats.
    pub fn into_array(self) -> [Player; 2] {
        [self.first, self.second]
    }
}

/// Who throws the dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DiceMode {
    /// The engine, from a seed that it committed itself to.
    #[default]
    Server,
    /// The front end, by its own program.
    Client,
    /// A person at a real table, who types what the dice show.
    Typed,
}

/// Which scenario: one that ships with a ruleset, by name; a file's text; or one that the
/// ruleset generates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ScenarioChoice {
    /// Its name, as `hello` lists it.
    Named(String),
    /// The text of a scenario file.
    Text {
        /// TOML.
        text: String,
    },
    /// A fair scenario that is a function of the seed.
    Generated {
        /// A whole number, or 64 hexadecimal digits.
        generated: String,
    },
}
