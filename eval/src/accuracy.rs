//! How far a search is from the exact answer, on positions small enough to be solved.
//!
//! # Example
//!
//! ```
//! use sandtable_agents::exact::Expectimax;
//! use sandtable_agents::mcts::{Budget, Rollouts, Settings};
//! use sandtable_core::{GameSeed, Ruleset as _, scenario};
//! use sandtable_eval::accuracy;
//! use sandtable_reference::Pig;
//!
//! let rules = Pig::load(&scenario::built_in::<Pig>("pig-nine")?)?;
//! let states = accuracy::positions(&rules, 10, GameSeed::from_number(1));
//! let mut solver = Expectimax::new(&rules, 100_000);
//! let settings = Settings { budget: Budget::Simulations(2000), ..Settings::default() };
//! let misses = accuracy::misses(&mut solver, &states, settings, Rollouts::default)?;
//! assert!(misses.iter().all(|miss| miss.value < 0.2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeSet;

use rand::RngExt as _;
use sandtable_agents::exact::{ExactError, Expectimax};
use sandtable_agents::mcts::{Evaluator, Settings};
use sandtable_agents::{Agent as _, Mcts, NoClock};
use sandtable_core::{Doctrine, GameSeed, Node, Position, Ruleset, odds};

/// By how much a search missed the exact answer at one position, in wins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Miss {
    /// Its value against the exact one, whichever is more.
    pub value: f64,
    /// The exact value of its choice below that of the best: 0 when it chose well.
    pub choice: f64,
}

/// The root mean square of the misses in value, and the mean of those in choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// Root mean square of [`Miss::value`].
    pub value: f64,
    /// Mean of [`Miss::choice`].
    pub choice: f64,
}

impl Accuracy {
    /// Of these misses; all zero where there are none.
    pub fn of(misses: &[Miss]) -> Self {
        let count = (misses.len() as f64).max(1.0);
        Self {
            value: (misses.iter().map(|miss| miss.value.powi(2)).sum::<f64>() / count).sqrt(),
            choice: misses.iter().map(|miss| miss.choice).sum::<f64>() / count,
        }
    }
}

/// Different decisions with a choice, met in random and eager games by turns; fewer than
/// `count` where a thousand games do not have so many.
pub fn positions<R: Doctrine>(rules: &R, count: usize, seed: GameSeed) -> Vec<R::State> {
    let (mut found, mut keys) = (Vec::new(), BTreeSet::new());
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    for game in 0..1000 {
        let mut rng = seed.derive("accuracy", game).rng();
        let mut state = rules.start();
        loop {
            match rules.node(&state) {
                Node::Over(_) => break,
                Node::Chance => {
                    rules.outcomes(&state, &mut outcomes);
                    rules.resolve(&mut state, odds::draw(&outcomes, &mut rng), &mut ());
                }
                Node::Decision(_) => {
                    rules.actions(&state, &mut actions);
                    // A few of each game, so that all its stages come in.
                    if actions.len() > 1 && rng.random_ratio(1, 4) && keys.insert(rules.key(&state)) {
                        found.push(state.clone());
                        if found.len() == count {
                            return found;
                        }
                    }
                    let index = if game % 2 == 0 {
                        rng.random_range(0..actions.len())
                    } else {
                        rules.eager(&state, &actions, &mut rng)
                    };
                    rules.apply(&mut state, actions[index], &mut ());
                }
            }
        }
    }
    found
}

/// The misses of a search with these settings: a fresh one at each position, seeded by
/// the position's number.
///
/// # Errors
/// As [`Expectimax::solve`].
pub fn misses<R: Ruleset, E: Evaluator<R>>(
    solver: &mut Expectimax<'_, R, f64>,
    states: &[R::State],
    settings: Settings,
    evaluator: impl Fn() -> E,
) -> Result<Vec<Miss>, ExactError> {
    let mut misses = Vec::with_capacity(states.len());
    for (number, state) in states.iter().enumerate() {
        let answer = solver.solve(state)?;
        let listed: Vec<R::Action> = answer.actions.iter().map(|&(action, _)| action).collect();
        let rules = solver.rules();
        let Some(seat) = rules.node(state).decider() else { continue };
        let mut search = Mcts::with_evaluator(settings, evaluator());
        search.begin(GameSeed::from_number(number as u64));
        let chosen = search.decide(&Position::new(rules, state, seat, &listed), &NoClock);
        let sign = f64::from(seat.sign());
        let exact = |action| {
            answer
                .actions
                .iter()
                .find(|(listed, _)| *listed == action)
                .map_or(answer.value, |&(_, value)| value)
        };
        misses.push(Miss {
            value: search.result().map_or(0.0, |result| (result.value - sign * answer.value).abs()),
            choice: sign * (answer.value - exact(chosen)),
        });
    }
    Ok(misses)
}
