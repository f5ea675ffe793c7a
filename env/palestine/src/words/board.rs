//! The table in plain text: a column an inch, a row two inches.

use std::fmt::Write as _;

use sandtable_core::Seat;
use sandtable_core::plane::{INCH, Point};

use super::place;
use crate::rules::Palestine;
use crate::state::State;

/// Inches of a row.
const ROW: i32 = 2;

impl Palestine {
    pub(super) fn drawn(&self, view: &State) -> String {
        let table = self.ground.table;
        let columns = (table.width + INCH - 1) / INCH;
        let rows = (table.height + ROW * INCH - 1) / (ROW * INCH);
        let mut cells: Vec<Vec<char>> = (0..rows)
            .map(|row| (0..columns).map(|column| self.ground_letter(column, row)).collect())
            .collect();
        let mut put = |at: Point, text: &str| {
            let row = (at.y / (ROW * INCH)).clamp(0, rows - 1) as usize;
            let first = (at.x / INCH - text.len() as i32 / 2).clamp(0, columns - text.len() as i32) as usize;
            for (i, letter) in text.chars().enumerate() {
                cells[row][first + i] = letter;
            }
        };
        for objective in &self.terms.objectives {
            put(objective.at, "*");
        }
        if let Some(train) = self.train_base(view) {
            put(train.centre(), "TTT");
        }
        for id in view.units().filter(|&id| view.unit(id).is_on_table()) {
            put(view.unit(id).at, &self.label(id));
        }
        let mut text = String::new();
        for (row, line) in (0..rows).zip(&cells).rev() {
            let line: String = line.iter().collect();
            let _ = writeln!(text, "{:>3} {}", row * ROW, line.trim_end());
        }
        let mut tens = "    ".to_owned();
        for ten in (0..columns).step_by(10) {
            let _ = write!(tens, "{ten:<10}");
        }
        let _ = writeln!(text, "{}", tens.trim_end());
        let _ = writeln!(
            text,
            "Inches east and north. A: {}, B: {}. h hill, t town, d difficult, D rocky, i trench, m marsh, w wadi, = crossing, . road, - rail, x barricade, * objective, T train.",
            self.side_name(Seat::First),
            self.side_name(Seat::Second)
        );
        for objective in &self.terms.objectives {
            let _ = writeln!(
                text,
                "Objective {} at {}, worth {}.",
                objective.name,
                place(objective.at),
                objective.points
            );
        }
        text
    }

    /// What lies in a cell: the first of its points where something does.
    fn ground_letter(&self, column: i32, row: i32) -> char {
        let ground = &self.ground;
        let (x, y) = (column * INCH + INCH / 2, row * ROW * INCH + INCH);
        let at = Point::new(x, y);
        let (low, high) = (Point::new(x, y - INCH), Point::new(x, y + INCH));
        let (left, right) = (Point::new(x - INCH / 2, y), Point::new(x + INCH / 2, y));
        let crosses = |line: &dyn Fn(Point, Point) -> bool| line(low, high) || line(left, right);
        let is_crossing = ground
            .wadis
            .iter()
            .any(|wadi| wadi.crossings.iter().any(|crossing| crossing.at.is_within(at, INCH)));
        let is_rail = self.train.as_ref().is_some_and(|train| {
            let wide = sandtable_core::plane::Road::new(train.rail.points(), INCH * ROW);
            wide.is_some_and(|rail| rail.contains(at))
        });
        if ground.barricades.iter().any(|barricade| barricade.is_within_of(at, INCH / 2)) {
            'x'
        } else if is_crossing {
            '='
        } else if ground.wadis.iter().any(|wadi| crosses(&|a, b| wadi.barrier.stops(a, b))) {
            'w'
        } else if ground.is_trench(at) {
            'i'
        } else if ground.marshes.iter().any(|marsh| marsh.contains(at)) {
            'm'
        } else if ground.is_rocky(at) {
            'D'
        } else if ground.difficult.iter().any(|difficult| difficult.area.contains(at)) {
            'd'
        } else if is_rail {
            '-'
        } else if ground.is_on_road(at) {
            '.'
        } else if ground.towns_at(at) != 0 {
            't'
        } else if ground.hills_at(at) != 0 {
            'h'
        } else {
            ' '
        }
    }
}
