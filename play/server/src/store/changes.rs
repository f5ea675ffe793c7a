//! What the writer is told.

use std::sync::mpsc::Sender;

use sandtable_engine::{Begun, Kept};
use sandtable_protocol::play::GameId;

use super::StoreFault;

/// A change of the file.
#[derive(Debug)]
pub(crate) enum Change {
    /// A battle begins.
    Begin(Box<Begun>),
    /// Lines come after those it has.
    Append { game: GameId, lines: Vec<String> },
    /// Decisions were taken back.
    Undo { game: GameId, keep: usize },
    /// The battle is over.
    Finish { game: GameId },
}

/// A change with its number, or a question that is answered once all before it is written.
#[derive(Debug)]
pub(crate) enum Order {
    Change { number: u64, change: Change },
    Load { game: GameId, answer: Sender<Result<Option<Kept>, StoreFault>> },
    Unfinished { answer: Sender<Result<Vec<GameId>, StoreFault>> },
}
