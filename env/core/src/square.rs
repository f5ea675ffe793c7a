//! Geometry on squares: facing, arcs, adjacency, and lines of sight from centre to centre.
//!
//! Files run from west (0) to east, ranks from south (0) to north. The first seat's
//! base line is wherever its scenario says; north is a direction, not a side.

use serde::{Deserialize, Serialize};

/// A square of a [`Grid`], numbered rank by rank from the south-west corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Square(pub u16);

impl Square {
    /// The square's number, for indexing.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the four ways a unit can face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Facing {
    /// Towards higher ranks.
    North,
    /// Towards higher files.
    East,
    /// Towards lower ranks.
    South,
    /// Towards lower files.
    West,
}

impl Facing {
    /// All four, in order.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The step of one square that way: (files, ranks).
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::North => (0, 1),
            Self::East => (1, 0),
            Self::South => (0, -1),
            Self::West => (-1, 0),
        }
    }

    /// The facing after turning about.
    #[must_use]
    pub const fn back(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }

    /// East and west exchanged.
    #[must_use]
    pub const fn mirror(self) -> Self {
        match self {
            Self::East => Self::West,
            Self::West => Self::East,
            other => other,
        }
    }

    /// N, E, S or W.
    pub const fn letter(self) -> char {
        match self {
            Self::North => 'N',
            Self::East => 'E',
            Self::South => 'S',
            Self::West => 'W',
        }
    }

    /// Whether an offset lies in the 90-degree arc before a unit that faces this way,
    /// its diagonals included. A unit's own square does not.
    pub const fn has_in_arc(self, (dx, dy): (i32, i32)) -> bool {
        let (ahead, aside) = match self {
            Self::North => (dy, dx),
            Self::East => (dx, dy),
            Self::South => (-dy, dx),
            Self::West => (-dx, dy),
        };
        ahead > 0 && aside.abs() <= ahead
    }

    /// The directions of the 90-degree arc before a unit: straight ahead, then its
    /// left and right diagonals.
    pub const fn arc(self) -> [Direction; 3] {
        use Direction as D;
        match self {
            Self::North => [D::North, D::NorthWest, D::NorthEast],
            Self::East => [D::East, D::NorthEast, D::SouthEast],
            Self::South => [D::South, D::SouthEast, D::SouthWest],
            Self::West => [D::West, D::SouthWest, D::NorthWest],
        }
    }
}

/// One of the eight neighbouring squares, in the order in which ties are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the eight points of the compass")]
pub enum Direction {
    North,
    East,
    South,
    West,
    NorthEast,
    SouthEast,
    SouthWest,
    NorthWest,
}

impl Direction {
    /// All eight: N E S W NE SE SW NW.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::East,
        Self::South,
        Self::West,
        Self::NorthEast,
        Self::SouthEast,
        Self::SouthWest,
        Self::NorthWest,
    ];

    /// The step of one square that way: (files, ranks).
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::North => (0, 1),
            Self::East => (1, 0),
            Self::South => (0, -1),
            Self::West => (-1, 0),
            Self::NorthEast => (1, 1),
            Self::SouthEast => (1, -1),
            Self::SouthWest => (-1, -1),
            Self::NorthWest => (-1, 1),
        }
    }

    /// Whether the step is diagonal.
    pub const fn is_diagonal(self) -> bool {
        self as u8 >= 4
    }

    /// East and west exchanged.
    #[must_use]
    pub const fn mirror(self) -> Self {
        match self {
            Self::East => Self::West,
            Self::West => Self::East,
            Self::NorthEast => Self::NorthWest,
            Self::NorthWest => Self::NorthEast,
            Self::SouthEast => Self::SouthWest,
            Self::SouthWest => Self::SouthEast,
            other => other,
        }
    }
}

/// The size of a battlefield in squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    /// Files, from west to east.
    pub width: u16,
    /// Ranks, from south to north.
    pub height: u16,
}

/// What a line from centre to centre passes on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// Through a square's inside.
    Square(Square),
    /// Through the corner that these two squares share with the line's own.
    Corner(Square, Square),
}

/// Where a line enters its last square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Through this side.
    Side(Facing),
    /// Through the corner between these two sides.
    Corner(Facing, Facing),
}

impl Entry {
    /// The side or sides of the last square that the line touches.
    pub fn sides(self) -> [Facing; 2] {
        match self {
            Self::Side(side) => [side, side],
            Self::Corner(a, b) => [a, b],
        }
    }
}

impl Grid {
    /// Files that have a letter.
    pub const MOST_FILES: u16 = 26;

