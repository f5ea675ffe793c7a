//! Trains and barricades.

use sandtable_core::Seat;
use sandtable_palestine::Outcome;

use crate::table::Table;

const RAIL: &str = "[train]\nside = \"first\"\nrail = [[0, 18], [36, 18]]\nat = 10";

fn table() -> Table {
    Table::open().with(RAIL).first("infantry 2,2 0").second("infantry 34,34 180")
}

// covers: P-36
#[test]
fn a_train_runs_twelve_inches_along_its_rail() {
    // RULING B27.
    let mut battle = table().battle();
    battle.act("train");
    assert!(battle.lists("train to 22.00") && battle.may("train to 22"));
    assert!(!battle.may("train to 22.01"));
    assert!(battle.may("train to 3") && !battle.may("train to 2.99"), "its end must not leave the rail");
    battle.act("train to 20.5");
    assert_eq!(battle.state().train().unwrap().at, 2050);
    assert!(!battle.lists("train"), "once a turn");
    battle.until(Seat::Second);
    assert!(!battle.lists("train"), "its owner moves it");
}

// covers: P-36
#[test]
fn a_train_stops_at_a_barricade_and_at_units() {
    let mut battle = table().map("[map]\nbarricade = [[[18, 16], [18, 20]]]").battle();
    battle.act("train");
    assert!(battle.may("train to 14.9") && !battle.may("train to 16"));
    let mut battle = table().first("infantry 18,18 0").battle();
    battle.act("train");
    assert!(battle.may("train to 13") && !battle.may("train to 13.01"), "its front is three inches ahead");
    // Nobody walks through it.
    let mut battle = Table::open().with(RAIL).first("infantry 10,15 0").second("infantry 34,34 180").battle();
    battle.act("A1");
    assert!(battle.may("to 10,16; face 0") && !battle.may("to 10,16.01") && !battle.may("to 10,21"));
}

// covers: P-36, P-23
#[test]
fn its_machine_guns_shoot_all_round_and_nobody_shoots_at_it() {
    let battle = |y: &str| {
        let mut battle = table().second(&format!("infantry 10,{y} 0")).battle();
        battle.act("end");
        battle
    };
    // From the train's centre: twelve inches to the nearest edge.
    assert!(battle("31").lists("train") && !battle("31.01").lists("train"));
    assert!(battle("5").lists("train"), "all round");
    let mut shot = battle("28");
    shot.act("train");
    assert_eq!(shot.due(), "hits from the train", "without activation");
    let weights = shot.weights();
    assert_eq!(weights.iter().map(|(_, weight)| weight).sum::<u32>(), 36, "D6 + D3");
    assert_eq!((weights[0].0, weights[weights.len() - 1].0), (Outcome::Hits(2), Outcome::Hits(9)));
    shot.throw(&[6, 6]);
    assert_eq!(shot.hits("B2"), 9);
    // A train that has moved does not shoot, as nobody does. P-16.
    let mut moved = table().second("infantry 10,28 0").battle();
    moved.act("train; train to 10.01; end");
    assert_eq!(moved.state().active(), Seat::Second);
    // It hides what is behind it. RULING B7.
    let mut behind = Table::open()
        .with(&RAIL.replace("first", "second"))
        .first("artillery 10,9 0")
        .second("infantry 10,25 180 base=[2,2]")
        .battle();
    behind.act("end");
    assert_eq!(behind.state().active(), Seat::Second);
}

// covers: P-36, P-37
#[test]
fn a_train_at_the_end_of_its_rail_may_be_worth_points() {
    let value = |at: &str| {
        let table = table().turns(1).with("[victory]\ntrain = 3");
        let text = table.text().replace("at = 10\n", &format!("at = {at}\n"));
        let scenario = sandtable_core::Scenario::parse("test", &text).unwrap();
        let mut game =
            sandtable_core::Game::<sandtable_palestine::Palestine>::new(&scenario, Default::default(), None)
                .unwrap();
        while !game.is_over() {
            game.act_by_notation("end").unwrap();
        }
        game.verdict().unwrap().margin
    };
    assert_eq!((value("33"), value("32.99")), (3, 0));
}
