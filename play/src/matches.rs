//! `sandtable match`: two agents, pairs of games with swapped sides.

use anyhow::{Context as _, Result};
use sandtable_core::Playable;
use sandtable_eval::MatchReport;
use sandtable_gym::{Visitor, visit};

use crate::cli::Match;
use crate::event::{self, Ground};

/// How many pairs a match has, where nobody says.
const PAIRS: u32 = 10;
/// How many it has at most, where a test decides when it ends.
const MOST_TESTED_PAIRS: u32 = 100_000;

/// Plays the match and prints its table.
pub(crate) fn run(options: &Match) -> Result<()> {
    let ground = options.event.ground()?;
    let (ruleset, names) = (ground.ruleset().to_owned(), ground.names());
    let report = visit(&ruleset, Fight { options, ground }).with_context(|| names)??;
    event::print(&report, options.event.json)
}

struct Fight<'a> {
    options: &'a Match,
    ground: Ground,
}

impl Visitor for Fight<'_> {
    type Out = Result<MatchReport>;

    fn visit<R: Playable>(self) -> Self::Out {
        let options = self.options;
        let event =
            self.ground.event::<R>(&options.event, &[options.first.clone(), options.second.clone()])?;
        let sprt = options.sprt.map(|bounds| options.test.test(bounds)).transpose()?;
        let pairs = options.pairs.unwrap_or(if sprt.is_some() { MOST_TESTED_PAIRS } else { PAIRS });
        let played = event::run(&event, &options.event, pairs, sprt)?;
        Ok(MatchReport::new(&event, played))
    }
}
