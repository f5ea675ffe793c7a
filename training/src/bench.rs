//! How fast a configuration plays and learns on this machine.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rayon::ThreadPoolBuilder;
use sandtable_agents::network::Weights;
use sandtable_core::Doctrine;
use sandtable_core::encoding::Encode;

use crate::Config;
use crate::examples::{Games, draw};
use crate::learner::{Batch, Learner, device};
use crate::run::RunError;
use crate::run::networks::Networks;
use crate::self_play::{Generation, Grounds};
use crate::store::Window;

/// Games for each thread, and steps of the learner after one that is not counted.
const GAMES_A_THREAD: u32 = 8;
const STEPS: u32 = 8;

/// Plays some games of the first generation after the warm start, with these weights or
/// with seeded ones, and learns from them. By name: `selfplay.games_per_hour`,
/// `selfplay.positions_per_s`, `train.samples_per_s`.
///
/// # Errors
/// [`RunError`] when the configuration cannot be played.
pub fn figures<R: Doctrine + Encode>(
    config: &Config,
    from: Option<Weights>,
) -> Result<BTreeMap<&'static str, f64>, RunError> {
    let folder = tempfile::tempdir().map_err(|error| RunError::File { path: std::env::temp_dir(), error })?;
    let failed = |error| RunError::File { path: folder.path().to_owned(), error };
    let refused = |error| RunError::Weights { path: folder.path().to_owned(), error };
    let threads = ThreadPoolBuilder::new().num_threads(config.threads).build()?;
    let mut config = config.clone();
    config.warm_start.generations = 0;
    config.self_play.games = GAMES_A_THREAD * threads.current_num_threads() as u32;
    let weights = match from {
        Some(weights) => weights,
        None => Weights::seeded(config.network, &R::ENCODER, config.seed()).map_err(refused)?,
    };
    let networks = Networks::of_weights::<R>(&weights, config.search.batch).map_err(refused)?;
    let grounds = Grounds::<R>::new(&config)?;
    let generation = Generation {
        config: &config,
        grounds: &grounds,
        minds: &networks,
        number: 0,
        games: folder.path(),
        threads: &threads,
        stop: &AtomicBool::new(false),
    };
    let (began, mut positions) = (Instant::now(), 0);
    generation.play(|_, game| positions += game.simulations)?;
    let seconds = began.elapsed().as_secs_f64();
    let games: Games = Window::read::<R>(folder.path(), 0, 0).map_err(failed)?.into();
    if games.lessons() == 0 {
        return Err(RunError::NoLessons(folder.path().to_owned()));
    }
    let mut learner =
        Learner::from_weights(&weights, &device(&config.learner.device)?, config.learner.schedule);
    let mut learn = |step: u32| -> Result<(), RunError> {
        let seed = config.seed().derive("batch", step.into());
        let examples = draw::<R>(&games, &config, seed, config.learner.batch, &threads);
        let batch: Batch = examples.into_iter().map(Into::into).collect();
        learner.step(&batch)?;
        Ok(())
    };
    learn(0)?;
    let began = Instant::now();
    (1..=STEPS).try_for_each(&mut learn)?;
    let samples = f64::from(STEPS) * config.learner.batch as f64 / began.elapsed().as_secs_f64();
    Ok(BTreeMap::from([
        ("selfplay.games_per_hour", f64::from(config.self_play.games) / seconds * 3600.0),
        ("selfplay.positions_per_s", positions as f64 / seconds),
        ("train.samples_per_s", samples),
    ]))
}
