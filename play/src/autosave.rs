//! Where a battle is kept while it lasts, so that nothing is lost when the program stops.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use sandtable_core::{Record, Save};

use crate::file;

/// The file that follows one battle.
pub(crate) struct Autosave {
    path: PathBuf,
    saved: Option<usize>,
}

/// The folder for battles in progress: `SANDTABLE_STATE`, or the user's state folder.
pub(crate) fn folder() -> PathBuf {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    from("SANDTABLE_STATE")
        .or_else(|| Some(from("XDG_STATE_HOME")?.join("sandtable")))
        .or_else(|| Some(from("HOME")?.join(".local/state/sandtable")))
        .or_else(|| Some(from("LOCALAPPDATA")?.join("sandtable")))
        .unwrap_or_else(|| PathBuf::from(".sandtable"))
}

impl Autosave {
    /// A file of its own for a battle in the scenario with this name; `number` tells it
    /// from other battles there.
    pub(crate) fn new(scenario: &str, number: u64) -> Result<Self> {
        let folder = folder();
        let advice = || {
            format!(
                "{}: the folder for battles in progress cannot be made; set SANDTABLE_STATE to one that can",
                folder.display()
            )
        };
        std::fs::create_dir_all(&folder).with_context(advice)?;
        let stem: String = scenario
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
            .take(40)
            .collect();
        let stem = stem.trim_matches('-');
        let stem = if stem.is_empty() { "battle" } else { stem };
        Ok(Self { path: folder.join(format!("{stem}-{number:08x}.save")), saved: None })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps the battle, unless it stands as it was kept last.
    pub(crate) fn keep(&mut self, lines: usize, save: impl FnOnce() -> Save) -> Result<()> {
        if self.saved == Some(lines) {
            return Ok(());
        }
        file::write(&self.path, &file::save_text(&save()))?;
        self.saved = Some(lines);
        Ok(())
    }

    /// The battle is over: keeps its record instead, and says where.
    pub(crate) fn finish(&self, record: &Record) -> Result<PathBuf> {
        let path = self.path.with_extension("jsonl");
        file::write(&path, &record.to_text())?;
        // It may never have been written.
        let _ = std::fs::remove_file(&self.path);
        Ok(path)
    }
}
