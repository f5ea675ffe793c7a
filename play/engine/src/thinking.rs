//! Thoughts that can be watched, stopped and cancelled.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sandtable_agents::{Clock, Progress};

/// What others hold of a thought.
#[derive(Debug, Default)]
pub(crate) struct Handle {
    stopped: AtomicBool,
}

impl Handle {
    /// The thought is to say what it has.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether it is.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

/// The clock of one thought: real time, a limit, and everybody who may stop it.
pub(crate) struct ThoughtClock {
    start: Instant,
    limit: Duration,
    handle: Arc<Handle>,
    /// Whether the whole engine stops.
    closing: Arc<AtomicBool>,
    watches: Vec<Watch>,
}

/// Nobody needs to be told more often.
const OFTENEST: Duration = Duration::from_millis(20);

/// How often somebody wants to be told, in milliseconds.
pub(crate) fn pace(report_every: Option<u64>) -> Option<Duration> {
    report_every.map(|ms| Duration::from_millis(ms).max(OFTENEST))
}

/// Somebody who wants to know how far a thought is.
pub(crate) struct Watch {
    every: Duration,
    last: Cell<Duration>,
    tell: Box<dyn Fn(&Progress) + Send>,
}

impl Watch {
    /// Tells at most so often.
    pub(crate) fn new(every: Duration, tell: impl Fn(&Progress) + Send + 'static) -> Self {
        Self { every, last: Cell::new(Duration::ZERO), tell: Box::new(tell) }
    }
}

impl ThoughtClock {
    /// Starts now.
    pub(crate) fn start(
        limit: Duration,
        handle: Arc<Handle>,
        closing: Arc<AtomicBool>,
        watches: Vec<Watch>,
    ) -> Self {
        Self { start: Instant::now(), limit, handle, closing, watches }
    }
}

impl Clock for ThoughtClock {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn is_stopped(&self) -> bool {
        self.handle.is_stopped() || self.closing.load(Ordering::Relaxed) || self.elapsed() >= self.limit
    }

    fn watch(&self, now: &mut dyn FnMut() -> Progress) {
        let elapsed = self.elapsed();
        for watch in &self.watches {
            if elapsed >= watch.last.get() + watch.every {
                watch.last.set(elapsed);
                (watch.tell)(&now());
            }
        }
    }
}
