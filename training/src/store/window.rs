//! The games of the latest generations.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use sandtable_core::{Ruleset, Scenario, ScenarioError};

use super::{SavedGame, Shard, ShardError, replay};

/// The folder of a generation's games in the folder of all.
pub fn generation_folder(games: &Path, generation: u32) -> PathBuf {
    games.join(format!("{generation:05}"))
}

/// A file that was skipped, and why: in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage(pub String);

/// A game with the text of its scenario.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Name and text of the scenario.
    pub scenario: Arc<(String, String)>,
    /// The game.
    pub game: SavedGame,
    /// The generation, from 0.
    pub generation: u32,
}

impl Kept {
    /// The rules that it was played by.
    ///
    /// # Errors
    /// [`ScenarioError`] when the ruleset refuses the scenario.
    pub fn rules<R: Ruleset>(&self) -> Result<R, ScenarioError> {
        let (name, text) = &*self.scenario;
        R::load(&Scenario::parse(name, text)?)
    }

    /// Why it cannot be learned from, if so: it does not play again.
    fn fault<R: Ruleset>(&self) -> Option<String> {
        let rules: R = match self.rules() {
            Ok(rules) => rules,
            Err(error) => return Some(error.to_string()),
        };
        let lessons: Vec<usize> = (0..self.game.lessons.len()).collect();
        replay(&rules, &self.game, &lessons).err().map(|error| error.to_string())
    }
}

/// The games of some generations, in the order of their numbers.
#[derive(Clone, Debug, Default)]
pub struct Window {
    /// The games; none without a lesson.
    pub games: Vec<Kept>,
    /// What was skipped.
    pub damage: Vec<Damage>,
    /// Lessons up to and with each game.
    upto: Vec<u64>,
}

impl Window {
    /// Reads the generations from `first` to `last`. Files that are damaged or of other
    /// rules, and games that do not play again, are skipped and named.
    ///
    /// # Errors
    /// When a folder cannot be read that is there.
    pub fn read<R: Ruleset>(games: &Path, first: u32, last: u32) -> io::Result<Self> {
        let mut window = Self::default();
        for generation in first..=last {
            let (kept, damage) = read_generation::<R>(games, generation)?;
            window.damage.extend(damage);
            let faults: Vec<_> = kept.par_iter().map(Kept::fault::<R>).collect();
            for (kept, fault) in kept.into_iter().zip(faults) {
                match fault {
                    Some(fault) => window.damage.push(Damage(format!(
                        "{}: game {}: {fault}",
                        generation_folder(games, generation).display(),
                        kept.game.number
                    ))),
                    None if kept.game.lessons.is_empty() => {}
                    None => window.games.push(kept),
                }
            }
        }
        let mut sum = 0;
        for kept in &window.games {
            sum += kept.game.lessons.len() as u64;
            window.upto.push(sum);
        }
        Ok(window)
    }

    /// How many lessons there are.
    pub fn lessons(&self) -> u64 {
        self.upto.last().copied().unwrap_or(0)
    }

    /// The game that the lesson with this number is of, counted through all games.
    ///
    /// # Panics
    /// When there are not so many lessons.
    pub fn game_of(&self, lesson: u64) -> &Kept {
        &self.games[self.upto.partition_point(|&upto| upto <= lesson)]
    }
}

/// The whole games of a generation by ascending number, and what was skipped. A game that
/// is there twice counts once.
///
/// # Errors
/// When the folder is there and cannot be read.
pub fn read_generation<R: Ruleset>(games: &Path, generation: u32) -> io::Result<(Vec<Kept>, Vec<Damage>)> {
    let (mut all, mut damage, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
    for path in shards(&generation_folder(games, generation))? {
        let shard = match Shard::read::<R>(&path) {
            Ok(shard) => shard,
            Err(
                error @ (ShardError::File { .. } | ShardError::Damaged { .. } | ShardError::Rules { .. }),
            ) => {
                damage.push(Damage(error.to_string()));
                continue;
            }
        };
        let scenarios: Vec<_> = shard.scenarios.into_iter().map(Arc::new).collect();
        for game in shard.games {
            if seen.insert(game.number) {
                let scenario = Arc::clone(&scenarios[game.scenario as usize]);
                all.push(Kept { scenario, game, generation });
            }
        }
    }
    all.sort_by_key(|kept| kept.game.number);
    Ok((all, damage))
}

/// The shards in a folder, by name; none where there is no folder.
fn shards(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "games") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
