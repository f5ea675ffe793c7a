//! Our own engine, in this process.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use sandtable_client::{Fault, Line};
use sandtable_engine::{Connection, Engine, Limits, Memory};

/// A connection to an engine of its own.
pub(crate) struct Own {
    engine: Arc<Engine>,
    connection: Option<Connection>,
    said: Receiver<String>,
}

impl Own {
    pub(crate) fn start() -> Self {
        let limits = Limits { threads: 1, ..Limits::own() };
        let engine = Engine::new(limits, Box::new(Memory::default())).expect("memory does not fail");
        let (sender, said) = channel();
        let sink = Box::new(move |message: sandtable_protocol::Message| drop(sender.send(message.to_line())));
        let connection = engine.connect(sink).expect("it is the only connection");
        Self { engine, connection: Some(connection), said }
    }
}

impl Line for Own {
    fn send(&mut self, line: String) {
        if let Some(connection) = &self.connection {
            connection.receive(&line);
        }
    }

    fn receive(&mut self, patience: Duration) -> Result<String, Fault> {
        self.said.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => Fault::Silent(patience),
            RecvTimeoutError::Disconnected => {
                Fault::Ended { how: "it ended".to_owned(), said: String::new() }
            }
        })
    }

    fn end(&mut self, _: Duration) -> bool {
        self.connection = None;
        self.engine.stop();
        true
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}
