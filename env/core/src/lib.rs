//! The shared ground under every ruleset: what a ruleset is, how its dice are
//! thrown, how a battle is recorded, and how a ruleset is proved sound.
//!
//! # Overview
//!
//! * [`Ruleset`] is the trait at the heart: one value is one set of rules set up
//!   for one scenario; a battle's [`Ruleset::State`] moves from [`Node`] to node.
//! * [`Game`] drives a battle: it throws the dice (from a [`GameSeed`] or from a
//!   person's table), takes decisions that leave no choice, and keeps the [`Record`].
//! * [`Doctrine`], [`Words`] and [`Depict`] are what agents and people need besides the
//!   rules.
//! * [`conformance`] plays whole games and checks every promise the trait makes.
//! * [`Encode`] tells a decision as numbers, for agents that learn.
//! * [`square`] and [`plane`] are geometry on squares and on an open table, [`path`] is
//!   pathfinding for both.
//!
//! # Example
//!
//! ```
//! use sandtable_core::{Die, GameSeed, Dice, Purpose, Seat, Throw};
//!
//! let dice = Dice::new(GameSeed::from_number(7));
//! let throw = Throw::open(Purpose::new(0, "initiative"), 1, Seat::FIRST)
//!     .with(Die::new(12, Seat::FIRST))
//!     .with(Die::new(12, Seat::SECOND));
//! let mut pips = Vec::new();
//! dice.throw(&throw, 0, &mut pips);
//! assert!(pips.iter().all(|pip| (1..=12).contains(pip)));
//! ```

pub mod conformance;
pub mod dice;
pub mod doctrine;
pub mod driver;
pub mod encoding;
pub mod events;
pub mod game;
pub mod hash;
pub mod ledger;
pub mod names;
pub mod node;
pub mod notation;
pub mod odds;
pub mod path;
pub mod plane;
pub mod position;
pub mod record;
pub mod ruleset;
pub mod scenario;
pub mod scene;
pub mod seat;
pub mod seed;
pub mod square;
pub mod suite;
pub mod words;

pub use dice::{Dice, DiceError, Die, Purpose, Reading, Seen, Throw};
pub use doctrine::{Doctrine, Order};
pub use driver::{Driver, Snapshot};
pub use encoding::{Column, Encode, Encoder, Encoding, Mirrored, Reference};
pub use events::Events;
pub use game::{Game, GameError, Save};
pub use ledger::{Ledger, Modifier, Party, Tally, Totals};
pub use node::{Node, NodeOf, Verdict, VerdictOf};
pub use notation::NotationError;
pub use odds::Odds;
pub use position::Position;
pub use record::{Record, RecordError};
pub use ruleset::{Bounds, Broken, Refused, Ruleset};
pub use scenario::{Scenario, ScenarioError};
pub use scene::Depict;
pub use seat::Seat;
pub use seed::GameSeed;
pub use suite::{Exercise, SuiteError};
pub use words::{Playable, Words};
