//! What the stands are to each other: one code a pair.

use super::table::{Fighter, Table};

/// The codes' names, in order.
pub(super) const NAMES: &[&str] = &[
    "itself",
    "friend in its square",
    "its general, adjacent or in its square",
    "friend of its class, adjacent",
    "other friend, adjacent",
    "friend within four squares",
    "friend further off",
    "friend, one of the two hidden",
    "enemy, one of the two hidden",
    "enemy adjacent, front to front",
    "enemy adjacent, its flank or rear turned to this one",
    "enemy adjacent, on this one's flank or rear",
    "enemy adjacent, flank or rear to flank or rear",
    "enemy that it can fire at, and that can fire at it",
    "enemy that it can fire at",
    "enemy that can fire at it",
    "enemy that it can charge, and that can charge it",
    "enemy that it can charge, on the enemy's front",
    "enemy that it can charge, on the enemy's flank or rear",
    "enemy that can charge it, on its front",
    "enemy that can charge it, on its flank or rear",
    "enemy that one of the two can move up to and fire at",
    "enemy further off",
];

const SELF: u8 = 0;
const FRIEND_HIDDEN: u8 = 7;
const ENEMY_HIDDEN: u8 = 8;

/// Works out what the stands are to each other and can do to each other.
pub(super) fn write(table: &mut Table, out: &mut Vec<u8>) {
    let count = table.fighters.len();
    out.clear();
    out.resize(count * count, SELF);
    help(&mut table.fighters);
    for row in 1..count {
        let (before, rest) = table.fighters.split_at_mut(row);
        let a = &mut rest[0];
        for (column, b) in before.iter_mut().enumerate() {
            let [to_a, to_b] = match (a.square, b.square) {
                (Some(_), Some(_)) if a.is_own == b.is_own => friends(a, b),
                (Some(from), Some(to)) => {
                    let distance = a.distance(b.at);
                    let is_clear = distance <= a.range.max(b.range)
                        && table.rules.has_sight(table.state, table.seat, from, to);
                    a.meets(b, distance, is_clear);
                    enemies(a, b, distance, is_clear)
                }
                _ if a.is_own == b.is_own => [FRIEND_HIDDEN; 2],
                _ => [ENEMY_HIDDEN; 2],
            };
            out[row * count + column] = to_a;
            out[column * count + row] = to_b;
        }
    }
}

/// Counts the helpers of every stand.
fn help(fighters: &mut [Fighter]) {
    for row in 1..fighters.len() {
        let (before, rest) = fighters.split_at_mut(row);
        let a = &mut rest[0];
        for b in before {
            let distance = a.distance(b.at);
            let are_placed = a.square.is_some() && b.square.is_some();
            if are_placed && a.is_own == b.is_own && distance <= 1 {
                a.helped_by(b, distance);
                b.helped_by(a, distance);
            }
        }
    }
}

/// What the second is to the first, and the first to the second.
fn friends(a: &Fighter, b: &Fighter) -> [u8; 2] {
    let distance = a.distance(b.at);
    let near = match distance {
        0 => 1,
        1 if a.is_of_class(b) => 3,
        1 => 4,
        2..=4 => 5,
        _ => 6,
    };
    let code = |friend: &Fighter| if distance <= 1 && friend.is_general() { 2 } else { near };
    [code(b), code(a)]
}

/// What the second is to the first, and the first to the second.
fn enemies(a: &Fighter, b: &Fighter, distance: i32, is_clear: bool) -> [u8; 2] {
    let (a_open, b_open) = (a.is_flanked_from(b.at), b.is_flanked_from(a.at));
    // The names are written from the row's side: what the column's stand is to it.
    let both = |code, of_pair: [u8; 2], a_can: bool, b_can: bool| match (a_can, b_can) {
        (true, true) => Some([code; 2]),
        (true, false) => Some(of_pair),
        (false, true) => Some([of_pair[1], of_pair[0]]),
        (false, false) => None,
    };
    if distance <= 1 {
        return match (a_open, b_open) {
            (false, false) => [9; 2],
            (false, true) => [10, 11],
            (true, false) => [11, 10],
            (true, true) => [12; 2],
        };
    }
    let fire = both(13, [14, 15], is_clear && distance <= a.range, is_clear && distance <= b.range);
    let charge = || {
        let (a_can, b_can) = (distance <= a.arms.closes, distance <= b.arms.closes);
        let target_open = if a_can { b_open } else { a_open };
        both(16, if target_open { [18, 20] } else { [17, 19] }, a_can, b_can)
    };
    let can_reach = distance <= a.arms.fires.max(b.arms.fires);
    fire.or_else(charge).unwrap_or(if can_reach { [21; 2] } else { [22; 2] })
}
