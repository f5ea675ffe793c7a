//! Connect Four: drop stones into columns; the first to have four in a row, upright,
//! level or diagonal, wins.
//!
//! # Representation
//!
//! A side's stones are one `u64` with eight bits a column: bit `8 * column + row`. The
//! eighth row is never filled, so that shifted boards cannot run from one column into
//! the next: upright, level and both diagonals are shifts by 1, 8, 7 and 9.

mod doctrine;
mod encoding;
mod scene;
mod words;

use rand::Rng;
use sandtable_core::{
    Bounds, Broken, DiceError, Events, GameSeed, Node, NodeOf, Reading, Ruleset, Scenario, ScenarioError,
    Seat, Throw, Verdict, hash,
};
use serde::{Deserialize, Serialize};
use toml::Spanned;

/// Most columns of a board.
pub const MOST_COLUMNS: u8 = 8;
/// Most rows of a board.
pub const MOST_ROWS: u8 = 7;
const LINE: u8 = 4;
const STRIDE: u8 = 8;

/// Connect Four on a board of a scenario's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    columns: u8,
    rows: u8,
    /// The topmost cell of every column.
    top: u64,
    /// Every cell of the board.
    cells: u64,
}

/// The stones on the board and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Listed", try_from = "Listed")]
pub struct Board {
    stones: [u64; 2],
    stage: Stage,
}

/// Who moves, or how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// This seat is to drop a stone.
    Move(Seat),
    /// This seat has four in a row.
    Won(Seat),
    /// The board is full.
    Drawn,
}

/// A board as JSON: cells as (column, row) pairs, both from 1, for programs whose
/// numbers have less than 64 bits.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    first: Vec<(u8, u8)>,
    second: Vec<(u8, u8)>,
    stage: Stage,
}

/// A column, from 0 at the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Column(u8);

/// There are no dice in this game, and no outcome of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum NoOutcome {}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Event {
    /// A stone came to rest.
    Dropped {
        /// Whose.
        seat: Seat,
        /// From 1.
        column: u8,
        /// From 1 at the bottom.
        row: u8,
    },
    /// The game ended.
    Ended(Reason),
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// Somebody has four in a row.
    Line,
    /// No cell is free.
    Full,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Line => "four in a row",
            Self::Full => "the board is full",
        })
    }
}

impl Column {
    /// A column, from 0 at the left.
    pub const fn new(column: u8) -> Self {
        Self(column)
    }

    /// From 0 at the left.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Every cell that this column could have.
    const fn mask(self) -> u64 {
        0x7f << (STRIDE * self.0)
    }
}

impl Board {
    /// Who moves, or how the game ended.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Whose stone lies in a column and row, both from 0.
    pub const fn stone(&self, column: u8, row: u8) -> Option<Seat> {
        let cell = 1 << (STRIDE * column + row);
        if self.stones[0] & cell != 0 {
            Some(Seat::FIRST)
        } else if self.stones[1] & cell != 0 {
            Some(Seat::SECOND)
        } else {
            None
        }
    }

    /// How many stones lie on the board.
    pub const fn count(&self) -> u32 {
        self.taken().count_ones()
    }

