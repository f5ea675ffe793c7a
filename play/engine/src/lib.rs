//! Battles hosted for front ends: over stdio, over sockets, in tests.
//!
//! An [`Engine`] keeps games, lets agents think in one pool of threads, and answers each
//! [`Connection`] in the messages of [`sandtable_protocol`]. It is driven by threads and
//! knows no network: stdio brings it lines, the server brings it frames.

pub mod engine;
pub mod limits;
pub mod seen;
pub mod store;

pub use engine::{Connection, Engine, EngineError, Health, Sink};
pub use limits::Limits;
pub use store::{Begun, Kept, Memory, Store, StoreError};
