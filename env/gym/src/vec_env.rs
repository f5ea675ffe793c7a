//! Many battles stepped at once, on all threads.

use std::sync::Arc;

use rayon::prelude::*;
use sandtable_core::{GameError, GameSeed, Ruleset, Seat};

use crate::env::{Env, StepOf};

/// A row of environments of one ruleset, stepped together on rayon's current pool.
///
/// Environment `i` plays its battle number `n` with a seed that is a function of the
/// row's seed, `i` and `n`: trajectories do not depend on how many threads there are.
pub struct VecEnv<R: Ruleset> {
    envs: Vec<Env<R>>,
    episodes: Vec<u64>,
    steps: Vec<StepOf<R>>,
    seed: GameSeed,
    auto_reset: AutoReset,
}

/// What happens to an environment whose battle is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoReset {
    /// It waits, and takes no action, until [`VecEnv::reset`].
    Off,
    /// The step that ends a battle begins the next one: its rewards and verdict are of
    /// the battle that ended, its decider and legal list of the one that begins.
    SameStep,
}

/// An action that an environment of the row does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("environment {index}: {error}")]
pub struct RefusedAt {
    /// Which environment, from 0.
    pub index: usize,
    /// Why.
    pub error: GameError,
}

impl<R: Ruleset> Clone for VecEnv<R> {
    fn clone(&self) -> Self {
        Self {
            envs: self.envs.clone(),
            episodes: self.episodes.clone(),
            steps: self.steps.clone(),
            seed: self.seed,
            auto_reset: self.auto_reset,
        }
    }
}

fn episode_seed(seed: GameSeed, index: usize, episode: u64) -> GameSeed {
    seed.derive("env", index as u64).derive("episode", episode)
}

impl<R: Ruleset> VecEnv<R> {
    /// One environment for each entry of `rules` (the same rules often, or a scenario
    /// each), with an optional limit on the decisions of a battle.
    pub fn new(rules: Vec<Arc<R>>, seed: GameSeed, limit: Option<u32>, auto_reset: AutoReset) -> Self {
        let envs: Vec<Env<R>> = rules
            .into_par_iter()
            .enumerate()
            .map(|(i, rules)| {
                let env = Env::with_rules(rules, episode_seed(seed, i, 0));
                limit.iter().fold(env, |env, &limit| env.with_limit(limit))
            })
            .collect();
        let steps = envs.iter().map(Env::step_now).collect();
        Self { episodes: vec![0; envs.len()], steps, envs, seed, auto_reset }
    }

    /// Begins a new battle in every environment, all from a new seed.
    pub fn reset(&mut self, seed: GameSeed) -> &[StepOf<R>] {
        self.seed = seed;
        self.episodes.fill(0);
        let envs = self.envs.par_iter_mut().zip(&mut self.steps).enumerate();
        envs.for_each(|(i, (env, step))| *step = env.reset(episode_seed(seed, i, 0)));
        &self.steps
    }

    /// Steps every environment: action `i` goes to environment `i`. With
    /// [`AutoReset::Off`], the action of an environment that is done must be `None`.
    ///
    /// # Errors
    /// [`RefusedAt`] names the first environment that does not take its action; none is
    /// stepped then.
    ///
    /// # Panics
    /// When there are not as many actions as environments.
    pub fn step(&mut self, actions: &[Option<R::Action>]) -> Result<&[StepOf<R>], RefusedAt> {
        assert_eq!(actions.len(), self.envs.len(), "one action for each environment");
        let pairs = self.envs.par_iter().zip(actions).enumerate();
        let refused = pairs.find_map_first(|(index, (env, action))| {
            check(env, *action).err().map(|error| RefusedAt { index, error })
        });
        if let Some(refused) = refused {
            return Err(refused);
        }
        let (seed, auto_reset) = (self.seed, self.auto_reset);
        let row = self.envs.par_iter_mut().zip(&mut self.steps).zip(&mut self.episodes).zip(actions);
        row.enumerate().for_each(|(i, (((env, step), episode), action))| {
            let Some(action) = *action else {
                return;
            };
            *step = env.step(action).expect("checked above");
            if env.is_done() && auto_reset == AutoReset::SameStep {
                *episode += 1;
                let next = env.reset(episode_seed(seed, i, *episode));
                step.info.decider = next.info.decider;
            }
        });
        Ok(&self.steps)
    }

    /// What the last steps led to, in order.
    pub fn steps(&self) -> &[StepOf<R>] {
        &self.steps
    }

    /// The environments, in order.
    pub fn envs(&self) -> &[Env<R>] {
        &self.envs
    }

    /// How many battles each environment has begun after its first.
    pub fn episodes(&self) -> &[u64] {
        &self.episodes
    }

    /// Who decides in environment `index`, and its legal list: empty when it is done.
    ///
    /// # Panics
    /// When there is no such environment.
    pub fn decision(&self, index: usize) -> Option<(Seat, &[R::Action])> {
        let env = &self.envs[index];
        env.decider().map(|seat| (seat, env.legal_actions(seat)))
    }
}

fn check<R: Ruleset>(env: &Env<R>, action: Option<R::Action>) -> Result<(), GameError> {
    match (env.decider(), action) {
        (None, None) => Ok(()),
        (None, Some(_)) => Err(GameError::Over),
        (Some(seat), None) => {
            Err(GameError::Refused(format!("the {seat} seat decides, and no action was given")))
        }
        (Some(seat), Some(action)) => {
            let listed = env.legal_actions(seat).binary_search(&action).is_ok();
            if listed || env.rules().accepts(env.state(), action) {
                return Ok(());
            }
            Err(GameError::Refused(sandtable_core::Refused { action }.to_string()))
        }
    }
}
