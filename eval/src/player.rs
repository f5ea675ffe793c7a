//! Players who may fail to decide: other programs.

use std::time::Duration;

use sandtable_core::{GameSeed, Position, Ruleset, Scenario};

use crate::ForfeitKind;

/// A player of one ruleset from outside this program. Whatever goes wrong with it loses the
/// game, with the reason.
///
/// Like an agent it is given what its seat knows, never the true state. Its time is time on
/// the wall: its processor's clock is not at hand.
pub trait Player<R: Ruleset>: Send {
    /// Starts a game: same seed, same play, if the player plays by nothing else.
    ///
    /// # Errors
    /// [`Failure`] loses the game.
    fn begin(&mut self, seed: GameSeed, patience: Duration) -> Result<(), Failure>;

    /// Decides.
    ///
    /// # Errors
    /// [`Failure`] loses the game.
    fn decide(&mut self, question: &Question<'_, R>) -> Result<Answer, Failure>;
}

/// What a player is asked.
pub struct Question<'a, R: Ruleset> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// What its seat knows, and the legal list.
    pub position: &'a Position<'a, R>,
    /// Decisions with a choice and throws so far.
    pub step: u32,
    /// What its seat saw happen since its last decision.
    pub seen: Vec<R::Event>,
    /// An answer that takes longer is too late.
    pub patience: Duration,
}

/// What a player decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The legal action with this index.
    Index(usize),
    /// The action with this notation.
    Notation(String),
}

/// A player's fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What kind of fault.
    pub kind: ForfeitKind,
    /// What happened, in words.
    pub detail: String,
}

impl Failure {
    /// A fault of this kind.
    pub fn new(kind: ForfeitKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }
}
