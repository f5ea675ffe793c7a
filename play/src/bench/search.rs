//! How fast the search is, on Connect Four: a game that other programs search too.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use sandtable_agents::mcts::{Budget, Rollouts, Settings};
use sandtable_agents::{Agent, AgentSpec, Mcts, Networks, NoClock};
use sandtable_core::{Game, GameSeed, Playable, Scenario};
use sandtable_eval::{Contender, MatchSettings, match_games};
use sandtable_gym::registry::scenario;
use sandtable_gym::{Visitor, visit};

use super::{Figure, ROUNDS, median};

const SCENARIO: &str = "connect-four";
/// Simulations a decision where decisions are timed, and where games are.
const SIMULATIONS: u32 = 1000;
const SIMULATIONS_IN_GAMES: u32 = 200;
/// The fewest pairs of games that two threads can share evenly.
const FEWEST_PAIRS: u32 = 8;

/// The figures of the search.
pub(super) fn figures(measure: Duration) -> Result<Vec<Figure>> {
    let scenario = scenario(SCENARIO)?;
    visit(scenario.ruleset(), Search { scenario: &scenario, measure })?
}

struct Search<'a> {
    scenario: &'a Scenario,
    measure: Duration,
}

impl Visitor for Search<'_> {
    type Out = Result<Vec<Figure>>;

    fn visit<R: Playable>(self) -> Self::Out {
        Ok(vec![
            Figure {
                key: "connect4.mcts_sims_per_s".to_owned(),
                value: simulations_per_s::<R>(self.scenario, self.measure)?,
                unit: "simulations a second, one thread",
            },
            Figure {
                key: "scaling.two_threads_games".to_owned(),
                value: scaling::<R>(self.scenario, self.measure / 2)?,
                unit: "times the speed of one thread, games of mcts",
            },
        ])
    }
}

/// Simulations a second with uniform rollouts at the first position, one thread: the
/// median of decisions, each with a fresh tree and other random numbers.
fn simulations_per_s<R: Playable>(scenario: &Scenario, measure: Duration) -> Result<f64> {
    let game = Game::<R>::new(scenario, Default::default(), None)?;
    let position = game.position().context("the game begins with a decision")?;
    let settings = Settings { budget: Budget::Simulations(SIMULATIONS), ..Settings::default() };
    let mut agent = Mcts::with_evaluator(settings, Rollouts::uniform());
    let mut decide = |seed: u64| {
        let start = Instant::now();
        agent.begin(GameSeed::from_number(seed));
        black_box(agent.decide(&position, &NoClock));
        f64::from(SIMULATIONS) / start.elapsed().as_secs_f64()
    };
    // The first decision gets the memory for its tree.
    decide(0);
    let (mut speeds, start) = (Vec::new(), Instant::now());
    while start.elapsed() < measure || speeds.is_empty() {
        speeds.push(decide(speeds.len() as u64 + 1));
    }
    Ok(median(speeds))
}

/// How much faster two threads play the same match of search against search than one:
/// the median of several rounds, one thread and two in turns.
fn scaling<R: Playable>(scenario: &Scenario, measure: Duration) -> Result<f64> {
    let spec = AgentSpec::Mcts(Budget::Simulations(SIMULATIONS_IN_GAMES));
    let contender = Contender::<R>::from_spec(&spec, &Networks::new())?;
    let contenders = [contender.clone(), contender];
    let time = |threads: usize, pairs: u32| -> Result<Duration> {
        let settings = MatchSettings { pairs, seed: GameSeed::from_number(1), threads };
        let start = Instant::now();
        black_box(match_games(scenario, &contenders, settings, |_| {})?);
        Ok(start.elapsed())
    };
    let trial = time(1, FEWEST_PAIRS)?;
    let pairs = (f64::from(FEWEST_PAIRS) * measure.div_duration_f64(trial)) as u32;
    let pairs = pairs.max(FEWEST_PAIRS);
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        ratios.push(time(1, pairs)?.div_duration_f64(time(2, pairs)?));
    }
    Ok(median(ratios))
}
