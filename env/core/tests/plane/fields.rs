//! Fields of fire.

use proptest::prelude::*;
use sandtable_core::plane::{Arc, Base, Fire, Heading, Point, Size, Vector};

use crate::figures::{Symmetry, base, config, heading, point, symmetry};
use crate::headings::direction;
use crate::oracle::{self, Fine};

const ARCS: [Arc; 3] = [Arc::FortyFive, Arc::Ninety, Arc::All];

fn arc() -> impl Strategy<Value = Arc> {
    proptest::sample::select(ARCS.to_vec())
}

/// One of the eight headings whose direction is a whole vector, and that vector.
fn exact_heading() -> impl Strategy<Value = (Heading, Vector)> {
    const WAYS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    (0..8_u16).prop_map(|n| {
        let (x, y) = WAYS[usize::from(n)];
        (Heading::new(45 * n).unwrap(), Vector::new(x, y))
    })
}

/// Whether a fine point lies in arc and range, by its definition.
fn has(from: Point, ahead: Vector, arc: Arc, range: i32, point: Fine) -> bool {
    let x = point.x - i128::from(from.x) * point.over;
    let y = point.y - i128::from(from.y) * point.over;
    let forward = x * i128::from(ahead.x) + y * i128::from(ahead.y);
    let aside = (x * i128::from(ahead.y) - y * i128::from(ahead.x)).abs();
    let is_in_arc = match arc {
        Arc::FortyFive => forward >= aside,
        Arc::Ninety => forward >= 0,
        Arc::All => true,
    };
    is_in_arc && point.compare(from, range).is_le()
}

/// Every place of a base that can be the nearest in an arc: the origin, the corners, the
/// nearest place of each edge, and where the arc's sides meet the edges.
fn places(from: Point, ahead: Vector, arc: Arc, corners: &[Point; 4]) -> Vec<Fine> {
    let right = ahead.right();
    let sides = match arc {
        Arc::FortyFive => vec![ahead + right, ahead - right],
        Arc::Ninety => vec![right, -right],
        Arc::All => vec![],
    };
    let mut places: Vec<Fine> = corners.iter().map(|corner| Fine::whole(*corner)).collect();
    if oracle::place(corners, Fine::whole(from)) >= 0 {
        places.push(Fine::whole(from));
    }
    for (start, end) in oracle::edges(corners) {
        places.push(oracle::nearest_on(from, start, end));
        for side in &sides {
            let over = oracle::cross(*side, end - start);
            let part = oracle::cross(start - from, *side);
            let (part, over) = if over < 0 { (-part, -over) } else { (part, over) };
            if over != 0 && (0..=over).contains(&part) {
                places.push(Fine::between(start, end, part, over));
            }
        }
    }
    places
}

fn infantry(x: i32, y: i32) -> Base {
    Base::new(Size::new(400, 200).unwrap(), Point::new(x, y), Heading::NORTH)
}

#[test]
fn the_bounds_of_arc_and_range_belong_to_it() {
    let fire = Fire { from: Point::default(), facing: Heading::NORTH, arc: Arc::FortyFive, range: 1200 };
    assert!(fire.has(Point::new(0, 1200)) && !fire.has(Point::new(0, 1201)));
    assert!(fire.has(Point::new(500, 500)) && !fire.has(Point::new(501, 500)));
    assert!(fire.reaches(&infantry(0, 1300)) && !fire.reaches(&infantry(0, 1301)));
    // The corner (500, 500) of one and (501, 500) of the other.
    assert!(fire.reaches(&infantry(700, 400)) && !fire.reaches(&infantry(701, 400)));
    let tank = Fire { arc: Arc::Ninety, ..fire };
    assert!(tank.has(Point::new(1200, 0)) && !tank.has(Point::new(100, -1)));
    assert!(tank.reaches(&infantry(500, -100)) && !tank.reaches(&infantry(500, -101)));
    let car = Fire { arc: Arc::All, ..fire };
    assert!(car.has(Point::new(0, -1200)) && car.reaches(&infantry(0, -1300)));
}

