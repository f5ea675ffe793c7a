//! Areas: ground with an outline, such as marshes, towns and hills.

use super::sweep::Solid;
use super::{Base, MOST, Point, Sweep};

/// Ground within a simple outline of straight edges, convex or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// Anticlockwise.
    outline: Vec<Point>,
    /// Convex parts that fill the outline, their corners anticlockwise.
    parts: Vec<Vec<Point>>,
    /// Where two parts meet.
    seams: Vec<(Point, Point)>,
    low: Point,
    high: Point,
}

/// Why points do not outline an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AreaError {
    /// Fewer than three.
    #[error("an area needs at least three corners")]
    TooFew,
    /// A coordinate beyond [`MOST`].
    #[error("corner {corner} lies more than 100 inches from the table's corner")]
    TooFar {
        /// Which, from 1.
        corner: usize,
    },
    /// Two edges meet elsewhere than at a corner that they share.
    #[error("the edges after corners {first} and {second} cross or touch")]
    Crossing {
        /// The corner before one edge, from 1.
        first: usize,
        /// The corner before the other, from 1.
        second: usize,
    },
}

impl Area {
    /// An area from the corners of its outline, in order, either way round.
    ///
    /// # Errors
    /// When there are too few, or the outline crosses or touches itself.
    pub fn new(outline: &[Point]) -> Result<Self, AreaError> {
        if outline.len() < 3 {
            return Err(AreaError::TooFew);
        }
        let is_far = |point: &Point| point.x.abs() > MOST || point.y.abs() > MOST;
        if let Some(corner) = outline.iter().position(is_far) {
            return Err(AreaError::TooFar { corner: corner + 1 });
        }
        if let Some((first, second)) = first_crossing(outline) {
            return Err(AreaError::Crossing { first: first + 1, second: second + 1 });
        }
        let mut outline = outline.to_vec();
        if doubled_area(&outline) < 0 {
            outline.reverse();
        }
        let (parts, seams) = convex_parts(&outline);
        let edge = |pick: fn(i32, i32) -> i32| {
            outline.iter().copied().reduce(|a, b| Point::new(pick(a.x, b.x), pick(a.y, b.y)))
        };
        let low = edge(i32::min).unwrap_or_default();
        let high = edge(i32::max).unwrap_or_default();
        Ok(Self { outline, parts, seams, low, high })
    }

    /// The corners of the outline, anticlockwise.
    pub fn outline(&self) -> &[Point] {
        &self.outline
    }

    /// The same area with east and west exchanged on a table of this width.
    #[must_use]
    pub fn mirror(&self, width: i32) -> Self {
        let flip = |points: &[Point]| points.iter().rev().map(|point| point.mirror(width)).collect();
        Self {
            outline: flip(&self.outline),
            parts: self.parts.iter().map(|part| flip(part)).collect(),
            seams: self.seams.iter().map(|(from, to)| (from.mirror(width), to.mirror(width))).collect(),
            low: Point::new(width - self.high.x, self.low.y),
            high: Point::new(width - self.low.x, self.high.y),
        }
    }

    pub(super) fn parts(&self) -> &[Vec<Point>] {
        &self.parts
    }

    /// The corners of the upright box round the area: south-west and north-east.
    pub const fn bounds(&self) -> (Point, Point) {
        (self.low, self.high)
    }

    /// Whether a point lies in the area, its edge included.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.low.x <= point.x
            && point.x <= self.high.x
            && self.low.y <= point.y
            && point.y <= self.high.y
            && self.winds_round(point)
    }

    fn winds_round(&self, point: Point) -> bool {
        let mut inside = false;
        let mut from = self.outline[self.outline.len() - 1];
        for &to in &self.outline {
            if point.is_on(from, to) {
                return true;
            }
            // The ray to the east crosses edges that begin on one side and end on the other.
            if (from.y > point.y) != (to.y > point.y) {
                let upward = to.y > from.y;
                inside ^= ((to - from).cross(point - from) > 0) == upward;
            }
            from = to;
        }
        inside
    }

    /// Whether a base overlaps the area; touching is not overlapping.
    #[inline]
    pub fn overlaps(&self, base: &Base) -> bool {
        let (centre, radius) = (base.centre, base.size.radius());
        self.low.x < centre.x + radius
            && self.high.x > centre.x - radius
            && self.low.y < centre.y + radius
            && self.high.y > centre.y - radius
            && self.overlaps_solid(&Solid::of_base(base))
    }

    /// Whether a base and the area share as much as a point.
    pub fn touches(&self, base: &Base) -> bool {
        // Where their insides are apart, a corner of one lies on the edge of the other.
        self.overlaps(base)
            || base.corners().into_iter().any(|corner| self.contains(corner))
            || self.outline.iter().any(|corner| base.contains(*corner))
    }

    /// Whether the ground of a straight move overlaps the area; touching is not overlapping.
    pub fn overlaps_sweep(&self, sweep: &Sweep) -> bool {
        sweep.overlaps_area(self)
    }

    /// Whether the segment between two points crosses the inside of the area; running along
    /// its edge or through a corner is not crossing.
    pub fn blocks(&self, from: Point, to: Point) -> bool {
        let segment = Solid::of_segment(from, to);
        self.overlaps_solid(&segment) || self.seams.iter().any(|seam| runs_along(*seam, from, to))
    }

    #[inline]
    pub(super) fn overlaps_solid(&self, solid: &Solid) -> bool {
        let is_boxed = 2 * self.low.x < solid.centre.x + solid.reach.x
            && 2 * self.high.x > solid.centre.x - solid.reach.x
            && 2 * self.low.y < solid.centre.y + solid.reach.y
            && 2 * self.high.y > solid.centre.y - solid.reach.y;
        is_boxed && self.overlaps_parts(solid)
    }

    fn overlaps_parts(&self, solid: &Solid) -> bool {
        self.parts.iter().any(|part| !solid.is_clear_of(part))
    }
}

