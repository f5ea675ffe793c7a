//! Areas, convex or not.

use proptest::prelude::*;
use sandtable_core::plane::{Area, AreaError, Base, Point, Sweep};

use crate::figures::{Symmetry, base, config, point, symmetry};
use crate::oracle::{self, Fine};

fn points(corners: &[(i32, i32)]) -> Vec<Point> {
    corners.iter().map(|&(x, y)| Point::new(100 * x, 100 * y)).collect()
}

/// Outlines with notches, straight corners and spikes, either way round.
fn drawn() -> Vec<Vec<Point>> {
    [
        &[(0, 0), (4, 0), (4, 4), (0, 4)][..],
        &[(0, 0), (0, 4), (2, 4), (2, 2), (4, 2), (4, 0)],
        &[(-3, -3), (3, -3), (3, 3), (1, 3), (1, -1), (-1, -1), (-1, 3), (-3, 3)],
        &[(0, 0), (2, 0), (4, 0), (4, 2), (4, 4), (0, 4), (0, 2)],
        &[(-4, 0), (-1, 1), (0, 4), (1, 1), (4, 0), (1, -1), (0, -4), (-1, -1)],
        &[(0, 0), (6, 0), (6, 1), (1, 1), (1, 2), (6, 2), (6, 3), (0, 3)],
        &[(-5, -5), (5, -5), (0, 0), (5, 5), (-5, 5), (-1, 0)],
    ]
    .map(points)
    .to_vec()
}

/// Outlines drawn, or thrown from few places until they are simple.
pub(crate) fn outline() -> impl Strategy<Value = Vec<Point>> {
    let thrown = proptest::collection::vec((-3..=3, -3..=3), 3..8)
        .prop_map(|corners| points(&corners))
        .prop_filter("the outline crosses itself", |outline| Area::new(outline).is_ok());
    prop_oneof![proptest::sample::select(drawn()), thrown]
}

#[test]
fn outlines_that_touch_themselves_are_refused() {
    let refused = |corners: &[(i32, i32)]| Area::new(&points(corners)).unwrap_err();
    assert_eq!(refused(&[(0, 0), (1, 0)]), AreaError::TooFew);
    assert_eq!(refused(&[(0, 0), (101, 0), (1, 1)]), AreaError::TooFar { corner: 2 });
    let crossing = |first, second| AreaError::Crossing { first, second };
    assert_eq!(refused(&[(0, 0), (1, 1), (1, 0), (0, 1)]), crossing(1, 3));
    assert_eq!(refused(&[(0, 0), (2, 0), (1, 0)]), crossing(1, 2));
    assert_eq!(refused(&[(0, 0), (0, 0), (1, 0), (0, 1)]), crossing(1, 2));
    assert_eq!(refused(&[(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)]), crossing(1, 3));
}

#[test]
fn a_line_along_an_edge_is_free_and_one_along_a_seam_is_not() {
    let area = Area::new(&points(&[(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)])).unwrap();
    let at = |x, y| Point::new(100 * x, 100 * y);
    assert!(!area.blocks(at(-1, 0), at(5, 0)), "along an edge");
    assert!(!area.blocks(at(3, 3), at(2, 2)), "to the corner of the notch");
    assert!(area.blocks(at(2, 2), at(0, 0)), "from it to the corner opposite");
    assert!(area.blocks(at(2, 2), at(4, 0)) && area.blocks(at(2, 2), at(0, 4)));
    assert!(area.contains(at(2, 2)) && area.contains(at(0, 4)) && !area.contains(at(3, 3)));
}

fn mirrored(symmetry: Symmetry, area: &Area) -> Area {
    Area::new(&symmetry.points(area.outline())).unwrap()
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn points_bases_and_sweeps_agree_with_the_oracle(
        outline in outline(), base in base(), to in point(), is_reversed in any::<bool>(),
    ) {
        let mut given = outline.clone();
        if is_reversed {
            given.reverse();
        }
        let area = Area::new(&given).unwrap();
        for point in [to, base.centre(), outline[0], base.corners()[2]] {
            prop_assert_eq!(area.contains(point), oracle::place(&outline, Fine::whole(point)) >= 0);
        }
        prop_assert_eq!(area.overlaps(&base), oracle::overlap(&base.corners(), &outline));
        let is_touched = oracle::overlap(&base.corners(), &outline)
            || base.corners().iter().any(|corner| oracle::is_point_within(&outline, *corner, 0))
            || outline.iter().any(|corner| oracle::is_point_within(&base.corners(), *corner, 0));
        prop_assert_eq!(area.touches(&base), is_touched);
        for to in [to, base.centre(), outline[1]] {
            let hull = oracle::hull(&[base.corners(), base.at(to).corners()].concat());
            prop_assert_eq!(area.overlaps_sweep(&Sweep::new(&base, to)), oracle::overlap(&hull, &outline));
        }
    }

    #[test]
    fn sight_agrees_with_the_oracle(outline in outline(), from in point(), to in point()) {
        let area = Area::new(&outline).unwrap();
        let ends = [from, to, outline[0], outline[1], outline[2], outline[outline.len() - 1]];
        for a in ends {
            for b in ends {
                prop_assert_eq!(area.blocks(a, b), oracle::crosses(&outline, a, b), "{:?} {:?}", a, b);
                let beyond = b + (b - a);
                prop_assert_eq!(area.blocks(a, beyond), oracle::crosses(&outline, a, beyond));
            }
        }
    }

    #[test]
    fn areas_turn_and_mirror(
        outline in outline(), base in base(), from in point(), to in point(), symmetry in symmetry(),
    ) {
        let area = Area::new(&outline).unwrap();
        let twin = mirrored(symmetry, &area);
        let other: Base = symmetry.base(&base);
        prop_assert_eq!(area.contains(from), twin.contains(symmetry.point(from)));
        prop_assert_eq!(area.overlaps(&base), twin.overlaps(&other));
        prop_assert_eq!(area.blocks(from, to), twin.blocks(symmetry.point(from), symmetry.point(to)));
        let (sweep, turned) = (Sweep::new(&base, to), Sweep::new(&other, symmetry.point(to)));
        prop_assert_eq!(area.overlaps_sweep(&sweep), twin.overlaps_sweep(&turned));
        let mirror = area.mirror(900);
        prop_assert_eq!(area.contains(from), mirror.contains(from.mirror(900)));
        prop_assert_eq!(area.blocks(from, to), mirror.blocks(from.mirror(900), to.mirror(900)));
    }
}
