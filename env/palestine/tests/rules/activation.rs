//! Activation throws.

use sandtable_palestine::phases::{beats, faces};
use sandtable_palestine::state::{Activation, Fate};
use sandtable_palestine::{Event, Outcome};

use crate::table::Table;

/// RULING R2, hits by hits: how many faces of the die activate a unit.
const FACES: [u32; 17] = [6, 6, 6, 6, 5, 5, 5, 5, 4, 4, 4, 4, 3, 3, 3, 3, 2];

// covers: P-03
#[test]
fn four_times_the_die_must_beat_the_hits() {
    for (hits, active) in (0..).zip(FACES) {
        assert_eq!(faces(hits), active, "{hits} hits");
        assert_eq!((1..=6).filter(|&pip| beats(pip, hits)).count() as u32, active);
        let mut battle = Table::open()
            .first(&format!("infantry 10,6 0 hits={hits}"))
            .first("infantry 20,6 0")
            .second("infantry 10,30 180")
            .battle();
        battle.act("A1; to 10,10; face 0");
        if active == 6 {
            // RULING R4: no die where none can fail.
            assert_eq!(battle.due(), "", "{hits} hits");
            assert!(battle.happened(|event| matches!(event, Event::Activated { is_thrown: false, .. })));
            assert_eq!(battle.pose("A1"), (1000, 1000, 0));
        } else {
            assert_eq!(battle.due(), "activation");
            assert_eq!(battle.weights(), [(Outcome::Active, active), (Outcome::Inactive, 6 - active)]);
            let least = 7 - active as u8;
            let mut fails = battle.clone();
            fails.throw(&[least - 1]);
            assert_eq!(fails.pose("A1"), (1000, 600, 0), "{hits} hits and a {}", least - 1);
            battle.throw(&[least]);
            assert_eq!(battle.pose("A1"), (1000, 1000, 0), "{hits} hits and a {least}");
        }
    }
}

// covers: P-04
#[test]
fn a_unit_that_fails_does_nothing_more_in_its_turn() {
    let mut battle = Table::open()
        .first("infantry 10,6 0 hits=12")
        .first("infantry 20,6 0")
        .second("infantry 10,16 180")
        .battle();
    battle.act("A1; to 10,8; face 0").throw(&[3]);
    assert_eq!(battle.unit("A1").activation(), Activation::Failed);
    assert!(!battle.lists("A1"), "it moves no more");
    battle.act("end");
    assert!(!battle.lists("A1"), "nor does it shoot");
}

// covers: P-03
#[test]
fn a_throw_is_made_at_the_first_attempt_and_holds_for_the_turn() {
    // RULING R1: the charge and its melee are one activation.
    let mut battle = Table::open()
        .first("cavalry 10,6 0 hits=12")
        .first("infantry 20,6 0")
        .second("infantry 10,16 180")
        .battle();
    battle.act("A1; charge; face 0");
    assert_eq!(battle.due(), "activation");
    battle.throw(&[4]).act("end");
    assert!(battle.list().is_empty() || battle.lists("A1"));
    if battle.lists("A1") {
        battle.act("A1");
    }
    assert_eq!(battle.due(), "melee", "no second throw");
}

// covers: P-03
#[test]
fn nobody_has_to_be_activated() {
    let mut battle = Table::open().first("tank 10,6 0 hits=16").second("infantry 10,16 180").battle();
    battle.act("end");
    assert!(battle.lists("A1") && battle.lists("end"));
    battle.act("end");
    assert!(battle.unit("A1").is_on_table(), "RULING R3: it did not risk the throw");
}

// covers: P-31, P-32
#[test]
fn a_failed_throw_is_the_end_of_a_vehicle() {
    let fails = |kind: &str| {
        let mut battle = Table::open()
            .first(&format!("{kind} 10,6 0 hits=12"))
            .first("infantry 20,6 0")
            .second("infantry 10,30 180")
            .battle();
        battle.act("A1; to 10,10; face 0").throw(&[3]);
        battle
    };
    assert_eq!(fails("tank").unit("A1").fate(), Fate::Abandoned);
    let wrecked = fails("armoured-car");
    assert_eq!(wrecked.unit("A1").fate(), Fate::Wreck);
    // RULING R5, RULING B26: it counts as lost, RULING R6: a gun does not.
    assert_eq!(wrecked.rules().lost(wrecked.state(), sandtable_core::Seat::First), 1);
    assert!(fails("artillery").unit("A1").is_on_table());
    // A wreck is passable.
    let mut wrecked = wrecked;
    wrecked.act("A2; to 14.5,6; face 0");
    wrecked.until(sandtable_core::Seat::Second).until(sandtable_core::Seat::First);
    assert!(wrecked.may("A2; to 10,6; face 0"));
}
