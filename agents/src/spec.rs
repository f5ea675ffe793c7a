//! Agents by name: `random`, `mcts:400`, `net@weights.safetensors:2s`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use sandtable_core::encoding::Encode;
use sandtable_core::{Doctrine, names};
use serde::{Deserialize, Serialize};

use crate::budget::Budget;
use crate::mcts::Settings;
use crate::network::{Learned, NetworkError, Networks, Source};
use crate::temperature::TemperatureError;
use crate::{
    Agent, Drill, Eager, Expectimax, Greedy, Level, LevelError, Mcts, Planner, Policy, Random, Temperature,
    planner,
};

/// Every agent that text can name, each with one line about it.
pub const AGENTS: &[(&str, &str)] = &[
    ("random", "any legal action, all alike"),
    ("eager", "random, but fights when it can and usually closes"),
    ("greedy", "the exact expectation of one activation, judged by material"),
    ("expectimax", "exact odds looked through to a depth in activations: `expectimax:2`"),
    ("drill", "the scripted officer: ground, supports, flanks, order of activation"),
    ("planner", "evolves the whole turn: `planner:400` playouts a decision, `planner:2s` a turn"),
    ("mcts", "tree search: `mcts:400` playouts a decision, `mcts:2s` or `mcts:250ms` a turn"),
    ("policy", "a network at a glance: `policy`, drawn from at `policy:0.5`, other weights `policy@FILE`"),
    (
        "net",
        "tree search by a network: `net:400` positions, `net:2s` a turn, or a level; other weights `net@FILE:400`",
    ),
];

