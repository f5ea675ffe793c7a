//! The table turned so that the deciding seat's base line is at the bottom.

use sandtable_core::square::{Facing, Grid, Square};

/// How the table is turned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    grid: Grid,
    /// Away from the own base line.
    ahead: Facing,
}

/// A square on the turned table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    /// From the left edge to the right one, in [-1, 1].
    pub(super) across: f32,
    /// From the own base line to the far edge, in [-1, 1].
    pub(super) along: f32,
    /// Files to the right of the middle.
    pub(super) files: f32,
    /// Ranks from the own base line.
    pub(super) ranks: f32,
}

impl Frame {
    pub(super) fn new(grid: Grid, base: Facing) -> Self {
        Self { grid, ahead: base.back() }
    }

    /// (to the right, ahead) of an offset.
    pub(super) fn turn(self, (dx, dy): (i32, i32)) -> (i32, i32) {
        let (fx, fy) = self.ahead.delta();
        (dx * fy - dy * fx, dx * fx + dy * fy)
    }

    /// 0 ahead, 1 to the right, 2 back, 3 to the left.
    pub(super) fn hand(self, facing: Facing) -> usize {
        (facing as usize + 4 - self.ahead as usize) % 4
    }

    /// A flag for each hand, set for this one.
    pub(super) fn hands(self, facing: Facing) -> [f32; 4] {
        let mut hands = [0.0; 4];
        hands[self.hand(facing)] = 1.0;
        hands
    }

    /// (files, ranks) of the turned table.
    pub(super) fn size(self) -> (i32, i32) {
        let (width, height) = (i32::from(self.grid.width), i32::from(self.grid.height));
        match self.ahead {
            Facing::North | Facing::South => (width, height),
            Facing::East | Facing::West => (height, width),
        }
    }

    pub(super) fn spot(self, square: Square) -> Spot {
        let (file, rank) = self.grid.coordinates(square);
        self.doubled((2 * file, 2 * rank))
    }

    /// The middle between two squares.
    pub(super) fn between(self, [a, b]: [Square; 2]) -> Spot {
        let (a, b) = (self.grid.coordinates(a), self.grid.coordinates(b));
        self.doubled((a.0 + b.0, a.1 + b.1))
    }

    /// By twice the file and twice the rank.
    fn doubled(self, (file, rank): (i32, i32)) -> Spot {
        let middle = (i32::from(self.grid.width) - 1, i32::from(self.grid.height) - 1);
        let (right, ahead) = self.turn((file - middle.0, rank - middle.1));
        let (files, ranks) = self.size();
        Spot {
            across: right as f32 / (files - 1).max(1) as f32,
            along: ahead as f32 / (ranks - 1).max(1) as f32,
            files: right as f32 / 2.0,
            ranks: (ahead + ranks - 1) as f32 / 2.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_base_line_is_at_the_bottom() {
        let grid = Grid { width: 7, height: 4 };
        for base in Facing::ALL {
            let frame = Frame::new(grid, base);
            assert_eq!(frame.hand(base), 2);
            let (dx, dy) = base.delta();
            assert_eq!(frame.turn((dx, dy)), (0, -1));
            for facing in Facing::ALL {
                let expected = [(0, 1), (1, 0), (0, -1), (-1, 0)][frame.hand(facing)];
                assert_eq!(frame.turn(facing.delta()), expected, "{base:?} {facing:?}");
            }
            for square in grid.squares() {
                let (file, rank) = grid.coordinates(square);
                let is_on_base = grid.at(file + dx, rank + dy).is_none();
                let spot = frame.spot(square);
                assert_eq!(spot.ranks == 0.0, is_on_base);
                assert_eq!(spot.along <= -1.0, is_on_base);
                assert!(spot.across.abs() <= 1.0 && spot.along.abs() <= 1.0);
                assert_eq!(frame.between([square, square]), spot);
            }
        }
    }

    #[test]
    fn mirroring_changes_the_sign_of_what_is_sideways() {
        let grid = Grid { width: 7, height: 4 };
        for base in Facing::ALL {
            let (frame, twin) = (Frame::new(grid, base), Frame::new(grid, base.mirror()));
            for square in grid.squares() {
                let (here, there) = (frame.spot(square), twin.spot(grid.mirror(square)));
                assert_eq!((here.across, here.files), (-there.across, -there.files));
                assert_eq!((here.along, here.ranks), (there.along, there.ranks));
            }
            for facing in Facing::ALL {
                assert_eq!((4 - frame.hand(facing)) % 4, twin.hand(facing.mirror()));
            }
        }
    }
}
