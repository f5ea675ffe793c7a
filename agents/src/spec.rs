//! Agents by name: `random`, `mcts:400`, `mcts:2s`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use sandtable_core::{Doctrine, names};
use serde::{Deserialize, Serialize};

use crate::budget::Budget;
use crate::mcts::Settings;
use crate::{Agent, Drill, Eager, Expectimax, Greedy, Mcts, Planner, Random, planner};

/// Every agent that text can name, each with one line about it.
pub const AGENTS: &[(&str, &str)] = &[
    ("random", "any legal action, all alike"),
    ("eager", "random, but fights when it can and usually closes"),
    ("greedy", "the exact expectation of one activation, judged by material"),
    ("expectimax", "exact odds looked through to a depth in activations: `expectimax:2`"),
    ("drill", "the scripted officer: ground, supports, flanks, order of activation"),
    ("planner", "evolves the whole turn: `planner:400` playouts a decision, `planner:2s` a turn"),
    ("mcts", "tree search: `mcts:400` playouts a decision, `mcts:2s` or `mcts:250ms` a turn"),
];

/// Which agent, with its settings. Reads from and prints as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum AgentSpec {
    /// [`Random`].
    Random,
    /// [`Eager`].
    Eager,
    /// [`Greedy`].
    Greedy,
    /// [`Expectimax`] with this depth in activations.
    Expectimax(u8),
    /// [`Drill`].
    Drill,
    /// [`Planner`] with this budget.
    Planner(Budget),
    /// [`Mcts`] with this budget.
    Mcts(Budget),
}

/// Text that names no agent, in one line with the cure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// No agent has this name.
    #[error("{0}")]
    Unknown(String),
    /// The agent takes no settings.
    #[error("`{name}` takes no settings: write `{name}`, not `{name}:{settings}`")]
    NoSettings {
        /// The agent.
        name: &'static str,
        /// What came after the colon.
        settings: String,
    },
    /// Not a budget.
    #[error(
        "`{text}` is not a budget: write `{name}:400` for playouts a decision, `{name}:2s` or `{name}:250ms` for time a turn"
    )]
    Budget {
        /// The agent.
        name: &'static str,
        /// What came after the colon.
        text: String,
    },
    /// Not a depth.
    #[error("`{0}` is not a depth: write `expectimax:1` to `expectimax:9` for activations looked through")]
    Depth(String),
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, settings) = match text.trim().split_once(':') {
            Some((name, settings)) => (name.trim(), Some(settings.trim())),
            None => (text.trim(), None),
        };
        let plain = match name {
            "mcts" => {
                let default = Settings::default().budget;
                return Ok(Self::Mcts(settings.map_or(Ok(default), |text| budget("mcts", text))?));
            }
            "planner" => {
                let default = planner::Settings::default().budget;
                return Ok(Self::Planner(settings.map_or(Ok(default), |text| budget("planner", text))?));
            }
            "expectimax" => {
                return Ok(Self::Expectimax(settings.map_or(Ok(1), depth)?));
            }
            "random" => Self::Random,
            "eager" => Self::Eager,
            "greedy" => Self::Greedy,
            "drill" => Self::Drill,
            _ => {
                let known = AGENTS.iter().map(|(name, _)| *name);
                return Err(SpecError::Unknown(names::unknown("agent", name, known)));
            }
        };
        match settings {
            None => Ok(plain),
            Some(settings) => {
                Err(SpecError::NoSettings { name: plain.name(), settings: settings.to_owned() })
            }
        }
    }
}

/// Reads `400`, `2s`, `0.5s` or `250ms`. An hour a turn is the most.
fn budget(name: &'static str, text: &str) -> Result<Budget, SpecError> {
    let fault = || SpecError::Budget { name, text: text.to_owned() };
    let time = |number: &str, unit: f64| {
        let seconds = number.parse::<f64>().map_err(|_| fault())? * unit;
        if !(0.001..=3600.0).contains(&seconds) {
            return Err(fault());
        }
        Ok(Budget::TimeATurn(Duration::from_secs_f64(seconds)))
    };
    if let Some(number) = text.strip_suffix("ms") {
        return time(number, 0.001);
    }
    if let Some(number) = text.strip_suffix('s') {
        return time(number, 1.0);
    }
    match text.parse() {
        Ok(simulations) if simulations > 0 => Ok(Budget::Simulations(simulations)),
        _ => Err(fault()),
    }
}

