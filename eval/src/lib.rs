//! Matches and tournaments between agents: pairs of games with the same dice and the
//! sides swapped, and what may be concluded from them.
//!
//! # Overview
//!
//! A [`Contender`] makes agents, one for every game. An [`Event`] lets contenders meet in
//! scenarios ([`Venue`]); [`Event::run`] plays it, on several threads. A [`MatchReport`]
//! says what came of two contenders, a [`TournamentReport`] what came of several.
//!
//! | file | what is in it |
//! |---|---|
//! | `contender`, `venue`, `event` | who plays where; the numbering of the games |
//! | `game`, `arbiter`, `thread_clock` | one game; time by the processor's clock |
//! | `player` | players from outside, who may fail to decide |
//! | `run`, `journal` | all games, on threads; the file from which an event goes on |
//! | `counts`, `score`, `elo` | counts of games and pairs; scores, Elo, intervals |
//! | `sprt` | the sequential test |
//! | `ratings` | ratings of many contenders |
//! | `file` | files written whole or not at all |
//! | `accuracy` | a search against exact answers |
//! | `suite`, `judge` | positions with a known good choice, and who finds it |
//! | `tally`, `report`, `tournament`, `crosstable` | reports: text, JSON, a picture |
//!
//! * Both games of a pair have the same dice seed and swapped sides, so that neither the
//!   dice of initiative nor an uneven scenario favours anybody. An agent's seed belongs to
//!   its seat, so that a contender who draws its lots from the seed alone scores exactly
//!   one half against itself.
//! * Every seed is derived from the event's by name and number: a report is the same on
//!   any number of threads, every game can be played again alone, and a pairing plays the
//!   same games in a match and in a tournament.
//! * An agent that returns an illegal action, panics or overruns its time loses that game,
//!   with the reason; so does a [`Player`] that does not answer, or answers nonsense. The
//!   event goes on.
//!
//! # Example
//!
//! ```
//! use sandtable_agents::Networks;
//! use sandtable_core::{GameSeed, scenario};
//! use sandtable_eval::{Contender, Event, MatchReport, Plan, Venue};
//! use sandtable_reference::Pig;
//!
//! type Error = Box<dyn std::error::Error>;
//! let venue = Venue::<Pig>::fixed(scenario::built_in::<Pig>("pig")?)?;
//! let networks = Networks::new();
//! let contender = |name: &str| Contender::from_spec(&name.parse()?, &networks).map_err(Error::from);
//! let contenders = vec![contender("drill")?, contender("random")?];
//! let event = Event::new(contenders, vec![venue], GameSeed::from_number(1))?;
//! let played = event.run(Plan::pairs(20), Vec::new(), |_| Ok::<(), std::io::Error>(()))?;
//! let report = MatchReport::new(&event, played);
//! assert_eq!(report.tally.games(), 40);
//! println!("{report}");
//! # Ok::<(), Error>(())
//! ```

pub mod accuracy;
mod arbiter;
pub mod contender;
pub mod counts;
mod crosstable;
pub mod elo;
pub mod event;
pub mod file;
pub mod game;
pub mod journal;
pub mod judge;
pub mod matches;
pub mod player;
pub mod quiet;
pub mod ratings;
pub mod report;
pub mod run;
pub mod score;
pub mod sprt;
pub mod stopwatch;
pub mod suite;
pub mod tally;
pub mod thread_clock;
pub mod tournament;
pub mod venue;

pub use arbiter::{ANSWER_LIMIT, TimeSpent};
pub use contender::Contender;
pub use counts::{Counts, Pentanomial, Trinomial};
pub use elo::Elo;
pub use event::{Event, EventError, EventHeader, Slot};
pub use game::{Forfeit, ForfeitKind, GameResult};
pub use journal::{Journal, JournalError};
pub use matches::{MatchSettings, match_games};
pub use player::{Answer, Failure, Player, Question};
pub use ratings::Rating;
pub use report::{MatchReport, ScenarioTally};
pub use run::{Plan, Played, Progress};
pub use score::Score;
pub use sprt::{EloModel, Hypothesis, Sprt, SprtError, SprtState};
pub use stopwatch::Stopwatch;
pub use suite::{SuiteReport, run_suite};
pub use tally::Tally;
pub use thread_clock::ThreadClock;
pub use tournament::{Standing, TournamentReport};
pub use venue::Venue;
