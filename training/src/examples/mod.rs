//! What the learner is shown: decisions as numbers, with what came of them.
//!
//! # Overview
//!
//! | file | what is in it |
//! |---|---|
//! | `targets` | what is to be said of a decision, from the deciding seat's side |
//! | `draw` | which decisions of the kept games, mirrored or not |

pub mod draw;
pub mod targets;

pub use draw::{Games, draw};
pub use targets::{Example, of_game, outcome_of};
