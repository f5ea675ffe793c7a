//! `cargo xtask peers`: speeds beside those of other programs, in one run.
//!
//! The programs take turns in every round, each round begun by another, so that a busy
//! machine slows all alike; a ratio is the median of the rounds' ratios.
//!
//! The searches search Connect Four from its first position with uniformly random rollouts
//! to the end of the game, one rollout a leaf, one thread, a fresh tree and fresh random
//! numbers for every decision. The networks judge the same positions with the same weights
//! on one thread. docs/benchmarks.md says what each counts.

mod board_game;
mod network;
mod open_spiel;
mod process;
mod python;
mod rounds;
mod sandtable;
#[cfg(feature = "training")]
mod training;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::Parser;

/// Measures speeds beside those of other programs.
///
/// What they need is fetched once, into the target folder: with pip into virtual
/// environments, with cargo.
#[derive(Parser)]
#[command(
    bin_name = "cargo xtask peers",
    after_help = "Examples: cargo xtask peers search --rounds 15
          cargo xtask peers network --sizes 1,8,64
          cargo xtask peers training"
)]
struct Cli {
    /// What is measured
    #[arg(value_enum, default_value = "search")]
    what: What,
    /// Rounds; figures are medians over them
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Simulations a decision (1000,10000), or positions a batch (1,8,64)
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    sizes: Vec<u32>,
    /// Simulations (200000) or positions (2000) of each program in a round, at least
    #[arg(long)]
    work: Option<u32>,
    /// The Python that makes the virtual environments
    #[arg(long, default_value = "python3")]
    python: String,
}

/// What is measured.
#[derive(Clone, Copy, clap::ValueEnum)]
enum What {
    /// The search beside `OpenSpiel` and the crate board-game on Connect Four
    Search,
    /// The network's forward pass beside `PyTorch`
    Network,
    /// The learner's steps beside `PyTorch`: needs the feature `training`, which builds burn
    #[cfg(feature = "training")]
    Training,
}

/// A program that does what another does.
trait Peer {
    /// What it is called in the table.
    fn name(&self) -> &'static str;

    /// With which formulas and settings it works.
    fn settings(&self) -> &'static str;

    /// How long it takes over so many decisions of so many simulations, or so many batches
    /// of so many positions.
    fn decide(&mut self, size: u32, times: u32) -> anyhow::Result<Duration>;
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

fn run(cli: &Cli) -> anyhow::Result<()> {
    let program = std::env::current_exe()?;
    let target = program.ancestors().nth(2).context("the program lies in the target folder")?;
    let sizes = |default: &[u32]| if cli.sizes.is_empty() { default.to_vec() } else { cli.sizes.clone() };
    match cli.what {
        What::Search => {
            let peers: Vec<Box<dyn Peer>> = vec![
                Box::new(sandtable::Sandtable::new()?),
                Box::new(open_spiel::start(&cli.python, target)?),
                Box::new(board_game::start(target)?),
            ];
            let about =
                "Connect Four, first position, uniform rollouts, one thread, a fresh tree a decision.";
            let words = ["simulations a decision", "decisions"];
            measure(cli, peers, about, words, &sizes(&[1000, 10_000]), cli.work.unwrap_or(200_000))
        }
        What::Network => {
            let sizes = sizes(&[1, 8, 64]);
            let most = sizes.iter().copied().max().unwrap_or(1).min(MOST_POSITIONS);
            let mut lean = network::Lean::new(network::Sizes::new(most))?;
            let about = lean.describe();
            let pytorch = lean.pytorch(&cli.python, target, network::Work::Judge)?;
            let peers: Vec<Box<dyn Peer>> = vec![Box::new(lean), Box::new(pytorch)];
            let sizes: Vec<u32> = sizes.iter().map(|&size| size.min(most)).collect();
            let words = ["positions a batch", "batches"];
            measure(cli, peers, &about, words, &sizes, cli.work.unwrap_or(2000))
        }
        #[cfg(feature = "training")]
        What::Training => {
            let sizes: Vec<u32> = sizes(&[64, 256]).iter().map(|&size| size.min(MOST_POSITIONS)).collect();
            let most = sizes.iter().copied().max().unwrap_or(1);
            let mut lean = network::Lean::new(network::Sizes::new(most))?;
            let about = lean.describe();
            let pytorch = lean.pytorch(&cli.python, target, network::Work::Learn)?;
            let peers: Vec<Box<dyn Peer>> = vec![Box::new(training::Burn::new(lean)?), Box::new(pytorch)];
            measure(cli, peers, &about, ["positions a batch", "steps"], &sizes, cli.work.unwrap_or(2000))
        }
    }
}

/// The largest batch.
const MOST_POSITIONS: u32 = 4096;

#[expect(clippy::print_stdout, reason = "a program that reports")]
fn measure(
    cli: &Cli,
    mut peers: Vec<Box<dyn Peer>>,
    about: &str,
    [each, times]: [&str; 2],
    sizes: &[u32],
    work: u32,
) -> anyhow::Result<()> {
    println!("{about}\n");
    for peer in &peers {
        println!("{:<11} {}", peer.name(), peer.settings());
    }
    for &size in sizes {
        let count = (work / size).max(1);
        let rates = rounds::play(&mut peers, cli.rounds, size, count)?;
        println!("\n{size} {each}: {count} {times} a round, {} rounds", cli.rounds);
        print!("{}", rounds::table(&peers.iter().map(|peer| peer.name()).collect::<Vec<_>>(), &rates));
    }
    Ok(())
}