    const fn taken(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The lowest free cell of a column, beyond the board where it is full.
    const fn landing(&self, column: Column) -> u64 {
        // Stones fill a column from below: adding its lowest bit carries past them all.
        (self.taken() + (1 << (STRIDE * column.0))) & column.mask()
    }
}

/// Whether these stones hold four in a row.
const fn has_line(stones: u64) -> bool {
    let upright = stones & (stones >> 1);
    let level = stones & (stones >> 8);
    let falling = stones & (stones >> 7);
    let rising = stones & (stones >> 9);
    (upright & (upright >> 2))
        | (level & (level >> 16))
        | (falling & (falling >> 14))
        | (rising & (rising >> 18))
        != 0
}

/// The cells, free or not, where one more stone would make four in a row.
const fn completing(stones: u64) -> u64 {
    const fn along(stones: u64, shift: u32) -> u64 {
        let below = (stones << shift) & (stones << (2 * shift));
        let above = (stones >> shift) & (stones >> (2 * shift));
        (below & ((stones << (3 * shift)) | (stones >> shift)))
            | (above & ((stones << shift) | (stones >> (3 * shift))))
    }
    along(stones, 1) | along(stones, 8) | along(stones, 7) | along(stones, 9)
}

fn cells_of(mut stones: u64) -> Vec<(u8, u8)> {
    let mut cells = Vec::new();
    while stones != 0 {
        let bit = stones.trailing_zeros() as u8;
        cells.push((bit / STRIDE + 1, bit % STRIDE + 1));
        stones &= stones - 1;
    }
    cells
}

fn stones_at(cells: &[(u8, u8)]) -> Result<u64, String> {
    cells.iter().try_fold(0, |stones, &(column, row)| {
        if column == 0 || column > MOST_COLUMNS || row == 0 || row > MOST_ROWS {
            return Err(format!("({column}, {row}) is no cell: columns are 1 to 8, rows 1 to 7"));
        }
        Ok(stones | 1 << (STRIDE * (column - 1) + row - 1))
    })
}

impl From<Board> for Listed {
    fn from(board: Board) -> Self {
        let [first, second] = board.stones.map(cells_of);
        Self { first, second, stage: board.stage }
    }
}

impl TryFrom<Listed> for Board {
    type Error = String;

    fn try_from(listed: Listed) -> Result<Self, String> {
        let stones = [stones_at(&listed.first)?, stones_at(&listed.second)?];
        Ok(Self { stones, stage: listed.stage })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "ruleset")]
    _ruleset: String,
    #[serde(rename = "name")]
    _name: String,
    #[serde(default, rename = "summary")]
    _summary: String,
    columns: Spanned<u8>,
    rows: Spanned<u8>,
}

impl ConnectFour {
    /// Number of columns.
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// Number of rows.
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    const fn column(&self, rows: u8, column: u8) -> u64 {
        debug_assert!(column < self.columns);
        ((1 << rows) - 1) << (STRIDE * column)
    }

    /// The stage after `seat` moved to have `stones`, with `taken` cells taken in all.
    const fn stage_after(&self, seat: Seat, stones: u64, taken: u64) -> Stage {
        if has_line(stones) {
            Stage::Won(seat)
        } else if taken == self.cells {
            Stage::Drawn
        } else {
            Stage::Move(seat.other())
        }
    }
}

impl Ruleset for ConnectFour {
    const ID: &'static str = "connect-four";
    const VERSION: u32 = 1;

    type State = Board;
    type Action = Column;
    type Outcome = NoOutcome;
    type Event = Event;
    type View = Board;
    type Reason = Reason;

    fn load(scenario: &Scenario) -> Result<Self, ScenarioError> {
        let file: File = scenario.read::<Self, _>()?;
        for (value, most, what) in [(&file.columns, MOST_COLUMNS, "columns"), (&file.rows, MOST_ROWS, "rows")]
        {
            let number = *value.get_ref();
            if !(LINE..=most).contains(&number) {
                let fault = format!("a board has {LINE} to {most} {what}, not {number}");
                return Err(scenario.fault_at(value.span(), fault));
            }
        }
        let (columns, rows) = (*file.columns.get_ref(), *file.rows.get_ref());
        let mut rules = Self { columns, rows, top: 0, cells: 0 };
        for column in 0..columns {
            rules.cells |= rules.column(rows, column);
            rules.top |= rules.column(rows, column) ^ rules.column(rows - 1, column);
        }
        Ok(rules)
    }

    fn start(&self) -> Board {
        Board { stones: [0, 0], stage: Stage::Move(Seat::FIRST) }
    }

    fn node(&self, board: &Board) -> NodeOf<Self> {
        match board.stage {
            Stage::Move(seat) => Node::Decision(seat),
            Stage::Won(seat) => Node::Over(Verdict::win(seat, seat.sign(), Reason::Line)),
            Stage::Drawn => Node::Over(Verdict::draw(0, Reason::Full)),
        }
    }

    fn turn(&self, board: &Board) -> u16 {
        (board.count() / 2) as u16 + 1
    }

    fn actions(&self, board: &Board, out: &mut Vec<Column>) {
        out.clear();
        if !matches!(board.stage, Stage::Move(_)) {
            return;
        }
        let mut free = self.top & !board.taken();
        while free != 0 {
            out.push(Column(free.trailing_zeros() as u8 / STRIDE));
            free &= free - 1;
        }
    }

