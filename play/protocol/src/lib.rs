//! The messages between a front end and the engine.
//!
//! A message is one JSON object: a line over stdio, a frame over a WebSocket. The front
//! end sends a [`Call`]; the engine answers it with an [`Answer`] that carries its id, and
//! sends an [`Event`] whenever another party did something. Nothing here knows a ruleset:
//! pictures are those of [`sandtable_core::scene`], decisions are an index with its
//! notation, and whatever a seat is sent comes from that seat's view.
//!
//! * [`call`] has what a front end asks, [`decode()`] reads it with errors and warnings
//!   that name the field.
//! * [`situation`] is what a seat is shown, [`reply`] everything else that is answered.
//! * [`schema`] makes JSON schemas of all of it.

pub mod call;
pub mod decode;
pub mod fault;
pub mod hello;
pub mod message;
pub mod play;
pub mod reply;
pub mod schema;
pub mod situation;
pub mod thought;

pub use call::{Call, Id, Request};
pub use decode::{Decoded, Undecoded, decode};
pub use fault::{Code, Fault};
pub use message::{Answer, Event, Message};
pub use reply::Reply;
pub use situation::Situation;
pub use thought::Thought;

/// The version of the protocol. While it is 0.x, the number after the point moves whenever
/// a front end may have to change.
pub const VERSION: &str = "0.1";
