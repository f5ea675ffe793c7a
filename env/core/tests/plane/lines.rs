//! Barriers and roads.

use proptest::prelude::*;
use sandtable_core::plane::{Barrier, Crossing, Heading, Leg, Point, Road};

use crate::figures::{config, point, symmetry};
use crate::oracle;

fn at(x: i32, y: i32) -> Point {
    Point::new(x, y)
}

/// Whether two segments share a point, by the fractions at which their lines meet.
fn meet(a: (Point, Point), b: (Point, Point)) -> bool {
    let (way, other) = (a.1 - a.0, b.1 - b.0);
    let over = oracle::cross(way, other);
    let on = |point: Point, (from, to): (Point, Point)| {
        oracle::nearest_on(point, from, to).compare(point, 0).is_eq()
    };
    if over == 0 {
        return on(a.0, b) || on(a.1, b) || on(b.0, a) || on(b.1, a);
    }
    let parts = [oracle::cross(b.0 - a.0, other), oracle::cross(b.0 - a.0, way)];
    let is_part = |part: i128| if over > 0 { (0..=over).contains(&part) } else { (over..=0).contains(&part) };
    parts.into_iter().all(is_part)
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn a_line_without_crossings_stops_what_touches_it(
        line in proptest::collection::vec(point(), 2..6), from in point(), to in point(),
    ) {
        let barrier = Barrier::new(&line, &[]);
        for (a, b) in [(from, to), (line[0], to), (from, from), (line[1], line[1])] {
            let is_met = line.windows(2).any(|pair| pair[0] != pair[1] && meet((a, b), (pair[0], pair[1])));
            prop_assert_eq!(barrier.stops(a, b), is_met, "{:?} {:?}", a, b);
        }
    }

    #[test]
    fn a_crossing_opens_half_its_width_to_each_side(
        ends in (-9..=0, 1..=9), crossings in proptest::collection::vec((-10..=10, 0..=4), 0..4),
        from in (-12..=12, -3..=3), to in (-12..=12, -3..=3),
    ) {
        // Along a line from west to east: what is not opened is a set of intervals.
        let line = [at(100 * ends.0, 0), at(100 * ends.1, 0)];
        let crossings: Vec<_> =
            crossings.iter().map(|(x, half)| Crossing { at: at(100 * x, 0), width: 200 * half }).collect();
        let barrier = Barrier::new(&line, &crossings);
        let (from, to) = (at(100 * from.0, 100 * from.1), at(100 * to.0, 100 * to.1));
        // In units that make the place where the path meets the line whole.
        let is_shut = |x: i128, over: i128| {
            let x = if over < 0 { -x } else { x };
            let over = over.abs();
            let is_open = |crossing: &Crossing| {
                2 * (x - i128::from(crossing.at.x) * over).abs() <= i128::from(crossing.width) * over
            };
            i128::from(line[0].x) * over <= x
                && x <= i128::from(line[1].x) * over
                && !crossings.iter().any(is_open)
        };
        let expected = if from.y == to.y {
            // Runs along the line: every point counts, and halves of hundredths will do.
            from.y == 0 && (2 * from.x.min(to.x)..=2 * from.x.max(to.x)).any(|x| is_shut(x.into(), 2))
        } else {
            let over = i128::from(from.y) - i128::from(to.y);
            let x = i128::from(from.x) * over + i128::from(to.x - from.x) * i128::from(from.y);
            from.y.signum() * to.y.signum() <= 0 && is_shut(x, over)
        };
        prop_assert_eq!(barrier.stops(from, to), expected);
        prop_assert_eq!(barrier.stops(to, from), expected);
        prop_assert_eq!(barrier.mirror(700).stops(from.mirror(700), to.mirror(700)), expected);
    }

    #[test]
    fn an_oblique_crossing_is_open_within_and_shut_beyond(
        from in point(), to in point(), part in 0..=100, width in 20..=300, aside in 0..=400,
    ) {
        prop_assume!(from.distance(to) > 50);
        let way = to - from;
        let middle = from + sandtable_core::plane::Vector::new(way.x * part / 100, way.y * part / 100);
        let barrier = Barrier::new(&[from, to], &[Crossing { at: middle, width }]);
        let heading = Heading::nearest(way).unwrap();
        // Straight across the line, this far from the crossing.
        let place = middle.along(heading, aside);
        let (here, there) = (place.along(heading.turned(90), 60), place.along(heading.turned(-90), 60));
        let is_on_line = oracle::nearest_on(place, from, to);
        // Rounding may put the line elsewhere than the path by some hundredths.
        if 2 * aside <= width - 20 {
            prop_assert!(!barrier.stops(here, there));
        } else if 2 * aside >= width + 20 && is_on_line.compare(from, 20).is_gt() && is_on_line.compare(to, 20).is_gt() {
            prop_assert_eq!(barrier.stops(here, there), meet((here, there), (from, to)));
        }
    }

    #[test]
    fn barriers_and_roads_turn_and_mirror(
        line in proptest::collection::vec(point(), 2..6), at in point(), width in 0..=400,
        from in point(), to in point(), part in 0..=1000, symmetry in symmetry(),
    ) {
        let crossings = [Crossing { at, width }, Crossing { at: line[0], width }];
        let turned = crossings.map(|crossing| Crossing { at: symmetry.point(crossing.at), ..crossing });
        let barrier = Barrier::new(&line, &crossings);
        let twin = Barrier::new(&symmetry.points(&line), &turned);
        prop_assert_eq!(barrier.stops(from, to), twin.stops(symmetry.point(from), symmetry.point(to)));
        let road = Road::new(&line, width);
        let Some((road, twin)) = road.zip(Road::new(&symmetry.points(&line), width)) else { return Ok(()) };
        let mark = road.length() * part / 1000;
        prop_assert_eq!(symmetry.point(road.at(mark)), twin.at(mark));
        prop_assert_eq!(symmetry.heading(road.heading(mark)), twin.heading(mark));
        prop_assert_eq!(road.contains(from), twin.contains(symmetry.point(from)));
        prop_assert_eq!(road.carries(from, to), twin.carries(symmetry.point(from), symmetry.point(to)));
        prop_assert_eq!(road.mark(from), twin.mark(symmetry.point(from)));
        let flipped = road.mirror(900);
        let mirrored = |leg: Leg| Leg {
            from: leg.from.mirror(900), to: leg.to.mirror(900), heading: leg.heading.mirror(),
        };
        let legs: Vec<Leg> = road.legs(from, mark).map(mirrored).collect();
        prop_assert_eq!(legs, flipped.legs(from.mirror(900), mark).collect::<Vec<_>>());
    }

    #[test]
    fn a_move_along_a_road_pays_for_every_hundredth(
        points in proptest::collection::vec(point(), 2..6), start in 0..=1000, to in 0..=1000,
        off in (-20..=20, -20..=20), allowance in 0..=1500,
    ) {
        prop_assume!(points.windows(2).all(|pair| pair[0] != pair[1]));
        let road = Road::new(&points, 60).unwrap();
        let (start, to) = (start * road.length() / 1000, to * road.length() / 1000);
        let from = at(road.at(start).x + off.0, road.at(start).y + off.1);
        prop_assume!(road.contains(from));
        let legs: Vec<Leg> = road.legs(from, to).collect();
        let mut here = from;
        for leg in &legs {
            prop_assert_eq!(leg.from, here);
            here = leg.to;
        }
        if legs.is_empty() {
            prop_assert!(here.is_within(road.at(to), 2));
        } else {
            prop_assert_eq!(here, road.at(to));
        }
        let distance = road.distance(from, to).unwrap();
        prop_assert_eq!(distance, legs.iter().map(|leg| leg.from.distance(leg.to)).sum::<i32>());
        // At most what it takes to the middle line and along it, but for rounding.
        let begin = road.mark(from).unwrap();
        let expected = from.distance(road.at(begin)) + (to - begin).abs();
        prop_assert!((expected - distance).abs() <= 3 + legs.len() as i32, "{} {}", expected, distance);
        let Some(furthest) = road.furthest(from, to, allowance) else {
            prop_assert!(road.distance(from, begin).unwrap() > allowance);
            return Ok(());
        };
        prop_assert!(road.distance(from, furthest).unwrap() <= allowance);
        prop_assert!((begin.min(to)..=begin.max(to)).contains(&furthest));
        let beyond = furthest + (to - furthest).signum();
        prop_assert!(beyond == furthest || road.distance(from, beyond).unwrap() > allowance);
    }
}

