//! What the encodings promise, over random games.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use sandtable_core::encoding::check;
use sandtable_core::{Doctrine, Encode, Encoding, GameSeed, Node, Ruleset, Seat, odds, scenario};
use sandtable_reference::{ConnectFour, Kuhn, Pig};

fn checked<R: Encode + Doctrine>(games: u64) {
    for (name, _) in R::scenarios() {
        let scenario = scenario::built_in::<R>(name).unwrap();
        let decisions = check::<R>(&scenario, games, GameSeed::from_number(1));
        assert!(decisions.unwrap_or_else(|fault| panic!("{fault}")) >= games);
    }
}

#[test]
fn every_game_is_encoded_as_promised() {
    checked::<ConnectFour>(40);
    checked::<Pig>(10);
    checked::<Kuhn>(100);
}

/// The cell that wins at once, and the one that must be blocked, are told.
#[test]
fn connect_four_tells_what_wins() {
    let rules = ConnectFour::load(&scenario::built_in::<ConnectFour>("connect-four").unwrap()).unwrap();
    let (mut board, mut actions, mut encoding) = (rules.start(), Vec::new(), Encoding::default());
    // The first three in column 1, the second three in column 4.
    for column in [0, 3, 0, 3, 0, 3] {
        rules.actions(&board, &mut actions);
        rules.apply(&mut board, actions[column], &mut ());
    }
    rules.actions(&board, &mut actions);
    assert_eq!(rules.node(&board), Node::Decision(Seat::FIRST));
    rules.encode(&board, Seat::FIRST, &actions, &mut encoding);
    let columns = ConnectFour::ENCODER.places;
    let told = |place: usize, name: &str| {
        let column = columns.iter().position(|column| column.name == name).unwrap();
        encoding.places[place * columns.len() + column] > 0.5
    };
    let wins: Vec<usize> = (0..7).filter(|&place| told(place, "wins")).collect();
    let blocks: Vec<usize> = (0..7).filter(|&place| told(place, "blocks")).collect();
    assert_eq!((wins, blocks), (vec![0], vec![3]));
}

/// Two players with different cards see different things, and never the other's card.
#[test]
fn kuhn_hides_the_other_card() {
    let rules = Kuhn::load(&scenario::built_in::<Kuhn>("kuhn").unwrap()).unwrap();
    let mut encodings = std::collections::BTreeMap::new();
    for seed in 0..60 {
        let mut rng = GameSeed::from_number(seed).rng();
        let (mut state, mut outcomes, mut encoding) = (rules.start(), Vec::new(), Encoding::default());
        while rules.node(&state) == Node::Chance {
            rules.outcomes(&state, &mut outcomes);
            rules.resolve(&mut state, odds::draw(&outcomes, &mut rng), &mut ());
        }
        let mut actions = Vec::new();
        rules.actions(&state, &mut actions);
        rules.encode(&state, Seat::FIRST, &actions, &mut encoding);
        let kept = encodings.entry(state.cards[0]).or_insert_with(|| encoding.clone());
        assert_eq!(*kept, encoding);
    }
    let mut distinct: Vec<&Encoding> = encodings.values().collect();
    distinct.dedup();
    assert_eq!(distinct.len(), 3);
}
