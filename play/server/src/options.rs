//! What a server is started with.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Where to listen, where to keep the battles, how much to allow.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port; 0 lets the system choose a free one.
    pub port: Port,
    /// The folder of the battles.
    pub data: PathBuf,
    /// So many battles that are over are kept, those that ended last.
    pub finished: usize,
    /// Names that the server answers to besides `localhost` and plain addresses.
    pub hosts: Vec<String>,
    /// Limits of the connections.
    pub connections: ConnectionLimits,
    /// Limits of the engine.
    pub engine: sandtable_engine::Limits,
}

/// How many battles that are over are kept where nobody says otherwise: some 40 MB.
pub const FINISHED: usize = 1000;

/// Which port to listen on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// This one; 0 means any.
    Exactly(u16),
    /// This one where it is free, so that a browser finds what it kept under the address;
    /// else any.
    Preferably(u16),
}

/// What one connection may cost.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// Connections at once, of browsers and programs together.
    pub most: usize,
    /// Bytes that may wait for a reader that does not read.
    pub outgoing: usize,
    /// A message that does not get out in this time ends the connection.
    pub write: Duration,
    /// A connection that asks nothing in this time is closed.
    pub idle: Duration,
    /// How often the other end must show that it is alive; it is given up after two
    /// silent ones.
    pub heartbeat: Duration,
    /// A request's head must be here in this time.
    pub head: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            most: 256,
            outgoing: 8 << 20,
            write: Duration::from_secs(20),
            idle: Duration::from_hours(1),
            heartbeat: Duration::from_secs(30),
            head: Duration::from_secs(10),
        }
    }
}
