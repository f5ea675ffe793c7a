//! Several games in one file.
//!
//! A line that names the format, the SHA-256 of the rest, then the games in postcard's
//! encoding.

use std::path::{Path, PathBuf};

use sandtable_core::Ruleset;
use sandtable_eval::file;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::SavedGame;

/// What a shard begins with.
const FORMAT: &[u8] = b"sandtable games 1\n";
const DIGEST: usize = 32;

/// Games of one generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shard {
    /// The ruleset.
    pub ruleset: String,
    /// Its version.
    pub version: u32,
    /// Names and texts of the scenarios that were played, each once.
    pub scenarios: Vec<(String, String)>,
    /// The games, by ascending number.
    pub games: Vec<SavedGame>,
}

/// A shard that cannot be used, in one line.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The file cannot be read.
    #[error("{path}: it cannot be read: {error}", path = .path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// It is cut short, damaged, or something else.
    #[error("{path}: {fault}", path = .path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        fault: &'static str,
    },
    /// Its games were played by other rules.
    #[error("{path}: its games were played by {theirs}, not by {ours}", path = .path.display())]
    Rules {
        /// Which file.
        path: PathBuf,
        /// By which rules they were played.
        theirs: String,
        /// Which rules there are now.
        ours: String,
    },
}

impl Shard {
    /// An empty shard of this ruleset.
    pub fn new<R: Ruleset>() -> Self {
        Self { ruleset: R::ID.to_owned(), version: R::VERSION, scenarios: Vec::new(), games: Vec::new() }
    }

    /// Adds a game that was played in this scenario.
    pub fn add(&mut self, scenario: (String, String), mut game: SavedGame) {
        let known = self.scenarios.iter().position(|known| *known == scenario);
        game.scenario = known.unwrap_or_else(|| {
            self.scenarios.push(scenario);
            self.scenarios.len() - 1
        }) as u32;
        self.games.push(game);
    }

    /// The shard as bytes.
    ///
    /// # Panics
    /// Never: games are plain data.
    pub fn to_bytes(&self) -> Vec<u8> {
        let games = postcard::to_allocvec(self).expect("plain data");
        [FORMAT, &Sha256::digest(&games)[..], &games].concat()
    }

    /// Reads a shard; `path` is for errors.
    ///
    /// # Errors
    /// [`ShardError`] when the bytes are damaged or the games of other rules.
    pub fn from_bytes<R: Ruleset>(path: &Path, bytes: &[u8]) -> Result<Self, ShardError> {
        let damaged = |fault| ShardError::Damaged { path: path.to_owned(), fault };
        let rest = bytes.strip_prefix(FORMAT).ok_or_else(|| {
            let is_short = FORMAT.starts_with(bytes);
            damaged(if is_short { "it is cut short" } else { "this is no file of games of this format" })
        })?;
        let (digest, games) = rest.split_at_checked(DIGEST).ok_or_else(|| damaged("it is cut short"))?;
        if Sha256::digest(games)[..] != *digest {
            return Err(damaged("it is cut short or damaged: its checksum differs"));
        }
        let shard: Self = postcard::from_bytes(games).map_err(|_| damaged("its games cannot be read"))?;
        if shard.ruleset != R::ID || shard.version != R::VERSION {
            let rules = |id: &str, version: u32| format!("{id} version {version}");
            let (theirs, ours) = (rules(&shard.ruleset, shard.version), rules(R::ID, R::VERSION));
            return Err(ShardError::Rules { path: path.to_owned(), theirs, ours });
        }
        if shard.games.iter().any(|game| game.scenario as usize >= shard.scenarios.len()) {
            return Err(damaged("a game has no scenario"));
        }
        Ok(shard)
    }

    /// Reads a shard from a file.
    ///
    /// # Errors
    /// [`ShardError`] when the file cannot be read, is damaged, or of other rules.
    pub fn read<R: Ruleset>(path: &Path) -> Result<Self, ShardError> {
        let bytes = std::fs::read(path).map_err(|error| ShardError::File { path: path.to_owned(), error })?;
        Self::from_bytes::<R>(path, &bytes)
    }

    /// Writes the shard whole or not at all.
    ///
    /// # Errors
    /// [`file::FileError`] when it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), file::FileError> {
        file::write(path, &self.to_bytes())
    }
}