/// Whether a segment shares some length with a seam, or is a point between its ends.
fn runs_along((start, end): (Point, Point), from: Point, to: Point) -> bool {
    let seam = end - start;
    if seam.cross(from - start) != 0 || seam.cross(to - start) != 0 {
        return false;
    }
    let (a, b, length) = (seam.dot(from - start), seam.dot(to - start), seam.squared());
    a.min(b).max(0) < a.max(b).min(length) || (a == b && 0 < a && a < length)
}

fn doubled_area(outline: &[Point]) -> i64 {
    let origin = outline[0];
    outline.windows(2).map(|pair| (pair[0] - origin).cross(pair[1] - origin)).sum()
}

/// Whether two segments share a point.
pub(super) fn segments_meet(a: (Point, Point), b: (Point, Point)) -> bool {
    let side = |line: (Point, Point), point: Point| (line.1 - line.0).cross(point - line.0).signum();
    let (a0, a1, b0, b1) = (side(b, a.0), side(b, a.1), side(a, b.0), side(a, b.1));
    (a0 * a1 < 0 && b0 * b1 < 0)
        || (a0 == 0 && a.0.is_on(b.0, b.1))
        || (a1 == 0 && a.1.is_on(b.0, b.1))
        || (b0 == 0 && b.0.is_on(a.0, a.1))
        || (b1 == 0 && b.1.is_on(a.0, a.1))
}

/// The first two edges, by the corners before them, that meet where they should not.
fn first_crossing(outline: &[Point]) -> Option<(usize, usize)> {
    let count = outline.len();
    let edge = |i: usize| (outline[i % count], outline[(i + 1) % count]);
    let meets = |i: usize, j: usize| {
        let ((a, b), (c, d)) = (edge(i), edge(j));
        if b == c {
            // Neighbours share one corner; the second must not turn straight back.
            (b - a).cross(d - c) == 0 && (b - a).dot(d - c) <= 0
        } else if d == a {
            (d - c).cross(b - a) == 0 && (d - c).dot(b - a) <= 0
        } else {
            segments_meet((a, b), (c, d))
        }
    };
    (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j))).find(|&(i, j)| meets(i, j))
}

/// Cuts an anticlockwise outline into convex parts and the seams between them.
fn convex_parts(outline: &[Point]) -> (Vec<Vec<Point>>, Vec<(Point, Point)>) {
    let turn = |a: Point, b: Point, c: Point| (b - a).cross(c - b);
    let mut left: Vec<Point> = outline.to_vec();
    let (mut parts, mut seams) = (Vec::new(), Vec::new());
    let around = |left: &[Point], i: usize| {
        let count = left.len();
        (left[(i + count - 1) % count], left[i], left[(i + 1) % count])
    };
    loop {
        // Corners on a straight edge bound nothing.
        while let Some(flat) = (0..left.len()).find(|&i| {
            let (a, b, c) = around(&left, i);
            turn(a, b, c) == 0
        }) {
            left.remove(flat);
        }
        let is_convex = (0..left.len()).all(|i| {
            let (a, b, c) = around(&left, i);
            turn(a, b, c) > 0
        });
        let ear = (0..left.len()).find(|&i| {
            let (a, b, c) = around(&left, i);
            let is_inside = |point: &&Point| {
                ![a, b, c].contains(point)
                    && turn(a, b, **point) >= 0
                    && turn(b, c, **point) >= 0
                    && turn(c, a, **point) >= 0
            };
            turn(a, b, c) > 0 && !left.iter().any(|point| is_inside(&point))
        });
        match ear {
            // Every simple outline has an ear; the last part is whatever is convex.
            Some(ear) if !is_convex => {
                let (a, b, c) = around(&left, ear);
                parts.push(vec![a, b, c]);
                seams.push((a, c));
                left.remove(ear);
            }
            _ => {
                parts.push(left);
                return (parts, seams);
            }
        }
    }
}
