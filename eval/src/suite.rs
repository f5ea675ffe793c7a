//! The positions suite: how many positions an agent solves.
//!
//! An agent is given each position several times, each time with another seed and a fresh
//! memory. It solves the position when its decisions follow one of the accepted answers to
//! its end. Every seed is a function of the suite's seed, the position's name and the
//! number of the attempt, so that a report is the same on any number of threads, and a
//! position's score does not change when others are added.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;
use sandtable_core::suite::{self, Line};
use sandtable_core::{Exercise, GameSeed, Ruleset};
use serde::{Deserialize, Serialize};

use crate::contender::Seated;
use crate::{Contender, ThreadClock};

/// What came of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attempt {
    /// It followed an accepted answer to its end.
    Solved,
    /// It followed a line to be avoided to its end.
    Tempted,
    /// It did something else.
    Missed,
    /// It panicked or decided what is not legal.
    Fault,
}

/// How often one agent solved one position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Attempts.
    pub attempts: u32,
    /// Attempts that solved it.
    pub solved: u32,
    /// Attempts that followed a line to be avoided.
    pub tempted: u32,
    /// Attempts that ended in a panic or an illegal decision.
    pub faults: u32,
}

/// What an agent did, in one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionResult {
    /// The position.
    pub name: String,
    /// Its theme.
    pub theme: String,
    /// One tally a contender.
    pub tallies: Vec<Tally>,
    /// What each contender decided at its first attempt, as far as the answers reach.
    pub first: Vec<Line>,
}

/// The score of every agent on every position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteReport {
    /// The ruleset.
    pub ruleset: String,
    /// Its version.
    pub version: u32,
    /// The suite's seed.
    pub seed: GameSeed,
    /// The agents.
    pub contenders: Vec<String>,
    /// Every position, in the order of the suite.
    pub positions: Vec<PositionResult>,
}

/// Lets every contender try every position `attempts` times, on the threads of rayon's
/// current pool.
pub fn run_suite<R: Ruleset>(
    exercises: &[Exercise<R>],
    contenders: &[Contender<R>],
    attempts: u32,
    seed: GameSeed,
) -> SuiteReport {
    let tries: Vec<(usize, usize, u32)> = (0..exercises.len())
        .flat_map(|e| (0..contenders.len()).flat_map(move |c| (0..attempts).map(move |n| (e, c, n))))
        .collect();
    let results: Vec<(Attempt, Line)> = tries
        .par_iter()
        .map(|&(e, c, n)| {
            let (exercise, contender) = (&exercises[e], &contenders[c]);
            let seed = seed.derive(&exercise.name, n.into());
            catch_unwind(AssertUnwindSafe(|| attempt(exercise, contender, seed)))
                .unwrap_or_else(|_| (Attempt::Fault, Line(Vec::new())))
        })
        .collect();
    let mut positions: Vec<PositionResult> = exercises
        .iter()
        .map(|exercise| PositionResult {
            name: exercise.name.clone(),
            theme: exercise.theme.clone(),
            tallies: vec![Tally::default(); contenders.len()],
            first: vec![Line(Vec::new()); contenders.len()],
        })
        .collect();
    for ((e, c, n), (attempt, line)) in tries.into_iter().zip(results) {
        positions[e].tallies[c].add(attempt);
        if n == 0 {
            positions[e].first[c] = line;
        }
    }
    SuiteReport {
        ruleset: R::ID.to_owned(),
        version: R::VERSION,
        seed,
        contenders: contenders.iter().map(|contender| contender.name().to_owned()).collect(),
        positions,
    }
}

