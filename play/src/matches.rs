//! `sandtable match`: two agents, pairs of games with swapped sides.

use std::io::{self, IsTerminal as _, Write as _};

use anyhow::{Context as _, Result};
use sandtable_core::{Playable, Scenario};
use sandtable_eval::{Contender, MatchReport, MatchSettings, Progress, match_games};
use sandtable_gym::{Visitor, visit};

use crate::cli::Match;
use crate::file;

/// Plays the match and prints its table.
pub(crate) fn run(options: &Match) -> Result<()> {
    if let Some(path) = &options.records {
        file::check_writable(path)?;
    }
    let scenario = file::scenario(&options.scenario)?;
    let threads = options.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let id = scenario.ruleset().to_owned();
    let report = pool
        .install(|| visit(&id, Fight { options, scenario: &scenario }))
        .with_context(|| options.scenario.clone())??;
    if let Some(path) = &options.records {
        let lines = report.games.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
        file::write(path, &(lines.join("\n") + "\n"))?;
    }
    let mut out = io::stdout().lock();
    if options.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(())
}

struct Fight<'a> {
    options: &'a Match,
    scenario: &'a Scenario,
}

impl Visitor for Fight<'_> {
    type Out = Result<MatchReport>;

    fn visit<R: Playable>(self) -> Self::Out {
        let Match { first, second, pairs, seed, .. } = self.options;
        let contenders = [Contender::<R>::from_spec(*first), Contender::from_spec(*second)];
        let settings = MatchSettings { pairs: *pairs, seed: *seed };
        let watched = io::stderr().is_terminal();
        let report = match_games(self.scenario, &contenders, settings, |progress| {
            if watched {
                tell(progress);
            }
        })?;
        Ok(report)
    }
}

/// A line for every tenth of the match, for a person who waits.
fn tell(progress: Progress<'_>) {
    let tenth = (progress.games / 10).max(1);
    if progress.finished.is_multiple_of(tenth) {
        // Nobody waits who closed standard error.
        let _ = writeln!(io::stderr(), "{} of {} games", progress.finished, progress.games);
    }
}
