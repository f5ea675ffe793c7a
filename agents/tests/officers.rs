//! The agents that do not search far: random, eager, greedy and drill.
#![expect(clippy::unwrap_used, reason = "what a test sets up holds, or the test fails")]

use std::collections::BTreeSet;

use sandtable_agents::network::{Shape, Weights};
use sandtable_agents::{AGENTS, Agent, AgentSpec, Greedy, Networks, NoClock, Random, build};
use sandtable_core::{Doctrine, Encode, Game, GameSeed, Position, Ruleset, Seat, scenario};
use sandtable_reference::pig::{Action, State};
use sandtable_reference::{ConnectFour, Kuhn, Pig};

fn rules<R: Ruleset>(name: &str) -> R {
    R::load(&scenario::built_in::<R>(name).unwrap()).unwrap()
}

fn pig(kept: [u16; 2], gathered: u16, seat: Seat) -> State {
    State { kept, gathered, taken: 30, seat, rolling: false, turn: 4 }
}

fn decide<R: Ruleset>(agent: &mut dyn Agent<R>, rules: &R, state: &R::State) -> R::Action {
    let mut actions = Vec::new();
    rules.actions(state, &mut actions);
    let seat = rules.node(state).decider().unwrap();
    agent.decide(&Position::new(rules, state, seat, &actions), &NoClock)
}

/// The expectation of one turn of Pig is greatest when it stops at 20: below, a roll
/// gains more than it loses; at 20 they are even.
#[test]
fn greedy_maximises_the_exact_expectation_of_an_activation() {
    let rules = rules::<Pig>("pig");
    for seat in Seat::BOTH {
        for gathered in 0..40 {
            let mut agent = Greedy::<Pig>::default();
            let action = decide(&mut agent, &rules, &pig([10, 40], gathered, seat));
            if gathered != 20 {
                let right = if gathered < 20 { Action::Roll } else { Action::Stop };
                assert_eq!(action, right, "{gathered} for {seat}");
            }
        }
        // Stopping wins, whatever a roll might gather.
        let mut agent = Greedy::<Pig>::default();
        let mut kept = [50; 2];
        kept[seat.index()] = 95;
        assert_eq!(decide(&mut agent, &rules, &pig(kept, 5, seat)), Action::Stop);
        // Five points more on its side, and the battle won.
        let why = &agent.thought().unwrap().why;
        assert!(why.contains("+25.00 points"), "{why}");
    }
}

#[test]
fn greedy_plans_once_an_activation() {
    let rules = rules::<Pig>("pig");
    let mut agent = Greedy::<Pig>::default();
    agent.begin(GameSeed::from_number(1));
    decide(&mut agent, &rules, &pig([10, 40], 0, Seat::FIRST));
    assert!(agent.thought().unwrap().simulations > 10);
    for gathered in [3, 9, 24] {
        decide(&mut agent, &rules, &pig([10, 40], gathered, Seat::FIRST));
        // `taken` would have grown: this position was not foreseen, and is looked at anew.
        assert!(agent.thought().unwrap().simulations > 0);
    }
    let mut state = pig([10, 40], 0, Seat::FIRST);
    decide(&mut agent, &rules, &state);
    rules.apply(&mut state, Action::Roll, &mut ());
    rules.resolve(&mut state, sandtable_reference::pig::Pips(5), &mut ());
    assert_eq!(decide(&mut agent, &rules, &state), Action::Roll);
    assert_eq!(agent.thought().unwrap().simulations, 0);
    assert!(agent.thought().unwrap().why.contains("as it planned"));
}

#[test]
fn lots_fall_by_seed_and_reach_every_equal_action() {
    let rules = rules::<ConnectFour>("connect-four");
    let start = rules.start();
    for spec in ["random", "greedy", "eager"] {
        let mut seen = BTreeSet::new();
        for seed in 0..100 {
            let mut agent = build::<ConnectFour>(&spec.parse().unwrap(), &Networks::new()).unwrap();
            agent.begin(GameSeed::from_number(seed));
            let action = decide(&mut *agent, &rules, &start);
            seen.insert(action);
            agent.begin(GameSeed::from_number(seed));
            assert_eq!(decide(&mut *agent, &rules, &start), action, "{spec}");
        }
        assert_eq!(seen.len(), 7, "{spec}");
    }
}

#[test]
fn random_is_uniform() {
    let rules = rules::<ConnectFour>("connect-four");
    let (start, mut agent) = (rules.start(), Random::<ConnectFour>::default());
    agent.begin(GameSeed::from_number(3));
    let mut counts = [0_i32; 7];
    for _ in 0..7000 {
        counts[usize::from(decide(&mut agent, &rules, &start).index())] += 1;
    }
    let chi: f64 = counts.iter().map(|&n| f64::from(n - 1000).powi(2) / 1000.0).sum();
    assert!(chi < 22.5, "chi-square {chi} with 6 degrees of freedom, 0.1 % is 22.5");
}

/// Plays a whole game and checks what the agent says at each decision.
fn every_word<R: Doctrine + Encode>() {
    let (networks, folder) = (Networks::new(), tempfile::tempdir().unwrap());
    let file = folder.path().join("weights.safetensors");
    let shape = Shape { width: 8, heads: 2, blocks: 1, hidden: 8 };
    let weights = Weights::seeded(shape, &R::ENCODER, GameSeed::from_number(1)).unwrap();
    std::fs::write(&file, weights.write()).unwrap();
    let file = file.display();
    for (name, _) in AGENTS {
        let text = match *name {
            "mcts" | "planner" => format!("{name}:40"),
            "net" => format!("net@{file}:40"),
            "policy" => format!("policy@{file}:0.5"),
            name => name.to_owned(),
        };
        let spec: AgentSpec = text.parse().unwrap();
        let mut agent = build::<R>(&spec, &networks).unwrap();
        assert_eq!(agent.name(), spec.to_string());
        agent.begin(GameSeed::from_number(1));
        assert!(agent.thought().is_none());
        let scenario = scenario::built_in::<R>(R::scenarios()[0].0).unwrap();
        let seed = Some(GameSeed::from_number(2));
        let mut game = Game::<R>::new(&scenario, Default::default(), seed).unwrap();
        while !game.is_over() {
            let Some(position) = game.position() else {
                game.throw().unwrap();
                continue;
            };
            let action = agent.decide(&position, &NoClock);
            let thought = agent.thought().unwrap();
            assert_eq!(thought.candidates[0].action, action, "{name}");
            assert_eq!(thought.plan[0], position.notation(action), "{name}");
            assert!(thought.why.ends_with('.') && thought.why.len() > 15, "{name}: {}", thought.why);
            assert!(thought.value.is_none_or(|value| value.abs() <= 1.0));
            game.act(action).unwrap();
        }
    }
}

#[test]
fn every_agent_says_why() {
    every_word::<ConnectFour>();
    every_word::<Pig>();
    every_word::<Kuhn>();
}
