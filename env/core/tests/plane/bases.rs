//! Bases, their sweeps, and what they meet.

use proptest::prelude::*;
use sandtable_core::plane::{Base, Heading, Point, Size, Sweep, Table};

use crate::figures::{base, config, heading, point, size, symmetry};
use crate::oracle::{self, Fine};

fn foot(x: i32, y: i32, heading: u16) -> Base {
    let heading = Heading::new(heading).unwrap();
    Base::new(Size::new(400, 200).unwrap(), Point::new(x, y), heading)
}

#[test]
fn corners_run_anticlockwise_from_the_front_right() {
    let expected = [(200, 100), (-200, 100), (-200, -100), (200, -100)];
    assert_eq!(foot(0, 0, 0).corners(), expected.map(|(x, y)| Point::new(x, y)));
    assert_eq!(foot(0, 0, 90).front(), Point::new(100, 0));
    assert_eq!(foot(0, 0, 90).corners()[0], Point::new(100, -200));
}

#[test]
fn sides_are_even_and_bounded() {
    for (width, depth) in [(0, 200), (200, 0), (201, 200), (200, -2), (1202, 200)] {
        assert_eq!(Size::new(width, depth), None, "{width} {depth}");
    }
    let size = Size::new(1200, 2).unwrap();
    assert_eq!((size.width(), size.depth()), (1200, 2));
}

#[test]
fn touching_is_not_overlapping() {
    let base = foot(0, 0, 0);
    for (x, y, heading) in [(400, 0, 0), (0, 200, 180), (400, 200, 0), (300, 100, 90), (0, 300, 90)] {
        let other = foot(x, y, heading);
        assert!(base.touches(&other) && !base.overlaps(&other), "{x} {y}");
        assert!(base.is_within(&other, 0));
    }
    let beside = foot(401, 0, 0);
    assert!(!base.touches(&beside) && base.is_within(&beside, 1) && !base.is_within(&beside, 0));
    assert!(base.overlaps(&foot(399, 0, 0)) && base.overlaps(&base));
}

#[test]
fn an_inch_apart_is_an_inch_to_the_hundredth() {
    let base = foot(0, 0, 0);
    assert!(base.is_within(&foot(0, 300, 0), 100) && !base.is_within(&foot(0, 300, 0), 99));
    assert!(base.is_nearer(&foot(0, 299, 0), 100) && !base.is_nearer(&foot(0, 300, 0), 100));
    // Corner to corner: 60 and 80 make 100.
    assert!(base.is_within(&foot(460, 280, 0), 100) && !base.is_within(&foot(461, 280, 0), 100));
}

