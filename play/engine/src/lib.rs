//! Battles hosted for front ends: over stdio, over sockets, in tests.
//!
//! An [`Engine`] keeps games, lets agents think in one pool of threads, and answers each
//! [`Connection`] in the messages of [`sandtable_protocol`]. It is driven by threads and
//! knows no network: [`stdio`] brings it lines, the server brings it frames.
//!
//! * A *table* is one game with everybody who follows it; its *battle* has the ruleset
//!   erased. Everything that a viewer is sent comes from what that viewer may know.
//! * Agents think about a copy of the position, in the pool, under no lock.
//! * A [`Store`] keeps every game before anything is acknowledged.
//!
//! What the terminal needs too is here: [`chronicle`], [`report`], [`screen`], [`undo`].

pub mod chronicle;
pub mod deed;
pub mod engine;
pub mod limits;
pub mod opponents;
pub mod report;
pub mod screen;
pub mod seen;
pub mod stdio;
pub mod store;
pub mod turning;
pub mod undo;

mod asking;
mod battle;
mod connection;
mod course;
mod decide;
mod following;
mod games;
mod hello;
mod hosted;
mod log;
mod moves;
mod pool;
mod saved;
mod scenarios;
mod seeds;
mod table;
mod thinking;
mod thoughts;

pub use connection::Connection;
pub use engine::{Engine, EngineError, Health, Sink};
pub use limits::Limits;
pub use seeds::fresh as fresh_seed;
pub use store::{Begun, Kept, Memory, Store, StoreError};

/// How a person is called in records.
pub const PERSON: &str = "person";

/// The scenario with which a newcomer begins.
pub const SCENARIO: &str = "supply-column";
