//! Environments over every ruleset of the registry: the same battle as the driver's,
//! the same on any number of threads, the same after a save.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]
#![allow(clippy::float_cmp, reason = "rewards are verdicts, which are exact")]

use std::sync::Arc;

use rand::RngExt as _;
use sandtable_core::{Doctrine, Game, GameError, GameSeed, Playable, Scenario, Seat};
use sandtable_gym::{AutoReset, Env, EnvError, RULESETS, StepOf, VecEnv, Visitor, visit};

fn scenarios<R: Playable>() -> Vec<Scenario> {
    R::scenarios().iter().map(|(name, text)| Scenario::parse(name, text).unwrap()).collect()
}

fn everywhere<V: Visitor + Copy>(visitor: V) {
    for id in RULESETS {
        visit(id, visitor).unwrap();
    }
}

fn eager<R: Doctrine>(env: &Env<R>, rng: &mut impl rand::Rng) -> R::Action {
    let list = env.legal_actions(env.decider().unwrap());
    list[env.rules().eager(env.state(), list, rng)]
}

/// An environment is the driver's battle: the same states, and fresh observations after
/// every step.
#[derive(Clone, Copy)]
struct SameAsGame;

impl Visitor for SameAsGame {
    type Out = ();

    fn visit<R: Playable>(self) {
        for (number, scenario) in scenarios::<R>().iter().enumerate() {
            let seed = GameSeed::from_number(number as u64);
            let mut env = Env::<R>::new(scenario, seed).unwrap();
            let mut game = Game::<R>::new(scenario, [String::new(), String::new()], Some(seed)).unwrap();
            let mut rng = seed.derive("test", 0).rng();
            loop {
                while !game.is_over() && game.decider().is_none() {
                    game.throw().unwrap();
                }
                let step = env.step_now();
                assert_eq!(env.state(), game.state());
                assert_eq!(env.decider(), game.decider());
                assert_eq!(step.info.verdict, game.verdict());
                assert_eq!(step.info.turn, game.turn());
                for seat in Seat::BOTH {
                    assert_eq!(env.view(seat), game.rules().view(game.state(), seat));
                    assert_eq!(env.legal_actions(seat), game.actions(seat));
                    assert_eq!(env.legal_actions(seat).len() >= 2, env.decider() == Some(seat));
                    assert_eq!(env.render(seat), game.rules().board(&game.view(seat)));
                }
                assert_eq!(step.rewards[0] + step.rewards[1], 0.0);
                if env.is_done() {
                    assert!(step.terminated && !step.truncated);
                    assert_eq!(Some(step.rewards[0]), game.value());
                    break;
                }
                assert_eq!(step.rewards, [0.0, 0.0]);
                let action = eager(&env, &mut rng);
                game.act(action).unwrap();
                env.step(action).unwrap();
            }
            assert_eq!(env.step(game_action(&env)), Err(GameError::Over));
        }
    }
}

/// Some action of the ruleset, from its first decision.
fn game_action<R: Playable>(env: &Env<R>) -> R::Action {
    let fresh = Env::with_rules(Arc::clone(env.rules()), GameSeed::from_number(0));
    fresh.legal_actions(fresh.decider().unwrap())[0]
}

#[test]
fn an_environment_is_the_drivers_battle() {
    everywhere(SameAsGame);
}

/// A save in mid-game goes on as the battle would have, through JSON, and a clone too.
#[derive(Clone, Copy)]
struct SavesGoOn;

impl Visitor for SavesGoOn {
    type Out = ();

    fn visit<R: Playable>(self) {
        for (number, scenario) in scenarios::<R>().iter().enumerate() {
            let seed = GameSeed::from_number(100 + number as u64);
            let mut rng = seed.derive("test", 0).rng();
            let mut env = Env::<R>::new(scenario, seed).unwrap();
            for _ in 0..rng.random_range(1..40) {
                if !env.is_done() {
                    let action = eager(&env, &mut rng);
                    env.step(action).unwrap();
                }
            }
            let text = serde_json::to_string(&env.save()).unwrap();
            let mut restored = Env::<R>::new(scenario, GameSeed::from_number(999)).unwrap();
            restored.restore(serde_json::from_str(&text).unwrap()).unwrap();
            let mut clone = env.clone();
            while !env.is_done() {
                let action = eager(&env, &mut rng);
                let step = env.step(action).unwrap();
                assert_eq!(restored.step(action), Ok(step));
                assert_eq!(clone.step(action), Ok(step));
                assert_eq!(restored.state(), env.state());
                assert_eq!(clone.state(), env.state());
            }
            let mut other = env.save();
            other.start ^= 1;
            assert_eq!(restored.restore(other), Err(EnvError::Scenario));
            let mut other = env.save();
            other.version += 1;
            assert!(restored.restore(other).unwrap_err().to_string().contains("version"));
        }
    }
}

#[test]
fn saves_and_clones_go_on_as_the_battle_would_have() {
    everywhere(SavesGoOn);
}

/// A refused action changes nothing; a limit truncates.
#[derive(Clone, Copy)]
struct Limits;

