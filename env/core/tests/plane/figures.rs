//! Figures for the other tests, and the ways to turn and mirror them.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use sandtable_core::plane::{Base, Heading, Point, Size};

/// The same cases every time.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Default::default() }
}

/// A coordinate: often a multiple of a base's half sides, so that edges meet.
pub(crate) fn coordinate() -> impl Strategy<Value = i32> {
    prop_oneof![(-6..=6).prop_map(|n| n * 100), (-40..=40).prop_map(|n| n * 10), -700..=700]
}

pub(crate) fn point() -> impl Strategy<Value = Point> {
    (coordinate(), coordinate()).prop_map(|(x, y)| Point::new(x, y))
}

/// A heading: often along an axis or a diagonal.
pub(crate) fn heading() -> impl Strategy<Value = Heading> {
    prop_oneof![(0_u16..8).prop_map(|n| n * 45), 0_u16..360].prop_map(|n| Heading::new(n).unwrap())
}

pub(crate) fn size() -> impl Strategy<Value = Size> {
    let side = prop_oneof![Just(200), Just(300), Just(400), (1..=300).prop_map(|half| 2 * half)];
    (side.clone(), side).prop_map(|(width, depth)| Size::new(width, depth).unwrap())
}

pub(crate) fn base() -> impl Strategy<Value = Base> {
    (size(), point(), heading()).prop_map(|(size, centre, heading)| Base::new(size, centre, heading))
}

/// One of the eight ways to turn and mirror a table onto itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symmetry {
    quarters: i32,
    is_mirrored: bool,
}

pub(crate) fn symmetry() -> impl Strategy<Value = Symmetry> {
    (0..4, any::<bool>()).prop_map(|(quarters, is_mirrored)| Symmetry { quarters, is_mirrored })
}

impl Symmetry {
    pub(crate) fn point(self, point: Point) -> Point {
        let point = if self.is_mirrored { point.mirror(0) } else { point };
        (0..self.quarters).fold(point, |point, _| Point::new(point.y, -point.x))
    }

    pub(crate) fn heading(self, heading: Heading) -> Heading {
        let heading = if self.is_mirrored { heading.mirror() } else { heading };
        heading.turned(90 * self.quarters)
    }

    pub(crate) fn base(self, base: &Base) -> Base {
        Base::new(base.size(), self.point(base.centre()), self.heading(base.heading()))
    }

    pub(crate) fn points(self, points: &[Point]) -> Vec<Point> {
        points.iter().map(|point| self.point(*point)).collect()
    }
}
