//! Two stands in a square. Sections 2, 6 and 13.

use sandtable_core::Seat;
use sandtable_gridded::Outcome;

use crate::board::{Battle, Board};

fn open() -> Board {
    Board::open(9, 9)
}

// covers: G-54, G-02
#[test]
fn two_stands_fit_when_their_depths_total_sixty() {
    let fits = |a: &str, b: &str| {
        // One command stand a side: a pair with one has no other.
        open().first(&format!("a {a} E5 n")).first(&format!("b {b} E5 n")).load().is_ok()
    };
    for (a, b, fit) in [
        ("regular-infantry", "guard-infantry", true),
        ("native-infantry", "native-cavalry", true),
        ("regular-cavalry", "camelry", true),
        ("regular-infantry", "field-artillery", true),
        ("irregular-infantry", "machine-gun", true),
        ("regular-infantry", "transport", true),
        ("command", "transport", true),
        ("command", "regular-cavalry", true),
        ("field-artillery", "regular-cavalry", false),
        ("field-artillery", "field-artillery", false),
        ("machine-gun", "transport", false),
        ("camelry", "transport", false),
    ] {
        assert_eq!(fits(a, b), fit, "{a} and {b}");
    }
    let mounted =
        |b: &str| open().first("a command E5 n mounted").first(&format!("b {b} E5 n")).load().is_ok();
    assert!(mounted("regular-cavalry"));
    assert!(!mounted("machine-gun"));
}

// covers: G-02
#[test]
fn a_square_holds_two_stands_of_one_side_facing_alike() {
    let three = ["a", "b", "c"].iter().fold(open(), |b, n| b.first(&format!("{n} regular-infantry E5 n")));
    assert!(three.fault().contains("two stands at most"));
    let askew = open().first("a regular-infantry E5 n").first("b regular-infantry E5 e");
    assert!(askew.fault().contains("G-02"));
    let both = open().first("a regular-infantry E5 n").second("b regular-infantry E5 n");
    assert!(both.fault().contains("both sides"));
}

// covers: G-54, G-16
#[test]
fn a_move_ends_only_where_the_stand_fits() {
    let ends = |mover: &str, there: &[&str]| {
        let board = there.iter().fold(open(), |b, s| b.first(s));
        let mut battle = board.first(&format!("M {mover} E5 n")).first_acts(5);
        battle.act("activate E5");
        !battle.refuses("to E6")
    };
    assert!(ends("transport", &["F regular-infantry E6 n"]));
    assert!(ends("transport", &["F regular-infantry E6 s"]), "facing does not matter: the joiner turns");
    assert!(!ends("transport", &["F machine-gun E6 n"]));
    assert!(!ends("transport", &["F regular-infantry E6 n", "F2 regular-infantry E6 n"]));
}

/// Rifles `R` in front of rifles `Q` on E5, spearmen on E6.
fn riflemen() -> Battle {
    open()
        .first("R regular-infantry E5 n")
        .first("Q regular-infantry E5 n")
        .second("S native-infantry E6 s")
        .first_acts(5)
}

// covers: G-26, G-55
#[test]
fn only_the_front_stand_initiates() {
    let mut battle = riflemen();
    battle.act("activate E5");
    assert_eq!(battle.list(), ["swap", "together", "front", "rear"]);
    let mut front = battle.clone();
    front.act("front");
    assert_eq!(front.list(), ["move first", "fight first"]);
    // The rear one is not asked whether it fights.
    battle.act("rear");
    assert!(battle.list().iter().all(|text| text.starts_with("to ")));
    battle.act("to E5");
    assert_eq!(battle.list(), ["face n", "face e", "face s", "face w"]);
}

// covers: G-26, G-55
#[test]
fn the_rear_stand_initiates_after_moving_to_another_square() {
    // RULING A11.
    let mut battle = riflemen();
    battle.act("activate E5; rear; to D5");
    assert_eq!(battle.close_targets(), "E6");
    battle.act("close E6 e");
    assert_eq!(battle.combat(), ["Q", "S"]);
    battle.throw(&[1, 12]).act("face n");
    assert_eq!(battle.list(), ["front", "rest"]);
    battle.act("front; fight first; close E6 n").throw(&[1, 12]).act("to E5; face n");
    assert_eq!(battle.list(), ["activate A1", "end"], "one activation for both");
}

