//! Where games are played: one scenario, or a fresh one for every pair.

use std::sync::Arc;

use sandtable_core::{GameSeed, Ruleset, Scenario, ScenarioError};

/// The name of generated scenarios, on the command line and in reports.
pub const GENERATED: &str = "generated";

/// What the games of one scenario of an event are played on.
pub enum Venue<R: Ruleset> {
    /// The same scenario for every pair.
    Fixed {
        /// The scenario.
        scenario: Scenario,
        /// Its rules.
        rules: Arc<R>,
    },
    /// A scenario of its own for every pair: a function of the event's seed and the
    /// pair's number.
    Generated,
}

impl<R: Ruleset> Venue<R> {
    /// This scenario for every pair.
    ///
    /// # Errors
    /// [`ScenarioError`] when the ruleset refuses it.
    pub fn fixed(scenario: Scenario) -> Result<Self, ScenarioError> {
        let rules = Arc::new(R::load(&scenario)?);
        Ok(Self::Fixed { scenario, rules })
    }

    /// A fresh scenario for every pair; nothing where the ruleset has no generator.
    pub fn generated() -> Option<Self> {
        R::generate(GameSeed::from_number(0)).map(|_| Self::Generated)
    }

    /// The name in reports and seeds.
    pub fn name(&self) -> &str {
        match self {
            Self::Fixed { scenario, .. } => scenario.name(),
            Self::Generated => GENERATED,
        }
    }

    /// The scenario's text; empty where every pair has its own.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Fixed { scenario, .. } => scenario.text(),
            Self::Generated => "",
        }
    }

    /// The scenario and the rules for a pair of an event with this seed.
    pub(crate) fn ground(&self, event: GameSeed, pair: u32) -> (Scenario, Arc<R>) {
        match self {
            Self::Fixed { scenario, rules } => (scenario.clone(), Arc::clone(rules)),
            Self::Generated => {
                let scenario = R::generate(event.derive("scenario", pair.into()))
                    .expect("a ruleset with a generator makes a scenario of every seed");
                let rules = R::load(&scenario).expect("a ruleset loads what it generates");
                (scenario, Arc::new(rules))
            }
        }
    }
}
