//! Bases: the rectangles that units cover.

use super::place::Place;
use super::point::{Point, Vector, square};
use super::{Heading, INCH};

/// The size of a base: half its sides, in hundredths of an inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    half_width: i32,
    half_depth: i32,
    /// No corner is further from the centre, under any heading.
    radius: i32,
}

impl Size {
    /// The longest side a base may have, in hundredths of an inch.
    pub const MOST: i32 = 12 * INCH;

    /// A size from its sides in hundredths of an inch: both even, 2 to [`Self::MOST`].
    pub fn new(width: i32, depth: i32) -> Option<Self> {
        let is_side = |side: i32| side % 2 == 0 && (2..=Self::MOST).contains(&side);
        if !is_side(width) || !is_side(depth) {
            return None;
        }
        let (half_width, half_depth) = (width / 2, depth / 2);
        // A corner's coordinates are within one of the rectangle's.
        let radius = Vector::new(half_width, half_depth).length() + 2;
        Some(Self { half_width, half_depth, radius })
    }

    /// From side to side, in hundredths of an inch.
    pub const fn width(self) -> i32 {
        2 * self.half_width
    }

    /// From front to rear, in hundredths of an inch.
    pub const fn depth(self) -> i32 {
        2 * self.half_depth
    }

    /// No part of a base of this size is further from its centre, in hundredths of an inch.
    pub const fn radius(self) -> i32 {
        self.radius
    }
}

/// The ground a unit covers: a rectangle about its centre, facing a heading.
///
/// Its corners are the centre plus and minus two whole vectors, to the middle of the front
/// edge and to the middle of the right edge, each coordinate of which is rounded to the
/// nearest hundredth of an inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Base {
    pub(super) centre: Point,
    pub(super) heading: Heading,
    pub(super) size: Size,
    /// From the centre to the middle of the front edge.
    pub(super) ahead: Vector,
    /// From the centre to the middle of the right edge.
    pub(super) aside: Vector,
}

impl Base {
    /// A base of that size about a centre.
    pub fn new(size: Size, centre: Point, heading: Heading) -> Self {
        let ahead = heading.nearest_along(size.half_depth);
        let aside = heading.nearest_along(size.half_width).right();
        Self { centre, heading, size, ahead, aside }
    }

    /// The point about which it pivots.
    pub const fn centre(&self) -> Point {
        self.centre
    }

    /// Where it faces.
    pub const fn heading(&self) -> Heading {
        self.heading
    }

    /// How large it is.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The middle of its front edge.
    #[inline]
    pub fn front(&self) -> Point {
        self.centre + self.ahead
    }

    /// The corners, anticlockwise: front right, front left, rear left, rear right.
    pub fn corners(&self) -> [Point; 4] {
        let (front, rear) = (self.centre + self.ahead, self.centre - self.ahead);
        [front + self.aside, front - self.aside, rear - self.aside, rear + self.aside]
    }

    /// The same base pivoted about its centre.
    #[must_use]
    pub fn pivoted(&self, heading: Heading) -> Self {
        Self::new(self.size, self.centre, heading)
    }

    /// The same base elsewhere, facing the same way.
    #[must_use]
    #[inline]
    pub const fn at(&self, centre: Point) -> Self {
        Self { centre, ..*self }
    }

    /// The base after a straight advance along its heading, in hundredths of an inch.
    #[must_use]
    #[inline]
    pub fn advanced(&self, distance: i32) -> Self {
        self.at(self.centre.along(self.heading, distance))
    }

    /// Half the size of the upright box round the base.
    #[inline]
    pub(super) fn half_box(&self) -> Vector {
        Vector::new(self.ahead.x.abs() + self.aside.x.abs(), self.ahead.y.abs() + self.aside.y.abs())
    }

    /// A quarter of the ground it covers, in square hundredths of an inch.
    fn area(&self) -> i64 {
        self.aside.cross(self.ahead)
    }

    /// Whether a point lies on the base, its edges included.
    pub fn contains(&self, point: Point) -> bool {
        let (way, area) = (point - self.centre, self.area());
        self.ahead.cross(way).abs() <= area && self.aside.cross(way).abs() <= area
    }

