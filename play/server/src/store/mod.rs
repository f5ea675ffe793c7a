//! The battles in `SQLite`.
//!
//! The engine calls its store before it acknowledges anything, and so an answer may only
//! go out once what it acknowledges is on disk. Writing each change by itself would cost
//! one `fsync` each, several milliseconds, one after the other for all battles of the
//! process. Instead a thread of its own writes whatever has come meanwhile in one
//! transaction, and *the answers wait*: each change gets a number, each message that the
//! engine sends remembers the number of the last change before it, and leaves only when
//! the file is that far ([`Progress`]). The engine itself never waits for the disk.
//!
//! A write that fails, on a full disk say, stops everything: no further message leaves,
//! and the server ends with the reason. What was acknowledged is in the file.

mod changes;
mod file;
mod folder;
mod progress;
#[cfg(test)]
mod tests;
mod writer;

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::mpsc::{SyncSender, channel, sync_channel};
use std::thread::JoinHandle;

use sandtable_engine::{Begun, Kept, Store, StoreError};
use sandtable_protocol::play::GameId;

use changes::{Change, Order};
use file::BattleFile;
use folder::Folder;
pub(crate) use folder::place;
pub use progress::NotWritten;
pub(crate) use progress::Progress;

/// Changes that may wait for the disk. Agents that play each other can be faster than it;
/// then they wait.
const WAITING: usize = 4096;

/// Battles that cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum StoreFault {
    /// The folder cannot be used.
    #[error("{what} ({fault})")]
    Folder {
        /// What cannot be done.
        what: &'static str,
        /// Why.
        fault: io::Error,
    },
    /// Another server has it.
    #[error("another server keeps its battles here, at {by}: use that one, or another folder with --data")]
    Taken {
        /// Its address.
        by: String,
    },
    /// Another version wrote it.
    #[error(
        "battles.sqlite is of version {theirs} and this program writes version {ours}: use the newer program"
    )]
    Version {
        /// The file's.
        theirs: i64,
        /// This program's.
        ours: i64,
    },
    /// The file cannot be read or written.
    #[error("battles.sqlite: {0}")]
    File(#[from] rusqlite::Error),
    /// What a battle began with cannot be read.
    #[error("battles.sqlite: battle `{game}` is damaged ({fault})")]
    Damaged {
        /// Which.
        game: GameId,
        /// Why.
        fault: serde_json::Error,
    },
}

/// The battles of a folder.
#[derive(Debug)]
pub(crate) struct Sqlite {
    /// Nothing once it is dropped.
    orders: Option<SyncSender<Order>>,
    progress: Progress,
    writer: Option<JoinHandle<()>>,
    _folder: Folder,
}

impl Sqlite {
    /// Opens the battles of a folder, or begins them there. So many that are over are kept.
    pub(crate) fn open(folder: &Path, address: SocketAddr, finished: usize) -> Result<Self, StoreFault> {
        let folder = Folder::claim(folder, address)?;
        let path = folder.battles();
        folder::make_private(&path)
            .map_err(|fault| StoreFault::Folder { what: "battles.sqlite cannot be written", fault })?;
        let file = BattleFile::open(&path, finished)?;
        let (orders, queue) = sync_channel(WAITING);
        let progress = Progress::default();
        let told = progress.clone();
        let writer = std::thread::Builder::new()
            .name("battles".to_owned())
            .spawn(move || writer::run(file, &queue, &told))
            .map_err(|fault| StoreFault::Folder { what: "no thread to write with", fault })?;
        Ok(Self { orders: Some(orders), progress, writer: Some(writer), _folder: folder })
    }

    /// How far the file is.
    pub(crate) fn progress(&self) -> Progress {
        self.progress.clone()
    }

    fn change(&self, change: Change) -> Result<(), StoreError> {
        let number = self.progress.issue();
        self.send(Order::Change { number, change })
    }

    fn send(&self, order: Order) -> Result<(), StoreError> {
        let gone = || StoreError("the file of the battles cannot be written any more".to_owned());
        if self.progress.has_failed() {
            return Err(gone());
        }
        self.orders.as_ref().ok_or_else(gone)?.send(order).map_err(|_| gone())
    }

    /// Asks the writer, which knows what is on its way to the file.
    fn ask<T>(
        &self,
        order: impl FnOnce(std::sync::mpsc::Sender<Result<T, StoreFault>>) -> Order,
    ) -> Result<T, StoreError> {
        let (sender, answer) = channel();
        self.send(order(sender))?;
        let answer = answer.recv().map_err(|_| StoreError("the file of the battles is closed".to_owned()))?;
        answer.map_err(|fault| StoreError(fault.to_string()))
    }
}

/// Calls return before what they were given is safe: see above.
impl Store for Sqlite {
    fn begin(&mut self, game: &Begun) -> Result<(), StoreError> {
        self.change(Change::Begin(Box::new(game.clone())))
    }

    fn append(&mut self, game: &GameId, lines: &[String]) -> Result<(), StoreError> {
        self.change(Change::Append { game: game.clone(), lines: lines.to_vec() })
    }

    fn undo(&mut self, game: &GameId, keep: usize) -> Result<(), StoreError> {
        self.change(Change::Undo { game: game.clone(), keep })
    }

    fn finish(&mut self, game: &GameId) -> Result<(), StoreError> {
        self.change(Change::Finish { game: game.clone() })
    }

    fn load(&mut self, game: &GameId) -> Result<Option<Kept>, StoreError> {
        self.ask(|answer| Order::Load { game: game.clone(), answer })
    }

    fn unfinished(&mut self) -> Result<Vec<GameId>, StoreError> {
        self.ask(|answer| Order::Unfinished { answer })
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        // The writer ends when it has written what is left.
        self.orders = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}
