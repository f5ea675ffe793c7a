//! The conformance suite over every scenario of the gridded battles.

use sandtable_core::conformance::{Plan, Play, Report, run};
use sandtable_core::{GameSeed, Ruleset, Scenario};
use sandtable_gridded::Gridded;

fn built_in() -> Vec<Scenario> {
    Gridded::scenarios().iter().map(|(name, text)| Scenario::parse(name, text).expect("built in")).collect()
}

fn hold(scenarios: &[Scenario], games: u32, thorough_every: u32) -> Report {
    let mut report = Report::default();
    for scenario in scenarios {
        for play in [Play::Random, Play::Eager] {
            let plan = Plan { games, seed: GameSeed::from_number(1), thorough_every, play };
            report =
                report.merge(run::<Gridded>(scenario, plan).unwrap_or_else(|failure| panic!("{failure}")));
        }
    }
    report
}

#[test]
fn built_in_scenarios_conform() {
    let report = hold(&built_in(), 20, 20);
    assert!(report.games >= 40, "{report:?}");
}
