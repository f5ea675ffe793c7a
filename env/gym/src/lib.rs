//! Rulesets as environments: step through a battle, step through many at once, or hold
//! one whose ruleset is known by name only.
//!
//! * [`Env`] is one battle in the manner of Gymnasium: reset, step, legal actions, view.
//! * [`VecEnv`] steps many of them on all threads, with the same trajectories on any number.
//! * [`AnyGame`] is a [`Game`](sandtable_core::Game) whose ruleset is erased: actions are
//!   indices with their notation, views are JSON.
//! * [`registry`] names the rulesets of this build, one line each.

pub mod any;
pub mod env;
pub mod registry;
pub mod vec_env;

pub use any::{AnyError, AnyGame, AnyVerdict, NodeKind};
pub use env::{Env, EnvError, EnvSave, Step, StepOf};
pub use registry::{RULESETS, UnknownRuleset, Visitor, visit};
pub use vec_env::{AutoReset, RefusedAt, VecEnv};
