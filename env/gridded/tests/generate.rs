//! Generated scenarios: they load, they vary, they are fair, they conform.

use std::collections::BTreeSet;

use sandtable_core::conformance::{Plan, Play, Report, run};
use sandtable_core::square::{Facing, Square};
use sandtable_core::{GameSeed, Ruleset, Scenario, Seat};
use sandtable_gridded::map::{Edge, Ground, Map};
use sandtable_gridded::stand::Stand;
use sandtable_gridded::victory::Terms;
use sandtable_gridded::{Class, Gridded, army};

fn generated(number: u64) -> Scenario {
    Gridded::generate(GameSeed::from_number(number)).expect("the gridded battles are generated")
}

fn loaded(number: u64) -> Gridded {
    let scenario = generated(number);
    Gridded::load(&scenario).unwrap_or_else(|fault| panic!("seed {number}: {fault}\n{}", scenario.text()))
}

fn army(rules: &Gridded, seat: Seat) -> Vec<&Stand> {
    rules.side(seat).map(|id| rules.stand(id)).collect()
}

#[test]
fn a_scenario_is_a_function_of_its_seed() {
    let texts: Vec<String> = (0..200).map(|number| generated(number).text().to_owned()).collect();
    let again: Vec<String> = (0..200).rev().map(|number| generated(number).text().to_owned()).rev().collect();
    assert_eq!(texts, again);
    assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), 200, "no two alike");
}

// covers: G-01, G-02, G-11
#[test]
fn every_generated_scenario_loads() {
    for number in 0..2000 {
        let rules = loaded(number);
        let grid = rules.grid();
        assert!((12..=20).contains(&grid.width.max(grid.height)), "seed {number}");
        assert!((12..=16).contains(&grid.width.min(grid.height)), "seed {number}");
    }
}

/// The square, or side, that is to the second side what this one is to the first.
fn twins(map: &Map, is_turned: bool, is_half_turn: bool) -> impl Fn(Square) -> Square {
    let grid = map.grid;
    move |square| {
        let (file, rank) = grid.coordinates(square);
        let (last_file, last_rank) = (i32::from(grid.width) - 1, i32::from(grid.height) - 1);
        let at = match (is_half_turn, is_turned) {
            (true, _) => (last_file - file, last_rank - rank),
            (false, false) => (file, last_rank - rank),
            (false, true) => (last_file - file, rank),
        };
        grid.at(at.0, at.1).expect("on the table")
    }
}

fn is_same_from_both_sides(map: &Map, is_turned: bool, is_half_turn: bool) -> bool {
    let twin = twins(map, is_turned, is_half_turn);
    let along = if is_turned { [Facing::North, Facing::South] } else { [Facing::East, Facing::West] };
    let side = |side: Facing| if !is_half_turn && along.contains(&side) { side } else { side.back() };
    map.grid.squares().all(|square| {
        let other = twin(square);
        map.ground(square) == map.ground(other)
            && map.level(square) == map.level(other)
            && map.is_road(square) == map.is_road(other)
            && Facing::ALL.into_iter().all(|facing| {
                // Works are the armies' own.
                let edge = |edge: Option<Edge>| edge.filter(|&edge| edge != Edge::Entrenchment);
                let (here, there) = (map.edge(square, facing), map.edge(other, side(facing)));
                edge(here) == edge(there) || [here, there].contains(&Some(Edge::Entrenchment))
            })
    })
}

// covers: G-08, G-09
#[test]
fn both_sides_have_the_same_ground_and_the_same_points() {
    let mut alike = 0;
    for number in 0..500 {
        let rules = loaded(number);
        let is_turned = rules.base(Seat::First) == Facing::West;
        assert_eq!(rules.base(Seat::Second), rules.base(Seat::First).back());
        assert!(
            [false, true].into_iter().any(|half| is_same_from_both_sides(rules.map(), is_turned, half)),
            "seed {number}"
        );
        let [first, second] = Seat::BOTH.map(|seat| army(&rules, seat));
        let value = |army: &[&Stand]| {
            let bought = army.iter().map(|stand| stand.class).filter(|&class| class != Class::Command);
            army::cost(bought, 0).points()
        };
        let Terms::Points { handicap, .. } = rules.terms() else { panic!("seed {number}: not by points") };
        // A point may be left over where nothing costs one; works cost up to four.
        let gap = value(&first) + f64::from(*handicap) - value(&second);
        assert!(gap.abs() <= 2.0, "seed {number}: {gap} points apart");
        let list = |army: &[&Stand]| army.iter().map(|s| (s.class, s.weapon, s.value)).collect::<Vec<_>>();
        alike += u32::from(list(&first) == list(&second));
    }
    assert!((120..=220).contains(&alike), "{alike} of 500 with armies alike; a third expected");
}

// covers: G-03, G-04
#[test]
fn everything_occurs() {
    let (mut grounds, mut edges, mut levels) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut classes, mut weapons, mut grades) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut groups, mut roads, mut bridges, mut pairs) = (0, 0, 0, 0);
    let mut sizes = BTreeSet::new();
    for number in 0..200 {
        let rules = loaded(number);
        let (map, grid) = (rules.map(), rules.grid());
        sizes.insert((grid.width, grid.height));
        grounds.extend(grid.squares().map(|square| map.ground(square).letter()));
        levels.extend(grid.squares().map(|square| map.level(square)));
        edges.extend(map.edges().map(|(_, _, edge)| format!("{edge:?}")));
        classes.extend(rules.stands().iter().map(|stand| stand.class));
        weapons.extend(rules.stands().iter().map(|stand| (stand.class, stand.weapon)));
        grades.extend(Seat::BOTH.map(|seat| rules.stand(rules.command(seat)).value));
        groups += rules.groups().len();
        roads += usize::from(map.has_roads());
        let is_bridge = |s: &Square| map.is_road(*s) && map.ground(*s) == Ground::River;
        bridges += grid.squares().filter(is_bridge).count();
        let start = rules.start();
        pairs += rules.side(Seat::First).filter(|&id| start.stand(id).partner().is_some()).count();
    }
    assert_eq!(grounds.into_iter().collect::<String>(), ".fmortw");
    assert_eq!(edges.len(), 5, "{edges:?}");
    assert_eq!(levels, BTreeSet::from([0, 1, 2, 3]));
    assert_eq!(classes.len(), Class::ALL.len(), "{classes:?}");
    assert!(weapons.len() >= 24, "{weapons:?}");
    assert_eq!(grades, BTreeSet::from([1, 2, 3]));
    assert!(groups > 20 && roads > 50 && bridges > 10 && pairs > 200, "{groups} {roads} {bridges} {pairs}");
    assert!(sizes.len() > 50, "{sizes:?}");
}

fn conform(numbers: std::ops::Range<u64>) -> Report {
    let mut report = Report::default();
    for number in numbers {
        for (play, games) in [(Play::Random, 2), (Play::Eager, 2)] {
            let plan = Plan { games, seed: GameSeed::from_number(number), thorough_every: 40, play };
            let outcome = run::<Gridded>(&generated(number), plan);
            report = report.merge(outcome.unwrap_or_else(|failure| panic!("seed {number}: {failure}")));
        }
    }
    report
}

#[test]
fn generated_scenarios_conform() {
    let report = conform(0..200);
    assert_eq!(report.games, 800);
}
