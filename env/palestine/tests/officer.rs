//! The scripted officer plays whole, sensible battles.

#![allow(clippy::unwrap_used, reason = "in tests a panic is the report, in what they share too")]

use sandtable_core::{Doctrine as _, Game, GameSeed, Seat, scenario};
use sandtable_palestine::Palestine;

/// Who decides for each seat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Play {
    Drill,
    Eager,
    Random,
}

fn battle(name: &str, players: [Play; 2], seed: u64) -> Game<Palestine> {
    use rand::RngExt as _;
    let scenario = scenario::built_in::<Palestine>(name).unwrap();
    let seed = GameSeed::from_number(seed);
    let mut game = Game::<Palestine>::new(&scenario, Default::default(), Some(seed)).unwrap();
    let mut rng = seed.derive("choices", 0).rng();
    while !game.is_over() {
        let Some(seat) = game.decider() else {
            game.throw().unwrap();
            continue;
        };
        let actions = game.actions(seat);
        let action = match players[seat.index()] {
            Play::Drill => game.rules().drill(game.state(), seat, actions).action,
            Play::Eager => actions[game.rules().eager(game.state(), actions, &mut rng)],
            Play::Random => actions[rng.random_range(0..actions.len())],
        };
        assert!(actions.contains(&action));
        game.act(action).unwrap();
    }
    game
}

const CAMPAIGN: [&str; 4] = ["railway-raid", "wadi-crossing", "the-wells", "village"];

#[test]
fn the_officer_beats_chance_from_either_side() {
    for name in CAMPAIGN {
        let mut value = 0.0;
        for seed in 0..2 {
            value += battle(name, [Play::Drill, Play::Random], seed).value().unwrap();
            value -= battle(name, [Play::Random, Play::Drill], seed).value().unwrap();
        }
        assert!(value >= 3.0, "{name}: {value} of 4");
    }
}

#[test]
fn the_officer_says_why() {
    let game = battle("village", [Play::Drill, Play::Drill], 1);
    assert!(game.is_over());
    let scenario = scenario::built_in::<Palestine>("the-wells").unwrap();
    let game = Game::<Palestine>::new(&scenario, Default::default(), None).unwrap();
    let order = game.rules().drill(game.state(), Seat::First, game.actions(Seat::First));
    assert!(!order.why.is_empty());
}

/// How the scenarios stand between officers, and officers against eager play.
#[test]
#[ignore = "a report, not a check: cargo test --release -p sandtable-palestine --test officer -- --ignored --nocapture"]
#[allow(clippy::print_stdout, reason = "a report")]
fn balance() {
    for name in CAMPAIGN {
        let games = 20;
        let mean = |players: [Play; 2]| {
            let sum: f64 = (0..games).map(|seed| battle(name, players, seed).value().unwrap()).sum();
            sum / games as f64
        };
        let drill = mean([Play::Drill, Play::Drill]);
        let margins: Vec<i32> = (0..games)
            .map(|seed| battle(name, [Play::Drill, Play::Drill], seed).verdict().unwrap().margin)
            .collect();
        let eager = [mean([Play::Drill, Play::Eager]), -mean([Play::Eager, Play::Drill])];
        println!(
            "{name}: officers {drill:+.2}; against eager {:+.2} as first, {:+.2} as second; margins {margins:?}",
            eager[0], eager[1]
        );
    }
}
