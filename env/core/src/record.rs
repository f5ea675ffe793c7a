//! Game records: JSON Lines, a header, every decision and throw, the verdict.
//!
//! Decisions are written in notation and throws as pips, so that a record reads like
//! a battle report and replays bit for bit. Single choices are not written: the
//! replay takes them as the game did.
//!
//! A record is the referee's: it holds what a seat must not see while the battle
//! lasts. What a seat may keep is its own [`log`](crate::Game::log).

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::hash::hex;
use crate::{Game, GameSeed, Ruleset, Scenario, Seat};

/// The version of the record format itself.
pub const FORMAT: u32 = 1;
/// A record longer than this is refused before it is parsed.
pub const MOST_BYTES: usize = 64 << 20;

/// The first line of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Version of the format.
    pub sandtable_record: u32,
    /// The ruleset.
    pub ruleset: String,
    /// Its version.
    pub version: u32,
    /// The scenario's file name.
    pub source: String,
    /// The scenario's whole text, so that a record stands alone.
    pub scenario: String,
    /// Who sat where.
    #[serde(default)]
    pub players: [String; 2],
    /// [`GameSeed::commitment`] of the dice; empty when people threw them.
    #[serde(default)]
    pub commitment: String,
}

/// One line after the header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Line {
    /// A seat decided.
    Do {
        /// Who.
        seat: Seat,
        /// What, in notation.
        action: String,
    },
    /// Dice were thrown.
    Throw {
        /// What for.
        purpose: String,
        /// What they showed.
        dice: Vec<u8>,
    },
    /// A seat gave up; the rules had not ended the battle.
    Resign {
        /// Who.
        seat: Seat,
    },
    /// The battle is over.
    Over {
        /// For the first seat, in thousandths of a win.
        thousandths: i16,
        /// Points ahead.
        margin: i32,
        /// Why, in words.
        reason: String,
        /// The seed that the commitment was made to.
        #[serde(default)]
        seed: Option<GameSeed>,
    },
}

/// A record: the header and the lines so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The header.
    pub header: Header,
    /// The lines after it.
    pub lines: Vec<Line>,
}

/// A record that cannot be read or replayed, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// Not JSON Lines of the right shape.
    #[error("line {line}: {fault}")]
    Line {
        /// From 1.
        line: usize,
        /// What is wrong.
        fault: String,
    },
    /// Written by another version of the format or of the rules.
    #[error(
        "the record was made by {what} version {theirs}, and this program plays version {ours}: replay it with the program that wrote it"
    )]
    Version {
        /// The format or the ruleset.
        what: String,
        /// The record's.
        theirs: u32,
        /// This program's.
        ours: u32,
    },
    /// For another ruleset.
    #[error("the record is of `{theirs}`, not of `{ours}`")]
    Ruleset {
        /// The record's.
        theirs: String,
        /// Wanted.
        ours: String,
    },
}

impl Record {
    /// An empty record of a battle in this scenario.
    pub fn new<R: Ruleset>(scenario: &Scenario, players: [String; 2], seed: Option<GameSeed>) -> Self {
        let header = Header {
            sandtable_record: FORMAT,
            ruleset: R::ID.to_owned(),
            version: R::VERSION,
            source: scenario.source().to_owned(),
            scenario: scenario.text().to_owned(),
            players,
            commitment: seed.map(|seed| seed.commitment()).unwrap_or_default(),
        };
        Self { header, lines: Vec::new() }
    }

    /// The record as JSON Lines.
    ///
    /// # Panics
    /// Never: records are plain data.
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string(&self.header).expect("plain data");
        for line in &self.lines {
            text.push('\n');
            text.push_str(&serde_json::to_string(line).expect("plain data"));
        }
        text.push('\n');
        text
    }

    /// Reads JSON Lines. Nothing is replayed yet.
    ///
    /// # Errors
    /// [`RecordError`] names the line, or the version that can read it.
    pub fn from_text(text: &str) -> Result<Self, RecordError> {
        let fault = |line: usize, fault: String| RecordError::Line { line, fault };
        if text.len() > MOST_BYTES {
            return Err(fault(1, format!("{} bytes is more than a record may have", text.len())));
        }
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (_, first) = lines.next().ok_or_else(|| fault(1, "the file is empty".to_owned()))?;
        let version = serde_json::from_str::<serde_json::Value>(first)
            .ok()
            .and_then(|value| value.get("sandtable_record")?.as_u64())
            .ok_or_else(|| fault(1, "this is not a Sandtable record".to_owned()))?;
        if version != u64::from(FORMAT) {
            let theirs = u32::try_from(version).unwrap_or(u32::MAX);
            return Err(RecordError::Version { what: "record format".to_owned(), theirs, ours: FORMAT });
        }
        let header = serde_json::from_str(first).map_err(|e| fault(1, e.to_string()))?;
        let lines = lines
            .map(|(i, line)| serde_json::from_str(line).map_err(|e| fault(i + 1, e.to_string())))
            .collect::<Result<_, _>>()?;
        Ok(Self { header, lines })
    }

    /// A short digest of everything in the record: equal for equal games.
    pub fn digest(&self) -> String {
        hex(&Sha256::digest(self.to_text())[..8])
    }

    /// The scenario in the header.
    ///
    /// # Errors
    /// When it does not parse.
    pub fn scenario(&self) -> Result<Scenario, RecordError> {
        Scenario::parse(&self.header.source, &self.header.scenario)
            .map_err(|e| RecordError::Line { line: 1, fault: e.to_string() })
    }

    /// Replays every line, calling `each` after it, and returns the game as it stood
    /// at the end of the record.
    ///
    /// # Errors
    /// [`RecordError`] when the record is of another ruleset or version, or a line is
    /// not legal where it stands.
    pub fn replay<R: Ruleset>(&self, mut each: impl FnMut(&Game<R>)) -> Result<Game<R>, RecordError> {
        let fault = |line: usize, fault: String| RecordError::Line { line, fault };
        if self.header.ruleset != R::ID {
            let (theirs, ours) = (self.header.ruleset.clone(), R::ID.to_owned());
            return Err(RecordError::Ruleset { theirs, ours });
        }
        if self.header.version != R::VERSION {
            let (theirs, ours) = (self.header.version, R::VERSION);
            return Err(RecordError::Version { what: format!("`{}`", R::ID), theirs, ours });
        }
        let scenario = self.scenario()?;
        let mut game =
            Game::<R>::replaying(&scenario, self.header.players.clone(), self.header.commitment.clone())
                .map_err(|e| fault(1, e.to_string()))?;
        each(&game);
        for (i, line) in self.lines.iter().enumerate() {
            game.follow(line).map_err(|e| fault(i + 2, e.to_string()))?;
            each(&game);
        }
        Ok(game)
    }
}
