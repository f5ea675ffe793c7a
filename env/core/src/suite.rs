//! The positions suite: decisions with what a good player would do there, and why.
//!
//! # Overview
//!
//! A ruleset ships [`Ruleset::positions`]: TOML files, one a theme. Each position is a
//! scenario, the moves and throws that lead to a decision, the answers that solve it, the
//! answers to be avoided, and the lesson in words. The moves go through a [`Driver`], so
//! that every position is legal by construction.
//!
//! An answer is a line: decisions of one seat in a row, with no throw between them. In a
//! line `close B3` stands for `close B3 n` as well as for `close B3 e`: a step names every
//! legal action whose notation it is, or begins, up to a space.
//!
//! The format is described in the book's chapter on the positions suite.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::scenario::{self, place};
use crate::{Driver, GameError, Ruleset, Scenario, ScenarioError, Seat, names, notation};

/// A file of positions larger than this is not read.
pub const MOST_BYTES: usize = 1 << 20;

/// A position to be solved.
#[derive(Debug)]
pub struct Exercise<R: Ruleset> {
    /// Its name, unique in the suite.
    pub name: String,
    /// What it is about: the name of its file.
    pub theme: String,
    /// What is asked, in one sentence.
    pub question: String,
    /// Who decides.
    pub seat: Seat,
    /// The lines that solve it.
    pub answers: Vec<Line>,
    /// The lines that tempt and are wrong.
    pub avoid: Vec<Line>,
    /// Why, in one or two sentences.
    pub why: String,
    /// How the answers were judged.
    pub judged: Judged,
    /// The battle, at the decision.
    pub driver: Driver<R>,
}

/// Decisions of one seat in a row, in notation, each as written or as its beginning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Line(pub Vec<String>);

/// How answers were judged, with the values for the deciding seat in wins, in [-1, 1].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Judged {
    /// By solving the position to the end: nothing is guessed.
    Exact {
        /// The value of the best answer.
        best: f64,
        /// The value of the best line to be avoided.
        tempting: f64,
    },
    /// By deep search.
    Search {
        /// The value of the best answer.
        best: f64,
        /// The value of the best line to be avoided.
        tempting: f64,
    },
    /// By the author alone: no machine was asked.
    Author,
}

/// A suite that cannot be used, in one line: file, place, fault, cure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SuiteError {
    /// A position's scenario is refused.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// Anything else in a file.
    #[error("{file}{}: {fault}", .line.map(|(line, column)| format!(":{line}:{column}")).unwrap_or_default())]
    File {
        /// The file.
        file: String,
        /// Line and column, from 1, where they are known.
        line: Option<(usize, usize)>,
        /// What is wrong, and the cure.
        fault: String,
    },
}

/// A file of positions, as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    ruleset: Spanned<String>,
    theme: String,
    #[serde(default)]
    position: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: Spanned<String>,
    question: String,
    scenario: Spanned<String>,
    #[serde(default)]
    moves: Vec<Spanned<String>>,
    seat: Spanned<Seat>,
    answers: Spanned<Vec<Spanned<Line>>>,
    avoid: Spanned<Vec<Spanned<Line>>>,
    why: String,
    judged: Judged,
}

/// Every position that ships with the ruleset, file by file.
///
/// # Errors
/// [`SuiteError`] names the file, the place and the cure.
pub fn built_in<R: Ruleset>() -> Result<Vec<Exercise<R>>, SuiteError> {
    let mut all: Vec<Exercise<R>> = Vec::new();
    for (name, text) in R::positions() {
        let file = format!("{name}.toml");
        for exercise in read::<R>(&file, text)? {
            if let Some(twin) = all.iter().find(|known| known.name == exercise.name) {
                let fault = format!(
                    "`{}` is the name of a position of theme `{}` too: rename one",
                    exercise.name, twin.theme
                );
                return Err(SuiteError::File { file, line: None, fault });
            }
            all.push(exercise);
        }
    }
    Ok(all)
}

