//! Options of a scenario. Section 17.

use sandtable_core::Seat;
use sandtable_gridded::Outcome;

use crate::board::{Battle, Board};

fn fires(board: Board, from: &str) -> Battle {
    let board = board.first(&format!("R regular-infantry {from} n")).second("S native-infantry E6 s");
    let mut battle = board.first_acts(5);
    battle.act(&format!("activate {from}; fight first"));
    let facing = battle.list_of("fire E6").chars().next().unwrap();
    battle.act(&format!("fire E6 {facing}"));
    battle
}

// covers: G-53, G-31
#[test]
fn fire_into_flank_or_rear_adds_two_only_by_option() {
    // RULING R27; combat C16 of the play-test.
    let with = |from: &str| fires(Board::open(9, 9).option("flank-fire = true"), from);
    assert_eq!(with("E3").initiator(), "+3 G-31");
    assert_eq!(with("C4").initiator(), "+3 G-31", "the diagonal is in the front arc");
    assert_eq!(with("C5").initiator(), "+3 G-31, +2 G-53");
    assert_eq!(with("E8").initiator(), "+3 G-31, +2 G-53");
    assert_eq!(with("D7").initiator(), "+3 G-31, +2 G-53");
    let mut without = fires(Board::open(9, 9), "C5");
    assert_eq!(without.initiator(), "+3 G-31");
    assert_eq!(without.throw(&[9, 11]).result(), Outcome::Ineffective);
    assert_eq!(with("C5").throw(&[9, 11]).result(), Outcome::TargetWithdraws);
}

// covers: G-53, G-14
#[test]
fn the_commanders_value_is_added_to_the_activation_throw_only_by_option() {
    let board = |option: &str| {
        Board::open(9, 9).option(option).general(Seat::First, "exceptional").general(Seat::Second, "poor")
    };
    let left = |option: &str| {
        let mut battle = board(option).first_acts(7);
        let first = battle.game.state().activations_left();
        battle.act("end").throw(&[7]);
        [first, battle.game.state().activations_left()]
    };
    assert_eq!(left(""), [7, 7]);
    assert_eq!(left("commander-activation = true"), [10, 8]);
    // Once he is off the table he adds nothing.
    let mut battle = board("commander-activation = true")
        .first("R regular-infantry E5 n")
        .second("G command E6 s")
        .second("S native-infantry I9 s")
        .first_acts(1);
    battle.act("activate E5; fight first; close E6 n").throw(&[12, 1]).act("to E5; face n; end").throw(&[7]);
    assert_eq!((battle.at("G"), battle.game.state().activations_left()), ("destroyed".to_owned(), 7));
}

// covers: G-39, G-53
#[test]
fn the_cavalry_bonus_is_on_and_flank_fire_and_the_commanders_throw_are_off() {
    let options = Board::open(9, 9).load().unwrap().options();
    assert!(options.cavalry_bonus && !options.flank_fire && !options.commander_activation);
}
