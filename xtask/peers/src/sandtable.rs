//! Our own search.

use std::hint::black_box;
use std::time::{Duration, Instant};

use sandtable_agents::mcts::{Budget, Rollouts, Settings};
use sandtable_agents::{Agent, Mcts, NoClock};
use sandtable_core::{Game, GameSeed, scenario};
use sandtable_reference::ConnectFour;

use crate::Peer;

/// The general search with uniform rollouts and its default settings.
pub(crate) struct Sandtable {
    game: Game<ConnectFour>,
    searched: u64,
}

impl Sandtable {
    pub(crate) fn new() -> anyhow::Result<Self> {
        let scenario = scenario::built_in::<ConnectFour>("connect-four")?;
        Ok(Self { game: Game::new(&scenario, Default::default(), None)?, searched: 0 })
    }
}

impl Peer for Sandtable {
    fn name(&self) -> &'static str {
        "sandtable"
    }

    fn settings(&self) -> &'static str {
        "root: sequential halving over all moves; inside: PUCT, c = 1, even priors; transpositions meet"
    }

    fn decide(&mut self, simulations: u32, decisions: u32) -> anyhow::Result<Duration> {
        let settings = Settings { budget: Budget::Simulations(simulations), ..Settings::default() };
        let mut agent = Mcts::with_evaluator(settings, Rollouts::uniform());
        let position = self.game.position().ok_or_else(|| anyhow::anyhow!("the game is over"))?;
        let start = Instant::now();
        for _ in 0..decisions {
            self.searched += 1;
            agent.begin(GameSeed::from_number(self.searched));
            black_box(agent.decide(&position, &NoClock));
        }
        Ok(start.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_searches_for_as_long_as_it_says() {
        let mut peer = Sandtable::new().unwrap();
        let start = Instant::now();
        let time = peer.decide(50, 3).unwrap();
        assert!(!time.is_zero() && time <= start.elapsed());
        assert_eq!(peer.searched, 3);
    }
}
