//! Close combat: who may, and modifiers. Section 11.

use sandtable_core::Seat;

use crate::board::{Battle, Board};

/// `M` of the first side engages `T` of the second; both are on the board already.
fn engages(board: &Board) -> Battle {
    let mut battle = board.first_acts(5);
    let (from, at) = (battle.at("M"), battle.at("T"));
    battle.act(&format!("activate {from}"));
    if battle.list().contains(&"front".to_owned()) {
        battle.act("front");
    }
    battle.act(&format!("fight first; close {at} n"));
    assert_eq!(battle.combat(), ["M", "T"]);
    battle
}

/// Spearmen on E5 engage rifles on E6 that face them, with this besides.
fn spears(board: Board) -> Battle {
    engages(&board.first("M native-infantry E5 n").second("T regular-infantry E6 s"))
}

fn open() -> Board {
    Board::open(9, 9)
}

// covers: G-35
#[test]
fn close_combat_reaches_the_eight_neighbours() {
    for (at, reaches) in [
        ("D6", true),
        ("E6", true),
        ("F6", true),
        ("D5", true),
        ("F5", true),
        ("D4", true),
        ("E4", true),
        ("F4", true),
        ("E7", false),
        ("G6", false),
    ] {
        let board = open().first("M native-infantry E5 n").second(&format!("T regular-infantry {at} s"));
        let mut battle = board.first_acts(5);
        battle.act("activate E5");
        assert_eq!(battle.list().contains(&"fight first".to_owned()), reaches, "{at}");
        if reaches {
            battle.act("fight first");
            assert_eq!(battle.close_targets(), at);
            assert_eq!(battle.fire_targets(), "", "spears do not fire");
        }
    }
}

// covers: G-47
#[test]
fn transport_never_attacks_and_command_only_closes() {
    let list = |class: &str| {
        let board = open().first(&format!("M {class} E5 n")).second("T regular-infantry E6 s");
        let mut battle = board.first_acts(5);
        battle.act("activate E5");
        if battle.list().contains(&"fight first".to_owned()) {
            battle.act("fight first");
        }
        (battle.close_targets(), battle.fire_targets())
    };
    assert_eq!(list("transport"), (String::new(), String::new()));
    assert_eq!(list("command"), ("E6".to_owned(), String::new()));
}

// covers: G-47
#[test]
fn transport_and_command_can_be_attacked() {
    for class in ["transport", "command"] {
        let board = open().first("M regular-infantry E5 n").second(&format!("T {class} E6 s"));
        let mut battle = board.first_acts(5);
        battle.act("activate E5; fight first");
        assert_eq!((battle.close_targets(), battle.fire_targets()), ("E6".to_owned(), "E6".to_owned()));
    }
}

// covers: G-59, G-32
#[test]
fn both_add_their_values_and_generals() {
    let battle = spears(open());
    assert_eq!((battle.initiator(), battle.target()), ("+2 G-59".to_owned(), "+3 G-59".to_owned()));
    let board = open()
        .general(Seat::First, "exceptional")
        .first("G command D4 n")
        .general(Seat::Second, "poor")
        .second("H command F7 s");
    let battle = spears(board);
    assert_eq!(battle.initiator(), "+2 G-59, +3 G-32");
    assert_eq!(battle.target(), "+3 G-59, +1 G-32");
}

// covers: G-59
#[test]
fn a_general_who_fights_adds_his_value_once() {
    let board = open().general(Seat::First, "exceptional").first("M command E5 n").second("T transport E6 s");
    assert_eq!(engages(&board).initiator(), "+3 G-59");
}

// covers: G-36
#[test]
fn each_adjacent_friend_of_the_class_adds_one_for_both() {
    let board = open()
        .first("F1 native-infantry D4 n")
        .first("F2 native-infantry D4 n")
        .first("F3 native-infantry F5 n")
        .first("F4 native-infantry E3 n")
        .first("F5 irregular-infantry E4 n")
        .second("H1 regular-infantry D7 s")
        .second("H2 guard-infantry F7 s")
        .second("H3 regular-infantry E8 s");
    let battle = spears(board);
    assert_eq!(battle.initiator().matches("+1 G-36").count(), 3, "two of D4 and one of F5");
    assert_eq!(battle.target(), "+3 G-59, +1 G-36");
}

// covers: G-37
#[test]
fn a_friend_of_the_class_in_the_square_adds_two_for_both() {
    let board = open()
        .first("M native-infantry E5 n")
        .first("F native-infantry E5 n")
        .second("T regular-infantry E6 s")
        .second("H regular-infantry E6 s");
    let battle = engages(&board);
    assert_eq!(
        (battle.initiator(), battle.target()),
        ("+2 G-59, +2 G-37".to_owned(), "+3 G-59, +2 G-37".to_owned())
    );
    let other = open()
        .first("M native-infantry E5 n")
        .first("F irregular-infantry E5 n")
        .second("T regular-infantry E6 s")
        .second("H transport E6 s");
    let battle = engages(&other);
    assert_eq!((battle.initiator(), battle.target()), ("+2 G-59".to_owned(), "+3 G-59".to_owned()));
}

