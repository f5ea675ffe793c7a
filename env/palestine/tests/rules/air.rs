//! Aircraft.

use sandtable_core::Seat;
use sandtable_palestine::{Event, Outcome};

use crate::table::Table;

fn table() -> Table {
    Table::open()
        .sorties(Seat::First, "2")
        .first("artillery 18,9 0")
        .first("infantry 2,2 0")
        .second("infantry 18,19 180")
        .second("tank 30,30 180")
}

// covers: P-33
#[test]
fn sorties_are_agreed_or_thrown_for() {
    assert_eq!(table().battle().state().sorties(Seat::First), 2);
    let mut battle = table().sorties(Seat::First, "\"throw\"").sorties(Seat::Second, "\"throw\"").battle();
    for seat in Seat::BOTH {
        // RULING B25: D3 + 2 for each side.
        assert_eq!(battle.due(), "sorties");
        assert_eq!(battle.game.due().unwrap().seat, seat);
        assert_eq!(battle.weights(), [3, 4, 5].map(|sorties| (Outcome::Sorties(sorties), 2)));
        battle.throw(&[3]);
        assert_eq!(battle.state().sorties(seat), 4);
    }
    assert!(battle.is_movement());
}

// covers: P-33
#[test]
fn a_sortie_comes_on_five_or_more_once_a_turn() {
    let mut battle = table().battle();
    battle.act("sortie");
    assert_eq!(battle.weights(), [(Outcome::Comes, 2), (Outcome::StaysAway, 4)]);
    let mut away = battle.clone();
    away.throw(&[4]);
    // RULING R36: spent only when it comes, thrown for once a turn.
    assert_eq!(away.state().sorties(Seat::First), 2);
    assert!(!away.lists("sortie"));
    away.until(Seat::Second);
    assert!(!away.lists("sortie"), "the other side has none");
    away.until(Seat::First);
    assert!(away.lists("sortie"));
    battle.throw(&[5]);
    assert_eq!(battle.state().sorties(Seat::First), 1);
    battle.act("strafe B1");
    assert!(!battle.lists("sortie"));
}

// covers: P-35
#[test]
fn strafing_is_a_d3_without_regard_to_cover() {
    let mut battle = table().area("trench", [10.0, 17.0], [26.0, 21.0]).battle();
    battle.act("sortie").throw(&[6]).act("strafe B1; end");
    assert_eq!(battle.due(), "air attack");
    assert_eq!(battle.weights(), [1, 2, 3].map(|hits| (Outcome::Hits(hits), 2)));
    battle.throw(&[6]);
    assert_eq!(battle.hits("B1"), 3);
    // RULING R24: guns may shoot at it all the same.
    assert!(battle.lists("A1"));
    // Vehicles halve. RULING R33.
    let mut battle = table().battle();
    battle.act("sortie").throw(&[6]).act("strafe B2; end");
    assert_eq!(battle.weights(), [(Outcome::Hits(1), 4), (Outcome::Hits(2), 2)]);
}

// covers: P-33, P-35
#[test]
fn strafing_a_target_in_melee_is_wasted() {
    let mut battle =
        Table::open().sorties(Seat::First, "1").first("cavalry 18,9 0").second("infantry 18,19 180").battle();
    battle.act("sortie").throw(&[6]).act("?strafe B1");
    battle.act("A1; charge; face 0; ?A1");
    assert!(battle.happened(|event| matches!(event, Event::StrafeWasted { .. })), "RULING B25");
    assert_eq!(battle.due(), "melee");
    // RULING R38: engaged units are no targets.
    battle.throw(&[1]);
    assert_eq!(battle.state().sorties(Seat::First), 0);
}

// covers: P-34
#[test]
fn one_named_gun_may_throw_again_and_keeps_the_second() {
    let spotted = || {
        let mut battle = table().first("artillery 23,9 0").battle();
        battle.act("sortie").throw(&[5]).act("spot B1 A1; end");
        battle
    };
    let mut battle = spotted();
    battle.act("A1; ?at B1").throw(&[2]);
    // RULING B25: decided after seeing the die.
    assert_eq!(battle.list(), ["again", "keep"]);
    let mut kept = battle.clone();
    kept.act("keep");
    assert_eq!(kept.hits("B1"), 2);
    battle.act("again");
    assert_eq!(battle.due(), "hits again");
    battle.throw(&[1]);
    assert_eq!(battle.hits("B1"), 1, "the second stands");
    // Only the gun that was named.
    let mut battle = spotted();
    battle.act("A3; ?at B1").throw(&[2]);
    assert_eq!(battle.hits("B1"), 2);
    assert!(battle.lists("A1"));
}

// covers: P-33
#[test]
fn the_marker_is_gone_at_the_end_of_the_turn() {
    let mut battle = table().battle();
    battle.act("sortie").throw(&[5]).act("spot B1 A1").until(Seat::Second).until(Seat::First);
    battle.act("end; A1; ?at B1").throw(&[2]);
    assert_eq!(battle.hits("B1"), 2, "nobody spots any more");
}
