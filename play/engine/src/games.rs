//! Games that begin, come back from the store, and give way to others.

use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use sandtable_core::record::{Line, RecordError};
use sandtable_core::{GameSeed, Playable, Scenario, Seat};
use sandtable_gym::{Visitor, visit};
use sandtable_protocol::call;
use sandtable_protocol::play::{CLIENT, DiceMode, GameId, Viewer};
use sandtable_protocol::reply::Tokens;
use sandtable_protocol::{Code, Fault};

use crate::battle::{Setup, begin};
use crate::engine::{Engine, Seating};
use crate::scenarios::{bad_scenario, scenario};
use crate::seeds::{self, Seeds};
use crate::store::Begun;
use crate::table::{Table, kept};
use crate::{PERSON, opponents, saved};

/// What a game begins with.
pub(crate) struct Beginning {
    pub(crate) scenario: Scenario,
    /// In the store's words.
    pub(crate) players: [String; 2],
    pub(crate) dice: DiceMode,
    pub(crate) secret: GameSeed,
    /// The front end's part of the seed.
    pub(crate) number: Option<String>,
    /// What was decided and thrown before, in a battle that is gone on with.
    pub(crate) lines: Vec<Line>,
}

impl Engine {
    /// The game of this name, from the store if need be.
    ///
    /// # Errors
    /// [`Code::UnknownGame`] when there is none.
    pub(crate) fn table(&self, game: &GameId) -> Result<Seating, Fault> {
        let unknown =
            || Fault::at(Code::UnknownGame, "game", "there is no such game, or it is not kept any more");
        {
            let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
            match tables.get(game) {
                Some(table) if !table.is_poisoned() => return Ok(Arc::clone(table)),
                Some(_) => drop(tables.remove(game)),
                None => {}
            }
        }
        let kept = self.store().load(game).map_err(|error| kept(&error))?.ok_or_else(unknown)?;
        let lines: Result<Vec<Line>, _> = kept.lines.iter().map(|line| serde_json::from_str(line)).collect();
        let lines =
            lines.map_err(|error| Fault::new(Code::Internal, format!("the kept game is broken: {error}")))?;
        let table = self.seat(kept.begun, lines, kept.undos)?;
        self.put(table)
    }

    /// Takes a game into memory; another thread may have been quicker.
    fn put(&self, table: Table) -> Result<Seating, Fault> {
        self.make_room()?;
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        match tables.entry(table.name().clone()) {
            Entry::Occupied(there) => Ok(Arc::clone(there.get())),
            Entry::Vacant(free) => Ok(Arc::clone(free.insert(Arc::new(Mutex::new(table))))),
        }
    }

