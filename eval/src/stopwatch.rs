//! The wall clock that drivers pass to agents.

use std::time::{Duration, Instant};

use sandtable_agents::Clock;

/// Wall time since it was started.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    start: Instant,
}

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Self {
        Self { start: Instant::now() }
    }
}

impl Clock for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
