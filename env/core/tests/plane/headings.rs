//! Headings, and moves along them.

use proptest::prelude::*;
use sandtable_core::plane::{Heading, MOST, Point, Vector};

use crate::figures::{config, heading, point, symmetry};
use crate::oracle::sine;

/// The sine and the cosine of a heading in units of 2^-60.
pub(crate) fn direction(heading: Heading) -> (i128, i128) {
    let signed = |degrees: u16| match degrees % 360 {
        n @ 0..=90 => sine(n),
        n @ 91..=180 => sine(180 - n),
        n @ 181..=270 => -sine(n - 180),
        n => -sine(360 - n),
    };
    (signed(heading.degrees()), signed(heading.degrees() + 90))
}

fn all() -> impl Iterator<Item = Heading> {
    (0..Heading::TURN).map(|degrees| Heading::new(degrees).unwrap())
}

#[test]
fn a_move_is_never_longer_than_it_says_and_ends_within_a_hundredth() {
    for heading in all() {
        let (x, y) = direction(heading);
        for distance in (0..=MOST).step_by(7).chain([1, 2, 600, 1200, 1500, MOST]) {
            let way = heading.along(distance);
            assert!(way.squared() <= i64::from(distance).pow(2), "{heading:?} {distance}");
            for (part, exact) in [(way.x, x), (way.y, y)] {
                let exact = exact * i128::from(distance);
                let off = exact.abs() - (i128::from(part).abs() << 60);
                // A hundred-thousandth of a hundredth for the table itself.
                let bound = (1_i128 << 60) + (1_i128 << 60) / 100_000;
                assert!((-(1_i128 << 44)..bound).contains(&off), "{heading:?} {distance}");
                assert!(part == 0 || exact.signum() == i128::from(part.signum()));
            }
        }
    }
}

#[test]
fn quarter_turns_are_exact_and_diagonals_have_equal_parts() {
    assert_eq!(Heading::NORTH.along(1234), Vector::new(0, 1234));
    assert_eq!(Heading::EAST.along(1234), Vector::new(1234, 0));
    assert_eq!(Heading::SOUTH.along(1234), Vector::new(0, -1234));
    assert_eq!(Heading::WEST.along(1234), Vector::new(-1234, 0));
    let origin = Point::default();
    assert_eq!(origin.towards(Point::new(0, -300), 300), Point::new(0, -300));
    assert_eq!(origin.towards(Point::new(30, 40), 100), Point::new(60, 80));
    assert_eq!(Vector::new(30, 40).length(), 50);
    assert_eq!((Vector::new(1, 1).length(), Vector::default().length()), (2, 0));
    let way = Heading::new(45).unwrap().along(600);
    assert_eq!(way, Vector::new(424, 424));
}

#[test]
fn turns_between_headings_take_the_shorter_way() {
    let heading = |degrees| Heading::new(degrees).unwrap();
    assert_eq!(heading(350).turn_to(heading(10)), 20);
    assert_eq!(heading(10).turn_to(heading(350)), -20);
    assert_eq!(heading(0).turn_to(heading(180)), 180);
    assert_eq!(heading(180).turn_to(heading(0)), 180);
    assert_eq!(heading(315).apart(heading(0)), 45);
    assert_eq!(Heading::new(360), None);
    assert!(serde_json::from_str::<Heading>("360").is_err());
    assert_eq!(serde_json::from_str::<Heading>("359").unwrap(), heading(359));
    for a in all() {
        assert_eq!(a.back().back(), a);
        assert_eq!(a.mirror().mirror(), a);
        for turn in [-400, -45, 0, 45, 90, 359] {
            assert_eq!(a.turned(turn).turned(-turn), a);
        }
    }
}

#[test]
fn the_nearest_heading_of_a_long_move_is_its_own() {
    for heading in all() {
        assert_eq!(Heading::nearest(heading.along(MOST)), Some(heading));
        assert_eq!(Heading::nearest(heading.along(600)), Some(heading));
    }
    assert_eq!(Heading::nearest(Vector::default()), None);
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn no_heading_is_nearer_than_the_nearest(x in -500..=500, y in -500..=500) {
        prop_assume!((x, y) != (0, 0));
        let way = Vector::new(x, y);
        let nearest = Heading::nearest(way).unwrap();
        let ahead = |heading| {
            let (east, north) = direction(heading);
            east * i128::from(x) + north * i128::from(y)
        };
        let most = all().map(ahead).max().unwrap();
        // What the table's own rounding may cost.
        prop_assert!(ahead(nearest) >= most - (i128::from(way.length()) << 34));
    }

    #[test]
    fn a_way_towards_a_point_is_not_longer_and_ends_within_a_hundredth(
        from in point(), to in point(), distance in 0..=2000,
    ) {
        let (there, way) = (from.towards(to, distance) - from, to - from);
        if way == Vector::default() {
            prop_assert_eq!(there, way);
            return Ok(());
        }
        prop_assert!(there.squared() <= i64::from(distance).pow(2));
        // Each part times the exact length, against the way's part times the distance.
        let within = |part: i32, whole: i32| {
            // In twentieths of a hundredth: one is for the root of the length.
            let (least, most) = (20 * i64::from(part.abs()), 20 * i64::from(part.abs()) + 21);
            let exact = 20 * i64::from(whole.abs()) * i64::from(distance);
            least.pow(2) * way.squared() <= exact.pow(2) && exact.pow(2) <= most.pow(2) * way.squared()
        };
        prop_assert!(within(there.x, way.x) && within(there.y, way.y));
    }

    #[test]
    fn moves_and_nearest_headings_turn_and_mirror(
        heading in heading(), distance in 0..=MOST, x in -300..=300, y in -300..=300, symmetry in symmetry(),
    ) {
        let origin = Point::default();
        let there = origin.along(heading, distance);
        prop_assert_eq!(symmetry.point(there), origin.along(symmetry.heading(heading), distance));
        let turned = symmetry.point(Point::new(x, y)) - origin;
        let nearest = Heading::nearest(Vector::new(x, y));
        prop_assert_eq!(nearest.map(|heading| symmetry.heading(heading)), Heading::nearest(turned));
    }
}
