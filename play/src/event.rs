//! What `sandtable match` and `sandtable tournament` have in common: their options, the
//! journal that they go on from, and the bar that shows how far they are.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use sandtable_agents::Networks;
use sandtable_core::{GameSeed, Playable, Scenario};
use sandtable_eval::venue::GENERATED;
use sandtable_eval::{Event, Journal, Plan, Played, Progress, Sprt, Venue};
use serde::Serialize;

use crate::entrant::Entrant;
use crate::file;

/// The ruleset of generated scenarios, where no other scenario says which.
const DEFAULT_RULESET: &str = "gridded";

/// Where and how games between agents are played, and where they are kept.
#[derive(Debug, Args)]
pub(crate) struct EventOptions {
    /// A scenario's name, a scenario file, or `generated` for a fresh scenario each pair;
    /// may be given several times
    #[arg(long, value_name = "NAME|FILE", default_value = "supply-column")]
    pub(crate) scenario: Vec<String>,
    /// Seed of dice, agents and generated scenarios
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = GameSeed::parse)]
    pub(crate) seed: GameSeed,
    /// Processor time that an agent may spend in one turn of the battle, as 120ms or 2s:
    /// whoever needs more loses the game; for an engine it is time on the wall [default: none]
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) turn_limit: Option<Duration>,
    /// Time on the wall that an engine may take for one answer: one that is silent for longer
    /// loses the game
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time)]
    pub(crate) answer_limit: Duration,
    /// How many threads [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Keep every finished game in this file, a line of JSON each, and go on from it if it
    /// is there
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write the record of every game into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<PathBuf>,
    /// Print the figures as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads a time as `120ms`, `0.5s` or `2s`.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let number = |text: &str, unit: f64| text.trim().parse::<f64>().ok().map(|number| number * unit);
    let seconds = match text.strip_suffix("ms") {
        Some(text) => number(text, 0.001),
        None => text.strip_suffix('s').and_then(|text| number(text, 1.0)),
    };
    match seconds {
        Some(seconds) if (0.001..=3600.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("write a time from 1ms to 3600s, as 120ms or 2s".to_owned()),
    }
}

/// The scenarios of an event, all of one ruleset.
pub(crate) struct Ground {
    ruleset: String,
    /// The name given, and the scenario; none where each pair has its own.
    places: Vec<(String, Option<Scenario>)>,
}

impl EventOptions {
    /// Reads the scenarios, and finds out what could not be written before any game.
    pub(crate) fn ground(&self) -> Result<Ground> {
        if let Some(path) = &self.out {
            file::check_writable(path)?;
        }
        if let Some(folder) = &self.records {
            make_folder(folder)?;
        }
        let mut places = Vec::new();
        for name in &self.scenario {
            let scenario = if name == GENERATED { None } else { Some(file::scenario(name)?) };
            places.push((name.clone(), scenario));
        }
        let mut named = places.iter().filter_map(|(name, scenario)| Some((name, scenario.as_ref()?)));
        let Some((first, scenario)) = named.next() else {
            return Ok(Ground { ruleset: DEFAULT_RULESET.to_owned(), places });
        };
        let ruleset = scenario.ruleset().to_owned();
        if let Some((name, other)) = named.find(|(_, other)| other.ruleset() != ruleset) {
            let theirs = other.ruleset();
            bail!(
                "{name}: it is for the ruleset `{theirs}`, and {first} for `{ruleset}`: play them one at a time"
            );
        }
        Ok(Ground { ruleset, places })
    }
}

/// A folder for records; it is made where the folder above it is there.
fn make_folder(folder: &Path) -> Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    file::check_writable(folder)?;
    let name = folder.display();
    ensure!(!folder.exists(), "{name}: this is a file; name a folder");
    std::fs::create_dir(folder).with_context(|| format!("{name}: this folder cannot be made"))
}

impl Ground {
    /// The ruleset of all scenarios.
    pub(crate) fn ruleset(&self) -> &str {
        &self.ruleset
    }

    /// The names given, for errors.
    pub(crate) fn names(&self) -> String {
        self.places.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// The event of these entrants on this ground.
    pub(crate) fn event<R: Playable>(self, options: &EventOptions, entrants: &[Entrant]) -> Result<Event<R>> {
        let mut venues = Vec::new();
        for (_, scenario) in self.places {
            venues.push(match scenario {
                Some(scenario) => Venue::fixed(scenario)?,
                None => Venue::generated()
                    .with_context(|| format!("`{}` has no generator of scenarios: name one", R::ID))?,
            });
        }
        let networks = Networks::new();
        let contenders = entrants.iter().map(|entrant| entrant.contender(&networks));
        let contenders = contenders.collect::<Result<_>>()?;
        let event = Event::new(contenders, venues, options.seed)?;
        Ok(event.with_turn_limit(options.turn_limit).with_answer_limit(options.answer_limit))
    }
}

/// Plays the event, from its journal on if there is one.
pub(crate) fn run<R: Playable>(
    event: &Event<R>,
    options: &EventOptions,
    pairs: u32,
    sprt: Option<Sprt>,
) -> Result<Played> {
    let (mut journal, mut kept) = (None, Vec::new());
    if let Some(path) = &options.out {
        let opened = Journal::open(path, event)?;
        if opened.was_torn {
            note(&format!(
                "{}: the last line was torn and is dropped; its game is played again",
                path.display()
            ));
        }
        (journal, kept) = (Some(opened.journal), opened.games);
    }
    let plan = Plan { pairs, threads: options.threads.map_or(0, usize::from), sprt };
    let bar = bar(event.games(pairs));
    let played = event.run(plan, kept, |progress| {
        if let Some(folder) = &options.records {
            keep_record(folder, event, &progress)?;
        }
        if let Some(journal) = &mut journal {
            journal.add(progress.last)?;
        }
        bar.set_position(progress.finished);
        if let Some(state) = progress.sprt {
            bar.set_message(format!("LLR {:.2}", state.llr));
        }
        Ok::<(), anyhow::Error>(())
    });
    bar.finish_and_clear();
    played
}

/// Prints a report as a table, or as JSON.
pub(crate) fn print(report: &(impl Serialize + Display), json: bool) -> Result<()> {
    let mut out = io::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(report)?)?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(())
}

/// Writes a game's record whole, before its line in the journal: a game that the journal
/// holds has a record.
fn keep_record<R: Playable>(folder: &Path, event: &Event<R>, progress: &Progress<'_>) -> Result<()> {
    let slot = progress.last.slot;
    // An engine's command line may be longer than a file's name.
    let players: String = progress.record.header.players.join("-").chars().take(120).collect();
    let place = event.venues()[slot.scenario].name();
    let name = format!("{:06}-{place}-{}-{players}.jsonl", slot.game, slot.pair + 1);
    let name: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '.' { c.to_ascii_lowercase() } else { '-' })
        .collect();
    file::write(&folder.join(name), &progress.record.to_text())
}

/// On standard error, and only where a person looks at it.
fn bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} games, {eta} to go {msg}")
        .expect("the template is right, as every test of a match shows");
    ProgressBar::new(games).with_style(style)
}

/// A line on standard error. Nobody waits who closed it.
fn note(text: &str) {
    let _ = writeln!(io::stderr(), "sandtable: {}", sandtable_engine::screen::one_line(text));
}