/// One attempt at a position: what came of it, and what the agent decided.
pub fn attempt<R: Ruleset>(
    exercise: &Exercise<R>,
    contender: &Contender<R>,
    seed: GameSeed,
) -> (Attempt, Line) {
    // A player from outside is asked about whole games alone.
    let Seated::Agent(mut agent) = contender.make() else {
        return (Attempt::Fault, Line(Vec::new()));
    };
    agent.begin(seed);
    let clock = ThreadClock::start();
    let mut driver = exercise.driver.clone();
    let mut decided = Line(Vec::new());
    let lines = exercise.answers.iter().map(|line| (line, Attempt::Solved));
    let mut open: Vec<(&Line, Attempt)> =
        lines.chain(exercise.avoid.iter().map(|line| (line, Attempt::Tempted))).collect();
    while driver.decider() == Some(exercise.seat) {
        let Some(position) = driver.position() else { break };
        let action = agent.decide(&position, &clock);
        let notation = position.notation(action);
        if driver.act(action, &mut ()).is_err() {
            return (Attempt::Fault, decided);
        }
        let step = decided.0.len();
        open.retain(|(line, _)| line.0.get(step).is_some_and(|text| suite::names(text, &notation)));
        decided.0.push(notation);
        if let Some(&(_, attempt)) = open.iter().find(|(line, _)| line.0.len() == step + 1) {
            return (attempt, decided);
        }
        if open.is_empty() {
            break;
        }
    }
    (Attempt::Missed, decided)
}

impl Tally {
    fn add(&mut self, attempt: Attempt) {
        self.attempts += 1;
        match attempt {
            Attempt::Solved => self.solved += 1,
            Attempt::Tempted => self.tempted += 1,
            Attempt::Missed => {}
            Attempt::Fault => self.faults += 1,
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            attempts: self.attempts + other.attempts,
            solved: self.solved + other.solved,
            tempted: self.tempted + other.tempted,
            faults: self.faults + other.faults,
        }
    }

    /// The share of attempts that solved the position, in [0, 1]; 0 without attempts.
    pub fn share(self) -> f64 {
        f64::from(self.solved) / f64::from(self.attempts.max(1))
    }
}

impl SuiteReport {
    /// The tallies of all positions of each theme, one a contender, by theme.
    pub fn by_theme(&self) -> BTreeMap<&str, Vec<Tally>> {
        let mut themes: BTreeMap<&str, Vec<Tally>> = BTreeMap::new();
        for position in &self.positions {
            let sums = themes
                .entry(&position.theme)
                .or_insert_with(|| vec![Tally::default(); self.contenders.len()]);
            for (sum, tally) in sums.iter_mut().zip(&position.tallies) {
                *sum = sum.plus(*tally);
            }
        }
        themes
    }

    /// The tallies of the whole suite, one a contender.
    pub fn total(&self) -> Vec<Tally> {
        let zero = vec![Tally::default(); self.contenders.len()];
        self.positions.iter().fold(zero, |sums, position| {
            sums.iter().zip(&position.tallies).map(|(sum, tally)| sum.plus(*tally)).collect()
        })
    }
}

/// A table for people: the share of attempts that solved, by theme.
impl fmt::Display for SuiteReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let themes = self.by_theme();
        let widest = themes.keys().map(|theme| theme.len()).chain([8]).max().unwrap_or_default();
        let columns: Vec<usize> = self.contenders.iter().map(|name| name.chars().count().max(7)).collect();
        let row = |f: &mut fmt::Formatter<'_>, name: &str, count: usize, tallies: &[Tally]| {
            write!(f, "{name:<widest$}  {count:>9}")?;
            for (tally, width) in tallies.iter().zip(&columns) {
                let share = format!("{:.1} %", 100.0 * tally.share());
                write!(f, "  {share:>width$}")?;
            }
            writeln!(f)
        };
        write!(f, "{:<widest$}  {:>9}", "theme", "positions")?;
        for (name, width) in self.contenders.iter().zip(&columns) {
            write!(f, "  {name:>width$}")?;
        }
        writeln!(f)?;
        for (theme, tallies) in &themes {
            let count = self.positions.iter().filter(|position| position.theme == *theme).count();
            row(f, theme, count, tallies)?;
        }
        row(f, "all", self.positions.len(), &self.total())?;
        for (name, tally) in self.contenders.iter().zip(self.total()) {
            if tally.faults > 0 {
                writeln!(f, "{name}: {} attempts ended in a panic or an illegal decision", tally.faults)?;
            }
        }
        Ok(())
    }
}