    /// Puts the game that nobody has followed for longest out of memory, if there are too
    /// many. The store has it still.
    fn make_room(&self) -> Result<(), Fault> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if tables.len() < self.limits().games {
            return Ok(());
        }
        let idle = tables.iter().filter_map(|(name, table)| {
            let table = table.try_lock().ok().filter(|table| table.is_idle())?;
            Some((table.touched, name.clone()))
        });
        let Some((_, name)) = idle.min_by_key(|(touched, _)| *touched) else {
            let message =
                format!("there are {} games already, and somebody follows each", self.limits().games);
            return Err(Fault::new(Code::TooMany, message));
        };
        tables.remove(&name);
        Ok(())
    }

    /// Puts a game out of memory whose store failed: what is in memory was not kept.
    pub(crate) fn forget(&self, game: &GameId) {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).remove(game);
    }

    /// Sets a game up in memory.
    fn seat(&self, begun: Begun, lines: Vec<Line>, undos: u32) -> Result<Table, Fault> {
        let scenario =
            Scenario::parse(&begun.source, &begun.scenario).map_err(|error| bad_scenario(&error))?;
        let secret = GameSeed::parse(&begun.secret)
            .map_err(|error| Fault::new(Code::Internal, format!("the kept game is broken: {error}")))?;
        let seeds = Seeds::new(secret, begun.number.clone())?;
        let mut specs = [None, None];
        for seat in Seat::BOTH {
            let player = &begun.players[seat.index()];
            if player != PERSON {
                specs[seat.index()] = Some(opponents::read(player, &format!("seats.{seat}"), self.limits())?);
            }
        }
        let viewers = Viewer::ALL.into_iter().zip(&begun.tokens);
        let viewers = viewers.filter(|(_, token)| token.is_some()).map(|(viewer, _)| viewer).collect();
        let battle = begin(Setup {
            scenario: &scenario,
            players: begun.players.clone(),
            specs,
            dice: (begun.dice == DiceMode::Server).then(|| seeds.dice()),
            seed: seeds.dice(),
            viewers,
            lines,
            networks: Arc::clone(&self.networks),
        })?;
        Ok(Table {
            begun,
            seeds,
            battle,
            undos,
            followers: Vec::new(),
            paused: false,
            steps: (0, Viewer::Both),
            thinking: None,
            pending: None,
            is_closed: false,
            touched: Instant::now(),
        })
    }

    /// Begins a game with a secret that was committed to, or a fresh one.
    ///
    /// # Errors
    /// When anything in the request cannot be.
    pub(crate) fn begin(
        &self,
        new: &call::NewGame,
        committed: Option<GameSeed>,
    ) -> Result<(Seating, Tokens), Fault> {
        self.begin_with(Beginning {
            scenario: scenario(&new.scenario, new.ruleset.as_deref())?,
            players: new.seats.clone().into_array().map(kept_name),
            dice: new.dice,
            secret: self.secret(new.seed.as_deref(), committed)?,
            number: new.number.clone(),
            lines: Vec::new(),
        })
    }

    /// Goes on with a saved battle as a game of its own. What was thrown stands; the dice to
    /// come are those of another secret, for whoever has the file may know the one before.
    ///
    /// # Errors
    /// When the file cannot be gone on with, or anything else in the request cannot be.
    pub(crate) fn go_on_with(
        &self,
        from: &call::Continue,
        committed: Option<GameSeed>,
    ) -> Result<(Seating, Tokens), Fault> {
        let record = saved::record(&from.saved)?;
        let scenario = record.scenario().map_err(|error| saved::bad(&error))?;
        if scenario.ruleset() != record.header.ruleset {
            let (theirs, ours) = (record.header.ruleset, scenario.ruleset().to_owned());
            return Err(saved::bad(&RecordError::Ruleset { theirs, ours }));
        }
        let (ours, theirs) = (version(scenario.ruleset())?, record.header.version);
        if ours != theirs {
            let what = format!("`{}`", scenario.ruleset());
            return Err(saved::bad(&RecordError::Version { what, theirs, ours }));
        }
        let players = match &from.seats {
            Some(seats) => seats.clone().into_array().map(kept_name),
            None => record.header.players.clone(),
        };
        let begun = self.begin_with(Beginning {
            scenario,
            players,
            dice: from.dice,
            secret: self.secret(from.seed.as_deref(), committed)?,
            number: from.number.clone(),
            lines: record.lines,
        });
        begun.map_err(|fault| match (fault.code, &from.seats, &fault.field) {
            (Code::BadRecord | Code::BadScenario, ..) => saved::bad(&fault.message),
            (_, None, Some(field)) if field.starts_with("seats.") => {
                let message = format!("{}: say who plays in `seats`", fault.message);
                Fault { message, ..fault }
            }
            _ => fault,
        })
    }

    /// The engine's part of a game's seed: the one that was asked for, where that may be; the
    /// one that was committed to; or a fresh one.
    fn secret(&self, asked: Option<&str>, committed: Option<GameSeed>) -> Result<GameSeed, Fault> {
        match (asked, committed) {
            (Some(_), _) if !self.limits().takes_seed => {
                let message = "this engine draws its own seed: send `number` to have a part in it";
                Err(Fault::at(Code::Unsupported, "seed", message))
            }
            (Some(seed), _) => {
                GameSeed::parse(seed).map_err(|error| Fault::at(Code::BadRequest, "seed", error.to_string()))
            }
            (None, Some(committed)) => Ok(committed),
            (None, None) => seeds::secret(),
        }
    }

    /// Begins a game.
    ///
    /// # Errors
    /// When anything in it cannot be.
    pub(crate) fn begin_with(&self, beginning: Beginning) -> Result<(Seating, Tokens), Fault> {
        let Beginning { scenario, players, dice, secret, number, lines } = beginning;
        let tokens = tokens(&players)?;
        let of = |token: &Option<String>| token.as_deref().map(seeds::hashed);
        let begun = Begun {
            game: seeds::unguessable()?,
            ruleset: scenario.ruleset().to_owned(),
            version: version(scenario.ruleset())?,
            source: scenario.source().to_owned(),
            scenario: scenario.text().to_owned(),
            players,
            dice,
            secret: secret.to_string(),
            number: Seeds::new(secret, number)?.number().cloned(),
            tokens: [of(&tokens.first), of(&tokens.second), of(&tokens.both)],
            at: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
            continued: lines.len(),
        };
        let mut table = self.seat(begun.clone(), lines, 0)?;
        self.make_room()?;
        {
            let mut store = self.store();
            store.begin(&begun).map_err(|error| kept(&error))?;
            table.keep(&mut **store, 0)?;
        }
        Ok((self.put(table)?, tokens))
    }
}

/// A player as the store calls it.
fn kept_name(player: String) -> String {
    if player == CLIENT { PERSON.to_owned() } else { player }
}

/// The version of a ruleset's rules in this program.
fn version(ruleset: &str) -> Result<u32, Fault> {
    visit(ruleset, Version).map_err(|error| Fault::at(Code::BadScenario, "ruleset", error.to_string()))
}

/// A token for each seat that is the front end's, and one for both where one party plays
/// both or watches.
fn tokens(players: &[String; 2]) -> Result<Tokens, Fault> {
    let [first, second] = players.each_ref().map(|player| player == PERSON);
    let draw = |wanted: bool| wanted.then(seeds::unguessable).transpose();
    Ok(Tokens { first: draw(first)?, second: draw(second)?, both: draw(first == second)? })
}

struct Version;

impl Visitor for Version {
    type Out = u32;

    fn visit<R: Playable>(self) -> u32 {
        R::VERSION
    }
}
