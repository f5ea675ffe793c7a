//! Matches: pairs of games on all threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;
use sandtable_core::{GameSeed, Ruleset, Scenario, ScenarioError, Seat};

use crate::game::Table;
use crate::{Contender, GameResult, MatchReport};

/// How much to play, and where all chance comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSettings {
    /// Pairs of games: each pair plays once with each contender in the first seat.
    pub pairs: u32,
    /// The match's seed.
    pub seed: GameSeed,
}

/// How far a match is.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Games finished.
    pub finished: u32,
    /// Games in all.
    pub games: u32,
    /// The game finished last; games finish in any order.
    pub last: &'a GameResult,
}

/// Plays a match on the threads of rayon's current pool. `progress` is called after
/// every game, from any thread.
///
/// The report is the same on any number of threads, unless a contender plays by time.
///
/// # Errors
/// [`ScenarioError`] when the ruleset refuses the scenario.
///
/// # Panics
/// When the rules panic outside an agent's thinking.
pub fn match_games<R: Ruleset>(
    scenario: &Scenario,
    contenders: &[Contender<R>; 2],
    settings: MatchSettings,
    progress: impl Fn(Progress<'_>) + Sync,
) -> Result<MatchReport, ScenarioError> {
    let rules = Arc::new(R::load(scenario)?);
    let table = Table { rules: &rules, scenario, contenders, seed: settings.seed };
    let (games, finished) = (2 * settings.pairs, AtomicU32::new(0));
    let results: Vec<GameResult> = (0..games)
        .into_par_iter()
        .map(|number| {
            let seat = if number % 2 == 0 { Seat::FIRST } else { Seat::SECOND };
            let result = table.play(number / 2, seat);
            let finished = finished.fetch_add(1, Ordering::Relaxed) + 1;
            progress(Progress { finished, games, last: &result });
            result
        })
        .collect();
    let names = [contenders[0].name().to_owned(), contenders[1].name().to_owned()];
    Ok(MatchReport::new::<R>(names, scenario, settings.seed, results))
}
