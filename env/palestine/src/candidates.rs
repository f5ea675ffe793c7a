//! Which of the endlessly many destinations and facings are listed.
//!
//! A table without a grid has a point for every hundredth of an inch. The legal list offers
//! a bounded set of them; every other legal point is accepted all the same.
//!
//! # Destinations
//!
//! * The own place, and the fan: even directions, from north, by even distances up to the
//!   full move.
//! * Towards every enemy near enough to matter: up to an inch from it, and up to where it
//!   comes into the unit's own range; a full move towards the nearest.
//! * Away from every such enemy: just out of its range, and just out of its field of fire on
//!   either side.
//! * Cover: the middle of every trench, town and rocky ground that covers the unit, and the
//!   first place in it on the way there.
//! * Objectives, crossings and the waypoints of the shortest ways round what stops it:
//!   themselves where they are in reach, a full move towards objectives and crossings that
//!   are not.
//! * The middle of every road in reach. Moves along a road are listed by `phases::road`,
//!   contact with an enemy by `phases::charge`.
//!
//! # Facings
//!
//! Even facings, that of the advance, the one before, and one straight at every enemy that
//! is in range or nearly so.
//!
//! Scenarios made to be solved exactly list the fan alone: [`Candidates::points`] is false.

use sandtable_core::plane::{Heading, Point, Size, Vector};

use crate::action::Action;
use crate::phases::{APART, Around, Ends};
use crate::rules::Palestine;
use crate::setup::Candidates;
use crate::state::{Manner, March, State, Stop};
use crate::unit::{INCH, Kind, UnitId};

/// Enemies further than this beyond a unit's move do not shape its list.
const NOTICE: i32 = 24 * INCH;

/// Further than this beyond its range, no enemy is worth a facing.
const FACED: i32 = 3 * INCH;

/// From this length on, the rounding of a point along a heading leaves that heading the
/// nearest to the way there.
const STEADY: i32 = 2 * INCH;

/// A way shortened to a length, rounded towards its start: never longer.
fn scaled(way: Vector, length: i32) -> Vector {
    let whole = i64::from(way.length());
    if whole == 0 {
        return way;
    }
    let part = |along: i32| (i64::from(along) * i64::from(length) / whole) as i32;
    Vector::new(part(way.x), part(way.y))
}

impl Candidates {
    /// The even directions of a fan of so many.
    fn fan(count: u16) -> impl Iterator<Item = Heading> {
        (0..count).filter_map(move |i| Heading::new(i * (Heading::TURN / count)))
    }
}

/// Where the list of one unit's destinations is made.
struct List<'a> {
    rules: &'a Palestine,
    state: &'a State,
    around: &'a Around,
    ends: Ends,
    manner: Manner,
    from: Point,
    size: Size,
    allowance: i32,
    out: &'a mut Vec<Action>,
}

impl Palestine {
    /// The listed destinations of a unit that moves in this manner.
    pub(crate) fn destinations(&self, state: &State, id: UnitId, manner: Manner, out: &mut Vec<Action>) {
        let allowance = self.allowance(state, id, manner);
        let from = state.unit(id).at;
        let around = Around::new(self, state, id, from, allowance);
        let mut list = List {
            rules: self,
            state,
            around: &around,
            ends: self.ends(state, id, manner),
            manner,
            from,
            size: self.unit(id).size,
            allowance,
            out,
        };
        list.offer(from);
        list.fan();
        if self.candidates.points {
            list.enemies();
            list.cover();
            list.landmarks();
        }
        if out.is_empty() {
            out.push(Action::Hold);
        }
        out.sort_unstable();
        out.dedup();
    }

    /// Whether a unit may go to a point and end there facing some way.
    pub(crate) fn may_go(&self, state: &State, id: UnitId, manner: Manner, to: Point) -> bool {
        let around = Around::new(self, state, id, state.unit(id).at, self.allowance(state, id, manner));
        let march = March { unit: id, manner, stop: Stop::At(to) };
        self.may_advance(state, &around, march, to) && self.can_face_some_way(state, &around, march)
    }

    fn may_advance(&self, state: &State, around: &Around, march: March, to: Point) -> bool {
        let ends = self.ends(state, march.unit, march.manner);
        let allowance = self.allowance(state, march.unit, march.manner);
        to == state.unit(march.unit).at || self.advance(state, around, ends, allowance, to).is_some()
    }

    /// Whether any of all headings is legal at the end of a march.
    pub(crate) fn can_face_some_way(&self, state: &State, around: &Around, march: March) -> bool {
        self.can_face_listed(state, around, march)
            || Candidates::fan(Heading::TURN).any(|facing| self.may_face(state, around, march, facing))
    }

