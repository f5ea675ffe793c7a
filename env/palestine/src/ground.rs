//! What lies on the table, and what it does to whoever is there. P-09 to P-15, P-43.

use sandtable_core::plane::{
    self, Area, Barrier, Base, Crossing, Pace, Point, Road, Size, Sweep, Table, Ways,
};

use crate::phases::{HALF_MOVE, ROAD_BONUS};
use crate::unit::Kind;

/// A hill, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hill {
    /// Its outline.
    pub area: Area,
    /// Parts of one hill have one number. RULING B12.
    pub number: u8,
}

/// Difficult ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difficult {
    /// Its outline.
    pub area: Area,
    /// Whether it is rocky, and covers. RULING R16.
    pub is_rocky: bool,
}

/// A wadi with its crossings. P-13.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wadi {
    /// The points along it.
    pub line: Vec<Point>,
    /// Where it can be crossed.
    pub crossings: Vec<Crossing>,
    /// What stops a path.
    pub barrier: Barrier,
}

/// Everything that lies on the table, none of which moves.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Its size.
    pub table: Table,
    /// Hills. P-14.
    pub hills: Vec<Hill>,
    /// Sections of towns. P-09, RULING B5.
    pub towns: Vec<Area>,
    /// Difficult ground. P-10.
    pub difficult: Vec<Difficult>,
    /// Trenches. P-11.
    pub trenches: Vec<Area>,
    /// Marshes and lakes. P-12.
    pub marshes: Vec<Area>,
    /// Wadis. P-13.
    pub wadis: Vec<Wadi>,
    /// Roads. P-15.
    pub roads: Vec<Road>,
    /// Barricades, as thin as a base can be. P-36, RULING B27.
    pub barricades: Vec<Base>,
    /// Names of areas in the order of hills, towns, difficult ground, trenches, marshes,
    /// wadis and roads; empty where they have none.
    pub names: Vec<String>,
}

/// The pieces of ground within reach of a place, a bit each: what a list of moves has to
/// look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near {
    towns: u32,
    difficult: u32,
    marshes: u32,
    wadis: u32,
    barricades: u32,
}

impl Near {
    /// Whether there is any section of a town.
    pub const fn has_towns(self) -> bool {
        self.towns != 0
    }

    /// The same with these sections alone.
    #[must_use]
    pub const fn towns_of(self, towns: u32) -> Self {
        Self { towns: self.towns & towns, ..self }
    }
}

/// The members of a list whose bits are set.
fn picked<T>(list: &[T], bits: u32) -> impl Iterator<Item = (u32, &T)> {
    let mut left = bits;
    std::iter::from_fn(move || {
        let i = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        list.get(i as usize).map(|item| (i, item))
    })
}

/// The bits of the members of a list for which something holds.
fn bits<T>(list: &[T], holds: impl Fn(&T) -> bool) -> u32 {
    (0..).zip(list).fold(0, |bits, (i, item)| bits | u32::from(holds(item)) << i)
}

/// How a unit goes over ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gait {
    /// Infantry and riders on foot: difficult ground is open to them. P-10.
    pub is_on_foot: bool,
    /// Tanks and armoured cars.
    pub is_vehicle: bool,
}

impl Ground {
    /// Whether a straight move crosses nothing that stops it: no marsh (P-12), no difficult
    /// ground but on foot (P-10), no wadi but at its crossings, for the path of the centre
    /// (P-13, RULING B13), no barricade for vehicles (P-36).
    pub fn lets_pass(&self, near: Near, sweep: &Sweep, path: (Point, Point), gait: Gait) -> bool {
        let closed = if gait.is_on_foot { 0 } else { near.difficult };
        let barricades = if gait.is_vehicle { near.barricades } else { 0 };
        let is_stopped = picked(&self.marshes, near.marshes).any(|(_, marsh)| crosses(sweep, marsh))
            || picked(&self.difficult, closed).any(|(_, ground)| crosses(sweep, &ground.area))
            || self.stops_path(near, path)
            || picked(&self.barricades, barricades).any(|(_, barricade)| sweep.overlaps(barricade));
        !is_stopped
    }

    /// Whether a wadi stops the path of a point. P-13.
    pub fn stops_path(&self, near: Near, (from, to): (Point, Point)) -> bool {
        picked(&self.wadis, near.wadis).any(|(_, wadi)| wadi.barrier.stops(from, to))
    }

    /// The pieces of ground that come within so far of a point.
    pub fn near(&self, at: Point, reach: i32) -> Near {
        let is_near = |area: &Area| {
            let (low, high) = area.bounds();
            is_boxed(at, reach, low, high)
        };
        let is_wadi_near = |wadi: &Wadi| {
            let along = |pick: fn(i32, i32) -> i32| {
                wadi.line.iter().copied().reduce(|a, b| Point::new(pick(a.x, b.x), pick(a.y, b.y)))
            };
            let (low, high) = (along(i32::min).unwrap_or(at), along(i32::max).unwrap_or(at));
            is_boxed(at, reach, low, high)
        };
        Near {
            towns: bits(&self.towns, is_near),
            difficult: bits(&self.difficult, |difficult| is_near(&difficult.area)),
            marshes: bits(&self.marshes, is_near),
            wadis: bits(&self.wadis, is_wadi_near),
            barricades: bits(&self.barricades, |b| at.is_within(b.centre(), reach + b.size().radius())),
        }
    }

    /// Whether a base may be where it is, units apart: wholly on the table (RULING B14), on
    /// no marsh, on no difficult ground but on foot, across no barricade for vehicles.
    pub fn bears(&self, near: Near, base: &Base, gait: Gait) -> bool {
        let barricades = if gait.is_vehicle { near.barricades } else { 0 };
        self.table.holds(base)
            && !picked(&self.marshes, near.marshes).any(|(_, marsh)| covers(base, marsh))
            && (gait.is_on_foot || !self.is_difficult(near, base))
            && !picked(&self.barricades, barricades).any(|(_, barricade)| barricade.overlaps(base))
    }

