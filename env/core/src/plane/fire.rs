//! Fields of fire: arcs, ranges and the points of a target that count.

use super::place::Place;
use super::point::square;
use super::{Base, Heading, Point, Vector};

/// How far to each side of a facing something is in arc; the bounds belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arc {
    /// 45 degrees to each side.
    FortyFive,
    /// 90 degrees to each side.
    Ninety,
    /// All round.
    All,
}

impl Arc {
    /// Whether a way from the origin lies in the arc of a facing; the origin itself does.
    #[inline]
    pub fn has(self, facing: Heading, way: Vector) -> bool {
        self.has_exact(facing, [i64::from(way.x), i64::from(way.y)])
    }

    fn has_exact(self, facing: Heading, [x, y]: [i64; 2]) -> bool {
        let unit = facing.coarse_vector();
        let (unit_x, unit_y) = (i64::from(unit.x), i64::from(unit.y));
        let (ahead, aside) = (unit_x * x + unit_y * y, unit_x * y - unit_y * x);
        match self {
            Self::FortyFive => aside.abs() <= ahead,
            Self::Ninety => ahead >= 0,
            Self::All => true,
        }
    }

    /// The directions of the arc's two sides.
    fn sides(self, facing: Heading) -> [Vector; 2] {
        let (ahead, right) = (facing.coarse_vector(), facing.coarse_vector().right());
        match self {
            Self::FortyFive => [ahead - right, ahead + right],
            Self::Ninety | Self::All => [-right, right],
        }
    }
}

/// A field of fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fire {
    /// Where arc and range are measured from.
    pub from: Point,
    /// The middle of the arc.
    pub facing: Heading,
    /// How wide it is.
    pub arc: Arc,
    /// How far it reaches, in hundredths of an inch; the bound belongs to it.
    pub range: i32,
}

/// The points of a base that lie in a field of fire and are tested for sight: its corners,
/// its centre, its nearest point and its nearest point within the arc, as far as they are
/// in arc and range. The last two are rounded to whole points after that is decided.
#[derive(Clone, Copy, Debug)]
pub struct Aims {
    points: [Point; 7],
    count: usize,
}

impl Aims {
    /// The points, in no order that matters; some may coincide.
    pub fn points(&self) -> &[Point] {
        &self.points[..self.count]
    }

    fn add(&mut self, point: Point) {
        self.points[self.count] = point;
        self.count += 1;
    }
}

impl Fire {
    /// Whether a point lies in arc and range.
    #[inline]
    pub fn has(&self, point: Point) -> bool {
        self.from.is_within(point, self.range) && self.arc.has(self.facing, point - self.from)
    }

    /// Whether any part of a base lies in arc and range.
    pub fn reaches(&self, target: &Base) -> bool {
        self.may_reach(target)
            && (self.has(target.centre)
                || self.nearest(target).is_some()
                || self.nearest_in_arc(target).is_some())
    }

    /// The tested points of a base. None when it is not in arc and range at all.
    pub fn aims(&self, target: &Base) -> Aims {
        let mut aims = Aims { points: [Point::default(); 7], count: 0 };
        if !self.may_reach(target) {
            return aims;
        }
        for point in target.corners().into_iter().chain([target.centre]) {
            if self.has(point) {
                aims.add(point);
            }
        }
        if let Some(point) = self.nearest(target).or_else(|| self.nearest_in_arc(target)) {
            aims.add(point);
        }
        aims
    }

    /// Whether the circle about a base comes within range.
    fn may_reach(&self, target: &Base) -> bool {
        self.from.is_within(target.centre, self.range + target.size.radius())
    }

    /// The nearest point of a base, when it is in arc and range. Then it is the nearest
    /// within the arc, too.
    fn nearest(&self, target: &Base) -> Option<Point> {
        let Some(place) = target.nearest_place(self.from) else { return Some(self.from) };
        // The way to the exact place, times its edge's squared length.
        let way = place.origin + place.start - self.from;
        let exact = |way: i32, edge: i32| i64::from(way) * place.length + i64::from(edge) * place.along;
        let is_near = place.is_within(self.from, self.range)
            && self.arc.has_exact(self.facing, [exact(way.x, place.edge.x), exact(way.y, place.edge.y)]);
        is_near.then(|| place.point())
    }

    /// The nearest point of a base whose nearest point is out of arc, when it is within
    /// range: where a side of the arc enters the base first.
    fn nearest_in_arc(&self, target: &Base) -> Option<Point> {
        if self.arc == Arc::All {
            return None;
        }
        let mut nearest: Option<Point> = None;
        for side in self.arc.sides(self.facing) {
            for (start, end) in target.facing_edges(self.from) {
                let Some(place) = self.entry(side, start, end) else { continue };
                let point = place.seen_from(target.centre).point();
                let is_nearer = nearest.is_none_or(|other| {
                    point.squared_distance(self.from) < other.squared_distance(self.from)
                });
                if is_nearer {
                    nearest = Some(point);
                }
            }
        }
        nearest
    }

    /// Where a ray from the origin meets an edge, when it does so within range.
    fn entry(&self, ray: Vector, start: Point, end: Point) -> Option<Place> {
        let (edge, way) = (end - start, start - self.from);
        let (mut across, mut along, mut ahead) = (ray.cross(edge), way.cross(ray), way.cross(edge));
        if across < 0 {
            (across, along, ahead) = (-across, -along, -ahead);
        }
        if across == 0 || ahead < 0 || !(0..=across).contains(&along) {
            return None;
        }
        // |ray| * ahead / across <= range, squared; too wide for 64 bits.
        let wide = |value: i64| i128::from(value) * i128::from(value);
        let is_in_range =
            i128::from(ray.squared()) * wide(ahead) <= i128::from(square(self.range)) * wide(across);
        is_in_range.then_some(Place { origin: start, start: Vector::default(), edge, along, length: across })
    }
}
