//! Shortest ways round what stops a base.

use std::collections::BTreeMap;

use proptest::prelude::*;
use sandtable_core::path::Search;
use sandtable_core::plane::{
    Area, Barrier, Base, Crossing, Ground, Heading, Pace, Point, Road, Size, Table, Ways,
};

use crate::figures::config;

const TABLE: Table = Table { width: 2400, height: 2400 };
const FOOT: Pace = Pace { open: 600, road: 900 };

fn at(x: i32, y: i32) -> Point {
    Point::new(x, y)
}

fn ways(areas: &[Area], barriers: &[Barrier], roads: &[Road], (width, depth): (i32, i32)) -> Ways {
    Ways::new(&Ground {
        table: TABLE,
        size: Size::new(width, depth).unwrap(),
        areas: &areas.iter().collect::<Vec<_>>(),
        barriers: &barriers.iter().collect::<Vec<_>>(),
        roads: &roads.iter().collect::<Vec<_>>(),
        pace: FOOT,
    })
}

fn way(ways: &Ways, from: Point, to: Point) -> (Option<i32>, Vec<Point>) {
    let distances = ways.distances(to, &mut Search::new());
    let mut points = Vec::new();
    ways.waypoints(&distances, from, &mut points);
    (ways.distance(&distances, from), points)
}

fn block(x: i32, y: i32, width: i32, height: i32) -> Area {
    let corners = [at(x, y), at(x + width, y), at(x + width, y + height), at(x, y + height)];
    Area::new(&corners).unwrap()
}

fn length(from: Point, points: &[Point]) -> i32 {
    let mut here = from;
    let legs = points.iter().map(|&next| std::mem::replace(&mut here, next).distance(next));
    legs.sum()
}

#[test]
fn open_ground_is_crossed_straight() {
    let ways = ways(&[], &[], &[], (400, 200));
    assert_eq!(way(&ways, at(300, 300), at(300, 1500)), (Some(1200), vec![at(300, 1500)]));
    assert_eq!(way(&ways, at(300, 300), at(300, 300)), (Some(0), vec![at(300, 300)]));
}

#[test]
fn a_marsh_is_passed_half_a_base_away() {
    let marsh = block(800, 1000, 800, 400);
    let round = ways(std::slice::from_ref(&marsh), &[], &[], (400, 200));
    let (from, to) = (at(1100, 500), at(1100, 1900));
    let (distance, points) = way(&round, from, to);
    // Round a circle of half the base's width about both western corners, straight between.
    let ideal = 2 * (548 + 178) + 400;
    let distance = distance.unwrap();
    assert!((ideal..ideal + 60).contains(&distance), "{distance} {points:?}");
    assert_eq!(length(from, &points), distance);
    assert!(points[..points.len() - 1].iter().all(|point| point.x < 600));
    // A narrow base goes nearer.
    let narrow = ways(&[marsh], &[], &[], (100, 200));
    assert!(way(&narrow, from, to).0.unwrap() < distance - 200);
}

#[test]
fn a_gap_is_used_if_the_base_fits_with_room() {
    let marshes = |gap| [block(0, 1000, 1000, 200), block(1000 + gap, 1000, 1400 - gap, 200)];
    let distance = |gap| way(&ways(&marshes(gap), &[], &[], (400, 200)), at(1000, 500), at(1000, 1700)).0;
    assert!(distance(430).is_some());
    assert_eq!(distance(390), None);
}

#[test]
fn a_wadi_is_crossed_where_it_can_be() {
    let line = [at(0, 1200), at(2400, 1200)];
    let wadi = Barrier::new(&line, &[Crossing { at: at(1900, 1200), width: 100 }]);
    let crossed = ways(&[], &[wadi], &[], (400, 200));
    let (distance, points) = way(&crossed, at(500, 500), at(500, 1900));
    assert!(points.len() == 2 && (1855..=1945).contains(&points[0].x) && points[0].y == 1200, "{points:?}");
    assert_eq!(distance, Some(length(at(500, 500), &points)));
    let shut = ways(&[], &[Barrier::new(&line, &[])], &[], (400, 200));
    assert_eq!(way(&shut, at(500, 500), at(500, 1900)), (None, vec![]));
}

