//! What decides for a seat, and what is to be learned of its decisions.

use rand::RngExt as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use sandtable_agents::mcts::{Evaluator, Settings};
use sandtable_agents::{Agent as _, Drill, Mcts, NoClock};
use sandtable_core::{Doctrine, GameSeed, Position, Ruleset};

use super::{Minds, PlayerKind};
use crate::Config;

/// A decision and what is to be learned of it.
pub(super) struct Decision {
    /// An index into the legal list.
    pub(super) choice: usize,
    /// `[actions]` of the policy's target, or empty; and the value for the deciding seat.
    pub(super) lesson: Option<(Vec<f32>, Option<f32>)>,
    /// Simulations that it took.
    pub(super) simulations: u32,
}

/// Decides for one seat in one game.
pub(super) struct Player<R: Doctrine> {
    mind: Mind<R>,
    rng: Xoshiro256PlusPlus,
    /// The share of decisions of which something is learned beside full searches.
    kept: f64,
}

enum Mind<R: Doctrine> {
    Network {
        agent: Box<Mcts<R, Box<dyn Evaluator<R>>>>,
        full: Settings,
        cheap: Settings,
        full_share: f64,
        is_taught: bool,
    },
    Officer {
        drill: Drill<R>,
        stray: f64,
        smoothing: f64,
    },
    Search(Box<Mcts<R>>),
}

impl<R: Doctrine> Player<R> {
    pub(super) fn new(config: &Config, kind: PlayerKind, minds: &dyn Minds<R>, seed: GameSeed) -> Self {
        let (mut mind, kept) = match kind {
            PlayerKind::Present => (Mind::network(config, minds, None), config.self_play.cheap_kept),
            PlayerKind::Past(past) => (Mind::network(config, minds, Some(past)), 0.0),
            PlayerKind::Officer => {
                let (stray, smoothing) = (config.warm_start.stray, config.warm_start.smoothing);
                (Mind::Officer { drill: Drill::default(), stray, smoothing }, config.warm_start.kept)
            }
            PlayerKind::Search(budget) => {
                let settings = Settings { budget, ..Settings::default() };
                (Mind::Search(Box::new(Mcts::new(settings))), config.warm_start.kept)
            }
        };
        let seeded = seed.derive("mind", 0);
        match &mut mind {
            Mind::Network { agent, .. } => agent.begin(seeded),
            Mind::Officer { drill, .. } => drill.begin(seeded),
            Mind::Search(agent) => agent.begin(seeded),
        }
        Self { mind, rng: seed.derive("coins", 0).rng(), kept }
    }

    /// Decides where there is a choice.
    pub(super) fn decide(&mut self, position: &Position<'_, R>) -> Decision {
        let [which, stray, kept] = [(); 3].map(|()| self.rng.random::<f64>());
        let is_kept = kept < self.kept;
        match &mut self.mind {
            Mind::Network { agent, full, cheap, full_share, is_taught } => {
                let is_full = which < *full_share;
                agent.set_settings(if is_full { *full } else { *cheap });
                let action = agent.decide(position, &NoClock);
                let result = agent.result().expect("it searches where there is a choice");
                let value = Some(result.value as f32);
                let policy = if is_full { result.policy.clone() } else { Vec::new() };
                let lesson = (*is_taught && (is_full || is_kept)).then_some((policy, value));
                Decision { choice: index_of(position, action), lesson, simulations: result.simulations }
            }
            Mind::Officer { drill, stray: share, smoothing } => {
                let action = drill.decide(position, &NoClock);
                let (right, count) = (index_of(position, action), position.actions().len());
                let even = *smoothing as f32 / count as f32;
                let mut policy = vec![even; count];
                policy[right] += 1.0 - *smoothing as f32;
                let strays = stray < *share;
                let choice = if strays { self.rng.random_range(0..count as u32) as usize } else { right };
                Decision { choice, lesson: is_kept.then_some((policy, None)), simulations: 0 }
            }
            Mind::Search(agent) => {
                let action = agent.decide(position, &NoClock);
                let result = agent.result().expect("it searches where there is a choice");
                let lesson = is_kept.then(|| (result.policy.clone(), Some(result.value as f32)));
                Decision { choice: index_of(position, action), lesson, simulations: result.simulations }
            }
        }
    }
}

impl<R: Doctrine> Mind<R> {
    fn network(config: &Config, minds: &dyn Minds<R>, past: Option<usize>) -> Self {
        let play = &config.self_play;
        let full = config.search.settings(play.full_simulations, play.full_gumbel);
        let cheap = config.search.settings(play.cheap_simulations, play.cheap_gumbel);
        let agent = Box::new(Mcts::with_evaluator(full, minds.evaluator(past)));
        Self::Network { agent, full, cheap, full_share: play.full_share, is_taught: past.is_none() }
    }
}

fn index_of<R: Ruleset>(position: &Position<'_, R>, action: R::Action) -> usize {
    position.actions().binary_search(&action).expect("agents choose from the legal list, which is sorted")
}
