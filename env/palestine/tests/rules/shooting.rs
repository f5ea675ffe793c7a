//! Field of fire, range, sight, and who may shoot at whom.

use sandtable_core::Seat;

use crate::table::Table;

/// Whether `A1` has something to shoot at when it does not move.
fn shoots(table: &Table) -> bool {
    let mut battle = table.battle();
    battle.act("end");
    battle.state().active() == Seat::First
}

fn at(shooter: &str, target: &str) -> Table {
    Table::open().first(shooter).second(target)
}

// covers: P-20
#[test]
fn range_is_from_the_front_centre_to_any_part() {
    // Fronts at y 10 and 22: twelve inches between the front centre and the nearest edge.
    for shooter in [
        "infantry 18,9 0",
        "cavalry 18,9 0 foot",
        "camel-corps 18,9 0 foot",
        "tank 18,9 0",
        "armoured-car 18,9 0",
    ] {
        assert!(shoots(&at(shooter, "infantry 18,23 180")), "{shooter}");
        assert!(!shoots(&at(shooter, "infantry 18,23.01 180")), "{shooter}");
    }
    assert!(shoots(&at("artillery 18,1 0", "infantry 18,35 180")), "guns reach across the table");
    let big = |y: &str| {
        let text = at("artillery 18,1 0", &format!("infantry 18,{y} 180")).text();
        let text = text.replace("table = [36, 36]", "table = [36, 60]");
        let scenario = sandtable_core::Scenario::parse("test", &text).unwrap();
        let mut game =
            sandtable_core::Game::<sandtable_palestine::Palestine>::new(&scenario, Default::default(), None)
                .unwrap();
        game.act_by_notation("end").unwrap();
        game.state().active() == Seat::First
    };
    assert!(big("51") && !big("51.01"), "forty-eight inches");
}

// covers: P-19, P-31, P-32
#[test]
fn each_has_its_field_of_fire() {
    // A target of an inch square, ten inches from the front centre, by degrees.
    let ten = |degrees: f64| {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        (18.0 + 10.0 * sine, 19.0 + 10.0 * cosine)
    };
    let hits = |shooter: &str, degrees: f64| {
        let (x, y) = ten(degrees);
        shoots(&at(shooter, &format!("artillery {x:.2},{y:.2} 0 base=[0.1,0.1]")))
    };
    for (shooter, most) in [("infantry 18,18 0", 45.0), ("artillery 18,18 0", 45.0), ("tank 18,18 0", 90.0)] {
        assert!(hits(shooter, most - 1.0) && hits(shooter, 1.0 - most), "{shooter}");
        assert!(!hits(shooter, most + 1.0) && !hits(shooter, -most - 1.0), "{shooter}");
    }
    assert!(hits("armoured-car 18,18 0", 179.0), "all round");
    // From a town it is all round, for guns too (RULING B21); not for vehicles (RULING B10).
    let from_town = |shooter: &str| {
        let table = at(shooter, "infantry 18,8 0").area("town", [15.0, 15.0], [21.0, 21.0]);
        shoots(&table.map("[[map.road]]\nline = [[18, 15], [18, 21]]"))
    };
    assert!(from_town("infantry 18,18 0") && from_town("artillery 18,18 0"));
    assert!(!from_town("tank 18,18 0"));
}

// covers: P-21, P-44
#[test]
fn units_towns_and_hills_block_sight() {
    let plain = || at("infantry 18,8 0", "infantry 18,19 180");
    assert!(shoots(&plain()));
    // A base that hides all tested points.
    assert!(
        !shoots(&plain().second("infantry 18,13 0 base=[10,1]")) || {
            // The screen itself is a target; the one behind it is not.
            let mut battle = plain().second("infantry 18,13 0 base=[10,1]").battle();
            battle.act("end");
            !battle.lists("at B1")
        }
    );
    let hidden_by_friend = plain().first("artillery 18,13 270 base=[1,10]");
    let mut battle = hidden_by_friend.battle();
    battle.act("end");
    assert_eq!(battle.state().active(), Seat::Second, "a friend in between");
    for kind in ["town", "hill"] {
        assert!(!shoots(&plain().area(kind, [10.0, 11.0], [26.0, 15.0])), "{kind}");
        // RULING B20: along its edge is not across it.
        assert!(shoots(&plain().area(kind, [18.0, 11.0], [26.0, 15.0])), "{kind}");
        // RULING B7: what holds the shooter or the target never blocks.
        assert!(shoots(&plain().area(kind, [14.0, 12.0], [22.0, 20.0])), "{kind} under the target");
        assert!(shoots(&plain().area(kind, [14.0, 7.0], [22.0, 15.0])), "{kind} under the shooter");
    }
    for kind in ["trench", "difficult", "marsh"] {
        assert!(shoots(&plain().area(kind, [10.0, 11.0], [26.0, 15.0])), "{kind} hides nobody");
    }
    // Parts of one hill share a name; sections of a town do not. RULING B12.
    let two = |names: [&str; 2]| {
        let part = |name: &str, y: i32| {
            let name = if name.is_empty() { String::new() } else { format!("name = \"{name}\"\n") };
            format!("[[map.hill]]\n{name}outline = [[10, {y}], [26, {y}], [26, {0}], [10, {0}]]", y + 3)
        };
        shoots(&plain().map(&part(names[0], 17)).map(&part(names[1], 13)))
    };
    assert!(two(["ridge", "ridge"]));
    assert!(!two(["ridge", "spur"]) && !two(["", ""]));
}

