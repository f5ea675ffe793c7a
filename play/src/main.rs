//! The `sandtable` program: battles in the browser and in the terminal, matches, replays, reports and
//! measurements.
//!
//! A user's mistake is answered with one line on standard error, which names the place
//! and the cure, and with exit code 2.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;
use clap::error::ErrorKind;

mod agents;
mod autosave;
mod bench;
mod cli;
mod commands;
mod compliance;
mod engine;
mod entrant;
mod event;
mod file;
mod matches;
mod outsider;
mod page;
mod play;
mod replay;
mod scenarios;
mod serve;
mod session;
mod sprt;
mod suite;
mod table;
mod tournament;
mod train;
mod weights;

use cli::{Cli, Command};
use sandtable_engine::screen;

/// The exit code of every mistake.
const MISTAKE: u8 = 2;

/// burn makes every tensor anew, and the system's allocator is slower at that.
#[cfg(feature = "train")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refuse_arguments(&error),
    };
    let done = match cli.command {
        Command::Play(options) if options.terminal => play::run(&options),
        Command::Play(options) => page::run(&options),
        Command::Serve(options) => serve::run(&options),
        Command::Engine(options) => engine::run(&options),
        Command::Match(options) => matches::run(&options),
        Command::Tournament(options) => tournament::run(&options),
        Command::Sprt(options) => sprt::run(&options),
        Command::Replay(options) => replay::run(&options),
        Command::Scenarios(options) => scenarios::run(&options),
        Command::Agents(options) => agents::run(&options),
        Command::Suite(options) => suite::run(&options),
        Command::Train(options) => train::run(&options),
        Command::Compliance(options) => compliance::run(&options),
        Command::Bench(options) => bench::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has had enough: `sandtable scenarios | head -1`.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => complain(&format!("{error:#}")),
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let kinds = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).map(io::Error::kind);
    kinds.into_iter().any(|kind| kind == io::ErrorKind::BrokenPipe)
}

fn complain(text: &str) -> ExitCode {
    // Nothing is left to do when standard error is closed too.
    let _ = writeln!(io::stderr(), "sandtable: {}", screen::one_line(text));
    ExitCode::from(MISTAKE)
}

/// Help and version are printed as they are; a mistake in the arguments becomes one line.
fn refuse_arguments(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let _ = error.print();
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            complain("what should it do? Try `sandtable play`, or `sandtable --help`")
        }
        _ => {
            let text = error.to_string();
            let mut said: Vec<&str> = Vec::new();
            for line in text.lines().map(str::trim) {
                if line.starts_with("Usage:") || line.starts_with("For more information") {
                    break;
                }
                if !line.is_empty() {
                    said.push(line.trim_start_matches("error: ").trim_start_matches("tip: "));
                }
            }
            let lead = said.join("; ");
            complain(&format!("{}. See `sandtable --help`", lead.trim_end_matches('.')))
        }
    }
}
