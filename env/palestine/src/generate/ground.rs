//! Generated ground: every piece has a twin half a turn away.

use rand::{Rng, RngExt as _};

use super::{SIDE, place, quarters, twin, unplaced};
use crate::setup::{AreaSetup, CrossingSetup, Inches, MapSetup, RoadSetup, WadiSetup};

/// The middle of a piece keeps so far from the middle line and the base lines.
const BELT: (i32, i32) = (700, 1500);

type Outline = Vec<(i32, i32)>;

pub(super) fn map<G: Rng>(rng: &mut G) -> MapSetup {
    let mut map = MapSetup::default();
    let has_road = rng.random_ratio(1, 2);
    for number in 0..rng.random_range(0..=2) {
        let outline = quadrangle(rng, 250, 450);
        add(&mut map.hill, &format!("hill {}", number + 1), outline, false);
    }
    for _ in 0..rng.random_range(0..=2) {
        let is_rocky = rng.random_ratio(1, 2);
        let outline = quadrangle(rng, 200, 350);
        add(&mut map.difficult, "", outline, is_rocky);
    }
    if rng.random_ratio(1, 4) {
        let outline = quadrangle(rng, 150, 250);
        add(&mut map.marsh, "", outline, false);
    }
    if rng.random_ratio(1, 2) {
        town(rng, &mut map);
    }
    if rng.random_ratio(1, 3) {
        let x = quarters(rng, 600, SIDE - 1100);
        let y = quarters(rng, 700, 1100);
        add(&mut map.trench, "", rectangle((x, y), (x + 500, y + 250)), false);
    }
    if rng.random_ratio(1, 3) {
        map.wadi.push(wadi(rng));
    }
    if has_road {
        let line = vec![place((SIDE / 2, 0)), place((SIDE / 2, SIDE))];
        map.road.push(RoadSetup { name: String::new(), line: unplaced(line), width: unplaced(Inches(200)) });
    }
    map
}

/// Adds a piece and its twin.
fn add(areas: &mut Vec<AreaSetup>, name: &str, outline: Outline, rocky: bool) {
    let there: Outline = outline.iter().map(|&corner| twin(corner)).collect();
    for (i, outline) in [outline, there].into_iter().enumerate() {
        let name = if name.is_empty() { String::new() } else { format!("{name}{}", ["a", "b"][i]) };
        let outline = unplaced(outline.into_iter().map(place).collect());
        areas.push(AreaSetup { name, outline, rocky });
    }
}

/// Four corners about a middle in the belt, each in its own quarter: convex.
fn quadrangle<G: Rng>(rng: &mut G, low: i32, high: i32) -> Outline {
    let (x, y) = (quarters(rng, 500, SIDE - 500), quarters(rng, BELT.0, BELT.1));
    let mut reach = || quarters(rng, low, high);
    let (west, south, east, north) = (reach(), reach(), reach(), reach());
    vec![(x - west, y), (x, y - south), (x + east, y), (x, y + north)]
}

fn rectangle((x, y): (i32, i32), (u, v): (i32, i32)) -> Outline {
    vec![(x, y), (u, y), (u, v), (x, v)]
}

/// One section or two.
fn town<G: Rng>(rng: &mut G, map: &mut MapSetup) {
    let (x, y) = (quarters(rng, 500, SIDE - 1500), quarters(rng, BELT.0, BELT.1 - 300));
    add(&mut map.town, "", rectangle((x, y), (x + 500, y + 400)), false);
    if rng.random_ratio(1, 2) {
        add(&mut map.town, "", rectangle((x + 500, y), (x + 1000, y + 400)), false);
    }
}

/// Across the middle, the same from both sides.
fn wadi<G: Rng>(rng: &mut G) -> WadiSetup {
    let bend = (quarters(rng, 600, 1200), SIDE / 2 + quarters(rng, -150, 150));
    let end = (0, SIDE / 2 + quarters(rng, -200, 200));
    let line = [end, bend, (SIDE / 2, SIDE / 2), twin(bend), twin(end)];
    let width = Inches(100 * rng.random_range(4..=6));
    let crossing = [bend, (SIDE / 2, SIDE / 2), twin(bend)]
        .map(|at| CrossingSetup { at: unplaced(place(at)), width: unplaced(width) });
    WadiSetup { name: String::new(), line: unplaced(line.map(place).to_vec()), crossing: crossing.to_vec() }
}
