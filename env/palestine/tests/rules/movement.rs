//! Moves, pivots, roads, mounting.

use sandtable_core::Seat;
use sandtable_palestine::Event;

use crate::table::Table;

fn alone(unit: &str) -> Table {
    Table::open().first(unit).first("infantry 2,2 0").second("infantry 34,34 180")
}

// covers: P-05, P-38
#[test]
fn moves_are_six_or_twelve_inches() {
    let reach = [
        ("infantry", "", 600),
        ("artillery", "", 600),
        ("tank", "", 600),
        ("cavalry", "", 1200),
        ("camel-corps", "", 1200),
        ("armoured-car", "", 1200),
        ("cavalry", "foot", 600),
        ("camel-corps", "foot", 600),
    ];
    for (kind, state, most) in reach {
        let mut battle = alone(&format!("{kind} 18,10 0 {state}")).battle();
        battle.act("A1");
        if battle.lists("move") {
            battle.act("move");
        }
        let to = |hundredths: i32| format!("to 18.00,{}.{:02}", hundredths / 100, hundredths % 100);
        assert!(battle.lists(&to(1000 + most)), "{kind} {state}");
        assert!(battle.may(&to(1000 + most)), "{kind} {state}");
        assert!(!battle.may(&to(1001 + most)), "{kind} {state}: a hundredth too far");
        assert!(battle.may(&to(1001)), "every exact point is accepted");
        // Never longer than the allowance in any direction.
        for (dx, dy) in [(600, 0), (424, 424), (425, 425), (599, 30), (-424, 424)] {
            let to = format!(
                "to {}.{:02},{}.{:02}",
                (1800 + dx) / 100,
                (1800 + dx) % 100,
                (1000 + dy) / 100,
                (1000 + dy) % 100
            );
            let is_near = dx * dx + dy * dy <= most * most;
            assert_eq!(battle.may(&to), is_near, "{kind} {state} {to}");
        }
    }
}

// covers: P-07, P-40, P-16
#[test]
fn a_move_is_a_pivot_an_advance_and_a_pivot() {
    let mut battle = alone("infantry 18,10 0").battle();
    battle.act("A1; to 14,8; face 270");
    assert_eq!(battle.pose("A1"), (1400, 800, 270));
    // Turning counts as moving: a unit that only turned does not shoot. RULING R7.
    let mut battle = Table::open()
        .first("infantry 18,10 90")
        .first("infantry 26,10 0")
        .second("infantry 18,20 180")
        .second("infantry 26,20 180")
        .battle();
    battle.act("A1; stay; face 0; end");
    assert!(battle.unit("A1").has_moved());
    assert!(!battle.lists("A1"));
    // To stay as one is is no move.
    let mut battle = alone("infantry 18,10 0").battle();
    battle.act("A1; stay");
    assert!(!battle.may("face 0") && battle.may("face 1"));
}

// covers: P-40
#[test]
fn the_advance_is_straight_and_may_not_leave_the_table() {
    // RULING B14, RULING B15: the base is wholly on the table before and after it, too.
    let mut battle = alone("infantry 34,10 0").battle();
    battle.act("A1");
    assert!(battle.may("to 34,14; face 0"), "it touches the edge");
    assert!(!battle.may("to 34,14; face 45"), "a corner would hang over");
    assert!(!battle.may("to 34.01,14"));
    // Turned to 330 degrees a corner would hang over the edge before the advance.
    assert!(!battle.may("to 33,12"));
    assert!(battle.may("to 30,10"), "straight inwards");
}

// covers: P-08
#[test]
fn who_is_passed_through_is_inactive() {
    let mut battle = Table::open()
        .first("infantry 18,8 0")
        .first("infantry 18,11 0")
        .first("infantry 2,2 0")
        .second("infantry 18,23 180")
        .battle();
    battle.act("A1; to 18,14; face 0");
    assert!(battle.unit("A2").is_passed());
    assert!(battle.happened(|event| matches!(event, Event::Passed { .. })));
    assert!(!battle.lists("A2") && battle.lists("A3"));
    battle.act("end");
    assert_eq!(battle.state().active(), Seat::Second, "nor does it shoot");
    // RULING R14: one that has acted cannot be passed.
    let mut battle = Table::open()
        .first("infantry 18,8 0")
        .first("infantry 18,11 0")
        .second("infantry 18,30 180")
        .battle();
    battle.act("A2; stay; face 1; A1");
    assert!(!battle.may("to 18,14") && battle.may("to 18,8.5"));
    // Nobody ends on a friend.
    let mut battle = Table::open()
        .first("infantry 18,8 0")
        .first("infantry 18,11 0")
        .second("infantry 18,30 180")
        .battle();
    battle.act("A1");
    assert!(battle.may("to 18,13; face 0") && !battle.may("to 18,12.99; face 0"));
}

// covers: P-08
#[test]
fn one_that_failed_may_be_passed_through() {
    // RULING B19.
    let mut battle = Table::open()
        .first("infantry 18,8 0")
        .first("infantry 18,11 0 hits=12")
        .second("infantry 18,30 180")
        .battle();
    battle.act("A2; stay; face 1").throw(&[1]).act("A1");
    assert!(battle.may("to 18,14"));
}

