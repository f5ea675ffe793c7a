//! Hand-to-hand combat.

use sandtable_core::Seat;
use sandtable_palestine::Outcome;

use crate::table::{Battle, Table};

/// `A1` has charged `B1` from the south and is about to strike.
fn charged(table: Table) -> Battle {
    let mut battle =
        table.first("cavalry 18,8 0").first("infantry 2,2 0").second("infantry 34,34 180").battle();
    battle.act("A1; charge; face 0; end");
    if battle.lists("A1") {
        battle.act("A1");
    }
    battle
}

fn against(target: &str) -> Table {
    Table::open().second(target)
}

// covers: P-27
#[test]
fn the_active_side_strikes_with_a_d6() {
    let mut battle = charged(against("infantry 18,17 180"));
    assert_eq!(battle.due(), "melee");
    let even = (1..=6).map(|hits| (Outcome::Hits(hits), 1)).collect::<Vec<_>>();
    assert_eq!(battle.weights(), even);
    battle.throw(&[5]);
    assert_eq!((battle.hits("A1"), battle.hits("B1")), (0, 5), "RULING R28: one side alone");
    // The other side answers in its own turn.
    battle.until(Seat::Second).act("end");
    if battle.lists("B1") {
        battle.act("B1");
    }
    assert_eq!(battle.due(), "activation", "five hits");
    battle.throw(&[2]).throw(&[6]);
    assert_eq!(battle.hits("A1"), 6);
}

// covers: P-27
#[test]
fn trenches_halve_and_machine_guns_add_nothing() {
    let halved = [(Outcome::Hits(1), 2), (Outcome::Hits(2), 2), (Outcome::Hits(3), 2)];
    let trench = |table: Table| table.area("trench", [10.0, 15.0], [26.0, 19.0]);
    assert_eq!(charged(trench(against("infantry 18,17 180"))).weights(), halved);
    assert_eq!(charged(trench(against("infantry 18,17 180 guns"))).weights(), halved);
    // RULING R21: only infantry.
    assert_eq!(charged(trench(against("artillery 18,17 180"))).weights().len(), 6);
    assert_eq!(charged(trench(against("cavalry 18,17 180 foot"))).weights().len(), 6);
    // Machine guns in melee throw no die of their own. RULING R32: riders as well.
    for defender in [
        "infantry 18,17 180 guns",
        "camel-corps 18,17 180 guns",
        "cavalry 18,17 180",
        "cavalry 18,17 180 foot",
    ] {
        let mut battle = charged(against(defender));
        battle.throw(&[1]).until(Seat::Second).act("end");
        if battle.lists("B1") {
            battle.act("B1");
        }
        assert_eq!(battle.weights().len(), 6, "{defender}");
    }
}

// covers: P-27
#[test]
fn guns_do_not_strike() {
    let mut battle = charged(against("artillery 18,17 180"));
    battle.throw(&[3]).until(Seat::Second).act("end");
    assert_eq!(battle.state().active(), Seat::First, "RULING R30: it has nothing to do");
}

// covers: P-26, P-42
#[test]
fn units_stay_engaged_until_one_is_gone() {
    let mut battle = charged(against("infantry 18,17 180 hits=15"));
    battle.throw(&[1]);
    for _ in 0..2 {
        battle.until(Seat::Second);
        assert!(!battle.lists("B1"), "no breaking off");
        battle.until(Seat::First);
        assert!(!battle.lists("A1"));
    }
    battle.act("end");
    if battle.lists("A1") {
        battle.act("A1");
    }
    battle.throw(&[1]);
    assert!(!battle.unit("B1").is_on_table(), "15 + 1 + 1");
    assert!(battle.unit("A1").engaged().is_empty());
    battle.until(Seat::First);
    assert!(battle.lists("A1"), "it may move again");
}

// covers: P-28, P-42
#[test]
fn a_unit_that_is_not_engaged_frontally_may_turn() {
    // Charged in the rear.
    let mut battle = charged(against("infantry 18,17 0"));
    battle.throw(&[1]).until(Seat::Second).act("end");
    if battle.lists("B1") {
        battle.act("B1");
    }
    assert!(battle.lists("turn to A1"), "{:?}", battle.list());
    // RULING B9: with nobody in front it may strike any, too.
    assert!(battle.lists("at A1"));
    battle.act("turn to A1");
    assert_eq!(battle.unit("B1").facing().degrees(), 180);
    assert!(!battle.may("B1; turn to A1"), "now it is engaged frontally");
    // RULING B19: one that failed its throw may still turn.
    let mut battle = charged(against("infantry 18,17 0 hits=11"));
    battle.throw(&[1]).until(Seat::Second).act("end");
    if battle.lists("B1") {
        battle.act("B1");
    }
    battle.act("at A1").throw(&[1]);
    assert_eq!(battle.hits("A1"), 0);
}

// covers: P-42
#[test]
fn one_enemy_is_struck_and_who_is_in_front_comes_first() {
    // Charged in front and in the flank. RULING B23.
    let mut battle = Table::open()
        .first("cavalry 18,8 0")
        .first("cavalry 27,17 270")
        .second("infantry 18,17 180")
        .second("infantry 34,34 180")
        .battle();
    battle.act("A1; charge; ?at B1; face 0; A2; charge; ?at B1; face 270; A1; ?at B1").throw(&[1]);
    battle.act("?A2; ?at B1").throw(&[1]).until(Seat::Second).act("end");
    if battle.lists("B1") {
        battle.act("B1");
    }
    assert_eq!(battle.due(), "melee", "only the one in front may be struck: no choice");
    battle.throw(&[4]);
    assert_eq!((battle.hits("A1"), battle.hits("A2")), (4, 0));
    assert!(!battle.lists("B1"), "once a turn");
}

// covers: P-29
#[test]
fn vehicles_are_in_no_melee() {
    let battle = charged(against("infantry 18,17 180").second("tank 24,17 180"));
    assert!(battle.unit("B2").engaged().is_empty());
}

// covers: P-08, P-26
#[test]
fn a_unit_passed_through_may_still_strike() {
    // RULING R14.
    let mut battle = Table::open()
        .first("cavalry 18,8 0")
        .first("cavalry 12,13.5 90")
        .second("infantry 18,17 180")
        .second("infantry 34,34 180")
        .battle();
    battle.act("A1; charge; face 0; end; A1").throw(&[1]).until(Seat::Second).until(Seat::First);
    battle.act("A2; move; to 24,13.5; face 90");
    assert!(battle.happened(|event| matches!(event, sandtable_palestine::Event::Passed { .. })));
    battle.act("?A1");
    assert_eq!(battle.due(), "melee");
}
