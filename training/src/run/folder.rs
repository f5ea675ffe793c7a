//! Where everything of a run lies.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use sandtable_eval::file::SCRATCH;

use super::RunError;

/// The folder of a run.
///
/// ```text
/// state.json             how far the run is
/// config.toml            the configuration that it began with
/// manifest.json          program, rules, machine, sessions
/// best.safetensors       the weights that play
/// weights/NAME           those of every generation, in half precision
/// checkpoints/STEPS/     the learner in single precision; the last two
/// games/GENERATION/      the games, in shards
/// matches/               the games of gates and evaluations
/// metrics.jsonl          every number that was reported
/// events/                the same for TensorBoard
/// ```
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

/// Makes a folder and those above it.
pub(super) fn make(path: &Path) -> Result<(), RunError> {
    fs::create_dir_all(path).map_err(|error| RunError::File { path: path.to_owned(), error })
}

/// Removes unfinished files in a folder and so many levels below. One that cannot be removed
/// takes up room, no more.
fn sweep(folder: &Path, levels: u32) {
    for path in fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())) {
        let is_scratch = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(SCRATCH));
        if path.is_dir() && levels > 0 {
            sweep(&path, levels - 1);
        } else if is_scratch {
            let _ = fs::remove_file(&path);
        }
    }
}

impl Folder {
    /// The folder, made where it is not there.
    pub(super) fn make(root: &Path) -> Result<Self, RunError> {
        for part in ["", "weights", "checkpoints", "games", "matches"] {
            make(&root.join(part))?;
        }
        Ok(Self(root.to_owned()))
    }

    /// The folder at this path, whether it is there or not.
    pub fn at(root: &Path) -> Self {
        Self(root.to_owned())
    }

    /// Keeps other processes out for as long as the file is open.
    pub(super) fn lock(&self) -> Result<File, RunError> {
        let path = self.0.join(".lock");
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(|error| RunError::File { path, error })?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(RunError::Busy(self.0.clone())),
            // Where files cannot be locked, a person has to take care.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
        }
    }

    /// Removes what a process that was killed had not written whole. The folder must be
    /// locked.
    pub(super) fn sweep(&self) {
        sweep(&self.0, 2);
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.0
    }

    /// How far the run is.
    pub fn state(&self) -> PathBuf {
        self.0.join("state.json")
    }

    /// The configuration that it began with.
    pub fn config(&self) -> PathBuf {
        self.0.join("config.toml")
    }

    /// Where the run comes from.
    pub fn manifest(&self) -> PathBuf {
        self.0.join("manifest.json")
    }

    /// The weights that play.
    pub fn best(&self) -> PathBuf {
        self.0.join("best.safetensors")
    }

    /// The weights of this name.
    pub fn weights(&self, name: &str) -> PathBuf {
        self.0.join("weights").join(format!("{name}.safetensors"))
    }

    /// The learner after so many steps.
    pub fn checkpoint(&self, steps: u64) -> PathBuf {
        self.0.join("checkpoints").join(format!("{steps:08}"))
    }

    /// All games.
    pub fn games(&self) -> PathBuf {
        self.0.join("games")
    }

    /// The journal of a match.
    pub fn games_of_match(&self, name: &str) -> PathBuf {
        self.0.join("matches").join(format!("{name}.jsonl"))
    }

    /// Every number that was reported.
    pub fn metrics(&self) -> PathBuf {
        self.0.join("metrics.jsonl")
    }

    /// The same for TensorBoard.
    pub fn events(&self) -> PathBuf {
        self.0.join("events")
    }

    /// Removes checkpoints that nothing goes on from any more: all but the one after so
    /// many steps and the last before it. What cannot be removed takes up room, no more.
    pub(super) fn drop_checkpoints(&self, steps: u64) {
        let Ok(entries) = fs::read_dir(self.0.join("checkpoints")) else { return };
        let names = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        let mut others: Vec<u64> = names.filter(|&other| other != steps).collect();
        others.sort_unstable();
        let before = others.iter().rev().find(|&&other| other < steps).copied();
        for other in others.into_iter().filter(|&other| Some(other) != before) {
            let _ = fs::remove_dir_all(self.checkpoint(other));
        }
    }
}
