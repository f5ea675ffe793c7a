//! All games of a generation, on threads, kept in shards as they end.
//!
//! A shard holds the games with consecutive numbers and is written when all of them have
//! ended. When the run is stopped, what has ended is written too; the rest is played when
//! the run goes on, and the shards are then the same as if it had never been stopped.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;
use std::{fs, io};

use rayon::ThreadPool;
use sandtable_core::Doctrine;
use sandtable_eval::file::FileError;

use super::{Grounds, Lineup, Minds, play};
use crate::Config;
use crate::store::window::{Damage, Kept, generation_folder, read_generation};
use crate::store::{SavedGame, Shard};

/// What is needed to play the games of a generation.
pub struct Generation<'a, R: Doctrine> {
    /// The configuration of the run.
    pub config: &'a Config,
    /// The scenarios.
    pub grounds: &'a Grounds<R>,
    /// The networks.
    pub minds: &'a dyn Minds<R>,
    /// The generation, from 0.
    pub number: u32,
    /// The folder of all games.
    pub games: &'a Path,
    /// The threads that play; the calling thread must not be one of them.
    pub threads: &'a ThreadPool,
    /// Set when the run should stop: games that have begun are finished.
    pub stop: &'a AtomicBool,
}

/// What came of it.
#[derive(Debug)]
pub struct Played {
    /// Whether all games are played and kept.
    pub is_complete: bool,
    /// Files that were skipped; their games were played again.
    pub damage: Vec<Damage>,
}

/// Games that cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum GenerationError {
    /// A shard cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder cannot be made or read.
    #[error("{folder}: it cannot be made or read: {error}", folder = .folder.display())]
    Folder {
        /// Which folder.
        folder: PathBuf,
        /// Why not.
        error: io::Error,
    },
}

type Ended = ((String, String), SavedGame);

impl<R: Doctrine> Generation<'_, R> {
    /// Plays the games that are not kept yet. `watch` is
    /// called on this thread after every game with the number of games that are there.
    ///
    /// # Errors
    /// [`GenerationError`] when games cannot be kept.
    ///
    /// # Panics
    /// When the rules or an agent panic.
    pub fn play(&self, mut watch: impl FnMut(u32, &SavedGame)) -> Result<Played, GenerationError> {
        let folder = generation_folder(self.games, self.number);
        let failed = |error| GenerationError::Folder { folder: folder.clone(), error };
        fs::create_dir_all(&folder).map_err(failed)?;
        let (kept, damage) = read_generation::<R>(self.games, self.number).map_err(failed)?;
        let games = self.config.games(self.number);
        let mut blocks = Blocks::new(&folder, games, self.config.self_play.games_a_shard, kept);
        let todo: Vec<u32> = (0..games).filter(|number| !blocks.has(*number)).collect();
        let mut there = games - todo.len() as u32;
        self.on_threads(&todo, |scenario, game| {
            there += 1;
            watch(there, &game);
            blocks.add::<R>(scenario, game)
        })?;
        blocks.write_rest::<R>()?;
        Ok(Played { is_complete: there == games, damage })
    }

    fn on_threads(
        &self,
        todo: &[u32],
        mut each: impl FnMut((String, String), SavedGame) -> Result<(), FileError>,
    ) -> Result<(), FileError> {
        let (next, is_failed) = (AtomicU32::new(0), AtomicBool::new(false));
        // A thread begins its next game when this one has taken the last: a stop is heard
        // at once.
        let (sender, receiver) = mpsc::sync_channel(0);
        self.threads.in_place_scope(|scope| {
            for _ in 0..self.threads.current_num_threads() {
                let (sender, next, is_failed) = (sender.clone(), &next, &is_failed);
                scope.spawn(move |_| {
                    while !self.stop.load(Ordering::Relaxed) && !is_failed.load(Ordering::Relaxed) {
                        let Some(&number) = todo.get(next.fetch_add(1, Ordering::Relaxed) as usize) else {
                            break;
                        };
                        if sender.send(self.game(number)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for (scenario, game) in receiver {
                if let Err(error) = each(scenario, game) {
                    is_failed.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            Ok(())
        })
    }

    fn game(&self, number: u32) -> Ended {
        let past_selves = self.minds.past_selves();
        let lineup = Lineup::new(self.config, self.grounds, self.number, number, past_selves);
        let game = play(self.config, &lineup, self.minds, number);
        ((lineup.scenario.name().to_owned(), lineup.scenario.text().to_owned()), game)
    }
}

/// Games by shard: consecutive numbers.
struct Blocks<'a> {
    folder: &'a Path,
    games: u32,
    a_shard: u32,
    there: BTreeMap<u32, Ended>,
    /// Blocks with games that no file holds.
    unwritten: BTreeSet<u32>,
}

impl<'a> Blocks<'a> {
    fn new(folder: &'a Path, games: u32, a_shard: u32, kept: Vec<Kept>) -> Self {
        let there = kept.into_iter().filter(|kept| kept.game.number < games);
        let there = there.map(|kept| (kept.game.number, ((*kept.scenario).clone(), kept.game))).collect();
        Self { folder, games, a_shard, there, unwritten: BTreeSet::new() }
    }

    fn has(&self, number: u32) -> bool {
        self.there.contains_key(&number)
    }

    fn add<R: Doctrine>(&mut self, scenario: (String, String), game: SavedGame) -> Result<(), FileError> {
        let block = game.number / self.a_shard;
        self.there.insert(game.number, (scenario, game));
        self.unwritten.insert(block);
        let numbers = block * self.a_shard..((block + 1) * self.a_shard).min(self.games);
        let is_whole = self.there.range(numbers.clone()).count() == numbers.len();
        if is_whole { self.write::<R>(block) } else { Ok(()) }
    }

    fn write<R: Doctrine>(&mut self, block: u32) -> Result<(), FileError> {
        let first = block * self.a_shard;
        let mut shard = Shard::new::<R>();
        for (scenario, game) in self.there.range(first..first + self.a_shard).map(|(_, ended)| ended) {
            shard.add(scenario.clone(), game.clone());
        }
        shard.write(&self.folder.join(format!("{first:06}.games")))?;
        self.unwritten.remove(&block);
        Ok(())
    }

    fn write_rest<R: Doctrine>(&mut self) -> Result<(), FileError> {
        while let Some(&block) = self.unwritten.first() {
            self.write::<R>(block)?;
        }
        Ok(())
    }
}
