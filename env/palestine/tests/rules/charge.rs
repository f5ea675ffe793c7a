//! Charges.

use sandtable_core::Seat;

use crate::table::{Battle, Table};

fn table(charger: &str, target: &str) -> Table {
    Table::open().first(charger).first("infantry 2,2 0").second(target).second("infantry 34,34 180")
}

/// Whether `A1` may charge `B1` straight to the north.
fn charges_north(table: &Table) -> bool {
    let mut battle = table.battle();
    battle.act("A1");
    if !battle.lists("charge") {
        return false;
    }
    battle.act("charge; ?at B1; ?face 0");
    battle.unit("A1").engaged().has(battle.id("B1")) && battle.unit("A1").facing().degrees() == 0
}

fn charges(table: &Table) -> bool {
    let mut battle = table.battle();
    battle.act("A1");
    battle.lists("charge")
}

// covers: P-17, P-05
#[test]
fn mounted_cavalry_charges_twelve_inches_into_contact() {
    // Twelve inches from centre to centre, less the two halves of depth.
    assert!(charges(&table("cavalry 18,6 0", "infantry 18,20 180")));
    assert!(charges_north(&table("cavalry 18,6 0", "infantry 18,20 180")));
    assert!(!charges_north(&table("cavalry 18,6 0", "infantry 18,20.01 180")));
    assert!(!charges(&table("cavalry 18,6 0", "infantry 18,21 180")));
    let mut battle = table("cavalry 18,6 0", "infantry 18,19 180").battle();
    battle.act("A1; charge; face 0");
    assert_eq!(battle.pose("A1"), (1800, 1700, 0), "in contact");
    assert!(battle.unit("A1").engaged().has(battle.id("B1")));
    assert!(battle.unit("B1").engaged().has(battle.id("A1")));
    for other in ["cavalry 18,6 0 foot", "camel-corps 18,6 0", "infantry 18,6 0", "tank 18,6 0"] {
        assert!(!charges(&table(other, "infantry 18,17 180")), "{other}");
    }
}

// covers: P-17
#[test]
fn a_charger_turns_once_by_at_most_45_degrees() {
    for (turned, may) in [(0, true), (45, true), (46, false), (90, false), (315, true), (314, false)] {
        let table = table(&format!("cavalry 18,6 {turned}"), "infantry 18,16 180");
        assert_eq!(charges_north(&table), may, "from {turned}");
    }
    let mut battle = table("cavalry 18,6 30", "infantry 18,16 180").battle();
    battle.act("A1; charge; face 0");
    assert_eq!(battle.pose("A1").2, 0, "no turn at the end");
}

// covers: P-15, P-17
#[test]
fn no_road_makes_a_charge_longer() {
    let road = "[[map.road]]\nline = [[18, 0], [18, 36]]";
    assert!(!charges(&table("cavalry 18,6 0", "infantry 18,21 180").map(road)));
}

// covers: P-18
#[test]
fn targets_in_towns_on_hills_and_in_difficult_ground_are_safe() {
    for kind in ["town", "hill", "difficult"] {
        let under = |low: f64| {
            table("cavalry 18,6 0", "infantry 18,16 180").area(kind, [10.0, low], [26.0, low + 4.0])
        };
        assert!(!charges(&under(15.0)), "{kind}");
        // RULING B1: touching is enough.
        assert!(!charges(&under(17.0)), "{kind} touched");
        assert!(charges(&under(17.01)), "{kind} beyond");
    }
    assert!(
        charges(&table("cavalry 18,6 0", "infantry 18,16 180").area("trench", [10.0, 15.0], [26.0, 19.0])),
        "RULING R21"
    );
    // The path crosses hills, and never town or difficult ground.
    let between =
        |kind: &str| table("cavalry 18,6 0", "infantry 18,16 180").area(kind, [17.0, 9.0], [19.0, 11.0]);
    assert!(charges_north(&between("trench")));
    for kind in ["town", "difficult", "marsh"] {
        assert!(!charges_north(&between(kind)), "{kind}");
    }
    // A hill under the charger is left, and one beside the line of sight is crossed.
    assert!(charges_north(&table("cavalry 18,6 0", "infantry 18,16 180").area(
        "hill",
        [10.0, 2.0],
        [26.0, 11.0]
    )));
    assert!(charges_north(&table("cavalry 18,6 0", "infantry 18,16 180").area(
        "hill",
        [19.5, 9.0],
        [26.0, 11.0]
    )));
}

