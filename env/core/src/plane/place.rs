//! Places on edges, exact where they lie between whole points.

use super::point::{Point, Vector, round, square};

/// A place on an edge: `along / length` of the way from its start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The point relative to which it is rounded.
    pub(super) origin: Point,
    /// From there to the edge's start.
    pub(super) start: Vector,
    pub(super) edge: Vector,
    pub(super) along: i64,
    /// The square of the edge's length, or another whole.
    pub(super) length: i64,
}

impl Place {
    /// The place of a segment nearest to a point, rounded relative to the segment's start.
    pub(super) fn nearest(point: Point, from: Point, to: Point) -> Self {
        let edge = to - from;
        let length = edge.squared();
        let along = edge.dot(point - from).clamp(0, length);
        Self { origin: from, start: Vector::default(), edge, along, length }
    }

    /// The same place, rounded relative to another point: halves go away from it, however
    /// the figure is turned or mirrored.
    pub(super) fn seen_from(self, origin: Point) -> Self {
        Self { origin, start: self.origin + self.start - origin, ..self }
    }

    /// Whether it lies between the ends of its edge.
    pub(super) fn is_within_edge(self) -> bool {
        0 < self.along && self.along < self.length
    }

    /// The nearest whole point.
    pub(super) fn point(self) -> Point {
        if self.length == 0 {
            return self.origin + self.start;
        }
        let part = |start: i32, edge: i32| {
            round(i64::from(start) * self.length + i64::from(edge) * self.along, self.length)
        };
        self.origin + Vector::new(part(self.start.x, self.edge.x), part(self.start.y, self.edge.y))
    }

    /// Whether a point whose nearest place this is lies at most `distance` away.
    pub(super) fn is_within(self, point: Point, distance: i32) -> bool {
        self.is_apart(point, distance, |squared, bound| squared <= bound)
    }

    /// Whether the square of the distance to such a point compares so with that of `distance`.
    pub(super) fn is_apart(self, point: Point, distance: i32, compares: impl Fn(i64, i64) -> bool) -> bool {
        if self.is_within_edge() {
            let aside = self.edge.cross(point - (self.origin + self.start));
            compares(aside * aside, square(distance) * self.length)
        } else {
            compares(self.point().squared_distance(point), square(distance))
        }
    }
}

/// Whether a point lies at most `distance` from a segment.
pub(super) fn is_segment_within(point: Point, from: Point, to: Point, distance: i32) -> bool {
    Place::nearest(point, from, to).is_within(point, distance)
}