    /// The turning points of the ways round what stops a base as large as most units' are,
    /// at crossings and along roads. P-13.
    pub fn waypoints(&self) -> Vec<Point> {
        self.ways().places().to_vec()
    }

    /// The visibility graph for such a base, on foot or not.
    ///
    /// # Panics
    /// When the usual base has no size, which it has.
    pub fn ways(&self) -> Ways {
        let (width, depth) = Kind::Infantry.base();
        let areas: Vec<&Area> =
            self.marshes.iter().chain(self.difficult.iter().map(|difficult| &difficult.area)).collect();
        let barriers: Vec<&Barrier> = self.wadis.iter().map(|wadi| &wadi.barrier).collect();
        let roads: Vec<&Road> = self.roads.iter().collect();
        let pace = Pace { open: HALF_MOVE, road: HALF_MOVE + ROAD_BONUS };
        let size = Size::new(width, depth).expect("the usual base has a size");
        let table = self.table;
        Ways::new(&plane::Ground { table, size, areas: &areas, barriers: &barriers, roads: &roads, pace })
    }

    /// Whether nothing that could matter to a base at a point is within so far of it: the
    /// table's edge, marshes, difficult ground, towns, barricades.
    pub fn is_open(&self, near: Near, at: Point, radius: i32) -> bool {
        let is_far = |area: &Area| {
            let (low, high) = area.bounds();
            !is_boxed(at, radius, low, high)
        };
        let table = self.table;
        (radius..=table.width - radius).contains(&at.x)
            && (radius..=table.height - radius).contains(&at.y)
            && picked(&self.marshes, near.marshes).all(|(_, marsh)| is_far(marsh))
            && picked(&self.difficult, near.difficult).all(|(_, difficult)| is_far(&difficult.area))
            && picked(&self.towns, near.towns).all(|(_, town)| is_far(town))
            && picked(&self.barricades, near.barricades)
                .all(|(_, b)| !at.is_within(b.centre(), radius + b.size().radius()))
    }

    /// Whether any part of a base is on difficult ground. RULING B12.
    pub fn is_difficult(&self, near: Near, base: &Base) -> bool {
        picked(&self.difficult, near.difficult).any(|(_, ground)| covers(base, &ground.area))
    }

    /// The hills on which a point is, a bit each: parts of one hill share one. P-14.
    pub fn hills_at(&self, at: Point) -> u32 {
        let holds = self.hills.iter().filter(|hill| hill.area.contains(at));
        holds.fold(0, |bits, hill| bits | 1 << hill.number)
    }

    /// The sections of towns in which a point is, a bit each.
    pub fn towns_at(&self, at: Point) -> u32 {
        bits(&self.towns, |town| town.contains(at))
    }

    /// The sections of towns that a base overlaps, a bit each.
    pub fn towns_under(&self, near: Near, base: &Base) -> u32 {
        let under = picked(&self.towns, near.towns).filter(|(_, town)| covers(base, town));
        under.fold(0, |bits, (i, _)| bits | 1 << i)
    }

    /// Whether the ground of a straight move touches difficult ground. RULING R17.
    pub fn is_slow(&self, near: Near, sweep: &Sweep) -> bool {
        picked(&self.difficult, near.difficult).any(|(_, ground)| crosses(sweep, &ground.area))
    }

    /// Whether a point is in a trench. P-11.
    pub fn is_trench(&self, at: Point) -> bool {
        self.trenches.iter().any(|trench| trench.contains(at))
    }

    /// Whether a point is on rocky ground. RULING R16.
    pub fn is_rocky(&self, at: Point) -> bool {
        self.difficult.iter().any(|ground| ground.is_rocky && ground.area.contains(at))
    }

    /// Whether a point is on a road: within half its width. RULING B17.
    pub fn is_on_road(&self, at: Point) -> bool {
        self.roads.iter().any(|road| road.contains(at))
    }

    /// Whether ground blocks the sight between two points: hills and sections of towns do,
    /// except those given. P-21, RULING B7, RULING B20.
    pub fn blocks(&self, from: Point, to: Point, except_hills: u32, except_towns: u32) -> bool {
        let hill = |hill: &Hill| except_hills & 1 << hill.number == 0 && hill.area.blocks(from, to);
        self.hills.iter().any(hill)
            || (0..)
                .zip(&self.towns)
                .any(|(i, town): (u32, &Area)| except_towns & 1 << i == 0 && town.blocks(from, to))
    }
}

/// Whether the square of that half side about a point overlaps a box.
fn is_boxed(at: Point, reach: i32, low: Point, high: Point) -> bool {
    at.x + reach > low.x && at.x - reach < high.x && at.y + reach > low.y && at.y - reach < high.y
}

/// Whether a base overlaps an area: most are told apart by the boxes about them.
fn covers(base: &Base, area: &Area) -> bool {
    let (low, high) = area.bounds();
    is_boxed(base.centre(), base.size().radius(), low, high) && area.overlaps(base)
}

/// Whether a sweep overlaps an area, told likewise.
fn crosses(sweep: &Sweep, area: &Area) -> bool {
    let (low, high) = area.bounds();
    let (from, to) = (sweep.start().centre(), sweep.end().centre());
    let reach = sweep.start().size().radius();
    from.x.max(to.x) + reach > low.x
        && from.x.min(to.x) - reach < high.x
        && from.y.max(to.y) + reach > low.y
        && from.y.min(to.y) - reach < high.y
        && sweep.overlaps_area(area)
}
