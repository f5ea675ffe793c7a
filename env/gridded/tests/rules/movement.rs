//! Movement on open ground, past friends and enemies, and on roads. Section 7.

use sandtable_core::Seat;

use crate::board::{Battle, Board};

/// The squares that the stand `M` can go to when it acts first.
fn goes(board: &Board) -> Vec<String> {
    let mut battle = board.first_acts(5);
    let at = battle.at("M");
    battle.act(&format!("activate {at}"));
    if battle.list().contains(&"move first".to_owned()) {
        battle.act("move first");
    }
    battle.list_of("to").split(' ').map(str::to_owned).collect()
}

fn can_go(board: &Board, to: &str) -> bool {
    goes(board).contains(&to.to_owned())
}

// covers: G-16, G-04
#[test]
fn every_class_has_its_allowance() {
    let classes = [
        ("guard-infantry", 2),
        ("regular-infantry", 2),
        ("irregular-infantry", 3),
        ("native-infantry", 3),
        ("regular-cavalry", 4),
        ("irregular-cavalry", 5),
        ("native-cavalry", 5),
        ("camelry", 5),
        ("mountain-artillery", 2),
        ("field-artillery", 2),
        ("heavy-artillery", 2),
        ("machine-gun", 2),
        ("transport", 2),
        ("command", 2),
    ];
    for (class, squares) in classes {
        let board = Board::open(13, 13).first(&format!("M {class} G7 n"));
        let side = 2 * squares + 1;
        // G1 is too far away to be joined.
        assert_eq!(goes(&board).len(), side * side, "{class}");
    }
    let mounted = Board::open(13, 13).first("M command G7 n mounted");
    assert_eq!(goes(&mounted).len(), 81);
}

// covers: G-17
#[test]
fn stands_pass_through_friends_and_not_through_enemies() {
    let file = |extra: fn(Board) -> Board| {
        goes(&extra(Board::open(1, 8).first("G1 command A1 n").first("M native-infantry A2 n")))
    };
    let pair = |board: Board| board.first("F regular-infantry A3 n").first("F2 regular-infantry A3 n");
    assert_eq!(file(|b| b), ["A1", "A2", "A3", "A4", "A5"]);
    assert_eq!(file(pair), ["A1", "A2", "A4", "A5"], "through a full square, not into it");
    assert_eq!(file(|b| b.first("F regular-infantry A4 s")), ["A1", "A2", "A3", "A4", "A5"]);
    assert_eq!(file(|b| b.second("E transport A4 s")), ["A1", "A2", "A3"]);
}

// covers: G-49
#[test]
fn there_is_no_zone_of_control() {
    // RULING R34: out of contact, along an enemy's flank and past him.
    let board = Board::open(9, 9).first("M native-infantry E4 n").second("E native-infantry E5 s");
    for to in ["E2", "D5", "E6", "E7", "F6"] {
        assert!(can_go(&board, to), "{to}");
    }
    assert!(!can_go(&board, "E5"));
}

/// Whether a stand that has two squares slips from B2 diagonally over C3 to D4, which
/// can be reached in two steps by these two diagonals alone. B3 and C2 lie beside the first.
fn slips(board: Board, class: &str) -> bool {
    can_go(&board.first(&format!("M {class} B2 n")), "D4")
}

/// Six by six squares with this ground on B3 and C2.
fn beside(b3: char, c2: char) -> Board {
    let third = format!(".{b3}....");
    let second = format!("..{c2}...");
    Board::ground(&["......", "......", "......", &third, &second, "......"])
}

const FOOT: &str = "regular-infantry";
const WHEELS: &str = "machine-gun";

// covers: G-18
#[test]
fn no_diagonal_between_two_enemies() {
    let open = || beside('.', '.');
    assert!(slips(open(), FOOT));
    assert!(slips(open().second("E native-infantry B3 s"), FOOT));
    assert!(slips(open().second("E native-infantry C2 s"), FOOT));
    assert!(!slips(open().second("E native-infantry B3 s").second("D native-infantry C2 s"), FOOT));
    let friends = open().first("E native-infantry B3 s").first("D native-infantry C2 s");
    assert!(slips(friends, FOOT), "friends bar nothing");
}