    /// Whether any of the listed headings is.
    fn can_face_listed(&self, state: &State, around: &Around, march: March) -> bool {
        let at = self.stop(march.stop);
        let is_move = at != state.unit(march.unit).at || march.manner != Manner::Move;
        let ends = self.ends(state, march.unit, march.manner);
        if is_move && self.is_open(around, ends, at) {
            return true;
        }
        self.is_room_at(around, march.unit, at)
            && self.each_facing(state, march, |facing| self.may_face(state, around, march, facing))
    }

    /// Whether no enemy is so near a point that no pivot could help.
    fn is_room_at(&self, around: &Around, id: UnitId, at: Point) -> bool {
        let size = self.unit(id).size;
        let inner = size.width().min(size.depth()) / 2 - 2;
        !around.enemies().iter().any(|(_, base)| base.is_within_of(at, APART + inner - 1))
    }

    /// Whether a unit may face any way at a point: nothing that could forbid it is near.
    fn is_open(&self, around: &Around, ends: Ends, at: Point) -> bool {
        let radius = self.unit(ends.id).size.radius();
        let is_far = |(_, base): &(UnitId, sandtable_core::plane::Base), apart: i32| {
            !at.is_within(base.centre(), radius + base.size().radius() + apart)
        };
        self.ground.is_open(around.near(), at, radius)
            && around.enemies().iter().all(|enemy| is_far(enemy, APART))
            && around.friends().iter().all(|friend| is_far(friend, 0))
            && around.train().is_none_or(|train| is_far(&(ends.id, *train), 0))
    }

    /// Offers the listed headings, the likeliest first, until `each` takes one; says whether
    /// it did.
    fn each_facing(&self, state: &State, march: March, mut each: impl FnMut(Heading) -> bool) -> bool {
        let now = state.unit(march.unit);
        let at = self.stop(march.stop);
        let advance = Heading::nearest(at - now.at);
        let seat = self.unit(march.unit).seat;
        let noticed = self.unit(march.unit).kind.range() + FACED;
        let is_facing_enemies = self.candidates.points || self.candidates.facings == 0;
        let at_enemies = self
            .enemies(state, seat)
            .filter(|&enemy| is_facing_enemies && at.is_within(state.unit(enemy).at, noticed))
            .filter_map(|enemy| Heading::nearest(state.unit(enemy).at - at));
        advance
            .into_iter()
            .chain([now.facing])
            .chain(at_enemies)
            .chain(Candidates::fan(self.candidates.facings).take(self.candidates.facings.into()))
            .any(&mut each)
    }

    /// The listed facings at the end of a march; all legal ones where none of them is.
    pub(crate) fn facings(&self, state: &State, march: March, out: &mut Vec<Action>) {
        let at = self.stop(march.stop);
        let around = Around::new(self, state, march.unit, at, 0);
        let ends = self.ends(state, march.unit, march.manner);
        let is_open = self.is_open(&around, ends, at);
        let is_move = at != state.unit(march.unit).at || march.manner != Manner::Move;
        self.each_facing(state, march, |facing| {
            if (is_open && is_move) || self.may_face(state, &around, march, facing) {
                out.push(Action::Face(facing));
            }
            false
        });
        if out.is_empty() {
            let all = Candidates::fan(Heading::TURN);
            out.extend(all.filter(|&f| self.may_face(state, &around, march, f)).map(Action::Face));
        }
        out.sort_unstable();
        out.dedup();
    }

    /// The most destinations that a list can have.
    pub(crate) fn most_destinations(&self) -> usize {
        let enemies = usize::from(self.first_units).max(self.units.len() - usize::from(self.first_units));
        let fan = usize::from(self.candidates.directions) * usize::from(self.candidates.distances);
        let covers = self.ground.towns.len() + self.ground.trenches.len() + self.ground.difficult.len();
        3 + fan
            + enemies * 5
            + covers * 2
            + self.landmarks.len()
            + self.terms.objectives.len()
            + self.ground.roads.len()
    }

    /// The most facings that a list can have.
    pub(crate) fn most_facings(&self) -> usize {
        Heading::TURN.into()
    }
}