// covers: P-44
#[test]
fn one_tested_point_in_sight_is_enough() {
    // The screen leaves the left corners of the target open.
    let screened = |left: f64| {
        let mut battle = at("infantry 18,8 0", "infantry 18,19 180")
            .first(&format!("artillery {},14 270 base=[0.5,8]", left + 4.0))
            .battle();
        battle.act("end");
        battle.state().active() == Seat::First
    };
    assert!(screened(17.5));
    assert!(!screened(14.0));
    // A wreck hides nobody.
    let mut battle = at("infantry 18,8 0", "infantry 18,19 180")
        .first("armoured-car 18,14 0 hits=16 base=[10,1]")
        .battle();
    battle.act("A2; stay; ?face 1").throw(&[1]).act("end");
    assert!(battle.state().active() == Seat::First, "RULING B7");
}

// covers: P-14
#[test]
fn guns_shoot_over_units_from_a_hill_and_at_a_hill() {
    let screened = |shooter: &str| at(shooter, "infantry 18,19 180").first("cavalry 18,13 0 base=[10,1]");
    assert!(!shoots(&screened("artillery 18,8 0")));
    assert!(shoots(&screened("artillery 18,8 0").area("hill", [15.0, 5.0], [21.0, 10.0])));
    assert!(shoots(&screened("artillery 18,8 0").area("hill", [15.0, 17.0], [21.0, 22.0])));
    assert!(!shoots(&screened("infantry 18,8 0").area("hill", [15.0, 5.0], [21.0, 10.0])), "only guns");
    // Never over ground. RULING R13.
    let behind = at("artillery 18,8 0", "infantry 18,19 180").area("hill", [15.0, 5.0], [21.0, 10.0]).area(
        "town",
        [10.0, 12.0],
        [26.0, 15.0],
    );
    assert!(!shoots(&behind));
}

// covers: P-16
#[test]
fn who_moved_does_not_shoot() {
    let mut battle = at("infantry 18,8 0", "infantry 18,19 180").battle();
    battle.act("A1; to 18,8.5; face 0");
    assert_eq!(battle.state().active(), Seat::Second);
}

// covers: P-22
#[test]
fn a_target_is_for_guns_or_for_the_rest() {
    let table = || {
        Table::open()
            .first("infantry 18,9 0")
            .first("artillery 23,9 0")
            .first("artillery 13,9 0")
            .first("tank 3,9 0")
            .second("infantry 18,19 180")
    };
    let mut battle = table().battle();
    battle.act("end");
    assert_eq!(battle.list(), ["A1", "A2", "A3", "end"], "the tank is too far aside");
    battle.act("A1").throw(&[1]);
    assert_eq!(battle.state().active(), Seat::Second, "the guns may not shoot at it now");
    let mut battle = table().battle();
    battle.act("end; A2").throw(&[1]);
    assert_eq!(battle.list(), ["A3", "end"], "RULING R25: several guns may");
    // RULING B21: a failed attempt is no shot.
    let mut battle = Table::open()
        .first("infantry 18,9 0 hits=12")
        .first("artillery 23,9 0")
        .second("infantry 18,19 180")
        .battle();
    battle.act("end; A1").throw(&[1]);
    assert_eq!(battle.list(), ["A2", "end"]);
}

// covers: P-25, P-26
#[test]
fn nobody_shoots_into_or_out_of_a_melee() {
    let mut battle = Table::open()
        .first("cavalry 18,8 0")
        .first("infantry 23,9 0")
        .second("infantry 18,19 180")
        .second("infantry 25,19 180")
        .battle();
    battle.act("A1; charge; ?at B1; face 0; end");
    assert_eq!(battle.list(), ["A2", "end"]);
    battle.act("A2");
    assert_eq!(battle.due(), "hits", "at the one that is free");
    battle.throw(&[1]);
    assert_eq!(battle.hits("B2"), 1);
    // In its own turn the engaged unit neither moves nor shoots.
    battle.act("A1").throw(&[1]);
    assert_eq!(battle.state().active(), Seat::Second);
    assert!(!battle.lists("B1") && battle.lists("B2"));
    battle.act("end");
    assert!(!battle.lists("B1"));
}
