//! What thinking may cost, and one budget of time a turn spread over its real choices.

use std::fmt;
use std::time::Duration;

/// What a decision or a turn may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Simulations a decision. The choice is then a function of the seed alone.
    Simulations(u32),
    /// Time a turn, spread over the turn's remaining real choices.
    TimeATurn(Duration),
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Simulations(simulations) => write!(f, "{simulations}"),
            Self::TimeATurn(time) if time.subsec_millis() == 0 => write!(f, "{}s", time.as_secs()),
            Self::TimeATurn(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

/// Keeps account of a turn's time.
///
/// How many choices a turn will have cannot be known: it is expected to have as many
/// as the turns before, the last one counting half. A turn that lasts longer than
/// expected spends a fraction of what is left at each further choice, so that it never
/// runs dry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    turn: Option<u16>,
    choices: f32,
    expected: f32,
    spent: Duration,
}

impl Pace {
    /// A pace that expects so many choices in the first turn.
    pub(crate) fn new(expected: f32) -> Self {
        Self { turn: None, choices: 0.0, expected: expected.max(1.0), spent: Duration::ZERO }
    }

    /// The time for the choice that is due now.
    pub(crate) fn allot(&mut self, turn: u16, a_turn: Duration) -> Duration {
        if self.turn != Some(turn) {
            if self.turn.is_some() {
                self.expected = (f32::midpoint(self.expected, self.choices)).max(1.0);
            }
            (self.turn, self.choices, self.spent) = (Some(turn), 0.0, Duration::ZERO);
        }
        let remaining = (self.expected - self.choices).max(self.expected / 4.0).max(1.0);
        self.choices += 1.0;
        a_turn.saturating_sub(self.spent).div_f32(remaining)
    }

    /// Books what the choice took.
    pub(crate) fn spend(&mut self, time: Duration) {
        self.spent += time;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_keeps_its_budget_and_never_runs_dry() {
        let budget = Duration::from_secs(2);
        let mut pace = Pace::new(10.0);
        for turn in 1..20 {
            let mut sum = Duration::ZERO;
            for choice in 0..40 {
                let time = pace.allot(turn, budget);
                assert!(!time.is_zero(), "choice {choice} of turn {turn}");
                pace.spend(time);
                sum += time;
            }
            assert!(sum <= budget);
            assert!(sum > budget * 9 / 10, "{sum:?} of {budget:?} in turn {turn}");
        }
        // One choice a turn, as in Connect Four, soon gets nearly all of it.
        for turn in 20..40 {
            let time = pace.allot(turn, budget);
            pace.spend(time);
        }
        assert!(pace.allot(40, budget) > budget * 9 / 10);
    }
}
