//! The visibility graph: shortest ways for a base round what stops it.

use smallvec::SmallVec;

use super::{Area, Barrier, Base, Heading, Point, Road, Size, Sweep, Table};
use crate::path::{Cost, Search, Terrain, terrain};

/// How far waypoints keep from what they pass, in hundredths of an inch beyond half the
/// base's width: room for a heading rounded to a whole degree. A gap narrower than the base
/// and twice this is not used.
const ROOM: i32 = 12;

/// Points along a road where a way may join it are at most this far apart.
const ROAD_STEP: i32 = 600;

/// What a road adds to a move that stays on it, in hundredths of an inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// A move off the road.
    pub open: i32,
    /// A move on the road.
    pub road: i32,
}

/// What stops a base of one kind, and what speeds it up.
#[derive(Clone, Debug)]
pub struct Ground<'a> {
    /// The table.
    pub table: Table,
    /// The base's size.
    pub size: Size,
    /// Areas that the base may not overlap.
    pub areas: &'a [&'a Area],
    /// Lines that its centre may not pass but at their crossings.
    pub barriers: &'a [&'a Barrier],
    /// Roads that it may follow.
    pub roads: &'a [&'a Road],
    /// What the roads are worth to it.
    pub pace: Pace,
}

/// The visibility graph of a table's terrain for bases of one kind: built once, shared by
/// every battle there.
///
/// Its places are points round the corners of what stops the base, at crossings and along
/// roads; two of them are joined when the base, turned that way to the nearest heading, may
/// go straight from one to the other. Units are not part of it: they move every turn.
#[derive(Clone, Debug)]
pub struct Ways {
    table: Table,
    size: Size,
    areas: Vec<Area>,
    barriers: Vec<Barrier>,
    places: Vec<Point>,
    graph: Terrain<Cost>,
}

/// Distances to one goal from everywhere, in hundredths of an inch of open ground: what is
/// travelled by road counts for less, as its pace is faster.
#[derive(Clone, Debug)]
pub struct Distances {
    goal: Point,
    /// From each place; nothing where there is no way.
    costs: Vec<Option<Cost>>,
    /// The next place on the way; nothing where the goal itself is next.
    next: Vec<Option<u32>>,
}

/// How a way begins.
#[derive(Clone, Copy, Debug)]
struct Begin {
    /// The length of all of it.
    cost: Cost,
    /// A point beside the start, for a base that must back out first.
    beside: Option<Point>,
    /// The graph's place that comes next; nothing where the goal does.
    first: Option<u32>,
}

impl Ways {
    /// Builds the graph: O(n^2) straight moves for n places.
    pub fn new(ground: &Ground<'_>) -> Self {
        let mut ways = Self {
            table: ground.table,
            size: ground.size,
            areas: ground.areas.iter().map(|area| (*area).clone()).collect(),
            barriers: ground.barriers.iter().map(|barrier| (*barrier).clone()).collect(),
            places: Vec::new(),
            graph: Terrain::default(),
        };
        let mut places = Vec::new();
        let clearance = ground.size.width() / 2 + ROOM;
        for area in ground.areas {
            round_corners(area.outline(), clearance, &mut places);
        }
        for barrier in ground.barriers {
            round_ends(barrier, &mut places);
        }
        let by_road = ground.roads.iter().flat_map(|road| road_places(road)).collect::<Vec<_>>();
        places.extend(by_road.iter().flatten());
        places.retain(|place| ways.table.contains(*place));
        places.sort_unstable();
        places.dedup();
        ways.places = places;
        ways.graph = ways.join(&by_road, ground.pace);
        ways
    }

    /// The graph's places.
    pub fn places(&self) -> &[Point] {
        &self.places
    }