#[test]
fn roads_are_measured_along_their_middle() {
    let road = Road::new(&[at(0, 0), at(300, 400), at(300, 1000)], 100).unwrap();
    assert_eq!((road.length(), road.width()), (1100, 100));
    assert_eq!(
        (road.at(0), road.at(250), road.at(500), road.at(700)),
        (at(0, 0), at(150, 200), at(300, 400), at(300, 600))
    );
    assert_eq!((road.at(-5), road.at(2000)), (at(0, 0), at(300, 1000)));
    assert_eq!(
        (road.mark(at(150, 200)), road.mark(at(350, 700)), road.mark(at(351, 700))),
        (Some(250), Some(800), None)
    );
    assert_eq!((road.heading(0).degrees(), road.heading(600).degrees()), (37, 0));
    assert!(road.carries(at(350, 500), at(250, 900)) && !road.carries(at(150, 200), at(300, 700)));
    assert_eq!(Road::new(&[at(0, 0)], 100), None);
    assert_eq!(Road::new(&[at(0, 0), at(0, 0)], 100), None);
}

#[test]
fn a_move_by_road_joins_its_middle_and_turns_with_it() {
    let road = Road::new(&[at(0, 0), at(300, 400), at(300, 1000)], 100).unwrap();
    let leg = |from, to, heading| Leg { from, to, heading: Heading::new(heading).unwrap() };
    let legs: Vec<Leg> = road.legs(at(340, 800), 250).collect();
    let expected = [
        leg(at(340, 800), at(300, 800), 180),
        leg(at(300, 800), at(300, 400), 180),
        leg(at(300, 400), at(150, 200), 217),
    ];
    assert_eq!(legs, expected);
    let onward: Vec<Leg> = road.legs(at(150, 200), 600).collect();
    assert_eq!(onward, [leg(at(150, 200), at(300, 400), 37), leg(at(300, 400), at(300, 500), 0)]);
    assert_eq!(road.legs(at(150, 200), 250).count(), 0);
    let whole: Vec<Leg> = road.legs(at(0, 0), 1100).collect();
    assert_eq!(whole.len(), 2);
    assert_eq!(road.mirror(300).legs(at(0, 1000), 0).next().unwrap(), leg(at(0, 1000), at(0, 400), 180));
}