/// Reads a file of positions; `file` is its name for errors.
///
/// # Errors
/// [`SuiteError`] names the place and the cure.
pub fn read<R: Ruleset>(file: &str, text: &str) -> Result<Vec<Exercise<R>>, SuiteError> {
    let reader = Reader { file, text };
    let parsed: File = toml::from_str(text).map_err(|error| SuiteError::File {
        file: file.to_owned(),
        line: error.span().map(|span| place(text, span.start)),
        fault: error.message().trim().replace('\n', "; "),
    })?;
    if parsed.ruleset.get_ref() != R::ID {
        let fault = format!("positions of `{}`, not of `{}`", parsed.ruleset.get_ref(), R::ID);
        return Err(reader.fault(&parsed.ruleset, fault));
    }
    let mut exercises: Vec<Exercise<R>> = Vec::new();
    for entry in &parsed.position {
        if exercises.iter().any(|known| known.name == *entry.name.get_ref()) {
            let fault = format!("two positions are called `{}`: rename one", entry.name.get_ref());
            return Err(reader.fault(&entry.name, fault));
        }
        exercises.push(reader.exercise(&parsed.theme, entry)?);
    }
    Ok(exercises)
}

struct Reader<'a> {
    file: &'a str,
    text: &'a str,
}

impl Reader<'_> {
    fn fault<T>(&self, at: &Spanned<T>, fault: impl Into<String>) -> SuiteError {
        let line = Some(place(self.text, at.span().start));
        SuiteError::File { file: self.file.to_owned(), line, fault: fault.into() }
    }

    fn exercise<R: Ruleset>(&self, theme: &str, entry: &Entry) -> Result<Exercise<R>, SuiteError> {
        let scenario = self.scenario::<R>(entry)?;
        let mut driver = Driver::new(Arc::new(R::load(&scenario)?), None, &mut ());
        for step in &entry.moves {
            follow(&mut driver, step.get_ref())
                .map_err(|error| self.fault(step, format!("`{}`: {error}", step.get_ref())))?;
        }
        let seat = *entry.seat.get_ref();
        match driver.decider() {
            Some(decider) if decider == seat => {}
            Some(decider) => {
                return Err(self.fault(&entry.seat, format!("the {decider} seat decides after these moves")));
            }
            None if driver.is_over() => {
                return Err(self.fault(&entry.seat, "the battle is over after these moves"));
            }
            None => {
                let fault = "dice are due after these moves: add `throw` with their pips to `moves`";
                return Err(self.fault(&entry.seat, fault));
            }
        }
        let [answers, avoid] = [&entry.answers, &entry.avoid].map(|lines| self.lines(&driver, lines));
        let exercise = Exercise {
            name: entry.name.get_ref().clone(),
            theme: theme.to_owned(),
            question: entry.question.clone(),
            seat,
            answers: answers?,
            avoid: avoid?,
            why: entry.why.clone(),
            judged: entry.judged,
            driver,
        };
        for line in entry.avoid.get_ref() {
            let is_part = |answer: &Line| {
                let steps = answer.0.len().min(line.get_ref().0.len());
                answer.0[..steps] == line.get_ref().0[..steps]
            };
            if exercise.answers.iter().any(is_part) {
                return Err(self.fault(line, "this line solves the position too: take it out of one list"));
            }
        }
        Ok(exercise)
    }

    /// The scenario of the text, or of a name that ships. In the text the ruleset and the
    /// name are left out; blank lines before it make the lines of errors those of the file.
    fn scenario<R: Ruleset>(&self, entry: &Entry) -> Result<Scenario, SuiteError> {
        let text = entry.scenario.get_ref();
        if !text.contains('\n') {
            return scenario::built_in::<R>(text)
                .map_err(|error| self.fault(&entry.scenario, error.to_string()));
        }
        let (line, _) = place(self.text, entry.scenario.span().start);
        let blank = "\n".repeat(line.saturating_sub(2));
        let header = format!("ruleset = \"{}\"\nname = \"{}\"\n", R::ID, entry.name.get_ref());
        Ok(Scenario::parse(self.file, &format!("{blank}{header}{text}"))?)
    }

    fn lines<R: Ruleset>(
        &self,
        driver: &Driver<R>,
        lines: &Spanned<Vec<Spanned<Line>>>,
    ) -> Result<Vec<Line>, SuiteError> {
        if lines.get_ref().is_empty() {
            return Err(self.fault(lines, "at least one line is needed"));
        }
        for line in lines.get_ref() {
            self.legal(driver.clone(), line)?;
        }
        Ok(lines.get_ref().iter().map(|line| line.get_ref().clone()).collect())
    }

    /// A line of legal decisions of one seat, with no throw before its last.
    fn legal<R: Ruleset>(&self, mut driver: Driver<R>, line: &Spanned<Line>) -> Result<(), SuiteError> {
        let seat = driver.decider();
        let steps = &line.get_ref().0;
        if steps.is_empty() {
            return Err(self.fault(line, "an empty line"));
        }
        for step in steps {
            if driver.decider() != seat {
                let fault =
                    format!("`{step}` comes after a throw or the other side's turn: end the line before it");
                return Err(self.fault(line, fault));
            }
            let named = named(&driver, step);
            let Some(&first) = named.first() else {
                let fault = match notation::parse(&**driver.rules(), driver.state(), step) {
                    Err(error) => error.to_string(),
                    Ok(_) => format!("`{step}` is the beginning of a word: write the word out"),
                };
                return Err(self.fault(line, fault));
            };
            driver.act(first, &mut ()).map_err(|error| self.fault(line, error.to_string()))?;
        }
        Ok(())
    }
}

