//! The phases in the order of play.
//!
//! 1. `initiative`: both sides throw.
//! 2. `activation`: the active side throws, then chooses square after square; the
//!    stands of a square act alone or together.
//! 3. `movement`: where a stand can go, and going there.
//! 4. `combat`: whom a stand can attack; `fire` and `close` add the modifiers.
//! 5. `result`: what the dice decide, and `withdrawal`.
//! 6. `turn`: the end of a half-turn, of a turn and of the battle.
//!
//! `concealment` watches over all of them.

mod activation;
mod close;
mod combat;
mod concealment;
mod fire;
mod initiative;
mod movement;
mod result;
mod turn;
mod withdrawal;

pub(crate) use combat::Aim;
pub(crate) use movement::Way;
pub use result::{combat_weights, compare};
