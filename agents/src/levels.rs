//! Levels of the learned opponent, from recruit to veteran.
//!
//! A lower level looks at fewer positions, and draws its action from what the search then
//! thinks of them instead of taking the best: it plays what looks plausible, more freely.
//! It makes no mistakes on purpose.

use std::fmt;
use std::str::FromStr;

use sandtable_core::names;

use crate::Temperature;
use crate::budget::Budget;
use crate::mcts::Settings;

/// How well the learned opponent plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    name: &'static str,
    simulations: u32,
    temperature: Option<Temperature>,
    about: &'static str,
}

/// Every level, the weakest first.
pub const LEVELS: [Level; 5] = [
    Level::new("recruit", 8, Some(100), "glances ahead and picks freely among what looks plausible"),
    Level::new("trained", 24, Some(70), "looks a little further and picks less freely"),
    Level::new("regular", 64, Some(45), "looks ahead soundly, and does not always prefer the best"),
    Level::new("seasoned", 160, Some(25), "looks far ahead and seldom lets the best pass"),
    Level::new("veteran", 400, None, "looks furthest and always plays what it thinks best"),
];

/// Text that names no level, in one line with those that there are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LevelError(String);

impl Level {
    /// Whom a newcomer meets: the middle one.
    pub const USUAL: Self = LEVELS[LEVELS.len() / 2];

    const fn new(name: &'static str, simulations: u32, hundredths: Option<u16>, about: &'static str) -> Self {
        let temperature = match hundredths {
            Some(number) => Some(Temperature::hundredths(number)),
            None => None,
        };
        Self { name, simulations, temperature, about }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Simulations a decision.
    pub const fn simulations(self) -> u32 {
        self.simulations
    }

    /// How freely it draws from the improved policy; none takes the search's choice.
    pub const fn temperature(self) -> Option<Temperature> {
        self.temperature
    }

    /// How it plays, in a few words.
    pub const fn about(self) -> &'static str {
        self.about
    }

    /// What it searches with.
    pub fn settings(self) -> Settings {
        let (budget, temperature) = (Budget::Simulations(self.simulations), self.temperature);
        Settings { budget, temperature, ..Settings::learned() }
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        let text = text.trim();
        let level = LEVELS.into_iter().find(|level| level.name == text);
        level.ok_or_else(|| LevelError(names::unknown("level", text, LEVELS.map(Self::name))))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_looks_further_and_draws_less_freely_than_the_one_before() {
        for [lower, higher] in LEVELS.array_windows() {
            assert!(lower.simulations < higher.simulations, "{lower} and {higher}");
            let heat = |level: &Level| level.temperature.map_or(0.0, Temperature::value);
            assert!(heat(lower) > heat(higher), "{lower} and {higher}");
        }
        assert_eq!(LEVELS.last().unwrap().temperature, None);
        assert_eq!(LEVELS.map(|level| level.name.parse().ok()), LEVELS.map(Some));
    }
}
