//! Concealed stands: spotting, giving themselves away, being run into. Section 14.

use sandtable_core::{Ruleset as _, Seat};
use sandtable_gridded::{Happening, Outcome};

use crate::board::{Battle, Board};

/// Nine by nine squares of open ground, but for these.
fn ground(features: &[(&str, char)]) -> Board {
    let mut rows = vec![vec!['.'; 9]; 9];
    for (square, ground) in features {
        let mut chars = square.chars();
        let file = chars.next().unwrap() as usize - 'A' as usize;
        let rank = chars.next().unwrap() as usize - '0' as usize;
        rows[9 - rank][file] = *ground;
    }
    let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    Board::ground(&rows)
}

/// Spearmen `H` of the second side lie hidden in the wood at E6.
fn hidden_in_the_wood() -> Board {
    ground(&[("E6", 'w')]).hidden_groups(Seat::Second, &["wood"]).second("H native-infantry E6 s group=wood")
}

fn is_revealed(battle: &Battle, name: &str) -> bool {
    !battle.is_concealed(name)
}

// covers: G-48
#[test]
fn a_group_is_spotted_by_a_strictly_higher_die_at_four_squares() {
    // RULINGS R37, A16.
    let mut battle = hidden_in_the_wood().first("R regular-infantry E1 n").first_acts(5);
    assert_eq!(battle.due(), "nothing", "five squares are too far");
    battle.act("activate E1; to E2");
    assert_eq!(battle.due(), "spotting");
    let throw = battle.game.due().unwrap();
    assert_eq!(throw.dice.iter().map(|die| die.seat).collect::<Vec<_>>(), [Seat::First, Seat::Second]);
    let mut outcomes = Vec::new();
    battle.game.rules().outcomes(battle.game.state(), &mut outcomes);
    assert_eq!(outcomes, [(Outcome::Spotted, 66), (Outcome::Unspotted, 78)]);
    let mut equal = battle.clone();
    assert!(!is_revealed(equal.throw(&[5, 5]), "H"));
    assert!(!is_revealed(battle.clone().throw(&[3, 7]), "H"), "as in the play-test");
    assert!(is_revealed(battle.throw(&[6, 5]), "H"));
}

// covers: G-48
#[test]
fn the_throw_is_made_once_a_group_and_enemy_half_turn_and_its_start_counts() {
    // RULING A37.
    let mut battle =
        hidden_in_the_wood().first("R regular-infantry E2 n").first("Q regular-infantry C2 n").first_acts(5);
    assert_eq!(battle.due(), "spotting", "after the activation throw");
    battle.throw(&[1, 2]).act("activate E2; to E3; face n; activate C2; to C3; face n; end");
    assert_eq!(battle.due(), "activation", "no second throw in this half-turn");
    // Nor in the half-turn of the side that hides.
    battle.throw(&[5]).act("end");
    battle.throw(&[12, 1]).throw(&[5]);
    assert_eq!(battle.due(), "spotting", "the next turn has one");
}

// covers: G-48
#[test]
fn a_throw_spots_the_whole_group_and_no_other() {
    let mut battle = ground(&[("E6", 'w'), ("I6", 'w'), ("A6", 'w')])
        .hidden_groups(Seat::Second, &["a", "b"])
        .second("H native-infantry E6 s group=a")
        .second("I native-infantry I6 s group=a")
        .second("J native-infantry A6 s group=b")
        .first("R regular-infantry E2 n")
        .first_acts(5);
    // J is within four squares too: both groups are thrown for.
    battle.throw(&[12, 1]);
    assert!(is_revealed(&battle, "H") && is_revealed(&battle, "I") && !is_revealed(&battle, "J"));
    assert_eq!(battle.due(), "spotting");
    battle.throw(&[1, 12]);
    assert!(!is_revealed(&battle, "J"));
    assert_eq!(battle.due(), "nothing");
}

// covers: G-48
#[test]
fn spotting_needs_sight_with_outcrops_left_out() {
    // RULING A37.
    let at_start = |features: &[(&str, char)]| {
        ground(features)
            .hidden_groups(Seat::Second, &["a"])
            .second("H native-infantry E6 s group=a")
            .first("R regular-infantry E3 n")
            .first_acts(5)
            .due()
    };
    assert_eq!(at_start(&[("E6", 'w'), ("E5", 'o')]), "spotting");
    assert_eq!(at_start(&[("E6", 'w'), ("E5", 'w')]), "nothing");
    assert_eq!(at_start(&[("E6", 'w'), ("E5", 't')]), "nothing");
}

