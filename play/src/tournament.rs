//! `sandtable tournament`: several agents, everybody against everybody.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use sandtable_core::Playable;
use sandtable_eval::TournamentReport;
use sandtable_gym::{Visitor, visit};

use crate::entrant::Entrant;
use crate::event::{self, EventOptions, Ground};
use crate::file;

/// Let several agents play each other, every pairing as a match.
///
/// Ratings are Elo points by the Bradley-Terry model; their mean is 0.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sandtable tournament random greedy drill --scenario meeting-engagement --pairs 20
  sandtable tournament drill mcts:50 mcts:200 --scenario generated --out event.jsonl --svg table.svg")]
pub(crate) struct TournamentOptions {
    /// The agents, as `sandtable agents` lists them, or other programs, as `engine:COMMAND`
    #[arg(value_name = "AGENT", required = true)]
    agents: Vec<Entrant>,
    /// How many pairs of games for each pairing in each scenario
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pairs: u32,
    /// Draw the table with its ratings here, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    event: EventOptions,
}

/// Plays the tournament and prints its table.
pub(crate) fn run(options: &TournamentOptions) -> Result<()> {
    if let Some(path) = &options.svg {
        file::check_writable(path)?;
    }
    let ground = options.event.ground()?;
    let (ruleset, names) = (ground.ruleset().to_owned(), ground.names());
    let report = visit(&ruleset, Meet { options, ground }).with_context(|| names)??;
    if let Some(path) = &options.svg {
        file::write(path, &report.to_svg())?;
    }
    event::print(&report, options.event.json)
}

struct Meet<'a> {
    options: &'a TournamentOptions,
    ground: Ground,
}

impl Visitor for Meet<'_> {
    type Out = Result<TournamentReport>;

    fn visit<R: Playable>(self) -> Self::Out {
        let options = self.options;
        let event = self.ground.event::<R>(&options.event, &options.agents)?;
        let played = event::run(&event, &options.event, options.pairs, None)?;
        Ok(TournamentReport::new(&event, &played))
    }
}
