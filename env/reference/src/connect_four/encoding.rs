//! A position of Connect Four as numbers: `connect-four/v1`.
//!
//! The units are the stones, the places the cells where the next stone may come to rest.

use sandtable_core::encoding::flag;
use sandtable_core::{Encode, Encoder, Encoding, Reference, Ruleset, Seat, row};

use super::{Board, Column, ConnectFour, STRIDE, Stage, completing};

row! {
    /// A stone.
    pub(crate) struct Stone {
        /// It is the deciding seat's own.
        own: flag(),
        /// Its column from the left edge to the right one.
        across: sideways("half boards", 1.0),
        /// Its row from the bottom.
        height: new("rows / 7", 0.0, 1.0),
    }
}

row! {
    /// The cell where a stone dropped into a column comes to rest.
    pub(crate) struct Cell {
        /// From the left edge to the right one.
        across: sideways("half boards", 1.0),
        /// From the bottom.
        height: new("rows / 7", 0.0, 1.0),
        /// A stone there makes four in a row.
        wins: flag(),
        /// The other side's stone there would make four in a row.
        blocks: flag(),
        /// The other side's stone above it would make four in a row.
        gives: flag(),
        /// An own stone above it would make four in a row.
        threatens: flag(),
        /// The longest line that an own stone there makes.
        line: new("stones / 4", 0.0, 2.0),
        /// The longest line that the other side's stone there would make.
        other_line: new("stones / 4", 0.0, 2.0),
    }
}

row! {
    /// The game.
    pub(crate) struct Game {
        /// Cells taken.
        taken: new("parts of the board", 0.0, 1.0),
        /// The own side dropped the first stone.
        opened: flag(),
        /// Free cells where an own stone makes four in a row.
        threats: new("cells / 8", 0.0, 7.0),
        /// Free cells where the other side's stone does.
        other_threats: new("cells / 8", 0.0, 7.0),
        /// Columns of the board.
        columns: new("columns / 8", 0.0, 1.0),
        /// Rows of the board.
        rows: new("rows / 7", 0.0, 1.0),
    }
}

row! {
    /// A stone dropped.
    pub(crate) struct Drop {
        /// Always.
        drop: flag(),
    }
}

const RELATIONS: &[&str] = &[
    "itself",
    "own side, adjacent",
    "own side, in line within three",
    "own side, elsewhere",
    "other side, adjacent",
    "other side, in line within three",
    "other side, elsewhere",
];

impl Encode for ConnectFour {
    const ENCODER: Encoder = Encoder {
        ruleset: Self::ID,
        version: 1,
        units: Stone::COLUMNS,
        places: Cell::COLUMNS,
        globals: Game::COLUMNS,
        actions: Drop::COLUMNS,
        relations: RELATIONS,
    };

    fn encode(&self, board: &Board, seat: Seat, actions: &[Column], out: &mut Encoding) {
        out.clear();
        let [own, other] = [seat, seat.other()].map(|seat| board.stones[seat.index()]);
        for cell in cells(board.taken()) {
            let (across, height) = self.place(cell);
            Stone { own: flag(own & cell != 0), across, height }.write(&mut out.units);
            out.relations
                .extend(cells(board.taken()).map(|b| relation(cell, b, own & cell != 0, own & b != 0)));
        }
        let free = self.cells & !board.taken();
        let [wins, loses] = [own, other].map(|stones| completing(stones) & free);
        for (number, &column) in actions.iter().enumerate() {
            let cell = board.landing(column);
            let (across, height) = self.place(cell);
            let (line, other_line) = (line(own | cell, cell), line(other | cell, cell));
            let [wins, blocks] = [wins, loses].map(|cells| flag(cells & cell != 0));
            let above = (cell << 1) & free;
            let [threatens, gives] = [own | cell, other].map(|stones| flag(completing(stones) & above != 0));
            Cell { across, height, wins, blocks, gives, threatens, line, other_line }.write(&mut out.places);
            Drop { drop: 1.0 }.write(&mut out.actions);
            out.references.push(Reference { place: Some(number as u16), ..Reference::default() });
        }
        let game = Game {
            taken: board.count() as f32 / self.cells.count_ones() as f32,
            opened: flag(seat == Seat::FIRST),
            threats: wins.count_ones() as f32 / 8.0,
            other_threats: loses.count_ones() as f32 / 8.0,
            columns: f32::from(self.columns) / 8.0,
            rows: f32::from(self.rows) / 7.0,
        };
        game.write(&mut out.globals);
    }

    /// No stone is ever taken off.
    fn survival(&self, board: &Board, _: Seat, _: &Board, out: &mut Vec<f32>) {
        out.clear();
        out.resize(board.count() as usize, 1.0);
    }

    /// The verdict.
    fn margin(&self, end: &Board) -> f32 {
        match end.stage {
            Stage::Won(seat) => seat.sign() as f32,
            Stage::Move(_) | Stage::Drawn => 0.0,
        }
    }
}

impl ConnectFour {
    /// (across, height) of one cell.
    fn place(&self, cell: u64) -> (f32, f32) {
        let (column, row) = at(cell);
        let last = f32::from(self.columns - 1);
        ((2 * column) as f32 / last - 1.0, row as f32 / 7.0)
    }
}

/// Each of these cells by itself.
fn cells(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let cell = set & set.wrapping_neg();
        set ^= cell;
        (cell != 0).then_some(cell)
    })
}

/// (column, row) of one cell, both from 0.
const fn at(cell: u64) -> (i32, i32) {
    let bit = cell.trailing_zeros() as i32;
    (bit / STRIDE as i32, bit % STRIDE as i32)
}

/// The longest line of these stones through one of them, in fours.
fn line(stones: u64, cell: u64) -> f32 {
    let run = |shift: u32| {
        let mut length = 1;
        let (mut up, mut down) = (cell << shift, cell >> shift);
        while up & stones != 0 {
            (length, up) = (length + 1, up << shift);
        }
        while down & stones != 0 {
            (length, down) = (length + 1, down >> shift);
        }
        length
    };
    [1, 7, 8, 9].map(run).into_iter().max().unwrap_or(1) as f32 / 4.0
}

/// What `b` is to `a`.
fn relation(a: u64, b: u64, a_is_own: bool, b_is_own: bool) -> u8 {
    let ((file, rank), (other_file, other_rank)) = (at(a), at(b));
    let (dx, dy) = ((other_file - file).abs(), (other_rank - rank).abs());
    let near = match dx.max(dy) {
        0 => return 0,
        1 => 1,
        2..=3 if dx == 0 || dy == 0 || dx == dy => 2,
        _ => 3,
    };
    if a_is_own == b_is_own { near } else { near + 3 }
}
