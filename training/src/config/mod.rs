//! Every number that shapes a run, in one struct and one TOML file.
//!
//! A file names every key: what a run does is seen in one place. Unknown keys and values
//! out of range are refused in one line that names file, key and cure.

mod check;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sandtable_agents::network::Shape;
use sandtable_agents::{AgentSpec, Budget, mcts};
use sandtable_core::GameSeed;
use serde::{Deserialize, Serialize};

use crate::learner::Schedule;

/// The configuration of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The ruleset to learn: `gridded`.
    pub ruleset: String,
    /// Where all chance of the run comes from.
    pub seed: u64,
    /// How many generations: the run ends after the last.
    pub generations: u32,
    /// How many threads play and prepare batches; 0 is as many as there are cores. The run
    /// is the same on any number.
    pub threads: usize,
    /// Games from scripted officers and searches, to begin with.
    pub warm_start: WarmStart,
    /// How the network plays itself.
    pub self_play: SelfPlay,
    /// The search of self-play, the gate and the evaluation.
    pub search: Search,
    /// Which games are learned from.
    pub replay: Replay,
    /// What is learned of a decision.
    pub targets: Targets,
    /// The size of the network.
    pub network: Shape,
    /// How it learns.
    pub learner: Learning,
    /// The games that decide whether new weights play from now on.
    pub gate: Gate,
    /// The games against the yardsticks.
    pub evaluation: Evaluation,
}

/// The first generations: what is played before the network plays, and imitated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WarmStart {
    /// How many generations; 0 begins with the network as it is.
    pub generations: u32,
    /// Games a generation.
    pub games: u32,
    /// In [0, 1]: the share of the games in which one side is the search, by turns the
    /// first and the second; in the others both sides are the officer.
    pub searching: f64,
    /// Playouts a decision of that search.
    pub simulations: u32,
    /// In [0, 1]: the share of the officer's decisions that is taken at random instead, so
    /// that positions which he avoids are met too. What he would have done is learned.
    pub stray: f64,
    /// In [0, 1): the part of the policy's target that is spread evenly over all actions
    /// beside the officer's choice.
    pub smoothing: f64,
    /// In [0, 1]: the share of decisions that is learned from.
    pub kept: f64,
    /// Steps of the learner in each of these generations: many games are cheap here.
    pub steps: u32,
}

/// The games that the network plays against itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlay {
    /// Games a generation.
    pub games: u32,
    /// Games in one file of the store: what is lost at most of each thread's work when
    /// the program is killed.
    pub games_a_shard: u32,
    /// In [0, 1]: the share of the games on generated scenarios. Must be 0 where the
    /// ruleset has no generator.
    pub generated: f64,
    /// The other games: shipped scenarios by name, each with its weight.
    pub scenarios: BTreeMap<String, f64>,
    /// In [0, 1]: the share of decisions that is searched in full and becomes targets of
    /// the policy.
    pub full_share: f64,
    /// Simulations of a full search.
    pub full_simulations: u32,
    /// Simulations of the other searches.
    pub cheap_simulations: u32,
    /// Gumbel noise at the root of full searches; 1 is the full amount.
    pub full_gumbel: f64,
    /// The same for the other searches.
    pub cheap_gumbel: f64,
    /// In [0, 1]: the share of the other decisions of which values are learned.
    pub cheap_kept: f64,
    /// In [0, 1]: the share of the games in which one side is a past self.
    pub past_selves: f64,
    /// How many past selves there are, evenly spread over those that passed the gate.
    pub pool: u32,
}

/// How the network searches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// Root actions that are considered at most.
    pub considered: usize,
    /// So many simulations are expected for each of them; fewer are considered otherwise.
    pub fair_share: u32,
    /// The weight of exploration inside the tree.
    pub puct: f64,
    /// How much worse than its node an action is taken to be before its first visit.
    pub unvisited: f64,
    /// `c_visit` of the transform of values in the improved policy.
    pub sigma_visits: f64,
    /// `c_scale` of the same.
    pub sigma_scale: f64,
    /// How many leaves are judged together.
    pub batch: usize,
}

/// Which games are learned from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// So many latest generations, without those of the warm start once they are over.
    pub window: u32,
    /// In [0, 1]: once the warm start is over, the share of decisions that is still taken
    /// from its games. Of these only the results are learned, not what was chosen.
    pub warm_share: f64,
    /// Decisions taken from a game each time that it is drawn for a batch: more of them
    /// are faster to prepare and more alike.
    pub a_game: usize,
    /// In [0, 1]: the share of decisions that is learned in the mirror.
    pub mirrored: f64,
}

/// What is learned of a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Targets {
    /// In [0, 1]: how much of the value's target is the search's value; the rest is the
    /// result of the game.
    pub search_share: f64,
}

/// How the network learns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learning {
    /// Where it is computed: `cpu`, or a device that the program was built for.
    pub device: String,
    /// Steps a generation.
    pub steps: u32,
    /// Examples a step.
    pub batch: usize,
    /// Steps between two saves.
    pub save_every: u32,
    /// Steps between two reports.
    pub report_every: u32,
    /// How fast it learns, and what.
    pub schedule: Schedule,
}

