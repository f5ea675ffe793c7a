//! The ground a base crosses when it moves straight.

use super::{Area, Base, Point, Vector};

/// A base moved straight from its place to another without turning: all the ground it
/// covers on the way, both ends included.
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    base: Base,
    way: Vector,
    solid: Solid,
}

impl Sweep {
    /// The sweep of a base to where its centre ends.
    #[inline]
    pub fn new(base: &Base, to: Point) -> Self {
        Self::of_way(base, to - base.centre)
    }

    /// The sweep of an advance along the base's heading, in hundredths of an inch.
    #[inline]
    pub fn advance(base: &Base, distance: i32) -> Self {
        Self::of_way(base, base.heading.along(distance))
    }

    #[inline]
    fn of_way(base: &Base, way: Vector) -> Self {
        let solid = Solid::of_base(base);
        let [ahead, aside, _] = solid.sides;
        let solid = Solid {
            centre: solid.centre + way,
            sides: [ahead, aside, way],
            reach: Vector::new(solid.reach.x + way.x.abs(), solid.reach.y + way.y.abs()),
        };
        Self { base: *base, way, solid }
    }

    /// The base where it starts.
    pub const fn start(&self) -> Base {
        self.base
    }

    /// The base where it ends.
    #[inline]
    pub fn end(&self) -> Base {
        self.base.at(self.base.centre + self.way)
    }

    /// Whether the sweep overlaps a base; touching is not overlapping.
    #[inline]
    pub fn overlaps(&self, other: &Base) -> bool {
        // Twice the way from the middle of the sweep to the other's centre.
        let middle = other.centre.doubled() - self.solid.centre;
        let near = 2 * other.size.radius();
        middle.x.abs() < self.solid.reach.x + near
            && middle.y.abs() < self.solid.reach.y + near
            && self.overlaps_near(other, middle)
    }

    fn overlaps_near(&self, other: &Base, middle: Vector) -> bool {
        let sides = [self.base.ahead, self.base.aside, other.ahead, other.aside];
        let is_apart = |axis: Vector| {
            let half: i64 = sides.iter().map(|side| axis.cross(*side).abs()).sum();
            axis.cross(middle).abs() >= 2 * half + axis.cross(self.way).abs()
        };
        // What lies beside the way is the likeliest; a way of no length has no side.
        (self.way == Vector::default() || !is_apart(self.way)) && !sides.into_iter().any(is_apart)
    }

    /// Whether the sweep overlaps an area; touching is not overlapping.
    #[inline]
    pub fn overlaps_area(&self, area: &Area) -> bool {
        area.overlaps_solid(&self.solid)
    }
}

/// A convex figure that is symmetric about its centre: all that lies within its sides,
/// added up, of the centre. Everything is doubled, so that halves are whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    /// Twice the centre.
    pub(super) centre: Point,
    /// Twice the ways from the centre that it extends, both ways, that of a move last; unused
    /// ones are zero.
    pub(super) sides: [Vector; 3],
    /// Twice half the box round it.
    pub(super) reach: Vector,
}

impl Solid {
    #[inline]
    pub(super) fn of_base(base: &Base) -> Self {
        Self {
            centre: base.centre.doubled(),
            sides: [base.ahead.doubled(), base.aside.doubled(), Vector::default()],
            reach: base.half_box().doubled(),
        }
    }

    pub(super) fn of_segment(from: Point, to: Point) -> Self {
        let way = to - from;
        Self {
            centre: Point::new(from.x + to.x, from.y + to.y),
            sides: [Vector::default(), Vector::default(), way],
            reach: Vector::new(way.x.abs(), way.y.abs()),
        }
    }

    /// How far it extends across an axis, times the axis' length.
    pub(super) fn half_across(&self, axis: Vector) -> i64 {
        self.sides.iter().map(|side| axis.cross(*side).abs()).sum()
    }

    /// Whether its inside, or a segment, shares no point with the inside of a convex part
    /// whose corners run anticlockwise.
    pub(super) fn is_clear_of(&self, part: &[Point]) -> bool {
        let [ahead, aside, way] = self.sides;
        // What lies beside the way is the likeliest.
        self.is_beside(way, part)
            || self.is_beyond_an_edge(part)
            || self.is_beside(ahead, part)
            || self.is_beside(aside, part)
    }

    /// Whether a part lies wholly on one side of it across one of its sides.
    fn is_beside(&self, side: Vector, part: &[Point]) -> bool {
        if side == Vector::default() {
            return false;
        }
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        for corner in part {
            let across = side.cross(corner.doubled() - self.centre);
            (low, high) = (low.min(across), high.max(across));
        }
        let half = self.half_across(side);
        low >= half || high <= -half
    }

    fn is_beyond_an_edge(&self, part: &[Point]) -> bool {
        let mut from = part[part.len() - 1];
        part.iter().any(|&to| {
            let edge = to - std::mem::replace(&mut from, to);
            edge.cross(self.centre - to.doubled()) + self.half_across(edge) <= 0
        })
    }
}
