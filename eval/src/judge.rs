//! The judge of the positions suite: are the accepted answers right?
//!
//! A position judged exactly is solved to its end: every accepted answer is among the best,
//! and every other decision on the way, those to be avoided among them, is worse by at
//! least [`GAP`]. A position judged by search is searched with [`SIMULATIONS`] simulations
//! and [`SEEDS`] seeds: every search finds an accepted answer, and the lines to be avoided
//! are worse by at least [`GAP`] where each is followed and then searched in its turn.

use sandtable_agents::exact::{ExactError, Expectimax};
use sandtable_agents::mcts::{Budget, Settings};
use sandtable_agents::{Agent as _, Mcts, NoClock};
use sandtable_core::suite::{Judged, Line, named, names};
use sandtable_core::{Doctrine, Driver, Exercise, GameSeed, Node, Ruleset, Snapshot};
use serde::Serialize;

use crate::Contender;
use crate::suite::{Attempt, attempt};

/// How much worse than an accepted answer everything else must be, in wins.
pub const GAP: f64 = 0.03;
/// Simulations of a search that judges.
pub const SIMULATIONS: u32 = 50_000;
/// Searches that judge a position, each with a seed of its own.
pub const SEEDS: u32 = 3;
/// By how much the values of a file may differ from those found: they are written to three
/// digits.
const ROUNDING: f64 = 0.000_51;
/// By how much the values of a search may differ from those that were noted.
const DRIFT: f64 = 0.1;
/// What the judge spends at least on each outcome of a throw.
const LEAST: u32 = 2_000;
/// Samples of what is hidden from the deciding seat.
const SAMPLES: u32 = 8;

/// A line with its exact value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Valued {
    /// The decisions.
    pub line: Line,
    /// Their value for the deciding seat, in wins.
    pub value: f64,
    /// Whether they end an accepted answer.
    pub is_answer: bool,
}

/// What the judge found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// The judgement with the values found; none for a position judged by its author.
    pub judged: Judged,
    /// The value of the worst accepted answer.
    pub worst_answer: f64,
    /// For an exact judgement, the value of every decision that ends an accepted answer or
    /// leaves them all, best first.
    pub values: Vec<Valued>,
    /// Different positions solved, for an exact judgement.
    pub positions: usize,
    /// What is wrong with the position; empty when the judgement holds.
    pub faults: Vec<String>,
}

/// Judges a position anew, as it says that it was judged. An exact judgement visits at
/// most `limit` positions.
///
/// # Errors
/// [`ExactError`] where a position said to be solved is too large or hides something.
pub fn judge<R: Doctrine>(exercise: &Exercise<R>, limit: usize) -> Result<Finding, ExactError> {
    match exercise.judged {
        Judged::Exact { best, tempting } => {
            let mut finding = solve(exercise, limit)?;
            finding.compare([best, tempting], ROUNDING);
            Ok(finding)
        }
        Judged::Search { best, tempting } => {
            let mut finding = search(exercise);
            finding.compare([best, tempting], DRIFT);
            Ok(finding)
        }
        Judged::Author => Ok(Finding {
            judged: Judged::Author,
            worst_answer: 0.0,
            values: Vec::new(),
            positions: 0,
            faults: Vec::new(),
        }),
    }
}

impl Finding {
    fn compare(&mut self, noted: [f64; 2], tolerance: f64) {
        let (Judged::Exact { best, tempting } | Judged::Search { best, tempting }) = self.judged else {
            return;
        };
        for (what, noted, found) in [("best", noted[0], best), ("tempting", noted[1], tempting)] {
            if (noted - found).abs() > tolerance {
                self.faults.push(format!("`{what}` is {found:.3}, not {noted:.3}: correct the file"));
            }
        }
    }
}

/// Walks the decisions along the answers, and values whatever leaves them.
struct Walk<'a, 'r, R: Ruleset> {
    solver: Expectimax<'r, R, f64>,
    exercise: &'a Exercise<R>,
    values: Vec<Valued>,
}

impl<R: Ruleset> Walk<'_, '_, R> {
    fn value(&mut self, driver: &Driver<R>) -> Result<f64, ExactError> {
        Ok(self.solver.value(driver.state())? * f64::from(self.exercise.seat.sign()))
    }

    fn along(&mut self, driver: &Driver<R>, lines: &[&Line], so_far: &Line) -> Result<(), ExactError> {
        let step = so_far.0.len();
        for &action in driver.actions(self.exercise.seat) {
            let notation = driver.rules().notation(driver.state(), action);
            let mut next = driver.clone();
            next.act(action, &mut ()).expect("a listed action is legal");
            let is_on = |line: &&&Line| names(&line.0[step], &notation);
            let on: Vec<&Line> = lines.iter().filter(is_on).copied().collect();
            let mut line = so_far.clone();
            line.0.push(notation);
            let is_answer = on.iter().any(|answer| answer.0.len() == step + 1);
            if is_answer || on.is_empty() {
                let value = self.value(&next)?;
                self.values.push(Valued { line, value, is_answer });
            } else {
                self.along(&next, &on, &line)?;
            }
        }
        Ok(())
    }

    /// The value of a line to be avoided: that of the best way to follow it.
    fn avoided(&mut self, driver: &Driver<R>, steps: &[String]) -> Result<f64, ExactError> {
        let [step, rest @ ..] = steps else { return self.value(driver) };
        let mut most = f64::NEG_INFINITY;
        for action in named(driver, step) {
            let mut next = driver.clone();
            next.act(action, &mut ()).expect("a listed action is legal");
            most = most.max(self.avoided(&next, rest)?);
        }
        Ok(most)
    }
}

