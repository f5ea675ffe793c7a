//! Agents with a network: a policy, and the search that it judges for.
#![expect(clippy::unwrap_used, reason = "what a test sets up holds, or the test fails")]

mod encodings;
mod games;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use sandtable_agents::mcts::{Budget, Evaluator, Leaf, Settings};
use sandtable_agents::network::{Network, Scratch, Shape, Source, Weights};
use sandtable_agents::{Agent, AgentSpec, Learned, Mcts, NetworkError, Networks, NoClock, Policy, build};
use sandtable_core::encoding::{Encode, Encoding};
use sandtable_core::{Game, GameSeed, Seat};
use sandtable_gridded::Gridded;
use sandtable_reference::{ConnectFour, Kuhn, Pig};

use encodings::livelier;
use games::{connect_four, game};

const SHAPE: Shape = Shape { width: 16, heads: 2, blocks: 1, hidden: 16 };

fn weights<R: Encode>(seed: u64) -> Weights {
    livelier(&Weights::seeded(SHAPE, &R::ENCODER, GameSeed::from_number(seed)).unwrap())
}

fn network<R: Encode>(seed: u64) -> Arc<Network> {
    Arc::new(Network::new(&weights::<R>(seed), &R::ENCODER).unwrap())
}

/// Chances of the actions at the game's decision.
fn chances<R: Encode>(game: &Game<R>, network: &Network) -> Vec<f32> {
    let position = game.position().unwrap();
    let (mut encoding, mut scratch) = (Encoding::default(), Scratch::default());
    game.rules().encode(game.state(), position.seat(), position.actions(), &mut encoding);
    network.forward(&[encoding], &mut scratch);
    let mut logits = scratch.answers().next().unwrap().logits.to_vec();
    sandtable_agents::mcts::formulas::softmax(&mut logits);
    logits
}

const DRAWS: u32 = 4000;

#[test]
fn a_policy_plays_its_likeliest_action_or_draws_by_chance() {
    let (game, network) = (connect_four(&[4, 4, 3]), network::<ConnectFour>(1));
    let chances = chances(&game, &network);
    let position = game.position().unwrap();
    let best = (0..7).max_by(|&a, &b| chances[a].total_cmp(&chances[b])).unwrap();
    let mut greedy = Policy::greedy(Arc::clone(&network));
    assert_eq!(greedy.decide(&position, &NoClock), position.actions()[best]);
    let mut sampling = Policy::sampling(network, "1".parse().unwrap());
    sampling.begin(GameSeed::from_number(1));
    let mut counts = BTreeMap::new();
    for _ in 0..DRAWS {
        *counts.entry(sampling.decide(&position, &NoClock)).or_insert(0_u32) += 1;
    }
    for (action, chance) in position.actions().iter().zip(&chances) {
        let share = f64::from(counts.get(action).copied().unwrap_or(0)) / f64::from(DRAWS);
        assert!((share - f64::from(*chance)).abs() < 0.04, "{action:?}: {share} of {chance}");
    }
}

#[test]
fn a_cold_policy_is_nearly_greedy_and_the_same_seed_draws_the_same() {
    let (game, network) = (connect_four(&[4, 4, 3]), network::<ConnectFour>(1));
    let position = game.position().unwrap();
    let greedy = Policy::greedy(Arc::clone(&network)).decide(&position, &NoClock);
    let mut cold = Policy::sampling(Arc::clone(&network), "0.01".parse().unwrap());
    cold.begin(GameSeed::from_number(1));
    assert!((0..50).all(|_| cold.decide(&position, &NoClock) == greedy));
    let draw = || {
        let mut agent = Policy::sampling(Arc::clone(&network), "2".parse().unwrap());
        agent.begin(GameSeed::from_number(9));
        (0..20).map(|_| agent.decide(&position, &NoClock)).collect::<Vec<_>>()
    };
    assert_eq!(draw(), draw());
}

