//! How far a base may advance before it meets something.

use super::heading::ONE;
use super::{Area, Barrier, Base, Point, Sweep, Table, Vector};

/// The ground straight ahead of a base, up to a limit.
///
/// Each question answers with the greatest distance in hundredths of an inch, at most the
/// limit, up to which every shorter advance is free of the obstacle as well; nothing when
/// the base cannot even stand where it is. So the least of several answers is free of all
/// those obstacles. Where a base slides along an obstacle less than a hundredth of an inch
/// away, the rounding of its path may stop it.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    base: Base,
    limit: i32,
    unit: Vector,
    /// How far rounding may put the path beside the exact line, in each coordinate.
    slack: Vector,
}

impl Lane {
    /// The lane of a base along its heading, 0 to [`super::MOST`] long.
    pub fn new(base: &Base, limit: i32) -> Self {
        let unit = base.heading.vector();
        // Along an axis every distance is a whole point.
        let slack = |part: i32| i32::from(part != 0 && i64::from(part.abs()) != ONE);
        Self { base: *base, limit, unit, slack: Vector::new(slack(unit.x), slack(unit.y)) }
    }

    /// The base that advances.
    pub const fn base(&self) -> &Base {
        &self.base
    }

    /// How far it may advance before it overlaps another base.
    pub fn reach(&self, other: &Base) -> Option<i32> {
        let way = other.centre - self.base.centre;
        if self.misses(way, other.size.radius()) {
            return Some(self.limit);
        }
        let mut window = Window::default();
        for axis in [self.base.ahead, self.base.aside, other.ahead, other.aside] {
            let half = self.half_across(axis) + axis.cross(other.ahead).abs() + axis.cross(other.aside).abs();
            let (start, rate) = (axis.cross(way), axis.cross(self.unit));
            window.require(half - start, rate);
            window.require(half + start, -rate);
        }
        self.first_stop(window, |distance| Sweep::advance(&self.base, distance).overlaps(other))
    }

    /// Where the base comes into contact with another, when it does so within the limit:
    /// the distance up to which it does not overlap it, rounded down.
    pub fn contact(&self, other: &Base) -> Option<i32> {
        let longer = Self { limit: self.limit + 1, ..*self };
        longer.reach(other).filter(|&reach| reach <= self.limit)
    }

    /// How far it may advance before it overlaps an area.
    pub fn reach_area(&self, area: &Area) -> Option<i32> {
        let (low, high) = area.bounds();
        let half = self.base.half_box();
        let (from, to) = (self.base.centre, self.base.centre + self.base.heading.along(self.limit));
        if from.x.max(to.x) + half.x <= low.x
            || from.x.min(to.x) - half.x >= high.x
            || from.y.max(to.y) + half.y <= low.y
            || from.y.min(to.y) - half.y >= high.y
        {
            return Some(self.limit);
        }
        let stops = |distance| Sweep::advance(&self.base, distance).overlaps_area(area);
        let parts = area.parts().iter().map(|part| self.first_stop(self.window(part), stops));
        parts.min().unwrap_or(Some(self.limit))
    }

    /// How far it may advance before it leaves the table.
    pub fn reach_table(&self, table: Table) -> Option<i32> {
        if !table.holds(&self.base) {
            return None;
        }
        let half = self.base.half_box();
        let c = self.base.centre;
        let east = if self.unit.x > 0 { table.width - half.x - c.x } else { c.x - half.x };
        let north = if self.unit.y > 0 { table.height - half.y - c.y } else { c.y - half.y };
        // The last distance whose way, rounded down, is no longer than the room.
        let last = |room: i32, part: i32| {
            let part = i64::from(part.abs());
            if part == 0 { i64::from(self.limit) } else { ((i64::from(room) + 1) * ONE - 1) / part }
        };
        let reach = last(east, self.unit.x).min(last(north, self.unit.y)).min(i64::from(self.limit));
        Some(reach as i32)
    }

    /// How far its centre may advance before it touches a barrier.
    pub fn reach_barrier(&self, barrier: &Barrier) -> Option<i32> {
        self.barrier(barrier, Vector::default())
    }

    /// How far it may advance before the line from where its centre starts to the middle of
    /// its front edge touches a barrier.
    pub fn front_reach_barrier(&self, barrier: &Barrier) -> Option<i32> {
        self.barrier(barrier, self.base.ahead)
    }

