//! Fire combat: ranges and modifiers. Section 10.

use sandtable_core::Seat;

use crate::board::{Battle, Board};

// covers: G-29, G-04
#[test]
fn every_weapon_has_its_range() {
    let weapons = [
        ("guard-infantry", "", 3),
        ("regular-infantry", "", 3),
        ("irregular-infantry", "", 2),
        ("native-infantry", "", 0),
        ("native-infantry", "weapon=muskets", 1),
        ("native-infantry", "weapon=single-shot-rifles", 2),
        ("regular-infantry", "weapon=single-shot-rifles", 2),
        ("irregular-infantry", "weapon=magazine-rifles", 3),
        ("regular-infantry", "weapon=hand-held", 0),
        ("regular-cavalry", "", 0),
        ("native-cavalry", "", 0),
        ("camelry", "", 0),
        ("machine-gun", "", 4),
        ("mountain-artillery", "weapon=smooth-bore", 4),
        ("mountain-artillery", "weapon=rifled", 5),
        ("field-artillery", "weapon=smooth-bore", 5),
        ("field-artillery", "", 6),
        ("heavy-artillery", "weapon=smooth-bore", 6),
        ("heavy-artillery", "weapon=rifled", 8),
        ("transport", "", 0),
        ("command", "", 0),
    ];
    for (class, weapon, range) in weapons {
        for distance in 1..=9_u8 {
            let target = format!("T transport {}1 w", char::from(b'B' + distance));
            let mut battle =
                Board::open(12, 1).first(&format!("M {class} B1 e {weapon}")).second(&target).first_acts(5);
            battle.act("activate B1");
            if battle.list().contains(&"fight first".to_owned()) {
                battle.act("fight first");
            }
            assert_eq!(
                !battle.fire_targets().is_empty(),
                distance <= range,
                "{class} {weapon} at {distance}"
            );
        }
    }
}

/// The rifles `R` at E4 fire at the irregulars `S` at E6, with whatever else there is.
fn fires(board: Board) -> Battle {
    fires_from(board, "E4", "E6", 'n')
}

fn fires_from(board: Board, from: &str, at: &str, facing: char) -> Battle {
    let mut battle = board
        .first(&format!("R regular-infantry {from} n"))
        .second(&format!("S irregular-infantry {at} s"))
        .first_acts(5);
    battle.act(&format!("activate {from}; fight first; fire {at} {facing}"));
    battle
}

// covers: G-31
#[test]
fn both_add_their_values() {
    let battle = fires(Board::open(9, 9));
    assert_eq!((battle.initiator(), battle.target()), ("+3 G-31".to_owned(), "+2 G-31".to_owned()));
}