#[test]
fn a_base_may_touch_the_edge_of_the_table() {
    let table = Table { width: 1000, height: 800 };
    assert!(table.holds(&foot(200, 100, 0)) && table.holds(&foot(800, 700, 180)));
    for (x, y) in [(199, 100), (200, 99), (801, 700), (800, 701)] {
        assert!(!table.holds(&foot(x, y, 0)), "{x} {y}");
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn corners_are_within_a_hundredth_of_the_rectangle(size in size(), heading in heading()) {
        let base = Base::new(size, Point::default(), heading);
        let (east, north) = (exact(heading, 0), exact(heading, 90));
        let half = |side: i32| i128::from(side / 2);
        let corners = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
        for (corner, (ahead, aside)) in base.corners().into_iter().zip(corners) {
            let x = east * half(size.depth()) * ahead + north * half(size.width()) * aside;
            let y = north * half(size.depth()) * ahead - east * half(size.width()) * aside;
            for (whole, exact) in [(corner.x, x), (corner.y, y)] {
                let off = (i128::from(whole) << 60) - exact;
                prop_assert!(off.abs() <= (1 << 60) + (1 << 50));
            }
            prop_assert!(base.centre().is_within(corner, size.radius()));
        }
    }

    #[test]
    fn overlap_and_distance_agree_with_the_oracle(a in base(), b in base(), distance in 0..=300) {
        let (corners, others) = (a.corners(), b.corners());
        prop_assert_eq!(a.overlaps(&b), oracle::overlap(&corners, &others));
        for distance in [0, 100, distance] {
            prop_assert_eq!(a.is_within(&b, distance), oracle::are_within(&corners, &others, distance));
        }
        for distance in [100, distance + 1] {
            prop_assert_eq!(a.is_nearer(&b, distance), oracle::are_nearer(&corners, &others, distance));
        }
        let is_touching = oracle::are_within(&corners, &others, 0) && !oracle::overlap(&corners, &others);
        prop_assert_eq!(a.touches(&b), is_touching);
    }

    #[test]
    fn points_agree_with_the_oracle(base in base(), point in point(), distance in 0..=900) {
        let corners = base.corners();
        prop_assert_eq!(base.contains(point), oracle::place(&corners, Fine::whole(point)) >= 0);
        let expected = oracle::is_point_within(&corners, point, distance);
        prop_assert_eq!(base.is_within_of(point, distance), expected);
        let nearest = base.nearest(point);
        if base.contains(point) {
            prop_assert_eq!(nearest, point);
        } else {
            let edges = oracle::edges(&corners).map(|(from, to)| oracle::nearest_on(point, from, to));
            let exact = edges.min_by(|a, b| a.nearer(*b, point)).unwrap();
            prop_assert!(exact.rounds_to(nearest), "{:?} {:?}", exact, nearest);
        }
    }

    #[test]
    fn sight_past_a_base_agrees_with_the_oracle(base in base(), from in point(), to in point()) {
        let corners = base.corners();
        prop_assert_eq!(base.blocks(from, to), oracle::crosses(&corners, from, to));
        // Along an edge, through a corner, to a corner and from the centre.
        for (a, b) in [(corners[0], corners[1]), (corners[0], corners[2]), (from, corners[3]), (base.centre(), to)] {
            prop_assert_eq!(base.blocks(a, b), oracle::crosses(&corners, a, b));
            let beyond = b + (b - a);
            prop_assert_eq!(base.blocks(a, beyond), oracle::crosses(&corners, a, beyond));
        }
    }

    #[test]
    fn sweeps_agree_with_the_oracle(a in base(), b in base(), to in point()) {
        for to in [to, a.centre(), b.centre(), Point::new(a.centre().x, to.y)] {
            let sweep = Sweep::new(&a, to);
            prop_assert_eq!(sweep.end(), a.at(to));
            let hull = oracle::hull(&[a.corners(), a.at(to).corners()].concat());
            prop_assert_eq!(sweep.overlaps(&b), oracle::overlap(&hull, &b.corners()));
        }
    }

    #[test]
    fn a_straight_advance_ends_where_the_base_does(a in base(), distance in 0..=1500) {
        prop_assert_eq!(Sweep::advance(&a, distance).end(), a.advanced(distance));
        prop_assert!(a.centre().is_within(a.advanced(distance).centre(), distance));
    }

    #[test]
    fn all_turn_and_mirror(a in base(), b in base(), to in point(), distance in 0..=300, symmetry in symmetry()) {
        let (c, d, there) = (symmetry.base(&a), symmetry.base(&b), symmetry.point(to));
        prop_assert_eq!(c.front(), symmetry.point(a.front()));
        let (mut corners, mut turned) = (symmetry.points(&a.corners()), c.corners().to_vec());
        corners.sort_unstable();
        turned.sort_unstable();
        prop_assert_eq!(corners, turned);
        prop_assert_eq!(a.overlaps(&b), c.overlaps(&d));
        prop_assert_eq!(a.is_within(&b, distance), c.is_within(&d, distance));
        prop_assert_eq!(a.is_nearer(&b, distance + 1), c.is_nearer(&d, distance + 1));
        prop_assert_eq!(a.is_within_of(to, distance), c.is_within_of(there, distance));
        prop_assert_eq!(symmetry.point(a.nearest(to)), c.nearest(there));
        prop_assert_eq!(a.blocks(to, b.centre()), c.blocks(there, d.centre()));
        prop_assert_eq!(Sweep::new(&a, to).overlaps(&b), Sweep::new(&c, there).overlaps(&d));
    }
}

/// The sine of a heading and some degrees more, in units of 2^-60.
fn exact(heading: Heading, more: u16) -> i128 {
    match (heading.degrees() + more) % 360 {
        n @ 0..=90 => oracle::sine(n),
        n @ 91..=180 => oracle::sine(180 - n),
        n @ 181..=270 => -oracle::sine(n - 180),
        n => -oracle::sine(360 - n),
    }
}
