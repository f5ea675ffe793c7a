//! `sandtable train`: a network that teaches itself.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

#[cfg(feature = "train")]
mod bars;
#[cfg(feature = "train")]
mod session;

/// Train a network by self-play.
///
/// A run may be stopped at any time, by Ctrl-C or a kill: the same command goes on where
/// it was saved last. TensorBoard shows it: tensorboard --logdir DIR/events.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sandtable train training/configs/smoke.toml
  sandtable train training/configs/laptop.toml --out runs/first
  sandtable train training/configs/laptop.toml --out runs/second --from runs/first/best.safetensors")]
pub(crate) struct Train {
    /// The configuration
    #[arg(value_name = "CONFIG.toml")]
    pub(crate) config: PathBuf,
    /// The folder of the run, which goes on where one has begun there [default: runs/NAME of
    /// the configuration]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Begin with these weights, not with seeded ones
    #[arg(long, value_name = "WEIGHTS")]
    pub(crate) from: Option<PathBuf>,
    /// Measure how fast games are played and steps learned, and print that as JSON; nothing
    /// is kept
    #[arg(long, conflicts_with = "out")]
    pub(crate) bench: bool,
}

/// Trains.
#[cfg(feature = "train")]
pub(crate) fn run(options: &Train) -> Result<()> {
    session::run(options)
}

/// Says how to build a program that trains.
#[cfg(not(feature = "train"))]
pub(crate) fn run(options: &Train) -> Result<()> {
    anyhow::bail!(
        "this program is built without training; build one that trains: cargo run --release --features train -- train {}",
        options.config.display()
    )
}