impl List<'_> {
    /// Lists a point if the unit may end there.
    fn offer(&mut self, to: Point) {
        let march = March { unit: self.ends.id, manner: self.manner, stop: Stop::At(to) };
        let may_advance = to == self.from
            || self.rules.advance(self.state, self.around, self.ends, self.allowance, to).is_some();
        if may_advance && self.rules.can_face_listed(self.state, self.around, march) {
            self.out.push(Action::To(to));
        }
    }

    /// Lists the point so far along a way, if that is within the move.
    fn offer_along(&mut self, way: Vector, distance: i32) {
        if 0 < distance && distance <= self.allowance {
            self.offer(self.from + scaled(way, distance));
        }
    }

    fn fan(&mut self) {
        let Candidates { directions, distances, .. } = self.rules.candidates;
        let distances = i32::from(distances);
        for heading in Candidates::fan(directions) {
            for step in 1..=distances {
                let distance = self.allowance * step / distances;
                let to = self.from.along(heading, distance);
                if distance < STEADY {
                    self.offer(to);
                } else {
                    self.offer_on(heading, to);
                }
            }
        }
    }

    /// Lists a point whose heading is known.
    fn offer_on(&mut self, heading: Heading, to: Point) {
        let march = March { unit: self.ends.id, manner: self.manner, stop: Stop::At(to) };
        let passed = self.rules.advance_on(self.state, self.around, self.ends, heading, to);
        if passed.is_some() && self.rules.can_face_listed(self.state, self.around, march) {
            self.out.push(Action::To(to));
        }
    }

    fn enemies(&mut self) {
        let seat = self.rules.unit(self.ends.id).seat;
        let rules = self.rules;
        for enemy in rules.enemies(self.state, seat) {
            let at = self.state.unit(enemy).at;
            if self.from.is_within(at, self.allowance + NOTICE) {
                let there = rules.base(self.state, enemy);
                self.approach(&there);
                self.avoid(enemy, &there);
            }
        }
        if let Some(nearest) = rules.nearest_enemy(self.state, seat, self.from) {
            self.offer_along(self.state.unit(nearest).at - self.from, self.allowance);
        }
    }

    /// Towards an enemy: up to an inch from it, and into range.
    fn approach(&mut self, there: &sandtable_core::plane::Base) {
        let way = there.nearest(self.from) - self.from;
        let before = way.length() - self.size.depth() / 2;
        // Two hundredths more, for what rounding takes away.
        self.offer_along(way, before - APART - 2);
        self.offer_along(way, before - self.rules.unit(self.ends.id).kind.range() + 2);
    }

    /// Away from an enemy: out of its range, and out of its field of fire.
    fn avoid(&mut self, enemy: UnitId, there: &sandtable_core::plane::Base) {
        let eye = self.rules.eye(enemy, there);
        let (from, range) = (eye.fire.from, eye.fire.range);
        let clear = self.size.radius() + 2;
        let away = self.from - from;
        if away.length() > range + clear {
            return;
        }
        self.offer_along(away, range + clear - away.length());
        if eye.fire.arc != sandtable_core::plane::Arc::FortyFive {
            return;
        }
        for side in [-1, 1] {
            // Outwards across one side of its arc.
            let outward = eye.fire.facing.turned(side * 135).along(INCH * 10);
            let beyond = -outward.dot(away) / (10 * i64::from(INCH));
            self.offer_along(outward, clear + beyond as i32);
        }
    }

    fn cover(&mut self) {
        let rules = self.rules;
        let kind = rules.unit(self.ends.id).kind;
        let ground = &rules.ground;
        let is_foot = kind == Kind::Infantry;
        if !is_foot && !kind.rides() {
            return;
        }
        let rocks = ground.difficult.iter().filter(|difficult| difficult.is_rocky);
        let trenches = ground.trenches.iter().filter(|_| is_foot);
        for area in ground.towns.iter().chain(trenches).chain(rocks.map(|rocks| &rocks.area)) {
            self.enter(area);
        }
    }

    /// The middle of an area, and the first place in it on the way there.
    fn enter(&mut self, area: &sandtable_core::plane::Area) {
        let corners = area.outline();
        let sum = corners.iter().fold((0_i64, 0_i64), |(x, y), corner| {
            (x + i64::from(corner.x - self.from.x), y + i64::from(corner.y - self.from.y))
        });
        let count = corners.len() as i64;
        let way = Vector::new((sum.0 / count) as i32, (sum.1 / count) as i32);
        let length = way.length();
        self.offer_along(way, length);
        if area.contains(self.from) || length == 0 {
            return;
        }
        let (mut outside, mut inside) = (0, length);
        while inside - outside > 1 {
            let middle = i32::midpoint(outside, inside);
            if area.contains(self.from + scaled(way, middle)) { inside = middle } else { outside = middle }
        }
        self.offer_along(way, inside);
    }

    fn landmarks(&mut self) {
        let rules = self.rules;
        for &landmark in &rules.landmarks {
            if self.from.is_within(landmark, self.allowance) {
                self.offer(landmark);
            }
        }
        for objective in &rules.terms.objectives {
            self.offer_along(objective.at - self.from, self.allowance);
        }
        for road in &rules.ground.roads {
            if let Some(mark) = road.mark(self.from) {
                self.offer(road.at(mark));
            }
        }
    }
}
