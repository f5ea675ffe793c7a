//! Withdrawal: how far, where to, and when there is no way. Section 12.

use sandtable_core::Seat;
use sandtable_gridded::{Happening, Outcome};

use crate::board::{Battle, Board};

/// `S` of the second side engages `T` of the first and makes it withdraw.
fn beaten(board: &Board) -> Battle {
    let mut battle = board.second_acts(5);
    let (from, at) = (battle.at("S"), battle.at("T"));
    battle.act(&format!("activate {from}; fight first; close {at} s"));
    // Equal totals, and the target has the lower bare die.
    let totals = battle.game.due().unwrap().ledger.totals();
    let behind = totals.target - totals.initiator;
    assert!((-11..=11).contains(&behind));
    battle.throw(&[(1 + behind.max(0)) as u8, (1 - behind.min(0)) as u8]);
    assert_eq!(battle.result(), Outcome::Tie);
    battle.throw(&[12, 1]);
    battle
}

fn ends(board: &Board) -> String {
    let battle = beaten(board);
    assert_eq!(battle.game.decider(), Some(Seat::First), "the loser's owner decides");
    battle.list_of("withdraw")
}

/// `T` faces north on E5 and `S` is on E6.
fn facing_north() -> Board {
    Board::open(9, 9).first("T regular-infantry E5 n").second("S native-infantry E6 s")
}

// covers: G-24
#[test]
fn the_owner_chooses_among_the_nearest_squares_behind() {
    assert_eq!(ends(&facing_north()), "D4 E4 F4");
    let mut battle = beaten(&facing_north());
    battle.act("withdraw F4");
    assert_eq!((battle.at("T"), battle.facing("T")), ("F4".to_owned(), 'n'));
}

// covers: G-24
#[test]
fn a_stand_shot_at_from_afar_falls_back_one_square() {
    // RULING R17.
    let mut battle =
        Board::open(9, 9).first("T native-infantry E5 n").second("S regular-infantry E8 s").second_acts(5);
    battle.act("activate E8; fight first; fire E5 s").throw(&[6, 6]);
    assert_eq!(battle.list(), ["withdraw D4", "withdraw E4", "withdraw F4"]);
}

// covers: G-24
#[test]
fn it_ends_two_squares_from_every_enemy_it_sees() {
    // RULING R16: D4, E4 and F4 are next to E3.
    assert_eq!(ends(&facing_north().second("U native-infantry E3 n")), "C3 G3");
    // RULING A36: distance counts even with a friend between.
    let masked = facing_north().second("U native-infantry E2 n").first("F native-infantry E3 n");
    assert_eq!(ends(&masked), "D4 E4 F4");
    let near = facing_north().second("U native-infantry C3 n").first("F native-infantry D3 n");
    assert_eq!(ends(&near), "E4 F4", "D4 is next to C3");
}

// covers: G-24
#[test]
fn a_stand_attacked_from_behind_passes_its_enemy() {
    let board = Board::open(9, 9).first("T regular-infantry E5 s").second("S native-infantry E6 s");
    assert_eq!(ends(&board), "C7 G7");
}

// covers: G-24, G-18
#[test]
fn no_step_of_a_withdrawal_slips_between_enemies() {
    // RULING A25: from E5 to D6 between E6 and D5.
    let board = Board::open(9, 9)
        .first("T regular-infantry E5 s")
        .second("S native-infantry E6 s")
        .second("U native-infantry D5 e");
    assert_eq!(beaten(&board).at("T"), "G7", "C7 is out of reach");
}

// covers: G-24, G-19
#[test]
fn artillery_may_pass_enemies_when_it_withdraws() {
    // RULING A7.
    let board = Board::open(9, 9)
        .first("T field-artillery E5 n")
        .second("S native-infantry E6 s")
        .second("U native-infantry E3 n");
    assert_eq!(ends(&board), "C3 G3");
}

/// A single file of twelve squares: `T` on A9 facing north, `S` above it.
fn file(rest: &[&str]) -> Board {
    let board = Board::open(1, 12)
        .first("G command A1 n")
        .first("T regular-infantry A9 n")
        .second("S native-infantry A10 s");
    rest.iter().fold(board, |board, stand| board.first(stand))
}

fn full(rank: u8) -> [String; 2] {
    ["a", "b"].map(|name| format!("{name}{rank} guard-infantry A{rank} n"))
}

fn behind_full(ranks: &[u8], more: &[&str]) -> Board {
    let pairs: Vec<String> = ranks.iter().flat_map(|&rank| full(rank)).collect();
    file(&pairs.iter().map(String::as_str).chain(more.iter().copied()).collect::<Vec<_>>())
}

// covers: G-24, G-17
#[test]
fn it_passes_through_friends_up_to_four_squares() {
    // One end square is taken at once.
    assert_eq!(beaten(&file(&[])).at("T"), "A8");
    assert_eq!(beaten(&behind_full(&[8], &[])).at("T"), "A7");
    assert_eq!(beaten(&behind_full(&[8, 7, 6], &[])).at("T"), "A5");
}

// covers: G-25
#[test]
fn more_than_four_squares_is_destruction() {
    let battle = beaten(&behind_full(&[8, 7, 6, 5], &[]));
    assert_eq!(battle.at("T"), "destroyed");
    let lost = battle.game.events().iter().any(|event| {
        matches!(event.what, Happening::Destroyed { stand, could_not_withdraw: true, .. } if stand == battle.id("T"))
    });
    assert!(lost);
    assert_eq!(battle.game.decider(), Some(Seat::Second), "the winner goes on");
}

