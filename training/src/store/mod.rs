//! The games that are learned from, on disk.
//!
//! # Overview
//!
//! | file | what is in it |
//! |---|---|
//! | `game` | a game: its decisions and throws by number, and what is to be learned of some |
//! | `replay` | plays a kept game again, up to the decisions that are asked for |
//! | `shard` | several games in a file with a checksum, written whole or not at all |
//! | `window` | the games of the latest generations |
//!
//! What is kept is games, not tensors: a position is encoded, mirrored or not, when it is
//! learned from. So old games survive a new encoder, and a game takes a few kilobytes.

pub mod game;
pub mod replay;
pub mod shard;
pub mod window;

pub use game::{Lesson, SavedGame};
pub use replay::{ReplayError, Visit, replay};
pub use shard::{Shard, ShardError};
pub use window::{Damage, Window};
