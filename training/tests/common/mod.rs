//! What several tests begin with.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]
#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rayon::{ThreadPool, ThreadPoolBuilder};
use sandtable_agents::mcts::{Evaluator, Rollouts};
use sandtable_agents::network::Shape;
use sandtable_core::{Doctrine, Playable};
use sandtable_training::Config;
use sandtable_training::run::{Ended, Run, Silent};
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

/// A run that takes seconds: a tiny network, few games, few steps.
pub(crate) fn tiny(ruleset: &str, scenarios: &[&str], generations: u32) -> Config {
    let mut config = config(ruleset, scenarios);
    config.generations = generations;
    config.threads = 2;
    (config.warm_start.games, config.warm_start.steps) = (4, 4);
    (config.self_play.games, config.self_play.generated) = (8, 0.0);
    (config.self_play.full_share, config.self_play.cheap_kept) = (0.5, 0.5);
    (config.warm_start.kept, config.warm_start.steps) = (0.5, 3);
    config.self_play.past_selves = 0.5;
    config.network = Shape { width: 8, heads: 2, blocks: 1, hidden: 16 };
    (config.learner.steps, config.learner.batch) = (4, 16);
    (config.learner.save_every, config.learner.report_every) = (2, 2);
    (config.gate.share, config.gate.simulations) = (0.1, 1);
    (config.evaluation.every, config.evaluation.simulations) = (2, 2);
    config.evaluation.against = vec!["greedy".parse().unwrap()];
    config.evaluation.scenarios = scenarios.iter().map(|name| (*name).to_owned()).collect();
    config
}

/// Works on a run to its end.
pub(crate) fn go<R: Playable>(config: &Config, folder: &Path) -> Ended {
    let (stop, mut watch) = (AtomicBool::new(false), Silent);
    Run::<R>::open(config, folder, None, &stop, &mut watch).unwrap().go().unwrap()
}

/// Every file that a run goes on from, and its games and weights; not when things happened.
fn lasting(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for part in ["games", "weights", "checkpoints"] {
        collect(folder, &folder.join(part), &mut files);
    }
    for name in ["state.json", "best.safetensors"] {
        files.insert(name.to_owned(), std::fs::read(folder.join(name)).unwrap());
    }
    files
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            let name = path.strip_prefix(root).unwrap().display().to_string();
            files.insert(name, std::fs::read(&path).unwrap());
        }
    }
}

/// The last checkpoint and everything else that lasts: earlier checkpoints depend on when
/// the run was saved, and so does how many reports there are.
pub(crate) fn same(one: &Path, other: &Path) {
    let [one, other] = [one, other].map(|folder| {
        let mut files = lasting(folder);
        let last = files.keys().rev().find(|name| name.starts_with("checkpoints")).cloned().unwrap();
        files.retain(|name, _| !name.starts_with("checkpoints") || *name == last);
        let state: serde_json::Value = serde_json::from_slice(&files.remove("state.json").unwrap()).unwrap();
        let part = |key: &str| state[key].clone();
        (files, ["generation", "stage", "checkpoint", "champion", "past"].map(part))
    });
    assert_eq!(one.1, other.1);
    assert_eq!(one.0.keys().collect::<Vec<_>>(), other.0.keys().collect::<Vec<_>>());
    for (name, bytes) in &one.0 {
        assert!(other.0[name] == *bytes, "{name} differs");
    }
}