// covers: G-32, G-06
#[test]
fn both_add_a_general_adjacent_or_in_the_square() {
    let with = |first: &str, second: &str| {
        let board = Board::open(9, 9)
            .general(Seat::First, "exceptional")
            .general(Seat::Second, "poor")
            .first(&format!("G command {first} n"))
            .second(&format!("H command {second} s"));
        let battle = fires(board);
        (battle.initiator(), battle.target())
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(with("A1", "I9"), pair("+3 G-31", "+2 G-31"));
    assert_eq!(with("E3", "I9"), pair("+3 G-31, +3 G-32", "+2 G-31"));
    assert_eq!(with("D5", "F5"), pair("+3 G-31, +3 G-32", "+2 G-31, +1 G-32"));
    assert_eq!(with("A1", "F7"), pair("+3 G-31", "+2 G-31, +1 G-32"));
    assert_eq!(with("C4", "E8"), pair("+3 G-31", "+2 G-31"), "two squares away is too far");
    // RULING R31: in the same square, behind.
    let board = Board::open(9, 9)
        .first("R regular-infantry E4 n")
        .first("G command E4 n")
        .second("S irregular-infantry E6 s");
    let mut battle = board.first_acts(5);
    battle.act("activate E4; front; fight first; fire E6 n");
    assert_eq!(battle.initiator(), "+3 G-31, +2 G-32");
}

// covers: G-32
#[test]
fn a_generals_own_value_counts_once() {
    let mut battle =
        Board::open(9, 9).first("R regular-infantry E4 n").second("G command E6 s").first_acts(5);
    battle.act("activate E4; fight first; fire E6 n");
    assert_eq!(battle.target(), "+2 G-31");
}

// covers: G-33
#[test]
fn artillery_adds_one_against_an_adjacent_enemy() {
    let total = |class: &str, at: &str| {
        let mut battle = Board::open(9, 9)
            .first(&format!("M {class} E4 n"))
            .second(&format!("S native-infantry {at} s"))
            .first_acts(5);
        battle.act(&format!("activate E4; fight first; fire {at} n"));
        battle.initiator()
    };
    assert_eq!(total("field-artillery", "E5"), "+2 G-31, +1 G-33");
    assert_eq!(total("mountain-artillery", "F5"), "+2 G-31, +1 G-33");
    assert_eq!(total("heavy-artillery", "D5"), "+3 G-31, +1 G-33");
    assert_eq!(total("field-artillery", "E6"), "+2 G-31");
    assert_eq!(total("machine-gun", "E5"), "+2 G-31", "RULING A5");
    assert_eq!(total("regular-infantry", "E5"), "+3 G-31");
}

const PLAIN: &str = "+3 G-31";
const COVERED: &str = "+3 G-31, -2 G-34";

// covers: G-34, G-03
#[test]
fn walls_of_the_targets_own_square_cover_it() {
    let walled = |edge: &str| fires(Board::open(9, 9).edges("walls", &[edge])).initiator();
    assert_eq!(walled("E6 s"), COVERED);
    assert_eq!(walled("E5 n"), COVERED, "RULING A35: the edge belongs to both squares");
    assert_eq!(walled("E6"), COVERED, "walled all round");
    for elsewhere in ["E6 n", "E6 w", "E6 e", "E5 s", "E4 n", "D6 s"] {
        assert_eq!(walled(elsewhere), PLAIN, "{elsewhere}");
    }
    let entrenched = Board::open(9, 9).side(Seat::Second, "entrenchments = [\"E6\"]");
    assert_eq!(fires(entrenched).initiator(), COVERED);
    // RULING (ours) 2.
    for kind in ["hedges", "fences", "trenches"] {
        assert_eq!(fires(Board::open(9, 9).edges(kind, &["E6"])).initiator(), PLAIN, "{kind}");
    }
}

// covers: G-34
#[test]
fn a_line_through_a_corner_needs_one_covered_edge_there() {
    // RULING A6.
    let diagonally =
        |edge: &str| fires_from(Board::open(9, 9).edges("walls", &[edge]), "C4", "E6", 'n').initiator();
    assert_eq!(diagonally("E6 s"), COVERED);
    assert_eq!(diagonally("E6 w"), COVERED);
    for elsewhere in ["E6 n", "E6 e", "D6 s", "E5 w"] {
        assert_eq!(diagonally(elsewhere), PLAIN, "{elsewhere}");
    }
    // Off the diagonal the line enters by one side.
    let askew =
        |edge: &str| fires_from(Board::open(9, 9).edges("walls", &[edge]), "D4", "E6", 'n').initiator();
    assert_eq!(askew("E6 s"), COVERED);
    assert_eq!(askew("E6 w"), PLAIN);
}

// covers: G-34
#[test]
fn an_edge_covers_whoever_is_beyond_it_both_ways() {
    // RULING A35: the second side's entrenchment covers the first side from the north.
    let mut battle = Board::open(9, 9)
        .side(Seat::Second, "entrenchments = [\"E6 s\"]")
        .first("R regular-infantry E5 n")
        .second("S irregular-infantry E6 s")
        .second_acts(5);
    battle.act("activate E6; fight first; fire E5 s");
    assert_eq!(battle.initiator(), "+2 G-31, -2 G-34");
}

// covers: G-34
#[test]
fn woods_cover_and_cover_counts_once() {
    let wood = || {
        Board::ground(&[
            ".........",
            ".........",
            ".........",
            "....w....",
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
        ])
    };
    assert_eq!(fires(wood()).initiator(), COVERED);
    assert_eq!(fires(wood().edges("walls", &["E6 s"])).initiator(), COVERED, "RULING R42");
    assert_eq!(fires_from(wood(), "E6", "E4", 's').initiator(), PLAIN, "the firer's wood is no cover");
    let town = [
        ".........",
        ".........",
        ".........",
        "....t....",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ];
    assert_eq!(fires(Board::ground(&town)).initiator(), PLAIN);
}

// covers: G-35, G-28
#[test]
fn who_can_fire_may_fire_or_close_at_one_square() {
    // RULING R29.
    let mut battle =
        Board::open(9, 9).first("R regular-infantry E5 n").second("S native-infantry E6 s").first_acts(5);
    battle.act("activate E5; fight first");
    assert_eq!((battle.fire_targets(), battle.close_targets()), ("E6".to_owned(), "E6".to_owned()));
}