// covers: G-36
#[test]
fn support_goes_by_class_bore_and_nation_apart() {
    // RULINGS R5, R39, A5, A33, A34.
    let supports = |class: &str, more: &str, friend: &str| {
        let board = open()
            .first(&format!("M {class} E5 n {more}"))
            .first(&format!("F {friend} E4 n"))
            .second("T transport E6 s");
        engages(&board).initiator().contains("G-36")
    };
    assert!(supports("field-artillery", "weapon=rifled", "field-artillery"));
    assert!(supports("field-artillery", "weapon=smooth-bore", "field-artillery"));
    assert!(!supports("field-artillery", "", "mountain-artillery"));
    assert!(!supports("field-artillery", "", "machine-gun"));
    assert!(supports("camelry", "", "native-cavalry"));
    assert!(supports("native-cavalry", "", "camelry"));
    assert!(!supports("regular-cavalry", "", "native-cavalry"));
    assert!(!supports("irregular-infantry", "", "native-infantry"));
    assert!(!supports("regular-cavalry", "", "regular-infantry"), "mounted it is no infantry");
}

// covers: G-36, G-46
#[test]
fn dismounted_cavalry_supports_infantry_of_its_grade() {
    // RULING A33.
    let support = |cavalry: &str, infantry: &str| {
        let mut battle = open()
            .first(&format!("C {cavalry} E4 n"))
            .first(&format!("M {infantry} E5 n"))
            .second("T transport E6 s")
            .first_acts(5);
        battle.act("activate E4; dismount; face n; activate E5; fight first; close E6 n");
        battle.initiator().contains("G-36")
    };
    assert!(support("regular-cavalry", "regular-infantry"));
    assert!(support("irregular-cavalry", "irregular-infantry"));
    assert!(!support("regular-cavalry", "guard-infantry"));
    assert!(!support("irregular-cavalry", "native-infantry"));
}

// covers: G-38
#[test]
fn an_attack_from_outside_the_front_arc_adds_two() {
    for (from, is_flank) in [
        ("D4", false),
        ("E4", false),
        ("F4", false),
        ("D5", true),
        ("F5", true),
        ("D6", true),
        ("E6", true),
        ("F6", true),
    ] {
        let board = open().first(&format!("M native-infantry {from} n")).second("T regular-infantry E5 s");
        let expected = if is_flank { "+2 G-59, +2 G-38" } else { "+2 G-59" };
        assert_eq!(engages(&board).initiator(), expected, "{from}");
    }
}

/// What cavalry adds when it engages this from E5, the board being what it is.
fn charge(board: Board, class: &str, target: &str) -> bool {
    let board = board.first(&format!("M {class} E5 n")).second(&format!("T {target} E6 s"));
    engages(&board).initiator().contains("+3 G-39")
}

// covers: G-39
#[test]
fn cavalry_adds_three_against_infantry_and_artillery() {
    for prey in ["guard-infantry", "regular-infantry", "irregular-infantry", "native-infantry"] {
        assert!(charge(open(), "regular-cavalry", prey), "{prey}");
    }
    for prey in ["mountain-artillery", "field-artillery", "heavy-artillery"] {
        assert!(charge(open(), "native-cavalry", prey), "{prey}");
    }
    // RULINGS A5, A18.
    for other in ["machine-gun", "transport", "command", "regular-cavalry", "camelry"] {
        assert!(!charge(open(), "regular-cavalry", other), "{other}");
    }
    for rider in ["regular-cavalry", "irregular-cavalry", "native-cavalry", "camelry"] {
        assert!(charge(open(), rider, "regular-infantry"), "{rider}");
    }
    assert!(!charge(open(), "command", "regular-infantry"));
    let general = open().first("M command E5 n mounted").second("T regular-infantry E6 s");
    assert!(!engages(&general).initiator().contains("G-39"), "a mounted general is no cavalry");
    assert!(!charge(open(), "native-infantry", "regular-infantry"));
    assert!(!charge(open().option("cavalry-bonus = false"), "regular-cavalry", "regular-infantry"));
}

// covers: G-39, G-46
#[test]
fn dismounted_cavalry_is_infantry_and_no_cavalry() {
    let board = open()
        .first("M regular-cavalry E5 n")
        .second("T regular-infantry E6 s")
        .second("C native-cavalry D5 e");
    assert!(engages(&board).initiator().contains("+3 G-39"), "on horseback");
    let mut battle = board.first_acts(5);
    battle.act("activate E5; move first; dismount; close E6 n");
    assert_eq!(battle.initiator(), "+3 G-59");
    battle.throw(&[1, 12]).act("face w; end").throw(&[1]).act("activate D5; fight first; close E5 e");
    assert_eq!(battle.initiator(), "+2 G-59, +3 G-39", "it is charged as infantry");
}

