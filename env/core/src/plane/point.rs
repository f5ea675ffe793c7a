//! Points, vectors and the table.

use std::ops::{Add, Neg, Sub};

use serde::{Deserialize, Serialize};

use super::{Base, Heading};

/// Hundredths in an inch: the unit of every length.
pub const INCH: i32 = 100;

/// No coordinate may lie further from the origin than this, in hundredths of an inch.
pub const MOST: i32 = 100 * INCH;

/// A place, in hundredths of an inch east and north of the table's south-west corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Point {
    /// East of the origin.
    pub x: i32,
    /// North of the origin.
    pub y: i32,
}

/// The way from one point to another, in hundredths of an inch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vector {
    /// To the east.
    pub x: i32,
    /// To the north.
    pub y: i32,
}

impl Point {
    /// A point from its coordinates, in hundredths of an inch.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The point that far along a heading, in hundredths of an inch (0 to [`MOST`]). What
    /// lies between whole points is rounded towards the start: never further than `distance`.
    #[must_use]
    #[inline]
    pub fn along(self, heading: Heading, distance: i32) -> Self {
        self + heading.along(distance)
    }

    /// The point that far towards another, or beyond it. What lies between whole points is
    /// rounded towards the start: never further than `distance`.
    #[must_use]
    pub fn towards(self, other: Self, distance: i32) -> Self {
        self + (other - self).of_length(distance)
    }

    /// The square of the distance between two points.
    #[inline]
    pub fn squared_distance(self, other: Self) -> i64 {
        (other - self).squared()
    }

    /// Whether two points lie at most `distance` apart.
    #[inline]
    pub fn is_within(self, other: Self, distance: i32) -> bool {
        self.squared_distance(other) <= square(distance)
    }

    /// The distance to another point, rounded up: a move of that length gets there.
    pub fn distance(self, other: Self) -> i32 {
        (other - self).length()
    }

    /// East and west exchanged on a table of this width.
    #[must_use]
    pub const fn mirror(self, width: i32) -> Self {
        Self { x: width - self.x, y: self.y }
    }

    pub(super) const fn doubled(self) -> Self {
        Self { x: 2 * self.x, y: 2 * self.y }
    }

    /// Whether the point lies on a segment, its ends included.
    pub(super) fn is_on(self, from: Self, to: Self) -> bool {
        (to - from).cross(self - from) == 0 && (from - self).dot(to - self) <= 0
    }
}

impl Vector {
    /// A vector from its parts, in hundredths of an inch.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Positive when `other` points to the left of this vector, zero when along its line.
    #[inline]
    pub const fn cross(self, other: Self) -> i64 {
        self.x as i64 * other.y as i64 - self.y as i64 * other.x as i64
    }

    /// Positive when `other` points ahead.
    #[inline]
    pub const fn dot(self, other: Self) -> i64 {
        self.x as i64 * other.x as i64 + self.y as i64 * other.y as i64
    }

    /// The square of the length.
    #[inline]
    pub const fn squared(self) -> i64 {
        self.dot(self)
    }

    /// The length, rounded up.
    pub fn length(self) -> i32 {
        let squared = self.squared().unsigned_abs();
        // Roots of narrower numbers are found sooner, and no way on a table needs more.
        match u32::try_from(squared) {
            Ok(squared) => {
                let root = squared.isqrt();
                (root + u32::from(root * root < squared)) as i32
            }
            Err(_) => rounded_up_root(squared) as i32,
        }
    }

    /// The way of so many hundredths of an inch in the same direction, rounded towards zero:
    /// never longer than `distance`. No way has no direction, and stays as it is.
    #[must_use]
    pub fn of_length(self, distance: i32) -> Self {
        // The length on a scale of 2^16.
        match rounded_up_root(self.squared().unsigned_abs() << 32) {
            0 => self,
            length => self.part(i64::from(distance) << 16, length as i64),
        }
    }

    /// A quarter turn to the right.
    #[must_use]
    pub const fn right(self) -> Self {
        Self { x: self.y, y: -self.x }
    }

    /// East and west exchanged.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self { x: -self.x, y: self.y }
    }

    /// The part `numerator / denominator` of the vector, rounded towards zero.
    #[must_use]
    pub(super) const fn part(self, numerator: i64, denominator: i64) -> Self {
        Self {
            x: (self.x as i64 * numerator / denominator) as i32,
            y: (self.y as i64 * numerator / denominator) as i32,
        }
    }

    /// The same, rounded to the nearest whole vector, halves away from zero.
    #[must_use]
    pub(super) const fn nearest_part(self, numerator: i64, denominator: i64) -> Self {
        Self {
            x: round(self.x as i64 * numerator, denominator),
            y: round(self.y as i64 * numerator, denominator),
        }
    }

    pub(super) const fn doubled(self) -> Self {
        self.times(2)
    }

    #[must_use]
    #[inline]
    pub(super) const fn times(self, factor: i32) -> Self {
        Self { x: factor * self.x, y: factor * self.y }
    }
}

fn rounded_up_root(squared: u64) -> u64 {
    let root = squared.isqrt();
    root + u64::from(root * root < squared)
}

/// A fraction rounded to the nearest whole number, halves away from zero.
pub(super) const fn round(value: i64, denominator: i64) -> i32 {
    ((value + value.signum() * (denominator / 2)) / denominator) as i32
}

pub(super) const fn square(length: i32) -> i64 {
    length as i64 * length as i64
}

impl Sub for Point {
    type Output = Vector;
    #[inline]
    fn sub(self, from: Self) -> Vector {
        Vector { x: self.x - from.x, y: self.y - from.y }
    }
}

impl Add<Vector> for Point {
    type Output = Self;
    #[inline]
    fn add(self, way: Vector) -> Self {
        Self { x: self.x + way.x, y: self.y + way.y }
    }
}

impl Sub<Vector> for Point {
    type Output = Self;
    #[inline]
    fn sub(self, way: Vector) -> Self {
        self + -way
    }
}

impl Add for Vector {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Vector {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Vector {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }
}

/// The size of a table, in hundredths of an inch, its south-west corner at the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// From west to east.
    pub width: i32,
    /// From south to north.
    pub height: i32,
}

impl Table {
    /// Whether a point lies on the table, its edges included.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        0 <= point.x && point.x <= self.width && 0 <= point.y && point.y <= self.height
    }

    /// Whether a base lies wholly on the table; it may touch the edge.
    #[inline]
    pub fn holds(self, base: &Base) -> bool {
        let reach = base.half_box();
        let c = base.centre;
        reach.x <= c.x && c.x <= self.width - reach.x && reach.y <= c.y && c.y <= self.height - reach.y
    }
}
