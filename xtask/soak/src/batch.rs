//! A batch: a few games of one scenario, played in one manner.

use std::panic::AssertUnwindSafe;

use sandtable_core::conformance::{self, Plan, Play, Report};
use sandtable_core::{GameSeed, Playable, Scenario};
use sandtable_gym::{UnknownRuleset, Visitor, visit};
use serde::{Deserialize, Serialize};

/// How many games make a batch at most: enough to share the loading, few enough to
/// stop soon.
const MOST_GAMES: u32 = 16;

/// A scenario of a ruleset that is known by name.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    ruleset: &'static str,
    source: String,
    text: String,
}

/// A few games, as a function of these fields alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Batch {
    ruleset: String,
    source: String,
    eager: bool,
    seed: GameSeed,
    pub(crate) games: u32,
    thorough_every: u32,
    /// The scenario file's text.
    pub(crate) scenario: String,
}

/// A broken promise, and the batch in which it was broken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Failure {
    /// What was broken, and how the game came there.
    pub(crate) fault: String,
    /// What to run to see it again.
    pub(crate) batch: Batch,
}

impl Failure {
    pub(crate) fn to_text(&self) -> anyhow::Result<String> {
        Ok(toml::to_string_pretty(self)?)
    }

    pub(crate) fn from_text(text: &str) -> anyhow::Result<Self> {
        Ok(toml::from_str(text)?)
    }
}

/// The built-in scenarios of a ruleset and `generated` generated ones.
pub(crate) fn scenarios(id: &str, seed: GameSeed, generated: u32) -> Result<Vec<Entry>, UnknownRuleset> {
    struct List(GameSeed, u32);
    impl Visitor for List {
        type Out = Vec<Entry>;

        fn visit<R: Playable>(self) -> Vec<Entry> {
            let entry = |source: &str, text: &str| Entry {
                ruleset: R::ID,
                source: source.to_owned(),
                text: text.to_owned(),
            };
            let mut list: Vec<Entry> = R::scenarios().iter().map(|(name, text)| entry(name, text)).collect();
            let generated =
                (0..self.1).map_while(|number| R::generate(self.0.derive("scenario", number.into())));
            list.extend(generated.map(|scenario| entry(scenario.source(), scenario.text())));
            list
        }
    }
    visit(id, List(seed, generated))
}

/// Deals the games out over the scenarios, at random and eagerly in turn. Round after
/// round goes over all of them, so that a soak cut short has seen each.
pub(crate) fn deal(scenarios: &[Entry], games: u32, thorough_every: u32, seed: GameSeed) -> Vec<Batch> {
    let units = 2 * scenarios.len() as u32;
    let mut batches = Vec::new();
    let mut left = games;
    for round in 0_u64.. {
        for (place, entry) in scenarios.iter().enumerate() {
            for eager in [false, true] {
                let share = left.min((games / units).clamp(1, MOST_GAMES));
                if share == 0 {
                    return batches;
                }
                left -= share;
                batches.push(Batch {
                    ruleset: entry.ruleset.to_owned(),
                    source: entry.source.clone(),
                    eager,
                    seed: seed.derive("round", round).derive("scenario", place as u64),
                    games: share,
                    thorough_every,
                    scenario: entry.text.clone(),
                });
            }
        }
        if scenarios.is_empty() {
            break;
        }
    }
    batches
}

impl Batch {
    /// Plays and checks the games.
    pub(crate) fn run(&self) -> Result<Report, String> {
        struct Run<'a>(&'a Batch, Scenario);
        impl Visitor for Run<'_> {
            type Out = Result<Report, String>;

            fn visit<R: Playable>(self) -> Self::Out {
                let Self(batch, scenario) = self;
                let plan = Plan {
                    games: batch.games,
                    seed: batch.seed,
                    thorough_every: batch.thorough_every,
                    play: if batch.eager { Play::Eager } else { Play::Random },
                };
                // A panic in the rules is a finding like any other.
                std::panic::catch_unwind(AssertUnwindSafe(|| conformance::run::<R>(&scenario, plan)))
                    .unwrap_or_else(|panic| Err(panicked(&scenario, &*panic)))
                    .map_err(|failure| failure.to_string())
            }
        }
        let scenario = Scenario::parse(&self.source, &self.scenario).map_err(|e| e.to_string())?;
        visit(&self.ruleset, Run(self, scenario)).map_err(|e| e.to_string())?
    }
}

fn panicked(scenario: &Scenario, panic: &(dyn std::any::Any + Send)) -> conformance::Failure {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    conformance::Failure {
        scenario: scenario.source().to_owned(),
        game: 0,
        step: 0,
        fault: format!("a panic somewhere in the batch: {text}"),
        path: "unknown".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_dealt_once_and_every_scenario_gets_some() {
        let entry = |source: &str| Entry { ruleset: "x", source: source.to_owned(), text: String::new() };
        let scenarios = [entry("a"), entry("b"), entry("c")];
        for games in [0, 1, 6, 7, 100, 1000] {
            let batches = deal(&scenarios, games, 8, GameSeed::from_number(3));
            assert_eq!(batches.iter().map(|batch| batch.games).sum::<u32>(), games);
            assert!(batches.iter().all(|batch| (1..=MOST_GAMES).contains(&batch.games)));
            if games >= 6 {
                for scenario in &scenarios {
                    assert!(batches.iter().any(|batch| batch.source == scenario.source && batch.eager));
                }
            }
        }
        assert!(deal(&[], 10, 8, GameSeed::from_number(3)).is_empty());
    }
}
