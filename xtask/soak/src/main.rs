//! `cargo xtask soak`: conformance games over every scenario, for as long as it takes.
//!
//! Games are dealt out in batches: each scenario, built in or generated, is played at
//! random and eagerly in turn. A batch is a function of its numbers and the seed, so a
//! failure, written to a file, can be run again alone with `--again`.

mod batch;
mod progress;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use batch::{Batch, Failure};
use clap::Parser;
use progress::Progress;
use rayon::prelude::*;
use sandtable_core::GameSeed;
use sandtable_gym::RULESETS;

/// Plays conformance games over every built-in scenario and over generated ones.
#[derive(Parser)]
#[command(
    bin_name = "cargo xtask soak",
    after_help = "Example: cargo xtask soak --ruleset gridded --games 5000"
)]
struct Cli {
    /// Games in all.
    #[arg(long, default_value_t = 100_000)]
    games: u32,
    /// Stop after this many minutes, however many games were played.
    #[arg(long)]
    minutes: Option<f64>,
    /// One ruleset only.
    #[arg(long)]
    ruleset: Option<String>,
    /// Generated scenarios for each ruleset that has a generator.
    #[arg(long, default_value_t = 200)]
    generated: u32,
    /// Every how many steps the slow checks run.
    #[arg(long, default_value_t = 32)]
    thorough_every: u32,
    /// A number or 64 hexadecimal digits.
    #[arg(long, default_value = "1880")]
    seed: String,
    /// Where a failure is written.
    #[arg(long, default_value = "soak-failure.toml")]
    failure: PathBuf,
    /// Runs the batch of a failure again, alone.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "minutes", "ruleset", "generated", "seed"])]
    again: Option<PathBuf>,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(&cli) {
        Ok(None) => ExitCode::SUCCESS,
        Ok(Some(failure)) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(2)
        }
    }
}

#[expect(clippy::print_stdout, reason = "a program that reports")]
fn run(cli: &Cli) -> anyhow::Result<Option<String>> {
    let batches = batches(cli)?;
    let progress = Progress::begin(batches.iter().map(|batch| u64::from(batch.games)).sum());
    let outcome = play(&batches, cli.minutes, &progress);
    let (report, seconds) = progress.end();
    println!(
        "soak: {} games, {} steps in {seconds:.0} s; longest list {}, longest game {}",
        report.games, report.steps, report.longest_list, report.longest_game
    );
    let Some(failure) = outcome else {
        return Ok(None);
    };
    std::fs::write(&cli.failure, failure.to_text()?)
        .with_context(|| format!("{} cannot be written", cli.failure.display()))?;
    let again = format!("cargo xtask soak --again {}", cli.failure.display());
    Ok(Some(format!("{}\nWritten to {}. To see it again: {again}", failure.fault, cli.failure.display())))
}

fn batches(cli: &Cli) -> anyhow::Result<Vec<Batch>> {
    if let Some(path) = &cli.again {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        return Ok(vec![Failure::from_text(&text).with_context(|| path.display().to_string())?.batch]);
    }
    let seed = GameSeed::parse(&cli.seed)?;
    let mut scenarios = Vec::new();
    for id in RULESETS.iter().filter(|id| cli.ruleset.as_deref().is_none_or(|only| only == **id)) {
        scenarios.extend(batch::scenarios(id, seed, cli.generated)?);
    }
    if let Some(id) = &cli.ruleset {
        // Asks the registry, whose error names the nearest ruleset that there is.
        batch::scenarios(id, seed, 0)?;
    }
    Ok(batch::deal(&scenarios, cli.games, cli.thorough_every.max(1), seed))
}

/// Plays the batches on all threads; the first failure stops every one of them.
fn play(batches: &[Batch], minutes: Option<f64>, progress: &Progress) -> Option<Failure> {
    let stop = AtomicBool::new(false);
    let failure = Mutex::new(None);
    let limit = minutes.map(|minutes| Duration::from_secs_f64(60.0 * minutes.max(0.0)));
    batches.par_iter().for_each(|batch| {
        if stop.load(Ordering::Relaxed) || limit.is_some_and(|limit| progress.elapsed() > limit) {
            return;
        }
        match batch.run() {
            Ok(report) => progress.add(report),
            Err(fault) => {
                stop.store(true, Ordering::Relaxed);
                let found = Failure { fault, batch: batch.clone() };
                failure.lock().expect("nobody panics holding it").get_or_insert(found);
            }
        }
    });
    failure.into_inner().expect("nobody panics holding it")
}

#[cfg(test)]
mod tests {
    use sandtable_core::conformance::Report;

    use super::*;

    #[test]
    fn a_soak_plays_the_games_it_was_told_to() {
        let cli = Cli::parse_from(["soak", "--games", "30", "--ruleset", "kuhn", "--generated", "0"]);
        let batches = batches(&cli).unwrap();
        let progress = Progress::begin(30);
        assert!(play(&batches, None, &progress).is_none());
        let (Report { games, steps, .. }, _) = progress.end();
        assert_eq!(games, 30);
        assert!(steps >= 60, "{steps}");
    }

    #[test]
    fn an_unknown_ruleset_is_named() {
        let cli = Cli::parse_from(["soak", "--ruleset", "kuhnn"]);
        let error = batches(&cli).unwrap_err();
        assert!(error.to_string().contains("Did you mean `kuhn`?"), "{error}");
    }

    #[test]
    fn a_failure_can_be_run_again() {
        let scenario = batch::scenarios("kuhn", GameSeed::from_number(1), 0).unwrap();
        let batch = batch::deal(&scenario, 2, 1, GameSeed::from_number(1)).remove(0);
        let failure = Failure { fault: "a fault\nof two lines".to_owned(), batch };
        let read = Failure::from_text(&failure.to_text().unwrap()).unwrap();
        assert_eq!(read, failure);
        assert!(read.batch.run().is_ok());
        let mut broken = failure.batch;
        broken.scenario = "ruleset = 3".to_owned();
        assert!(broken.run().is_err());
    }
}
