//! The arbiter: what each agent's thinking costs, and whether it is in time.

use std::time::Duration;

use sandtable_agents::Clock as _;
use serde::{Deserialize, Serialize};

use crate::{ForfeitKind, ThreadClock};

/// Processor time of one contender in a game, as far as the arbiter kept account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeSpent {
    /// Turns in which it decided something.
    pub turns: u32,
    /// The whole game's time, in microseconds.
    pub total_us: u64,
    /// The longest turn's time, in microseconds.
    pub longest_us: u64,
}

/// Keeps account of the time of both agents of a game: the processor time of the thread,
/// summed over all decisions that an agent takes within one turn of the battle.
///
/// A turn is the ruleset's ([`Ruleset::turn`](sandtable_core::Ruleset::turn)); decisions
/// in the other side's part of it count too.
pub(crate) struct Arbiter {
    limit: Option<Duration>,
    clock: ThreadClock,
    accounts: [Account; 2],
}

#[derive(Clone, Copy, Default)]
struct Account {
    turn: u16,
    in_turn: Duration,
    spent: TimeSpent,
}

impl Arbiter {
    /// Without a limit nothing is measured.
    pub(crate) fn new(limit: Option<Duration>) -> Self {
        Self { limit, clock: ThreadClock::start(), accounts: [Account::default(); 2] }
    }

    /// The clock that agents see.
    pub(crate) fn clock(&self) -> &ThreadClock {
        &self.clock
    }

    /// Before a decision.
    pub(crate) fn begin(&self) -> Duration {
        if self.limit.is_some() { self.clock.elapsed() } else { Duration::ZERO }
    }

    /// After a decision that began then: books it, and names the fault of an overrun.
    pub(crate) fn end(
        &mut self,
        contender: usize,
        turn: u16,
        began: Duration,
    ) -> Result<(), (ForfeitKind, String)> {
        let Some(limit) = self.limit else {
            return Ok(());
        };
        let took = self.clock.elapsed().saturating_sub(began);
        self.accounts[contender].book(turn, took);
        let in_turn = self.accounts[contender].in_turn;
        if in_turn <= limit {
            return Ok(());
        }
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        let detail = format!(
            "{:.1} ms in turn {turn}, where {:.1} ms are allowed",
            milliseconds(in_turn),
            milliseconds(limit)
        );
        Err((ForfeitKind::Time, detail))
    }

    /// The accounts, by contender; none without a limit.
    pub(crate) fn accounts(&self) -> Option<[TimeSpent; 2]> {
        self.limit.map(|_| self.accounts.map(|account| account.spent))
    }
}

impl Account {
    fn book(&mut self, turn: u16, took: Duration) {
        if self.turn != turn {
            (self.turn, self.in_turn) = (turn, Duration::ZERO);
            self.spent.turns += 1;
        }
        self.in_turn += took;
        self.spent.total_us += took.as_micros() as u64;
        self.spent.longest_us = self.spent.longest_us.max(self.in_turn.as_micros() as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turns_decisions_add_up_and_the_next_turn_begins_anew() {
        let mut account = Account::default();
        for (turn, took) in [(1, 30), (1, 40), (2, 50), (3, 10), (3, 20)] {
            account.book(turn, Duration::from_micros(took));
        }
        assert_eq!(account.spent, TimeSpent { turns: 3, total_us: 150, longest_us: 70 });
        assert_eq!(account.in_turn, Duration::from_micros(30));
    }
}
