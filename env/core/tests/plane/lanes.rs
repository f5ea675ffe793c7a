//! How far a base may advance.

use proptest::prelude::*;
use sandtable_core::plane::{Area, Barrier, Base, Crossing, Heading, Lane, Point, Size, Sweep, Table};

use crate::areas::outline;
use crate::figures::{base, config, heading, point, symmetry};

/// The last distance before the first that is stopped, tried one by one.
fn walk(limit: i32, stops: impl Fn(i32) -> bool) -> Option<i32> {
    match (0..=limit).find(|&distance| stops(distance)) {
        Some(0) => None,
        Some(distance) => Some(distance - 1),
        None => Some(limit),
    }
}

fn horse(x: i32, y: i32, heading: u16) -> Base {
    Base::new(Size::new(400, 200).unwrap(), Point::new(x, y), Heading::new(heading).unwrap())
}

/// Limits at which bases and areas of these figures are met, or nearly.
fn limit() -> impl Strategy<Value = i32> {
    prop_oneof![(0..=8).prop_map(|n| 100 * n), 0..=900]
}

#[test]
fn a_charge_stops_where_the_bases_touch() {
    let lane = Lane::new(&horse(0, 0, 0), 1200);
    assert_eq!(lane.reach(&horse(0, 900, 180)), Some(700));
    assert_eq!(lane.contact(&horse(0, 900, 180)), Some(700));
    assert!(lane.base().advanced(700).touches(&horse(0, 900, 180)));
    assert_eq!(lane.contact(&horse(0, 1400, 180)), Some(1200), "touched at the very end");
    assert_eq!(lane.contact(&horse(0, 1401, 180)), None);
    assert_eq!(lane.contact(&horse(0, 200, 180)), Some(0), "touched already");
    assert_eq!(lane.reach(&horse(0, 199, 180)), None, "overlapped already");
    assert_eq!(lane.contact(&horse(400, 300, 0)), None, "passed side by side");
    assert_eq!(lane.contact(&horse(399, 300, 0)), Some(100));
    assert_eq!(lane.contact(&horse(0, -300, 0)), None, "left behind");
}

#[test]
fn a_base_does_not_leave_the_table() {
    let table = Table { width: 3600, height: 3600 };
    let reach = |base: &Base, limit| Lane::new(base, limit).reach_table(table);
    assert_eq!(reach(&horse(1800, 3000, 0), 1200), Some(500));
    assert_eq!(reach(&horse(1800, 3000, 0), 300), Some(300));
    assert_eq!(reach(&horse(1800, 3000, 180), 1200), Some(1200));
    assert_eq!(reach(&horse(1800, 3501, 180), 1200), None);
}

#[test]
fn a_wadi_stops_the_centre_but_at_its_crossing() {
    let line = [Point::new(-1000, 300), Point::new(1000, 300)];
    let crossing = Crossing { at: Point::new(500, 300), width: 200 };
    let wadi = Barrier::new(&line, &[crossing]);
    let reach = |x| Lane::new(&horse(x, 0, 0), 600).reach_barrier(&wadi);
    assert_eq!(reach(0), Some(299));
    assert_eq!(
        (reach(399), reach(400), reach(500), reach(600), reach(601)),
        (Some(299), Some(600), Some(600), Some(600), Some(299))
    );
    let front = Lane::new(&horse(0, 0, 0), 600).front_reach_barrier(&wadi);
    assert_eq!(front, Some(199));
    assert_eq!(Lane::new(&horse(0, 250, 0), 600).front_reach_barrier(&wadi), None);
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn reach_and_contact_are_those_of_a_walk(mover in base(), other in base(), limit in limit()) {
        let overlaps = |distance| Sweep::advance(&mover, distance).overlaps(&other);
        let lane = Lane::new(&mover, limit);
        prop_assert_eq!(lane.reach(&other), walk(limit, overlaps));
        let contact = walk(limit + 1, overlaps).filter(|&reach| reach <= limit);
        prop_assert_eq!(lane.contact(&other), contact);
        if let Some(contact) = contact {
            prop_assert!(!mover.advanced(contact).overlaps(&other));
            prop_assert!(mover.advanced(contact).is_within(&other, 3));
        }
    }

    #[test]
    fn reach_before_an_area_is_that_of_a_walk(mover in base(), outline in outline(), limit in limit()) {
        let area = Area::new(&outline).unwrap();
        let expected = walk(limit, |distance| Sweep::advance(&mover, distance).overlaps_area(&area));
        prop_assert_eq!(Lane::new(&mover, limit).reach_area(&area), expected);
    }

    #[test]
    fn reach_on_a_table_is_that_of_a_walk(mover in base(), limit in limit(), width in 1..=1400, height in 1..=1400) {
        let table = Table { width, height };
        let expected = walk(limit, |distance| !table.holds(&mover.advanced(distance)));
        prop_assert_eq!(Lane::new(&mover, limit).reach_table(table), expected);
    }

    #[test]
    fn reach_before_a_barrier_is_that_of_a_walk(
        mover in base(), line in proptest::collection::vec(point(), 2..5), at in 0_usize..4,
        width in 0..=400, limit in limit(),
    ) {
        let crossing = Crossing { at: line[at % line.len()], width };
        let wadi = Barrier::new(&line, &[crossing]);
        let lane = Lane::new(&mover, limit);
        let end = |distance| mover.advanced(distance);
        let expected = walk(limit, |distance| wadi.stops(mover.centre(), end(distance).centre()));
        prop_assert_eq!(lane.reach_barrier(&wadi), expected);
        let expected = walk(limit, |distance| wadi.stops(mover.centre(), end(distance).front()));
        prop_assert_eq!(lane.front_reach_barrier(&wadi), expected);
    }

    #[test]
    fn lanes_turn_and_mirror(mover in base(), other in base(), limit in limit(), symmetry in symmetry()) {
        let (lane, twin) = (Lane::new(&mover, limit), Lane::new(&symmetry.base(&mover), limit));
        prop_assert_eq!(lane.reach(&other), twin.reach(&symmetry.base(&other)));
        prop_assert_eq!(lane.contact(&other), twin.contact(&symmetry.base(&other)));
    }

    #[test]
    fn whole_tables_stay_exact(
        x in 5000..=9800, y in 5000..=9800, heading in heading(), away in 180..=270_i32, distance in 0..=4000,
    ) {
        // Far from the origin, where the products are largest.
        let mover = Base::new(Size::new(1200, 600).unwrap(), Point::new(x, y), heading);
        let other = mover.at(mover.centre().along(Heading::NORTH.turned(away), distance)).pivoted(heading.turned(2 * away));
        let lane = Lane::new(&mover, 1500);
        let reach = lane.reach(&other);
        let stops = |distance| Sweep::advance(&mover, distance).overlaps(&other);
        match reach {
            None => prop_assert!(stops(0)),
            Some(1500) => prop_assert!(!stops(1500)),
            Some(reach) => prop_assert!(!stops(reach) && stops(reach + 1)),
        }
    }
}
