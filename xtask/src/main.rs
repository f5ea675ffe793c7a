//! `cargo xtask`: what CI runs, runnable by hand.

mod book;
mod fuzz;
mod python;
mod rules;
mod steps;
mod web;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Parser, Subcommand};

/// What CI runs, runnable by hand.
#[derive(Parser)]
#[command(bin_name = "cargo xtask", after_help = "Example: cargo xtask test")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Everything CI runs, cheapest check first; stops at the first failure.
    Test,
    /// Prints which code and which tests each rule has; fails where one has none.
    Rules,
    /// Checks that every link in the book, README and CONTRIBUTING leads somewhere.
    Book,
    /// Plays conformance games over every scenario: see `cargo xtask soak --help`.
    #[command(disable_help_flag = true)]
    Soak {
        /// Passed on.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Speeds beside those of other programs: see `cargo xtask peers --help`.
    #[command(disable_help_flag = true)]
    Peers {
        /// Passed on.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Checks that the web page builds to what is committed, and plays on it in a browser.
    /// Needs Node.js 20 and Chromium.
    Web {
        /// Passed on to Playwright.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Feeds the parsers mutated input, guided by coverage. Needs a C++ compiler.
    Fuzz(fuzz::Options),
}

fn main() -> ExitCode {
    match run(&Cli::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: &Task) -> anyhow::Result<()> {
    let root = root()?;
    match task {
        Task::Test => steps::all(&root),
        Task::Rules => rules::report(&root, rules::Detail::Table),
        Task::Book => book::links(&root),
        Task::Soak { arguments } => {
            let mut command = steps::cargo(&["run", "--quiet", "--package", "sandtable-soak", "--"]);
            steps::must(command.args(arguments).current_dir(root))
        }
        Task::Peers { arguments } => {
            let mut command = steps::cargo(&["run", "--quiet", "--release", "--package", "sandtable-peers"]);
            if arguments.iter().any(|argument| argument == "training") {
                command.args(["--features", "training"]);
            }
            steps::must(command.arg("--").args(arguments).current_dir(root))
        }
        Task::Web { arguments } => web::check(&root, arguments).map(drop),
        Task::Fuzz(options) => fuzz::run(&root, options),
    }
}

/// The workspace's root: the folder above this package's.
fn root() -> anyhow::Result<PathBuf> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().map(Path::to_path_buf).context("xtask lies in the workspace")
}
