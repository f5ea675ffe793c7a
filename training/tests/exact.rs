//! A short training on scenarios that are small enough to be solved, against their solutions.
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use std::path::Path;
use std::sync::Arc;

use common::go;
use sandtable_agents::exact::Expectimax;
use sandtable_agents::mcts::{Budget, Settings};
use sandtable_agents::network::{Learned, Network, Weights};
use sandtable_core::{Encode as _, GameSeed, Ruleset as _, scenario};
use sandtable_eval::accuracy::{Accuracy, misses, positions};
use sandtable_gridded::Gridded;
use sandtable_training::Config;
use sandtable_training::run::{Ended, Folder};

const POSITIONS: usize = 20;

/// With 20,000 simulations and the network in place of playouts, values are off by less
/// than 0.05 (root mean square), and no choice is worse than the best by more than 0.02.
#[test]
fn policy_and_search_near_the_exact_answer() {
    let text = include_str!("../configs/tiny.toml");
    let config = Config::parse(Path::new("tiny.toml"), text).unwrap();
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(go::<Gridded>(&config, folder.path()), Ended::Finished);
    let weights = std::fs::read(Folder::at(folder.path()).best()).unwrap();
    let network = Arc::new(Network::new(&Weights::read(&weights).unwrap(), &Gridded::ENCODER).unwrap());
    for name in ["tiny-assault", "tiny-charge", "tiny-duel"] {
        let rules = Gridded::load(&scenario::built_in::<Gridded>(name).unwrap()).unwrap();
        let states = positions(&rules, POSITIONS, GameSeed::from_number(2));
        assert_eq!(states.len(), POSITIONS, "{name}");
        let mut solver = Expectimax::new(&rules, 10_000_000);
        let mut search = |simulations| {
            let settings = Settings { budget: Budget::Simulations(simulations), ..Settings::learned() };
            misses(&mut solver, &states, settings, || Learned::shared(Arc::clone(&network))).unwrap()
        };
        let thorough = search(20_000);
        let [glance, all] = [Accuracy::of(&search(8)), Accuracy::of(&thorough)];
        assert!(all.value <= 0.05, "{name}: {all:?}");
        assert!(all.value < glance.value, "{name}: {glance:?} became {all:?}");
        for (number, miss) in thorough.iter().enumerate() {
            assert!(miss.choice <= 0.02, "{name}, position {number}: {miss:?}");
        }
    }
}