#[test]
fn a_target_across_the_side_of_the_arc_is_reached_though_its_tested_points_are_not() {
    let fire = Fire { from: Point::default(), facing: Heading::NORTH, arc: Arc::FortyFive, range: 350 };
    // Its corners and centre are out of arc or range, and its nearest point out of arc.
    let target = Base::new(Size::new(400, 400).unwrap(), Point::new(400, 100), Heading::NORTH);
    assert!(target.corners().iter().all(|corner| !fire.has(*corner)) && !fire.has(target.centre()));
    assert!(!fire.has(target.nearest(fire.from)));
    assert_eq!(fire.aims(&target).points(), [Point::new(200, 200)]);
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn fire_along_axes_and_diagonals_agrees_with_the_oracle(
        from in point(), (facing, ahead) in exact_heading(), arc in arc(),
        range in prop_oneof![(1..=12).prop_map(|n| 100 * n), 1..=1200], target in base(),
    ) {
        let fire = Fire { from, facing, arc, range };
        let corners = target.corners();
        for point in corners.into_iter().chain([target.centre()]) {
            prop_assert_eq!(fire.has(point), has(from, ahead, arc, range, Fine::whole(point)));
        }
        let places = places(from, ahead, arc, &corners);
        let within: Vec<_> =
            places.into_iter().filter(|place| has(from, ahead, arc, range, *place)).collect();
        prop_assert_eq!(fire.reaches(&target), !within.is_empty());
        let aims = fire.aims(&target);
        prop_assert_eq!(aims.points().is_empty(), within.is_empty());
        for point in corners.into_iter().chain([target.centre()]) {
            prop_assert!(!fire.has(point) || aims.points().contains(&point));
        }
        // The nearest of all that is in arc and range is among the tested points.
        if let Some(nearest) = within.into_iter().min_by(|a, b| a.nearer(*b, from)) {
            prop_assert!(aims.points().iter().any(|point| nearest.rounds_to(*point)));
        }
        for point in aims.points() {
            prop_assert!(target.is_within_of(*point, 1));
        }
    }

    #[test]
    fn arcs_keep_to_their_degrees(facing in 0_u16..360, way in point()) {
        let facing = Heading::new(facing).unwrap();
        let way = way - Point::default();
        let (east, north) = direction(facing);
        let (x, y) = (i128::from(way.x), i128::from(way.y));
        let (ahead, aside) = (east * x + north * y, (east * y - north * x).abs());
        // A thousandth of a hundredth of an inch beside the side of the arc.
        let doubt = (1_i128 << 60) / 1000;
        if (ahead - aside).abs() > doubt {
            prop_assert_eq!(Arc::FortyFive.has(facing, way), ahead > aside);
        }
        if ahead.abs() > doubt {
            prop_assert_eq!(Arc::Ninety.has(facing, way), ahead > 0);
        }
        prop_assert!(Arc::All.has(facing, way));
    }

    #[test]
    fn fire_turns_and_mirrors(
        from in point(), facing in heading(), arc in arc(), range in 1..=1200, target in base(),
        symmetry in symmetry(),
    ) {
        let fire = Fire { from, facing, arc, range };
        let twin = Fire { from: symmetry.point(from), facing: symmetry.heading(facing), arc, range };
        let other = symmetry.base(&target);
        prop_assert_eq!(fire.reaches(&target), twin.reaches(&other));
        prop_assert_eq!(turned(symmetry, &fire, &target), sorted(twin.aims(&other).points().to_vec()));
        // A wider arc and a longer range reach no less.
        if fire.reaches(&target) {
            let longer = Fire { range: range + 1, ..fire };
            let wider = Fire { arc: if arc == Arc::FortyFive { Arc::Ninety } else { Arc::All }, ..fire };
            prop_assert!(longer.reaches(&target) && wider.reaches(&target));
            prop_assert!(!fire.aims(&target).points().is_empty());
        }
    }
}

fn sorted(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points
}

fn turned(symmetry: Symmetry, fire: &Fire, target: &Base) -> Vec<Point> {
    sorted(symmetry.points(fire.aims(target).points()))
}
