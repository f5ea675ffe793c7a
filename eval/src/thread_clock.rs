//! Processor time of the thread that an agent thinks on.

use std::time::Duration;

use sandtable_agents::Clock;

/// Processor time that its thread has spent since it was started: a busy machine does not
/// shorten an agent's thinking. Ask it on the thread that started it.
///
/// Where the system has no such clock (outside Unix) it is wall time.
#[derive(Clone, Copy, Debug)]
pub struct ThreadClock {
    start: Instant,
}

impl ThreadClock {
    /// Starts now, on this thread.
    pub fn start() -> Self {
        Self { start: now() }
    }
}

impl Clock for ThreadClock {
    fn elapsed(&self) -> Duration {
        since(self.start)
    }
}

#[cfg(unix)]
type Instant = Duration;

#[cfg(unix)]
fn now() -> Instant {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    // The time that a thread has run is never negative.
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

#[cfg(unix)]
fn since(start: Instant) -> Duration {
    now().saturating_sub(start)
}

#[cfg(not(unix))]
use std::time::Instant;

#[cfg(not(unix))]
fn now() -> Instant {
    Instant::now()
}

#[cfg(not(unix))]
fn since(start: Instant) -> Duration {
    start.elapsed()
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::*;
    use crate::Stopwatch;

    #[test]
    #[cfg(unix)]
    fn it_runs_while_the_thread_works_and_stands_while_it_sleeps() {
        let (clock, wall) = (ThreadClock::start(), Stopwatch::start());
        std::thread::sleep(Duration::from_millis(60));
        assert!(clock.elapsed() < Duration::from_millis(20), "{:?}", clock.elapsed());
        let mut sum = 0_u64;
        while clock.elapsed() < Duration::from_millis(20) {
            sum = black_box(sum.wrapping_add(1));
            assert!(wall.elapsed() < Duration::from_mins(1), "the clock stands still");
        }
    }
}
