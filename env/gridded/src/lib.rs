//! Gridded Battles 1880-1914: colonial battles on squares.
//!
//! A D12 says how many squares a side may activate this turn; the order is the
//! player's, and the game is in it.
//!
//! # Where a rule lives
//!
//! * [`stand`]: classes, weapons, values, allowances, ranges (G-04 to G-06, G-16, G-29).
//! * [`army`]: armies by points and by dice (G-07 to G-10).
//! * [`map`]: ground, edges, steps, what blocks sight (G-03, G-20 to G-22, G-30, G-60).
//! * [`phases`]: the turn, a file a phase, in the order of play.
//! * [`victory`]: how a battle ends (G-12, G-50, G-51).
//! * [`setup`]: scenario files and how they are checked; [`generate`] makes fresh ones.
//! * [`view`]: what a seat knows, and states that it cannot tell apart (G-48, G-57).
//! * [`doctrine`] and [`officer`]: evaluation, eager play and the scripted officer.
//! * [`encoding`]: a decision as numbers, for agents that learn.
//!
//! Ids (G-01 and so on) are those of the rules chapter of the book. `RULING R1` or
//! `RULING A1` marks where the source is silent or contradicts itself.

pub mod action;
mod appraisal;
pub mod army;
pub mod doctrine;
pub mod encoding;
pub mod event;
pub mod generate;
pub mod map;
pub mod officer;
pub mod phases;
mod placement;
pub mod rules;
mod ruleset;
mod scene;
pub mod setup;
mod sight;
pub mod stand;
pub mod state;
mod threat;
pub mod victory;
pub mod view;
mod words;

pub use action::{Action, Outcome};
pub use event::{Event, Happening};
pub use rules::Gridded;
pub use stand::{Class, StandId};
pub use state::State;
pub use view::View;
