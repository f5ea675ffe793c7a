//! Matches between agents: pairs of games with the same dice and the sides swapped.
//!
//! # Overview
//!
//! A [`Contender`] makes agents, one for every game. [`match_games`] plays two of them
//! against each other and returns a [`MatchReport`]: wins, draws, losses and forfeits,
//! the score with its interval, and every game.
//!
//! * Both games of a pair have the same dice seed and swapped sides, so that neither the
//!   dice of initiative nor an uneven scenario favours anybody.
//! * Every seed is derived from the match's by name and number: a report is the same on
//!   any number of threads, and every game can be played again alone.
//! * An agent that returns an illegal action or panics loses that game, with the reason;
//!   the match goes on.
//!
//! # Example
//!
//! ```
//! use sandtable_core::{GameSeed, scenario};
//! use sandtable_eval::{Contender, MatchSettings, match_games};
//! use sandtable_reference::Pig;
//!
//! let scenario = scenario::built_in::<Pig>("pig")?;
//! let contenders = [Contender::from_spec("drill".parse()?), Contender::from_spec("random".parse()?)];
//! let settings = MatchSettings { pairs: 20, seed: GameSeed::from_number(1) };
//! let report = match_games::<Pig>(&scenario, &contenders, settings, |_| {})?;
//! assert_eq!(report.wins + report.draws + report.losses, 40);
//! println!("{report}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod accuracy;
pub mod contender;
pub mod game;
pub mod judge;
pub mod matches;
pub mod report;
pub mod score;
pub mod stopwatch;
pub mod suite;

pub use contender::Contender;
pub use game::{Forfeit, ForfeitKind, GameResult};
pub use matches::{MatchSettings, Progress, match_games};
pub use report::MatchReport;
pub use score::Score;
pub use stopwatch::Stopwatch;
pub use suite::{SuiteReport, run_suite};