// covers: G-48, G-15
#[test]
fn whoever_is_spotted_by_a_move_can_be_attacked_after_it() {
    let mut battle = hidden_in_the_wood().first("R regular-infantry E1 n").first_acts(5);
    battle.act("activate E1; to E3");
    let mut unspotted = battle.clone();
    unspotted.throw(&[1, 2]);
    assert_eq!(unspotted.list(), ["face n", "face e", "face s", "face w"]);
    battle.throw(&[2, 1]);
    assert_eq!(battle.list(), ["fire E6 n", "hold"]);
}

// covers: G-48
#[test]
fn an_attack_reveals() {
    let mut battle = ground(&[("E6", 'w')])
        .hidden_groups(Seat::Second, &["wood"])
        .second("H irregular-infantry E6 s group=wood")
        .second("I irregular-infantry E6 s group=wood")
        .first("R regular-infantry E4 n")
        .second_acts(5);
    assert_eq!(battle.due(), "nothing", "the hiding side does not spot itself");
    battle.act("activate E6; front; fight first");
    assert!(!is_revealed(&battle, "H"));
    battle.act("fire E4 s");
    assert!(is_revealed(&battle, "H") && is_revealed(&battle, "I"), "and whoever shares its square");
}

// covers: G-48
#[test]
fn clear_sight_at_the_end_of_a_move_reveals_but_never_into_wood_or_town() {
    // RULINGS A16, A38.
    let mut battle = ground(&[("E6", 'w'), ("E7", 't'), ("F8", 'w')])
        .hidden_groups(Seat::Second, &["wood"])
        .second("H native-infantry E6 s group=wood")
        .second("I native-infantry F8 s group=wood")
        .first("R regular-infantry E1 n")
        .second_acts(5);
    let mut open = battle.clone();
    open.act("activate E6; to D6");
    assert!(is_revealed(&open, "H"), "at any range");
    assert!(!is_revealed(&open, "I"), "only the stand in the square, not its group");
    battle.act("activate E6; to E7; face s");
    assert!(!is_revealed(&battle, "H"), "into the town");
}

// covers: G-48
#[test]
fn contact_at_the_end_of_a_move_reveals() {
    let mut battle = hidden_in_the_wood().first("R regular-infantry E3 n").first_acts(5);
    battle.throw(&[1, 2]).act("activate E3; to E5");
    assert!(is_revealed(&battle, "H"));
    assert_eq!(battle.close_targets(), "E6");
}

// covers: G-48
#[test]
fn sharing_a_square_with_a_seen_stand_reveals() {
    // RULING A38.
    let mut battle = ground(&[("E6", 'w'), ("E7", 'w')])
        .hidden_groups(Seat::Second, &["wood"])
        .second("H native-infantry E6 s group=wood")
        .second("V native-infantry E7 s")
        .first("R regular-infantry E1 n")
        .second_acts(5);
    battle.act("activate E6; to E7");
    assert!(is_revealed(&battle, "H"));
}

/// `V` of the second side, in the open, is engaged from F8; hidden beside it, in the wood
/// at E6 and not next to the attacker, are spearmen and the general.
fn hidden_helpers() -> Battle {
    ground(&[("E6", 'w')])
        .hidden_groups(Seat::Second, &["wood"])
        .second("V native-infantry E7 n")
        .second("H native-infantry E6 s group=wood")
        .second("G command E6 s group=wood")
        .first("R regular-infantry F8 s")
        .first_acts(5)
}

// covers: G-48, G-36, G-32
#[test]
fn concealed_helpers_count_and_are_revealed() {
    // RULING A39.
    let mut battle = hidden_helpers();
    battle.act("activate F8; fight first; close E7 s");
    assert_eq!(battle.target(), "+2 G-59, +2 G-32, +1 G-36");
    assert!(is_revealed(&battle, "H") && is_revealed(&battle, "G"));
}

// covers: G-48, G-36
#[test]
fn a_concealed_stand_that_adds_nothing_stays_hidden() {
    let board = ground(&[("E6", 'w')])
        .hidden_groups(Seat::Second, &["wood"])
        .second("V native-infantry E7 n")
        .second("H irregular-infantry E6 s group=wood")
        .first("R regular-infantry F8 s");
    let mut battle = board.first_acts(5);
    battle.act("activate F8; fight first; close E7 s");
    assert_eq!(battle.target(), "+2 G-59");
    assert!(!is_revealed(&battle, "H"));
    // Nor does fire, in which friends of the class do not help.
    let mut fire = hidden_helpers();
    fire.act("activate F8; fight first; fire E7 s");
    assert_eq!(fire.target(), "+2 G-31, +2 G-32", "the general helps in fire too");
}