// covers: G-26, G-55
#[test]
fn the_rear_stand_left_alone_must_still_move_before_it_fights() {
    // RULING A11: "rear" is judged when the square is activated.
    let mut battle = riflemen();
    battle.act("activate E5; front; move first; to D5; hold; face n; rear");
    assert!(battle.refuses("fight first"));
    battle.act("to E5; face n");
    let mut battle = riflemen();
    battle.act("activate E5; front; move first; to D5; hold; face n; rear; to F5");
    assert_eq!(battle.close_targets(), "E6");
}

// covers: G-26, G-55
#[test]
fn being_carried_by_a_withdrawal_is_not_moving() {
    // RULING A31: an enemy is in range of E4, but the rear stand has not moved itself.
    let mut battle = riflemen();
    battle.act("activate E5; front; fight first; close E6 n");
    assert_eq!((battle.initiator(), battle.target()), ("+3 G-59, +2 G-37".to_owned(), "+2 G-59".to_owned()));
    battle.throw(&[1, 4]).throw(&[1, 2]).act("withdraw E4; rear");
    assert!(battle.refuses("fight first"));
    battle.act("to E4");
    assert_eq!(battle.list(), ["face n", "face e", "face s", "face w"]);
}

// covers: G-55
#[test]
fn front_and_rear_are_swapped_once_and_rear_is_judged_after_it() {
    // RULINGS A12, A31.
    let mut battle = riflemen();
    battle.act("activate E5; swap");
    assert_eq!(battle.stands_at("E5"), ["Q", "R"]);
    assert_eq!(battle.list(), ["together", "front", "rear", "rest"]);
    battle.act("front; fight first; close E6 n");
    assert_eq!(battle.combat(), ["Q", "S"]);
    battle.throw(&[1, 12]).act("to E5; face n; rear");
    assert!(battle.refuses("fight first"), "R is the rear stand now");
    let mut rested = riflemen();
    rested.act("activate E5; swap; rest");
    assert_eq!(rested.list(), ["activate A1", "end"]);
}

// covers: G-55, G-16
#[test]
fn a_pair_moves_together_at_the_slower_allowance_or_splits() {
    // RULING A10.
    let mut battle = open()
        .first("N native-infantry E3 n")
        .first("R regular-infantry E3 n")
        .first("F transport D4 n")
        .first_acts(5);
    battle.act("activate E3");
    let mut together = battle.clone();
    together.act("together");
    assert!(!together.refuses("to E5") && together.refuses("to E6"));
    assert!(together.refuses("to D4"), "the square must hold no other stand");
    together.act("to E5; face w");
    assert_eq!(together.stands_at("E5"), ["N", "R"]);
    assert_eq!((together.facing("N"), together.facing("R")), ('w', 'w'));
    battle.act("front; to E6; face e");
    assert_eq!((battle.at("N"), battle.at("R")), ("E6".to_owned(), "E3".to_owned()));
    assert_eq!((battle.facing("N"), battle.facing("R")), ('e', 'n'));
    assert_eq!(battle.list(), ["rear", "rest"]);
    battle.act("rear");
    assert!(!battle.refuses("to D4") && battle.refuses("to E6"));
}

// covers: G-55, G-20
#[test]
fn together_a_pair_goes_only_where_both_can_go() {
    let rows = [".....", ".....", "..w..", ".....", "....."];
    let board = Board::ground(&rows).first("R regular-infantry C2 n").first("T transport C2 n");
    let mut battle = board.first_acts(5);
    battle.act("activate C2");
    assert!(!battle.clone().act("front").refuses("to C3"));
    assert!(battle.act("together").refuses("to C3"));
}

// covers: G-19, G-55
#[test]
fn a_pair_with_a_gun_keeps_away_from_enemies_together() {
    let board = open()
        .first("R regular-infantry E3 n")
        .first("M field-artillery E3 n")
        .second("S native-infantry E5 s");
    let mut battle = board.first_acts(5);
    battle.act("activate E3");
    let mut front = battle.clone();
    front.act("front; move first");
    assert!(!front.refuses("to E4"));
    battle.act("together; move first");
    assert!(battle.refuses("to E4") && !battle.refuses("to E2"));
}

