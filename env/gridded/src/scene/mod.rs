//! The gridded battles as people look at them.
//!
//! - `ground`: the table and what lies on it;
//! - `pieces`: the stands that a seat knows of;
//! - `orders`: what an action would do;
//! - `reach`: where a stand could go and whom it could attack.

mod ground;
mod orders;
mod pieces;
mod reach;
#[cfg(test)]
mod tests;

use sandtable_core::Depict;
use sandtable_core::scene::{Piece, PieceId, Place, Point, Reach, Sketch, Tabletop};
use sandtable_core::square::{Facing, Square};

use crate::action::Action;
use crate::rules::Gridded;
use crate::stand::StandId;
use crate::view::{SeenStand, View};

/// A square's side.
const SIDE: i32 = 100;

impl Depict for Gridded {
    fn tabletop(&self) -> Tabletop {
        let grid = self.grid();
        let places = grid.squares().map(|square| Place {
            name: grid.name(square),
            centre: self.centre(square),
            outline: self.corners(square).to_vec(),
            words: self.ground_words(square),
        });
        Tabletop {
            width: i32::from(grid.width) * SIDE,
            height: i32::from(grid.height) * SIDE,
            unit: "square".to_owned(),
            places: places.collect(),
            features: self.features(),
        }
    }

    fn pieces(&self, view: &View) -> Vec<Piece> {
        view.stands.iter().map(|seen| self.piece(view, seen)).collect()
    }

    fn sketch(&self, view: &View, action: Action) -> Sketch {
        self.draw(view, action)
    }

    fn reach(&self, view: &View, piece: PieceId) -> Option<Reach> {
        self.reach_of(view, StandId(u8::try_from(piece.0).ok()?))
    }
}

fn id(stand: StandId) -> PieceId {
    PieceId(stand.0.into())
}

fn seen(view: &View, stand: StandId) -> Option<&SeenStand> {
    view.stands.iter().find(|seen| seen.id == stand)
}

fn heading(facing: Facing) -> u16 {
    90 * facing as u16
}

impl Gridded {
    fn centre(&self, square: Square) -> Point {
        let (file, rank) = self.grid().coordinates(square);
        Point(file * SIDE + SIDE / 2, rank * SIDE + SIDE / 2)
    }

    /// South-west, south-east, north-east, north-west.
    fn corners(&self, square: Square) -> [Point; 4] {
        let (file, rank) = self.grid().coordinates(square);
        [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| Point((file + x) * SIDE, (rank + y) * SIDE))
    }
}