    /// Whether the base, turned to the nearest heading, may go straight from one point to
    /// another: wholly on the table, over no area, and its centre past no barrier.
    pub fn is_clear(&self, from: Point, to: Point) -> bool {
        let Some(heading) = Heading::nearest(to - from) else { return true };
        let base = Base::new(self.size, from, heading);
        let sweep = Sweep::new(&base, to);
        self.table.holds(&base)
            && self.table.holds(&sweep.end())
            && !self.barriers.iter().any(|barrier| barrier.stops(from, to))
            && !self.areas.iter().any(|area| area.overlaps_sweep(&sweep))
    }

    /// Distances to a goal, from every place of the graph. The goal should be where the base
    /// can face any way: it is approached straight from a place of the graph.
    pub fn distances(&self, goal: Point, search: &mut Search) -> Distances {
        let near: Vec<(u32, Cost)> = (0_u32..)
            .zip(&self.places)
            .filter(|(_, place)| self.is_clear(**place, goal))
            .map(|(i, place)| (i, cost(*place, goal)))
            .collect();
        search.run_from(&self.graph, &near, Cost::MAX, |_, _, step| Some(*step));
        let costs: Vec<_> = (0..self.places.len() as u32).map(|place| search.cost(place)).collect();
        let next = (0..self.places.len() as u32).map(|place| self.next(place, &near, &costs)).collect();
        Distances { goal, costs, next }
    }

    /// The next place on the shortest way: the goal when that is as short, otherwise the
    /// first of equals.
    fn next(&self, place: u32, near: &[(u32, Cost)], costs: &[Option<Cost>]) -> Option<u32> {
        use petgraph::visit::EdgeRef as _;
        let own = costs[place as usize]?;
        if near.contains(&(place, own)) {
            return None;
        }
        self.graph
            .edges(place)
            .find(|edge| costs[edge.target() as usize].is_some_and(|left| left + edge.weight() == own))
            .map(|edge| edge.target())
    }

    /// How the shortest way from a point to the goal begins; nothing when there is none.
    fn begin(&self, distances: &Distances, from: Point) -> Option<Begin> {
        self.first(distances, from).or_else(|| {
            // Nothing is in sight of a base hemmed in by what stops it: it may have to back
            // out before it can turn.
            let step = self.size.radius();
            let beside = (0..Heading::TURN)
                .step_by(15)
                .filter_map(Heading::new)
                .map(|heading| from.along(heading, step))
                .filter(|beside| self.is_clear(from, *beside));
            let ways = beside.filter_map(|beside| {
                let onward = self.first(distances, beside)?;
                Some(Begin { cost: onward.cost + cost(from, beside), beside: Some(beside), ..onward })
            });
            ways.min_by_key(|begin| begin.cost)
        })
    }

    /// The same for what is in sight. The shortest way is looked at first: seldom more than
    /// a few have to be.
    fn first(&self, distances: &Distances, from: Point) -> Option<Begin> {
        let mut ways: SmallVec<[(Cost, Option<u32>); 64]> = SmallVec::new();
        ways.push((cost(from, distances.goal), None));
        let places = (0_u32..).zip(&self.places).zip(&distances.costs);
        ways.extend(places.filter_map(|((i, place), left)| Some(((*left)? + cost(from, *place), Some(i)))));
        ways.sort_unstable();
        let place = |first: Option<u32>| first.map_or(distances.goal, |i| self.places[i as usize]);
        let (cost, first) = ways.into_iter().find(|(_, first)| self.is_clear(from, place(*first)))?;
        Some(Begin { cost, beside: None, first })
    }

    /// The distance from a point to the goal; nothing when there is no way.
    pub fn distance(&self, distances: &Distances, from: Point) -> Option<i32> {
        self.begin(distances, from).map(|begin| begin.cost as i32)
    }

    /// The points at which the shortest way from a point turns, the goal last; none when
    /// there is no way. Of ways equally long the one through the first places is taken.
    pub fn waypoints(&self, distances: &Distances, from: Point, out: &mut Vec<Point>) {
        out.clear();
        let Some(begin) = self.begin(distances, from) else { return };
        out.extend(begin.beside);
        let mut place = begin.first;
        while let Some(i) = place {
            out.push(self.places[i as usize]);
            place = distances.next[i as usize];
        }
        out.push(distances.goal);
    }