// covers: P-18
#[test]
fn a_charge_sees_its_target_first() {
    // A low hill to the side of the way hides nothing; a hill between does. RULING B22.
    let over = |low: [f64; 2], high: [f64; 2]| {
        charges(&table("cavalry 18,6 0", "infantry 18,16 180").area("hill", low, high))
    };
    assert!(over([25.0, 9.0], [30.0, 11.0]));
    assert!(!over([10.0, 9.0], [26.0, 11.0]));
    // From the hill on which it stands it sees, and rides down.
    assert!(over([10.0, 2.0], [26.0, 11.0]));
}

// covers: P-17, P-08
#[test]
fn friends_are_passed_and_other_enemies_are_in_the_way() {
    let mut battle =
        table("cavalry 18,6 0", "infantry 18,17 180").first("infantry 18,10 0 base=[1,1]").battle();
    battle.act("A1; charge; face 0");
    assert!(battle.unit("A3").is_passed());
    // RULING B8: the declared target is met first.
    let screened = table("cavalry 18,6 0", "infantry 18,17 180").second("infantry 18,12 180 base=[1,1]");
    let mut battle = screened.battle();
    battle.act("A1; charge");
    assert!(!battle.may("at B1; face 0"));
    // Two met at once: either may be declared, and only that one is linked.
    let both =
        table("cavalry 18,6 0", "infantry 16.5,16 180 base=[2,2]").second("infantry 19.5,16 180 base=[2,2]");
    let mut battle = both.battle();
    battle.act("A1; charge; at B3; face 0");
    assert!(battle.unit("A1").engaged().has(battle.id("B3")));
    assert!(!battle.unit("A1").engaged().has(battle.id("B1")));
}

// covers: P-29, P-17
#[test]
fn vehicles_are_not_charged() {
    for kind in ["tank", "armoured-car"] {
        assert!(!charges(&table("cavalry 18,6 0", &format!("{kind} 18,16 180"))), "{kind}");
    }
    for kind in ["artillery", "cavalry", "camel-corps"] {
        assert!(charges(&table("cavalry 18,6 0", &format!("{kind} 18,16 180"))), "{kind}");
    }
}

// covers: P-13, P-17
#[test]
fn over_a_wadi_a_charge_needs_a_crossing_up_to_its_front() {
    let wadi = |y: f64, crossing: &str| {
        let line = format!("[[map.wadi]]\nline = [[0, {y}], [36, {y}]]\ncrossing = [{crossing}]");
        charges_north(&table("cavalry 18,6 0", "infantry 18,16 180").map(&line))
    };
    assert!(!wadi(10.0, ""));
    assert!(wadi(10.0, "{ at = [18, 10], width = 4 }"));
    // RULING B13: the centre ends at 14, the front edge at 15.
    assert!(!wadi(14.5, ""));
    assert!(wadi(15.5, ""));
}

// covers: P-06, P-17
#[test]
fn who_mounts_does_not_charge_in_that_turn() {
    let mut battle: Battle = table("cavalry 18,6 0 foot", "infantry 18,16 180").battle();
    battle.act("A1; mount; stay; face 0");
    assert!(!battle.lists("A1"), "RULING B6");
    battle.until(Seat::Second).until(Seat::First).act("A1");
    assert!(battle.lists("charge"));
}

// covers: P-41, P-17
#[test]
fn an_engaged_enemy_may_be_charged_and_charging_comes_near() {
    let mut battle = Table::open()
        .first("cavalry 16,6 0 base=[2,2]")
        .first("cavalry 20,6 0 base=[2,2]")
        .second("infantry 18,16 180 base=[8,2]")
        .second("infantry 24,16 180")
        .battle();
    battle.act("A1; charge; ?at B1; face 0; A2; charge; ?at B1; face 0");
    assert_eq!(battle.unit("B1").engaged().count(), 2, "RULING B22");
    assert_eq!(battle.pose("A2"), (2000, 1400, 0));
}