/// Takes one of `moves`: a decision in notation, or `throw` and pips.
fn follow<R: Ruleset>(driver: &mut Driver<R>, text: &str) -> Result<(), GameError> {
    if let Some(pips) = text.strip_prefix("throw ") {
        let pips = pips.split_whitespace().map(str::parse).collect::<Result<Vec<u8>, _>>();
        let pips = pips.map_err(|_| GameError::Refused("pips are whole numbers".to_owned()))?;
        if driver.throw_was(&pips, &mut ())? {
            return Ok(());
        }
        return Err(GameError::Refused("such dice are thrown again: write the dice that count".to_owned()));
    }
    if driver.decider().is_none() {
        let due = driver.due().map(|throw| throw.purpose.name());
        let fault = due.map_or_else(
            || "the battle is over".to_owned(),
            |due| format!("the throw for {due} is due, not a decision: write `throw` and its pips"),
        );
        return Err(GameError::Refused(fault));
    }
    let action = notation::parse(&**driver.rules(), driver.state(), text)?;
    driver.act(action, &mut ())
}

/// Whether a step of a line names the action that is written so.
pub fn names(step: &str, notation: &str) -> bool {
    let rest = notation.strip_prefix(step);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// The legal actions that a step of a line names.
pub fn named<R: Ruleset>(driver: &Driver<R>, step: &str) -> Vec<R::Action> {
    let Some(seat) = driver.decider() else { return Vec::new() };
    let rules = driver.rules();
    let is_named = |action: &R::Action| names(step, &rules.notation(driver.state(), *action));
    driver.actions(seat).iter().copied().filter(is_named).collect()
}

impl<R: Ruleset> Exercise<R> {
    /// The position with this name.
    ///
    /// # Errors
    /// One line with the nearest name, when there is none with this name.
    pub fn find<'a>(exercises: &'a [Self], name: &str) -> Result<&'a Self, String> {
        let found = exercises.iter().find(|exercise| exercise.name == name);
        found.ok_or_else(|| {
            names::unknown("position", name, exercises.iter().map(|exercise| exercise.name.as_str()))
        })
    }
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

impl std::fmt::Display for Judged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exact { best, tempting } => write!(f, "exactly: {best:+.3} against {tempting:+.3}"),
            Self::Search { best, tempting } => write!(f, "by deep search: {best:+.2} against {tempting:+.2}"),
            Self::Author => f.write_str("by the author"),
        }
    }
}
