//! The ground a base crosses when it moves straight.

use super::base::is_segment_within;
use super::{Area, Base, Point, Vector};

/// A base moved straight from its place to another without turning: all the ground it
/// covers on the way, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sweep {
    base: Base,
    way: Vector,
}

impl Sweep {
    /// The sweep of a base to where its centre ends.
    pub fn new(base: &Base, to: Point) -> Self {
        Self { base: *base, way: to - base.centre }
    }

    /// The sweep of an advance along the base's heading, in hundredths of an inch.
    pub fn advance(base: &Base, distance: i32) -> Self {
        Self { base: *base, way: base.heading.along(distance) }
    }

    /// The base where it starts.
    pub const fn start(&self) -> Base {
        self.base
    }

    /// The base where it ends.
    pub fn end(&self) -> Base {
        self.base.at(self.base.centre + self.way)
    }

    /// Whether the sweep overlaps a base; touching is not overlapping.
    pub fn overlaps(&self, other: &Base) -> bool {
        let (from, to) = (self.base.centre, self.base.centre + self.way);
        let near = self.base.size.radius() + other.size.radius();
        if !is_segment_within(other.centre, from, to, near) {
            return false;
        }
        // Twice the way from the middle of the sweep to the other's centre, so that half
        // the sweep's own way is whole.
        let middle = (other.centre - from).doubled() - self.way;
        let sides = [self.base.ahead, self.base.aside, other.ahead, other.aside];
        let is_apart = |axis: Vector| {
            let half: i64 = sides.iter().map(|side| axis.cross(*side).abs()).sum();
            axis.cross(middle).abs() >= 2 * half + axis.cross(self.way).abs()
        };
        !sides.into_iter().any(is_apart) && (self.way == Vector::default() || !is_apart(self.way))
    }

    /// Whether the sweep overlaps an area; touching is not overlapping.
    pub fn overlaps_area(&self, area: &Area) -> bool {
        area.overlaps_solid(&self.solid())
    }

    pub(super) fn solid(&self) -> Solid {
        let solid = Solid::of_base(&self.base);
        let [ahead, aside, _] = solid.sides;
        Solid {
            centre: solid.centre + self.way,
            sides: [ahead, aside, self.way],
            reach: Vector::new(solid.reach.x + self.way.x.abs(), solid.reach.y + self.way.y.abs()),
        }
    }
}

/// A convex figure that is symmetric about its centre: all that lies within its sides,
/// added up, of the centre. Everything is doubled, so that halves are whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    /// Twice the centre.
    pub(super) centre: Point,
    /// Twice the ways from the centre that it extends, both ways; unused ones are zero.
    pub(super) sides: [Vector; 3],
    /// Twice half the box round it.
    pub(super) reach: Vector,
}

impl Solid {
    pub(super) fn of_base(base: &Base) -> Self {
        Self {
            centre: Point::new(2 * base.centre.x, 2 * base.centre.y),
            sides: [base.ahead.doubled(), base.aside.doubled(), Vector::default()],
            reach: base.half_box().doubled(),
        }
    }

    pub(super) fn of_segment(from: Point, to: Point) -> Self {
        let way = to - from;
        Self {
            centre: Point::new(from.x + to.x, from.y + to.y),
            sides: [way, Vector::default(), Vector::default()],
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
        let doubled = |corner: Point| Point::new(2 * corner.x, 2 * corner.y);
        let mut from = part[part.len() - 1];
        for &to in part {
            let edge = to - from;
            if edge.cross(self.centre - doubled(from)) + self.half_across(edge) <= 0 {
                return true;
            }
            from = to;
        }
        self.sides.iter().filter(|side| **side != Vector::default()).any(|&side| {
            let across = |corner: &Point| side.cross(doubled(*corner) - self.centre);
            let half = self.half_across(side);
            part.iter().all(|corner| across(corner) >= half)
                || part.iter().all(|corner| across(corner) <= -half)
        })
    }
}
