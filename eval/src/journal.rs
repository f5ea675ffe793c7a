//! The journal of an event: a file of JSON Lines that is only ever added to.
//!
//! The first line says all that determines the games ([`EventHeader`]); every further
//! line is a finished game ([`GameResult`]). Whatever stops the program leaves at most the
//! last line torn, and an event that goes on from its journal ends as if it had never
//! been stopped.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use sandtable_core::Doctrine;

use crate::event::FORMAT;
use crate::{Event, EventHeader, GameResult};

/// An open journal, to which games are added.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// What a journal held when it was opened.
#[derive(Debug)]
pub struct Opened {
    /// The journal, ready for more games.
    pub journal: Journal,
    /// The games that it holds.
    pub games: Vec<GameResult>,
    /// Whether its last line was torn and dropped.
    pub was_torn: bool,
}

/// A journal that cannot be used, in one line with the cure.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be opened, read or written.
    #[error("{path}: it cannot be {what}: {error}", path = .path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What was tried.
        what: &'static str,
        /// Why not.
        error: io::Error,
    },
    /// Another event is adding to it.
    #[error("{path}: another event is writing to it; wait for that one, or name another file", path = .0.display())]
    Busy(PathBuf),
    /// Not a journal.
    #[error("{path}: this is not the journal of an event; name another file", path = .0.display())]
    NotAJournal(PathBuf),
    /// The journal of another event.
    #[error("{path}: it is the journal of another event: {what}; give the same options, or name another file", path = .path.display())]
    Other {
        /// Which file.
        path: PathBuf,
        /// What differs.
        what: String,
    },
    /// A line that is no game of this event.
    #[error("{path}: line {line}: {fault}; remove the line, or name another file", path = .path.display())]
    Line {
        /// Which file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong.
        fault: String,
    },
}

impl Journal {
    /// Opens the journal of an event and reads what it holds; begins it where there is
    /// none yet.
    ///
    /// # Errors
    /// [`JournalError`] when the file cannot be used or is of another event. It is
    /// changed then in no way.
    pub fn open<R: Doctrine>(path: &Path, event: &Event<R>) -> Result<Opened, JournalError> {
        let failed = |what| {
            let path = path.to_owned();
            move |error| JournalError::File { path, what, error }
        };
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(failed("opened"))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy(path.to_owned())),
            // Where files cannot be locked, a person has to take care.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed("read"))?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let header = event.header();
        let line = line_of(&header);
        let torn = &bytes[whole..];
        if whole == 0 && !line.as_bytes().starts_with(torn) {
            return Err(JournalError::NotAJournal(path.to_owned()));
        }
        let games = read(path, &bytes[..whole], event, &header)?;
        let mut journal = Self { path: path.to_owned(), file };
        if !torn.is_empty() {
            journal.file.set_len(whole as u64).map_err(failed("mended"))?;
            journal.file.seek(SeekFrom::End(0)).map_err(failed("mended"))?;
        }
        if whole == 0 {
            journal.write(&line)?;
        }
        Ok(Opened { journal, games, was_torn: !torn.is_empty() })
    }

    /// Adds a game, in one write.
    ///
    /// # Errors
    /// [`JournalError::File`] when it cannot be written.
    pub fn add(&mut self, game: &GameResult) -> Result<(), JournalError> {
        self.write(&line_of(game))
    }

    fn write(&mut self, line: &str) -> Result<(), JournalError> {
        self.file.write_all(line.as_bytes()).map_err(|error| JournalError::File {
            path: self.path.clone(),
            what: "written",
            error,
        })
    }
}

fn line_of<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain data") + "\n"
}

/// Reads the whole lines of a journal of this event.
fn read<R: Doctrine>(
    path: &Path,
    bytes: &[u8],
    event: &Event<R>,
    header: &EventHeader,
) -> Result<Vec<GameResult>, JournalError> {
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let Some(first) = lines.next() else {
        return Ok(Vec::new());
    };
    check_header(path, first, header)?;
    let (mut games, mut seen) = (Vec::new(), HashSet::new());
    for (number, line) in lines.enumerate() {
        let fault = |fault: String| JournalError::Line { path: path.to_owned(), line: number + 2, fault };
        let game: GameResult =
            serde_json::from_slice(line).map_err(|error| fault(format!("this is no game ({error})")))?;
        if event.slot(game.slot.game) != game.slot {
            return Err(fault("this game is of another event".to_owned()));
        }
        if !seen.insert(game.slot.game) {
            return Err(fault(format!("game {} is there twice", game.slot.game)));
        }
        games.push(game);
    }
    Ok(games)
}

fn check_header(path: &Path, line: &[u8], ours: &EventHeader) -> Result<(), JournalError> {
    let other = |what: String| Err(JournalError::Other { path: path.to_owned(), what });
    let value: serde_json::Value = match serde_json::from_slice(line) {
        Ok(value) => value,
        Err(_) => return Err(JournalError::NotAJournal(path.to_owned())),
    };
    match value.get("sandtable_event").and_then(serde_json::Value::as_u64) {
        None => return Err(JournalError::NotAJournal(path.to_owned())),
        Some(version) if version != u64::from(FORMAT) => {
            return other(format!("its format is version {version}, this program's {FORMAT}"));
        }
        Some(_) => {}
    }
    match serde_json::from_value::<EventHeader>(value) {
        Ok(theirs) => difference(&theirs, ours).map_or(Ok(()), other),
        Err(error) => other(format!("its first line does not fit ({error})")),
    }
}

/// What differs first between two events, in words.
fn difference(theirs: &EventHeader, ours: &EventHeader) -> Option<String> {
    let texts = |header: &EventHeader| {
        let names: Vec<&str> = header.scenarios.iter().map(|(name, _)| name.as_str()).collect();
        let limit = |limit: Option<u64>| {
            limit.map_or_else(|| "none".to_owned(), |limit| format!("{limit} microseconds"))
        };
        [
            ("program", header.program.clone()),
            ("ruleset", format!("{} version {}", header.ruleset, header.version)),
            ("version of `drill`", header.drill_version.to_string()),
            ("seed", header.seed.to_string()),
            ("agents", header.contenders.join(", ")),
            ("turn limit", limit(header.turn_limit_us)),
            ("answer limit", limit(header.answer_limit_us)),
            ("scenarios", names.join(", ")),
        ]
    };
    let found = texts(theirs).into_iter().zip(texts(ours)).find(|((_, one), (_, other))| one != other);
    match found {
        Some(((what, one), (_, other))) => Some(format!("its {what}: {one}, not {other}")),
        None => (theirs != ours).then(|| "a scenario's text has changed since".to_owned()),
    }
}