// covers: G-57, G-30
#[test]
fn the_unseen_mask_nothing() {
    // RULING A17. From B2 to D4 the second corner lies between C4, an outcrop, and D3.
    let mut battle = ground(&[("C2", 'o'), ("C4", 'o')])
        .hidden_groups(Seat::Second, &["rocks"])
        .second("H native-infantry D3 s group=rocks")
        .second("V native-infantry D4 s")
        .first("R regular-infantry B2 n")
        .first("G command A9 n")
        .first_acts(5);
    battle.throw(&[1, 2]);
    let mut unseen = battle.clone();
    unseen.act("activate B2; fight first");
    assert_eq!(unseen.fire_targets(), "D4");
}

// covers: G-57
#[test]
fn running_into_the_unseen_stops_the_move_and_reveals() {
    // RULINGS A17, A40.
    let mut battle = hidden_in_the_wood().first("M native-infantry E3 n").first_acts(5);
    battle.throw(&[1, 2]).act("activate E3");
    assert!(!battle.refuses("to E6"), "the legal list knows nothing of it");
    battle.act("to E6");
    assert_eq!(battle.at("M"), "E5");
    assert!(is_revealed(&battle, "H"));
    let stopped = battle.game.events().iter().any(|event| matches!(event.what, Happening::Stopped { .. }));
    assert!(stopped);
    assert_eq!(battle.list(), ["close E6 n", "close E6 e", "close E6 s", "close E6 w", "hold"]);
    battle.act("close E6 n").throw(&[1, 12]).act("face e");
    assert_eq!(battle.list(), ["activate A1", "end"], "its move is over");
}

// covers: G-57, G-55
#[test]
fn a_pair_is_stopped_together() {
    let mut battle =
        hidden_in_the_wood().first("M native-infantry E4 n").first("N native-infantry E4 n").first_acts(5);
    battle.throw(&[1, 2]).act("activate E4; together; to E6");
    assert_eq!(battle.stands_at("E5"), ["M", "N"]);
    assert_eq!(battle.close_targets(), "E6");
}

// covers: G-57, G-16
#[test]
fn of_equal_ways_the_first_by_the_compass_is_taken() {
    // RULING A25: from E3 to F6 in three steps: north, north, north-east.
    let run = |hidden: &str| {
        let mut battle = ground(&[(hidden, 'w')])
            .hidden_groups(Seat::Second, &["wood"])
            .second(&format!("H native-infantry {hidden} s group=wood"))
            .first("M native-infantry E3 n")
            .first_acts(5);
        battle.throw(&[1, 2]).act("activate E3; to F6");
        battle.at("M")
    };
    assert_eq!(run("E5"), "E4", "it runs into E5");
    assert_eq!(run("F5"), "F6", "it does not go by F5");
    // The cheapest way comes first: a hill on E4 makes it go round by the second-best
    // directions.
    let levels = [
        "000000000",
        "000000000",
        "000000000",
        "000000000",
        "000000000",
        "000010000",
        "000000000",
        "000000000",
        "000000000",
    ];
    let mut battle = ground(&[("E5", 'w')])
        .levels(&levels)
        .hidden_groups(Seat::Second, &["wood"])
        .second("H native-infantry E5 s group=wood")
        .first("M native-infantry E3 n")
        .first_acts(5);
    if battle.due() == "spotting" {
        battle.throw(&[1, 2]);
    }
    battle.act("activate E3; to F6");
    assert_eq!(battle.at("M"), "F6", "by F4 and F5");
}

// covers: G-57, G-18
#[test]
fn the_unseen_stop_no_diagonal() {
    // RULING A17. Between E5 and F4.
    let board = ground(&[("E5", 'w'), ("F4", 'w')])
        .hidden_groups(Seat::Second, &["wood"])
        .second("H native-infantry E5 s group=wood")
        .second("I native-infantry F4 s group=wood")
        .first("M regular-infantry D3 n");
    let mut battle = board.first_acts(5);
    let mut spotted = battle.clone();
    spotted.throw(&[12, 1]).act("activate D3; move first");
    assert!(spotted.refuses("to F5"));
    battle.throw(&[1, 12]).act("activate D3; to F5");
    assert_eq!(battle.at("M"), "F5");
    assert!(is_revealed(&battle, "H") && is_revealed(&battle, "I"));
}

// covers: G-57, G-19
#[test]
fn artillery_does_not_keep_away_from_the_unseen() {
    let mut battle = hidden_in_the_wood().first("M field-artillery E3 n").first_acts(5);
    let mut spotted = battle.clone();
    spotted.throw(&[12, 1]).act("activate E3; move first");
    assert!(spotted.refuses("to E5"));
    battle.throw(&[1, 12]).act("activate E3; move first; to E5");
    assert_eq!(battle.at("M"), "E5");
    assert!(is_revealed(&battle, "H"));
}

