//! Where games are kept, so that what was acknowledged outlasts the program.

use std::collections::{BTreeMap, VecDeque};

use sandtable_protocol::play::{DiceMode, GameId};
use serde::{Deserialize, Serialize};

/// Keeps games. Every call returns when what it was given is safe; the engine calls before
/// it acknowledges anything.
pub trait Store: Send {
    /// A game begins.
    ///
    /// # Errors
    /// [`StoreError`] says what failed.
    fn begin(&mut self, game: &Begun) -> Result<(), StoreError>;

    /// Lines were added to a game's record, after those it has.
    ///
    /// # Errors
    /// [`StoreError`] says what failed.
    fn append(&mut self, game: &GameId, lines: &[String]) -> Result<(), StoreError>;

    /// Decisions were taken back: the record has `keep` lines left, and one more undo.
    ///
    /// # Errors
    /// [`StoreError`] says what failed.
    fn undo(&mut self, game: &GameId, keep: usize) -> Result<(), StoreError>;

    /// A game is over.
    ///
    /// # Errors
    /// [`StoreError`] says what failed.
    fn finish(&mut self, game: &GameId) -> Result<(), StoreError>;

    /// A game, over or not; nothing where there is none of this name.
    ///
    /// # Errors
    /// [`StoreError`] says what failed.
    fn load(&mut self, game: &GameId) -> Result<Option<Kept>, StoreError>;

    /// Every game that is not over, the newest first.
    ///
    /// # Errors
    /// [`StoreError`] says what failed.
    fn unfinished(&mut self) -> Result<Vec<GameId>, StoreError>;

    /// Whether games outlast the program.
    fn is_persistent(&self) -> bool {
        true
    }
}

/// A store that failed, in one line.
#[derive(Debug, thiserror::Error)]
#[error("the game cannot be kept: {0}")]
pub struct StoreError(pub String);

/// What a game began with. Tokens are kept as hashes; the secret must not be shown to
/// anybody before the game is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begun {
    /// Its name.
    pub game: GameId,
    /// The ruleset's name.
    pub ruleset: String,
    /// The ruleset's version.
    pub version: u32,
    /// What the scenario's file is called.
    pub source: String,
    /// The scenario's whole text.
    pub scenario: String,
    /// Who plays, in the order of the seats.
    pub players: [String; 2],
    /// Who throws.
    pub dice: DiceMode,
    /// The engine's part of the seed, in hexadecimal digits.
    pub secret: String,
    /// The front end's part.
    pub number: Option<String>,
    /// The hashes of the tokens of the first seat, the second, and both.
    pub tokens: [Option<String>; 3],
    /// Seconds since 1970.
    pub at: u64,
    /// So many lines of the record come from the file that it was continued from.
    #[serde(default)]
    pub continued: usize,
}

/// A game as it was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// What it began with.
    pub begun: Begun,
    /// The lines of its record after the header.
    pub lines: Vec<String>,
    /// How often decisions were taken back.
    pub undos: u32,
}

/// So many games that are over are kept in memory.
const FINISHED: usize = 256;

/// Keeps games as long as the program runs, of those that are over the last few hundred.
#[derive(Debug, Default)]
pub struct Memory {
    games: BTreeMap<GameId, Kept>,
    unfinished: Vec<GameId>,
    finished: VecDeque<GameId>,
}

impl Memory {
    fn game(&mut self, game: &GameId) -> Result<&mut Kept, StoreError> {
        self.games.get_mut(game).ok_or_else(|| StoreError(format!("there is no game `{game}`")))
    }
}

impl Store for Memory {
    fn begin(&mut self, game: &Begun) -> Result<(), StoreError> {
        let kept = Kept { begun: game.clone(), lines: Vec::new(), undos: 0 };
        self.games.insert(game.game.clone(), kept);
        self.unfinished.insert(0, game.game.clone());
        Ok(())
    }

    fn append(&mut self, game: &GameId, lines: &[String]) -> Result<(), StoreError> {
        self.game(game)?.lines.extend_from_slice(lines);
        Ok(())
    }

    fn undo(&mut self, game: &GameId, keep: usize) -> Result<(), StoreError> {
        let kept = self.game(game)?;
        kept.lines.truncate(keep);
        kept.undos += 1;
        Ok(())
    }

    fn finish(&mut self, game: &GameId) -> Result<(), StoreError> {
        self.unfinished.retain(|unfinished| unfinished != game);
        if !self.finished.contains(game) {
            self.finished.push_back(game.clone());
        }
        while self.finished.len() > FINISHED {
            if let Some(oldest) = self.finished.pop_front() {
                self.games.remove(&oldest);
            }
        }
        Ok(())
    }

    fn load(&mut self, game: &GameId) -> Result<Option<Kept>, StoreError> {
        Ok(self.games.get(game).cloned())
    }

    fn unfinished(&mut self) -> Result<Vec<GameId>, StoreError> {
        Ok(self.unfinished.clone())
    }

    fn is_persistent(&self) -> bool {
        false
    }
}