    /// Joins the places that see each other; neighbours on a road by the road as well.
    fn join(&self, by_road: &[Vec<Point>], pace: Pace) -> Terrain<Cost> {
        let mut steps = Vec::new();
        for (i, from) in (0_u32..).zip(&self.places) {
            for (j, to) in (0_u32..).zip(&self.places).skip(i as usize + 1) {
                if self.is_clear(*from, *to) {
                    let is_road = by_road.iter().any(|road| are_neighbours(road, *from, *to));
                    let cost = cost(*from, *to);
                    let cost =
                        if is_road { (cost * pace.open as Cost).div_ceil(pace.road as Cost) } else { cost };
                    steps.extend([(i, j, cost), (j, i, cost)]);
                }
            }
        }
        terrain(self.places.len(), steps)
    }
}

impl Distances {
    /// Where they lead.
    pub const fn goal(&self) -> Point {
        self.goal
    }
}

fn cost(from: Point, to: Point) -> Cost {
    from.distance(to) as Cost
}

fn are_neighbours(road: &[Point], a: Point, b: Point) -> bool {
    road.windows(2).any(|pair| pair == [a, b] || pair == [b, a])
}

/// Points along a road: its own, and some between where they lie far apart.
fn road_places(road: &Road) -> Vec<Vec<Point>> {
    let mut points = Vec::new();
    let mut mark = 0;
    for next in road.marks().iter().skip(1) {
        let count = (next - mark + ROAD_STEP - 1) / ROAD_STEP;
        points.extend((0..count).map(|i| road.at(mark + (next - mark) * i / count)));
        mark = *next;
    }
    points.push(road.at(road.length()));
    vec![points]
}

/// Points round the corners of an anticlockwise outline that turn outwards, such that ways
/// from one to the next keep the clearance.
fn round_corners(outline: &[Point], clearance: i32, places: &mut Vec<Point>) {
    let count = outline.len();
    for (i, &corner) in outline.iter().enumerate() {
        let (before, after) = (outline[(i + count - 1) % count], outline[(i + 1) % count]);
        let (arriving, leaving) = (corner - before, after - corner);
        let sides = [arriving, leaving].map(|edge| Heading::nearest(edge.right()));
        if let (true, [Some(start), Some(end)]) = (arriving.cross(leaving) > 0, sides) {
            round_corner(corner, [start, end], clearance, places);
        }
    }
}

/// Points round a corner, no leg between which turns by more than 60 degrees, from the
/// outward side of one edge to that of the next, clockwise from `end` to `start`.
fn round_corner(corner: Point, [start, end]: [Heading; 2], clearance: i32, places: &mut Vec<Point>) {
    let both = start.coarse_vector() + end.coarse_vector();
    let middle = Heading::nearest(both).unwrap_or(start.turned(-90));
    if start.apart(end) > 60 {
        round_corner(corner, [start, middle], clearance, places);
        round_corner(corner, [middle, end], clearance, places);
    } else {
        // The tangents on both sides meet this far out.
        let half = start.apart(middle).max(middle.apart(end));
        places.push(corner + middle.nearest_along(Heading::secant(clearance, half)));
    }
}

/// Points at a barrier's crossings, just beyond the ends of its pieces and round its bends.
fn round_ends(barrier: &Barrier, places: &mut Vec<Point>) {
    places.extend(barrier.crossings.iter().map(|crossing| crossing.at));
    for piece in &barrier.pieces {
        let ends = [(piece.from, piece.to, piece.is_from_open), (piece.to, piece.from, piece.is_to_open)];
        for (end, other, is_crossing) in ends {
            let Some(heading) = Heading::nearest(end - other) else { continue };
            let turns: &[i32] = if is_crossing { &[0] } else { &[-90, 0, 90] };
            places.extend(turns.iter().map(|turn| end + heading.turned(*turn).nearest_along(ROOM)));
        }
    }
}