// covers: G-18
#[test]
fn no_diagonal_between_an_enemy_and_an_obstacle_square() {
    // RULINGS A3, A25: fords, rivers, marsh and outcrops are obstacles; woods and towns not.
    for (ground, slips_past) in
        [('f', false), ('r', false), ('m', false), ('o', false), ('w', true), ('t', true)]
    {
        let enemy_north = beside('.', ground).second("E native-infantry B3 s");
        assert_eq!(slips(enemy_north, FOOT), slips_past, "{ground} at C2");
        let enemy_east = beside(ground, '.').second("E native-infantry C2 s");
        assert_eq!(slips(enemy_east, FOOT), slips_past, "{ground} at B3");
        assert!(slips(beside('.', ground), FOOT), "{ground} alone bars nothing");
    }
    let together = beside('f', '.').second("E native-infantry B3 s");
    assert!(slips(together, FOOT), "enemy and ford are on the same side");
}

// covers: G-18, G-03
#[test]
fn no_diagonal_between_an_enemy_and_an_obstacle_edge() {
    for kind in ["walls", "hedges", "fences", "trenches"] {
        let board = |edge: &str| beside('.', '.').edges(kind, &[edge]).second("E native-infantry B3 s");
        assert!(!slips(board("C2 w"), FOOT), "{kind}");
        assert!(!slips(board("C2 n"), FOOT), "{kind}");
        assert!(slips(board("B3 e"), FOOT), "{kind} on the enemy's own side");
        assert!(slips(board("B3 s"), FOOT), "{kind} on the enemy's own side");
        assert!(slips(board("C2 s"), FOOT), "{kind} elsewhere");
        assert!(slips(board("C2 e"), FOOT), "{kind} elsewhere");
        let alone = beside('.', '.').edges(kind, &["C2 w", "B3 s"]);
        assert!(slips(alone, FOOT), "{kind} without an enemy");
    }
    for edge in ["C2 w", "C2 n"] {
        let entrenched = beside('.', '.')
            .second("E native-infantry B3 s")
            .side(Seat::Second, &format!("entrenchments = [{edge:?}]"));
        assert!(!slips(entrenched, FOOT), "RULING A25");
    }
}

// covers: G-18, G-20
#[test]
fn a_diagonal_needs_one_way_round_that_the_class_could_walk() {
    // RULING A3.
    assert!(!slips(beside('o', 'o'), FOOT));
    assert!(!slips(beside('o', 'm'), FOOT));
    assert!(slips(beside('o', '.'), FOOT));
    assert!(slips(beside('o', 'f'), FOOT));
    assert!(slips(beside('f', 'f'), WHEELS));
    assert!(slips(beside('w', 'w'), FOOT));
    assert!(!slips(beside('w', 'w'), WHEELS), "round either side it would have to go through woods");
    assert!(slips(beside('w', '.'), WHEELS));
    let walls = |edges: &[&str]| beside('.', '.').edges("walls", edges);
    assert!(slips(walls(&["B2 n", "B2 e"]), FOOT));
    assert!(!slips(walls(&["B2 n", "B2 e"]), WHEELS));
    assert!(!slips(walls(&["B2 n", "C3 s"]), WHEELS));
    assert!(slips(walls(&["B2 n"]), WHEELS));
    assert!(slips(beside('.', '.').edges("trenches", &["B2 n", "B2 e"]), WHEELS), "trenches are crossed");
    // RULING A25: stands are left out of account.
    let blocked = beside('o', '.').first("F native-infantry C2 n").first("F2 native-infantry C2 n");
    assert!(slips(blocked, FOOT));
}

// covers: G-19
#[test]
fn artillery_keeps_away_from_enemies_on_its_whole_way() {
    // RULING A28.
    for gun in ["mountain-artillery", "field-artillery", "heavy-artillery"] {
        let board = Board::open(8, 8).second("E native-infantry D5 s");
        let far = goes(&board.clone().first(&format!("M {gun} D2 n")));
        assert_eq!(far.len(), 17, "{gun}");
        assert!(["C4", "D4", "E4"].iter().all(|&near| !far.contains(&near.to_owned())));
        // Already in contact it may stay or leave, and never through another such square.
        let near = goes(&board.first(&format!("M {gun} D4 n")));
        assert_eq!(
            near,
            ["B2", "B3", "B4", "C2", "C3", "D2", "D3", "D4", "E2", "E3", "F2", "F3", "F4"],
            "{gun}"
        );
    }
    let machine_gun = Board::open(8, 8).second("E native-infantry D5 s").first("M machine-gun D2 n");
    assert!(can_go(&machine_gun, "D4"), "RULING A5: machine guns are not artillery");
}

