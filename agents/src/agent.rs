//! What an agent is, what it may spend and what it says it thought.

use std::hash::{BuildHasherDefault, Hasher};
use std::time::Duration;

use sandtable_core::{GameSeed, Position, Ruleset};
use serde::Serialize;

/// A player of one ruleset. It is given its seat's view and the right to sample from
/// it, never the true state.
pub trait Agent<R: Ruleset>: Send {
    /// Its name with its settings, as `match` tables print it: `mcts:400`.
    fn name(&self) -> String;

    /// Forgets everything and starts a game with this seed: same seed, same play.
    fn begin(&mut self, seed: GameSeed);

    /// Decides: one of `position.actions()`.
    fn decide(&mut self, position: &Position<'_, R>, clock: &dyn Clock) -> R::Action;

    /// What it thought at its last decision; nothing before the first.
    fn thought(&self) -> Option<&Thought<R::Action>>;
}

/// Time, passed in by the driver: agents have no clock of their own.
pub trait Clock {
    /// Time since the driver started the clock; never goes back.
    fn elapsed(&self) -> Duration;

    /// Whether the driver wants an answer at once.
    fn is_stopped(&self) -> bool {
        false
    }

    /// Called now and then by agents that search: a driver that wants to know how far they
    /// are calls `now`. It only reads, so that watching changes no decision.
    fn watch(&self, now: &mut dyn FnMut() -> Progress) {
        let _ = now;
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// How many playouts or positions it looked at.
    pub simulations: u64,
    /// The value for the deciding seat, in [-1, 1], where there is one.
    pub value: Option<f64>,
    /// The best action so far, as an index into the legal list.
    pub best: Option<usize>,
}

/// A clock that stands still, for budgets counted in simulations.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// What an agent thought at a decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Thought<Action> {
    /// The actions considered, best first.
    pub candidates: Vec<Candidate<Action>>,
    /// The value expected for the deciding seat, in [-1, 1], where it has one.
    pub value: Option<f64>,
    /// How many playouts or positions it looked at.
    pub simulations: u64,
    /// Why, in one or two sentences.
    pub why: String,
    /// The rest of the turn as it expects it, its own choice first, in notation.
    pub plan: Vec<String>,
}

impl<Action> Thought<Action> {
    /// The thought of an agent that compares nothing: its choice and the reason.
    pub fn plain(action: Action, notation: String, why: impl Into<String>) -> Self {
        Self {
            candidates: vec![Candidate { action, visits: 1, value: None, prior: None }],
            value: None,
            simulations: 0,
            why: why.into(),
            plan: vec![notation],
        }
    }
}

/// One action considered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Candidate<Action> {
    /// The action.
    pub action: Action,
    /// How often it was tried.
    pub visits: u64,
    /// Its value for the deciding seat, in [-1, 1], where there is one.
    pub value: Option<f64>,
    /// The chance that a policy gives it, in [0, 1], where there is one.
    pub prior: Option<f64>,
}

/// Builds the hasher of tables that are looked up by position key: the keys are mixed
/// already. Such tables are never walked, so that their order decides nothing.
pub(crate) type KeyHasher = BuildHasherDefault<TakeKey>;

/// Takes a position key as its own hash.
#[derive(Default)]
pub(crate) struct TakeKey(u64);

impl Hasher for TakeKey {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = sandtable_core::hash::chain(self.0, byte.into());
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