#[test]
fn a_wadi_is_passed_round_its_end_and_its_bend() {
    let wadi = Barrier::new(&[at(300, 1000), at(1200, 1000), at(1200, 2400)], &[]);
    let round = ways(&[], &[wadi], &[], (100, 100));
    let (distance, points) = way(&round, at(1000, 1500), at(1500, 800));
    // Out between the lines' ends, round one of them.
    let by_the_west = length(at(1000, 1500), &[at(300, 1000), at(1500, 800)]);
    assert!((distance.unwrap() - by_the_west).abs() < 60, "{points:?}");
    let (distance, points) = way(&round, at(600, 900), at(1300, 1800));
    let by_the_bend = length(at(600, 900), &[at(1200, 1000), at(1300, 1800)]);
    assert!((distance.unwrap() - by_the_bend).abs() < 60, "{points:?}");
}

#[test]
fn a_road_is_worth_a_detour() {
    let road = Road::new(&[at(300, 300), at(300, 2000), at(1900, 2000)], 100).unwrap();
    let by_road = ways(&[], &[], &[road], (400, 200));
    // 3300 by road count 2200.
    let (distance, points) = way(&by_road, at(300, 300), at(1900, 2000));
    let distance = distance.unwrap();
    assert!((2200..=2210).contains(&distance), "{distance}");
    assert!(points.contains(&at(300, 2000)));
    let (distance, points) = way(&by_road, at(1000, 300), at(1000, 1000));
    assert_eq!((distance, points), (Some(700), vec![at(1000, 1000)]));
}

/// Shortest distances over a lattice of eight directions, by the same legal legs: no
/// shorter than the best way there is.
fn lattice(ways: &Ways, from: Point, to: Point, step: i32) -> Option<i32> {
    let mut open = std::collections::BTreeSet::from([(0, from)]);
    let mut costs = BTreeMap::from([(from, 0)]);
    while let Some((cost, here)) = open.pop_first() {
        if here == to {
            return Some(cost);
        }
        if cost > costs[&here] {
            continue;
        }
        for (dx, dy) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            let next = at(here.x + dx * step, here.y + dy * step);
            let total = cost + here.distance(next);
            if costs.get(&next).is_none_or(|&known| total < known) && ways.is_clear(here, next) {
                costs.insert(next, total);
                open.insert((total, next));
            }
        }
    }
    None
}

fn obstacles() -> impl Strategy<Value = Vec<Area>> {
    let corners = proptest::collection::vec((0..=8, 0..=8), 3..6);
    let area = (corners, 2..=14, 2..=14).prop_filter_map("not simple", |(corners, x, y)| {
        let corners: Vec<_> = corners.iter().map(|(dx, dy)| at(100 * (x + dx), 100 * (y + dy))).collect();
        Area::new(&corners).ok()
    });
    proptest::collection::vec(area, 1..4)
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn ways_are_legal_and_no_lattice_has_a_shorter_one(
        areas in obstacles(), from in (3..=21, 3..=4), to in (3..=21, 19..=21), wadi in any::<bool>(),
    ) {
        let crossing = Crossing { at: at(1200, 1150), width: 120 };
        let wadis = if wadi { vec![Barrier::new(&[at(0, 1150), at(2400, 1150)], &[crossing])] } else { vec![] };
        let built = ways(&areas, &wadis, &[], (200, 100));
        let (from, to) = (at(100 * from.0, 100 * from.1), at(100 * to.0, 100 * to.1));
        let is_free = |point| {
            let spread = Base::new(Size::new(400, 400).unwrap(), point, Heading::NORTH);
            !areas.iter().any(|area| area.overlaps(&spread))
        };
        prop_assume!(is_free(to));
        let (distance, points) = way(&built, from, to);
        if let Some(distance) = distance {
            prop_assert_eq!(length(from, &points), distance);
            prop_assert!(distance >= from.distance(to));
            let mut here = from;
            for &next in &points {
                prop_assert!(built.is_clear(here, next));
                here = next;
            }
            prop_assert_eq!(here, to);
        }
        // A base wider by the room that ways leave on either side, which gaps need.
        let wide = ways(&areas, &wadis, &[], (240, 140));
        if let Some(walked) = lattice(&wide, from, to, 100).filter(|_| is_free(from)) {
            // Each turn may cost the room left at corners.
            let bound = walked + 30 * 2;
            prop_assert!(distance.is_some_and(|distance| distance <= bound), "{distance:?} {walked} {points:?}");
        }
        // The twin with east and west exchanged is as far.
        let twin: Vec<_> = areas.iter().map(|area| area.mirror(TABLE.width)).collect();
        let flipped: Vec<_> = wadis.iter().map(|wadi| wadi.mirror(TABLE.width)).collect();
        let twin = ways(&twin, &flipped, &[], (200, 100));
        prop_assert_eq!(way(&twin, from.mirror(TABLE.width), to.mirror(TABLE.width)).0, distance);
    }
}
