//! The engine of a process: its games, its connections, its thinking pool.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sandtable_agents::Networks;
use sandtable_protocol::message::Message;
use sandtable_protocol::play::GameId;
use sandtable_protocol::reply::{Record, Report};
use sandtable_protocol::{Code, Fault};

use crate::connection::{Client, Connection};
use crate::limits::Limits;
use crate::pool::Pool;
use crate::store::{Store, StoreError};
use crate::table::Table;

/// Where a connection's messages go. Called from any thread, with the game's lock held:
/// it must not wait.
pub type Sink = Box<dyn Fn(Message) + Send + Sync>;

/// An engine that cannot start.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No thread can be started.
    #[error("no thread to think with: {0}")]
    Thread(#[from] std::io::Error),
}

/// How busy an engine is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Health {
    /// Games in memory.
    pub games: usize,
    /// Connections.
    pub connections: usize,
    /// Thoughts that wait for a thread.
    pub waiting: usize,
    /// Thoughts that run.
    pub thinking: usize,
}

/// A game in memory.
pub(crate) type Seating = Arc<Mutex<Table>>;

/// The engine of a process.
pub struct Engine {
    limits: Limits,
    pub(crate) store: Mutex<Box<dyn Store>>,
    is_persistent: bool,
    pub(crate) tables: Mutex<HashMap<GameId, Seating>>,
    pub(crate) networks: Arc<Networks>,
    pub(crate) pool: Pool,
    pub(crate) closing: Arc<AtomicBool>,
    connections: AtomicUsize,
    next_client: AtomicU64,
}

impl Engine {
    /// Starts the engine. Games that the store has are taken up when somebody asks for
    /// them.
    ///
    /// # Errors
    /// [`EngineError`] when the store fails or no thread can be started.
    pub fn new(limits: Limits, mut store: Box<dyn Store>) -> Result<Arc<Self>, EngineError> {
        // A store that cannot be read is found now, not at the first game.
        store.unfinished()?;
        Ok(Arc::new(Self {
            pool: Pool::start(limits.threads)?,
            limits,
            is_persistent: store.is_persistent(),
            store: Mutex::new(store),
            tables: Mutex::default(),
            networks: Arc::new(Networks::new()),
            closing: Arc::default(),
            connections: AtomicUsize::new(0),
            next_client: AtomicU64::new(1),
        }))
    }

    /// How much it takes.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether games outlast the program.
    pub(crate) fn is_persistent(&self) -> bool {
        self.is_persistent
    }

    /// How busy it is.
    pub fn health(&self) -> Health {
        let (waiting, thinking) = self.pool.load();
        let games = self.tables.lock().unwrap_or_else(PoisonError::into_inner).len();
        Health { games, connections: self.connections.load(Ordering::Relaxed), waiting, thinking }
    }

    /// Connects a front end. Dropping the connection disconnects it.
    ///
    /// # Errors
    /// [`Code::TooMany`] when there are too many, and when the engine stops.
    pub fn connect(self: &Arc<Self>, sink: Sink) -> Result<Connection, Fault> {
        if self.closing.load(Ordering::Relaxed) {
            return Err(Fault::new(Code::TooMany, "the engine is stopping"));
        }
        if self.connections.fetch_add(1, Ordering::Relaxed) >= self.limits.connections {
            self.connections.fetch_sub(1, Ordering::Relaxed);
            let message =
                format!("there are {} connections already, and no more are taken", self.limits.connections);
            return Err(Fault::new(Code::TooMany, message));
        }
        let client = Client::new(self.next_client.fetch_add(1, Ordering::Relaxed), sink);
        Ok(Connection::new(Arc::clone(self), client))
    }

    pub(crate) fn disconnected(&self) {
        self.connections.fetch_sub(1, Ordering::Relaxed);
    }

    /// What the token's holder may see of the record, now: for plain HTTP.
    ///
    /// # Errors
    /// [`Fault`] says why not.
    pub fn record(&self, game: &GameId, token: &str) -> Result<Record, Fault> {
        let seating = self.table(game)?;
        let table = lock(&seating)?;
        let viewer = table.viewer(token)?;
        Ok(table.record(viewer))
    }

    /// The report of a battle that is over. Takes seconds, and waits for them: not to be
    /// called where nothing may wait.
    ///
    /// # Errors
    /// [`Fault`] says why not.
    pub fn report(&self, game: &GameId, token: &str) -> Result<Report, Fault> {
        let seating = self.table(game)?;
        let work = {
            let table = lock(&seating)?;
            let viewer = table.viewer(token)?;
            table.report(viewer)?
        };
        let (said, heard) = std::sync::mpsc::channel();
        let task = move || drop(said.send(work()));
        if !self.pool.add(game, Arc::default(), Box::new(task)) {
            return Err(Fault::new(Code::Cancelled, "the engine is stopping"));
        }
        let text = heard.recv().map_err(|_| Fault::new(Code::Internal, "the report failed"))??;
        Ok(Report { text })
    }

    /// The store, for one call: nothing is kept waiting behind it but other games.
    pub(crate) fn store(&self) -> MutexGuard<'_, Box<dyn Store>> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops: thoughts answer at once, no new ones begin, and the threads are joined.
    /// Games stay in the store.
    pub fn stop(&self) {
        self.closing.store(true, Ordering::Relaxed);
        self.pool.close();
    }
}

/// Takes a game for oneself.
///
/// # Errors
/// When an error of ours left it half changed; it is read from the store again then.
pub(crate) fn lock(seating: &Seating) -> Result<MutexGuard<'_, Table>, Fault> {
    seating.lock().map_err(|_| Fault::new(Code::Internal, "this game failed and is read anew: ask again"))
}
