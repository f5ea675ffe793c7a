//! Facing, arcs and sight. Sections 8 and 9.

use sandtable_core::Seat;

use crate::board::{Battle, Board};

// covers: G-23
#[test]
fn turning_is_free_and_moving_keeps_the_facing() {
    let mut battle = Board::open(9, 9).first("R regular-infantry E3 n").first_acts(5);
    battle.act("activate E3; to D2");
    assert_eq!(battle.facing("R"), 'n', "diagonally back, still facing north");
    assert_eq!(battle.list(), ["face n", "face e", "face s", "face w"]);
    battle.act("face w");
    assert_eq!(battle.facing("R"), 'w');
}

// covers: G-23, G-28
#[test]
fn a_stand_turns_fires_moves_and_turns_again() {
    let mut battle =
        Board::open(9, 9).first("R regular-infantry E3 n").second("S native-infantry H3 s").first_acts(5);
    battle.act("activate E3; fight first; fire H3 e");
    assert_eq!(battle.facing("R"), 'e');
    battle.throw(&[1, 12]).act("to C3");
    assert_eq!(battle.facing("R"), 'e', "it went backwards");
    battle.act("face s");
    assert_eq!(battle.facing("R"), 's');
}

// covers: G-28
#[test]
fn the_front_arc_is_ninety_degrees_with_its_diagonals() {
    let facings = |target: &str| {
        let mut battle = Board::open(9, 9)
            .first("R regular-infantry E5 n")
            .second(&format!("S native-infantry {target} s"))
            .first_acts(5);
        battle.act("activate E5; fight first");
        battle.list_of(&format!("fire {target}"))
    };
    assert_eq!(facings("E7"), "n");
    assert_eq!(facings("F7"), "n");
    assert_eq!(facings("G7"), "e n", "a diagonal lies in two arcs");
    assert_eq!(facings("H6"), "e");
    assert_eq!(facings("C3"), "s w");
    assert_eq!(facings("B5"), "w");
    assert_eq!(facings("D2"), "s");
}

// covers: G-28
#[test]
fn no_arc_is_needed_to_engage() {
    // RULING A20: any facing will do, even away from the target.
    let mut battle =
        Board::open(9, 9).first("S native-infantry E5 n").second("R regular-infantry E6 s").first_acts(5);
    battle.act("activate E5; fight first");
    assert_eq!(battle.list_of("close E6"), "e n s w");
    battle.act("close E6 s");
    assert_eq!(battle.facing("S"), 's');
}

/// The squares of row 1 at which a gun on B1 can fire, F1 among them if it is seen:
/// ground and levels of the row, and more stands.
fn seen(ground: &str, levels: &str, more: &[(Seat, &str)]) -> String {
    let mut board =
        Board::ground(&[ground]).levels(&[levels]).first("M field-artillery B1 e").second("T transport F1 w");
    for &(seat, stand) in more {
        board = if seat == Seat::First { board.first(stand) } else { board.second(stand) };
    }
    let mut battle = board.first_acts(5);
    battle.act("activate B1");
    if battle.list().contains(&"fight first".to_owned()) {
        battle.act("fight first");
    }
    battle.fire_targets()
}

const FLAT: &str = "000000000";
const OPEN: &str = ".........";
const FRIEND: (Seat, &str) = (Seat::First, "F native-infantry D1 e");

// covers: G-30
#[test]
fn stands_of_either_side_mask() {
    assert_eq!(seen(OPEN, FLAT, &[]), "F1");
    assert_eq!(seen(OPEN, FLAT, &[FRIEND]), "");
    assert_eq!(seen(OPEN, FLAT, &[(Seat::Second, "E native-infantry D1 w")]), "D1");
    assert_eq!(seen(OPEN, FLAT, &[(Seat::First, "G command D1 e")]), "", "command stands too");
}

// covers: G-30, G-03
#[test]
fn woods_towns_outcrops_and_hills_mask() {
    for (ground, is_seen) in
        [('.', true), ('w', false), ('t', false), ('o', false), ('m', true), ('r', true), ('f', true)]
    {
        let row = format!("...{ground}.....");
        assert_eq!(seen(&row, FLAT, &[]), if is_seen { "F1" } else { "" }, "{ground}");
    }
    assert_eq!(seen(OPEN, "000100000", &[]), "", "a hill between two on the plain");
}