    fn outcomes(&self, _: &Board, out: &mut Vec<(NoOutcome, u32)>) {
        out.clear();
    }

    fn apply(&self, board: &mut Board, column: Column, log: &mut impl Events<Self>) {
        debug_assert!(self.accepts(board, column), "{column:?} in {board:?}");
        let Stage::Move(seat) = board.stage else {
            return;
        };
        let cell = board.landing(column);
        let stones = board.stones[seat.index()] | cell;
        board.stones[seat.index()] = stones;
        board.stage = self.stage_after(seat, stones, board.taken());
        log.add(|| Event::Dropped {
            seat,
            column: column.0 + 1,
            row: cell.trailing_zeros() as u8 % STRIDE + 1,
        });
        match board.stage {
            Stage::Move(_) => {}
            Stage::Won(_) => log.add(|| Event::Ended(Reason::Line)),
            Stage::Drawn => log.add(|| Event::Ended(Reason::Full)),
        }
    }

    fn resolve(&self, _: &mut Board, outcome: NoOutcome, _: &mut impl Events<Self>) {
        match outcome {}
    }

    fn throw(&self, _: &Board) -> Throw {
        panic!("Connect Four has no dice")
    }

    fn read(&self, _: &Board, _: &[u8]) -> Result<Reading<NoOutcome>, DiceError> {
        Err(DiceError::NotDue)
    }

    fn view(&self, board: &Board, _: Seat) -> Board {
        *board
    }

    fn sample<G: Rng + ?Sized>(&self, view: &Board, _: &mut G) -> Board {
        *view
    }

    fn redact(&self, event: &Event, _: Seat) -> Option<Event> {
        Some(*event)
    }

    fn mirror(&self) -> Option<Self> {
        Some(*self)
    }

    fn mirror_state(&self, board: &Board) -> Board {
        // A column is a byte: reversing the bytes reverses the columns.
        let unused = u32::from(STRIDE * (MOST_COLUMNS - self.columns));
        Board { stones: board.stones.map(|stones| stones.swap_bytes() >> unused), stage: board.stage }
    }

    fn mirror_action(&self, column: Column) -> Column {
        Column(self.columns - 1 - column.0)
    }

    fn check(&self, board: &Board) -> Result<(), Broken> {
        let broken = |fault: &str| Err(Broken(fault.to_owned()));
        let [first, second] = board.stones;
        if first & second != 0 {
            return broken("two stones in one cell");
        }
        if board.taken() & !self.cells != 0 {
            return broken("a stone outside the board");
        }
        let bottom = self.cells & !(self.cells << 1);
        if board.taken() & !(board.taken() << 1 | bottom) != 0 {
            return broken("a stone above a free cell");
        }
        let last = match first.count_ones().checked_sub(second.count_ones()) {
            Some(0) => Seat::SECOND,
            Some(1) => Seat::FIRST,
            _ => return broken("the numbers of stones do not alternate"),
        };
        if has_line(board.stones[last.other().index()]) {
            return broken("a stone fell after four in a row");
        }
        if board.stage != self.stage_after(last, board.stones[last.index()], board.taken()) {
            return broken("the stage does not follow from the stones");
        }
        Ok(())
    }

    fn key(&self, board: &Board) -> u64 {
        hash::chain(hash::mix(board.stones[0]), board.stones[1])
    }

    fn view_key(&self, board: &Board, _: Seat) -> u64 {
        self.key(board)
    }

    fn bounds(&self) -> Bounds {
        Bounds { actions: self.columns.into(), steps: usize::from(self.columns) * usize::from(self.rows) }
    }

    fn notation(&self, _: &Board, column: Column) -> String {
        (column.0 + 1).to_string()
    }

    fn scenarios() -> &'static [(&'static str, &'static str)] {
        &[
            ("connect-four", include_str!("../scenarios/connect-four.toml")),
            ("connect-four-small", include_str!("../scenarios/connect-four-small.toml")),
        ]
    }

    fn generate(_: GameSeed) -> Option<Scenario> {
        None
    }

    fn accepts(&self, board: &Board, column: Column) -> bool {
        matches!(board.stage, Stage::Move(_))
            && column.0 < self.columns
            && board.landing(column) & self.cells != 0
    }
}
