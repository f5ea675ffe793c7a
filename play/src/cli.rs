//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use sandtable_agents::network::Source;
use sandtable_agents::{AgentSpec, Level};
use sandtable_core::{GameSeed, Seat};

use crate::compliance::ComplianceOptions;
use crate::engine::EngineOptions;
use crate::entrant::Entrant;
use crate::event::EventOptions;
use crate::serve::ServeOptions;
use crate::sprt::{self, SprtOptions, TestOptions};
use crate::tournament::TournamentOptions;
use crate::train::Train;

/// Tabletop wargames of 1880-1935 against computer opponents.
#[derive(Debug, Parser)]
#[command(
    name = "sandtable",
    version,
    after_help = "Example:\n  sandtable play\n\nEvery command shows an example: sandtable play --help"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Fight a battle against a computer opponent.
    Play(Play),
    /// Serve the web page and the engine protocol to browsers and programs.
    Serve(ServeOptions),
    /// Serve one front end over standard input and output.
    Engine(EngineOptions),
    /// Let two agents play pairs of games with swapped sides.
    Match(Match),
    /// Let several agents play each other, every pairing as a match.
    Tournament(TournamentOptions),
    /// Say what a sequential test makes of counted results.
    Sprt(SprtOptions),
    /// Show a recorded battle turn by turn, or write its report.
    Replay(Replay),
    /// List scenarios, print one as TOML, or generate a fresh one.
    Scenarios(Scenarios),
    /// List the computer opponents.
    Agents(Agents),
    /// Score agents on the positions suite, or show a position.
    Suite(Suite),
    /// Train a network by self-play.
    Train(Train),
    /// Check whether an engine keeps to the protocol.
    Compliance(ComplianceOptions),
    /// Measure how fast the rules, the search and the network run on this machine.
    Bench(Bench),
}

/// The scenario where none is named.
pub(crate) const SCENARIO: &str = sandtable_engine::SCENARIO;

/// Fight a battle against a computer opponent.
///
/// A page opens in the browser, with what was asked for filled in. With `--terminal` the
/// battle is fought by typed lines instead: type `?` at any decision to see what is legal,
/// and `help` for the other commands. Either way the battle is kept after every decision,
/// so that nothing is lost when the program is stopped.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sandtable play
  sandtable play --level recruit
  sandtable play --scenario meeting-engagement --side second --opponent drill
  sandtable play --terminal --dice ask --report battle.md
  sandtable play --terminal --load battle.save")]
pub(crate) struct Play {
    /// Fight in the terminal, by typed lines
    #[arg(long)]
    pub(crate) terminal: bool,
    /// Do not open the browser, only say where the page is
    #[arg(long, conflicts_with = "terminal")]
    pub(crate) no_browser: bool,
    /// A scenario's name or a scenario file [default: supply-column]
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "load")]
    pub(crate) scenario: Option<String>,
    /// Your side: `first`, `second` or the side's own name [default: first]
    #[arg(long, value_name = "SIDE")]
    pub(crate) side: Option<String>,
    /// The opponent, as `sandtable agents` lists them [default: the learned one where the
    /// ruleset has one, else mcts:2s]
    #[arg(long, value_name = "SPEC")]
    pub(crate) opponent: Option<AgentSpec>,
    /// How well the learned opponent plays: recruit, trained, regular, seasoned or veteran
    /// [default: regular]
    #[arg(long, value_name = "LEVEL", conflicts_with = "opponent")]
    pub(crate) level: Option<Level>,
    /// In the terminal: seed of the dice, a whole number or 64 hexadecimal digits
    /// [default: a new one]
    #[arg(long, value_name = "SEED", value_parser = GameSeed::parse, conflicts_with_all = ["load", "dice"])]
    pub(crate) seed: Option<GameSeed>,
    /// Who throws: `throw` lets the program throw, `ask` asks you for every throw of
    /// both sides, made on a real table [default: throw]
    #[arg(long, value_enum, conflicts_with = "load")]
    pub(crate) dice: Option<Throwing>,
    /// In the terminal: go on with a saved battle
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,
    /// In the terminal: write the record of the battle here when you leave it
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// In the terminal: write a report of the battle here, in Markdown, when it is over
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// In the terminal: do not ask before a fight or a resignation
    #[arg(long)]
    pub(crate) yes: bool,
}

/// Who throws the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Throwing {
    /// The program.
    Throw,
    /// People, on a real table.
    Ask,
}

/// Let two agents play pairs of games with swapped sides and the same dice.
///
/// The score is wins plus half the draws, in percent of the games, for the first agent
/// named. A match with `--out FILE` may be stopped at any time: the same command goes on.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sandtable match drill random --scenario meeting-engagement --pairs 20 --seed 1
  sandtable match mcts:100ms drill --scenario generated --turn-limit 150ms --out match.jsonl
  sandtable match mcts:200 mcts:100 --sprt 0,20
  sandtable match 'engine:./my-bot --fast' drill --answer-limit 10s")]
pub(crate) struct Match {
    /// The agent whose score is told, as `sandtable agents` lists them; or another program that
    /// speaks the engine protocol, as `engine:COMMAND`
    #[arg(value_name = "AGENT")]
    pub(crate) first: Entrant,
    /// Its opponent
    #[arg(value_name = "OPPONENT")]
    pub(crate) second: Entrant,
    /// How many pairs of games in each scenario: each pair plays the same dice from both
    /// sides [default: 10; with --sprt at most 100000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) pairs: Option<u32>,
    /// Stop as soon as it is decided which of two Elo differences is the likelier
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt::bounds, allow_hyphen_values = true)]
    pub(crate) sprt: Option<(f64, f64)>,
    #[command(flatten)]
    pub(crate) test: TestOptions,
    #[command(flatten)]
    pub(crate) event: EventOptions,
}

