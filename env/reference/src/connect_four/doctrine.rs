//! How a Connect Four position stands, and the scripted player.

use rand::{Rng, RngExt as _};
use sandtable_core::{Doctrine, Order, Seat};

use super::{Board, Column, ConnectFour, Stage, completing};

impl ConnectFour {
    /// The free cells where a stone of `seat` would make four in a row.
    pub(super) fn threats(self, board: &Board, seat: Seat) -> u64 {
        completing(board.stones[seat.index()]) & self.cells & !board.taken()
    }

    /// The index of the first listed column whose stone would land on one of `cells`.
    fn landing_on(board: &Board, actions: &[Column], cells: u64) -> Option<usize> {
        actions.iter().position(|&column| board.landing(column) & cells != 0)
    }

    /// How the scripted player ranks a column that neither wins nor must block: the
    /// other side's win on top of it last, then threats made, then nearness to the
    /// middle.
    fn rank(self, board: &Board, seat: Seat, column: Column) -> (bool, u32, u8) {
        let cell = board.landing(column);
        let mut next = *board;
        next.stones[seat.index()] |= cell;
        let gives_win = (cell << 1) & self.threats(board, seat.other()) != 0;
        let doubled = 2 * column.index();
        let off_centre = doubled.abs_diff(self.columns - 1);
        (!gives_win, self.threats(&next, seat).count_ones(), self.columns - off_centre)
    }
}

impl Doctrine for ConnectFour {
    const DRILL_VERSION: u32 = 1;

    /// Cells that would win for the first player less those that would for the second.
    fn material(&self, board: &Board) -> i32 {
        let count = |seat| self.threats(board, seat).count_ones() as i32;
        count(Seat::FIRST) - count(Seat::SECOND)
    }

    fn evaluate(&self, board: &Board) -> f32 {
        match board.stage {
            Stage::Won(seat) => seat.sign() as f32,
            Stage::Drawn => 0.0,
            Stage::Move(_) => {
                let ahead = self.material(board) as f32;
                ahead / (ahead.abs() + 3.0)
            }
        }
    }

    fn is_at_rest(&self, _: &Board) -> bool {
        true
    }

    fn eager<G: Rng + ?Sized>(&self, board: &Board, actions: &[Column], rng: &mut G) -> usize {
        let Stage::Move(seat) = board.stage else {
            return 0;
        };
        Self::landing_on(board, actions, self.threats(board, seat))
            .or_else(|| Self::landing_on(board, actions, self.threats(board, seat.other())))
            .unwrap_or_else(|| rng.random_range(0..actions.len()))
    }

    fn drill(&self, board: &Board, seat: Seat, actions: &[Column]) -> Order<Column> {
        if let Some(index) = Self::landing_on(board, actions, self.threats(board, seat)) {
            return Order { action: actions[index], why: "It makes four in a row.".to_owned() };
        }
        if let Some(index) = Self::landing_on(board, actions, self.threats(board, seat.other())) {
            return Order { action: actions[index], why: "It keeps the other side from four.".to_owned() };
        }
        let best = actions.iter().copied().max_by_key(|&column| self.rank(board, seat, column));
        let action = best.unwrap_or(actions[0]);
        let why = match self.rank(board, seat, action) {
            (false, ..) => "Every column gives the other side four in a row.".to_owned(),
            (true, 0, _) => "Nothing is forced, and the middle has the most lines.".to_owned(),
            (true, threats, _) => {
                format!("It leaves {threats} cell{} to win on.", if threats == 1 { "" } else { "s" })
            }
        };
        Order { action, why }
    }
}
