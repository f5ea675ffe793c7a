//! How fast a scenario's rules run.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Result;
use sandtable_core::{GameSeed, Node, Playable, Scenario, odds};
use sandtable_gym::Visitor;

use super::{Figure, ROUNDS, median};

/// How many positions from the middle of games are cloned in turn.
const POSITIONS: usize = 256;

/// Measures the ruleset that it visits.
pub(super) struct Rules<'a> {
    /// The scenario.
    pub(super) scenario: &'a Scenario,
    /// How long each measure lasts.
    pub(super) measure: Duration,
}

impl Visitor for Rules<'_> {
    type Out = Result<Vec<Figure>>;

    fn visit<R: Playable>(self) -> Self::Out {
        let rules = R::load(self.scenario)?;
        let seed = GameSeed::from_number(1);
        // The first games warm caches and the clock of the processor.
        play_for(&rules, seed.derive("warm", 0), self.measure / 10);
        let played = play_for(&rules, seed, self.measure);
        let seconds = played.time.as_secs_f64();
        let figure = |key: &str, value: f64, unit| Figure { key: format!("{}.{key}", R::ID), value, unit };
        Ok(vec![
            figure("random_steps_per_s", played.steps as f64 / seconds, "decisions with a choice, a second"),
            figure("random_games_per_s", played.games as f64 / seconds, "whole games a second"),
            figure(
                "choices_per_decision",
                played.choices as f64 / played.steps.max(1) as f64,
                "legal actions at such a decision",
            ),
            figure("state_bytes", size_of::<R::State>() as f64, "bytes a state"),
            figure("clone_ns", clone_ns(&rules, seed, self.measure), "nanoseconds to clone a state"),
            Figure {
                key: "scaling.two_threads".to_owned(),
                value: scaling(&rules, seed, self.measure / 2),
                unit: "times the speed of one thread",
            },
        ])
    }
}

/// What was played in a time.
#[derive(Clone, Copy, Debug, Default)]
struct Speed {
    games: u64,
    steps: u64,
    choices: u64,
    time: Duration,
}

/// Plays whole eager games until the time is up.
fn play_for<R: Playable>(rules: &R, seed: GameSeed, measure: Duration) -> Speed {
    let mut rng = seed.rng();
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    let mut played = Speed::default();
    let start = Instant::now();
    while played.time < measure || played.games == 0 {
        let mut state = rules.start();
        loop {
            match rules.node(&state) {
                Node::Decision(_) => {
                    rules.actions(&state, &mut actions);
                    let action = if let [only] = actions[..] {
                        only
                    } else {
                        played.steps += 1;
                        played.choices += actions.len() as u64;
                        actions[rules.eager(&state, &actions, &mut rng)]
                    };
                    rules.apply(&mut state, action, &mut ());
                }
                Node::Chance => {
                    rules.outcomes(&state, &mut outcomes);
                    let outcome = odds::draw(&outcomes, &mut rng);
                    rules.resolve(&mut state, outcome, &mut ());
                }
                Node::Over(verdict) => {
                    black_box(verdict);
                    break;
                }
            }
        }
        played.games += 1;
        played.time = start.elapsed();
    }
    played
}

/// Nanoseconds to clone a state from the middle of a game.
fn clone_ns<R: Playable>(rules: &R, seed: GameSeed, measure: Duration) -> f64 {
    let states = positions(rules, seed);
    let (mut clones, start) = (0_u64, Instant::now());
    loop {
        for _ in 0..64 {
            for state in &states {
                black_box(black_box(state).clone());
            }
        }
        clones += 64 * states.len() as u64;
        let time = start.elapsed();
        if time >= measure {
            return time.as_nanos() as f64 / clones as f64;
        }
    }
}

/// Positions from eager games, evenly taken.
fn positions<R: Playable>(rules: &R, seed: GameSeed) -> Vec<R::State> {
    let mut rng = seed.derive("positions", 0).rng();
    let (mut actions, mut outcomes, mut states) = (Vec::new(), Vec::new(), Vec::new());
    let mut state = rules.start();
    while states.len() < POSITIONS {
        match rules.node(&state) {
            Node::Decision(_) => {
                rules.actions(&state, &mut actions);
                let action = actions[rules.eager(&state, &actions, &mut rng)];
                rules.apply(&mut state, action, &mut ());
            }
            Node::Chance => {
                rules.outcomes(&state, &mut outcomes);
                let outcome = odds::draw(&outcomes, &mut rng);
                rules.resolve(&mut state, outcome, &mut ());
            }
            Node::Over(_) => state = rules.start(),
        }
        states.push(state.clone());
    }
    states
}

/// Games a second on two threads over those on one: the median of several rounds, one
/// thread and two in turns, so that a busy machine slows both alike.
fn scaling<R: Playable>(rules: &R, seed: GameSeed, measure: Duration) -> f64 {
    let rate = |speed: Speed| speed.games as f64 / speed.time.as_secs_f64();
    let ratios: Vec<f64> = (0..ROUNDS)
        .map(|round| {
            let seed = seed.derive("round", round as u64);
            let one = rate(play_for(rules, seed.derive("thread", 0), measure));
            let two: f64 = std::thread::scope(|scope| {
                let threads = [1, 2].map(|number| {
                    let seed = seed.derive("thread", number);
                    scope.spawn(move || play_for(rules, seed, measure))
                });
                threads.map(|thread| rate(thread.join().expect("games do not panic"))).into_iter().sum()
            });
            two / one
        })
        .collect();
    median(ratios)
}
