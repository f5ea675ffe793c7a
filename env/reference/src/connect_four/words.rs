//! Connect Four in words.

use sandtable_core::{Odds, Seat, Words};

use super::{Board, Column, ConnectFour, Event, NoOutcome, Reason, Stage};

const fn mark(seat: Seat) -> char {
    match seat {
        Seat::First => 'X',
        Seat::Second => 'O',
    }
}

impl Words for ConnectFour {
    const TITLE: &'static str = "Connect Four";

    fn side(&self, seat: Seat) -> String {
        mark(seat).to_string()
    }

    fn prompt(&self, board: &Board) -> String {
        match board.stage() {
            Stage::Move(seat) => format!("{} drops a stone: column 1 to {}", mark(seat), self.columns()),
            Stage::Won(seat) => format!("{} has won", mark(seat)),
            Stage::Drawn => "The game is drawn".to_owned(),
        }
    }

    fn board(&self, board: &Board) -> String {
        let row = |row: u8| {
            let stones: String = (0..self.columns())
                .flat_map(|column| [' ', board.stone(column, row).map_or('.', mark)])
                .collect();
            format!("{:>2}{stones}\n", row + 1)
        };
        let rows: String = (0..self.rows()).rev().map(row).collect();
        let columns: Vec<String> = (1..=self.columns()).map(|column| column.to_string()).collect();
        format!("{rows}   {}\n", columns.join(" "))
    }

    fn describe(&self, _: &Board, column: Column) -> String {
        format!("drop a stone into column {}", column.index() + 1)
    }

    fn narrate(&self, event: &Event) -> String {
        match event {
            Event::Dropped { seat, column, row } => {
                format!("{}'s stone falls into column {column}, row {row}.", mark(*seat))
            }
            Event::Ended(Reason::Line) => "Four in a row!".to_owned(),
            Event::Ended(Reason::Full) => "The board is full.".to_owned(),
        }
    }

    fn outcome(&self, outcome: NoOutcome) -> String {
        match outcome {}
    }

    fn odds(&self, _: &Board, _: Column) -> Option<Odds> {
        None
    }
}
