//! Connect Four: counts of move sequences, lines in every direction, wrong boards.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use std::collections::BTreeMap;

use sandtable_core::{Doctrine, Node, Ruleset, Seat, Words, scenario};
use sandtable_reference::ConnectFour;
use sandtable_reference::connect_four::{Board, Column};

fn rules() -> ConnectFour {
    ConnectFour::load(&scenario::built_in::<ConnectFour>("connect-four").unwrap()).unwrap()
}

fn played(rules: &ConnectFour, columns: &str) -> Board {
    let mut board = rules.start();
    for column in columns.bytes() {
        rules.try_apply(&mut board, Column::new(column - b'1'), &mut ()).unwrap();
        rules.check(&board).unwrap();
    }
    board
}

/// Sequences of exactly `depth` moves; those that end sooner are not counted.
fn perft(rules: &ConnectFour, board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut actions = Vec::new();
    rules.actions(board, &mut actions);
    actions
        .into_iter()
        .map(|action| {
            let mut next = *board;
            rules.apply(&mut next, action, &mut ());
            perft(rules, &next, depth - 1)
        })
        .sum()
}

/// The rows of a table of counts: depth and count, `#` begins a comment.
fn counts(table: &str) -> Vec<(u32, u64)> {
    table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (depth, count) = line.split_once(' ').unwrap();
            (depth.parse().unwrap(), count.parse().unwrap())
        })
        .collect()
}

#[test]
fn move_sequences_are_counted_as_published() {
    let rules = rules();
    let rows = counts(include_str!("perft/connect-four.txt"));
    assert_eq!(rows.len(), 8);
    for (depth, count) in rows {
        assert_eq!(perft(&rules, &rules.start(), depth), count, "depth {depth}");
    }
}

/// Keys tell positions apart: there are as many different keys as positions.
#[test]
fn positions_are_counted_as_published() {
    let rules = rules();
    let mut level = BTreeMap::from([(rules.key(&rules.start()), rules.start())]);
    let mut actions = Vec::new();
    for (depth, count) in counts(include_str!("perft/connect-four-positions.txt")) {
        assert_eq!(level.len() as u64, count, "depth {depth}");
        let mut next_level = BTreeMap::new();
        for board in level.values() {
            rules.actions(board, &mut actions);
            for &action in &actions {
                let mut next = *board;
                rules.apply(&mut next, action, &mut ());
                next_level.insert(rules.key(&next), next);
            }
        }
        level = next_level;
    }
}

#[test]
fn four_in_a_row_wins_in_every_direction() {
    let rules = rules();
    for (columns, winner) in [
        ("1213141", Seat::FIRST),     // upright
        ("7172737", Seat::FIRST),     // upright, last column
        ("4152637", Seat::FIRST),     // level, to the edge
        ("12233434464", Seat::FIRST), // rising
        ("65544343313", Seat::FIRST), // falling
        ("71727364", Seat::SECOND),   // level, for the second player
    ] {
        let board = played(&rules, columns);
        let Node::Over(verdict) = rules.node(&board) else {
            panic!("{columns} is not over:\n{}", rules.board(&board));
        };
        assert_eq!(verdict.thousandths(), 1000 * winner.sign() as i16, "{columns}\n{}", rules.board(&board));
        let mirrored = rules.mirror_state(&board);
        assert_eq!(rules.node(&mirrored), rules.node(&board), "{columns} mirrored");
    }
}

#[test]
fn a_full_board_is_drawn() {
    let rules = ConnectFour::load(&scenario::built_in::<ConnectFour>("connect-four-small").unwrap()).unwrap();
    let board = played(&rules, "4321311144234232");
    let Node::Over(verdict) = rules.node(&board) else {
        panic!("the board is full:\n{}", rules.board(&board));
    };
    assert_eq!(verdict.thousandths(), 0);
    assert!(rules.evaluate(&board).abs() < f32::EPSILON);
}

#[test]
fn the_scripted_player_wins_and_blocks() {
    let rules = rules();
    let drill = |columns: &str, seat| {
        let board = played(&rules, columns);
        let mut actions = Vec::new();
        rules.actions(&board, &mut actions);
        rules.drill(&board, seat, &actions).action
    };
    assert_eq!(drill("", Seat::FIRST), Column::new(3), "the middle first");
    assert_eq!(drill("112233", Seat::FIRST), Column::new(3), "it completes four");
    assert_eq!(drill("41424", Seat::SECOND), Column::new(3), "it blocks the column");
}

#[test]
fn boards_that_cannot_be_are_refused() {
    let rules = rules();
    for (json, fault) in [
        (r#"{"first":[[1,1]],"second":[[1,1]],"stage":{"move":"first"}}"#, "two stones in one cell"),
        (r#"{"first":[[8,1]],"second":[],"stage":{"move":"second"}}"#, "outside the board"),
        (r#"{"first":[[1,7]],"second":[],"stage":{"move":"second"}}"#, "outside the board"),
        (r#"{"first":[[1,2]],"second":[],"stage":{"move":"second"}}"#, "above a free cell"),
        (r#"{"first":[],"second":[[1,1]],"stage":{"move":"first"}}"#, "do not alternate"),
        (r#"{"first":[[1,1]],"second":[],"stage":{"won":"first"}}"#, "does not follow"),
    ] {
        let board: Board = serde_json::from_str(json).unwrap();
        let broken = rules.check(&board).expect_err(json);
        assert!(broken.to_string().contains(fault), "{broken} for {json}");
    }
    for json in [
        r#"{"first":[[0,1]],"second":[],"stage":"drawn"}"#,
        r#"{"first":[[9,1]],"second":[],"stage":"drawn"}"#,
        r#"{"first":[[1,8]],"second":[],"stage":"drawn"}"#,
        r#"{"first":[],"second":[],"stage":"drawn","turn":1}"#,
    ] {
        assert!(serde_json::from_str::<Board>(json).is_err(), "{json}");
    }
}

#[test]
fn the_board_reads_as_plain_text() {
    let rules = rules();
    let text = rules.board(&played(&rules, "445"));
    assert_eq!(text.lines().nth(5), Some(" 1 . . . X X . ."));
    assert_eq!(text.lines().nth(4), Some(" 2 . . . O . . ."));
    assert_eq!(text.lines().last(), Some("   1 2 3 4 5 6 7"));
}
