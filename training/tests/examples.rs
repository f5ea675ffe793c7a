//! What the learner is shown: from the deciding seat's side, mirrored or not.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use common::{config, generate, threads};
use sandtable_core::{GameSeed, Playable, Seat};
use sandtable_gridded::Gridded;
use sandtable_reference::{ConnectFour, Kuhn, Pig};
use sandtable_training::examples::{Games, draw, of_game};
use sandtable_training::store::{Window, replay};

fn window<R: Playable>(scenarios: &[&str]) -> Window {
    let mut config = config(R::ID, scenarios);
    config.self_play.generated = 0.0;
    config.self_play.full_share = 0.5;
    config.self_play.cheap_kept = 0.5;
    let folder = tempfile::tempdir().unwrap();
    generate::<R>(&config, 0, folder.path(), 2, u32::MAX);
    generate::<R>(&config, 1, folder.path(), 2, u32::MAX);
    Window::read::<R>(folder.path(), 0, 1).unwrap()
}

/// The value that an example aims at.
fn value([win, draw, loss]: [f32; 3]) -> f32 {
    assert!((win + draw + loss - 1.0).abs() < 1e-5);
    win - loss
}

/// Targets keep their sign while one seat decides, and change it where the other does.
/// Says how often one seat decided twice in a row.
fn signs<R: Playable>(scenarios: &[&str]) -> u32 {
    let mut in_a_row = 0;
    for kept in &window::<R>(scenarios).games {
        let (rules, game): (R, _) = (kept.rules().unwrap(), &kept.game);
        let all: Vec<usize> = (0..game.lessons.len()).collect();
        let (visits, end) = replay(&rules, game, &all).unwrap();
        let examples = of_game(&rules, game, &all, false, 0.0).unwrap();
        for (visit, example) in visits.iter().zip(&examples) {
            let sign = if visit.seat == Seat::FIRST { 1.0 } else { -1.0 };
            assert!((value(example.outcome) - sign * game.value()).abs() < 1e-6);
            assert!((example.margin - sign * rules.margin(&end)).abs() < 1e-6);
            assert_eq!(example.encoding.references.len(), visit.actions.len());
            assert_eq!(example.survival.len(), example.encoding.relations.len().isqrt());
            // A search's value is for the seat that searched, as it stands.
            let searched = of_game(&rules, game, &[visit.lesson], false, 1.0).unwrap();
            let expected = game.lessons[visit.lesson].value.unwrap_or(sign * game.value());
            assert!((value(searched[0].outcome) - expected).abs() < 1e-5);
        }
        for (pair, both) in visits.windows(2).zip(examples.windows(2)) {
            let sign = if pair[0].seat == pair[1].seat { 1.0 } else { -1.0 };
            in_a_row += u32::from(sign > 0.0);
            assert!((value(both[0].outcome) - sign * value(both[1].outcome)).abs() < 1e-6);
        }
    }
    in_a_row
}

#[test]
fn targets_are_told_from_the_deciding_seats_side() {
    assert!(signs::<Gridded>(&["tiny-assault", "tiny-duel"]) > 10, "one side decides many times in a row");
    assert!(signs::<Pig>(&["pig-nine"]) > 10);
    signs::<Kuhn>(&["kuhn"]);
    signs::<ConnectFour>(&["connect-four-small"]);
}

#[test]
fn the_mirror_changes_places_and_nothing_else() {
    let mut moved = 0;
    for kept in &window::<Gridded>(&["tiny-assault", "tiny-charge"]).games {
        let (rules, game): (Gridded, _) = (kept.rules().unwrap(), &kept.game);
        let all: Vec<usize> = (0..game.lessons.len()).collect();
        let straight = of_game(&rules, game, &all, false, 0.5).unwrap();
        let mirrored = of_game(&rules, game, &all, true, 0.5).unwrap();
        for (one, other) in straight.iter().zip(&mirrored) {
            assert_eq!(one.outcome.map(f32::to_bits), other.outcome.map(f32::to_bits));
            assert!((one.margin - other.margin).abs() < 1e-6);
            let sorted = |list: &[f32]| {
                let mut list = list.to_vec();
                list.sort_by(f32::total_cmp);
                list
            };
            assert_eq!(sorted(&one.policy), sorted(&other.policy));
            assert_eq!(sorted(&one.survival), sorted(&other.survival));
            moved += u32::from(one.encoding != other.encoding);
        }
    }
    assert!(moved > 10);
}

#[test]
fn a_batch_is_a_function_of_its_seed_and_half_of_it_is_mirrored() {
    let mut config = config("gridded", &["tiny-assault"]);
    let games = Games::from(window::<Gridded>(&["tiny-assault"]));
    let draw = |config: &_, seed: u64, count: usize| {
        draw::<Gridded>(&games, config, GameSeed::from_number(seed), 64, &threads(count))
    };
    let batch = draw(&config, 1, 1);
    assert_eq!(batch.len(), 64);
    assert_eq!(batch, draw(&config, 1, 2));
    assert_ne!(batch, draw(&config, 2, 2));
    config.replay.mirrored = 0.0;
    let straight = draw(&config, 1, 2);
    let same = batch.iter().zip(&straight).filter(|(one, other)| one == other).count();
    assert!((8..56).contains(&same), "{same} of 64");
}
