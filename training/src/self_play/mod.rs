//! The games of a generation, in parallel.
//!
//! # Overview
//!
//! | file | what is in it |
//! |---|---|
//! | `lineup` | who plays where: a function of run, generation and number |
//! | `player` | what decides for a seat, and what is to be learned of its decisions |
//! | `game` | one game |
//! | `generation` | all games, on threads, kept in shards as they end |
//!
//! A game is a function of the run's seed, the generation, its number and the weights
//! that play: any number of threads gives the same shards.

pub mod game;
pub mod generation;
pub mod lineup;
pub mod player;

pub use game::play;
pub use generation::{Generation, Played};
pub use lineup::{Grounds, Lineup, PlayerKind};

use sandtable_agents::mcts::Evaluator;
use sandtable_core::Ruleset;

/// The networks that play.
pub trait Minds<R: Ruleset>: Sync {
    /// What judges for the present self, or for the past self with this number.
    fn evaluator(&self, past: Option<usize>) -> Box<dyn Evaluator<R>>;

    /// How many past selves there are.
    fn past_selves(&self) -> usize;
}