// covers: G-22
#[test]
fn each_contour_costs_a_square() {
    let climb = |levels: &[&str]| {
        goes(&Board::open(1, 8).levels(levels).first("G1 command A1 n").first("M native-infantry A2 n"))
    };
    // Levels are given from A8 down to A1.
    assert_eq!(climb(&["0", "0", "0", "2", "1", "1", "0", "0"]), ["A1", "A2", "A3", "A4"]);
    assert_eq!(climb(&["0", "0", "0", "0", "0", "2", "0", "0"]), ["A1", "A2", "A3"], "two contours at once");
    assert_eq!(climb(&["0", "0", "0", "0", "0", "1", "2", "2"]), ["A1", "A2", "A3"], "downhill too");
    assert_eq!(climb(&["0", "0", "0", "1", "1", "1", "1", "0"]), ["A1", "A2", "A3", "A4", "A5"]);
}

// covers: G-21
#[test]
fn a_move_wholly_along_a_road_gains_a_square() {
    let road = |at: &str| Board::open(9, 9).road(&["A3", "I3"]).first(&format!("M regular-infantry {at} n"));
    assert!(can_go(&road("B3"), "E3"));
    assert!(!can_go(&road("B3"), "F3"));
    assert!(!can_go(&road("B3"), "E4"), "the last step leaves the road");
    assert!(!can_go(&road("B4"), "E3"), "RULING A26: the start must be road");
    assert!(can_go(&road("B3"), "D5"), "off the road it has its two squares");
}

// covers: G-21
#[test]
fn diagonal_road_steps_are_on_the_road() {
    // RULING A26, and no way round is needed.
    let rows = [
        ".........",
        ".........",
        ".........",
        "...o.....",
        "..o.o....",
        ".o.o.....",
        "..o......",
        ".........",
        ".........",
    ];
    let board = |class: &str| Board::ground(&rows).road(&["B3", "E6"]).first(&format!("M {class} B3 n"));
    assert!(can_go(&board("regular-infantry"), "E6"));
    assert!(can_go(&board("transport"), "E6"));
    let without = Board::ground(&rows).first("M regular-infantry B3 n");
    assert!(!can_go(&without, "C4"));
}

// covers: G-21, G-22
#[test]
fn contours_cost_on_roads_too() {
    let levels = ["000000000", "000011111", "000000000"];
    let board = Board::open(9, 3).levels(&levels).road(&["A2", "I2"]).first("M regular-infantry C2 e");
    assert!(can_go(&board, "E2"), "one square, then one and a contour: three");
    assert!(!can_go(&board, "F2"));
}

/// The cavalry stand `M` at E3 with spearmen two squares ahead.
fn cavalry(class: &str) -> Battle {
    let mut battle =
        Board::open(9, 9).first(&format!("M {class} E3 n")).second("S native-infantry E5 s").first_acts(5);
    battle.act("activate E3");
    battle
}

// covers: G-46, G-29
#[test]
fn cavalry_dismounts_for_its_whole_move_and_may_still_fight() {
    let mut battle = cavalry("regular-cavalry");
    assert!(battle.refuses("fight first"), "mounted it cannot fire");
    battle.act("dismount");
    // RULING A19: carbines, range 2; its value stays.
    assert_eq!((battle.fire_targets(), battle.close_targets()), ("E5".to_owned(), String::new()));
    battle.act("fire E5 n");
    assert_eq!(battle.initiator(), "+3 G-31");
    battle.throw(&[1, 12]).act("face n; end").throw(&[1]).act("end");
    // Next turn it moves two squares or mounts again.
    battle.throw(&[12, 1]).throw(&[5]).act("activate E3; move first");
    assert!(!battle.refuses("mount") && battle.refuses("dismount"));
    assert!(!battle.refuses("to G1") && battle.refuses("to H3"));
    battle.act("mount; face n; end").throw(&[1]).act("end").throw(&[12, 1]).throw(&[5]);
    battle.act("activate E3");
    assert!(!battle.refuses("to I3"), "four squares on horseback");
}

