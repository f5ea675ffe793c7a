//! Activation: moving and fighting in either order, once a turn. Section 6.

use sandtable_core::Seat;
use sandtable_gridded::Outcome;

use crate::board::{Battle, Board};

/// A rifle stand of the first side and, three squares ahead of it, spearmen.
fn rifles_and_spears() -> Battle {
    Board::open(9, 9).first("R regular-infantry E3 n").second("S native-infantry E6 s").first_acts(5)
}

// covers: G-15
#[test]
fn a_stand_moves_then_fights() {
    let mut battle = rifles_and_spears();
    battle.act("activate E3; move first; to E4; fire E6 n").throw(&[1, 12]).act("face w");
    assert_eq!((battle.at("R"), battle.facing("R")), ("E4".to_owned(), 'w'));
    assert_eq!(battle.result(), Outcome::Ineffective);
    assert_eq!(battle.list(), ["activate A1", "end"], "it acts once a turn");
}

// covers: G-15, G-27
#[test]
fn a_stand_fights_then_moves() {
    let mut battle = rifles_and_spears();
    battle.act("activate E3");
    assert_eq!(battle.list(), ["move first", "fight first"]);
    battle.act("fight first");
    assert_eq!(battle.list(), ["fire E6 n", "hold"]);
    battle.act("fire E6 n").throw(&[1, 12]).act("to E4");
    assert_eq!(battle.list(), ["face n", "face e", "face s", "face w"], "no second combat");
    battle.act("face n");
    assert_eq!(battle.list(), ["activate A1", "end"]);
}

// covers: G-15
#[test]
fn either_half_may_be_left_out() {
    let mut battle = rifles_and_spears();
    battle.act("activate E3; fight first; hold; to E2; face n");
    assert_eq!(battle.at("R"), "E2");
    let mut battle = rifles_and_spears();
    battle.act("activate E3; fight first; fire E6 n").throw(&[1, 12]).act("to E3; face n");
    assert_eq!(battle.at("R"), "E3");
    let mut battle = rifles_and_spears();
    battle.act("activate E3; move first; to E5; hold; face n");
    assert_eq!(battle.at("R"), "E5");
}

// covers: G-15
#[test]
fn moving_first_and_staying_gives_up_the_combat() {
    let mut battle = rifles_and_spears();
    battle.act("activate E3; move first; to E3");
    assert_eq!(battle.list(), ["face n", "face e", "face s", "face w"]);
}

// covers: G-15
#[test]
fn fighting_first_is_offered_only_with_a_target_under_some_facing() {
    // RULING A32. The spearmen are behind the rifles, which may turn; four squares are
    // out of range.
    let board = |at: &str| {
        let spears = format!("S native-infantry {at} s");
        let mut battle = Board::open(9, 9).first("R regular-infantry E5 n").second(&spears).first_acts(5);
        battle.act("activate E5");
        battle.list().contains(&"fight first".to_owned())
    };
    assert!(board("E2"));
    assert!(board("H4"));
    assert!(!board("E1"));
    assert!(!board("A6"));
}

// covers: G-27
#[test]
fn a_stand_may_be_attacked_any_number_of_times() {
    let mut battle = Board::open(9, 9)
        .first("R regular-infantry D5 n")
        .first("Q regular-infantry E5 n")
        .first("P regular-infantry F5 n")
        .second("S native-infantry E6 s")
        .first_acts(5);
    for from in ["D5", "E5", "F5"] {
        battle.act(&format!("activate {from}; fight first; close E6 n")).throw(&[1, 12]);
        battle.act(&format!("to {from}; face n"));
    }
    assert_eq!(battle.list(), ["activate A1", "end"]);
}

// covers: G-15, G-24
#[test]
fn a_stand_that_withdrew_may_still_be_activated() {
    // RULING R35.
    let mut battle =
        Board::open(9, 9).first("R regular-infantry E5 n").second("S native-infantry E6 s").second_acts(1);
    battle.act("activate E6; fight first; close E5 s").throw(&[12, 8]);
    assert_eq!((battle.result(), battle.game.decider()), (Outcome::TargetWithdraws, Some(Seat::First)));
    battle.act("withdraw E4; to E6; face s").throw(&[3]);
    assert_eq!(battle.list(), ["activate A1", "activate E4", "end"]);
}

/// The rifles close and lose the tie that the dice 4 and 5 give.
fn lost_tie(battle: &mut Battle) {
    battle.throw(&[4, 5]);
    assert_eq!((battle.result(), battle.due()), (Outcome::Tie, "tie"));
    battle.throw(&[2, 9]);
    assert_eq!(battle.result(), Outcome::InitiatorWithdraws);
}

// covers: G-58
#[test]
fn an_initiator_that_must_withdraw_is_done() {
    let mut battle =
        Board::open(9, 9).first("R regular-infantry E5 n").second("S native-infantry E6 s").first_acts(5);
    battle.act("activate E5; fight first; close E6 n");
    lost_tie(&mut battle);
    assert_eq!(battle.list(), ["withdraw D4", "withdraw E4", "withdraw F4"]);
    battle.act("withdraw F4");
    // RULING A9: it neither moves nor turns any more.
    assert_eq!((battle.at("R"), battle.facing("R")), ("F4".to_owned(), 'n'));
    assert_eq!(battle.list(), ["activate A1", "end"]);
}

/// A pair of rifles with transport behind, and spearmen in front.
fn pair_and_spears() -> Battle {
    Board::open(9, 9)
        .first("R regular-infantry E5 n")
        .first("T transport E5 n")
        .second("S native-infantry E6 s")
        .first_acts(5)
}

// covers: G-58, G-55
#[test]
fn whoever_acts_together_with_a_withdrawing_initiator_is_done_too() {
    // RULING A31.
    let mut battle = pair_and_spears();
    battle.act("activate E5; together; fight first; close E6 n");
    lost_tie(&mut battle);
    battle.act("withdraw E4");
    assert_eq!(battle.stands_at("E4"), ["R", "T"]);
    assert_eq!(battle.list(), ["activate A1", "end"]);
}

// covers: G-58, G-55
#[test]
fn a_partner_still_to_act_acts_after_the_initiator_withdrew() {
    // RULING A31.
    let mut battle = pair_and_spears();
    battle.act("activate E5; front; fight first; close E6 n");
    lost_tie(&mut battle);
    battle.act("withdraw E4");
    assert_eq!(battle.stands_at("E4"), ["R", "T"], "the pair withdrew together");
    assert_eq!(battle.list(), ["rear", "rest"]);
    battle.act("rear; to E2; face n");
    assert_eq!((battle.at("T"), battle.at("R")), ("E2".to_owned(), "E4".to_owned()));
    assert_eq!(battle.list(), ["activate A1", "end"]);
}

// covers: G-58, G-55, G-20
#[test]
fn a_pair_that_acts_together_is_done_though_only_the_initiator_withdraws() {
    // RULINGS A8, A31: the transport cannot cross the wall behind them.
    let mut battle = Board::open(1, 9)
        .edges("walls", &["A5 s"])
        .first("R regular-infantry A5 n")
        .first("T transport A5 n")
        .second("S native-infantry A6 s")
        .first_acts(5);
    battle.act("activate A5; together; fight first; close A6 n");
    lost_tie(&mut battle);
    assert_eq!((battle.at("R"), battle.at("T")), ("A4".to_owned(), "A5".to_owned()));
    assert_eq!(battle.list(), ["activate A1", "end"]);
}
