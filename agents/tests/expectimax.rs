//! The expectimax agent agrees with exact solving where its depth suffices.
#![expect(clippy::unwrap_used, reason = "what a test sets up holds, or the test fails")]

mod games;

use games::{connect_four, game};
use sandtable_agents::{Agent, Expectimax, NoClock, exact};
use sandtable_core::{Doctrine, GameSeed, Position, Ruleset, Seat, scenario};
use sandtable_gridded::Gridded;
use sandtable_reference::kuhn::{Action, Card, Held, Stage};
use sandtable_reference::{ConnectFour, Kuhn, Pig};

fn agent<R: Doctrine>(depth: u8, seed: u64) -> Expectimax<R> {
    let mut agent = Expectimax::new(depth);
    agent.begin(GameSeed::from_number(seed));
    agent
}

#[test]
fn connect_four_is_won_defended_and_forced() {
    let choose = |moves: &[u8], depth: u8| {
        let mut agent = agent(depth, 1);
        let column = agent.decide(&connect_four(moves).position().unwrap(), &NoClock);
        (column.index() + 1, agent.thought().unwrap().value.unwrap())
    };
    // Three in column 4: one move wins it; two moves see that it must be blocked.
    assert_eq!(choose(&[4, 1, 4, 1, 4, 2], 1), (4, 1.0));
    assert_eq!(choose(&[4, 1, 4, 1, 4], 2).0, 4);
    // An open three in the bottom row wins in three moves.
    let (column, value) = choose(&[3, 3, 4, 4], 3);
    assert!([2, 5].contains(&column) && value > 0.99, "{column} {value}");
    // And for the second seat, a sure loss seen one move ahead of it.
    let (_, value) = choose(&[3, 3, 4, 4, 5], 2);
    assert!(value < -0.99, "{value}");
}

/// Every decision of whole games: the agent's value and choice are the exact ones.
fn agrees_with_exact<R: Doctrine>(name: &str, depth: u8, games: u64, cut_is_allowed: bool) -> u32 {
    let rules = R::load(&scenario::built_in::<R>(name).unwrap()).unwrap();
    let mut solver = exact::Expectimax::<_, f64>::new(&rules, 3_000_000);
    let mut agreed = 0;
    for seed in 0..games {
        let mut game = game::<R>(name, seed);
        let mut agent = agent::<R>(depth, seed);
        while !game.is_over() {
            let Some(position) = game.position() else {
                game.throw().unwrap();
                continue;
            };
            let state = game.state().clone();
            let action = agent.decide(&position, &NoClock);
            assert_eq!(game.state(), &state, "thinking changes nothing");
            let (thought, sign) = (agent.thought().unwrap(), f64::from(position.seat().sign()));
            let is_cut = thought.why.contains("no time") || thought.why.contains("Not all");
            assert!(cut_is_allowed || !is_cut, "{}", thought.why);
            let is_whole = !is_cut && position.actions().len() <= sandtable_agents::expectimax::ROOT_WIDTH;
            if is_whole {
                let best = sign * solver.value(&state).unwrap();
                let mut next = state;
                rules.apply(&mut next, action, &mut ());
                let own = sign * solver.value(&next).unwrap();
                assert!((thought.value.unwrap() - best).abs() < 1e-6, "{name} {}: {best}", thought.why);
                assert!((own - best).abs() < 1e-6, "{name}: {own} of {best}");
                agreed += 1;
            }
            game.act(action).unwrap();
        }
    }
    agreed
}

/// Nine rolls and stops in all, so that at most nine activations are left.
#[test]
fn pig_is_played_exactly() {
    assert!(agrees_with_exact::<Pig>("pig-nine", 9, 10, false) > 20);
}

#[test]
fn equal_knowledge_means_equal_choice_and_the_jack_folds() {
    for seed in 0..30 {
        let mut game = game::<Kuhn>("kuhn", seed);
        let mut agent = agent::<Kuhn>(3, 1);
        while !game.is_over() {
            let Some(position) = game.position() else {
                game.throw().unwrap();
                continue;
            };
            let action = agent.decide(&position, &NoClock);
            let said = agent.thought().cloned();
            assert_eq!(agent.decide(&position, &NoClock), action);
            assert_eq!(agent.thought().cloned(), said);
            let own = position.view().cards[position.seat().index()];
            let to_meet = matches!(game.state().stage, Stage::Bet | Stage::PassedBet);
            if to_meet && own == Held::Known(Card::Jack) {
                assert_eq!(action, Action::Pass);
            }
            if to_meet && own == Held::Known(Card::King) {
                assert_eq!(action, Action::Bet);
            }
            game.act(action).unwrap();
        }
    }
}

#[test]
fn a_single_choice_costs_nothing() {
    let game = connect_four(&[]);
    let only = &game.position().unwrap().actions()[2..3];
    let position = Position::new(&**game.rules(), game.state(), Seat::FIRST, only);
    let mut agent = agent::<ConnectFour>(2, 1);
    assert_eq!(agent.decide(&position, &NoClock), only[0]);
    assert_eq!(agent.thought().unwrap().simulations, 0);
}

/// A decision stays bounded, and says so where the bound was felt.
#[test]
fn a_decision_stays_bounded() {
    let mut agent = agent::<ConnectFour>(9, 1);
    agent.decide(&connect_four(&[]).position().unwrap(), &NoClock);
    let thought = agent.thought().unwrap();
    let most = sandtable_agents::expectimax::POSITIONS;
    // Besides what is still on its way back.
    assert!(thought.simulations < most + 5000, "{}", thought.simulations);
    assert!(thought.why.contains("no time to look"), "{}", thought.why);
}

#[test]
fn tiny_battles_are_played_exactly_where_the_depth_suffices() {
    assert!(agrees_with_exact::<Gridded>("tiny-charge", 6, 2, true) > 3);
}

/// One decision of every kind of battle: hidden stands, convoys, cavalry.
#[test]
fn every_battle_begins() {
    for (name, _) in Gridded::scenarios() {
        let mut game = game::<Gridded>(name, 1);
        let mut agent = agent::<Gridded>(1, 1);
        for _ in 0..3 {
            while !game.is_over() && game.position().is_none() {
                game.throw().unwrap();
            }
            let Some(position) = game.position() else { break };
            let action = agent.decide(&position, &NoClock);
            assert!(agent.thought().unwrap().plan[0] == position.notation(action));
            game.act(action).unwrap();
        }
    }
}
