//! Generated scenarios: they load, they vary, they are fair, they conform.

use std::collections::BTreeSet;

use sandtable_core::conformance::{Plan, Play, run};
use sandtable_core::plane::Point;
use sandtable_core::{GameSeed, Ruleset, Scenario, Seat};
use sandtable_palestine::{Kind, Palestine};

fn generated(number: u64) -> Scenario {
    Palestine::generate(GameSeed::from_number(number)).expect("these battles are generated")
}

fn loaded(number: u64) -> Palestine {
    let scenario = generated(number);
    Palestine::load(&scenario).unwrap_or_else(|fault| panic!("seed {number}: {fault}\n{}", scenario.text()))
}

#[test]
fn a_scenario_is_a_function_of_its_seed() {
    let texts: Vec<String> = (0..100).map(|number| generated(number).text().to_owned()).collect();
    let again: Vec<String> = (0..100).rev().map(|number| generated(number).text().to_owned()).rev().collect();
    assert_eq!(texts, again);
    assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), 100, "no two alike");
}

#[test]
fn every_generated_scenario_loads_and_is_fair() {
    let mut kinds = BTreeSet::new();
    let (mut wadis, mut roads, mut towns, mut trenches, mut sorties) = (0, 0, 0, 0, 0);
    for number in 0..500 {
        let rules = loaded(number);
        let ground = rules.ground();
        assert_eq!((ground.table.width, ground.table.height), (3600, 3600));
        for seat in Seat::BOTH {
            assert!((6..=10).contains(&rules.side(seat).count()), "seed {number}");
        }
        let worn =
            |seat| -> u32 { rules.side(seat).map(|id| u32::from(rules.start().unit(id).hits())).sum() };
        assert_eq!(worn(Seat::First), worn(Seat::Second), "seed {number}");
        // Every piece of ground has its twin half a turn away.
        let twin = |at: &Point| Point::new(3600 - at.x, 3600 - at.y);
        let is_twinned = |outlines: Vec<Vec<Point>>| {
            let all: BTreeSet<BTreeSet<Point>> =
                outlines.iter().map(|o| o.iter().copied().collect()).collect();
            all.iter().all(|outline| all.contains(&outline.iter().map(twin).collect::<BTreeSet<_>>()))
        };
        assert!(is_twinned(ground.hills.iter().map(|hill| hill.area.outline().to_vec()).collect()));
        assert!(is_twinned(ground.towns.iter().map(|town| town.outline().to_vec()).collect()));
        assert!(is_twinned(ground.difficult.iter().map(|d| d.area.outline().to_vec()).collect()));
        assert!(is_twinned(ground.marshes.iter().map(|marsh| marsh.outline().to_vec()).collect()));
        assert!(is_twinned(ground.trenches.iter().map(|trench| trench.outline().to_vec()).collect()));
        assert!(is_twinned(ground.wadis.iter().map(|wadi| wadi.line.clone()).collect()));
        let objectives: Vec<Vec<Point>> = rules.terms().objectives.iter().map(|o| vec![o.at]).collect();
        assert!(!objectives.is_empty() && is_twinned(objectives));
        kinds.extend(rules.units().iter().map(|unit| (unit.kind, unit.has_machine_guns)));
        wadis += ground.wadis.len();
        roads += ground.roads.len();
        towns += ground.towns.len();
        trenches += ground.trenches.len();
        sorties += usize::from(rules.start().sorties(Seat::First) > 0);
    }
    assert_eq!(kinds.len(), Kind::ALL.len() + 2, "every type: {kinds:?}");
    for (what, count) in
        [("wadis", wadis), ("roads", roads), ("towns", towns), ("trenches", trenches), ("sorties", sorties)]
    {
        assert!(count > 50, "{count} {what}");
    }
}

#[test]
fn generated_scenarios_conform() {
    for number in 0..15 {
        for play in [Play::Random, Play::Eager] {
            let plan = Plan { games: 1, seed: GameSeed::from_number(number), thorough_every: 40, play };
            run::<Palestine>(&generated(number), plan)
                .unwrap_or_else(|failure| panic!("seed {number}: {failure}"));
        }
    }
}
