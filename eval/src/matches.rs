//! A match in one call: two contenders, one scenario.

use sandtable_core::{Doctrine, GameSeed, Scenario, ScenarioError};

use crate::{Contender, Event, MatchReport, Plan, Progress, Venue};

/// How much to play, and where all chance comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSettings {
    /// Pairs of games: each pair plays once with each contender in the first seat.
    pub pairs: u32,
    /// The match's seed.
    pub seed: GameSeed,
    /// How many threads play; 0 is as many as there are cores.
    pub threads: usize,
}

/// Plays a match. `progress` is called after every game. For several scenarios, time
/// limits, journals and sequential tests see [`Event`].
///
/// The report is the same on any number of threads, unless a contender plays by time.
///
/// # Errors
/// [`ScenarioError`] when the ruleset refuses the scenario.
///
/// # Panics
/// When the rules panic outside an agent's thinking.
pub fn match_games<R: Doctrine>(
    scenario: &Scenario,
    contenders: &[Contender<R>; 2],
    settings: MatchSettings,
    mut progress: impl FnMut(Progress<'_>),
) -> Result<MatchReport, ScenarioError> {
    let venues = vec![Venue::fixed(scenario.clone())?];
    let event = Event::new(contenders.to_vec(), venues, settings.seed)
        .expect("two contenders and one scenario are an event");
    let plan = Plan { threads: settings.threads, ..Plan::pairs(settings.pairs) };
    let watched: Result<_, std::convert::Infallible> = event.run(plan, Vec::new(), |game| {
        progress(game);
        Ok(())
    });
    let played = watched.unwrap_or_else(|never| match never {});
    Ok(MatchReport::new(&event, played))
}
