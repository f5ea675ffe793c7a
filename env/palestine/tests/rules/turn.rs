//! The order of play, victory and length.

use sandtable_core::{Node, Ruleset as _, Seat};
use sandtable_palestine::state::{Phase, Reason, Step};
use sandtable_palestine::{Outcome, Palestine};

use crate::table::Table;

fn pair() -> Table {
    Table::open().first("infantry 18,9 0").second("infantry 18,19 180")
}

// covers: P-02
#[test]
fn sides_alternate_turns_of_four_phases() {
    let mut battle = pair().battle();
    assert_eq!(*battle.state().phase(), Phase::Choose(Step::Movement));
    battle.act("end");
    assert_eq!(battle.state().active(), Seat::First);
    // One unit with one target: it shoots or the phase ends.
    assert_eq!(battle.list(), ["A1", "end"]);
    battle.act("end");
    assert_eq!((battle.state().active(), battle.state().turn()), (Seat::Second, 1));
    battle.act("end; end");
    assert_eq!((battle.state().active(), battle.state().turn()), (Seat::First, 2));
}

// covers: P-02
#[test]
fn a_throw_decides_who_begins_unless_the_scenario_does() {
    // RULING R43.
    let battle = pair().begins("throw").battle();
    assert_eq!(battle.due(), "first turn");
    assert_eq!(battle.weights(), [(Outcome::FirstLeads, 15), (Outcome::SecondLeads, 15)]);
    let mut second = battle.clone();
    assert!(!second.game.throw_was(&[4, 4]).unwrap(), "equal dice are thrown again");
    second.throw(&[2, 5]);
    assert_eq!(second.state().active(), Seat::Second);
    second.act("end; end; end; end");
    assert_eq!((second.state().active(), second.state().turn()), (Seat::Second, 2));
    let mut first = battle;
    first.throw(&[5, 2]);
    assert_eq!(first.state().active(), Seat::First);
    assert_eq!(pair().begins("second").battle().state().active(), Seat::Second);
}

// covers: P-37
#[test]
fn a_battle_lasts_as_many_turns_as_the_scenario_says() {
    let mut battle = pair().turns(3).battle();
    for _ in 0..6 {
        assert!(!battle.game.is_over());
        battle.act("end; end");
    }
    assert_eq!(battle.game.verdict().unwrap().reason, Reason::TurnLimit);
    let rules = Palestine::load(&pair().scenario()).unwrap();
    assert_eq!(rules.turns(), 15, "RULING R40");
}

/// The verdict of a battle in which nobody does anything.
fn idle(table: &Table) -> (f64, i32) {
    let mut battle = table.clone().turns(1).battle();
    while !battle.game.is_over() {
        battle.act("end");
    }
    let verdict = battle.game.verdict().unwrap();
    (verdict.value(), verdict.margin)
}

fn objectives(places: &[[f64; 2]]) -> String {
    let objective =
        |(i, [x, y]): (usize, &[f64; 2])| format!("[[victory.objective]]\nname = \"{i}\"\nat = [{x}, {y}]\n");
    places.iter().enumerate().map(objective).collect::<Vec<_>>().concat()
}

// covers: P-37
#[test]
fn objectives_are_three_points_to_who_is_alone_near_them() {
    // RULING B11, RULING B26: three inches to the nearest part of a base, the bound included.
    assert_eq!(idle(&pair().with(&objectives(&[[18.0, 5.0]]))), (0.5, 3));
    assert_eq!(idle(&pair().with(&objectives(&[[18.0, 4.99]]))), (0.0, 0));
    assert_eq!(idle(&pair().with(&objectives(&[[18.0, 23.0]]))), (-0.5, -3));
    let contested = Table::open().first("infantry 18,9 0").second("infantry 18,15.9 180");
    assert_eq!(idle(&contested.with(&objectives(&[[18.0, 12.45]]))), (0.0, 0));
    assert_eq!(idle(&pair().with(&objectives(&[[18.0, 5.0], [17.0, 5.0]]))), (1.0, 6));
}

