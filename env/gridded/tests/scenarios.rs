//! Scenario files: what ships with the rules, and how bad ones are refused.

use sandtable_core::{Ruleset, Scenario};
use sandtable_gridded::Gridded;

// covers: G-01, G-11
#[test]
fn every_built_in_scenario_loads() {
    let faults: Vec<String> = Gridded::scenarios()
        .iter()
        .filter_map(|(name, text)| {
            Scenario::parse(name, text).and_then(|scenario| Gridded::load(&scenario)).err()
        })
        .map(|fault| fault.to_string())
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
