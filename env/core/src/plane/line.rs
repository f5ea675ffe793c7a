//! Barriers: lines that can be passed only at their crossings.

use super::area::segments_meet;
use super::{Point, Vector};

/// A place where a line may be passed: a point on it and how wide it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The middle of it.
    pub at: Point,
    /// Its width along the line, in hundredths of an inch.
    pub width: i32,
}

/// A line such as a wadi that no path may touch except at its crossings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barrier {
    /// What is left of the line between its crossings.
    pub(super) pieces: Vec<Piece>,
    pub(super) crossings: Vec<Crossing>,
}

/// A stretch that stops a path; an end at a crossing does not belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) is_from_open: bool,
    pub(super) is_to_open: bool,
}

impl Barrier {
    /// A barrier along a line of points, opened at its crossings. An opening is centred on
    /// the line's point nearest to the crossing; its ends are rounded to whole points, and
    /// passing exactly at an end is allowed.
    pub fn new(line: &[Point], crossings: &[Crossing]) -> Self {
        let mut pieces = Vec::new();
        for pair in line.windows(2) {
            add_pieces(pair[0], pair[1], crossings, &mut pieces);
        }
        Self { pieces, crossings: crossings.to_vec() }
    }

    /// Whether a straight path of a point touches the barrier.
    pub fn stops(&self, from: Point, to: Point) -> bool {
        self.pieces.iter().any(|piece| piece.stops(from, to))
    }

    /// The same barrier with east and west exchanged on a table of this width.
    #[must_use]
    pub fn mirror(&self, width: i32) -> Self {
        let flip =
            |piece: &Piece| Piece { from: piece.from.mirror(width), to: piece.to.mirror(width), ..*piece };
        let across = |crossing: &Crossing| Crossing { at: crossing.at.mirror(width), ..*crossing };
        Self {
            pieces: self.pieces.iter().map(flip).collect(),
            crossings: self.crossings.iter().map(across).collect(),
        }
    }
}

impl Piece {
    pub(super) fn stops(&self, from: Point, to: Point) -> bool {
        self.may_meet(from, to)
            && segments_meet((from, to), (self.from, self.to))
            && !(self.is_from_open && self.meets_only(self.from, self.to, from, to))
            && !(self.is_to_open && self.meets_only(self.to, self.from, from, to))
    }

    /// Whether the upright boxes round the piece and a path meet.
    fn may_meet(&self, from: Point, to: Point) -> bool {
        let meet = |a: i32, b: i32, c: i32, d: i32| a.min(b) <= c.max(d) && c.min(d) <= a.max(b);
        meet(self.from.x, self.to.x, from.x, to.x) && meet(self.from.y, self.to.y, from.y, to.y)
    }

    /// Whether a path that meets the piece does so nowhere but at `end`.
    fn meets_only(&self, end: Point, other: Point, from: Point, to: Point) -> bool {
        if !end.is_on(from, to) {
            return false;
        }
        let piece = other - end;
        let is_across = piece.cross(from - end) != 0 || piece.cross(to - end) != 0;
        is_across || (piece.dot(from - end) <= 0 && piece.dot(to - end) <= 0)
    }
}

/// The stretches of one straight piece of a line that no crossing opens.
fn add_pieces(from: Point, to: Point, crossings: &[Crossing], pieces: &mut Vec<Piece>) {
    let way = to - from;
    let squared = way.squared();
    if squared == 0 {
        return;
    }
    // Openings as intervals along the piece, in the line's own squared units.
    let mut openings: Vec<(i64, i64)> = crossings
        .iter()
        .filter_map(|crossing| {
            let (along, half) = (way.dot(crossing.at - from), chord(way, from, *crossing)?);
            Some((along - half, along + half))
        })
        .filter(|&(start, end)| end >= 0 && start <= squared)
        .collect();
    openings.sort_unstable();
    let place = |along: i64| from + way.nearest_part(along, squared);
    let mut begin = (from, false, 0_i64);
    for (start, end) in openings {
        if start > begin.2 {
            pieces.push(Piece { from: begin.0, to: place(start), is_from_open: begin.1, is_to_open: true });
        }
        if end >= begin.2 {
            begin = (place(end.min(squared)), true, end);
        }
    }
    if begin.2 <= squared {
        pieces.push(Piece { from: begin.0, to, is_from_open: begin.1, is_to_open: false });
    }
    pieces.retain(|piece| piece.from != piece.to || !(piece.is_from_open || piece.is_to_open));
}

/// Half the width of an opening, times the length of the line's piece, when the crossing
/// is on this piece or so near that its disc of half its width reaches the piece.
fn chord(way: Vector, from: Point, crossing: Crossing) -> Option<i64> {
    let squared = way.squared();
    let aside = way.cross(crossing.at - from).abs();
    // In quarters, so that odd widths have halves.
    let radius = i64::from(crossing.width) * i64::from(crossing.width) * squared / 4;
    let left = radius - aside * aside;
    (left >= 0).then(|| left.isqrt())
}
