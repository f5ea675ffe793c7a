//! `sandtable play --terminal`: sets a battle up and hands it to the session.

use std::io::{self, Write as _};

use anyhow::{Context as _, Result, bail};
use sandtable_agents::network::Source;
use sandtable_agents::{AgentSpec, Networks, build};
use sandtable_core::{Game, GameSeed, Playable, Record, Save, Scenario, Seat};
use sandtable_gym::{Visitor, visit};

use crate::autosave::Autosave;
use crate::cli::{self, Play, Throwing};
use crate::file;
use crate::session::{Session, Setup};
use crate::table::Table;
use sandtable_engine::opponents::usual;
use sandtable_engine::{PERSON, chronicle, report, screen};

/// Plays a battle.
pub(crate) fn run(options: &Play) -> Result<()> {
    for path in options.record.iter().chain(&options.report) {
        file::check_writable(path)?;
    }
    if let Some(path) = &options.load {
        let (save, record) = file::save(path)?;
        let id = record.header.ruleset.clone();
        return visit(&id, Begin { options, from: From::Save { save, record } })
            .with_context(|| path.display().to_string())?;
    }
    let name = options.scenario.as_deref().unwrap_or(cli::SCENARIO);
    let scenario = file::scenario(name)?;
    let id = scenario.ruleset().to_owned();
    visit(&id, Begin { options, from: From::Scenario(scenario) }).with_context(|| name.to_owned())?
}

/// What a battle begins from.
enum From {
    Scenario(Scenario),
    Save { save: Save, record: Record },
}

struct Begin<'a> {
    options: &'a Play,
    from: From,
}

impl Visitor for Begin<'_> {
    type Out = Result<()>;

    fn visit<R: Playable>(self) -> Result<()> {
        let Self { options, from } = self;
        let fresh = fresh_seed()?;
        let (game, human, spec) = match from {
            From::Scenario(scenario) => begin::<R>(options, &scenario, fresh)?,
            From::Save { save, record } => go_on::<R>(options, &save, &record)?,
        };
        play(options, Seated { game, human, spec }, fresh)
    }
}

/// The opponent that was asked for.
fn asked(options: &Play) -> Option<AgentSpec> {
    let at_level = || options.level.map(|level| AgentSpec::Level(Source::Shipped, level));
    options.opponent.clone().or_else(at_level)
}

/// A battle with everybody in their seat.
struct Seated<R: Playable> {
    game: Game<R>,
    human: Seat,
    spec: AgentSpec,
}

fn begin<R: Playable>(
    options: &Play,
    scenario: &Scenario,
    fresh: GameSeed,
) -> Result<(Game<R>, Seat, AgentSpec)> {
    let rules = std::sync::Arc::new(R::load(scenario)?);
    let human =
        options.side.as_ref().map_or(Ok(Seat::FIRST), |side| cli::side(side, &chronicle::sides(&*rules)))?;
    let spec = asked(options).unwrap_or_else(usual::<R>);
    let mut players = [PERSON.to_owned(), PERSON.to_owned()];
    players[human.other().index()] = spec.to_string();
    let seed = (options.dice != Some(Throwing::Ask)).then(|| options.seed.unwrap_or(fresh));
    Ok((Game::with_rules(rules, scenario, players, seed), human, spec))
}

fn go_on<R: Playable>(options: &Play, save: &Save, record: &Record) -> Result<(Game<R>, Seat, AgentSpec)> {
    let name = options.load.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
    let game = Game::<R>::restore(save).with_context(|| format!("{name}: record in it"))?;
    if game.is_over() {
        bail!("{name}: this battle is over; begin a new one with `sandtable play`");
    }
    let players = &record.header.players;
    let human = match &options.side {
        Some(side) => cli::side(side, &chronicle::sides(&**game.rules()))?,
        None if players[1] == PERSON => Seat::SECOND,
        None => Seat::FIRST,
    };
    let recorded = || players[human.other().index()].parse().ok();
    let spec = asked(options).or_else(recorded).unwrap_or_else(usual::<R>);
    Ok((game, human, spec))
}

fn play<R: Playable>(options: &Play, seated: Seated<R>, fresh: GameSeed) -> Result<()> {
    let Seated { game, human, spec } = seated;
    let mut opponent = build::<R>(&spec, &Networks::new())?;
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut table = Table::new(&mut input, &mut output);
    let scenario = game.record().scenario()?;
    let number = fresh.derive("autosave", 0).to_string();
    let number = u64::from_str_radix(&number[..8], 16)?;
    let autosave = match Autosave::new(scenario.name(), number) {
        Ok(autosave) => Some(autosave),
        Err(error) => {
            table.say(&format!(
                "Beware: {}. This battle is only kept when you save it.",
                screen::one_line(&format!("{error:#}"))
            ))?;
            None
        }
    };
    let seed = game.driver().seed().unwrap_or(fresh);
    opponent.begin(seed.derive("agent", human.other().index() as u64));
    let level = if let AgentSpec::Level(_, level) = spec { Some(level) } else { None };
    let setup = Setup { human, opponent, level, seed, yes: options.yes, autosave };
    let mut session = Session::new(table, game, setup);
    let ended = session.run();
    let record = session.record().clone();
    drop(session);
    // The record and the report are written even when the session broke off.
    if let Some(path) = &options.record {
        file::write(path, &record.to_text())?;
        writeln!(output, "The record is in {}.", path.display()).or_else(ignore_closed)?;
    }
    if let Some(path) = &options.report {
        file::write(path, &report::markdown::<R>(&record)?)?;
        writeln!(output, "The report is in {}.", path.display()).or_else(ignore_closed)?;
    }
    ended
}

fn ignore_closed(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) }
}

/// A seed from the system's own random source.
fn fresh_seed() -> Result<GameSeed> {
    sandtable_engine::fresh_seed().context("this system gives no random numbers; use --seed")
}