    fn barrier(&self, barrier: &Barrier, beyond: Vector) -> Option<i32> {
        let from = self.base.centre;
        let end = |distance| from + self.base.heading.along(distance) + beyond;
        if !barrier.stops(from, end(self.limit)) && beyond == Vector::default() && self.is_upright() {
            return Some(self.limit);
        }
        let mut reach = Some(self.limit);
        for piece in &barrier.pieces {
            let window = self.point_window(piece.from, piece.to, beyond);
            reach = reach.min(self.first_stop(window, |distance| piece.stops(from, end(distance))));
        }
        reach
    }

    /// Whether the path runs along an axis, through whole points only.
    fn is_upright(&self) -> bool {
        self.slack == Vector::default()
    }

    /// Whether a circle of that radius lies beside, behind or beyond the lane.
    fn misses(&self, way: Vector, radius: i32) -> bool {
        let (own, radius) = (i64::from(self.base.size.radius()), i64::from(radius));
        let ahead = self.unit.dot(way) / ONE;
        let aside = self.unit.cross(way).abs() / ONE;
        // Two hundredths for the rounding of corners and two for that of the path.
        aside > radius + i64::from(self.base.size.width() / 2) + 4
            || ahead < -(radius + own) - 4
            || ahead > i64::from(self.limit) + radius + own + 4
    }

    /// How far the base extends across an axis, rounding of the path included.
    fn half_across(&self, axis: Vector) -> i64 {
        let corner = axis.cross(self.base.ahead).abs() + axis.cross(self.base.aside).abs();
        corner + self.slack_across(axis)
    }

    fn slack_across(&self, axis: Vector) -> i64 {
        i64::from(axis.x.abs()) * i64::from(self.slack.y) + i64::from(axis.y.abs()) * i64::from(self.slack.x)
    }

    /// When the exact line may put the base over a convex part.
    fn window(&self, part: &[Point]) -> Window {
        let mut window = Window::default();
        let centre = self.base.centre;
        let mut from = part[part.len() - 1];
        for &to in part {
            let edge = to - from;
            window.require(edge.cross(centre - from) + self.half_across(edge), edge.cross(self.unit));
            from = to;
        }
        for axis in [self.base.ahead, self.base.aside] {
            let across = part.iter().map(|corner| axis.cross(*corner - centre));
            let (low, high) =
                across.fold((i64::MAX, i64::MIN), |(low, high), at| (low.min(at), high.max(at)));
            let (half, rate) = (self.half_across(axis), axis.cross(self.unit));
            window.require(half - low, rate);
            window.require(half + high, -rate);
        }
        window
    }

    /// When the exact line may put a point, `beyond` ahead of the centre, on a segment.
    fn point_window(&self, start: Point, end: Point, beyond: Vector) -> Window {
        let mut window = Window::default();
        let (edge, across) = (end - start, (end - start).right());
        let way = self.base.centre - start;
        for (axis, far) in [(edge, 0), (across, across.cross(edge))] {
            // Everything the point may be beside the line, and one more for touching.
            let half = i64::from(axis.x.abs() + axis.y.abs()) * 2 + axis.cross(beyond).abs();
            let (at, rate) = (axis.cross(way), axis.cross(self.unit));
            window.require(at + half - far.min(0), rate);
            window.require(far.max(0) + half - at, -rate);
        }
        window
    }

    /// Walks from where the exact line first may meet the obstacle to where the rounded
    /// path does.
    fn first_stop(&self, window: Window, stops: impl Fn(i32) -> bool) -> Option<i32> {
        let limit = i64::from(self.limit);
        if window.enter >= window.leave || window.leave <= 0 || window.enter >= limit {
            return Some(self.limit);
        }
        let clear = window.enter.max(-1) as i32;
        let stop = (clear + 1..=self.limit).find(|&distance| stops(distance));
        match stop {
            None => Some(self.limit),
            Some(0) => None,
            Some(distance) => Some(distance - 1),
        }
    }
}

/// A stretch of the lane outside of which the exact line is free: `enter` is rounded down
/// and `leave` up.
#[derive(Clone, Copy, Debug)]
struct Window {
    enter: i64,
    leave: i64,
}

impl Default for Window {
    fn default() -> Self {
        Self { enter: i64::MIN, leave: i64::MAX }
    }
}

impl Window {
    /// Keeps the distances d where `start + d * rate / ONE` is positive.
    fn require(&mut self, start: i64, rate: i64) {
        if rate > 0 {
            self.enter = self.enter.max((-start * ONE).div_euclid(rate));
        } else if rate < 0 {
            self.leave = self.leave.min(-((-start * ONE).div_euclid(-rate)));
        } else if start <= 0 {
            self.leave = i64::MIN;
        }
    }
}