/// Show a recorded battle turn by turn, or write its report.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sandtable replay battle.jsonl
  sandtable replay battle.jsonl --from-seat second --board
  sandtable replay battle.jsonl --report battle.md")]
pub(crate) struct Replay {
    /// The record
    #[arg(value_name = "FILE")]
    pub(crate) record: PathBuf,
    /// Show only what this side saw: `first`, `second` or the side's own name
    #[arg(long, value_name = "SIDE")]
    pub(crate) from_seat: Option<String>,
    /// Print the board at the start of every turn
    #[arg(long)]
    pub(crate) board: bool,
    /// Write a report in Markdown here instead
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
}

/// List scenarios, print one as TOML, or generate a fresh one.
///
/// What it prints is a scenario file: keep it, change it, and play it with
/// `sandtable play --scenario FILE`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sandtable scenarios
  sandtable scenarios supply-column > mine.toml
  sandtable scenarios --generate --seed 7 > fresh.toml")]
pub(crate) struct Scenarios {
    /// Print this scenario
    #[arg(value_name = "NAME", conflicts_with = "generate")]
    pub(crate) name: Option<String>,
    /// Generate a fresh scenario
    #[arg(long)]
    pub(crate) generate: bool,
    /// Seed of the generated scenario
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = GameSeed::parse, requires = "generate")]
    pub(crate) seed: GameSeed,
    /// The ruleset to generate for
    #[arg(long, value_name = "NAME", default_value = "gridded", requires = "generate")]
    pub(crate) ruleset: String,
    /// Print the list as JSON
    #[arg(long, conflicts_with_all = ["name", "generate"])]
    pub(crate) json: bool,
}

/// List the computer opponents, or tell what network weights say about themselves.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sandtable agents
  sandtable agents --weights=weights.safetensors")]
pub(crate) struct Agents {
    /// Tell of the weights in this file, or of those that are part of the program
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "",
          value_parser = source)]
    pub(crate) weights: Option<Source>,
    /// Print the list as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Score agents on the positions suite, or show a position.
///
/// Each position asks for the next decision of one side. An agent tries each several
/// times, with other seeds; its score is the share of attempts that solved. Without an
/// agent, the positions are listed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sandtable suite drill mcts:400
  sandtable suite --position support-before-charge
  sandtable suite --judge --position support-before-charge")]
pub(crate) struct Suite {
    /// The agents to score, as `sandtable agents` lists them
    #[arg(value_name = "AGENT", conflicts_with = "judge")]
    pub(crate) agents: Vec<AgentSpec>,
    /// Show this position: the board, the question, the answer and why; with agents, what
    /// each decides
    #[arg(long, value_name = "NAME")]
    pub(crate) position: Option<String>,
    /// Judge the answers anew, by solving or searching each position; slow
    #[arg(long)]
    pub(crate) judge: bool,
    /// Positions that a solution may visit
    #[arg(long, value_name = "N", default_value_t = 20_000_000, requires = "judge")]
    pub(crate) limit: usize,
    /// How often an agent tries each position
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) attempts: u32,
    /// Seed of the agents
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = GameSeed::parse)]
    pub(crate) seed: GameSeed,
    /// The ruleset whose positions to take
    #[arg(long, value_name = "NAME", default_value = "gridded")]
    pub(crate) ruleset: String,
    /// Take the positions of this file instead
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// How many threads [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Print the figures as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Measure how fast the rules, the search and the network run on this machine.
///
/// Eager play on one core, straight on the rules: no record, no log, no driver. A step
/// is a decision with at least two legal actions, all of them listed; decisions that
/// leave one choice, and throws, are played but are not steps. Outcomes are drawn with
/// their exact weights. Each speed is measured for about two seconds.
/// `scaling.two_threads` is the speed of two threads over that of one, the median of
/// five runs of each, taken in turns. The search is measured on Connect Four, whatever
/// the scenario: `connect4.mcts_sims_per_s` with uniform playouts on one thread,
/// `scaling.two_threads_games` by games of mcts against mcts. The network judges
/// decisions of the Meeting Engagement, encoding included: the shipped one, or an
/// untrained one of the size that a laptop trains.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  sandtable bench --json")]
pub(crate) struct Bench {
    /// A scenario's name or a scenario file
    #[arg(long, value_name = "NAME|FILE", default_value = "meeting-engagement")]
    pub(crate) scenario: String,
    /// Seconds a measure
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = seconds)]
    pub(crate) seconds: f64,
    /// Print the figures as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The weights of a file, or those that are part of the program where none is named.
#[expect(clippy::unnecessary_wraps, reason = "clap's parsers may fail")]
fn source(text: &str) -> Result<Source, String> {
    Ok(if text.is_empty() { Source::Shipped } else { Source::File(text.into()) })
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.01..=600.0).contains(&seconds) => Ok(seconds),
        _ => Err("write a number of seconds from 0.01 to 600".to_owned()),
    }
}

/// Reads a side: `first`, `second`, or what the scenario calls it, by its beginning.
pub(crate) fn side(text: &str, names: &[String; 2]) -> anyhow::Result<Seat> {
    let typed = text.trim().to_lowercase();
    for seat in Seat::BOTH {
        if typed == seat.to_string() || typed == names[seat.index()].to_lowercase() {
            return Ok(seat);
        }
    }
    let begins = |seat: &Seat| !typed.is_empty() && names[seat.index()].to_lowercase().starts_with(&typed);
    if let [seat] = Seat::BOTH.into_iter().filter(begins).collect::<Vec<_>>()[..] {
        return Ok(seat);
    }
    let known = ["first", "second", &names[0], &names[1]];
    anyhow::bail!("{}", sandtable_core::names::unknown("side", text, known))
}
