//! Who plays where.

use std::sync::Arc;

use rand::{Rng, RngExt as _};
use sandtable_agents::Budget;
use sandtable_core::{GameSeed, Ruleset, Scenario, ScenarioError, Seat, scenario};

use crate::Config;

/// Who decides for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// The network as it is.
    Present,
    /// A past self, by its number.
    Past(usize),
    /// The scripted officer.
    Officer,
    /// The search without a network.
    Search(Budget),
}

/// All that a game depends on beside the weights.
pub struct Lineup<R: Ruleset> {
    /// Where all its chance comes from.
    pub seed: GameSeed,
    /// The scenario.
    pub scenario: Scenario,
    /// Its rules.
    pub rules: Arc<R>,
    /// Who plays, by seat.
    pub players: [PlayerKind; 2],
}

/// The shipped scenarios of a run, ready to play.
pub struct Grounds<R: Ruleset> {
    shipped: Vec<(f64, Scenario, Arc<R>)>,
    generated: f64,
}

/// Scenarios that a run cannot be played on, in one line.
#[derive(Debug, thiserror::Error)]
pub enum GroundsError {
    /// A scenario is not there, or the ruleset refuses it.
    #[error("self_play.scenarios: {0}")]
    Scenario(#[from] ScenarioError),
    /// There is no generator.
    #[error("self_play.generated: {0} generates no scenarios: write 0")]
    NoGenerator(&'static str),
}

impl<R: Ruleset> Grounds<R> {
    /// The scenarios that the configuration names.
    ///
    /// # Errors
    /// [`GroundsError`] when one is not there, or scenarios should be generated that cannot.
    pub fn new(config: &Config) -> Result<Self, GroundsError> {
        let play = &config.self_play;
        if play.generated > 0.0 && R::generate(GameSeed::from_number(0)).is_none() {
            return Err(GroundsError::NoGenerator(R::ID));
        }
        let mut shipped = Vec::new();
        for (name, &weight) in &play.scenarios {
            let scenario = scenario::built_in::<R>(name)?;
            let rules = Arc::new(R::load(&scenario)?);
            shipped.push((weight, scenario, rules));
        }
        Ok(Self { shipped, generated: play.generated })
    }

    fn draw(&self, seed: GameSeed) -> (Scenario, Arc<R>) {
        let mut rng = seed.derive("ground", 0).rng();
        if rng.random::<f64>() < self.generated {
            let scenario =
                R::generate(seed.derive("scenario", 0)).expect("the ruleset was asked for a generator");
            let rules = R::load(&scenario).expect("a ruleset loads what it generates");
            return (scenario, Arc::new(rules));
        }
        let total: f64 = self.shipped.iter().map(|(weight, ..)| weight).sum();
        let mut left = rng.random::<f64>() * total;
        let drawn = self.shipped.iter().find(|(weight, ..)| {
            left -= weight;
            left < 0.0
        });
        let last = || self.shipped.iter().rev().find(|(weight, ..)| *weight > 0.0);
        let (_, scenario, rules) = drawn.or_else(last).expect("a configuration gives some scenario weight");
        (scenario.clone(), Arc::clone(rules))
    }
}

impl<R: Ruleset> Lineup<R> {
    /// The game with this number of a generation, which has so many past selves to draw from.
    pub fn new(
        config: &Config,
        grounds: &Grounds<R>,
        generation: u32,
        number: u32,
        past_selves: usize,
    ) -> Self {
        let run = config.seed();
        let seed = run.derive("generation", generation.into()).derive("game", number.into());
        let (scenario, rules) = grounds.draw(seed);
        let mut rng = seed.derive("players", 0).rng();
        let players = if config.is_warm(generation) {
            let warm = &config.warm_start;
            let search = PlayerKind::Search(Budget::Simulations(warm.simulations));
            pairing(&mut rng, warm.searching, PlayerKind::Officer, |_| search)
        } else if past_selves == 0 {
            [PlayerKind::Present; 2]
        } else {
            pairing(&mut rng, config.self_play.past_selves, PlayerKind::Present, |rng| {
                PlayerKind::Past(rng.random_range(0..past_selves as u32) as usize)
            })
        };
        Self { seed, scenario, rules, players }
    }
}

/// Both seats alike or, in this share of the games, another in one of them.
fn pairing<G: Rng>(
    rng: &mut G,
    share: f64,
    alike: PlayerKind,
    other: impl FnOnce(&mut G) -> PlayerKind,
) -> [PlayerKind; 2] {
    let mut players = [alike; 2];
    if rng.random::<f64>() < share {
        let seat = if rng.random() { Seat::FIRST } else { Seat::SECOND };
        players[seat.index()] = other(rng);
    }
    players
}
