//! Clocks that tests drive agents by.

use std::cell::Cell;
use std::time::Duration;

use sandtable_agents::Clock;

/// Each look at the clock takes a tenth of a millisecond.
pub(crate) struct Ticking(pub(crate) Cell<u32>);

impl Clock for Ticking {
    fn elapsed(&self) -> Duration {
        self.0.set(self.0.get() + 1);
        Duration::from_micros(100) * self.0.get()
    }
}

/// The driver wants an answer at once.
pub(crate) struct Stopped;

impl Clock for Stopped {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn is_stopped(&self) -> bool {
        true
    }
}
