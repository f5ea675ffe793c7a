//! The board as people look at it.

use sandtable_core::scene::{Branch, Piece, PieceId, Place, Point, Sketch, Tabletop};
use sandtable_core::{Depict, Seat};

use super::{Board, Column, ConnectFour, MOST_ROWS};

/// A cell's side.
const SIDE: i32 = 100;

impl Depict for ConnectFour {
    fn tabletop(&self) -> Tabletop {
        let places = self.each_cell().map(|(column, row)| {
            let (x, y) = (i32::from(column) * SIDE, i32::from(row) * SIDE);
            let corners = [(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)];
            Place {
                name: format!("{}{}", char::from(b'a' + column), row + 1),
                centre: centre(column, row),
                outline: corners.map(|(dx, dy)| Point(x + dx, y + dy)).to_vec(),
                words: format!("column {}, row {}", column + 1, row + 1),
            }
        });
        Tabletop {
            width: i32::from(self.columns) * SIDE,
            height: i32::from(self.rows) * SIDE,
            unit: "square".to_owned(),
            places: places.collect(),
            features: Vec::new(),
        }
    }

    fn pieces(&self, view: &Board) -> Vec<Piece> {
        let stone = |(column, row): (u8, u8)| {
            let seat = view.stone(column, row)?;
            Some(Piece {
                id: PieceId(u32::from(column) * u32::from(MOST_ROWS) + u32::from(row)),
                seat,
                name: format!("{} stone", if seat == Seat::First { "first" } else { "second" }),
                class: "stone".to_owned(),
                branch: Branch::Counter,
                value: 1,
                strength: None,
                at: Some(centre(column, row)),
                place: Some(self.cell(column, row)),
                size: (SIDE * 3 / 4, SIDE * 3 / 4),
                heading: None,
                rank: 0,
                can_act: false,
                marks: Vec::new(),
            })
        };
        self.each_cell().filter_map(stone).collect()
    }

    fn sketch(&self, view: &Board, action: Column) -> Sketch {
        let column = action.index();
        let Some(row) = (0..self.rows).find(|&row| view.stone(column, row).is_none()) else {
            return Sketch::default();
        };
        Sketch { place: Some(self.cell(column, row)), to: Some(centre(column, row)), ..Sketch::default() }
    }
}

fn centre(column: u8, row: u8) -> Point {
    Point(i32::from(column) * SIDE + SIDE / 2, i32::from(row) * SIDE + SIDE / 2)
}

impl ConnectFour {
    /// Cells in the order of the table's places.
    fn each_cell(&self) -> impl Iterator<Item = (u8, u8)> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        (0..columns).flat_map(move |column| (0..rows).map(move |row| (column, row)))
    }

    fn cell(&self, column: u8, row: u8) -> u32 {
        u32::from(column) * u32::from(self.rows) + u32::from(row)
    }
}

#[cfg(test)]
mod tests {
    use sandtable_core::{Game, scenario};

    use super::*;

    #[test]
    fn a_sketch_shows_where_the_stone_then_lies() {
        let scenario = scenario::built_in::<ConnectFour>("connect-four").unwrap();
        let mut game = Game::<ConnectFour>::new(&scenario, [String::new(), String::new()], None).unwrap();
        for column in [3, 3, 2] {
            let seat = game.decider().unwrap();
            let sketch = game.rules().sketch(&game.view(seat), Column::new(column));
            game.act(Column::new(column)).unwrap();
            let pieces = game.rules().pieces(&game.view(seat));
            let last = pieces.iter().find(|piece| piece.place == sketch.place).unwrap();
            assert_eq!((last.seat, last.at), (seat, sketch.to));
        }
        assert_eq!(game.rules().tabletop().places.len(), 42);
    }
}
