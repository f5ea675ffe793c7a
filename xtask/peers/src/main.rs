//! `cargo xtask peers`: the search's speed beside that of other programs, in one run.
//!
//! All of them search Connect Four from its first position with uniformly random
//! rollouts to the end of the game, one rollout a leaf, one thread, a fresh tree and
//! fresh random numbers for every decision. They take turns in every round, each round
//! begun by another, so that a busy machine slows all alike; a ratio is the median of
//! the rounds' ratios. docs/benchmarks.md says what each counts as a simulation.

mod board_game;
mod open_spiel;
mod process;
mod rounds;
mod sandtable;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::Parser;

/// Measures the search beside `OpenSpiel` and the crate board-game on Connect Four.
///
/// Both are fetched once, into the target folder: `OpenSpiel` with pip into a virtual
/// environment, board-game with cargo.
#[derive(Parser)]
#[command(bin_name = "cargo xtask peers", after_help = "Example: cargo xtask peers --rounds 15")]
struct Cli {
    /// Rounds; figures are medians over them.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Simulations a decision; several may be given.
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "1000,10000",
        value_parser = clap::value_parser!(u32).range(1..=10_000_000)
    )]
    simulations: Vec<u32>,
    /// Simulations of each program in a round, at least; more where it is one decision.
    #[arg(long, default_value_t = 200_000)]
    work: u32,
    /// The Python that makes the virtual environment for `OpenSpiel`.
    #[arg(long, default_value = "python3")]
    python: String,
}

/// A program that searches Connect Four.
trait Peer {
    /// What it is called in the table.
    fn name(&self) -> &'static str;

    /// With which formulas and settings it searches.
    fn settings(&self) -> &'static str;

    /// How long it takes over so many decisions at the first position.
    fn decide(&mut self, simulations: u32, decisions: u32) -> anyhow::Result<Duration>;
}

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(2)
        }
    }
}

#[expect(clippy::print_stdout, reason = "a program that reports")]
fn run(cli: &Cli) -> anyhow::Result<()> {
    let program = std::env::current_exe()?;
    let target = program.ancestors().nth(2).context("the program lies in the target folder")?;
    let mut peers: Vec<Box<dyn Peer>> = vec![
        Box::new(sandtable::Sandtable::new()?),
        Box::new(open_spiel::start(&cli.python, target)?),
        Box::new(board_game::start(target)?),
    ];
    println!("Connect Four, first position, uniform rollouts, one thread, a fresh tree a decision.\n");
    for peer in &peers {
        println!("{:<11} {}", peer.name(), peer.settings());
    }
    for &simulations in &cli.simulations {
        let decisions = (cli.work / simulations).max(1);
        let rates = rounds::play(&mut peers, cli.rounds, simulations, decisions)?;
        println!(
            "\n{simulations} simulations a decision: {decisions} decisions a round, {} rounds",
            cli.rounds
        );
        print!("{}", rounds::table(&peers.iter().map(|peer| peer.name()).collect::<Vec<_>>(), &rates));
    }
    Ok(())
}
