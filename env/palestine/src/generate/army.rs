//! Generated armies and where they stand.

use rand::{Rng, RngExt as _};
use sandtable_core::Seat;
use sandtable_core::plane::{Area, Base, Heading, Point, Size};

use super::{SIDE, place, quarters, twin, unplaced};
use crate::setup::{Degrees, MapSetup, Side, Sorties, ThrownSorties, UnitSetup};
use crate::unit::{INCH, Kind};

/// What an army is called, and how likely each type is in it: infantry, infantry with
/// machine guns, cavalry, Camel Corps, Camel Corps with machine guns, artillery, tank,
/// armoured car.
const THEMES: [(&str, [u32; 8]); 6] = [
    ("infantry brigade", [8, 2, 1, 0, 0, 3, 0, 0]),
    ("mounted brigade", [1, 1, 8, 1, 1, 2, 0, 1]),
    ("camel brigade", [1, 1, 1, 6, 2, 2, 0, 1]),
    ("garrison", [6, 3, 1, 0, 0, 4, 0, 0]),
    ("raiding column", [2, 1, 4, 4, 1, 1, 0, 3]),
    ("assault column", [6, 2, 1, 0, 0, 2, 3, 2]),
];

/// The types of [`THEMES`], each with what a battle thinks it worth.
const TYPES: [(Kind, bool, i32); 8] = [
    (Kind::Infantry, false, 4),
    (Kind::Infantry, true, 6),
    (Kind::Cavalry, false, 4),
    (Kind::CamelCorps, false, 4),
    (Kind::CamelCorps, true, 5),
    (Kind::Artillery, false, 5),
    (Kind::Tank, false, 5),
    (Kind::ArmouredCar, false, 4),
];

/// The greatest difference in worth between the armies.
const EVEN: i32 = 1;

/// Draws of a second army, and of a unit's place.
const TRIES: usize = 60;

/// An army: its theme, and the places in [`TYPES`] of its units.
#[derive(Clone, Debug)]
struct Army {
    name: &'static str,
    units: Vec<usize>,
    hits: Vec<u8>,
}

impl Army {
    fn worth(&self) -> i32 {
        self.units.iter().map(|&unit| TYPES[unit].2).sum()
    }
}

fn army<G: Rng>(rng: &mut G, count: usize) -> Army {
    let (name, shares) = THEMES[rng.random_range(0..THEMES.len())];
    let total: u32 = shares.iter().sum();
    let mut units: Vec<usize> = Vec::new();
    while units.len() < count {
        let mut ticket = rng.random_range(0..total);
        let kind = shares.iter().position(|&share| {
            let is_drawn = ticket < share;
            ticket = ticket.saturating_sub(share);
            is_drawn
        });
        let kind = kind.unwrap_or(0);
        let is_vehicle = TYPES[kind].0.is_vehicle();
        if !is_vehicle || !units.contains(&kind) {
            units.push(kind);
        }
    }
    units.sort_unstable();
    Army { name, hits: vec![0; count], units }
}

/// Both sides in their places, or nothing where there is no room.
pub(super) fn sides<G: Rng>(rng: &mut G, map: &MapSetup) -> Option<[Side; 2]> {
    let count = rng.random_range(6..=10);
    let mut first = army(rng, count);
    let is_alike = rng.random_ratio(1, 3);
    let mut second = if is_alike { first.clone() } else { even(rng, &first)? };
    if rng.random_ratio(1, 4) {
        wear(rng, &mut first, &mut second, is_alike);
    }
    let sorties = rng.random_ratio(1, 4).then(|| match rng.random_range(0..=3) {
        0 => Sorties::Thrown(ThrownSorties::Throw),
        count => Sorties::Agreed(count),
    });
    let southern = deploy(rng, map, &first)?;
    let northern = if is_alike { southern.clone() } else { deploy(rng, map, &second)? };
    Some([
        written("Southern", &first, sorties, &southern, Seat::First),
        written("Northern", &second, sorties, &northern, Seat::Second),
    ])
}

