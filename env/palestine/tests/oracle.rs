//! An independent reading of what may be moved where: the accepted points against
//! coordinates worked out here, slowly and in floating point, wherever they are not too
//! near to the bound to tell.

#![allow(
    clippy::many_single_char_names,
    clippy::unwrap_used,
    reason = "coordinates have short names, and in tests a panic is the report"
)]

use rand::RngExt as _;
use sandtable_core::conformance::{Play, play};
use sandtable_core::plane::{Base, Heading, Point};
use sandtable_core::{GameSeed, Record, Ruleset as _, Scenario, Seat, scenario};
use sandtable_palestine::state::{Activation, Manner, Phase};
use sandtable_palestine::{Action, Kind, Palestine, State, UnitId};

type P = (f64, f64);

/// How near to a bound, in hundredths of an inch, the oracle does not decide: corners are
/// rounded to whole points, and headings to whole degrees.
const BLUR: f64 = 4.0;

fn at(point: Point) -> P {
    (f64::from(point.x), f64::from(point.y))
}

/// A rectangle about a centre, `ahead` a unit vector.
fn rectangle(centre: P, ahead: P, half_width: f64, half_depth: f64) -> [P; 4] {
    let aside = (ahead.1, -ahead.0);
    [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)].map(|(d, w)| {
        (
            centre.0 + d * half_depth * ahead.0 + w * half_width * aside.0,
            centre.1 + d * half_depth * ahead.1 + w * half_width * aside.1,
        )
    })
}

fn unit_vector(heading: Heading) -> P {
    let (sine, cosine) = f64::from(heading.degrees()).to_radians().sin_cos();
    (sine, cosine)
}

/// The gap between two convex outlines: negative where they overlap by so much along the
/// axis of least overlap.
fn gap(a: &[P], b: &[P]) -> f64 {
    let mut gap = f64::NEG_INFINITY;
    for outline in [a, b] {
        for i in 0..outline.len() {
            let (p, q) = (outline[i], outline[(i + 1) % outline.len()]);
            let (dx, dy) = (q.0 - p.0, q.1 - p.1);
            let length = dx.hypot(dy);
            if length < 1e-9 {
                continue;
            }
            let normal = (dy / length, -dx / length);
            let across = |points: &[P]| {
                let values = points.iter().map(|point| point.0 * normal.0 + point.1 * normal.1);
                values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
            };
            let ((al, ah), (bl, bh)) = (across(a), across(b));
            gap = gap.max(bl - ah).max(al - bh);
        }
    }
    gap
}