fn solve<R: Ruleset>(exercise: &Exercise<R>, limit: usize) -> Result<Finding, ExactError> {
    let driver = &exercise.driver;
    let solver = Expectimax::new(&**driver.rules(), limit);
    let mut walk = Walk { solver, exercise, values: Vec::new() };
    let lines: Vec<&Line> = exercise.answers.iter().collect();
    walk.along(driver, &lines, &Line(Vec::new()))?;
    let mut tempting = f64::NEG_INFINITY;
    for line in &exercise.avoid {
        tempting = tempting.max(walk.avoided(driver, &line.0)?);
    }
    let Walk { solver, mut values, .. } = walk;
    values.sort_by(|a, b| b.value.total_cmp(&a.value));
    let answers = || values.iter().filter(|valued| valued.is_answer).map(|valued| valued.value);
    let best = answers().fold(f64::NEG_INFINITY, f64::max);
    let worst = answers().fold(f64::INFINITY, f64::min);
    let mut faults = Vec::new();
    for other in values.iter().filter(|valued| !valued.is_answer && worst - valued.value < GAP) {
        faults.push(format!("`{}` is worth {:.3}, an accepted answer {worst:.3}", other.line, other.value));
    }
    if worst - tempting < GAP {
        faults.push(format!("a line to be avoided is worth {tempting:.3}, an accepted answer {worst:.3}"));
    }
    let judged = Judged::Exact { best, tempting };
    Ok(Finding { judged, worst_answer: worst, values, positions: solver.positions(), faults })
}

fn search<R: Doctrine>(exercise: &Exercise<R>) -> Finding {
    let seed = GameSeed::from_number(0).derive("judge", 0);
    let searcher = Contender::<R>::new("judge", || Box::new(searcher(SIMULATIONS)));
    let mut faults = Vec::new();
    for number in 0..SEEDS {
        let (attempt, line) = attempt(exercise, &searcher, seed.derive("root", number.into()));
        if attempt != Attempt::Solved {
            faults.push(format!("search {number} of {SIMULATIONS} simulations decides `{line}`"));
        }
    }
    let values =
        |lines: &[Line]| -> Vec<f64> { lines.iter().map(|line| line_value(exercise, line, seed)).collect() };
    let answers = values(&exercise.answers);
    let best = answers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let worst = answers.iter().copied().fold(f64::INFINITY, f64::min);
    let tempting = values(&exercise.avoid).into_iter().fold(f64::NEG_INFINITY, f64::max);
    if worst - tempting < GAP {
        faults.push(format!("a line to be avoided is worth {tempting:.3}, an accepted answer {worst:.3}"));
    }
    Finding {
        judged: Judged::Search { best, tempting },
        worst_answer: worst,
        values: Vec::new(),
        positions: 0,
        faults,
    }
}

fn searcher<R: Doctrine>(simulations: u32) -> Mcts<R> {
    Mcts::new(Settings { budget: Budget::Simulations(simulations), ..Settings::default() })
}

/// The value of a line for the deciding seat, by searches of what comes after it: the mean
/// over [`SEEDS`] seeds and, where something is hidden, over [`SAMPLES`] samples.
fn line_value<R: Doctrine>(exercise: &Exercise<R>, line: &Line, seed: GameSeed) -> f64 {
    let driver = &exercise.driver;
    let (rules, state) = (driver.rules(), driver.state());
    let view = driver.view(exercise.seat);
    let mut rng = seed.derive("hidden", 0).rng();
    let mut starts: Vec<R::State> = (0..SAMPLES).map(|_| rules.sample(&view, &mut rng)).collect();
    if starts.iter().all(|sample| sample == state) {
        starts.truncate(1);
    }
    let share = SIMULATIONS / starts.len() as u32;
    let (mut sum, mut count) = (0.0, 0);
    for start in &starts {
        for number in 0..SEEDS {
            let snapshot = Snapshot { state: start.clone(), ..driver.snapshot() };
            let Ok(mut after) = Driver::resume(rules.clone(), snapshot) else { continue };
            for step in &line.0 {
                let Some(&action) = named(&after, step).first() else { break };
                after.act(action, &mut ()).expect("a listed action is legal");
            }
            sum += value_after(rules, after.state(), share, seed.derive("line", number.into()));
            count += 1;
        }
    }
    sum / f64::from(count.max(1)) * f64::from(exercise.seat.sign())
}

/// The value of a state for the first seat: exact over throws, by search at decisions.
fn value_after<R: Doctrine>(
    rules: &std::sync::Arc<R>,
    state: &R::State,
    simulations: u32,
    seed: GameSeed,
) -> f64 {
    match rules.node(state) {
        Node::Over(verdict) => verdict.value(),
        Node::Chance => {
            let mut outcomes = Vec::new();
            rules.outcomes(state, &mut outcomes);
            let total: f64 = outcomes.iter().map(|&(_, weight)| f64::from(weight)).sum();
            let value = |&(outcome, weight): &(R::Outcome, u32)| {
                let share = f64::from(weight) / total;
                let mut next = state.clone();
                rules.resolve(&mut next, outcome, &mut ());
                let simulations = ((f64::from(simulations) * share) as u32).max(LEAST);
                share * value_after(rules, &next, simulations, seed)
            };
            outcomes.iter().map(value).sum()
        }
        Node::Decision(_) => {
            let driver =
                Driver::at(rules.clone(), state.clone(), None).expect("a state of the rules is sound");
            let Some(position) = driver.position() else {
                return value_after(rules, driver.state(), simulations, seed);
            };
            let mut searcher = searcher::<R>(simulations);
            searcher.begin(seed);
            searcher.decide(&position, &NoClock);
            let value = searcher.result().map_or(0.0, |result| result.value);
            value * f64::from(position.seat().sign())
        }
    }
}
