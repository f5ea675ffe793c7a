//! Geometry on an open table: `cargo bench -p sandtable-core --bench plane`.
//!
//! Every iteration asks its question of the next of some hundred pairs on a table of 36
//! inches, infantry bases facing anywhere, so that the mean is that of a whole battle;
//! `close` pairs are within two inches of each other, where nothing can be ruled out at a
//! glance. Nothing here allocates but the building of a graph.

use divan::{Bencher, black_box};
use rand::RngExt as _;
use sandtable_core::GameSeed;
use sandtable_core::path::Search;
use sandtable_core::plane::{
    Arc, Area, Barrier, Base, Crossing, Fire, Ground, Heading, Lane, Pace, Point, Size, Sweep, Table, Ways,
};

#[global_allocator]
static ALLOCATOR: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    divan::main();
}

const TABLE: Table = Table { width: 3600, height: 3600 };
const PAIRS: [&str; 2] = ["anywhere", "close"];

fn pairs(kind: &str) -> Vec<(Base, Base)> {
    let mut rng = GameSeed::from_number(1).rng();
    let size = Size::new(400, 200).expect("even sides");
    let mut base = |near: Option<Point>| {
        let at = near.unwrap_or_default();
        let span = if near.is_some() { -400..=400 } else { 300..=3300 };
        let centre = Point::new(at.x + rng.random_range(span.clone()), at.y + rng.random_range(span));
        Base::new(size, centre, Heading::NORTH.turned(rng.random_range(0..360)))
    };
    let pair = |_| {
        let first = base(None);
        (first, base((kind == "close").then(|| first.centre())))
    };
    (0..256).map(pair).collect()
}

/// A hexagon of a marsh in the middle of the table.
fn marsh(x: i32, y: i32) -> Area {
    let corners = [(0, 0), (400, -100), (700, 200), (600, 600), (200, 700), (-100, 400)];
    let corners: Vec<_> = corners.iter().map(|(dx, dy)| Point::new(x + dx, y + dy)).collect();
    Area::new(&corners).expect("it is simple")
}

fn wadi() -> Barrier {
    let line = [(0, 2000), (1200, 1900), (2400, 2100), (3600, 2000)].map(|(x, y)| Point::new(x, y));
    let crossing = |x, y| Crossing { at: Point::new(x, y), width: 200 };
    Barrier::new(&line, &[crossing(600, 1950), crossing(3000, 2050)])
}

fn bench<T>(bencher: Bencher<'_, '_>, kind: &str, ask: impl Fn(&Base, &Base) -> T) {
    let pairs = pairs(kind);
    let mut next = 0;
    bencher.bench_local(|| {
        next = (next + 1) % pairs.len();
        let (a, b) = &pairs[next];
        ask(black_box(a), black_box(b))
    });
}

#[divan::bench(args = PAIRS, sample_count = 200, sample_size = 1000)]
fn new_base(bencher: Bencher<'_, '_>, kind: &str) {
    bench(bencher, kind, |a, b| a.pivoted(b.heading()));
}

#[divan::bench(args = PAIRS, sample_count = 200, sample_size = 1000)]
fn overlaps(bencher: Bencher<'_, '_>, kind: &str) {
    bench(bencher, kind, Base::overlaps);
}

#[divan::bench(args = PAIRS, sample_count = 200, sample_size = 1000)]
fn is_within_an_inch(bencher: Bencher<'_, '_>, kind: &str) {
    bench(bencher, kind, |a, b| a.is_within(b, 100));
}

#[divan::bench(args = PAIRS, sample_count = 200, sample_size = 1000)]
fn range(bencher: Bencher<'_, '_>, kind: &str) {
    bench(bencher, kind, |a, b| b.is_within_of(a.front(), 1200));
}

#[divan::bench(args = PAIRS, sample_count = 200, sample_size = 1000)]
fn sweep_over_a_base(bencher: Bencher<'_, '_>, kind: &str) {
    bench(bencher, kind, |a, b| Sweep::advance(a, 600).overlaps(b));
}