    /// Number of squares.
    pub const fn len(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether there is no square.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Every square, in order.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.len() as u16).map(Square)
    }

    /// The square at a file and rank, both from 0, when it is on the table.
    pub const fn at(self, file: i32, rank: i32) -> Option<Square> {
        if file < 0 || rank < 0 || file >= self.width as i32 || rank >= self.height as i32 {
            return None;
        }
        Some(Square((rank * self.width as i32 + file) as u16))
    }

    /// File and rank of a square, from 0.
    pub const fn coordinates(self, square: Square) -> (i32, i32) {
        ((square.0 % self.width) as i32, (square.0 / self.width) as i32)
    }

    /// The neighbour one step that way, when it is on the table.
    pub const fn step(self, square: Square, direction: Direction) -> Option<Square> {
        let (file, rank) = self.coordinates(square);
        let (dx, dy) = direction.delta();
        self.at(file + dx, rank + dy)
    }

    /// The neighbours in the order of [`Direction::ALL`].
    pub fn neighbours(self, square: Square) -> impl Iterator<Item = (Direction, Square)> {
        Direction::ALL.into_iter().filter_map(move |d| Some((d, self.step(square, d)?)))
    }

    /// The direction of a neighbour.
    pub fn direction(self, from: Square, to: Square) -> Option<Direction> {
        let delta = self.offset(from, to);
        Direction::ALL.into_iter().find(|d| d.delta() == delta)
    }

    /// (files, ranks) from one square to another.
    pub const fn offset(self, from: Square, to: Square) -> (i32, i32) {
        let (a, b) = (self.coordinates(from), self.coordinates(to));
        (b.0 - a.0, b.1 - a.1)
    }

    /// Distance in squares: a diagonal step counts one.
    pub const fn distance(self, a: Square, b: Square) -> u16 {
        let (dx, dy) = self.offset(a, b);
        let (dx, dy) = (dx.unsigned_abs() as u16, dy.unsigned_abs() as u16);
        if dx > dy { dx } else { dy }
    }

    /// The square with east and west exchanged.
    pub const fn mirror(self, square: Square) -> Square {
        let (file, rank) = self.coordinates(square);
        Square((rank * self.width as i32 + self.width as i32 - 1 - file) as u16)
    }

    /// `A1` is the south-west corner: a letter for the file, a number for the rank.
    pub fn name(self, square: Square) -> String {
        let (file, rank) = self.coordinates(square);
        format!("{}{}", char::from(b'A' + file as u8), rank + 1)
    }

    /// Reads a square's name.
    pub fn parse(self, name: &str) -> Option<Square> {
        let mut chars = name.trim().chars();
        let file = chars.next()?.to_ascii_uppercase();
        let rank = chars.as_str();
        if !file.is_ascii_uppercase() || rank.starts_with('+') || rank.starts_with('0') {
            return None;
        }
        self.at(i32::from(file as u8 - b'A'), rank.parse::<i32>().ok()?.checked_sub(1)?)
    }

    /// The side or corner through which the line from the centre of `from` enters `to`.
    /// Nothing when they are the same square.
    pub fn entry(self, from: Square, to: Square) -> Option<Entry> {
        let (dx, dy) = self.offset(to, from);
        let across = if dx > 0 { Facing::East } else { Facing::West };
        let along = if dy > 0 { Facing::North } else { Facing::South };
        match dx.abs().cmp(&dy.abs()) {
            _ if from == to => None,
            std::cmp::Ordering::Greater => Some(Entry::Side(across)),
            std::cmp::Ordering::Less => Some(Entry::Side(along)),
            std::cmp::Ordering::Equal => Some(Entry::Corner(along, across)),
        }
    }

    /// What the line from centre to centre passes between its two ends, from `from` on.
    pub fn line(self, from: Square, to: Square) -> Line {
        let (dx, dy) = self.offset(from, to);
        let (file, rank) = self.coordinates(from);
        Line { grid: self, file, rank, dx, dy, across: 0, along: 0, beyond_corner: false }
    }
}

/// The walk of [`Grid::line`].
///
/// The line leaves file after file at parameters (2i+1)/2|dx| and rank after rank at
/// (2j+1)/2|dy|; comparing them crosswise in integers is exact.
#[derive(Clone, Debug)]
pub struct Line {
    grid: Grid,
    file: i32,
    rank: i32,
    dx: i32,
    dy: i32,
    across: i32,
    along: i32,
    /// The square after a corner has not been handed out yet.
    beyond_corner: bool,
}

impl Line {
    fn here(&self, file: i32, rank: i32) -> Square {
        Square((rank * i32::from(self.grid.width) + file) as u16)
    }

    fn is_at_end(&self) -> bool {
        self.across == self.dx.abs() && self.along == self.dy.abs()
    }
}

impl Iterator for Line {
    type Item = Passed;