/// Which agent, with its settings. Reads from and prints as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// [`Policy`] with these weights: greedy, or drawn from at a temperature.
    Policy(Source, Option<Temperature>),
    /// [`Mcts`] judged by a network of these weights, with this budget.
    Net(Source, Budget),
    /// [`Mcts`] judged by a network of these weights, at this level.
    Level(Source, Level),
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
    /// The agent has no network.
    #[error("`{name}` has no network: write `{name}` without `@{file}`")]
    NoNetwork {
        /// The agent.
        name: &'static str,
        /// What came after the at sign.
        file: String,
    },
    /// No file is named.
    #[error("`{0}@` names no file: write `{0}@weights.safetensors`, or `{0}` for the shipped weights")]
    NoFile(&'static str),
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
    /// Neither a level nor a budget.
    #[error("{0} Or write `net:400` for positions a decision, `net:2s` for time a turn.")]
    Level(#[from] LevelError),
    /// Not a depth.
    #[error("`{0}` is not a depth: write `expectimax:1` to `expectimax:9` for activations looked through")]
    Depth(String),
    /// Not a temperature.
    #[error(transparent)]
    Temperature(#[from] TemperatureError),
}

/// An agent's text in its three parts.
struct Text<'a> {
    name: &'a str,
    file: Option<&'a str>,
    settings: Option<&'a str>,
}

impl<'a> Text<'a> {
    /// `name`, `name:settings`, `name@file` or `name@file:settings`; what comes after the
    /// last colon is settings, whatever the file is called.
    fn of(text: &'a str) -> Self {
        let text = text.trim();
        let end = text.find([':', '@']).unwrap_or(text.len());
        let (name, rest) = (text[..end].trim(), &text[end..]);
        let Some(rest) = rest.strip_prefix('@') else {
            return Self { name, file: None, settings: rest.strip_prefix(':').map(str::trim) };
        };
        match rest.rsplit_once(':') {
            Some((file, settings)) => Self { name, file: Some(file), settings: Some(settings.trim()) },
            None => Self { name, file: Some(rest), settings: None },
        }
    }

    fn source(&self, name: &'static str) -> Result<Source, SpecError> {
        match self.file.map(str::trim) {
            None => Ok(Source::Shipped),
            Some("") => Err(SpecError::NoFile(name)),
            Some(file) => Ok(Source::File(file.into())),
        }
    }

    fn budget(&self, name: &'static str, default: Budget) -> Result<Budget, SpecError> {
        self.settings.map_or(Ok(default), |text| budget(name, text))
    }

    /// `net` with a level, or with a budget.
    fn net(&self) -> Result<AgentSpec, SpecError> {
        let source = self.source("net")?;
        match self.settings {
            Some(level) if level.starts_with(char::is_alphabetic) => {
                Ok(AgentSpec::Level(source, level.parse()?))
            }
            _ => Ok(AgentSpec::Net(source, self.budget("net", Settings::learned().budget)?)),
        }
    }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = Text::of(text);
        let spec = match text.name {
            "mcts" => Self::Mcts(text.budget("mcts", Settings::default().budget)?),
            "planner" => Self::Planner(text.budget("planner", planner::Settings::default().budget)?),
            "net" => text.net()?,
            "policy" => {
                Self::Policy(text.source("policy")?, text.settings.map(Temperature::from_str).transpose()?)
            }
            "expectimax" => Self::Expectimax(text.settings.map_or(Ok(1), depth)?),
            "random" => Self::Random,
            "eager" => Self::Eager,
            "greedy" => Self::Greedy,
            "drill" => Self::Drill,
            name => {
                let known = AGENTS.iter().map(|(name, _)| *name);
                return Err(SpecError::Unknown(names::unknown("agent", name, known)));
            }
        };
        let name = spec.name();
        if let Some(file) = text.file
            && spec.source().is_none()
        {
            return Err(SpecError::NoNetwork { name, file: file.to_owned() });
        }
        match (&spec, text.settings) {
            (Self::Random | Self::Eager | Self::Greedy | Self::Drill, Some(settings)) => {
                Err(SpecError::NoSettings { name, settings: settings.to_owned() })
            }
            _ => Ok(spec),
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
            Self::Policy(..) => "policy",
            Self::Net(..) | Self::Level(..) => "net",
        }
    }

    /// Which weights it plays with, if it has a network.
    pub fn source(&self) -> Option<&Source> {
        match self {
            Self::Policy(source, _) | Self::Net(source, _) | Self::Level(source, _) => Some(source),
            _ => None,
        }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if let Some(Source::File(path)) = self.source() {
            write!(f, "@{}", path.display())?;
        }
        match self {
            Self::Expectimax(depth) => write!(f, ":{depth}"),
            Self::Planner(budget) | Self::Mcts(budget) | Self::Net(_, budget) => write!(f, ":{budget}"),
            Self::Policy(_, Some(temperature)) => write!(f, ":{temperature}"),
            Self::Level(_, level) => write!(f, ":{level}"),
            _ => Ok(()),
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

/// Makes agents, one for every game.
pub type Maker<R> = Box<dyn Fn() -> Box<dyn Agent<R>> + Send + Sync>;

/// Builds the agent for a ruleset, with its network from `networks`.
///
/// # Errors
/// [`NetworkError`] when it plays with weights that are not there, or not for this ruleset.
pub fn build<R: Doctrine + Encode>(
    spec: &AgentSpec,
    networks: &Networks,
) -> Result<Box<dyn Agent<R>>, NetworkError> {
    Ok(prepare(spec, networks)?())
}

/// Gets ready to build the agent any number of times: what could fail has not failed.
///
/// # Errors
/// As [`build`].
pub fn prepare<R: Doctrine + Encode>(
    spec: &AgentSpec,
    networks: &Networks,
) -> Result<Maker<R>, NetworkError> {
    let name = spec.to_string();
    Ok(match *spec {
        AgentSpec::Random => Box::new(|| Box::new(Random::default())),
        AgentSpec::Eager => Box::new(|| Box::new(Eager::default())),
        AgentSpec::Greedy => Box::new(|| Box::new(Greedy::default())),
        AgentSpec::Expectimax(depth) => Box::new(move || Box::new(Expectimax::new(depth))),
        AgentSpec::Drill => Box::new(|| Box::new(Drill::default())),
        AgentSpec::Planner(budget) => {
            let settings = planner::Settings { budget, ..planner::Settings::default() };
            Box::new(move || Box::new(Planner::new(settings)))
        }
        AgentSpec::Mcts(budget) => {
            let settings = Settings { budget, ..Settings::default() };
            Box::new(move || Box::new(Mcts::new(settings)))
        }
        AgentSpec::Policy(ref source, temperature) => {
            let network = networks.get::<R>(source)?;
            Box::new(move || {
                let policy = match temperature {
                    None => Policy::greedy(network.clone()),
                    Some(temperature) => Policy::sampling(network.clone(), temperature),
                };
                Box::new(policy.with_name(&name))
            })
        }
        AgentSpec::Net(ref source, budget) => {
            learned::<R>(name, source, Settings { budget, ..Settings::learned() }, networks)?
        }
        AgentSpec::Level(ref source, level) => learned::<R>(name, source, level.settings(), networks)?,
    })
}

/// Makes searches by a network.
fn learned<R: Doctrine + Encode>(
    name: String,
    source: &Source,
    settings: Settings,
    networks: &Networks,
) -> Result<Maker<R>, NetworkError> {
    let judge = Learned::<R>::shared(networks.get::<R>(source)?);
    Ok(Box::new(move || Box::new(Mcts::with_evaluator(settings, judge.clone()).with_name(&name))))
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
            "policy",
            "policy:0.5",
            "policy@a.safetensors",
            "policy@runs/a:b.safetensors:1",
            "net:400",
            "net:recruit",
            "net@a.safetensors:veteran",
            "net@runs/best weights.safetensors:250ms",
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
        for text in ["policy:", "policy:0", "policy:11", "policy:NaN", "policy@a.safetensors:cold"] {
            assert!(error(text).contains("policy:0.5"), "{text}");
        }
        assert!(error("net@weights.safetensors:fast").contains("net:400"));
        assert!(error("net:recrut").contains("no level `recrut`. Did you mean `recruit`?"));
        assert!(error("net:conscript").contains("recruit, trained, regular, seasoned, veteran"));
        for text in ["net:", "net:0", "net:-1", "net:2m"] {
            assert!(error(text).contains("net:400"), "{text}");
        }
        assert!(error("net@:400").contains("net@weights.safetensors"));
        assert!(error("mcts@weights.safetensors:400").contains("has no network"));
        for text in ["expectimax:", "expectimax:0", "expectimax:10", "expectimax:two"] {
            assert!(error(text).contains("expectimax:1"), "{text}");
        }
    }
}