/// The sequential test that new weights must not fail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// In [0, 0.1]: what the gate may cost at most, in simulations over those of the
    /// generation's own games; 0 lets all weights pass.
    pub share: f64,
    /// Simulations a decision.
    pub simulations: u32,
    /// Weights that are this much stronger than the old (in logistic Elo) may be refused...
    pub elo0: f64,
    /// ...rather than weights that are this much stronger. They are refused when the test
    /// decides for `elo0`, and pass when it decides otherwise or not at all.
    pub elo1: f64,
}

/// The games against the yardsticks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evaluation {
    /// After every so many generations, and after the last; 0 is never.
    pub every: u32,
    /// Pairs of games against each yardstick, on each of `scenarios`.
    pub pairs: u32,
    /// Simulations a decision.
    pub simulations: u32,
    /// The yardsticks, as `sandtable agents` lists them.
    pub against: Vec<AgentSpec>,
    /// Shipped scenarios by name, or `generated`.
    pub scenarios: Vec<String>,
}

/// A configuration that cannot be used, in one line with the cure.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{path}: it cannot be read: {error}", path = .path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// The text is no configuration.
    #[error("{path}:{line}:{column}: {fault}", path = .path.display())]
    Text {
        /// Which file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong.
        fault: String,
    },
    /// A key has a value that it cannot have.
    #[error("{path}: {key}: {fault}", path = .path.display())]
    Value {
        /// Which file.
        path: PathBuf,
        /// As in `self_play.games`.
        key: String,
        /// What is wrong, and the cure.
        fault: String,
    },
}

/// The longest file that is read.
const MOST_BYTES: u64 = 1 << 20;

impl Config {
    /// Reads a configuration from a file.
    ///
    /// # Errors
    /// [`ConfigError`] when the file cannot be read, is no configuration, or holds a value
    /// that is out of range.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let text = std::fs::File::open(path).and_then(|file| {
            let mut text = String::new();
            std::io::Read::read_to_string(&mut std::io::Read::take(file, MOST_BYTES), &mut text)?;
            Ok(text)
        });
        let text = text.map_err(|error| ConfigError::File { path: path.to_owned(), error })?;
        Self::parse(path, &text)
    }

    /// Reads a configuration from its text; `path` is for errors.
    ///
    /// # Errors
    /// [`ConfigError`] when the text is no configuration, or holds a value out of range.
    pub fn parse(path: &Path, text: &str) -> Result<Self, ConfigError> {
        let config: Self = toml::from_str(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start).min(text.len());
            let before = String::from_utf8_lossy(&text.as_bytes()[..offset]);
            let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
            let line = before.matches('\n').count() + 1;
            let key = text.lines().nth(line - 1).and_then(|line| Some(line.split_once('=')?.0.trim()));
            let fault = error.message().trim().replace('\n', "; ");
            let fault =
                key.filter(|key| !fault.contains(key)).map_or(fault.clone(), |key| format!("{key}: {fault}"));
            ConfigError::Text { path: path.to_owned(), line, column, fault }
        })?;
        config.check().map_err(|(key, fault)| ConfigError::Value { path: path.to_owned(), key, fault })?;
        Ok(config)
    }

    /// The configuration as text, every key in it.
    ///
    /// # Panics
    /// Never: a configuration is plain data.
    pub fn to_text(&self) -> String {
        toml::to_string_pretty(self).expect("plain data")
    }

    /// The seed of the run.
    pub fn seed(&self) -> GameSeed {
        GameSeed::from_number(self.seed)
    }

    /// Whether a generation, counted from 0, is one of the warm start.
    pub fn is_warm(&self, generation: u32) -> bool {
        generation < self.warm_start.generations
    }

    /// Games of a generation.
    pub fn games(&self, generation: u32) -> u32 {
        if self.is_warm(generation) { self.warm_start.games } else { self.self_play.games }
    }

    /// Steps of the learner in a generation.
    pub fn steps(&self, generation: u32) -> u32 {
        if self.is_warm(generation) { self.warm_start.steps } else { self.learner.steps }
    }

    /// The most pairs that the gate may play: its share of the simulations of a
    /// generation's own games, at the same simulations for every decision.
    pub fn gate_pairs(&self) -> u32 {
        let play = &self.self_play;
        let mean = play.full_share * f64::from(play.full_simulations)
            + (1.0 - play.full_share) * f64::from(play.cheap_simulations);
        let games = self.gate.share * f64::from(play.games) * mean / f64::from(self.gate.simulations);
        (games / 2.0) as u32
    }
}

impl Search {
    /// The settings of the search with so many simulations a decision.
    pub fn settings(&self, simulations: u32, gumbel: f64) -> mcts::Settings {
        mcts::Settings {
            budget: Budget::Simulations(simulations),
            considered: self.considered,
            fair_share: self.fair_share,
            gumbel: gumbel as f32,
            puct: self.puct as f32,
            unvisited: self.unvisited as f32,
            sigma_visits: self.sigma_visits as f32,
            sigma_scale: self.sigma_scale as f32,
            ..mcts::Settings::default()
        }
    }
}
