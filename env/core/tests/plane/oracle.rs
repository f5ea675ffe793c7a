//! Geometry in exact fractions, written for plainness: no box, no axis, no shortcut.

use sandtable_core::plane::{Point, Vector};

pub(crate) fn cross(a: Vector, b: Vector) -> i128 {
    i128::from(a.x) * i128::from(b.y) - i128::from(a.y) * i128::from(b.x)
}

pub(crate) fn dot(a: Vector, b: Vector) -> i128 {
    i128::from(a.x) * i128::from(b.x) + i128::from(a.y) * i128::from(b.y)
}

/// A point with fractional coordinates: x / over, y / over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fine {
    pub(crate) x: i128,
    pub(crate) y: i128,
    /// Positive.
    pub(crate) over: i128,
}

impl Fine {
    pub(crate) fn whole(point: Point) -> Self {
        Self { x: point.x.into(), y: point.y.into(), over: 1 }
    }

    /// The point `part / over` of the way along a segment.
    pub(crate) fn between(from: Point, to: Point, part: i128, over: i128) -> Self {
        let (part, over) = if over < 0 { (-part, -over) } else { (part, over) };
        let way = to - from;
        Self {
            x: i128::from(from.x) * over + i128::from(way.x) * part,
            y: i128::from(from.y) * over + i128::from(way.y) * part,
            over,
        }
    }

    /// The side of a line on which the point lies: positive to the left.
    fn side(self, from: Point, to: Point) -> i128 {
        let way = to - from;
        i128::from(way.x) * (self.y - i128::from(from.y) * self.over)
            - i128::from(way.y) * (self.x - i128::from(from.x) * self.over)
    }

    fn is_on(self, from: Point, to: Point) -> bool {
        let between = |value: i128, a: i32, b: i32| {
            i128::from(a.min(b)) * self.over <= value && value <= i128::from(a.max(b)) * self.over
        };
        self.side(from, to) == 0 && between(self.x, from.x, to.x) && between(self.y, from.y, to.y)
    }

    /// The square of the distance to a point, compared with a distance.
    pub(crate) fn compare(self, point: Point, distance: i32) -> std::cmp::Ordering {
        let x = self.x - i128::from(point.x) * self.over;
        let y = self.y - i128::from(point.y) * self.over;
        let bound = i128::from(distance) * self.over;
        (x * x + y * y).cmp(&(bound * bound))
    }

    /// Which of two points lies nearer to a third.
    pub(crate) fn nearer(self, other: Self, point: Point) -> std::cmp::Ordering {
        let squared = |fine: Self| {
            let x = fine.x - i128::from(point.x) * fine.over;
            let y = fine.y - i128::from(point.y) * fine.over;
            x * x + y * y
        };
        (squared(self) * other.over * other.over).cmp(&(squared(other) * self.over * self.over))
    }

    /// Whether a point is this one, rounded.
    pub(crate) fn rounds_to(self, point: Point) -> bool {
        let near = |value: i128, whole: i32| (2 * (value - i128::from(whole) * self.over)).abs() <= self.over;
        near(self.x, point.x) && near(self.y, point.y)
    }
}

pub(crate) fn edges(outline: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    (0..outline.len()).map(|i| (outline[i], outline[(i + 1) % outline.len()]))
}

/// 1 inside an outline, 0 on it, -1 outside: by the turns that the outline makes round the
/// point.
pub(crate) fn place(outline: &[Point], point: Fine) -> i32 {
    let mut turns = 0;
    for (from, to) in edges(outline) {
        if point.is_on(from, to) {
            return 0;
        }
        let below = |corner: Point| i128::from(corner.y) * point.over <= point.y;
        match (below(from), below(to)) {
            (true, false) if point.side(from, to) > 0 => turns += 1,
            (false, true) if point.side(from, to) < 0 => turns -= 1,
            _ => {}
        }
    }
    if turns == 0 { -1 } else { 1 }
}

