//! The engine over HTTP and WebSocket, with its battles kept on disk, and the web page.
//!
//! * `server` listens, counts connections and stops; `guard` looks at who asks; `routes`
//!   says what is where.
//! * `socket` passes messages between a WebSocket and the engine, one a frame; `outbox`
//!   holds them back until what they acknowledge is on disk, and bounds how many wait.
//! * `store` keeps the battles in one file and goes on with them.
//! * `page` is the web page, part of the program; `printed` makes reports fit for paper.

mod failure;
mod guard;
mod options;
mod outbox;
mod page;
mod printed;
mod routes;
mod server;
mod socket;
mod store;

pub use options::{ConnectionLimits, FINISHED, Options, Port};
pub use server::{Server, ServerError};
pub use store::{NotWritten, StoreFault};
