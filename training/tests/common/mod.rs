//! What several tests begin with.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]
#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::Path;
use std::sync::atomic::AtomicBool;

use rayon::{ThreadPool, ThreadPoolBuilder};
use sandtable_agents::mcts::{Evaluator, Rollouts};
use sandtable_core::Doctrine;
use sandtable_training::Config;
use sandtable_training::self_play::{Generation, Grounds, Minds, Played};

/// Rollouts in the place of a network.
pub(crate) struct Playouts {
    pub(crate) past_selves: usize,
}

impl<R: Doctrine> Minds<R> for Playouts {
    fn evaluator(&self, past: Option<usize>) -> Box<dyn Evaluator<R>> {
        assert!(past.is_none_or(|past| past < self.past_selves));
        Box::new(Rollouts::default())
    }

    fn past_selves(&self) -> usize {
        self.past_selves
    }
}

/// The smoke configuration, for another ruleset and with these scenarios.
pub(crate) fn config(ruleset: &str, scenarios: &[&str]) -> Config {
    let text = include_str!("../../configs/smoke.toml");
    let mut config = Config::parse(Path::new("smoke.toml"), text).unwrap();
    ruleset.clone_into(&mut config.ruleset);
    (config.self_play.full_simulations, config.self_play.cheap_simulations) = (4, 2);
    config.warm_start.simulations = 2;
    config.self_play.generated = if ruleset == "gridded" { 0.15 } else { 0.0 };
    config.self_play.scenarios = scenarios.iter().map(|name| ((*name).to_owned(), 1.0)).collect();
    config
}

pub(crate) fn threads(count: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(count).build().unwrap()
}

/// Plays a generation with rollouts; stops after so many games.
pub(crate) fn generate<R: Doctrine>(
    config: &Config,
    number: u32,
    games: &Path,
    count: usize,
    stop_after: u32,
) -> Played {
    let grounds = Grounds::<R>::new(config).unwrap();
    let (stop, pool) = (AtomicBool::new(false), threads(count));
    let minds = Playouts { past_selves: 2 };
    let generation =
        Generation { config, grounds: &grounds, minds: &minds, number, games, threads: &pool, stop: &stop };
    let mut played = 0;
    generation
        .play(|_, _| {
            played += 1;
            stop.fetch_or(played >= stop_after, std::sync::atomic::Ordering::Relaxed);
        })
        .unwrap()
}
