//! The encoder keeps its promises on every scenario.

use sandtable_core::{Encode as _, GameSeed, Ruleset as _, Scenario, encoding};
use sandtable_palestine::Palestine;

#[test]
fn built_in_scenarios_encode() {
    let mut decisions = 0;
    for (name, text) in Palestine::scenarios() {
        let scenario = Scenario::parse(name, text).expect("built in");
        let games = encoding::check::<Palestine>(&scenario, 2, GameSeed::from_number(1));
        decisions += games.unwrap_or_else(|fault| panic!("{fault}"));
    }
    assert!(decisions > 1000, "{decisions}");
    assert_eq!(Palestine::ENCODER.to_string(), "palestine/v1");
}

#[test]
fn generated_scenarios_encode() {
    for number in 0..8 {
        let seed = GameSeed::from_number(number);
        let scenario = Palestine::generate(seed).expect("these battles are generated");
        encoding::check::<Palestine>(&scenario, 2, seed).unwrap_or_else(|fault| panic!("{fault}"));
    }
}