/// The distance between two convex outlines that do not overlap.
fn distance(a: &[P], b: &[P]) -> f64 {
    let one_way = |a: &[P], b: &[P]| {
        let mut least = f64::INFINITY;
        for &(x, y) in a {
            for i in 0..b.len() {
                let (p, q) = (b[i], b[(i + 1) % b.len()]);
                let (dx, dy) = (q.0 - p.0, q.1 - p.1);
                let t = (((x - p.0) * dx + (y - p.1) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
                least = least.min((x - p.0 - t * dx).hypot(y - p.1 - t * dy));
            }
        }
        least
    };
    one_way(a, b).min(one_way(b, a))
}

/// The corners of a base at the start and the end of a straight way: its hull holds all
/// the ground between.
fn swept(from: P, to: P, ahead: P, half_width: f64, half_depth: f64) -> Vec<P> {
    let points: Vec<P> = rectangle(from, ahead, half_width, half_depth)
        .into_iter()
        .chain(rectangle(to, ahead, half_width, half_depth))
        .collect();
    hull(points)
}

fn hull(mut points: Vec<P>) -> Vec<P> {
    points.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let mut chain: Vec<P> = Vec::new();
    for pass in 0..2 {
        let start = chain.len();
        let ordered: Vec<P> = if pass == 0 { points.clone() } else { points.iter().rev().copied().collect() };
        for point in ordered {
            while chain.len() >= start + 2 {
                let (a, b) = (chain[chain.len() - 2], chain[chain.len() - 1]);
                if (b.0 - a.0) * (point.1 - a.1) - (b.1 - a.1) * (point.0 - a.0) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
    }
    chain
}

/// What a slow reading says: yes, no, or too near to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    Yes,
    No,
    Unsure,
}

struct Oracle<'a> {
    rules: &'a Palestine,
    state: &'a State,
    unit: UnitId,
    verdict: Says,
}

impl Oracle<'_> {
    /// Notes a margin: positive is legal.
    fn need(&mut self, margin: f64) {
        if margin.abs() < BLUR {
            if self.verdict == Says::Yes {
                self.verdict = Says::Unsure;
            }
        } else if margin < 0.0 {
            self.verdict = Says::No;
        }
    }

    fn outline(&self, id: UnitId) -> [P; 4] {
        let unit = self.state.unit(id);
        let size = self.rules.unit(id).size;
        rectangle(
            at(unit.at()),
            unit_vector(unit.facing()),
            f64::from(size.width()) / 2.0,
            f64::from(size.depth()) / 2.0,
        )
    }

    fn others(&self) -> Vec<UnitId> {
        let is_other = |id: &UnitId| *id != self.unit && self.state.unit(*id).is_on_table();
        self.state.units().filter(is_other).collect()
    }

    fn on_table(&mut self, outline: &[P]) {
        let table = self.rules.ground().table;
        for &(x, y) in outline {
            self.need(x.min(y).min(f64::from(table.width) - x).min(f64::from(table.height) - y));
        }
    }

    /// A unit moves straight to a point and faces so.
    fn march(&mut self, to: Point, facing: Heading) {
        let rules = self.rules;
        let unit = self.state.unit(self.unit);
        let own = rules.unit(self.unit);
        let (width, depth) = (f64::from(own.size.width()) / 2.0, f64::from(own.size.depth()) / 2.0);
        let (from, there) = (at(unit.at()), at(to));
        let way = (there.0 - from.0, there.1 - from.1);
        let length = way.0.hypot(way.1);
        let is_dismounted = own.kind.rides() && !unit.is_mounted();
        let on_foot = own.kind == Kind::Infantry || is_dismounted;
        let end = rectangle(there, unit_vector(facing), width, depth);
        self.on_table(&end);
        let ground = rules.ground();
        let closed =
            ground.marshes.iter().chain(ground.difficult.iter().filter(|_| !on_foot).map(|d| &d.area));
        let closed: Vec<Vec<P>> =
            closed.map(|area| area.outline().iter().map(|&p| at(p)).collect()).collect();
        for area in &closed {
            self.need(gap(area, &end));
        }
        if length > 0.0 {
            self.need(f64::from(own.kind.allowance(unit.is_mounted())) - length);
            let ahead = (way.0 / length, way.1 / length);
            self.on_table(&rectangle(from, ahead, width, depth));
            self.on_table(&rectangle(there, ahead, width, depth));
            let path = swept(from, there, ahead, width, depth);
            for area in &closed {
                self.need(gap(area, &path));
            }
            for id in self.others() {
                let is_friend = rules.unit(id).seat == own.seat;
                if !is_friend || self.state.unit(id).activation() == Activation::Active {
                    self.need(gap(&self.outline(id), &path));
                }
            }
            for wadi in &ground.wadis {
                self.cross(wadi, from, there);
            }
        }
        for id in self.others() {
            let there = self.outline(id);
            let apart = gap(&there, &end);
            self.need(apart);
            if rules.unit(id).seat != own.seat {
                let far = if apart > 0.0 { distance(&there, &end) } else { apart };
                self.need(far - 100.0);
            }
        }
        self.end_in_town(to, &end);
    }

    fn end_in_town(&mut self, to: Point, end: &[P]) {
        let rules = self.rules;
        for town in &rules.ground().towns {
            let town: Vec<P> = town.outline().iter().map(|&p| at(p)).collect();
            let under = gap(&town, end);
            if rules.unit(self.unit).kind.is_vehicle() {
                let road = rules.ground().roads.iter().map(|road| {
                    line_distance(&road.points().iter().map(|&p| at(p)).collect::<Vec<_>>(), at(to))
                        - f64::from(road.width()) / 2.0
                });
                let off_road = road.fold(f64::INFINITY, f64::min);
                self.need(under.max(-off_road));
                continue;
            }
            for id in self.others() {
                if !rules.unit(id).kind.is_vehicle() {
                    self.need(under.max(gap(&town, &self.outline(id))));
                }
            }
        }
    }

    /// The path of the centre over a wadi, at its crossings alone.
    fn cross(&mut self, wadi: &sandtable_palestine::ground::Wadi, from: P, to: P) {
        for pair in wadi.line.windows(2) {
            let (p, q) = (at(pair[0]), at(pair[1]));
            let (d, e) = ((to.0 - from.0, to.1 - from.1), (q.0 - p.0, q.1 - p.1));
            let cross = d.0 * e.1 - d.1 * e.0;
            let ends = [
                line_distance(&[p, q], from),
                line_distance(&[p, q], to),
                line_distance(&[from, to], p),
                line_distance(&[from, to], q),
            ];
            let nearest = ends.into_iter().fold(f64::INFINITY, f64::min);
            if cross.abs() > 1e-9 {
                let t = ((p.0 - from.0) * e.1 - (p.1 - from.1) * e.0) / cross;
                let s = ((p.0 - from.0) * d.1 - (p.1 - from.1) * d.0) / cross;
                if (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&s) {
                    let met = (from.0 + t * d.0, from.1 + t * d.1);
                    let open = wadi.crossings.iter().map(|crossing| {
                        let centre = at(crossing.at);
                        f64::from(crossing.width) / 2.0 - (met.0 - centre.0).hypot(met.1 - centre.1)
                    });
                    self.need(open.fold(f64::NEG_INFINITY, f64::max));
                    continue;
                }
            }
            if nearest < BLUR && self.verdict == Says::Yes {
                self.verdict = Says::Unsure;
            }
        }
    }
}

fn line_distance(line: &[P], (x, y): P) -> f64 {
    let mut least = f64::INFINITY;
    for pair in line.windows(2) {
        let (p, q) = (pair[0], pair[1]);
        let (dx, dy) = (q.0 - p.0, q.1 - p.1);
        let t = (((x - p.0) * dx + (y - p.1) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
        least = least.min((x - p.0 - t * dx).hypot(y - p.1 - t * dy));
    }
    least
}

/// A position somewhere in an eager battle.
fn position(rules: &Palestine, scenario: &Scenario, number: u64) -> State {
    let game = play::<Palestine>(scenario, GameSeed::from_number(number), Play::Eager);
    let record = game.record();
    let mut rng = GameSeed::from_number(number).derive("oracle", 0).rng();
    let count = rng.random_range(0..record.lines.len());
    let part = Record { header: record.header.clone(), lines: record.lines[..count].to_vec() };
    let state = *part.replay::<Palestine>(|_| {}).unwrap().state();
    assert!(rules.check(&state).is_ok());
    state
}

// covers: P-05, P-08, P-09, P-10, P-12, P-13, P-40, P-41, P-43
#[test]
fn exact_points_are_accepted_where_an_independent_reading_agrees() {
    let (mut yes, mut no, mut unsure) = (0, 0, 0);
    for name in ["wadi-crossing", "the-wells", "village"] {
        let scenario = scenario::built_in::<Palestine>(name).unwrap();
        let rules = Palestine::load(&scenario).unwrap();
        for number in 0..12 {
            let mut state = position(&rules, &scenario, number);
            let mut rng = GameSeed::from_number(number).derive("points", 0).rng();
            for _ in 0..60 {
                let unit = UnitId(rng.random_range(0..rules.units().len() as u8));
                let now = *state.unit(unit);
                if !now.is_on_table() || !now.engaged().is_empty() {
                    continue;
                }
                // Most points within the move, some beyond it.
                let reach = rules.unit(unit).kind.allowance(now.is_mounted()) * 4 / 5;
                let to = Point::new(
                    now.at().x + rng.random_range(-reach..=reach),
                    now.at().y + rng.random_range(-reach..=reach),
                );
                let facing = Heading::new(rng.random_range(0..360)).unwrap();
                state = rules.about_to_move(&state, unit, Manner::Move);
                let mut oracle = Oracle { rules: &rules, state: &state, unit, verdict: Says::Yes };
                oracle.march(to, facing);
                let accepted = accepts(&rules, &state, to, facing);
                match oracle.verdict {
                    Says::Unsure => unsure += 1,
                    Says::Yes => {
                        assert!(accepted, "{name} {number}: {unit:?} {now:?} to {to:?} facing {facing:?}");
                        yes += 1;
                    }
                    Says::No => {
                        assert!(!accepted, "{name} {number}: {unit:?} {now:?} to {to:?} facing {facing:?}");
                        no += 1;
                    }
                }
            }
        }
    }
    assert!(yes > 150 && no > 300 && unsure < yes, "{yes} yes, {no} no, {unsure} unsure");
}

fn accepts(rules: &Palestine, state: &State, to: Point, facing: Heading) -> bool {
    if !rules.accepts(state, Action::To(to)) {
        return false;
    }
    let mut next = *state;
    rules.apply(&mut next, Action::To(to), &mut ());
    assert!(matches!(next.phase(), Phase::Facing(_)));
    rules.accepts(&next, Action::Face(facing))
}

// covers: P-20, P-44
#[test]
fn ranges_agree_with_an_independent_reading() {
    let scenario = scenario::built_in::<Palestine>("village").unwrap();
    let rules = Palestine::load(&scenario).unwrap();
    for number in 0..6 {
        let state = position(&rules, &scenario, number);
        for shooter in rules.own(&state, Seat::First) {
            let base = rules.base(&state, shooter);
            let front = base.front();
            for target in rules.own(&state, Seat::Second) {
                let there: Base = rules.base(&state, target);
                let corners: Vec<P> = there.corners().into_iter().map(at).collect();
                let point = at(front);
                let exact = distance(&[point, point], &corners);
                let range = f64::from(rules.unit(shooter).kind.range());
                if (exact - range).abs() > BLUR && !there.contains(front) {
                    assert_eq!(there.is_within_of(front, rules.unit(shooter).kind.range()), exact <= range);
                }
            }
        }
    }
}