// covers: P-37
#[test]
fn differences_are_draws_marginal_or_decisive() {
    let handicap = |points: i32| idle(&pair().with(&format!("[victory]\nhandicap = {points}"))).0;
    let values =
        [(0, 0.0), (1, 0.0), (2, 0.5), (4, 0.5), (5, 1.0), (-1, 0.0), (-2, -0.5), (-4, -0.5), (-5, -1.0)];
    for (points, value) in values {
        assert!((handicap(points) - value).abs() < 1e-9, "{points}");
    }
}

// covers: P-37, P-30
#[test]
fn a_side_that_loses_two_thirds_of_its_units_loses() {
    let mut battle = Table::open()
        .first("infantry 18,9 0")
        .first("infantry 23,9 0")
        .second("infantry 18,19 180 hits=16")
        .second("infantry 23,19 180 hits=16")
        .second("infantry 34,34 180")
        .battle();
    battle.act("end; A1; at B1").throw(&[1]);
    if battle.lists("A2") {
        battle.act("A2");
    }
    if battle.lists("at B2") {
        battle.act("at B2");
    }
    battle.throw(&[1]);
    let verdict = battle.game.verdict().expect("two of three are gone");
    assert_eq!((verdict.value(), verdict.reason), (1.0, Reason::Broken(Seat::Second)));
    assert_eq!(verdict.margin, 2);
    // A tank is worth two.
    let rules = battle.rules();
    assert_eq!(rules.lost(battle.state(), Seat::Second), 2);
}

// covers: P-37
#[test]
fn both_broken_is_a_draw() {
    // The tank is given up in the very turn in which the last enemy falls.
    let mut battle = Table::open()
        .first("infantry 18,9 0")
        .first("tank 23,9 0 hits=16")
        .first("tank 28,9 0 hits=16")
        .second("infantry 18,19 180 hits=16")
        .battle();
    battle.act("A2; stay; face 1").throw(&[1]);
    battle.act("A3; stay; face 1").throw(&[1]);
    battle.act("end; A1").throw(&[1]);
    let verdict = battle.game.verdict().unwrap();
    assert_eq!((verdict.value(), verdict.reason), (0.0, Reason::BothBroken));
    assert_eq!(verdict.margin, 1 - 4, "RULING B11: a tank is two points");
}

// covers: P-01, P-39
#[test]
fn the_scenarios_of_the_campaign_have_every_type() {
    use sandtable_palestine::Kind;
    let mut kinds = std::collections::BTreeSet::new();
    let mut full = 0;
    for (name, text) in Palestine::scenarios() {
        let scenario = sandtable_core::Scenario::parse(name, text).unwrap();
        let rules = Palestine::load(&scenario).unwrap_or_else(|error| panic!("{error}"));
        assert!(!scenario.summary().is_empty(), "{name}");
        assert!(matches!(rules.node(&rules.start()), Node::Decision(_) | Node::Chance));
        let is_tiny = name.starts_with("tiny-");
        let table = rules.ground().table;
        assert_eq!((table.width, table.height), if is_tiny { (800, 800) } else { (3600, 3600) }, "{name}");
        for seat in Seat::BOTH {
            let count = rules.side(seat).count();
            assert!(if is_tiny { count <= 2 } else { (6..=10).contains(&count) }, "{name}: {count}");
        }
        if is_tiny {
            assert_eq!((rules.units().len(), rules.turns()), (3, 2), "{name}");
        } else {
            full += 1;
        }
        kinds.extend(rules.units().iter().map(|unit| (unit.kind, unit.has_machine_guns)));
    }
    assert_eq!(full, 4);
    let wanted = Kind::ALL.map(|kind| (kind, false));
    let with_guns = [(Kind::Infantry, true), (Kind::CamelCorps, true)];
    let missing: Vec<_> = wanted.iter().chain(&with_guns).filter(|kind| !kinds.contains(kind)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
