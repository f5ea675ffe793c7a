//! `sandtable suite`: agents scored on the positions suite.

use std::io::{self, Write as _};

use anyhow::{Result, anyhow, bail};
use rayon::prelude::*;
use sandtable_agents::Networks;
use sandtable_agents::exact::ExactError;
use sandtable_core::suite::{self, Judged, Line};
use sandtable_core::{Exercise, Playable};
use sandtable_eval::judge::{Finding, judge};
use sandtable_eval::{Contender, SuiteReport, run_suite};
use sandtable_gym::{Visitor, visit};
use serde::Serialize;

use crate::cli::Suite;
use crate::file;
use sandtable_engine::screen::{self, Page};

/// Lists the positions, shows one, judges them or scores agents on them.
pub(crate) fn run(options: &Suite) -> Result<()> {
    let threads = options.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    pool.install(|| visit(&options.ruleset, Sit { options }))?
}

struct Sit<'a> {
    options: &'a Suite,
}

/// A position as JSON has it.
#[derive(Debug, Serialize)]
struct Shown<'a> {
    name: &'a str,
    theme: &'a str,
    question: &'a str,
    side: String,
    board: String,
    answers: &'a [Line],
    avoid: &'a [Line],
    why: &'a str,
    judged: Judged,
}

/// A finding as JSON has it.
#[derive(Debug, Serialize)]
struct Found<'a> {
    name: &'a str,
    #[serde(flatten)]
    finding: Finding,
}

impl Visitor for Sit<'_> {
    type Out = Result<()>;

    fn visit<R: Playable>(self) -> Self::Out {
        let options = self.options;
        let exercises = match &options.file {
            Some(path) => suite::read::<R>(&path.display().to_string(), &file::positions(path)?)?,
            None => suite::built_in::<R>()?,
        };
        if exercises.is_empty() {
            bail!("`{}` has no positions suite", R::ID);
        }
        let chosen = match &options.position {
            Some(name) => {
                std::slice::from_ref(Exercise::find(&exercises, name).map_err(|fault| anyhow!(fault))?)
            }
            None => &exercises[..],
        };
        if options.judge {
            return judged(options, chosen);
        }
        let networks = Networks::new();
        let contenders: Vec<Contender<R>> = options
            .agents
            .iter()
            .map(|spec| Contender::from_spec(spec, &networks))
            .collect::<Result<_, _>>()?;
        let report = run_suite(chosen, &contenders, options.attempts, options.seed);
        let mut out = io::stdout().lock();
        if options.json && !contenders.is_empty() {
            writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        } else if options.json {
            let list: Vec<Shown<'_>> = chosen.iter().map(shown).collect();
            writeln!(out, "{}", serde_json::to_string_pretty(&list)?)?;
        } else if let ([exercise], true) = (chosen, options.position.is_some()) {
            write!(out, "{}{}", page(exercise), decisions(&report))?;
        } else if contenders.is_empty() {
            write!(out, "{}", list(chosen))?;
        } else {
            write!(out, "{report}")?;
        }
        Ok(())
    }
}

fn shown<R: Playable>(exercise: &Exercise<R>) -> Shown<'_> {
    let rules = exercise.driver.rules();
    Shown {
        name: &exercise.name,
        theme: &exercise.theme,
        question: &exercise.question,
        side: rules.side(exercise.seat),
        board: rules.board(&exercise.driver.view(exercise.seat)),
        answers: &exercise.answers,
        avoid: &exercise.avoid,
        why: &exercise.why,
        judged: exercise.judged,
    }
}

/// The positions, theme by theme.
fn list<R: Playable>(exercises: &[Exercise<R>]) -> String {
    let mut page = Page::default();
    let widest = exercises.iter().map(|exercise| exercise.name.len()).max().unwrap_or_default();
    let mut theme = "";
    for exercise in exercises {
        if exercise.theme != theme {
            theme = &exercise.theme;
            page.line(theme);
        }
        page.line(format!("  {:<widest$}  {}", exercise.name, screen::one_line(&exercise.question)));
    }
    page.line("Show one: sandtable suite --position NAME. Score an agent: sandtable suite drill.");
    page.text()
}

/// One position: the board, the question, the answer and why.
fn page<R: Playable>(exercise: &Exercise<R>) -> String {
    let rules = exercise.driver.rules();
    let view = exercise.driver.view(exercise.seat);
    let mut page = Page::default();
    page.line(format!("{} ({})", exercise.name, exercise.theme));
    page.line("");
    page.line(rules.board(&view).trim_end());
    page.line("");
    for side in [exercise.seat, exercise.seat.other()] {
        page.line(format!("{}:", rules.side(side)));
        for unit in rules.forces(&view, side) {
            page.line(format!("  {unit}"));
        }
    }
    page.line("");
    page.line(rules.prompt(&view));
    page.line(&exercise.question);
    page.line("");
    for (word, lines) in [("Answer", &exercise.answers), ("Not", &exercise.avoid)] {
        for line in lines {
            page.line(format!("{word}: {line}"));
        }
    }
    page.line(format!("Why: {}", screen::one_line(&exercise.why)));
    page.line(format!("Judged {}", exercise.judged));
    page.text()
}

/// What agents decided at one position.
fn decisions(report: &SuiteReport) -> String {
    let mut page = Page::default();
    for position in &report.positions {
        for ((name, tally), first) in report.contenders.iter().zip(&position.tallies).zip(&position.first) {
            page.line(format!("{name}: {} of {} solved; first {first}", tally.solved, tally.attempts));
        }
    }
    page.text()
}

/// Judges the answers anew; a mistake where one does not hold.
fn judged<R: Playable>(options: &Suite, exercises: &[Exercise<R>]) -> Result<()> {
    let found: Vec<Result<Finding, ExactError>> =
        exercises.par_iter().map(|exercise| judge(exercise, options.limit)).collect();
    let mut out = io::stdout().lock();
    let mut wrong = 0;
    let mut all = Vec::new();
    for (exercise, finding) in exercises.iter().zip(found) {
        let finding = match finding {
            Ok(finding) => finding,
            Err(error) => {
                wrong += 1;
                writeln!(out, "{}: {error}", exercise.name)?;
                continue;
            }
        };
        wrong += usize::from(!finding.faults.is_empty());
        if options.json {
            all.push(Found { name: &exercise.name, finding });
            continue;
        }
        writeln!(out, "{}: judged {}; {} positions", exercise.name, finding.judged, finding.positions)?;
        for fault in &finding.faults {
            writeln!(out, "  {fault}")?;
        }
        if options.position.is_some() {
            for valued in &finding.values {
                let mark = if valued.is_answer { "answer" } else { "" };
                writeln!(out, "  {:+.3}  {mark:<6}  {}", valued.value, valued.line)?;
            }
        }
    }
    if options.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?;
    }
    if wrong > 0 {
        bail!("{wrong} of {} positions are not as their file says: see above", exercises.len());
    }
    Ok(())
}