/// Reads a depth from 1 to 9.
fn depth(text: &str) -> Result<u8, SpecError> {
    match text.parse() {
        Ok(depth) if (1..=9).contains(&depth) => Ok(depth),
        _ => Err(SpecError::Depth(text.to_owned())),
    }
}

impl AgentSpec {
    /// The name without the settings.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Eager => "eager",
            Self::Greedy => "greedy",
            Self::Expectimax(_) => "expectimax",
            Self::Drill => "drill",
            Self::Planner(_) => "planner",
            Self::Mcts(_) => "mcts",
        }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expectimax(depth) => write!(f, "expectimax:{depth}"),
            Self::Planner(budget) => write!(f, "planner:{budget}"),
            Self::Mcts(budget) => write!(f, "mcts:{budget}"),
            plain => f.write_str(plain.name()),
        }
    }
}

impl TryFrom<String> for AgentSpec {
    type Error = SpecError;

    fn try_from(text: String) -> Result<Self, SpecError> {
        text.parse()
    }
}

impl From<AgentSpec> for String {
    fn from(spec: AgentSpec) -> Self {
        spec.to_string()
    }
}

/// Builds the agent for a ruleset.
pub fn build<R: Doctrine>(spec: &AgentSpec) -> Box<dyn Agent<R>> {
    match *spec {
        AgentSpec::Random => Box::new(Random::default()),
        AgentSpec::Eager => Box::new(Eager::default()),
        AgentSpec::Greedy => Box::new(Greedy::default()),
        AgentSpec::Expectimax(depth) => Box::new(Expectimax::new(depth)),
        AgentSpec::Drill => Box::new(Drill::default()),
        AgentSpec::Planner(budget) => {
            Box::new(Planner::new(planner::Settings { budget, ..planner::Settings::default() }))
        }
        AgentSpec::Mcts(budget) => Box::new(Mcts::new(Settings { budget, ..Settings::default() })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_agent_reads_back() {
        for (name, _) in AGENTS {
            let spec: AgentSpec = name.parse().unwrap();
            assert_eq!(spec.name(), *name);
            assert_eq!(spec.to_string().parse(), Ok(spec));
        }
        for text in [
            "mcts:400",
            "mcts:2s",
            "mcts:250ms",
            "mcts:1500ms",
            "planner:400",
            "planner:100ms",
            "expectimax:2",
        ] {
            assert_eq!(text.parse::<AgentSpec>().unwrap().to_string(), text);
        }
        assert_eq!("mcts:0.5s".parse::<AgentSpec>().unwrap().to_string(), "mcts:500ms");
        assert_eq!(serde_json::to_string(&AgentSpec::Drill).unwrap(), "\"drill\"");
    }

    #[test]
    fn wrong_text_names_the_cure() {
        let error = |text: &str| text.parse::<AgentSpec>().unwrap_err().to_string();
        assert!(error("gredy").contains("Did you mean `greedy`?"));
        assert!(error("drill:3").contains("write `drill`"));
        for text in
            ["mcts:", "mcts:0", "mcts:-1", "mcts:two", "mcts:0s", "mcts:NaNs", "mcts:1e9s", "mcts:infs"]
        {
            assert!(error(text).contains("mcts:400"), "{text}");
            let text = text.replace("mcts", "planner");
            assert!(error(&text).contains("planner:400"), "{text}");
        }
        for text in ["expectimax:", "expectimax:0", "expectimax:10", "expectimax:two"] {
            assert!(error(text).contains("expectimax:1"), "{text}");
        }
    }
}
