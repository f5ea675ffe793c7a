//! What lies on the table.

use sandtable_core::Seat;

use crate::table::{Battle, Table};

fn alone(unit: &str) -> Table {
    Table::open().first(unit).first("infantry 2,2 0").second("infantry 34,34 180")
}

fn moves(table: &Table) -> Battle {
    let mut battle = table.battle();
    battle.act("A1");
    if battle.lists("move") {
        battle.act("move");
    }
    battle
}

// covers: P-10, P-43
#[test]
fn difficult_ground_is_for_who_goes_on_foot() {
    let ways = [
        ("infantry", "", true),
        ("infantry", "guns", true),
        ("cavalry", "foot", true),
        ("camel-corps", "foot", true),
        ("cavalry", "", false),
        ("camel-corps", "", false),
        ("artillery", "", false),
        ("tank", "", false),
        ("armoured-car", "", false),
    ];
    for (kind, state, is_open) in ways {
        let table = alone(&format!("{kind} 18,10 0 {state}")).area("difficult", [10.0, 12.0], [26.0, 20.0]);
        let battle = moves(&table);
        assert_eq!(battle.may("to 18,15; face 0"), is_open, "{kind} {state}");
        // RULING B12: any overlap of the base counts; touching is not overlapping.
        assert!(battle.may("to 18,11; face 0"), "{kind} {state}");
        assert_eq!(battle.may("to 18,11.01"), is_open, "{kind} {state}");
    }
}

// covers: P-12, P-43
#[test]
fn nobody_enters_a_marsh() {
    for kind in ["infantry", "cavalry", "artillery", "tank", "camel-corps foot"] {
        let (kind, state) = kind.split_once(' ').unwrap_or((kind, ""));
        let table = alone(&format!("{kind} 18,10 0 {state}")).area("marsh", [10.0, 12.0], [26.0, 13.0]);
        let battle = moves(&table);
        assert!(battle.may("to 18,11; face 0"), "{kind}");
        assert!(!battle.may("to 18,11.01") && !battle.may("to 18,15"), "{kind}: neither into it nor over it");
    }
}

// covers: P-13, P-43
#[test]
fn a_wadi_is_crossed_at_its_crossings_alone() {
    let wadi = "[[map.wadi]]\nline = [[0, 12], [36, 12]]\ncrossing = [{ at = [18, 12], width = 2 }]";
    let at = |x: f64| moves(&alone(&format!("infantry {x},10 0")).map(wadi));
    assert!(at(18.0).may("to 18,15"));
    assert!(at(19.0).may("to 19,15"), "its very end");
    assert!(!at(19.01).may("to 19.01,15"));
    assert!(!at(10.0).may("to 10,15"));
    // RULING B13: bases overhang, the centre does not touch it.
    assert!(at(10.0).may("to 10,11.99; face 0") && !at(10.0).may("to 10,12"));
    // The path counts, not its ends.
    assert!(!at(15.0).may("to 17.5,15"), "it meets the wadi at 16.2");
}

// covers: P-09, P-43
#[test]
fn towns_hold_one_unit_a_section_and_no_vehicles_off_the_road() {
    let town = |unit: &str| {
        alone(unit)
            .area("town", [14.0, 14.0], [18.0, 18.0])
            .area("town", [18.0, 14.0], [22.0, 18.0])
            .map("[[map.road]]\nline = [[20, 0], [20, 36]]")
    };
    for (kind, may) in [
        ("infantry", true),
        ("cavalry", true),
        ("camel-corps", true),
        ("artillery", true),
        ("tank", false),
        ("armoured-car", false),
    ] {
        let battle = moves(&town(&format!("{kind} 16,11 0")));
        assert_eq!(battle.may("to 16,15.5; face 0"), may, "{kind}");
    }
    // RULING B15: vehicles may drive through, and end on the road.
    assert!(moves(&town("armoured-car 16,11 0")).may("to 16,21; face 0"));
    assert!(moves(&town("tank 20,11 0")).may("to 20,16; face 0"));
    // One unit a section, by any overlap of its base. RULING B5, RULING B12.
    let taken = |unit: &str| town("infantry 16,11 0").first(unit);
    assert!(!moves(&taken("infantry 16,16.9 0")).may("to 16,13.5"));
    assert!(moves(&taken("infantry 20,16 0")).may("to 16,16; face 0"), "the other section is taken");
    assert!(
        !moves(&taken("infantry 20,16 0")).may("to 16.5,16; face 0"),
        "a base in two sections takes both"
    );
    // RULING B10: vehicles on the road take up none of it.
    assert!(moves(&town("infantry 20,10 0").first("tank 20,16.9 0")).may("to 20,13.9; face 0"));
}