// covers: G-24, G-02, G-55
#[test]
fn it_joins_a_friend_who_faces_alike_and_takes_the_rear() {
    // RULINGS A7, A31.
    let battle = beaten(&file(&["F native-infantry A8 n"]));
    assert_eq!(battle.stands_at("A8"), ["F", "T"]);
    let battle = beaten(&file(&["F native-infantry A8 s"]));
    assert_eq!(battle.at("T"), "A7", "another facing is no room");
    assert_eq!(battle.facing("F"), 's');
}

// covers: G-24, G-54
#[test]
fn it_goes_on_where_there_is_no_room() {
    let board = Board::open(1, 12)
        .first("G command A1 n")
        .first("T field-artillery A9 n")
        .first("F transport A8 n")
        .second("S native-infantry A10 s");
    assert_eq!(beaten(&board).at("T"), "A7");
}

// covers: G-25
#[test]
fn withdrawing_off_the_table_is_destruction() {
    let edge = Board::open(9, 9).first("T regular-infantry E1 n").second("S native-infantry E2 s");
    assert_eq!(beaten(&edge).at("T"), "destroyed");
    let sideways = Board::open(9, 9).first("T regular-infantry A5 e").second("S native-infantry B5 w");
    assert_eq!(beaten(&sideways).at("T"), "destroyed");
    // With a square on the table it goes there.
    let corner = Board::open(9, 9)
        .first("G command I1 n")
        .first("T regular-infantry A5 n")
        .second("S native-infantry A6 s");
    assert_eq!(ends(&corner), "A4 B4");
}

// covers: G-25, G-60
#[test]
fn what_a_class_cannot_cross_bars_its_withdrawal() {
    // RULING A7.
    let over = |class: &str, ground: char, edges: &[&str]| {
        let rows: Vec<String> =
            (1..=12).rev().map(|rank| if rank == 8 { ground } else { '.' }.to_string()).collect();
        let board = Board::ground(&rows)
            .edges("walls", edges)
            .first("G command A1 n")
            .first(&format!("T {class} A9 n"))
            .second("S native-infantry A10 s");
        beaten(&board).at("T")
    };
    assert_eq!(over("transport", '.', &[]), "A8");
    assert_eq!(over("transport", '.', &["A9 s"]), "destroyed");
    assert_eq!(over("regular-infantry", '.', &["A9 s"]), "A8");
    assert_eq!(over("transport", 'w', &[]), "destroyed");
    assert_eq!(over("regular-infantry", 'w', &[]), "A8");
    for ground in ['o', 'm', 'r'] {
        assert_eq!(over("regular-infantry", ground, &[]), "destroyed", "{ground}");
    }
    assert_eq!(over("transport", 'f', &[]), "A8");
}

// covers: G-24, G-22
#[test]
fn contours_cost_a_withdrawal_nothing() {
    let levels = ["0", "0", "0", "0", "3", "6", "9", "9", "9", "9", "9", "9"];
    assert_eq!(beaten(&behind_full(&[8, 7, 6], &[]).levels(&levels)).at("T"), "A5");
}

// covers: G-25, G-24
#[test]
fn an_enemy_square_bars_the_way() {
    let board = file(&[]).second("U native-infantry A8 n");
    assert_eq!(beaten(&board).at("T"), "destroyed");
}

/// A pair on A9, `T` in front and its partner `P` behind.
fn pair(more: &[&str]) -> Board {
    let stands: Vec<&str> = ["P transport A9 n"].into_iter().chain(more.iter().copied()).collect();
    file(&stands)
}

// covers: G-24, G-55
#[test]
fn a_pair_withdraws_together_and_keeps_its_order() {
    // RULING A8.
    let battle = beaten(&pair(&[]));
    assert_eq!(battle.stands_at("A8"), ["T", "P"]);
    let battle = beaten(&pair(&["F native-infantry A8 n"]));
    assert_eq!(battle.stands_at("A7"), ["T", "P"], "the nearest square for two");
}

// covers: G-24, G-25, G-55
#[test]
fn where_no_square_takes_a_pair_the_loser_goes_alone_or_dies_alone() {
    // RULING A8.
    let single = |rank: u8| format!("s{rank} native-infantry A{rank} n");
    let singles: Vec<String> = [8, 7, 6, 5].map(single).to_vec();
    let battle = beaten(&pair(&singles.iter().map(String::as_str).collect::<Vec<_>>()));
    assert_eq!(battle.stands_at("A8"), ["s8", "T"]);
    assert_eq!(battle.stands_at("A9"), ["P"]);

    let pairs: Vec<String> = [8, 7, 6, 5].into_iter().flat_map(full).collect();
    let battle = beaten(&pair(&pairs.iter().map(String::as_str).collect::<Vec<_>>()));
    assert_eq!(battle.at("T"), "destroyed");
    assert_eq!(battle.stands_at("A9"), ["P"], "only the loser is destroyed");
}

// covers: G-24, G-20, G-55
#[test]
fn a_pair_falls_back_only_where_both_can_go() {
    // RULING A8: infantry would cross the wall, transport does not; so the loser goes alone.
    let board = pair(&[]).edges("walls", &["A9 s"]);
    let battle = beaten(&board);
    assert_eq!((battle.at("T"), battle.at("P")), ("A8".to_owned(), "A9".to_owned()));
}

// covers: G-58, G-25
#[test]
fn an_initiator_without_a_way_out_dies_and_its_partner_may_act() {
    let mut battle = Board::open(9, 9)
        .first("R regular-infantry E1 n")
        .first("T transport E1 n")
        .second("S native-infantry E2 s")
        .first_acts(5);
    battle.act("activate E1; front; fight first; close E2 n").throw(&[4, 5]).throw(&[1, 2]);
    assert_eq!(battle.at("R"), "destroyed");
    assert_eq!(battle.list(), ["rear", "rest"]);
    battle.act("rear; to D1; face n");
    assert_eq!(battle.at("T"), "D1");
}