impl Visitor for Limits {
    type Out = ();

    fn visit<R: Playable>(self) {
        let scenario = &scenarios::<R>()[0];
        let seed = GameSeed::from_number(5);
        let mut env = Env::<R>::new(scenario, seed).unwrap().with_limit(2);
        let mut rng = seed.rng();
        let first = env.state().clone();
        let action = eager(&env, &mut rng);
        env.step(action).unwrap();
        if !env.is_done() {
            let action = eager(&env, &mut rng);
            let step = env.step(action).unwrap();
            assert!(step.truncated != step.terminated);
            assert_eq!(step.info.decider, None);
            for seat in Seat::BOTH {
                assert!(env.legal_actions(seat).is_empty());
            }
            assert_eq!(env.step(action), Err(GameError::Over));
        }
        assert!(!env.reset(seed).truncated);
        assert_eq!(*env.state(), first);
        let seat = env.decider().unwrap();
        let step = env.resign(seat).unwrap();
        assert!(step.terminated);
        assert_eq!(step.rewards[seat.index()], -1.0);
        assert!(env.resign(seat).is_err());
    }
}

#[test]
fn limits_truncate_and_resignation_loses() {
    everywhere(Limits);
}

/// Everything that a row of environments says in `rounds` steps on so many threads.
fn trajectory<R: Playable>(scenario: &Scenario, threads: usize, rounds: usize) -> Vec<Vec<StepOf<R>>> {
    let rules = Arc::new(R::load(scenario).unwrap());
    let seed = GameSeed::from_number(7);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut envs = VecEnv::<R>::new(vec![rules; 23], seed, Some(60), AutoReset::SameStep);
        let mut rngs: Vec<_> = (0..23).map(|i| seed.derive("choices", i).rng()).collect();
        (0..rounds)
            .map(|_| {
                let actions: Vec<_> = envs
                    .envs()
                    .iter()
                    .zip(&mut rngs)
                    .map(|(env, rng)| env.decider().map(|_| eager(env, rng)))
                    .collect();
                envs.step(&actions).unwrap().to_vec()
            })
            .collect()
    })
}

#[derive(Clone, Copy)]
struct AnyThreads;

impl Visitor for AnyThreads {
    type Out = ();

    fn visit<R: Playable>(self) {
        let scenario = &scenarios::<R>()[0];
        let one = trajectory::<R>(scenario, 1, 200);
        assert!(one.iter().flatten().any(|step| step.terminated || step.truncated));
        assert!(one == trajectory::<R>(scenario, 2, 200), "two threads");
        assert!(one == trajectory::<R>(scenario, 8, 200), "eight threads");
    }
}

#[test]
fn a_row_of_environments_is_the_same_on_any_number_of_threads() {
    everywhere(AnyThreads);
}

/// Battle `n` of environment `i` is the battle with that derived seed.
#[derive(Clone, Copy)]
struct AutoResets;

impl Visitor for AutoResets {
    type Out = ();

    fn visit<R: Playable>(self) {
        let scenario = &scenarios::<R>()[0];
        let rules = Arc::new(R::load(scenario).unwrap());
        let seed = GameSeed::from_number(8);
        let mut envs = VecEnv::<R>::new(vec![Arc::clone(&rules); 2], seed, Some(30), AutoReset::SameStep);
        let mut rng = seed.rng();
        for _ in 0..200 {
            let actions: Vec<_> = envs.envs().iter().map(|env| Some(eager(env, &mut rng))).collect();
            let before = envs.episodes().to_vec();
            let steps = envs.step(&actions).unwrap().to_vec();
            for (i, step) in steps.iter().enumerate() {
                let ended = step.terminated || step.truncated;
                assert_eq!(envs.episodes()[i], before[i] + u64::from(ended));
                assert_eq!(step.info.decider, envs.decision(i).map(|(seat, _)| seat));
                if ended {
                    let seed = seed.derive("env", i as u64).derive("episode", envs.episodes()[i]);
                    assert_eq!(envs.envs()[i].state(), Env::with_rules(Arc::clone(&rules), seed).state());
                }
            }
        }
        assert!(envs.episodes().iter().all(|episodes| *episodes > 0));

        let mut envs = VecEnv::<R>::new(vec![rules; 2], seed, Some(1), AutoReset::Off);
        let before = envs.envs()[0].state().clone();
        let first = eager(&envs.envs()[0], &mut rng);
        let refused = envs.step(&[Some(first), None]).unwrap_err();
        assert_eq!(refused.index, 1);
        assert_eq!(*envs.envs()[0].state(), before, "a refused row steps nobody");
        let second = eager(&envs.envs()[1], &mut rng);
        envs.step(&[Some(first), Some(second)]).unwrap();
        assert!(envs.envs().iter().all(Env::is_done));
        envs.step(&[None, None]).unwrap();
        assert_eq!(envs.step(&[Some(first), None]).unwrap_err().index, 0);
        assert!(envs.reset(seed).iter().all(|step| !step.terminated && !step.truncated));
    }
}

#[test]
fn a_row_begins_the_next_battle_by_number() {
    everywhere(AutoResets);
}
