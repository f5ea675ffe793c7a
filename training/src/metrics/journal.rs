//! `metrics.jsonl`: every report of a run, a line each.
//!
//! The run's state says how many lines there were when it was saved; what was written
//! after that is dropped when the run goes on from there, and written again.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::Report;

/// The open journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    lines: u64,
    /// The hours of the sessions before, and when this one began.
    hours: f64,
    began: Instant,
}

/// A journal that cannot be used, in one line.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be opened, read or written.
    #[error("{path}: it cannot be used: {error}", path = .path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// It lacks lines that the run has written, or holds something else.
    #[error("{path}: line {line} is missing or no report; the run's folder is damaged", path = .path.display())]
    Line {
        /// Which file.
        path: PathBuf,
        /// From 1.
        line: u64,
    },
}

impl Journal {
    /// Opens the journal and keeps this many lines of it.
    ///
    /// # Errors
    /// [`JournalError`] when it cannot be used, or has fewer lines.
    pub fn open(path: &Path, lines: u64) -> Result<Self, JournalError> {
        let failed = |error| JournalError::File { path: path.to_owned(), error };
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path).map_err(failed)?;
        let (mut reader, mut length, mut hours) = (BufReader::new(&file), 0, 0.0);
        for number in 1..=lines {
            let mut line = String::new();
            length += reader.read_line(&mut line).map_err(failed)? as u64;
            let report: Option<Report> =
                if line.ends_with('\n') { serde_json::from_str(&line).ok() } else { None };
            let fault = JournalError::Line { path: path.to_owned(), line: number };
            hours = report.ok_or(fault)?.hours;
        }
        drop(reader);
        file.set_len(length).map_err(failed)?;
        Ok(Self { path: path.to_owned(), file, lines, hours, began: Instant::now() })
    }

    /// How many lines there are.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Hours that the run has worked, over all its sessions.
    pub fn hours(&self) -> f64 {
        self.hours + self.began.elapsed().as_secs_f64() / 3600.0
    }

    /// Adds a report in one write, and says at which hour.
    ///
    /// # Errors
    /// [`JournalError::File`] when it cannot be written.
    ///
    /// # Panics
    /// Never: a report is plain data.
    pub fn add(&mut self, report: &mut Report) -> Result<(), JournalError> {
        report.hours = self.hours();
        let line = serde_json::to_string(report).expect("plain data") + "\n";
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| JournalError::File { path: self.path.clone(), error })?;
        self.lines += 1;
        Ok(())
    }
}

/// Reads all reports of a journal; a torn last line is left out.
///
/// # Errors
/// [`JournalError`] when it cannot be read, or a line is no report.
pub fn read(path: &Path) -> Result<Vec<Report>, JournalError> {
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|error| JournalError::File { path: path.to_owned(), error })?;
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let parse = |(number, line): (usize, &str)| {
        let fault = |_| JournalError::Line { path: path.to_owned(), line: number as u64 + 1 };
        serde_json::from_str(line).map_err(fault)
    };
    whole.lines().enumerate().map(parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(step: u64) -> Report {
        let mut report = Report::new(0, step);
        report.add("loss/policy", 1.5);
        report
    }

    #[test]
    fn what_was_written_after_the_save_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("metrics.jsonl");
        let mut journal = Journal::open(&path, 0).unwrap();
        for step in 0..3 {
            journal.add(&mut report(step)).unwrap();
        }
        std::fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"torn").unwrap();
        assert_eq!(read(&path).unwrap().len(), 3);
        let mut journal = Journal::open(&path, 2).unwrap();
        journal.add(&mut report(7)).unwrap();
        let steps: Vec<u64> = read(&path).unwrap().iter().map(|report| report.step).collect();
        assert_eq!(steps, [0, 1, 7]);
        assert!(Journal::open(&path, 4).is_err());
    }

    #[test]
    fn what_is_not_finite_is_left_out() {
        let mut report = report(0);
        report.add("loss/value", f64::NAN);
        assert_eq!(report.scalars.len(), 1);
    }
}