    fn next(&mut self) -> Option<Passed> {
        if self.is_at_end() {
            return None;
        }
        if std::mem::take(&mut self.beyond_corner) {
            return Some(Passed::Square(self.here(self.file, self.rank)));
        }
        let (sx, sy) = (self.dx.signum(), self.dy.signum());
        let next_across = (2 * self.across + 1) * self.dy.abs();
        let next_along = (2 * self.along + 1) * self.dx.abs();
        let side_by_file = (self.file + sx, self.rank);
        let side_by_rank = (self.file, self.rank + sy);
        if next_across == next_along {
            (self.file, self.rank) = (self.file + sx, self.rank + sy);
            self.across += 1;
            self.along += 1;
            let (a, b) =
                (self.here(side_by_file.0, side_by_file.1), self.here(side_by_rank.0, side_by_rank.1));
            self.beyond_corner = true;
            return Some(Passed::Corner(a, b));
        }
        if next_across < next_along {
            self.file += sx;
            self.across += 1;
        } else {
            self.rank += sy;
            self.along += 1;
        }
        if self.is_at_end() { None } else { Some(Passed::Square(self.here(self.file, self.rank))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid { width: 18, height: 12 };

    fn passed(from: &str, to: &str) -> Vec<Passed> {
        GRID.line(GRID.parse(from).unwrap(), GRID.parse(to).unwrap()).collect()
    }

    fn named(name: &str) -> Square {
        GRID.parse(name).unwrap()
    }

    #[test]
    fn names_round_trip_and_bad_ones_are_refused() {
        for square in GRID.squares() {
            assert_eq!(GRID.parse(&GRID.name(square)), Some(square));
            assert_eq!(GRID.mirror(GRID.mirror(square)), square);
        }
        for bad in ["", "A", "A0", "A13", "S1", "1A", "A-1", "A+1", "A01", "é1"] {
            assert_eq!(GRID.parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn lines_pass_squares_and_corners() {
        assert_eq!(passed("C3", "C3"), []);
        assert_eq!(passed("C3", "C4"), []);
        assert_eq!(passed("C3", "C5"), [Passed::Square(named("C4"))]);
        assert_eq!(passed("C3", "D4"), [Passed::Corner(named("D3"), named("C4"))]);
        assert_eq!(
            passed("C3", "E5"),
            [
                Passed::Corner(named("D3"), named("C4")),
                Passed::Square(named("D4")),
                Passed::Corner(named("E4"), named("D5")),
            ]
        );
        assert_eq!(passed("C3", "E4"), [Passed::Square(named("D3")), Passed::Square(named("D4"))]);
    }

    /// A line is exact when it agrees with sampling the segment finely.
    #[test]
    fn lines_agree_with_a_slow_oracle_and_are_symmetric() {
        let from = named("I6");
        for to in GRID.squares() {
            let mut squares: Vec<Square> = Vec::new();
            let (dx, dy) = GRID.offset(from, to);
            // 2 * 3 * 5 * 7 * 11 * 13 * 17 + 1 samples never fall on a boundary.
            let samples = 30_031_i64;
            for k in 1..samples {
                let at = |start: i32, d: i32| {
                    (2 * i64::from(d) * k + samples).div_euclid(2 * samples) as i32 + start
                };
                let (x, y) = GRID.coordinates(from);
                let square = GRID.at(at(x, dx), at(y, dy)).unwrap();
                if square != from && square != to && squares.last() != Some(&square) {
                    squares.push(square);
                }
            }
            let inside: Vec<Square> = GRID
                .line(from, to)
                .filter_map(|p| if let Passed::Square(s) = p { Some(s) } else { None })
                .collect();
            assert_eq!(inside, squares, "{}", GRID.name(to));
            let mut back: Vec<Square> = GRID
                .line(to, from)
                .filter_map(|p| if let Passed::Square(s) = p { Some(s) } else { None })
                .collect();
            back.reverse();
            assert_eq!(inside, back);
        }
    }

    #[test]
    fn the_front_arc_is_ninety_degrees_with_its_diagonals() {
        assert!(Facing::North.has_in_arc((2, 2)));
        assert!(!Facing::North.has_in_arc((3, 2)));
        assert!(!Facing::North.has_in_arc((0, 0)));
        for facing in Facing::ALL {
            for direction in Direction::ALL {
                let ahead = facing.arc().contains(&direction);
                assert_eq!(facing.has_in_arc(direction.delta()), ahead, "{facing:?} {direction:?}");
                assert_eq!(facing.mirror().has_in_arc(direction.mirror().delta()), ahead);
            }
        }
    }

    #[test]
    fn lines_enter_by_side_or_corner() {
        let entry = |a, b| GRID.entry(named(a), named(b));
        assert_eq!(entry("C3", "C3"), None);
        assert_eq!(entry("C3", "E3"), Some(Entry::Side(Facing::West)));
        assert_eq!(entry("C3", "E4"), Some(Entry::Side(Facing::West)));
        assert_eq!(entry("C3", "D9"), Some(Entry::Side(Facing::South)));
        assert_eq!(entry("E5", "C3"), Some(Entry::Corner(Facing::North, Facing::East)));
    }
}