// covers: G-56
#[test]
fn sight_goes_over_what_does_not_reach_above_both_ends() {
    // The gun on a hill, or its target: over stands and woods on the plain.
    for levels in ["010000000", "000001000"] {
        assert_eq!(seen(OPEN, levels, &[FRIEND]), "F1", "{levels}");
        assert_eq!(seen("...w.....", levels, &[]), "F1", "{levels}");
        assert_eq!(seen("...w.....", levels, &[FRIEND]), "F1", "one level, however many things: {levels}");
    }
    // A ridge as high as the higher end hides nothing unless something stands on it.
    assert_eq!(seen(OPEN, "010100000", &[]), "F1");
    assert_eq!(seen(OPEN, "010100000", &[FRIEND]), "");
    assert_eq!(seen("...t.....", "010100000", &[]), "");
    assert_eq!(seen(OPEN, "010200000", &[]), "");
    assert_eq!(seen("...w.....", "020100000", &[]), "F1");
    assert_eq!(seen("...w.....", "010101000", &[]), "", "above both ends");
}

// covers: G-56
#[test]
fn the_ends_never_mask() {
    assert_eq!(seen(".....w...", FLAT, &[]), "F1", "a target in a wood");
    assert_eq!(seen(".w...t...", FLAT, &[]), "F1");
    assert_eq!(seen(OPEN, "010000000", &[]), "F1");
}

/// What a stand on B2 can fire at in a battle of six by six squares.
fn fires(board: Board) -> String {
    let mut battle: Battle = board.first("R regular-infantry B2 n").first_acts(5);
    battle.act("activate B2");
    if battle.list().contains(&"fight first".to_owned()) {
        battle.act("fight first");
    }
    battle.fire_targets()
}

// covers: G-56
#[test]
fn a_corner_is_blocked_only_by_both_its_squares() {
    let ground = |b3: char, c2: char| {
        let (third, second) = (format!(".{b3}...."), format!("..{c2}..."));
        Board::ground(&["......", "......", "......", &third, &second, "......"])
    };
    // Diagonal neighbours.
    let near = |b3, c2| fires(ground(b3, c2).second("S native-infantry C3 s"));
    assert_eq!(near('.', '.'), "C3");
    assert_eq!(near('o', '.'), "C3");
    assert_eq!(near('.', 'w'), "C3");
    assert_eq!(near('o', 'o'), "");
    assert_eq!(near('w', 't'), "");
    // Two squares away, over C3 and a second corner.
    let far = |more: fn(Board) -> Board| fires(more(ground('.', '.').second("S native-infantry D4 s")));
    assert_eq!(far(|b| b), "D4");
    assert_eq!(far(|b| b.first("F native-infantry C4 n")), "D4");
    assert_eq!(far(|b| b.first("F native-infantry C4 n").first("F2 native-infantry D3 n")), "");
    assert_eq!(far(|b| b.first("F native-infantry C3 n")), "", "C3 itself is passed");
    let mixed = ground('o', '.').first("F native-infantry C2 n").second("S native-infantry D4 s");
    assert_eq!(fires(mixed), "", "an outcrop and a stand");
}

// covers: G-56, G-35
#[test]
fn close_combat_needs_no_sight() {
    // RULING A25: round a corner that bars sight and steps.
    let rows = ["......", "......", "......", ".o....", "..o...", "......"];
    let mut battle =
        Board::ground(&rows).first("R regular-infantry B2 n").second("S native-infantry C3 s").first_acts(5);
    battle.act("activate B2; fight first");
    assert_eq!((battle.close_targets(), battle.fire_targets()), ("C3".to_owned(), String::new()));
}

// covers: G-30, G-56
#[test]
fn a_line_off_the_diagonals_passes_the_squares_that_it_crosses() {
    // From B2 to C4 it crosses B3 and C3.
    let target = |more: fn(Board) -> Board| fires(more(Board::open(6, 6).second("S native-infantry C4 s")));
    assert_eq!(target(|b| b), "C4");
    assert_eq!(target(|b| b.first("F native-infantry B3 n")), "");
    assert_eq!(target(|b| b.first("F native-infantry C3 n")), "");
    assert_eq!(target(|b| b.first("F native-infantry C2 n").first("F2 native-infantry B4 n")), "C4");
}
