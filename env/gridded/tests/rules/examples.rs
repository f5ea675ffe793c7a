//! The worked examples of the rules chapter, and its table of chances. Section 18.

use sandtable_core::{Seat, Totals};
use sandtable_gridded::Outcome;
use sandtable_gridded::phases::combat_weights;

use crate::board::{Battle, Board};

fn act(board: &Board, texts: &str) -> Battle {
    let mut battle = board.first_acts(5);
    battle.act(texts);
    battle
}

/// Both totals and what they come to.
fn thrown(mut battle: Battle, dice: [u8; 2]) -> (i32, i32, Outcome) {
    let totals = battle.game.due().unwrap().ledger.totals();
    let total = |die: u8, modifiers: i8| i32::from(die) + i32::from(modifiers);
    let result = battle.throw(&dice).result();
    (total(dice[0], totals.initiator), total(dice[1], totals.target), result)
}

// covers: G-31, G-32, G-34, G-44
#[test]
fn fire_at_a_wall() {
    let board = Board::open(9, 9)
        .edges("walls", &["E6 s"])
        .first("R regular-infantry E4 n")
        .first("G command D4 n")
        .second("S irregular-infantry E6 s");
    let battle = act(&board, "activate E4; fight first; fire E6 n");
    assert_eq!(thrown(battle, [7, 5]), (10, 7, Outcome::TargetWithdraws));
}

// covers: G-31, G-45
#[test]
fn exactly_half() {
    let board = Board::open(9, 9).first("M machine-gun E4 n").second("S native-infantry E6 s");
    let battle = act(&board, "activate E4; fight first; fire E6 n");
    assert_eq!(thrown(battle, [10, 4]), (12, 6, Outcome::Destroyed));
}

// covers: G-33, G-34, G-42
#[test]
fn a_gun_at_close_range() {
    let wood = [
        ".........",
        ".........",
        ".........",
        "....w....",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ];
    let board = Board::ground(&wood).first("M field-artillery E5 n").second("S native-infantry E6 s");
    let battle = act(&board, "activate E5; fight first; fire E6 n");
    assert_eq!(thrown(battle, [6, 8]), (7, 10, Outcome::Ineffective));
}

// covers: G-32, G-36, G-37, G-38, G-25
#[test]
fn support_and_no_way_back() {
    let board = Board::open(9, 9)
        .first("M native-infantry C2 n")
        .first("N native-infantry C2 n")
        .first("F native-infantry B2 n")
        .first("G command D2 n")
        .second("T regular-infantry C3 n")
        .second("H regular-infantry C4 n");
    let battle = act(&board, "activate C2; front; fight first; close C3 n");
    assert_eq!(battle.initiator(), "+2 G-59, +2 G-32, +2 G-37, +1 G-36, +2 G-38");
    assert_eq!(battle.target(), "+3 G-59, +1 G-36");
    let mut after = battle.clone();
    assert_eq!(thrown(battle, [5, 6]), (14, 10, Outcome::TargetWithdraws));
    after.throw(&[5, 6]);
    assert_eq!(after.at("T"), "destroyed");
}

// covers: G-39, G-40
#[test]
fn cavalry_against_a_gun() {
    let board = Board::open(9, 9).first("M regular-cavalry E5 n").second("T field-artillery E6 s");
    let orders = "activate E5; fight first; close E6 n";
    assert_eq!(thrown(act(&board, orders), [5, 3]), (11, 5, Outcome::Destroyed));
    let levels = [
        "000000000",
        "000000000",
        "000000000",
        "000010000",
        "000000000",
        "000000000",
        "000000000",
        "000000000",
        "000000000",
    ];
    assert_eq!(thrown(act(&board.levels(&levels), orders), [5, 3]), (6, 5, Outcome::TargetWithdraws));
}

// covers: G-41, G-43, G-58
#[test]
fn a_tie() {
    let board = Board::open(9, 9)
        .side(Seat::Second, "entrenchments = [\"E6\"]")
        .first("M irregular-infantry E5 n")
        .second("T regular-infantry E6 s");
    let mut battle = act(&board, "activate E5; fight first; close E6 n");
    assert_eq!(thrown(battle.clone(), [9, 6]), (9, 9, Outcome::Tie));
    battle.throw(&[9, 6]).throw_in_vain(&[4, 4]);
    assert_eq!(battle.clone().throw(&[8, 3]).result(), Outcome::TargetWithdraws);
    battle.throw(&[3, 8]).act("withdraw E4");
    assert_eq!(battle.list(), ["activate A1", "end"]);
}

// covers: G-38, G-39, G-55
#[test]
fn a_pair_from_behind() {
    let board = Board::open(9, 9)
        .first("M native-cavalry E6 s")
        .second("F regular-infantry E5 s")
        .second("B transport E5 s");
    let mut battle = act(&board, "activate E6; fight first; close E5 s");
    assert_eq!(thrown(battle.clone(), [4, 3]), (8, 4, Outcome::Destroyed));
    battle.throw(&[4, 3]);
    assert_eq!(battle.stands_at("E5"), ["F"]);
}

// covers: G-59, G-47
#[test]
fn the_general_in_person() {
    let board = Board::open(9, 9)
        .general(Seat::Second, "exceptional")
        .first("M guard-infantry E5 n")
        .second("T command E6 s");
    let battle = act(&board, "activate E5; fight first; close E6 n");
    assert_eq!(thrown(battle, [6, 5]), (10, 8, Outcome::TargetWithdraws));
}

// covers: G-42, G-43, G-44, G-45
#[test]
fn the_table_of_chances() {
    for (initiator, target, weights) in [
        (2, 2, [66, 12, 41, 25]),
        (2, 3, [78, 11, 39, 16]),
        (3, 2, [55, 11, 48, 30]),
        (3, 3, [66, 12, 46, 20]),
        (5, 2, [36, 9, 57, 42]),
        (5, 3, [45, 10, 59, 30]),
        (8, 2, [15, 6, 63, 60]),
        (8, 5, [36, 9, 74, 25]),
        (10, 5, [21, 7, 80, 36]),
        (2, 5, [99, 9, 32, 4]),
        (2, 7, [116, 7, 21, 0]),
    ] {
        let counted = combat_weights(Totals { initiator, target }).map(|(_, weight)| weight);
        assert_eq!(counted, weights, "{initiator} against {target}");
    }
}

// The record of section 19, as typed.
// covers: G-15, G-38
#[test]
fn the_notation_of_a_whole_activation() {
    let board = Board::open(12, 12)
        .first("M native-infantry G6 n")
        .first("N native-infantry G6 n")
        .second("T regular-infantry G9 s");
    let mut battle = act(&board, "activate G6; together; to G8; close G9 n");
    battle.throw(&[9, 8]).act("withdraw G10; face n");
    assert_eq!((battle.stands_at("G8"), battle.at("T")), (vec!["M", "N"], "G10".to_owned()));
}