// covers: P-14
#[test]
fn hills_are_open_to_all() {
    for kind in ["infantry", "cavalry", "artillery", "tank", "armoured-car", "camel-corps"] {
        let table = alone(&format!("{kind} 18,10 0")).area("hill", [10.0, 12.0], [26.0, 20.0]);
        assert!(moves(&table).may("to 18,16; face 0"), "{kind}");
    }
}

// covers: P-36
#[test]
fn a_barricade_stops_vehicles_and_nobody_else() {
    for (kind, is_stopped) in
        [("infantry", false), ("cavalry", false), ("tank", true), ("armoured-car", true)]
    {
        let table = alone(&format!("{kind} 18,10 0")).map("[map]\nbarricade = [[[12, 13], [24, 13]]]");
        let battle = moves(&table);
        assert_eq!(battle.may("to 18,15"), !is_stopped, "{kind}");
        assert!(battle.may("to 18,11.9"), "{kind}");
    }
}

// covers: P-38, P-43
#[test]
fn scenarios_that_cannot_be_are_refused_with_the_place_and_the_cure() {
    let plain = || alone("infantry 18,10 0");
    let faults = [
        (plain().first("infantry 18,11 0"), "stands on"),
        (plain().first("infantry 35,11 0"), "hangs over the edge"),
        (plain().second("infantry 18,12.9 0"), "within an inch"),
        (plain().first("tank 10,10 0").area("difficult", [9.0, 9.0], [11.0, 11.0]), "difficult ground"),
        (plain().first("infantry 10,10 0").area("marsh", [9.0, 9.0], [11.0, 11.0]), "marsh"),
        (plain().first("tank 10,10 0").area("town", [8.0, 8.0], [12.0, 12.0]), "on no road"),
        (
            plain().first("infantry 10,8 0").first("infantry 10,11 0").area("town", [7.0, 7.0], [13.0, 13.0]),
            "one unit a section",
        ),
        (plain().first("cavalry 10,10 0 guns"), "machine guns are attached to"),
        (plain().first("infantry 10,10 0 foot"), "no mounts"),
        (plain().first("infantry 10,10 0 hits=17"), "eliminated"),
        (plain().first("infantry 10,10 0 base=[40,2]"), "a base measures"),
        (plain().map("[[map.hill]]\noutline = [[1, 1], [4, 1], [2, 2], [1, 4]]"), "convex"),
        (plain().map("[[map.hill]]\noutline = [[1, 1], [4, 4], [4, 1], [1, 4]]"), "cross"),
        (
            plain()
                .map("[[map.wadi]]\nline = [[0, 12], [36, 12]]\ncrossing = [{ at = [18, 20], width = 2 }]"),
            "not on the wadi",
        ),
        (plain().map("[[map.road]]\nline = [[0, 12]]"), "at least two points"),
        (plain().map("[[map.road]]\nline = [[0, 12], [40, 12]]"), "off the table"),
        (plain().turns(0), "a battle lasts"),
        (plain().with("[victory]\ndraw = 3\ndecisive = 3"), "must be more than"),
        (plain().with("[victory]\ntrain = 3"), "no train"),
        (plain().with("[candidates]\ndirections = 7"), "multiple of 4"),
        (plain().sorties(Seat::First, "99"), "at most"),
    ];
    for (table, words) in faults {
        let fault = table.fault();
        assert!(fault.contains(words), "{fault}");
        let has_place = fault.starts_with("test:") || fault.starts_with("test: candidates");
        assert!(has_place, "no place: {fault}");
    }
}

// covers: P-09
#[test]
fn whoever_takes_a_section_may_stand_far_away_in_it() {
    let table = alone("infantry 11,9 0").first("infantry 27,18 0").area("town", [8.0, 12.0], [29.0, 20.0]);
    let battle = moves(&table);
    assert!(!battle.may("to 11,14"), "sixteen inches from the one that is there");
    assert!(battle.may("to 11,11; face 0"));
}
