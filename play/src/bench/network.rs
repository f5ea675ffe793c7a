//! How fast a network judges decisions of the gridded battles.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use sandtable_agents::mcts::{Evaluator as _, Leaf};
use sandtable_agents::network::{Network, Shape, Source, Weights};
use sandtable_agents::{Learned, NetworkError, Networks};
use sandtable_core::{GameSeed, Node, Playable, Scenario, odds};
use sandtable_gym::registry::scenario;
use sandtable_gym::{Visitor, visit};

use super::{Figure, ROUNDS, median};

const SCENARIO: &str = "meeting-engagement";
/// How many decisions are judged in turn: a multiple of every batch.
const DECISIONS: usize = 512;
/// The batch that two threads are compared at: the one that the search judges by.
const SHARED: usize = 8;

/// The figures of the network.
pub(super) fn figures(measure: Duration) -> Result<Vec<Figure>> {
    let scenario = scenario(SCENARIO)?;
    visit(scenario.ruleset(), Judging { scenario: &scenario, measure })?
}

struct Judging<'a> {
    scenario: &'a Scenario,
    measure: Duration,
}

impl Visitor for Judging<'_> {
    type Out = Result<Vec<Figure>>;

    fn visit<R: Playable>(self) -> Self::Out {
        let (rules, network) = (R::load(self.scenario)?, network::<R>()?);
        let mut figures: Vec<Figure> = [1, SHARED, 64]
            .into_iter()
            .map(|batch| Figure {
                key: format!("net.positions_per_s.batch{batch}"),
                value: judge_for(&rules, &network, batch, self.measure),
                unit: "positions a second, encoded and judged, one thread",
            })
            .collect();
        figures.push(Figure {
            key: "net.two_threads".to_owned(),
            value: scaling(&rules, &network, self.measure / 2),
            unit: "times the speed of one thread, positions judged",
        });
        Ok(figures)
    }
}

/// The shipped network, or an untrained one of the same cost.
fn network<R: Playable>() -> Result<Arc<Network>> {
    match Networks::new().get::<R>(&Source::Shipped) {
        Err(NetworkError::NotShipped { .. }) => {
            let weights = Weights::seeded(Shape::LAPTOP, &R::ENCODER, GameSeed::from_number(1))?;
            Ok(Arc::new(Network::new(&weights, &R::ENCODER)?))
        }
        shipped => Ok(shipped?),
    }
}

/// Decisions with a choice, one after another from eager games.
fn leaves<R: Playable>(rules: &R) -> Vec<Leaf<R>> {
    let mut rng = GameSeed::from_number(1).derive("positions", 0).rng();
    let (mut outcomes, mut leaves) = (Vec::new(), Vec::with_capacity(DECISIONS));
    let mut state = rules.start();
    while leaves.len() < DECISIONS {
        match rules.node(&state) {
            Node::Decision(seat) => {
                let mut actions = Vec::new();
                rules.actions(&state, &mut actions);
                let action = actions[rules.eager(&state, &actions, &mut rng)];
                if actions.len() > 1 {
                    let (state, logits) = (state.clone(), Vec::new());
                    leaves.push(Leaf { state, seat, actions, value: 0.0, logits });
                }
                rules.apply(&mut state, action, &mut ());
            }
            Node::Chance => {
                rules.outcomes(&state, &mut outcomes);
                rules.resolve(&mut state, odds::draw(&outcomes, &mut rng), &mut ());
            }
            Node::Over(_) => state = rules.start(),
        }
    }
    leaves
}

/// Positions a second, judged as the search has them judged.
fn judge_for<R: Playable>(rules: &R, network: &Arc<Network>, batch: usize, measure: Duration) -> f64 {
    let (mut judge, mut leaves) = (Learned::<R>::shared(Arc::clone(network)), leaves(rules));
    let mut rng = GameSeed::from_number(1).rng();
    // The first batches get the memory that the rest use.
    let mut judge_until = |time: Duration| {
        let (mut judged, start) = (0_u32, Instant::now());
        loop {
            for leaves in leaves.chunks_exact_mut(batch) {
                for leaf in &mut *leaves {
                    leaf.logits.clear();
                }
                judge.evaluate(rules, leaves, &mut rng);
                judged += batch as u32;
                let passed = start.elapsed();
                if passed >= time {
                    return f64::from(judged) / passed.as_secs_f64();
                }
            }
        }
    };
    judge_until(measure / 10);
    judge_until(measure)
}

/// Positions a second on two threads over those on one: the median of several rounds, one
/// thread and two in turns.
fn scaling<R: Playable>(rules: &R, network: &Arc<Network>, measure: Duration) -> f64 {
    let rate = || judge_for(rules, network, SHARED, measure);
    let ratios = (0..ROUNDS).map(|_| {
        let one = rate();
        let two: f64 = std::thread::scope(|scope| {
            let threads = [(); 2].map(|()| scope.spawn(rate));
            threads.map(|thread| thread.join().expect("a network does not panic")).into_iter().sum()
        });
        two / one
    });
    median(ratios.collect())
}
