//! Agents by name: `random`, `mcts:400`, `mcts:2s`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use sandtable_core::{Doctrine, names};
use serde::{Deserialize, Serialize};

use crate::mcts::{Budget, Settings};
use crate::{Agent, Drill, Eager, Greedy, Mcts, Random};

/// Every agent that text can name, each with one line about it.
pub const AGENTS: &[(&str, &str)] = &[
    ("random", "any legal action, all alike"),
    ("eager", "random, but fights when it can and usually closes"),
    ("greedy", "the exact expectation of one activation, judged by material"),
    ("drill", "the scripted officer: ground, supports, flanks, order of activation"),
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
    /// [`Drill`].
    Drill,
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
        "`{0}` is not a budget: write `mcts:400` for playouts a decision, `mcts:2s` or `mcts:250ms` for time a turn"
    )]
    Budget(String),
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
                return Ok(Self::Mcts(settings.map_or(Ok(Settings::default().budget), budget)?));
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
fn budget(text: &str) -> Result<Budget, SpecError> {
    let fault = || SpecError::Budget(text.to_owned());
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

impl AgentSpec {
    /// The name without the settings.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Eager => "eager",
            Self::Greedy => "greedy",
            Self::Drill => "drill",
            Self::Mcts(_) => "mcts",
        }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
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
        AgentSpec::Drill => Box::new(Drill::default()),
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
        for text in ["mcts:400", "mcts:2s", "mcts:250ms", "mcts:1500ms"] {
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
        }
    }
}
