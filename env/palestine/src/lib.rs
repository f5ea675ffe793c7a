//! The Palestine campaign 1916-1918: battles on an open table, measured in inches.
//!
//! A unit acts when four times a D6 beats its hits: the more it has suffered, the less it
//! can be relied upon.
//!
//! # Where a rule lives
//!
//! * [`mod@unit`]: types, bases, moves, ranges and dice (P-01, P-05, P-20, P-23).
//! * [`ground`]: what lies on the table, whom it stops, covers and hides (P-09 to P-15, P-43).
//! * [`phases`]: the turn, a file a phase, in the order of play.
//! * [`candidates`]: which of the endlessly many destinations are listed.
//! * [`victory`]: how a battle ends (P-37).
//! * [`setup`]: scenario files and how they are checked; [`generate`] makes fresh ones.
//! * [`encoding`]: a decision as numbers, for agents that learn.
//! * [`doctrine`] and [`officer`]: evaluation, eager play and the scripted officer.
//!
//! Ids (P-01 and so on) are those of the rules chapter of the book. `RULING R1` or
//! `RULING B1` marks where the source is silent or contradicts itself.
//!
//! Lengths are hundredths of an inch. Nothing is hidden: a seat's view is the state.

pub mod action;
pub mod candidates;
mod check;
pub mod doctrine;
pub mod encoding;
pub mod event;
pub mod generate;
pub mod ground;
mod mirror;
mod notation;
pub mod officer;
pub mod phases;
mod refusal;
pub mod rules;
mod ruleset;
mod scene;
pub mod setup;
pub mod state;
pub mod unit;
pub mod victory;
mod words;

pub use action::{Action, Outcome};
pub use event::Event;
pub use rules::Palestine;
pub use state::State;
pub use unit::{Kind, UnitId};
