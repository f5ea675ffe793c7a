//! What was played so far, and a line about it now and then.

use std::io::{IsTerminal as _, Write as _};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use sandtable_core::conformance::Report;

/// Adds reports up and shows how far they have come.
pub(crate) struct Progress {
    begin: Instant,
    games: u64,
    so_far: Mutex<(Report, Instant)>,
    /// On a terminal the line is overwritten every second; elsewhere there is one a minute.
    terminal: bool,
}

impl Progress {
    /// Begins: `games` are to be played.
    pub(crate) fn begin(games: u64) -> Self {
        let begin = Instant::now();
        let terminal = std::io::stderr().is_terminal();
        Self { begin, games, so_far: Mutex::new((Report::default(), begin)), terminal }
    }

    /// Time since the beginning.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    fn so_far(&self) -> MutexGuard<'_, (Report, Instant)> {
        self.so_far.lock().expect("nobody panics holding it")
    }

    /// Adds a report.
    pub(crate) fn add(&self, report: Report) {
        let mut so_far = self.so_far();
        so_far.0 = so_far.0.merge(report);
        if so_far.1.elapsed() >= Duration::from_secs(if self.terminal { 1 } else { 60 }) {
            so_far.1 = Instant::now();
            let (start, end) = if self.terminal { ("\r", "") } else { ("", "\n") };
            let seconds = self.elapsed().as_secs();
            let line =
                format!("{} of {} games, {} steps, {seconds} s", so_far.0.games, self.games, so_far.0.steps);
            // A progress line that cannot be written is no reason to stop.
            let _ = write!(std::io::stderr(), "{start}{line}{end}");
        }
    }

    /// Ends: all that was played, and the seconds it took.
    pub(crate) fn end(self) -> (Report, f64) {
        if self.terminal {
            eprintln!();
        }
        let seconds = self.elapsed().as_secs_f64();
        (self.so_far().0, seconds)
    }
}
