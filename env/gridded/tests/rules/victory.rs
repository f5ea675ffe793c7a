//! How battles end. Section 16.

use sandtable_core::Seat;
use sandtable_gridded::state::Reason;

use crate::board::{Battle, Board};

/// Value in thousandths for the first side, points ahead, and why.
fn verdict(battle: &Battle) -> (i16, i32, Reason) {
    let verdict = battle.game.verdict().expect("the battle is over");
    (verdict.thousandths(), verdict.margin, verdict.reason)
}

/// The first side's transports `T` and `U` are to leave by the east edge.
fn convoy(t: &str, u: &str) -> Board {
    Board::open(9, 9)
        .victory("kind = \"convoy\"\nside = \"first\"\nexit = \"east\"")
        .side(Seat::First, "exits = [\"west\", \"east\"]")
        .first(&format!("T transport {t} n"))
        .first(&format!("U transport {u} n"))
}

/// Spearmen of the second side who destroy what is on a square next to theirs.
fn kill(battle: &mut Battle, from: &str, at: &str) {
    battle.act(&format!("activate {from}; fight first; close {at} s")).throw(&[12, 1]);
}

// covers: G-50
#[test]
fn a_convoy_that_gets_both_transports_off_wins_at_once() {
    // RULINGS A22, A43.
    let mut battle = convoy("I5", "H4").first_acts(5);
    battle.act("activate I5; leave e");
    assert!(!battle.game.is_over());
    battle.act("activate H4; leave e");
    assert_eq!((battle.at("T"), battle.at("U")), ("left e".to_owned(), "left e".to_owned()));
    assert_eq!(verdict(&battle), (1000, 0, Reason::ConvoyGone));
}

// covers: G-50
#[test]
fn leaving_by_the_own_edge_saves_but_does_not_deliver() {
    let mut battle = convoy("I5", "A5").first_acts(5);
    battle.act("activate I5; leave e; activate A5; leave w");
    assert_eq!(verdict(&battle), (500, 0, Reason::ConvoyGone));
    let mut battle = convoy("B4", "A5").first_acts(5);
    battle.act("activate B4; leave w; activate A5; leave w");
    assert_eq!(verdict(&battle), (-500, 0, Reason::ConvoyGone));
}

// covers: G-50
#[test]
fn one_delivered_and_one_destroyed_is_a_draw() {
    let mut battle = convoy("I5", "E5").second("S native-infantry E6 s").first_acts(1);
    battle.act("activate I5; leave e").throw(&[5]);
    kill(&mut battle, "E6", "E5");
    assert_eq!(verdict(&battle), (0, -1, Reason::ConvoyGone));
}

// covers: G-50
#[test]
fn both_destroyed_is_a_decisive_defeat_at_once() {
    let board = convoy("C5", "E5").second("S native-infantry E6 s").second("R native-infantry C6 s");
    let mut battle = board.second_acts(5);
    kill(&mut battle, "E6", "E5");
    assert!(!battle.game.is_over());
    battle.act("to E6; face s");
    kill(&mut battle, "C6", "C5");
    assert_eq!(verdict(&battle), (-1000, -2, Reason::ConvoyGone));
}

// covers: G-50, G-12
#[test]
fn none_delivered_goes_by_the_damage_done() {
    let board = convoy("C2", "E2").turns(1).first("R regular-infantry E5 n").second("S native-infantry E6 s");
    let mut idle = board.first_acts(1);
    idle.act("end").throw(&[1]).act("end");
    assert_eq!(verdict(&idle), (-500, 0, Reason::TurnLimit));
    let mut ahead = board.first_acts(1);
    ahead
        .act("activate E5; fight first; close E6 n")
        .throw(&[12, 1])
        .act("to E5; face n")
        .throw(&[1])
        .act("end");
    assert_eq!(verdict(&ahead), (0, 2, Reason::TurnLimit));
}

// covers: G-50
#[test]
fn a_convoy_needs_transport() {
    let board = Board::open(9, 9).victory("kind = \"convoy\"\nside = \"first\"\nexit = \"east\"");
    assert!(board.fault().contains("no transport"));
}

const OBJECTIVE: &str = "[[victory.objective]]\nname = \"well\"\nsquares = [\"D4\", \"E5\"]\npoints = [4, 4]";

fn points(lines: &str) -> Board {
    Board::open(9, 9).victory(&format!("kind = \"points\"\n{lines}\n{OBJECTIVE}"))
}

