//! The arbiter: what each agent's thinking costs, and whether it is in time.

use std::time::Duration;

use sandtable_agents::Clock as _;
use serde::{Deserialize, Serialize};

use crate::{Failure, ForfeitKind, Stopwatch, ThreadClock};

/// Processor time of one contender in a game, or time on the wall for one from outside, as far
/// as the arbiter kept account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeSpent {
    /// Turns in which it decided something.
    pub turns: u32,
    /// The whole game's time, in microseconds.
    pub total_us: u64,
    /// The longest turn's time, in microseconds.
    pub longest_us: u64,
}

/// How long an answer from outside may take on the wall, where nobody says otherwise.
pub const ANSWER_LIMIT: Duration = Duration::from_mins(1);

/// What contenders may spend.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// In one turn of the battle.
    pub(crate) turn: Option<Duration>,
    /// On one answer from outside, on the wall.
    pub(crate) answer: Duration,
}

/// Whose clock counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimedBy {
    /// The processor time of this thread, on which agents think.
    Processor,
    /// The wall clock: players from outside think elsewhere.
    Wall,
}

/// Keeps account of the time of both contenders of a game, summed over all decisions that
/// one of them takes within one turn of the battle.
///
/// A turn is the ruleset's ([`Ruleset::turn`](sandtable_core::Ruleset::turn)); decisions
/// in the other side's part of it count too.
pub(crate) struct Arbiter {
    limits: Limits,
    clock: ThreadClock,
    wall: Stopwatch,
    accounts: [Account; 2],
}

#[derive(Clone, Copy, Default)]
struct Account {
    turn: u16,
    in_turn: Duration,
    spent: TimeSpent,
}

impl Arbiter {
    pub(crate) fn new(limits: Limits) -> Self {
        let accounts = [Account::default(); 2];
        Self { limits, clock: ThreadClock::start(), wall: Stopwatch::start(), accounts }
    }

    /// The clock that agents see.
    pub(crate) fn clock(&self) -> &ThreadClock {
        &self.clock
    }

    /// How long an answer from outside may take at most.
    pub(crate) fn answer_limit(&self) -> Duration {
        self.limits.answer
    }

    /// How long an answer from outside is waited for.
    pub(crate) fn patience(&self, contender: usize, turn: u16) -> Duration {
        self.left(contender, turn).map_or(self.limits.answer, |left| left.min(self.limits.answer))
    }

    /// What is left of the turn, where turns have a limit.
    fn left(&self, contender: usize, turn: u16) -> Option<Duration> {
        let account = &self.accounts[contender];
        let spent = if account.turn == turn { account.in_turn } else { Duration::ZERO };
        self.limits.turn.map(|limit| limit.saturating_sub(spent))
    }

    /// Before a decision.
    pub(crate) fn begin(&self, by: TimedBy) -> Duration {
        match (self.limits.turn, by) {
            // Without a limit nothing is measured.
            (None, _) => Duration::ZERO,
            (Some(_), TimedBy::Processor) => self.clock.elapsed(),
            (Some(_), TimedBy::Wall) => self.wall.elapsed(),
        }
    }

    /// After a decision that began then: books it, and names the fault of an overrun.
    pub(crate) fn end(
        &mut self,
        contender: usize,
        by: TimedBy,
        turn: u16,
        began: Duration,
    ) -> Result<(), Failure> {
        let Some(limit) = self.limits.turn else {
            return Ok(());
        };
        let took = self.begin(by).saturating_sub(began);
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
        Err(Failure::new(ForfeitKind::Time, detail))
    }

    /// The accounts, by contender; none without a limit.
    pub(crate) fn accounts(&self) -> Option<[TimeSpent; 2]> {
        self.limits.turn.map(|_| self.accounts.map(|account| account.spent))
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
