//! Roads and rails: lines to travel along.

use super::place::{Place, is_segment_within};
use super::{Base, Heading, Point};

/// A line of straight stretches with a width, measured along its middle from one end.
///
/// Lengths of stretches are rounded up, so that no move along it gets further than it pays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Road {
    points: Vec<Point>,
    /// How far along each point lies, in hundredths of an inch.
    marks: Vec<i32>,
    half_width: i32,
}

/// A straight part of a move along a road.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// Where the centre starts.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// The nearest heading to the road's direction there.
    pub heading: Heading,
}

impl Road {
    /// A road along two or more points, none of which repeats the one before; its width in
    /// hundredths of an inch.
    pub fn new(points: &[Point], width: i32) -> Option<Self> {
        if points.len() < 2 || width < 0 || points.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        let lengths = points.windows(2).map(|pair| pair[0].distance(pair[1]));
        let mut marks = vec![0];
        for (mark, length) in lengths.enumerate() {
            marks.push(marks[mark] + length);
        }
        Some(Self { points: points.to_vec(), marks, half_width: width / 2 })
    }

    /// The points of its middle line.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// From side to side, in hundredths of an inch.
    pub const fn width(&self) -> i32 {
        2 * self.half_width
    }

    /// How far along each of its points lies, in hundredths of an inch.
    pub(super) fn marks(&self) -> &[i32] {
        &self.marks
    }

    /// Its length along the middle line, in hundredths of an inch.
    pub fn length(&self) -> i32 {
        self.marks[self.marks.len() - 1]
    }

    /// The same road with east and west exchanged on a table of this width.
    #[must_use]
    pub fn mirror(&self, width: i32) -> Self {
        Self { points: self.points.iter().map(|point| point.mirror(width)).collect(), ..self.clone() }
    }

    /// Whether a point lies within half the road's width of its middle line.
    pub fn contains(&self, point: Point) -> bool {
        self.stretches().any(|(from, to, _)| is_segment_within(point, from, to, self.half_width))
    }

    /// Whether the whole of a straight path lies on one stretch of the road.
    pub fn carries(&self, from: Point, to: Point) -> bool {
        let holds = |point, (start, end)| is_segment_within(point, start, end, self.half_width);
        self.stretches().any(|(start, end, _)| holds(from, (start, end)) && holds(to, (start, end)))
    }

    /// How far along the road the place nearest to a point on it lies; nothing for a point
    /// that is not on the road. Of places equally near, the first.
    pub fn mark(&self, point: Point) -> Option<i32> {
        let nearest = self
            .stretches()
            .filter(|&(from, to, _)| is_segment_within(point, from, to, self.half_width))
            .map(|(from, to, mark)| {
                let place = Place::nearest(point, from, to).point();
                (place.squared_distance(point), mark + place.distance(from).min(from.distance(to)))
            });
        nearest.min().map(|(_, mark)| mark)
    }

    /// The point so far along the middle line, rounded towards the stretch's beginning.
    /// Distances beyond the road count as its ends.
    pub fn at(&self, mark: i32) -> Point {
        let (i, along) = self.stretch(mark);
        let (from, to) = (self.points[i], self.points[i + 1]);
        from + (to - from).part(i64::from(along), i64::from(self.marks[i + 1] - self.marks[i]))
    }

    /// The nearest heading to the road's direction there, towards its far end.
    pub fn heading(&self, mark: i32) -> Heading {
        let (i, _) = self.stretch(mark);
        Heading::nearest(self.points[i + 1] - self.points[i]).unwrap_or_default()
    }

    /// The legs of a move from a point on the road to a place along it: to the middle line
    /// first, unless it is there but for rounding, then along it. None where the point is
    /// not on the road.
    pub fn legs(&self, from: Point, to: i32) -> impl Iterator<Item = Leg> {
        let start = self.mark(from);
        start.into_iter().flat_map(move |start| self.legs_between(from, start, to))
    }

    fn legs_between(&self, from: Point, start: i32, to: i32) -> impl Iterator<Item = Leg> {
        let is_onward = to >= start;
        let turned = move |heading: Heading| if is_onward { heading } else { heading.back() };
        let (low, high) = (start.min(to), start.max(to));
        let count = self.points.len();
        // The points between, in the order of travel.
        let between = (0..count)
            .map(move |i| if is_onward { i } else { count - 1 - i })
            .filter(move |&i| low < self.marks[i] && self.marks[i] < high)
            .map(|i| self.marks[i]);
        let joining = Leg { from, to: self.at(start), heading: turned(self.heading(start)) };
        let is_joined = from.squared_distance(joining.to) <= 2;
        let (mut here, mut mark) = (if is_joined { from } else { joining.to }, start);
        let along = between.chain((to != start).then_some(to)).map(move |next| {
            let leg = Leg { from: here, to: self.at(next), heading: turned(self.heading(mark.min(next))) };
            (here, mark) = (leg.to, next);
            leg
        });
        (!is_joined).then_some(joining).into_iter().chain(along)
    }

    /// What a move from a point on the road to a place along it takes, in hundredths of an
    /// inch: its legs' lengths, each rounded up. Nothing where the point is not on the road.
    pub fn distance(&self, from: Point, to: i32) -> Option<i32> {
        let start = self.mark(from)?;
        Some(self.legs_between(from, start, to).map(|leg| leg.from.distance(leg.to)).sum())
    }

    /// How far towards a place along the road a move of that many hundredths of an inch
    /// gets. Nothing where the point is not on the road or its middle is too far away.
    pub fn furthest(&self, from: Point, towards: i32, allowance: i32) -> Option<i32> {
        let start = self.mark(from)?;
        // Rounding may make it some hundredths longer or shorter than the marks say.
        let left = (allowance - self.distance(from, start)?).max(0) + self.marks.len() as i32 + 2;
        let way = (towards.clamp(0, self.length()) - start).clamp(-left, left);
        let mut shorter = (0..=way.abs()).rev().map(|length| start + way.signum() * length);
        shorter.find(|&mark| self.distance(from, mark).is_some_and(|distance| distance <= allowance))
    }

    /// The stretch of the road at a place along it, and how far along that stretch.
    fn stretch(&self, mark: i32) -> (usize, i32) {
        let mark = mark.clamp(0, self.length());
        let i = self.marks.partition_point(|&start| start <= mark).clamp(1, self.marks.len() - 1) - 1;
        (i, mark - self.marks[i])
    }

    fn stretches(&self) -> impl Iterator<Item = (Point, Point, i32)> {
        self.points.windows(2).zip(&self.marks).map(|(pair, &mark)| (pair[0], pair[1], mark))
    }
}

impl Leg {
    /// The base where a move along this leg puts it.
    pub fn base(&self, base: &Base) -> Base {
        Base::new(base.size, self.to, self.heading)
    }
}