    /// Whether two bases overlap; touching is not overlapping.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.is_near(other, 0) && self.gaps(other).into_iter().all(|gap| gap < 0)
    }

    /// Whether two bases touch without overlapping.
    pub fn touches(&self, other: &Self) -> bool {
        self.is_within(other, 0) && !self.overlaps(other)
    }

    /// Whether any part of one base lies at most `distance` from any part of another;
    /// bases that touch or overlap are within any distance.
    #[inline]
    pub fn is_within(&self, other: &Self, distance: i32) -> bool {
        self.is_near(other, distance) && self.is_apart(other, distance, |squared, bound| squared <= bound)
    }

    /// Whether any part of one base lies less than `distance` (1 or more) from any part of
    /// another.
    #[inline]
    pub fn is_nearer(&self, other: &Self, distance: i32) -> bool {
        self.is_near(other, distance) && self.is_apart(other, distance, |squared, bound| squared < bound)
    }

    /// Whether the square of the distance between two bases compares so with that of
    /// `distance`, or the bases touch or overlap.
    fn is_apart(&self, other: &Self, distance: i32, compares: impl Fn(i64, i64) -> bool + Copy) -> bool {
        let bound = square(distance);
        let axes = [self.ahead, self.aside, other.ahead, other.aside];
        let gaps = self.gaps(other);
        for (axis, gap) in axes.into_iter().zip(gaps) {
            if gap > 0 && !compares(gap * gap, bound * axis.squared()) {
                return false;
            }
        }
        let [ahead, aside, others_ahead, others_aside] = gaps;
        let comes = |base: &Self, corner: Point| {
            base.nearest_place(corner).is_none_or(|place| place.is_apart(corner, distance, compares))
        };
        gaps.into_iter().all(|gap| gap <= 0)
            // What is straight before an edge is as far away as the gap there says.
            || (ahead > 0 && self.has_before(self.ahead, self.aside, other))
            || (aside > 0 && self.has_before(self.aside, self.ahead, other))
            || (others_ahead > 0 && other.has_before(other.ahead, other.aside, self))
            || (others_aside > 0 && other.has_before(other.aside, other.ahead, self))
            || self.corners().into_iter().any(|corner| comes(other, corner))
            || other.corners().into_iter().any(|corner| comes(self, corner))
    }

    /// Whether the point of another base nearest to the line of an edge along `edge`, on that
    /// side of `out` on which the other lies, is straight before the edge itself.
    fn has_before(&self, edge: Vector, out: Vector, other: &Self) -> bool {
        let side = |way: Vector| edge.cross(way).signum() as i32;
        let beyond = side(other.centre - self.centre);
        let nearest = other.centre
            - other.ahead.times(beyond * side(other.ahead))
            - other.aside.times(beyond * side(other.aside));
        let middle = self.centre + out.times(beyond * side(out));
        edge.dot(nearest - middle).abs() <= edge.squared()
    }

    /// Whether any part of the base lies at most `distance` from a point.
    #[inline]
    pub fn is_within_of(&self, point: Point, distance: i32) -> bool {
        self.centre.is_within(point, distance + self.size.radius)
            && self.nearest_place(point).is_none_or(|place| place.is_within(point, distance))
    }

    /// The point of the base nearest to a point, rounded to a whole point.
    pub fn nearest(&self, point: Point) -> Point {
        self.nearest_place(point).map_or(point, Place::point)
    }

    /// Whether the segment between two points crosses the inside of the base; running along
    /// an edge or through a corner is not crossing.
    #[inline]
    pub fn blocks(&self, from: Point, to: Point) -> bool {
        let (way, sight) = (from - self.centre, to - from);
        let area = 2 * self.area();
        // Twice the way to the middle of the segment, whose half is half of `sight`.
        let middle = way.doubled() + sight;
        let misses = |axis: Vector, half: i64| axis.cross(middle).abs() >= half + axis.cross(sight).abs();
        let is_beside =
            sight.cross(middle).abs() >= 2 * (sight.cross(self.ahead).abs() + sight.cross(self.aside).abs());
        !misses(self.ahead, area) && !misses(self.aside, area) && (!is_beside || sight == Vector::default())
    }

    /// The edges whose outer side faces a point, at most two; none for a point of the base.
    pub(super) fn facing_edges(&self, point: Point) -> impl Iterator<Item = (Point, Point)> {
        let (way, area) = (point - self.centre, self.area());
        let edge =
            |toward: Vector, along: Vector| (self.centre + toward - along, self.centre + toward + along);
        let facing = |beyond: i64, toward: Vector, along: Vector| match beyond {
            _ if beyond > area => Some(edge(toward, along)),
            _ if beyond < -area => Some(edge(-toward, along)),
            _ => None,
        };
        let beside = facing(way.cross(self.ahead), self.aside, self.ahead);
        let before = facing(self.aside.cross(way), self.ahead, self.aside);
        beside.into_iter().chain(before)
    }

    /// The exact nearest place of the base to a point that does not lie on it.
    pub(super) fn nearest_place(&self, point: Point) -> Option<Place> {
        let mut nearest: Option<(i64, Place)> = None;
        for (start, end) in self.facing_edges(point) {
            let place = Place::nearest(point, start, end).seen_from(self.centre);
            // What is nearest within one edge that faces the point is nearest of all.
            if place.is_within_edge() {
                return Some(place);
            }
            let distance = place.point().squared_distance(point);
            if nearest.is_none_or(|(least, _)| distance < least) {
                nearest = Some((distance, place));
            }
        }
        nearest.map(|(_, place)| place)
    }

    /// Whether the circles about the bases come within `distance`.
    #[inline]
    fn is_near(&self, other: &Self, distance: i32) -> bool {
        self.centre.is_within(other.centre, self.size.radius + other.size.radius + distance)
    }

    /// The gaps between two bases across the directions of their edges (ahead and aside of
    /// this one, ahead and aside of the other), each times the direction's length; negative
    /// where they share ground.
    fn gaps(&self, other: &Self) -> [i64; 4] {
        let way = other.centre - self.centre;
        let (own, theirs) = (self.area(), other.area());
        let (ahead, aside) = (self.ahead.cross(other.ahead).abs(), self.aside.cross(other.aside).abs());
        let (left, right) = (self.ahead.cross(other.aside).abs(), self.aside.cross(other.ahead).abs());
        [
            self.ahead.cross(way).abs() - own - ahead - left,
            self.aside.cross(way).abs() - own - right - aside,
            other.ahead.cross(way).abs() - theirs - ahead - right,
            other.aside.cross(way).abs() - theirs - left - aside,
        ]
    }
}