#[divan::bench(args = PAIRS, sample_count = 200, sample_size = 1000)]
fn reach_of_a_charge(bencher: Bencher<'_, '_>, kind: &str) {
    bench(bencher, kind, |a, b| Lane::new(a, 1200).reach(b));
}

#[divan::bench(args = PAIRS, sample_count = 200, sample_size = 1000)]
fn sight_past_a_base(bencher: Bencher<'_, '_>, kind: &str) {
    bench(bencher, kind, |a, b| a.blocks(b.front(), Point::new(1800, 1800)));
}

#[divan::bench(args = PAIRS, sample_count = 200, sample_size = 1000)]
fn field_of_fire(bencher: Bencher<'_, '_>, kind: &str) {
    bench(bencher, kind, |a, b| {
        Fire { from: a.front(), facing: a.heading(), arc: Arc::FortyFive, range: 1200 }.reaches(b)
    });
}

#[divan::bench(args = PAIRS, sample_count = 200, sample_size = 1000)]
fn aims(bencher: Bencher<'_, '_>, kind: &str) {
    bench(bencher, kind, |a, b| {
        Fire { from: a.front(), facing: a.heading(), arc: Arc::FortyFive, range: 1200 }.aims(b)
    });
}

#[divan::bench(sample_count = 200, sample_size = 1000)]
fn sweep_over_an_area(bencher: Bencher<'_, '_>) {
    let marsh = marsh(1500, 1500);
    bench(bencher, "anywhere", |a, _| Sweep::advance(a, 600).overlaps_area(&marsh));
}

#[divan::bench(sample_count = 200, sample_size = 1000)]
fn reach_before_an_area(bencher: Bencher<'_, '_>) {
    let marsh = marsh(1500, 1500);
    bench(bencher, "anywhere", |a, _| Lane::new(a, 600).reach_area(&marsh));
}

#[divan::bench(sample_count = 200, sample_size = 1000)]
fn sight_past_an_area(bencher: Bencher<'_, '_>) {
    let marsh = marsh(1500, 1500);
    bench(bencher, "anywhere", |a, b| marsh.blocks(a.front(), b.centre()));
}

#[divan::bench(sample_count = 200, sample_size = 1000)]
fn point_in_an_area(bencher: Bencher<'_, '_>) {
    let marsh = marsh(1500, 1500);
    bench(bencher, "anywhere", |a, _| marsh.contains(a.centre()));
}

#[divan::bench(sample_count = 200, sample_size = 1000)]
fn path_over_a_wadi(bencher: Bencher<'_, '_>) {
    let wadi = wadi();
    bench(bencher, "anywhere", |a, b| wadi.stops(a.centre(), b.centre()));
}

/// Four marshes and a wadi with two crossings.
fn ways() -> Ways {
    let marshes = [marsh(700, 700), marsh(2200, 700), marsh(700, 2500), marsh(2200, 2500)];
    Ways::new(&Ground {
        table: TABLE,
        size: Size::new(400, 200).expect("even sides"),
        areas: &marshes.iter().collect::<Vec<_>>(),
        barriers: &[&wadi()],
        roads: &[],
        pace: Pace { open: 600, road: 900 },
    })
}

#[divan::bench(sample_count = 100)]
fn build_ways(bencher: Bencher<'_, '_>) {
    bencher.bench(ways);
}

#[divan::bench(sample_count = 100)]
fn distances_to_a_goal(bencher: Bencher<'_, '_>) {
    let (ways, mut search) = (ways(), Search::new());
    bencher.bench_local(|| ways.distances(Point::new(1800, 3300), &mut search));
}

/// From places from which there is a way.
#[divan::bench(sample_count = 200, sample_size = 100)]
fn distance_to_a_goal(bencher: Bencher<'_, '_>) {
    let ways = ways();
    let distances = ways.distances(Point::new(1800, 3300), &mut Search::new());
    let mut starts: Vec<Point> = pairs("anywhere").iter().map(|(base, _)| base.centre()).collect();
    starts.retain(|start| ways.distance(&distances, *start).is_some());
    let mut next = 0;
    bencher.bench_local(|| {
        next = (next + 1) % starts.len();
        ways.distance(&distances, black_box(starts[next]))
    });
}