/// Whether a segment passes through the inside of an outline: it is cut wherever it meets
/// an edge, and the middle of each part is looked at.
pub(crate) fn crosses(outline: &[Point], from: Point, to: Point) -> bool {
    if from == to {
        return place(outline, Fine::whole(from)) > 0;
    }
    let way = to - from;
    let mut cuts = vec![(0, 1), (1, 1)];
    for (start, end) in edges(outline) {
        let edge = end - start;
        let over = cross(way, edge);
        if over != 0 {
            let part = cross(start - from, edge);
            cuts.push(if over < 0 { (-part, -over) } else { (part, over) });
        } else if cross(way, start - from) == 0 {
            cuts.push((dot(way, start - from), dot(way, way)));
            cuts.push((dot(way, end - from), dot(way, way)));
        }
    }
    cuts.retain(|&(part, over)| 0 <= part && part <= over);
    cuts.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
    cuts.windows(2).any(|pair| {
        let ((a, b), (c, d)) = (pair[0], pair[1]);
        a * d != c * b && place(outline, Fine::between(from, to, a * d + c * b, 2 * b * d)) > 0
    })
}

/// Whether two outlines share ground, the first of them convex.
pub(crate) fn overlap(convex: &[Point], other: &[Point]) -> bool {
    edges(convex).any(|(from, to)| crosses(other, from, to))
        || edges(other).any(|(from, to)| crosses(convex, from, to))
        || place(other, inside(convex)) > 0
}

/// A point inside a convex outline.
fn inside(convex: &[Point]) -> Fine {
    let (a, b) = (convex[0], convex[1]);
    let c = convex[2..].iter().find(|c| cross(b - a, **c - b) != 0).unwrap();
    let sum = |f: fn(&Point) -> i32| [a, b, *c].iter().map(|point| i128::from(f(point))).sum();
    Fine { x: sum(|point| point.x), y: sum(|point| point.y), over: 3 }
}

/// The convex outline round some points, anticlockwise.
pub(crate) fn hull(points: &[Point]) -> Vec<Point> {
    let mut points = points.to_vec();
    points.sort_unstable();
    points.dedup();
    let half = |points: &mut dyn Iterator<Item = &Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for &point in points {
            while chain.len() > 1
                && cross(chain[chain.len() - 1] - chain[chain.len() - 2], point - chain[chain.len() - 1]) <= 0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut lower = half(&mut points.iter());
    lower.extend(half(&mut points.iter().rev()));
    lower
}

/// Where a segment comes nearest to a point.
pub(crate) fn nearest_on(point: Point, from: Point, to: Point) -> Fine {
    let way = to - from;
    let (part, over) = (dot(way, point - from), dot(way, way));
    if over == 0 { Fine::whole(from) } else { Fine::between(from, to, part.clamp(0, over), over) }
}

/// Whether a point lies within a distance of an outline or inside it.
pub(crate) fn is_point_within(outline: &[Point], point: Point, distance: i32) -> bool {
    comes(outline, point, |place| place.compare(point, distance).is_le())
}

/// Whether a point lies inside an outline or a place on an edge nearest to it will do.
fn comes(outline: &[Point], point: Point, will_do: impl Fn(Fine) -> bool) -> bool {
    place(outline, Fine::whole(point)) >= 0
        || edges(outline).any(|(from, to)| will_do(nearest_on(point, from, to)))
}

/// Whether two convex outlines come within a distance of each other.
pub(crate) fn are_within(a: &[Point], b: &[Point], distance: i32) -> bool {
    overlap(a, b)
        || a.iter().any(|corner| is_point_within(b, *corner, distance))
        || b.iter().any(|corner| is_point_within(a, *corner, distance))
}

/// Whether two convex outlines come nearer to each other than a distance.
pub(crate) fn are_nearer(a: &[Point], b: &[Point], distance: i32) -> bool {
    let is_nearer = |outline: &[Point], point: &Point| {
        comes(outline, *point, |place| place.compare(*point, distance).is_lt())
    };
    overlap(a, b)
        || a.iter().any(|corner| is_nearer(b, corner))
        || b.iter().any(|corner| is_nearer(a, corner))
}

/// Pi in units of 2^-60.
const PI: i128 = 3_622_009_729_038_561_421;

/// The sine of whole degrees, 0 to 90, in units of 2^-60, by its series.
pub(crate) fn sine(degrees: u16) -> i128 {
    let angle = PI * i128::from(degrees) / 180;
    let (mut sum, mut term) = (0, angle);
    for n in (1..60).step_by(2) {
        sum += term;
        term = -((((term * angle) >> 60) * angle) >> 60) / ((n + 1) * (n + 2));
    }
    sum
}
