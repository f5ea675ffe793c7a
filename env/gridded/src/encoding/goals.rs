//! What each side is after: objectives, the exit edge, or the enemy's transports.

use sandtable_core::Seat;
use sandtable_core::square::{Facing, Square};
use smallvec::SmallVec;

use crate::rules::Gridded;
use crate::stand::Class;
use crate::state::State;
use crate::victory::Terms;

/// The farthest that anything is, in squares.
pub(super) const FAR: i32 = 26;

/// What a side is after.
pub(super) struct Goals {
    /// The edge to leave by.
    exit: Option<Facing>,
    /// Blocks of squares to go to.
    blocks: SmallVec<[Block; 16]>,
}

/// A block of squares: (file, rank) of its south-western and its north-eastern corner.
struct Block {
    low: (i32, i32),
    high: (i32, i32),
}

impl Goals {
    /// What `seat` is after; `state` shows what the deciding seat sees.
    pub(super) fn of(rules: &Gridded, state: &State, seat: Seat) -> Self {
        let mut goals = Self { exit: None, blocks: SmallVec::new() };
        match rules.terms() {
            &Terms::Convoy { side, exit, .. } if side == seat => goals.exit = Some(exit),
            Terms::Convoy { side, .. } => {
                for id in rules.side(*side).filter(|&id| rules.stand(id).class == Class::Transport) {
                    goals.blocks.extend(state.stand(id).square().map(|square| Block::of(rules, &[square])));
                }
            }
            Terms::Points { objectives, .. } => {
                let is_open = |points: [u8; 2], holder| points[seat.index()] > 0 && holder != Some(seat);
                let open = objectives.iter().filter(|o| is_open(o.points, rules.holder(state, o)));
                goals.blocks.extend(open.map(|objective| Block::of(rules, &objective.squares)));
            }
        }
        goals
    }

    /// Squares from here to the nearest of it; `nearest` is the nearest enemy, for a side
    /// that is after nothing else.
    pub(super) fn distance(&self, rules: &Gridded, square: Square, nearest: i32) -> i32 {
        if let Some(exit) = self.exit {
            return rules.squares_to(square, exit);
        }
        let here = rules.grid().coordinates(square);
        self.blocks.iter().map(|block| block.distance(here)).min().unwrap_or(nearest).min(FAR)
    }
}

impl Block {
    fn of(rules: &Gridded, squares: &[Square]) -> Self {
        let corner = |square: Option<&Square>| square.map_or((0, 0), |&s| rules.grid().coordinates(s));
        Self { low: corner(squares.first()), high: corner(squares.last()) }
    }

    fn distance(&self, (file, rank): (i32, i32)) -> i32 {
        let outside = |at: i32, low: i32, high: i32| (low - at).max(at - high).max(0);
        outside(file, self.low.0, self.high.0).max(outside(rank, self.low.1, self.high.1))
    }
}

/// What a square is worth to each side as part of an objective, in points.
pub(super) fn at_stake(rules: &Gridded, square: Square) -> [u8; 2] {
    let Terms::Points { objectives, .. } = rules.terms() else { return [0, 0] };
    objectives.iter().find(|o| o.squares.contains(&square)).map_or([0, 0], |o| o.points)
}
