//! The conformance suite over every scenario of the Palestine campaign.

use sandtable_core::conformance::{Plan, Play, Report, run};
use sandtable_core::{GameSeed, Ruleset, Scenario};
use sandtable_palestine::Palestine;

fn built_in() -> Vec<Scenario> {
    let parse = |(name, text): &(&str, &str)| Scenario::parse(name, text).expect("built in");
    Palestine::scenarios().iter().map(parse).collect()
}

fn hold(scenarios: &[Scenario], games: u32, thorough_every: u32) -> Report {
    let mut report = Report::default();
    for scenario in scenarios {
        for play in [Play::Random, Play::Eager] {
            let plan = Plan { games, seed: GameSeed::from_number(1), thorough_every, play };
            report =
                report.merge(run::<Palestine>(scenario, plan).unwrap_or_else(|failure| panic!("{failure}")));
        }
    }
    report
}

#[test]
fn built_in_scenarios_conform() {
    let report = hold(&built_in(), 10, 30);
    assert!(report.games >= 20, "{report:?}");
}
