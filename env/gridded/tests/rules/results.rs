//! What the dice of a combat decide. Section 12.

use sandtable_core::{Ruleset as _, Seat};
use sandtable_gridded::{Happening, Outcome};

use crate::board::{Battle, Board};

/// Rifles, 3, are about to engage spearmen, 2, from the front.
fn three_against_two() -> Battle {
    let mut battle =
        Board::open(9, 9).first("R regular-infantry E5 n").second("S native-infantry E6 s").first_acts(5);
    battle.act("activate E5; fight first; close E6 n");
    battle
}

fn result(dice: [u8; 2]) -> Outcome {
    three_against_two().throw(&dice).result()
}

// covers: G-42, G-59
#[test]
fn a_lower_total_has_no_effect() {
    assert_eq!(result([4, 6]), Outcome::Ineffective);
    assert_eq!(result([1, 12]), Outcome::Ineffective);
    let mut battle = three_against_two();
    battle.throw(&[4, 6]);
    assert_eq!((battle.at("R"), battle.at("S")), ("E5".to_owned(), "E6".to_owned()));
    assert_eq!(battle.list_of("to").split(' ').count(), 24, "the initiator goes on");
}

// covers: G-44
#[test]
fn a_target_above_half_withdraws() {
    assert_eq!(result([6, 6]), Outcome::TargetWithdraws);
    assert_eq!(result([9, 5]), Outcome::TargetWithdraws, "7 is more than half of 12");
    assert_eq!(result([8, 4]), Outcome::TargetWithdraws, "6 is more than half of 11");
    let mut battle = three_against_two();
    battle.throw(&[9, 5]);
    assert_eq!(battle.game.decider(), Some(Seat::Second), "its owner decides where to");
    assert_eq!(battle.list(), ["withdraw D7", "withdraw E7", "withdraw F7"]);
    battle.act("withdraw D7");
    assert_eq!((battle.at("S"), battle.facing("S")), ("D7".to_owned(), 's'));
    assert_eq!(battle.game.decider(), Some(Seat::First));
    assert_eq!(battle.at("R"), "E5", "the winner does not follow up");
}

// covers: G-45
#[test]
fn a_target_at_exactly_half_or_less_is_destroyed() {
    // RULINGS R1, R2.
    assert_eq!(result([9, 4]), Outcome::Destroyed, "6 is half of 12");
    assert_eq!(result([8, 3]), Outcome::Destroyed, "5 is less than half of 11");
    assert_eq!(result([12, 1]), Outcome::Destroyed);
    let mut battle = three_against_two();
    battle.throw(&[9, 4]);
    assert_eq!(battle.at("S"), "destroyed");
    let died = battle
        .game
        .events()
        .iter()
        .any(|event| matches!(event.what, Happening::Destroyed { could_not_withdraw: false, .. }));
    assert!(died);
}

// covers: G-43
#[test]
fn equal_totals_are_settled_by_bare_dice() {
    // RULING R15.
    let mut battle = three_against_two();
    battle.throw(&[5, 6]);
    assert_eq!((battle.result(), battle.due()), (Outcome::Tie, "tie"));
    assert_eq!((battle.initiator(), battle.target()), (String::new(), String::new()), "nothing is added");
    let tie = battle.clone();
    battle.throw(&[2, 3]);
    assert_eq!(battle.result(), Outcome::InitiatorWithdraws);
    assert_eq!(battle.game.decider(), Some(Seat::First));
    let mut battle = tie.clone();
    battle.throw(&[3, 2]);
    assert_eq!(battle.result(), Outcome::TargetWithdraws, "even 12 against 1 does not destroy");
    let mut battle = tie;
    battle.throw_in_vain(&[7, 7]).throw_in_vain(&[1, 1]).throw(&[12, 1]);
    assert_eq!(battle.result(), Outcome::TargetWithdraws);
}

// covers: G-42, G-43, G-44, G-45
#[test]
fn three_against_two_has_the_odds_of_the_table() {
    let battle = three_against_two();
    let mut outcomes = Vec::new();
    battle.game.rules().outcomes(battle.game.state(), &mut outcomes);
    assert_eq!(
        outcomes,
        [
            (Outcome::Ineffective, 55),
            (Outcome::Tie, 11),
            (Outcome::TargetWithdraws, 48),
            (Outcome::Destroyed, 30)
        ]
    );
}
