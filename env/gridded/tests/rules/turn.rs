//! The turn: initiative, activation throws, half-turns. Section 5.

use sandtable_core::{Node, Seat};
use sandtable_gridded::Happening;

use crate::board::Board;

// covers: G-13
#[test]
fn the_higher_d12_has_the_initiative() {
    let board = Board::open(9, 9);
    let mut battle = board.battle();
    assert_eq!(battle.due(), "initiative");
    battle.throw(&[7, 6]);
    assert_eq!(battle.game.state().first(), Seat::First);
    let mut battle = board.battle();
    battle.throw(&[2, 3]);
    assert_eq!(battle.game.state().first(), Seat::Second);
}

// covers: G-13
#[test]
fn equal_initiative_is_thrown_again_as_often_as_it_takes() {
    let mut battle = Board::open(9, 9).battle();
    battle.throw_in_vain(&[4, 4]).throw_in_vain(&[12, 12]);
    assert_eq!(battle.due(), "initiative");
    battle.throw(&[1, 2]);
    assert_eq!(battle.game.state().active(), Seat::Second);
}

// covers: G-14
#[test]
fn a_d12_says_how_many_squares_each_side_may_activate() {
    let mut battle = Board::open(9, 9).first("A regular-infantry C3 n").battle();
    battle.throw(&[9, 3]);
    assert_eq!(battle.due(), "activation");
    let throw = battle.game.due().unwrap();
    assert_eq!((throw.seat, throw.dice.len(), throw.dice[0].sides), (Seat::First, 1, 12));
    battle.throw(&[2]);
    assert_eq!(battle.list(), ["activate A1", "activate C3", "end"]);
    battle.act("activate C3; to C3; face n; activate A1; to A1; face n");
    // Nothing is left: the half-turn has ended and the other side throws.
    assert_eq!(battle.due(), "activation");
    assert_eq!(battle.game.due().unwrap().seat, Seat::Second);
    battle.throw(&[1]);
    assert_eq!(battle.game.decider(), Some(Seat::Second));
}

// covers: G-14
#[test]
fn activations_count_squares_whatever_stands_share_them() {
    let mut battle = Board::open(9, 9)
        .first("A regular-infantry C3 n")
        .first("B transport C3 n")
        .first("C regular-infantry D3 n")
        .first_acts(1);
    battle.act("activate C3; together; to C4; face n");
    assert_eq!((battle.at("A"), battle.at("B")), ("C4".to_owned(), "C4".to_owned()));
    assert_eq!(battle.game.state().active(), Seat::Second, "the one activation is used");
}

// covers: G-14
#[test]
fn a_throw_above_the_number_of_squares_stays_and_is_lost() {
    let mut battle = Board::open(9, 9).first_acts(12);
    assert_eq!(battle.game.state().activations_left(), 12);
    battle.act("activate A1; to A1; face e");
    // Only `end` is left, and is taken at once: eleven are lost.
    let ended = battle.game.events().iter().rev().find_map(|event| match event.what {
        Happening::Ended { seat, unused } => Some((seat, unused)),
        _ => None,
    });
    assert_eq!(ended, Some((Seat::First, 11)));
    battle.throw(&[3]);
    assert_eq!(battle.game.state().activations_left(), 3, "nothing is saved or handed over");
}

// covers: G-14
#[test]
fn a_side_may_stop_early() {
    let mut battle = Board::open(9, 9).first("A regular-infantry C3 n").first_acts(5);
    battle.act("end");
    assert_eq!(battle.due(), "activation");
    assert_eq!(battle.game.due().unwrap().seat, Seat::Second);
}

// covers: G-14
#[test]
fn a_side_without_stands_throws_no_activation() {
    // RULING A42: the second side's only stand, its general, dies; the turn ends.
    let mut battle = Board::open(9, 9).first("A guard-infantry C3 n").second("G2 command C4 s").first_acts(1);
    battle.act("activate C3; fight first; close C4 n").throw(&[12, 1]);
    assert_eq!(battle.at("G2"), "destroyed");
    battle.act("to C3; face n");
    assert_eq!((battle.due(), battle.game.turn()), ("initiative", 2));
    battle.throw(&[1, 12]);
    assert_eq!(battle.game.state().first(), Seat::Second);
    assert_eq!(battle.due(), "activation");
    assert_eq!(battle.game.due().unwrap().seat, Seat::First, "the side with the initiative is skipped");
}

// covers: G-12
#[test]
fn the_battle_ends_after_its_last_turn() {
    let mut battle = Board::open(9, 9).turns(2).battle();
    for turn in 1..=2 {
        assert_eq!(battle.game.turn(), turn);
        battle.throw(&[6, 5]).throw(&[1]).act("end").throw(&[1]).act("end");
    }
    assert!(matches!(battle.game.node(), Node::Over(_)));
    assert_eq!(battle.game.verdict().unwrap().reason.to_string(), "the last turn is over");
}

// covers: G-12
#[test]
fn a_battle_has_one_to_twelve_turns() {
    let board = Board::open(12, 12);
    assert!(board.clone().turns(12).load().is_ok());
    assert!(board.clone().turns(13).fault().contains("G-12"));
    assert!(board.turns(0).fault().contains("G-12"));
}
