//! Battlefields, stands and armies. Sections 2 to 4.

use sandtable_core::Seat;
use sandtable_gridded::Class;
use sandtable_gridded::stand::Grade;

use crate::board::Board;

// covers: G-01
#[test]
fn a_battlefield_has_at_least_twelve_by_twelve_squares() {
    assert!(Board::open(12, 12).turns(12).load().is_ok());
    assert!(Board::open(18, 12).turns(12).load().is_ok());
    assert!(Board::open(26, 26).turns(12).load().is_ok());
    assert!(Board::open(11, 12).turns(12).fault().contains("G-01"));
    assert!(Board::open(12, 11).turns(4).fault().contains("G-01"));
    assert!(Board::open(11, 12).turns(3).load().is_ok(), "an exercise");
    assert!(Board::open(27, 12).fault().contains("at most 26"));
}

// covers: G-04, G-05
#[test]
fn stands_have_the_values_of_their_classes() {
    let values = Class::ALL.map(Class::value);
    assert_eq!(values, [4, 3, 2, 2, 3, 2, 2, 2, 2, 2, 3, 2, 1, 0]);
}

// covers: G-04
#[test]
fn stands_carry_what_their_class_can_carry() {
    // RULING R30.
    let with = |stand: &str| Board::open(9, 9).first(stand);
    assert!(with("M guard-infantry E5 n weapon=single-shot-rifles").load().is_ok());
    assert!(with("M field-artillery E5 n weapon=smooth-bore").load().is_ok());
    for wrong in [
        "M regular-infantry E5 n weapon=rifled",
        "M native-cavalry E5 n weapon=magazine-rifles",
        "M transport E5 n weapon=muskets",
        "M machine-gun E5 n weapon=smooth-bore",
    ] {
        assert!(with(wrong).fault().contains("RULING R30"), "{wrong}");
    }
    let mounted = with("M regular-infantry E5 n mounted").fault();
    assert!(mounted.contains("only command stands"), "{mounted}");
}

// covers: G-06, G-10
#[test]
fn a_command_stand_is_worth_its_generals_grade() {
    for (grade, value) in [("poor", 1), ("average", 2), ("exceptional", 3)] {
        let rules = Board::open(9, 9).general(Seat::Second, grade).load().unwrap();
        assert_eq!(rules.stand(rules.command(Seat::Second)).value, value);
        assert_eq!(rules.stand(rules.command(Seat::First)).value, 2);
    }
    // The play-test's generals: a 6 for the one, an average throw for the other.
    assert_eq!((Grade::thrown(6), Grade::thrown(4)), (Grade::Exceptional, Grade::Average));
    assert_eq!(Grade::thrown(2), Grade::Poor, "RULING R13");
}

// covers: G-06, G-07, G-08
#[test]
fn an_army_keeps_within_its_points() {
    let army = |points: u16, entrenchments: &str| {
        Board::open(9, 9)
            .side(Seat::First, &format!("points = {points}\nentrenchments = {entrenchments}"))
            .first("a guard-infantry C3 n")
            .first("b regular-infantry D3 n")
            .first("c field-artillery E3 n")
            .first("d transport F3 n")
            .first("e native-infantry G3 n")
    };
    // 4 + 3 + 2 + 1 + 2; the general costs nothing.
    assert!(army(12, "[]").load().is_ok());
    assert!(army(11, "[]").fault().contains("G-08"));
    assert!(army(12, "[\"C3 n\"]").fault().contains("12.5 points of 12"));
    assert!(army(13, "[\"C3 n\", \"D3 n\"]").load().is_ok());
    assert!(army(13, "[\"C3\"]").fault().contains("14 points of 13"), "four edges cost two points");
}

// covers: G-08, G-09
#[test]
fn four_point_stands_take_at_most_a_third() {
    // RULING R45: twelve of 36, and rounded down.
    let guards = |count: usize, points: u16| {
        let board = Board::open(9, 9).side(Seat::First, &format!("points = {points}"));
        (0..count)
            .fold(board, |b, i| b.first(&format!("g{i} guard-infantry {}3 n", char::from(b'B' + i as u8))))
    };
    assert!(guards(3, 36).load().is_ok());
    assert!(guards(4, 36).fault().contains("RULING R45"));
    assert!(guards(2, 24).load().is_ok());
    assert!(guards(2, 23).fault().contains("RULING R45"));
}

// covers: G-11
#[test]
fn each_side_has_exactly_one_command_stand() {
    let two = Board::open(9, 9).first("a command C3 n").first("b command D3 n");
    assert!(two.fault().contains("G-11"));
    let none = Board::open(9, 9).text().replace("\"command\"", "\"transport\"");
    let scenario = sandtable_core::Scenario::parse("none", &none).unwrap();
    let fault = <sandtable_gridded::Gridded as sandtable_core::Ruleset>::load(&scenario).unwrap_err();
    assert!(fault.to_string().contains("G-11"), "{fault}");
}
