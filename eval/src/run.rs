//! Plays the games of an event on several threads.
//!
//! Threads take the games in the order of their numbers and share nothing while they
//! play. Finished games come to the calling thread, which alone keeps and judges them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use sandtable_core::{Doctrine, Record};

use crate::{Event, GameResult, Pentanomial, Sprt, SprtState};

/// How much of an event to play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Pairs of games for each pairing in each scenario.
    pub pairs: u32,
    /// How many threads play; 0 is as many as there are cores.
    pub threads: usize,
    /// Stop when this test has decided, at the latest after all pairs. Pairs are taken in
    /// the order of their numbers, so that it decides alike on any number of threads.
    pub sprt: Option<Sprt>,
}

impl Plan {
    /// So many pairs, on all cores, to the end.
    pub fn pairs(pairs: u32) -> Self {
        Self { pairs, threads: 0, sprt: None }
    }
}

/// A game that was just finished, and how far the event is. Games finish in any order.
#[derive(Debug)]
pub struct Progress<'a> {
    /// Games finished, those of an earlier run included.
    pub finished: u64,
    /// Games in all.
    pub games: u64,
    /// The game finished last.
    pub last: &'a GameResult,
    /// Its record.
    pub record: &'a Record,
    /// Where the sequential test stands, after the pairs that it has taken.
    pub sprt: Option<&'a SprtState>,
}

/// The games of an event, in the order of their numbers, and what its test decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Whole pairs alone. A decided test has no games after its last pair.
    pub games: Vec<GameResult>,
    /// Where the test stands, if there is one.
    pub sprt: Option<SprtState>,
}

impl<R: Doctrine> Event<R> {
    /// Plays what the plan says and `kept` does not hold yet. `watch` is called on this
    /// thread after every game; its error stops the event.
    ///
    /// # Errors
    /// What `watch` returns.
    ///
    /// # Panics
    /// When the rules panic outside an agent's thinking.
    pub fn run<E>(
        &self,
        plan: Plan,
        kept: Vec<GameResult>,
        mut watch: impl FnMut(Progress<'_>) -> Result<(), E>,
    ) -> Result<Played, E> {
        let games = self.games(plan.pairs);
        let mut results: BTreeMap<u64, GameResult> = kept
            .into_iter()
            .filter(|result| result.slot.game < games)
            .map(|result| (result.slot.game, result))
            .collect();
        let todo: Vec<u64> = (0..games).filter(|game| !results.contains_key(game)).collect();
        let mut test = Test::new(plan.sprt);
        test.take(&results);
        if !test.is_decided() {
            self.on_threads(plan.threads, &todo, |result, record| {
                results.insert(result.slot.game, result.clone());
                test.take(&results);
                let finished = results.len() as u64;
                watch(Progress {
                    finished,
                    games,
                    last: &result,
                    record: &record,
                    sprt: test.state.as_ref(),
                })?;
                Ok(!test.is_decided())
            })?;
        }
        if test.is_decided() {
            results.retain(|game, _| *game < test.next);
        }
        Ok(Played { games: results.into_values().collect(), sprt: test.state })
    }

    /// Plays these games in this order; `each` says whether to go on.
    fn on_threads<E>(
        &self,
        threads: usize,
        todo: &[u64],
        mut each: impl FnMut(GameResult, Record) -> Result<bool, E>,
    ) -> Result<(), E> {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = if threads == 0 { cores() } else { threads }.min(todo.len());
        let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..threads {
                let (sender, next, is_stopped) = (sender.clone(), &next, &is_stopped);
                scope.spawn(move || {
                    while !is_stopped.load(Ordering::Relaxed) {
                        let Some(&game) = todo.get(next.fetch_add(1, Ordering::Relaxed)) else {
                            break;
                        };
                        // Nobody listens any more when the event was stopped meanwhile.
                        if sender.send(self.play(game)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for (result, record) in receiver {
                match each(result, record) {
                    Ok(true) => {}
                    stopped => {
                        is_stopped.store(true, Ordering::Relaxed);
                        return stopped.map(|_| ());
                    }
                }
            }
            Ok(())
        })
    }
}

/// A sequential test on its way through the games, pair by pair.
struct Test {
    sprt: Option<Sprt>,
    counts: Pentanomial,
    /// The first game that it has not taken.
    next: u64,
    state: Option<SprtState>,
}

impl Test {
    fn new(sprt: Option<Sprt>) -> Self {
        let counts = Pentanomial::default();
        Self { sprt, counts, next: 0, state: sprt.map(|sprt| sprt.judge(&counts)) }
    }

    fn is_decided(&self) -> bool {
        self.state.is_some_and(|state| state.decision.is_some())
    }

    /// Takes the pairs that are whole, up to the first that is not or to the decision.
    fn take(&mut self, results: &BTreeMap<u64, GameResult>) {
        let Some(sprt) = self.sprt else {
            return;
        };
        while !self.is_decided()
            && let (Some(one), Some(other)) = (results.get(&self.next), results.get(&(self.next + 1)))
        {
            self.counts.add(one.half_points() + other.half_points());
            self.next += 2;
            self.state = Some(sprt.judge(&self.counts));
        }
    }
}
