//! Which decisions are shown to the learner.

use std::collections::BTreeSet;

use rand::{Rng, RngExt as _};
use rayon::ThreadPool;
use rayon::prelude::*;
use sandtable_core::GameSeed;
use sandtable_core::encoding::Encode;

use super::{Example, of_game};
use crate::Config;
use crate::store::Window;
use crate::store::window::Kept;

/// The games that are learned from.
#[derive(Clone, Debug, Default)]
pub struct Games {
    /// The latest.
    pub latest: Window,
    /// Those of the warm start, once it is over.
    pub warm: Window,
}

/// Some lessons of a game.
struct Lot<'a> {
    kept: &'a Kept,
    /// Learned for its result alone.
    is_warm: bool,
    lessons: Vec<usize>,
    is_mirrored: bool,
}

/// So many examples from the latest games and those of the warm start, by their share, every
/// lesson with the same chance: a function of the games, the configuration and the seed.
/// Prepared on the threads of the pool.
///
/// # Panics
/// When there is no game, or one that does not play again: those that a window reads do.
pub fn draw<R: Encode>(
    games: &Games,
    config: &Config,
    seed: GameSeed,
    count: usize,
    threads: &ThreadPool,
) -> Vec<Example> {
    let (mut rng, mut lots, mut left) = (seed.rng(), Vec::new(), count);
    while left > 0 {
        let is_warm = games.is_warm(rng.random(), config.replay.warm_share);
        let window = if is_warm { &games.warm } else { &games.latest };
        let kept = window.game_of(rng.random_range(0..window.lessons()));
        let most = config.replay.a_game.min(left);
        let lessons = distinct(&mut rng, kept.game.lessons.len(), most);
        let is_mirrored = rng.random::<f64>() < config.replay.mirrored;
        left -= lessons.len();
        lots.push(Lot { kept, is_warm, lessons, is_mirrored });
    }
    let share = config.targets.search_share as f32;
    let examples =
        threads.install(|| lots.par_iter().map(|lot| lot.examples::<R>(share)).collect::<Vec<_>>());
    examples.into_iter().flatten().collect()
}

impl Games {
    fn is_warm(&self, lot: f64, share: f64) -> bool {
        self.latest.lessons() == 0 || (self.warm.lessons() > 0 && lot < share)
    }

    /// How many lessons there are.
    pub fn lessons(&self) -> u64 {
        self.latest.lessons() + self.warm.lessons()
    }
}

impl From<Window> for Games {
    fn from(latest: Window) -> Self {
        Self { latest, warm: Window::default() }
    }
}

/// Up to `most` different numbers below `count`, ascending.
fn distinct<G: Rng>(rng: &mut G, count: usize, most: usize) -> Vec<usize> {
    if count <= most {
        return (0..count).collect();
    }
    let mut drawn = BTreeSet::new();
    while drawn.len() < most {
        drawn.insert(rng.random_range(0..count as u32) as usize);
    }
    drawn.into_iter().collect()
}

impl Lot<'_> {
    fn examples<R: Encode>(&self, search_share: f32) -> Vec<Example> {
        let rules: R = self.kept.rules().expect("a window's games were played again");
        let mut examples = of_game(&rules, &self.kept.game, &self.lessons, self.is_mirrored, search_share)
            .expect("a window's games were played again");
        if self.is_warm {
            for example in &mut examples {
                example.policy.clear();
            }
        }
        examples
    }
}
