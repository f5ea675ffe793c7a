//! Levels of the learned opponent, with untrained weights: what holds of them whatever was
//! learned.
#![expect(clippy::unwrap_used, reason = "what a test sets up holds, or the test fails")]

mod encodings;
mod games;

use std::sync::Arc;

use sandtable_agents::mcts::{Budget, Settings};
use sandtable_agents::network::{self, Network, Shape, Source, Weights};
use sandtable_agents::{
    Agent, AgentSpec, LEVELS, Learned, Level, Mcts, Networks, NoClock, Temperature, build,
};
use sandtable_core::encoding::Encode;
use sandtable_core::{Game, GameSeed};
use sandtable_gridded::Gridded;
use sandtable_reference::ConnectFour;

use encodings::livelier;
use games::{connect_four, game};

const SHAPE: Shape = Shape { width: 16, heads: 2, blocks: 1, hidden: 16 };

fn weights<R: Encode>() -> Weights {
    livelier(&Weights::seeded(SHAPE, &R::ENCODER, GameSeed::from_number(1)).unwrap())
}

/// The first position with a real choice.
fn battle() -> Game<Gridded> {
    let mut game = game::<Gridded>("meeting-engagement", 3);
    while game.position().is_none_or(|position| position.actions().len() < 3) {
        match game.position().map(|position| position.actions()[0]) {
            Some(only) => game.act(only).map(drop).unwrap(),
            None => game.throw().map(drop).unwrap(),
        }
    }
    game
}

#[test]
fn every_level_is_named_built_and_repeats_by_its_seed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights.safetensors");
    std::fs::write(&file, weights::<Gridded>().write()).unwrap();
    let (game, networks) = (battle(), Networks::new());
    let position = game.position().unwrap();
    for level in LEVELS {
        let name = format!("net@{}:{level}", file.display());
        let spec: AgentSpec = name.parse().unwrap();
        assert_eq!(spec, AgentSpec::Level(Source::File(file.clone()), level));
        assert_eq!((spec.to_string(), spec.name()), (name.clone(), "net"));
        let decide = |seed| {
            let mut agent = build::<Gridded>(&spec, &networks).unwrap();
            assert_eq!(agent.name(), name);
            agent.begin(GameSeed::from_number(seed));
            let action = agent.decide(&position, &NoClock);
            let thought = agent.thought().unwrap();
            assert_eq!(thought.simulations, u64::from(level.simulations()));
            assert_eq!(thought.candidates[0].action, action);
            assert_eq!(thought.why.contains("it drew"), level.temperature().is_some(), "{}", thought.why);
            (action, thought.why.clone())
        };
        assert_eq!(decide(7), decide(7), "{level}");
    }
}

#[test]
fn a_veteran_plays_what_its_search_thinks_best() {
    let game = battle();
    let position = game.position().unwrap();
    let network = Arc::new(Network::new(&weights::<Gridded>(), &Gridded::ENCODER).unwrap());
    let decide = |settings: Settings| {
        let mut agent = Mcts::with_evaluator(settings, Learned::shared(Arc::clone(&network)));
        agent.begin(GameSeed::from_number(5));
        let action = agent.decide(&position, &NoClock);
        (action, agent.result().unwrap().clone())
    };
    let veteran: Level = "veteran".parse().unwrap();
    let (action, result) = decide(veteran.settings());
    let plain = Settings { budget: Budget::Simulations(veteran.simulations()), ..Settings::learned() };
    assert_eq!((action, result.clone()), decide(plain));
    assert_eq!(position.actions()[result.choice], action);
    let hot = Settings { temperature: Some(Temperature::hundredths(1000)), ..plain };
    assert_eq!(decide(hot).1.policy, result.policy, "what it thinks does not depend on what it draws");
}

/// How often each column is played, and how often its policy says it should be.
fn played(temperature: Temperature) -> Vec<[f32; 2]> {
    const GAMES: u64 = 600;
    let game = connect_four(&[4, 4, 3]);
    let position = game.position().unwrap();
    let network = Arc::new(Network::new(&weights::<ConnectFour>(), &ConnectFour::ENCODER).unwrap());
    let settings =
        Settings { budget: Budget::Simulations(8), temperature: Some(temperature), ..Settings::learned() };
    let mut agent = Mcts::with_evaluator(settings, Learned::shared(network));
    let mut shares = vec![[0.0; 2]; position.actions().len()];
    for seed in 0..GAMES {
        agent.begin(GameSeed::from_number(seed));
        agent.decide(&position, &NoClock);
        let result = agent.result().unwrap();
        shares[result.choice][0] += 1.0 / GAMES as f32;
        let logits: Vec<f32> = result.policy.iter().map(|chance| chance.ln()).collect();
        for (share, chance) in shares.iter_mut().zip(temperature.chances(&logits)) {
            share[1] += chance / GAMES as f32;
        }
    }
    shares
}

#[test]
fn lots_fall_as_the_improved_policy_says_and_more_evenly_the_higher_the_temperature() {
    // The chance that two games are played alike: 1 for always the same.
    let alike = |shares: &[[f32; 2]]| shares.iter().map(|[share, _]| share * share).sum::<f32>();
    let runs = [10, 50, 100].map(|hundredths| played(Temperature::hundredths(hundredths)));
    for shares in &runs {
        for [share, expected] in shares {
            assert!((share - expected).abs() < 0.08, "{share} of {expected}");
        }
    }
    let alike = runs.map(|shares| alike(&shares));
    assert!(alike.is_sorted_by(|cold, warm| *cold > warm + 0.02), "{alike:?}");
}

#[test]
fn the_weights_that_are_shipped_can_be_played_with() {
    let loads = Networks::new().get::<Gridded>(&Source::Shipped);
    assert_eq!(loads.is_ok(), network::shipped("gridded").is_some(), "{loads:?}");
}

#[test]
fn the_book_has_the_levels_as_they_are() {
    let book = include_str!("../../docs/agents.md");
    for level in LEVELS {
        let heat = level.temperature().map_or("none".to_owned(), |temperature| temperature.to_string());
        let row = format!("| `{level}` | {} | {heat} | {} |", level.simulations(), level.about());
        assert!(book.contains(&row), "docs/agents.md lacks {row}");
    }
}