// covers: G-55
#[test]
fn a_joiner_takes_rear_and_facing_and_is_done() {
    // RULINGS A12, A31: it could have fought from E5.
    let mut battle = open()
        .first("F regular-infantry E5 w")
        .first("M native-infantry E3 n")
        .second("S native-infantry E6 s")
        .first_acts(5);
    battle.act("activate E3; to E5");
    assert_eq!(battle.stands_at("E5"), ["F", "M"]);
    assert_eq!(battle.facing("M"), 'w');
    assert_eq!(battle.list(), ["activate A1", "activate E5", "end"], "no fight, no facing");
    // Only the stand not yet activated acts; it may swap with its activated partner.
    battle.act("activate E5");
    assert_eq!(battle.list(), ["swap", "front"]);
    let mut swapped = battle.clone();
    swapped.act("swap");
    assert_eq!(swapped.stands_at("E5"), ["M", "F"]);
    assert_eq!(swapped.list(), ["rear", "rest"]);
    swapped.act("rear");
    assert!(swapped.refuses("fight first"), "F is the rear stand now");
    battle.act("front; fight first; close E6 n").throw(&[1, 12]).act("to D5; face n");
    assert_eq!(battle.stands_at("E5"), ["M"]);
    assert_eq!(battle.list(), ["activate A1", "end"], "M has had its turn");
}

// covers: G-55, G-23
#[test]
fn turning_turns_both_stands_of_a_square() {
    // RULING A30: the partner was activated before, and turns all the same.
    let mut battle = open().first("F regular-infantry E5 n").first("M native-infantry E3 n").first_acts(5);
    battle.act("activate E3; to E5; activate E5; front; to E5; face s");
    assert_eq!((battle.facing("F"), battle.facing("M")), ('s', 's'));
}

/// A pair of the second side on E5 that faces south, `F` before `B`.
fn pair_facing_south() -> Board {
    open().second("F regular-infantry E5 s").second("B transport E5 s")
}

// covers: G-55, G-38
#[test]
fn an_attack_from_behind_meets_the_rear_stand() {
    // RULINGS R20, A13.
    for (from, met) in [
        ("D4", "F"),
        ("E4", "F"),
        ("F4", "F"),
        ("D5", "F"),
        ("F5", "F"),
        ("D6", "B"),
        ("E6", "B"),
        ("F6", "B"),
    ] {
        let mut battle = pair_facing_south().first(&format!("M native-infantry {from} s")).first_acts(5);
        battle.act(&format!("activate {from}; fight first; close E5 s"));
        assert_eq!(battle.combat(), ["M", met], "{from}");
        let is_flank = !from.ends_with('4');
        assert_eq!(battle.initiator().contains("+2 G-38"), is_flank, "{from}");
    }
}

// covers: G-55, G-28
#[test]
fn fire_meets_the_rear_stand_only_from_the_three_squares_behind() {
    // RULING A31.
    for (from, met) in [("E6", "B"), ("D6", "B"), ("E7", "F"), ("D7", "F"), ("G5", "F"), ("E3", "F")] {
        let mut battle = pair_facing_south().first(&format!("M regular-infantry {from} s")).first_acts(5);
        battle.act(&format!("activate {from}; fight first"));
        let facing = battle.list_of("fire E5").chars().next().unwrap();
        battle.act(&format!("fire E5 {facing}"));
        assert_eq!(battle.combat(), ["M", met], "{from}");
    }
}

// covers: G-55, G-45
#[test]
fn only_the_stand_that_fought_is_destroyed() {
    // RULING R19.
    let mut battle = pair_facing_south().first("M regular-infantry E6 s").first_acts(5);
    battle.act("activate E6; fight first; close E5 s").throw(&[12, 1]);
    assert_eq!((battle.at("B"), battle.stands_at("E5")), ("destroyed".to_owned(), vec!["F"]));
    let mut battle = pair_facing_south().first("M regular-infantry E4 n").first_acts(5);
    battle.act("activate E4; fight first; close E5 n").throw(&[12, 1]);
    assert_eq!((battle.at("F"), battle.stands_at("E5")), ("destroyed".to_owned(), vec!["B"]));
    assert!(!battle.game.state().stand(battle.id("B")).is_rear(), "it is at the front now");
}

// covers: G-55, G-24
#[test]
fn a_beaten_rear_stand_takes_its_partner_along() {
    // RULING A8: they face south, so their rear is north, past the attacker.
    let mut battle = pair_facing_south().first("M regular-infantry E6 s").first_acts(5);
    battle.act("activate E6; fight first; close E5 s").throw(&[3, 6]);
    assert_eq!((battle.result(), battle.game.decider()), (Outcome::TargetWithdraws, Some(Seat::Second)));
    assert_eq!(battle.list(), ["withdraw C7", "withdraw G7"]);
    battle.act("withdraw C7");
    assert_eq!(battle.stands_at("C7"), ["F", "B"]);
}

// covers: G-26, G-37
#[test]
fn the_rear_stand_supports_only_close_combat() {
    let mut battle = riflemen();
    battle.act("activate E5; front; fight first; fire E6 n");
    assert_eq!(battle.initiator(), "+3 G-31");
}