// covers: P-41
#[test]
fn nobody_ends_within_an_inch_of_an_enemy() {
    let mut battle =
        Table::open().first("infantry 18,8 0").first("infantry 2,2 0").second("infantry 18,14 180").battle();
    battle.act("A1");
    // RULING B16: exactly an inch between the bases.
    assert!(battle.may("to 18,11; face 0"));
    assert!(!battle.may("to 18,11.01"));
    assert!(!battle.may("to 18,11; face 5"), "a corner would come within an inch");
    assert!(!battle.may("to 18,14") && !battle.may("to 18,11.5"));
    assert!(battle.lists("to 18.00,10.98"), "as near as can be is listed, but for rounding");
    // It binds pivots in place.
    let mut battle =
        Table::open().first("infantry 18,11 0").first("infantry 2,2 0").second("infantry 18,14 180").battle();
    battle.act("A1");
    assert!(!battle.may("stay; face 90") && battle.may("stay"), "half a turn is the only one listed");
    battle.act("stay; ?face 180");
    assert_eq!(battle.pose("A1"), (1800, 1100, 180));
}

// covers: P-15
#[test]
fn a_road_is_three_inches_longer() {
    let road = |unit: &str, line: &str| {
        let mut battle = alone(unit).map(&format!("[[map.road]]\nline = {line}\nwidth = 2")).battle();
        battle.act("A1; road");
        battle
    };
    let straight = "[[18, 0], [18, 36]]";
    for (kind, most) in
        [("infantry", 9), ("artillery", 9), ("tank", 9), ("armoured-car", 15), ("cavalry", 15)]
    {
        let battle = road(&format!("{kind} 18,10 0"), straight);
        assert!(battle.lists(&format!("along 1 {}.00", 10 + most)), "{kind}");
        assert!(battle.may(&format!("along 1 {}.00", 10 + most)), "{kind}");
        assert!(!battle.may(&format!("along 1 {}.01", 10 + most)), "{kind}");
        assert!(battle.may(&format!("along 1 {}.5", 10 - 7)), "{kind}: back, and any exact place");
    }
    // RULING B17: what it takes to reach the middle of the road counts.
    let battle = road("infantry 18.5,10 0", straight);
    assert!(battle.may("along 1 18.50") && !battle.may("along 1 18.51"));
    // The centre must begin on the road.
    let mut battle = alone("infantry 19.01,10 0").map(&format!("[[map.road]]\nline = {straight}")).battle();
    battle.act("A1");
    assert!(!battle.lists("road"));
    // It follows the bends.
    let mut battle = road("infantry 18,10 0", "[[18, 0], [18, 14], [28, 14]]");
    battle.act("along 1 19; face 90");
    assert_eq!(battle.pose("A1"), (2300, 1400, 90));
}

// covers: P-15, P-10
#[test]
fn a_road_through_difficult_ground_is_no_faster() {
    // RULING R17, and RULING B12: roads do not lift the ban.
    let table = |unit: &str| {
        alone(unit)
            .map("[[map.road]]\nline = [[18, 0], [18, 36]]")
            .area("difficult", [10.0, 15.0], [26.0, 20.0])
            .battle()
    };
    let mut battle = table("infantry 18,10 0");
    battle.act("A1; road");
    assert!(battle.may("along 1 16") && !battle.may("along 1 16.01"), "six inches in all");
    let mut battle = table("armoured-car 18,10 0");
    battle.act("A1; road");
    assert!(battle.may("along 1 14") && !battle.may("along 1 14.5"));
}

// covers: P-06
#[test]
fn mounting_and_dismounting_cost_half_the_move() {
    for kind in ["cavalry", "camel-corps"] {
        let mut battle = alone(&format!("{kind} 18,10 0")).battle();
        battle.act("A1; dismount");
        assert!(battle.may("to 18,16") && !battle.may("to 18,16.01"));
        assert!(battle.may("stay; face 0"), "without a step, and without turning");
        battle.act("to 18,16; face 0");
        assert!(!battle.unit("A1").is_mounted());
        let mut battle = alone(&format!("{kind} 18,10 0 foot")).battle();
        battle.act("A1; mount");
        assert!(battle.may("to 18,16") && !battle.may("to 18,16.01"));
        battle.act("to 18,16; face 0");
        assert!(battle.unit("A1").is_mounted());
    }
    let mut battle = alone("infantry 18,10 0").battle();
    battle.act("A1");
    assert!(!battle.lists("mount") && !battle.lists("dismount"));
}

// covers: P-06
#[test]
fn mounted_riders_do_not_shoot() {
    for (kind, state, shoots) in [
        ("cavalry", "", false),
        ("cavalry", "foot", true),
        ("camel-corps", "", false),
        ("camel-corps", "foot guns", true),
    ] {
        let mut battle =
            Table::open().first(&format!("{kind} 18,10 0 {state}")).second("infantry 18,20 180").battle();
        battle.act("end");
        assert_eq!(battle.state().active() == Seat::First, shoots, "{kind} {state}");
    }
}

// covers: P-06, P-10
#[test]
fn riders_change_outside_difficult_ground() {
    // RULING B18: in either order; on foot they go in and out.
    let table = |unit: &str| alone(unit).area("difficult", [14.0, 14.0], [22.0, 20.0]).battle();
    let mut battle = table("cavalry 18,12 0");
    battle.act("A1");
    assert!(!battle.may("move; to 18,13.5"), "mounted they stay out");
    battle.act("dismount");
    assert!(battle.may("to 18,17; face 0"));
    let mut battle = table("cavalry 18,17 0 foot");
    battle.act("A1; mount");
    assert!(!battle.may("to 18,18"), "no mounting in it");
    assert!(battle.may("to 18,23; face 0"), "out of it on foot, then mounted");
}
