//! How far a run is.

use std::io;
use std::path::{Path, PathBuf};

use sandtable_eval::file::{self, FileError};
use serde::{Deserialize, Serialize};

/// How far a run is. The file is written last and replaced as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The version of this file's format.
    pub sandtable_run: u32,
    /// The generation, from 0.
    pub generation: u32,
    /// What it is doing there.
    pub stage: Stage,
    /// The learner's steps at the checkpoint.
    pub checkpoint: u64,
    /// The name of the weights that play.
    pub champion: String,
    /// The names of those that played before, the earliest first.
    pub past: Vec<String>,
    /// Lines of the journal that belong to it.
    pub lines: u64,
}

/// The stages of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// It plays.
    SelfPlay,
    /// It learns.
    Learning {
        /// Steps of this generation that are learned.
        done: u32,
    },
    /// The new weights are tested.
    Gate,
    /// The weights that play are compared with the yardsticks, where that is due.
    Evaluation,
}

/// A state that cannot be used, in one line.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The file cannot be read.
    #[error("{path}: it cannot be read: {error}", path = .path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// It holds something else, or what another version wrote.
    #[error("{path}: it holds no state of a run of this version ({fault}); name another folder", path = .path.display())]
    Unknown {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        fault: String,
    },
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] FileError),
}

const FORMAT: u32 = 1;

impl State {
    /// Before anything has happened.
    pub(super) fn new() -> Self {
        Self {
            sandtable_run: FORMAT,
            generation: 0,
            stage: Stage::SelfPlay,
            checkpoint: 0,
            champion: String::new(),
            past: Vec::new(),
            lines: 0,
        }
    }

    /// Reads a state; nothing where there is no file.
    ///
    /// # Errors
    /// [`StateError`] when there is one that cannot be used.
    pub fn read(path: &Path) -> Result<Option<Self>, StateError> {
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| StateError::Read { path: path.to_owned(), error })?,
        };
        let unknown = |fault| StateError::Unknown { path: path.to_owned(), fault };
        let state: Self = serde_json::from_str(&text).map_err(|error| unknown(error.to_string()))?;
        if state.sandtable_run != FORMAT {
            return Err(unknown(format!("format {}, not {FORMAT}", state.sandtable_run)));
        }
        Ok(Some(state))
    }

    /// Writes the state, whole or not at all.
    pub(super) fn write(&self, path: &Path) -> Result<(), StateError> {
        let text = serde_json::to_string_pretty(self).expect("plain data") + "\n";
        Ok(file::write(path, text.as_bytes())?)
    }
}