// covers: G-46
#[test]
fn cavalry_may_fight_and_then_dismount() {
    let mut battle =
        Board::open(9, 9).first("M irregular-cavalry E4 n").second("S native-infantry E5 s").first_acts(5);
    battle.act("activate E4; fight first; close E5 n").throw(&[1, 12]).act("dismount");
    assert_eq!(battle.list(), ["face n", "face e", "face s", "face w"]);
    assert!(battle.game.state().stand(battle.id("M")).is_dismounted());
}

// covers: G-46
#[test]
fn only_regular_and_irregular_cavalry_dismounts() {
    // RULING A33.
    assert!(!cavalry("regular-cavalry").refuses("dismount"));
    assert!(!cavalry("irregular-cavalry").refuses("dismount"));
    assert!(cavalry("native-cavalry").refuses("dismount"));
    assert!(cavalry("camelry").refuses("dismount"));
    assert!(cavalry("regular-infantry").refuses("dismount"));
}

// covers: G-46, G-55
#[test]
fn a_stand_does_not_dismount_together_with_another() {
    // RULING A33.
    let mut battle =
        Board::open(9, 9).first("M regular-cavalry E3 n").first("R regular-infantry E3 n").first_acts(5);
    battle.act("activate E3");
    let mut together = battle.clone();
    assert!(together.act("together").refuses("dismount"));
    assert!(!battle.act("front").refuses("dismount"));
}

// covers: G-46, G-20
#[test]
fn dismounted_cavalry_goes_as_infantry_and_mounts_outside_woods() {
    let rows = [".....", ".....", "..w..", ".....", "....."];
    let board = Board::ground(&rows).first("M regular-cavalry C2 n").second("G2 command E5 s");
    let mut battle = board.first_acts(5);
    battle.act("activate C2");
    assert!(battle.refuses("to C3"), "no horse enters a wood");
    battle.act("dismount; face n; end").throw(&[1]).act("end").throw(&[12, 1]).throw(&[5]);
    battle.act("activate C2; to C3; hold; face n; end").throw(&[1]).act("end");
    battle.throw(&[12, 1]).throw(&[5]).act("activate C3; move first");
    assert!(battle.refuses("mount"));
}

// covers: G-16, G-21
#[test]
fn stands_leave_by_the_edges_that_the_scenario_opens() {
    // RULING A29: in a square of that edge with one square of the move left.
    let board = |at: &str, exits: &str| {
        let mut battle = Board::open(9, 9)
            .road(&["A5", "I5"])
            .first(&format!("M transport {at} e"))
            .side(Seat::First, exits)
            .first_acts(5);
        battle.act(&format!("activate {at}"));
        battle.list_of("leave")
    };
    assert_eq!(board("I4", ""), "");
    assert_eq!(board("I4", "exits = [\"east\"]"), "e");
    assert_eq!(board("H4", "exits = [\"east\"]"), "e");
    assert_eq!(board("G4", "exits = [\"east\"]"), "", "two squares to the edge, and none left");
    assert_eq!(board("G5", "exits = [\"east\"]"), "e", "the road's extra square");
    assert_eq!(board("F5", "exits = [\"east\"]"), "");
    assert_eq!(board("I1", "exits = [\"east\", \"west\", \"south\"]"), "e s");
}

// covers: G-55
#[test]
fn a_pair_leaves_together_or_one_after_the_other() {
    let pair = || {
        let mut battle = Board::open(9, 9)
            .first("R regular-infantry I5 n")
            .first("T transport I5 n")
            .side(Seat::First, "exits = [\"east\"]")
            .first_acts(5);
        battle.act("activate I5");
        battle
    };
    let mut together = pair();
    together.act("together; leave e");
    assert_eq!((together.at("R"), together.at("T")), ("left e".to_owned(), "left e".to_owned()));
    let mut one = pair();
    one.act("front; leave e");
    assert_eq!(one.stands_at("I5"), ["T"]);
    assert_eq!(one.list(), ["rear", "rest"]);
    one.act("rear; to I5; face w");
    assert_eq!((one.at("R"), one.facing("T")), ("left e".to_owned(), 'w'));
}
