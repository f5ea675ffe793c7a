//! Ground and edges. Section 15.

use sandtable_core::Seat;

use crate::board::Board;

/// Whether a stand of a class can go from A2 to A3, the squares and their edge being so.
/// A single file of squares: there is no way round.
fn crosses(class: &str, a2: char, a3: char, edges: Option<&str>, road: bool) -> bool {
    let rows: Vec<String> = ['.', '.', '.', a3, a2, '.'].iter().map(char::to_string).collect();
    let mut board = Board::ground(&rows).first("G command A1 n").first(&format!("M {class} A2 n"));
    if class == "command" {
        board = Board::ground(&rows).first("M command A2 n");
    }
    if let Some(kind) = edges {
        board = if kind == "entrenchments" {
            board.side(Seat::Second, "entrenchments = [\"A3 s\"]")
        } else {
            board.edges(kind, &["A3 s"])
        };
    }
    if road {
        board = board.road(&["A1", "A6"]);
    }
    let mut battle = board.first_acts(5);
    battle.act("activate A2");
    if battle.list().contains(&"move first".to_owned()) {
        battle.act("move first");
    }
    // A stand that can go nowhere stays at once.
    assert!(!battle.refuses("to A2") || !battle.refuses("face n"));
    !battle.refuses("to A3")
}

const FOOT: [&str; 4] = ["guard-infantry", "regular-infantry", "irregular-infantry", "native-infantry"];
const OTHERS: [&str; 10] = [
    "regular-cavalry",
    "irregular-cavalry",
    "native-cavalry",
    "camelry",
    "mountain-artillery",
    "field-artillery",
    "heavy-artillery",
    "machine-gun",
    "transport",
    "command",
];

// covers: G-20, G-03
#[test]
fn only_infantry_goes_through_woods_off_the_road() {
    // RULINGS A4, A27: neither into a wood nor out of it.
    for class in FOOT {
        assert!(crosses(class, '.', 'w', None, false), "{class}");
        assert!(crosses(class, 'w', '.', None, false), "{class}");
    }
    for class in OTHERS {
        assert!(!crosses(class, '.', 'w', None, false), "{class}");
        assert!(!crosses(class, 'w', '.', None, false), "{class}");
        assert!(crosses(class, '.', 'w', None, true), "{class} on the road");
        assert!(crosses(class, 'w', 'w', None, true), "{class} on the road");
    }
}

// covers: G-20, G-03
#[test]
fn only_infantry_crosses_vertical_obstacles_off_the_road() {
    for kind in ["walls", "hedges", "fences"] {
        for class in FOOT {
            assert!(crosses(class, '.', '.', Some(kind), false), "{class} {kind}");
        }
        for class in OTHERS {
            assert!(!crosses(class, '.', '.', Some(kind), false), "{class} {kind}");
            assert!(crosses(class, '.', '.', Some(kind), true), "{class} {kind} on the road");
        }
    }
    for kind in ["trenches", "entrenchments"] {
        for class in FOOT.iter().chain(&OTHERS) {
            assert!(crosses(class, '.', '.', Some(kind), false), "{class} {kind}");
        }
    }
}

// covers: G-60
#[test]
fn marsh_and_rivers_are_crossed_by_road_alone_fords_freely_outcrops_never() {
    // RULINGS A15, A24.
    for class in ["regular-infantry", "transport", "native-cavalry", "command"] {
        for ground in ['m', 'r'] {
            assert!(!crosses(class, '.', ground, None, false), "{class} {ground}");
            assert!(crosses(class, '.', ground, None, true), "{class} {ground} by road");
            assert!(crosses(class, ground, ground, None, true), "{class} {ground} by road");
        }
        assert!(crosses(class, '.', 'f', None, false), "{class} ford");
        assert!(crosses(class, 'f', '.', None, false), "{class} ford");
        assert!(crosses(class, '.', 't', None, false), "{class} town");
        assert!(!crosses(class, '.', 'o', None, false), "{class} outcrop");
    }
}

// covers: G-60, G-21
#[test]
fn a_road_through_marsh_is_left_only_along_it() {
    // RULING A24: from C3, in the marsh, to the road squares alone.
    let rows = [".....", ".....", "..m..", ".....", "....."];
    let board =
        Board::ground(&rows).road(&["C1", "C5"]).first("M native-infantry C3 n").second("G2 command E5 s");
    let mut battle = board.first_acts(5);
    battle.act("activate C3");
    let reached = battle.list_of("to");
    for beside in ["B3", "D3"] {
        // In two steps, by the road and then off it diagonally back.
        assert!(reached.contains(beside), "{reached}");
    }
    let one_step = |to: &str| {
        let from: sandtable_core::square::Square = battle.square("C3");
        let map = battle.game.rules().map();
        map.step(sandtable_gridded::map::Gait::Infantry, from, battle.square(to)).is_some()
    };
    assert!(one_step("C2") && one_step("C4"));
    for off in ["B2", "B3", "B4", "D2", "D3", "D4"] {
        assert!(!one_step(off), "{off}");
    }
}

// covers: G-03, G-60
#[test]
fn nobody_starts_where_nobody_can_be() {
    let at = |ground: char| {
        let row = format!("..{ground}......");
        let rows = [".........", ".........", &row, "........."];
        Board::ground(&rows).first("M regular-infantry C2 n")
    };
    for ground in ['.', 'w', 't', 'f'] {
        assert!(at(ground).load().is_ok(), "{ground}");
    }
    for ground in ['o', 'm', 'r'] {
        assert!(at(ground).load().is_err(), "{ground}");
    }
    assert!(at('m').road(&["A2", "I2"]).load().is_ok());
    assert!(at('o').road(&["A2", "I2"]).fault().contains("outcrop"));
}

// covers: G-03
#[test]
fn an_edge_belongs_to_both_its_squares() {
    let one = Board::open(9, 9).edges("walls", &["E5 n"]).load().unwrap();
    let other = Board::open(9, 9).edges("walls", &["E6 s"]).load().unwrap();
    assert!(one.map().edges().eq(other.map().edges()));
    let all = Board::open(9, 9).edges("walls", &["E5"]).load().unwrap();
    assert_eq!(all.map().edges().count(), 4);
    assert!(Board::open(9, 9).edges("walls", &["E5 x"]).fault().contains("an edge is a square and a side"));
}
