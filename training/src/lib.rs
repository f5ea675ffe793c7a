//! Training by self-play.
//!
//! # Overview
//!
//! A run goes in generations: the network plays itself, its games are kept, the learner
//! learns from the latest of them, and what it has learned plays from then on, unless it
//! is clearly worse.
//!
//! | module | what is in it |
//! |---|---|
//! | [`config`] | every number that shapes a run |
//! | [`network`] | the network as it learns, in burn |
//! | [`learner`] | what learns from decisions |
//! | [`self_play`] | the games of a generation |
//! | [`store`] | games on disk |
//! | [`examples`] | what the learner is shown |
//! | [`metrics`] | what a run says of itself |
//! | [`mod@bench`] | how fast a configuration plays and learns |
//! | [`run`] | the generations, from the first to the last |

pub mod bench;
pub mod config;
pub mod examples;
pub mod learner;
pub mod metrics;
pub mod network;
pub mod run;
pub mod self_play;
pub mod store;

pub use config::{Config, ConfigError};
