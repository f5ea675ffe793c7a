//! Self-play: the same games on any number of threads, and what is learned of them.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use std::path::Path;

use common::{config, generate};
use sandtable_core::{Doctrine, Ruleset};
use sandtable_gridded::Gridded;
use sandtable_reference::{ConnectFour, Kuhn, Pig};
use sandtable_training::store::window::{generation_folder, read_generation};
use sandtable_training::store::{Window, replay};

/// Names and bytes of a generation's files.
fn files(games: &Path, generation: u32) -> Vec<(String, Vec<u8>)> {
    let folder = std::fs::read_dir(generation_folder(games, generation)).unwrap();
    let mut files: Vec<_> = folder
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn any_number_of_threads_gives_the_same_shards_and_a_stop_changes_nothing() {
    let config = config("gridded", &["tiny-assault", "tiny-duel"]);
    for generation in [0, 1] {
        let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
        let [one, two, stopped] = folders.each_ref().map(tempfile::TempDir::path);
        assert!(generate::<Gridded>(&config, generation, one, 1, u32::MAX).is_complete);
        assert!(generate::<Gridded>(&config, generation, two, 2, u32::MAX).is_complete);
        assert!(!generate::<Gridded>(&config, generation, stopped, 2, 3).is_complete);
        let (kept, _) = read_generation::<Gridded>(stopped, generation).unwrap();
        assert!((3..6).contains(&kept.len()), "what has ended is kept: {}", kept.len());
        assert!(generate::<Gridded>(&config, generation, stopped, 2, u32::MAX).is_complete);
        assert_eq!(files(one, generation), files(two, generation));
        assert_eq!(files(one, generation), files(stopped, generation));
    }
}

/// Every kept game of two generations plays again as it was, and its lessons fit.
fn games_play_again<R: Doctrine>(scenarios: &[&str]) {
    let config = config(R::ID, scenarios);
    let folder = tempfile::tempdir().unwrap();
    for generation in [0, 1] {
        generate::<R>(&config, generation, folder.path(), 2, u32::MAX);
    }
    let window = Window::read::<R>(folder.path(), 0, 1).unwrap();
    assert_eq!(window.damage, []);
    let mut policies = 0;
    for kept in &window.games {
        let scenario = sandtable_core::Scenario::parse(&kept.scenario.0, &kept.scenario.1).unwrap();
        let rules = R::load(&scenario).unwrap();
        let all: Vec<usize> = (0..kept.game.lessons.len()).collect();
        let (visits, end) = replay(&rules, &kept.game, &all).unwrap();
        assert_eq!(visits.len(), all.len());
        assert!(rules.node(&end).is_over());
        for (visit, lesson) in visits.iter().zip(&kept.game.lessons) {
            assert_eq!(rules.node(&visit.state).decider(), Some(visit.seat));
            let sum: f32 = lesson.policy.iter().sum();
            assert!(lesson.policy.is_empty() || (sum - 1.0).abs() < 1e-4, "{sum}");
            assert!(lesson.value.is_none_or(|value| (-1.0..=1.0).contains(&value)));
            policies += u32::from(!lesson.policy.is_empty());
        }
    }
    assert!(policies > 0);
}

#[test]
fn kept_games_of_every_ruleset_play_again() {
    games_play_again::<Gridded>(&["tiny-assault", "tiny-charge"]);
    games_play_again::<ConnectFour>(&["connect-four-small"]);
    games_play_again::<Pig>(&["pig-nine"]);
    games_play_again::<Kuhn>(&["kuhn"]);
}

#[test]
fn a_game_that_was_changed_does_not_play_again() {
    let config = config("connect-four", &["connect-four-small"]);
    let folder = tempfile::tempdir().unwrap();
    generate::<ConnectFour>(&config, 0, folder.path(), 1, u32::MAX);
    let (kept, _) = read_generation::<ConnectFour>(folder.path(), 0).unwrap();
    let scenario = sandtable_core::scenario::built_in::<ConnectFour>("connect-four-small").unwrap();
    let rules = ConnectFour::load(&scenario).unwrap();
    for kept in kept {
        assert!(replay(&rules, &kept.game, &[]).is_ok());
        let mut other = kept.game.clone();
        other.thousandths = 500;
        assert!(replay(&rules, &other, &[]).is_err());
        let mut other = kept.game.clone();
        other.steps.pop();
        assert!(replay(&rules, &other, &[]).is_err());
        let mut other = kept.game.clone();
        other.steps[0] = 200;
        assert!(replay(&rules, &other, &[]).is_err());
        let mut other = kept.game.clone();
        if let Some(lesson) = other.lessons.first_mut() {
            lesson.policy = vec![0.1; 100];
            assert!(replay(&rules, &other, &[0]).is_err());
        }
    }
}