fn pass_a_turn(board: &Board) -> Battle {
    let mut battle = board.clone().turns(1).first_acts(1);
    battle.act("end").throw(&[1]).act("end");
    battle
}

// covers: G-51
#[test]
fn an_objective_scores_for_whoever_is_there_alone_at_the_end() {
    // RULING A44: any stand, a general or transport too.
    let with = |first: &str, second: &str| {
        let board =
            points("").first(&format!("T transport {first} n")).second(&format!("S command {second} s"));
        verdict(&pass_a_turn(&board))
    };
    assert_eq!(with("D4", "I9"), (500, 4, Reason::TurnLimit));
    assert_eq!(with("E5", "D5"), (0, 0, Reason::TurnLimit), "both are there");
    assert_eq!(with("C4", "E4"), (-500, -4, Reason::TurnLimit));
    assert_eq!(with("C4", "E6"), (0, 0, Reason::TurnLimit));
}

// covers: G-51
#[test]
fn a_handicap_and_the_limits_of_draw_and_decision_are_data() {
    let with = |lines: &str| verdict(&pass_a_turn(&points(lines).first("T transport D4 n")));
    assert_eq!(with("handicap = -1"), (0, 3, Reason::TurnLimit));
    assert_eq!(with("handicap = 5"), (500, 9, Reason::TurnLimit));
    assert_eq!(with("handicap = 6"), (1000, 10, Reason::TurnLimit));
    assert_eq!(with("draw = 4"), (0, 4, Reason::TurnLimit));
    assert_eq!(with("decisive = 4"), (1000, 4, Reason::TurnLimit));
    assert!(points("draw = 5\ndecisive = 5").fault().contains("decisive"));
}

/// Spearmen who kill rifles and guards in the first turn.
fn slaughter(breaks: &str) -> Battle {
    let board = points(breaks)
        .first("R regular-infantry B5 n")
        .first("T transport G5 n")
        .second("S native-infantry B6 s")
        .second("Q native-infantry G6 s");
    let mut battle = board.second_acts(5);
    kill(&mut battle, "B6", "B5");
    battle.act("to B6; face s");
    kill(&mut battle, "G6", "G5");
    battle.act("to G6; face s; end");
    battle
}

// covers: G-51
#[test]
fn a_broken_army_ends_the_battle_with_the_turn() {
    // RULING A23: four points lost.
    let mut battle = slaughter("breaks = [4, 4]");
    assert!(!battle.game.is_over(), "the turn is played to its end");
    battle.throw(&[1]).act("end");
    assert_eq!(verdict(&battle), (-500, -4, Reason::Broken(Seat::First)));
    let mut battle = slaughter("breaks = [5, 5]");
    battle.throw(&[1]).act("end");
    assert_eq!(battle.game.turn(), 2);
    let mut battle = slaughter("breaks = [4, 4]\nhandicap = 20");
    battle.throw(&[1]).act("end");
    assert_eq!(verdict(&battle), (-500, 16, Reason::Broken(Seat::First)), "whatever the points say");
}

// covers: G-51
#[test]
fn a_general_counts_for_points_and_not_for_breaking() {
    let board = points("breaks = [2, 2]")
        .turns(2)
        .first("G command E5 n")
        .first("R regular-infantry A1 n")
        .second("S native-infantry E6 s");
    let mut battle = board.second_acts(5);
    battle.act("activate E6; fight first; close E5 s").throw(&[12, 1]).act("to E7; face s; end");
    battle.throw(&[1]).act("end");
    assert_eq!(battle.game.turn(), 2, "not broken");
    battle.throw(&[12, 1]).throw(&[1]).act("end").throw(&[1]).act("end");
    assert_eq!(verdict(&battle), (0, -2, Reason::TurnLimit));
}

// covers: G-51
#[test]
fn when_both_break_the_points_decide() {
    let board = points("breaks = [2, 2]\nhandicap = -3")
        .first("R regular-infantry B5 n")
        .first("N native-infantry G5 n")
        .second("S native-infantry B6 s")
        .second("Q native-infantry G6 s");
    let mut battle = board.second_acts(1);
    kill(&mut battle, "B6", "B5");
    battle.act("to B6; face s").throw(&[5]).act("activate G5; fight first; close G6 n").throw(&[12, 1]);
    battle.act("to G5; face n; end");
    assert_eq!(verdict(&battle), (-500, -4, Reason::BothBroken), "3 lost, 2 destroyed, 3 given");
}