/// The second seat decides as well: a value for it is turned into one for the first.
#[test]
fn values_are_for_the_first_seat_whoever_decides() {
    let (mut judge, network) = (Learned::<Pig>::shared(network::<Pig>(2)), network::<Pig>(2));
    let game = game::<Pig>("pig", 1);
    let leaf = |seat: Seat| {
        let mut state = *game.state();
        state.seat = seat;
        let mut actions = Vec::new();
        sandtable_core::Ruleset::actions(&**game.rules(), &state, &mut actions);
        Leaf { state, seat, actions, value: 0.0, logits: Vec::new() }
    };
    let mut leaves = [leaf(Seat::FIRST), leaf(Seat::SECOND)];
    judge.evaluate(game.rules(), &mut leaves, &mut GameSeed::from_number(1).rng());
    for leaf in &leaves {
        let (mut encoding, mut scratch) = (Encoding::default(), Scratch::default());
        game.rules().encode(&leaf.state, leaf.seat, &leaf.actions, &mut encoding);
        network.forward(&[encoding], &mut scratch);
        let answer = scratch.answers().next().unwrap();
        let own = answer.outcome[0] - answer.outcome[2];
        let sign = if leaf.seat == Seat::FIRST { 1.0 } else { -1.0 };
        assert!((leaf.value - sign * own).abs() < 1e-6 && own.abs() > 1e-3);
        assert_eq!(leaf.logits, answer.logits);
    }
    // Both sides of Pig look alike to who decides, and so the values are opposite.
    assert!((leaves[0].value + leaves[1].value).abs() < 1e-6);
}

#[test]
fn a_search_by_a_network_repeats_and_prefers_what_the_policy_likes() {
    let mut game = game::<Gridded>("meeting-engagement", 3);
    while game.position().is_none_or(|position| position.actions().len() < 3) {
        match game.position().map(|position| position.actions()[0]) {
            Some(only) => game.act(only).map(drop).unwrap(),
            None => game.throw().map(drop).unwrap(),
        }
    }
    let position = game.position().unwrap();
    let network = network::<Gridded>(4);
    let decide = |batch: usize| {
        let settings = Settings { budget: Budget::Simulations(64), ..Settings::learned() };
        let judge = Learned::shared(Arc::clone(&network)).with_batch(batch);
        let mut agent = Mcts::with_evaluator(settings, judge);
        agent.begin(GameSeed::from_number(5));
        agent.decide(&position, &NoClock);
        agent.result().unwrap().clone()
    };
    let result = decide(8);
    assert_eq!(result, decide(8));
    assert_eq!(result.simulations, 64);
    let chances = chances(&game, &network);
    assert!(result.priors.iter().zip(&chances).all(|(prior, chance)| (prior - chance).abs() < 1e-5));
    // One at a time it sees the same network, in another order.
    assert_eq!(decide(1).priors, result.priors);
}

#[test]
fn weights_that_cannot_be_had_are_named_with_the_cure() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights.safetensors");
    let source = Source::File(file.clone());
    let networks = Networks::new();
    let fault = |error: NetworkError| {
        let line = error.to_string();
        assert!(!line.contains('\n'), "{line}");
        line
    };
    let spec = |text: &str| -> AgentSpec { text.parse().unwrap() };
    let error = fault(build::<Pig>(&spec("net:40"), &networks).err().unwrap());
    assert!(error.contains("no weights for `pig`: name a file"), "{error}");
    let named = |error: NetworkError| {
        let line = fault(error);
        assert!(line.starts_with(file.to_str().unwrap()), "{line}");
        line
    };
    assert!(named(networks.get::<Pig>(&source).unwrap_err()).contains("cannot be read"));
    std::fs::write(&file, "nothing").unwrap();
    assert!(named(networks.get::<Pig>(&source).unwrap_err()).contains("cut short"));
    std::fs::write(&file, weights::<Kuhn>(1).write()).unwrap();
    assert!(named(networks.get::<Pig>(&source).unwrap_err()).contains("trained for kuhn/v1, not for pig/v1"));
    let both = [networks.get::<Kuhn>(&source).unwrap(), networks.get::<Kuhn>(&source).unwrap()];
    assert!(Arc::ptr_eq(&both[0], &both[1]), "a file is read once");
    let agent = build::<Kuhn>(&spec(&format!("net@{}:40", path(&file))), &networks).unwrap();
    assert_eq!(agent.name(), format!("net@{}:40", path(&file)));
}

fn path(file: &Path) -> std::path::Display<'_> {
    file.display()
}
