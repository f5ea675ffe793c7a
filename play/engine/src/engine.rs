//! The engine of a process: its games, its connections, its thinking pool.

use std::sync::Arc;

use sandtable_protocol::message::{Answer, Message};
use sandtable_protocol::play::GameId;
use sandtable_protocol::reply::{Record, Report};
use sandtable_protocol::{Code, Fault, decode};

use crate::limits::Limits;
use crate::store::{Store, StoreError};

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

/// The engine of a process.
pub struct Engine {
    limits: Limits,
}

impl Engine {
    /// Starts the engine, with the games that the store has.
    ///
    /// # Errors
    /// [`EngineError`] when the store fails or no thread can be started.
    pub fn new(limits: Limits, store: Box<dyn Store>) -> Result<Arc<Self>, EngineError> {
        drop(store);
        Ok(Arc::new(Self { limits }))
    }

    /// How much it takes.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// How busy it is.
    pub fn health(&self) -> Health {
        Health::default()
    }

    /// Connects a front end. Dropping the connection disconnects it.
    ///
    /// # Errors
    /// [`Code::TooMany`] when there are too many.
    pub fn connect(self: &Arc<Self>, sink: Sink) -> Result<Connection, Fault> {
        Ok(Connection { engine: Arc::clone(self), sink })
    }

    /// What the token's holder may see of the record, now: for plain HTTP.
    ///
    /// # Errors
    /// [`Fault`] says why not.
    pub fn record(&self, game: &GameId, token: &str) -> Result<Record, Fault> {
        let _ = (game, token);
        Err(Fault::new(Code::Unsupported, "not yet"))
    }

    /// The report of a battle that is over. Takes seconds, and waits for them: not to be
    /// called where nothing may wait.
    ///
    /// # Errors
    /// [`Fault`] says why not.
    pub fn report(&self, game: &GameId, token: &str) -> Result<Report, Fault> {
        let _ = (game, token);
        Err(Fault::new(Code::Unsupported, "not yet"))
    }

    /// Stops: thoughts answer at once, no new ones begin, and the threads are joined.
    /// Games stay in the store.
    pub fn stop(&self) {}
}

/// One front end.
pub struct Connection {
    engine: Arc<Engine>,
    sink: Sink,
}

impl Connection {
    /// Takes one message. Never waits for thinking: answers and events go to the sink.
    pub fn receive(&self, line: &str) {
        let (id, warnings, fault) = match decode(line, self.engine.limits.line) {
            Ok(decoded) => {
                (Some(decoded.call.id), decoded.warnings, Fault::new(Code::Unsupported, "not yet"))
            }
            Err(undecoded) => (undecoded.id, Vec::new(), undecoded.fault),
        };
        (self.sink)(Message::Answer(Answer { id, ok: None, error: Some(fault), warnings }));
    }
}