/// Another army of much the same worth.
fn even<G: Rng>(rng: &mut G, other: &Army) -> Option<Army> {
    (0..TRIES).find_map(|_| {
        let count = (other.units.len() + rng.random_range(0..=2)).saturating_sub(1).clamp(6, 10);
        let army = army(rng, count);
        ((army.worth() - other.worth()).abs() <= EVEN).then_some(army)
    })
}

/// Hits before the battle: each army has the same sum of them.
fn wear<G: Rng>(rng: &mut G, first: &mut Army, second: &mut Army, is_alike: bool) {
    let sum = rng.random_range(4..=3 * first.units.len());
    let mut spread = |army: &mut Army| {
        for _ in 0..sum {
            let unit = rng.random_range(0..army.hits.len());
            // A unit that has its share already passes it to the next that has not.
            let count = army.hits.len();
            let free = (0..count).map(|i| (unit + i) % count).find(|&i| army.hits[i] < 8);
            army.hits[free.unwrap_or(unit)] += 1;
        }
    };
    spread(first);
    if is_alike {
        second.hits.clone_from(&first.hits);
    } else {
        spread(second);
    }
}

/// A place for every unit of an army whose base line is the southern one, facing north.
fn deploy<G: Rng>(rng: &mut G, map: &MapSetup, army: &Army) -> Option<Vec<(i32, i32)>> {
    let ground = Closed::new(map);
    let mut bases: Vec<(Base, Kind)> = Vec::new();
    for &unit in &army.units {
        let kind = TYPES[unit].0;
        let (width, depth) = kind.base();
        let size = Size::new(width, depth)?;
        let base = (0..TRIES).find_map(|_| {
            let at = (quarters(rng, 250, SIDE - 250), quarters(rng, 150, 900));
            let base = Base::new(size, Point::new(at.0, at.1), Heading::NORTH);
            let is_free = !bases.iter().any(|(other, _)| other.is_within(&base, INCH / 4));
            (is_free && ground.is_open(&base)).then_some(base)
        })?;
        bases.push((base, kind));
    }
    Some(bases.iter().map(|(base, _)| (base.centre().x, base.centre().y)).collect())
}

/// Ground on which nobody is deployed: towns could be full, and difficult ground and
/// marshes are closed to most.
struct Closed(Vec<Area>);

impl Closed {
    fn new(map: &MapSetup) -> Self {
        let areas = map.town.iter().chain(&map.difficult).chain(&map.marsh);
        let read = areas.filter_map(|setup| {
            let corners: Vec<Point> =
                setup.outline.get_ref().iter().map(|[x, y]| Point::new(x.0, y.0)).collect();
            Area::new(&corners).ok()
        });
        Self(read.collect())
    }

    fn is_open(&self, base: &Base) -> bool {
        !self.0.iter().any(|area| area.overlaps(base))
    }
}

fn written(whence: &str, army: &Army, sorties: Option<Sorties>, places: &[(i32, i32)], seat: Seat) -> Side {
    let units = army.units.iter().zip(&army.hits).zip(places).map(|((&unit, &hits), &at)| {
        let (kind, has_machine_guns, _) = TYPES[unit];
        let (at, facing) = match seat {
            Seat::First => (at, Heading::NORTH),
            Seat::Second => (twin(at), Heading::SOUTH),
        };
        UnitSetup {
            kind,
            name: None,
            machine_guns: unplaced(has_machine_guns),
            mounted: None,
            hits: unplaced(hits),
            base: None,
            at: unplaced(place(at)),
            facing: unplaced(Degrees(facing)),
        }
    });
    Side {
        name: unplaced(format!("{whence} {}", army.name)),
        sorties: sorties.map(unplaced),
        unit: units.collect(),
    }
}