/// `T` must withdraw from E5; `V` on E3 leaves it C3 and G3, and on C3 lie hidden
/// spearmen.
fn withdrawal_among_the_unseen() -> Battle {
    let mut battle = ground(&[("C3", 'w')])
        .hidden_groups(Seat::Second, &["wood"])
        .second("H native-infantry C3 n group=wood")
        .second("S native-infantry E6 s")
        .second("V transport E3 n")
        .first("G command I1 n")
        .first("T regular-infantry E5 n")
        .second_acts(5);
    battle.act("activate E6; fight first; close E5 s").throw(&[6, 5]).throw(&[12, 1]);
    battle
}

// covers: G-57, G-24
#[test]
fn a_withdrawal_that_meets_the_unseen_stops_before_it() {
    // RULING A36.
    let mut battle = withdrawal_among_the_unseen();
    assert_eq!(battle.list(), ["withdraw C3", "withdraw G3"], "only enemies it can see count");
    battle.act("withdraw C3");
    assert_eq!((battle.at("T"), battle.facing("T")), ("D4".to_owned(), 'n'));
    assert!(is_revealed(&battle, "H"));
    let mut other = withdrawal_among_the_unseen();
    other.act("withdraw G3");
    assert_eq!(other.at("T"), "G3");
    assert!(!is_revealed(&other, "H"));
}

// covers: G-57, G-24
#[test]
fn the_unseen_do_not_count_for_distances() {
    // RULING A36: E4 is next to E3, where they lie.
    let mut battle = ground(&[("E3", 'w')])
        .hidden_groups(Seat::Second, &["wood"])
        .second("H native-infantry E3 n group=wood")
        .second("S native-infantry E6 s")
        .first("G command I1 n")
        .first("T regular-infantry E5 n")
        .second_acts(5);
    battle.act("activate E6; fight first; close E5 s").throw(&[6, 5]).throw(&[12, 1]);
    assert_eq!(battle.list(), ["withdraw D4", "withdraw E4", "withdraw F4"]);
    battle.act("withdraw E4");
    assert!(is_revealed(&battle, "H"), "contact reveals");
}

// covers: G-48
#[test]
fn concealed_stands_look_too() {
    // RULING (ours) 7: `F` of the first side is hidden and sees `H` come out.
    let mut battle = ground(&[("E6", 'w'), ("E1", 'w'), ("B2", 'o')])
        .hidden_groups(Seat::Second, &["wood"])
        .hidden_groups(Seat::First, &["ambush"])
        .first("G command A1 n")
        .first("F native-infantry E1 n group=ambush")
        .second("H native-infantry E6 s group=wood")
        .second_acts(5);
    battle.act("activate E6; to E5");
    assert!(is_revealed(&battle, "H"));
    assert!(!is_revealed(&battle, "F"), "a wood hides it still");
}

// covers: G-48
#[test]
fn what_begins_in_clear_sight_or_contact_is_no_scenario() {
    // RULING A41.
    let board = |at: &str, wood: &str| {
        ground(&[(wood, 'w')])
            .hidden_groups(Seat::Second, &["wood"])
            .second(&format!("H native-infantry {at} s group=wood"))
            .first("R regular-infantry E5 n")
    };
    assert!(board("E7", "E7").load().is_ok());
    assert!(board("E7", "C7").fault().contains("RULING A41"), "in the open");
    assert!(board("E6", "E6").fault().contains("RULING A41"), "in contact");
}

// covers: G-48
#[test]
fn both_see_that_a_spotting_throw_is_made() {
    let mut battle = hidden_in_the_wood().first("R regular-infantry E2 n").first_acts(5);
    battle.throw(&[1, 2]);
    for seat in Seat::BOTH {
        let told = battle
            .seen_by(seat)
            .iter()
            .any(|event| matches!(event.what, Happening::Spotting { group: 0, is_spotted: false }));
        assert!(told, "{seat}");
    }
}

// covers: G-48
#[test]
fn a_stand_that_leaves_the_table_may_uncover_the_hidden() {
    // RULING A38: `V` masked `H` from `R`; leaving ends a move like any other.
    let mut battle = Board::open(9, 9)
        .hidden_groups(Seat::Second, &["file"])
        .side(Seat::Second, "exits = [\"west\"]")
        .first("G command A1 n")
        .second("V native-infantry A4 s")
        .second("H native-infantry A6 s group=file")
        .second_acts(5);
    battle.act("activate A4; leave w");
    assert!(is_revealed(&battle, "H"));
}
