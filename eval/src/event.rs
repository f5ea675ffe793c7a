//! Events: every pairing of some contenders, in some scenarios, in pairs of games.
//!
//! A match is the event of two contenders, a tournament that of several. Games are
//! numbered so that an event can be stopped and prolonged: all pairings meet in all
//! scenarios for the first pair of games, then for the second, and so on.

use std::time::Duration;

use sandtable_core::{Doctrine, GameSeed, Record, Seat};
use serde::{Deserialize, Serialize};

use crate::arbiter::{ANSWER_LIMIT, Limits};
use crate::game::Table;
use crate::{Contender, GameResult, Venue};

/// Who plays where, and where all chance comes from.
pub struct Event<R: Doctrine> {
    contenders: Vec<Contender<R>>,
    venues: Vec<Venue<R>>,
    seed: GameSeed,
    limits: Limits,
}

/// An event that cannot be held, in one line with the cure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    /// Fewer than two contenders.
    #[error("{0} is too few to play: name two agents or more")]
    Contenders(usize),
    /// No scenario.
    #[error("there is no scenario: name one")]
    NoScenario,
    /// A contender of a tournament is named twice.
    #[error("the agent `{0}` is named twice: name each once")]
    Contender(String),
    /// Two scenarios have one name, and would have the same dice.
    #[error("two scenarios are called `{0}`: name each once")]
    Scenario(String),
}

/// Which game of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// The game's number, from 0.
    pub game: u64,
    /// Who meets: an index into [`Event::pairings`].
    pub pairing: usize,
    /// Where: an index into [`Event::venues`].
    pub scenario: usize,
    /// The pair that it belongs to, from 0: counted for each pairing and scenario.
    pub pair: u32,
    /// Where the first-named contender sits.
    pub seat: Seat,
}

/// All that determines the games of an event: the first line of its journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventHeader {
    /// Version of the journal's format.
    pub sandtable_event: u32,
    /// Version of the program, whose agents play.
    pub program: String,
    /// The ruleset.
    pub ruleset: String,
    /// Its version.
    pub version: u32,
    /// The version of its scripted officer.
    pub drill_version: u32,
    /// The event's seed.
    pub seed: GameSeed,
    /// The contenders' names, in the order in which they were named.
    pub contenders: Vec<String>,
    /// Processor time allowed for a side's turn, in microseconds.
    pub turn_limit_us: Option<u64>,
    /// Time on the wall allowed for an answer from outside, in microseconds; only where
    /// somebody is from outside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_limit_us: Option<u64>,
    /// Names and texts of the scenarios; generated ones have no text.
    pub scenarios: Vec<(String, String)>,
}

/// The version of the journal's format.
pub const FORMAT: u32 = 1;

impl<R: Doctrine> Event<R> {
    /// An event of these contenders in these scenarios. Two contenders may be the same; of
    /// more, each must have a name of its own.
    ///
    /// # Errors
    /// [`EventError`] when there are too few contenders, or names that are not unique.
    pub fn new(
        contenders: Vec<Contender<R>>,
        venues: Vec<Venue<R>>,
        seed: GameSeed,
    ) -> Result<Self, EventError> {
        if contenders.len() < 2 {
            return Err(EventError::Contenders(contenders.len()));
        }
        if venues.is_empty() {
            return Err(EventError::NoScenario);
        }
        let names: Vec<&str> = contenders.iter().map(Contender::name).collect();
        if let Some(name) = twice(&names).filter(|_| names.len() > 2) {
            return Err(EventError::Contender(name.to_owned()));
        }
        let names: Vec<&str> = venues.iter().map(Venue::name).collect();
        if let Some(name) = twice(&names) {
            return Err(EventError::Scenario(name.to_owned()));
        }
        Ok(Self { contenders, venues, seed, limits: Limits { turn: None, answer: ANSWER_LIMIT } })
    }

    /// The same event with a limit of processor time a side's turn: whoever needs more
    /// loses the game. For players from outside it is time on the wall.
    #[must_use]
    pub fn with_turn_limit(mut self, limit: Option<Duration>) -> Self {
        self.limits.turn = limit;
        self
    }

    /// The same event with another limit of time on the wall for an answer from outside,
    /// instead of [`ANSWER_LIMIT`].
    #[must_use]
    pub fn with_answer_limit(mut self, limit: Duration) -> Self {
        self.limits.answer = limit;
        self
    }

    /// The contenders.
    pub fn contenders(&self) -> &[Contender<R>] {
        &self.contenders
    }

    /// The scenarios.
    pub fn venues(&self) -> &[Venue<R>] {
        &self.venues
    }

    /// The event's seed.
    pub fn seed(&self) -> GameSeed {
        self.seed
    }

    /// Everybody against everybody, by index into the contenders.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.contenders.len();
        (0..count).flat_map(|one| (one + 1..count).map(move |other| [one, other])).collect()
    }

    /// All that determines the games.
    pub fn header(&self) -> EventHeader {
        EventHeader {
            sandtable_event: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            ruleset: R::ID.to_owned(),
            version: R::VERSION,
            drill_version: R::DRILL_VERSION,
            seed: self.seed,
            contenders: self.contenders.iter().map(|contender| contender.name().to_owned()).collect(),
            turn_limit_us: self.limits.turn.map(|limit| limit.as_micros() as u64),
            answer_limit_us: self
                .contenders
                .iter()
                .any(Contender::is_player)
                .then_some(self.limits.answer.as_micros() as u64),
            scenarios: self
                .venues
                .iter()
                .map(|venue| (venue.name().to_owned(), venue.text().to_owned()))
                .collect(),
        }
    }

    /// How many games there are in so many pairs for each pairing and scenario.
    pub fn games(&self, pairs: u32) -> u64 {
        2 * u64::from(pairs) * (self.venues.len() * self.pairings().len()) as u64
    }

    /// The game with this number.
    pub fn slot(&self, game: u64) -> Slot {
        let (venues, pairings) = (self.venues.len() as u64, self.pairings().len() as u64);
        let meeting = game / 2;
        Slot {
            game,
            pairing: (meeting % pairings) as usize,
            scenario: (meeting / pairings % venues) as usize,
            pair: (meeting / pairings / venues) as u32,
            seat: if game.is_multiple_of(2) { Seat::FIRST } else { Seat::SECOND },
        }
    }

    /// Plays one game: a function of the event and the number, unless somebody plays by
    /// time. The dice of a pair are the same whoever meets.
    ///
    /// # Panics
    /// When the rules panic outside an agent's thinking.
    pub fn play(&self, game: u64) -> (GameResult, Record) {
        let slot = self.slot(game);
        let [first, second] = self.pairings()[slot.pairing];
        let venue = &self.venues[slot.scenario];
        let (scenario, rules) = venue.ground(self.seed, slot.pair);
        let table = Table {
            rules: &rules,
            scenario: &scenario,
            contenders: [&self.contenders[first], &self.contenders[second]],
            seed: self.seed.derive(venue.name(), slot.pair.into()),
            limits: self.limits,
        };
        table.play(slot)
    }
}

/// A name that is there twice.
fn twice<'a>(names: &[&'a str]) -> Option<&'a str> {
    names.iter().enumerate().find(|(place, name)| names[..*place].contains(name)).map(|(_, name)| *name)
}
