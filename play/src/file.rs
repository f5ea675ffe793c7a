//! Files: read with a limit, written whole or not at all.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use sandtable_core::record::{self, Record};
use sandtable_core::{Save, Scenario, scenario, suite};
use sandtable_eval::file;
pub(crate) use sandtable_eval::file::check_writable;
use sandtable_gym::registry;

/// A save holds a record as one string of JSON, in which quotes are escaped.
const MOST_SAVE_BYTES: usize = 2 * record::MOST_BYTES;

/// Reads a text of at most `most` bytes.
fn read(path: &Path, most: usize) -> Result<String> {
    let name = path.display();
    if path.is_dir() {
        bail!("{name}: this is a folder; name a file in it");
    }
    let file = File::open(path).with_context(|| format!("{name}: it cannot be opened"))?;
    let mut bytes = Vec::new();
    let limit = most as u64 + 1;
    file.take(limit).read_to_end(&mut bytes).with_context(|| format!("{name}: it cannot be read"))?;
    if bytes.len() > most {
        bail!("{name}: it is larger than {most} bytes, more than such a file may have");
    }
    String::from_utf8(bytes).ok().with_context(|| format!("{name}: it is not text in UTF-8"))
}

/// Writes the whole text or, when anything goes wrong on the way, leaves what was there.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    Ok(file::write(path, text.as_bytes())?)
}

/// A scenario by name, or from a file where the text looks like one or there is one.
pub(crate) fn scenario(name: &str) -> Result<Scenario> {
    let path = Path::new(name);
    let is_path = name.contains(['/', '\\']) || path.extension().is_some_and(|end| end == "toml");
    if !is_path && (!path.exists() || registry::scenario(name).is_ok()) {
        return Ok(registry::scenario(name)?);
    }
    Ok(Scenario::parse(name, &read(path, scenario::MOST_BYTES)?)?)
}

/// The text of a file of positions.
pub(crate) fn positions(path: &Path) -> Result<String> {
    read(path, suite::MOST_BYTES)
}

/// A record. Nothing is replayed yet.
pub(crate) fn record(path: &Path) -> Result<Record> {
    let text = read(path, record::MOST_BYTES)?;
    if text.trim_start().starts_with('{') && serde_json::from_str::<Save>(&text).is_ok() {
        bail!(
            "{0}: this is a saved battle, not a record: `sandtable play --terminal --load {0}`",
            path.display()
        );
    }
    Record::from_text(&text).with_context(|| path.display().to_string())
}

/// A saved battle. Nothing is replayed yet.
pub(crate) fn save(path: &Path) -> Result<(Save, Record)> {
    let name = path.display();
    let text = read(path, MOST_SAVE_BYTES)?;
    if text.contains("\"sandtable_record\"") && Record::from_text(&text).is_ok() {
        bail!("{name}: this is a record, not a saved battle: `sandtable replay {name}`");
    }
    let save: Save = serde_json::from_str(&text)
        .with_context(|| format!("{name}: this is not a saved battle, or it is damaged"))?;
    let record = Record::from_text(&save.record).with_context(|| format!("{name}: record in it"))?;
    Ok((save, record))
}

/// The text of a saved battle.
pub(crate) fn save_text(save: &Save) -> String {
    let mut text = serde_json::to_string_pretty(save).expect("plain data");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_and_binary_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.toml");
        std::fs::write(&path, [0xff, 0xfe, 0]).unwrap();
        let error = read(&path, 100).unwrap_err().to_string();
        assert!(error.contains("UTF-8"), "{error}");
        std::fs::write(&path, "x".repeat(101)).unwrap();
        let error = read(&path, 100).unwrap_err().to_string();
        assert!(error.contains("larger than 100"), "{error}");
    }
}