// covers: G-39
#[test]
fn the_cavalry_bonus_needs_flat_open_ground_without_obstacles() {
    // RULING A18.
    let rows = |e5: char, e6: char| {
        let row = |c: char| format!("....{c}....");
        let dots = || ".".repeat(9);
        Board::ground(&[dots(), dots(), dots(), row(e6), row(e5), dots(), dots(), dots(), dots()])
    };
    for ground in ['w', 't', 'f'] {
        assert!(!charge(rows('.', ground), "native-cavalry", "native-infantry"), "{ground}");
    }
    for ground in ['t', 'f'] {
        assert!(!charge(rows(ground, '.'), "native-cavalry", "native-infantry"), "{ground}");
    }
    for kind in ["walls", "hedges", "fences", "trenches"] {
        assert!(!charge(open().edges(kind, &["E6 s"]), "native-cavalry", "native-infantry"), "{kind}");
        assert!(charge(open().edges(kind, &["E6 n", "E6 e"]), "native-cavalry", "native-infantry"), "{kind}");
    }
    assert!(charge(open().road(&["E1", "E9"]), "native-cavalry", "native-infantry"));
    let flat = ["000000000"; 3];
    let hill = |e5: &'static str, e6: &'static str| {
        let rows: Vec<&str> = [&flat[..], &[e6, e5], &flat[..], &flat[..1]].concat();
        open().levels(&rows)
    };
    assert!(charge(hill("111111111", "111111111"), "native-cavalry", "native-infantry"), "level, on a hill");
    assert!(!charge(hill("111111111", "000000000"), "native-cavalry", "native-infantry"));
    assert!(!charge(hill("000000000", "111111111"), "native-cavalry", "native-infantry"));
    // Corners: any of the four edges that meet there.
    let corner = |edge: &str| {
        let board =
            open().edges("hedges", &[edge]).first("M native-cavalry D5 n").second("T native-infantry E6 s");
        engages(&board).initiator().contains("G-39")
    };
    for edge in ["D5 n", "D5 e", "E6 s", "E6 w"] {
        assert!(!corner(edge), "{edge}");
    }
    for edge in ["D5 s", "D5 w", "E6 n", "E6 e"] {
        assert!(corner(edge), "{edge}");
    }
}

// covers: G-40
#[test]
fn an_initiator_downhill_deducts_two() {
    let flat = ["000000000"; 3];
    let with = |e5: &'static str, e6: &'static str| {
        let rows: Vec<&str> = [&flat[..], &[e6, e5], &flat[..], &flat[..1]].concat();
        spears(open().levels(&rows)).initiator()
    };
    assert_eq!(with("000000000", "111111111"), "+2 G-59, -2 G-40");
    assert_eq!(with("000000000", "222222222"), "+2 G-59, -2 G-40", "however steep");
    assert_eq!(with("111111111", "000000000"), "+2 G-59", "nothing for coming downhill");
    assert_eq!(with("111111111", "111111111"), "+2 G-59");
}

// covers: G-41
#[test]
fn a_wall_or_entrenchment_before_the_target_deducts_two() {
    let with = |edge: &str| spears(open().edges("walls", &[edge])).initiator();
    assert_eq!(with("E6 s"), "+2 G-59, -2 G-41");
    assert_eq!(with("E6 n"), "+2 G-59");
    let entrenched = open().side(Seat::Second, "entrenchments = [\"E6\"]");
    assert_eq!(spears(entrenched).initiator(), "+2 G-59, -2 G-41");
    for kind in ["hedges", "fences", "trenches"] {
        assert_eq!(spears(open().edges(kind, &["E6"])).initiator(), "+2 G-59", "{kind}");
    }
    // RULING A6: through a corner either edge suffices.
    for edge in ["E6 s", "E6 w"] {
        let board =
            open().edges("walls", &[edge]).first("M native-infantry D5 n").second("T regular-infantry E6 s");
        assert_eq!(engages(&board).initiator(), "+2 G-59, -2 G-41", "{edge}");
    }
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
    assert_eq!(spears(Board::ground(&wood)).initiator(), "+2 G-59", "woods do not count");
}

// covers: G-40, G-41
#[test]
fn slope_and_wall_are_counted_separately() {
    // RULING R42.
    let levels = [
        "000000000",
        "000000000",
        "000000000",
        "111111111",
        "000000000",
        "000000000",
        "000000000",
        "000000000",
        "000000000",
    ];
    let board = open().levels(&levels).edges("walls", &["E6 s"]);
    assert_eq!(spears(board).initiator(), "+2 G-59, -2 G-40, -2 G-41");
}
