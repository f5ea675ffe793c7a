//! What the whole-turn planner must find, and what it must never do.
#![expect(clippy::unwrap_used, reason = "what a test sets up holds, or the test fails")]

mod clocks;
mod games;

use std::cell::Cell;
use std::time::Duration;

use clocks::{Stopped, Ticking};
use games::{connect_four, game};
use sandtable_agents::exact::Expectimax;
use sandtable_agents::planner::Settings;
use sandtable_agents::{Agent, Budget, NoClock, Planner};
use sandtable_core::{Doctrine, GameSeed, Position, Ruleset, Seat, scenario};
use sandtable_gridded::Gridded;
use sandtable_reference::connect_four::Column;
use sandtable_reference::{ConnectFour, Kuhn, Pig};

fn planner<R: Doctrine>(plays: u32, seed: u64) -> Planner<R> {
    let mut agent = Planner::new(Settings { budget: Budget::Simulations(plays), ..Settings::default() });
    agent.begin(GameSeed::from_number(seed));
    agent
}

#[test]
fn connect_four_is_won_and_defended() {
    for seed in 0..10 {
        for moves in [&[4, 1, 4, 1, 4, 2][..], &[4, 1, 4, 1, 4]] {
            let game = connect_four(moves);
            let mut agent = planner(400, seed);
            assert_eq!(agent.decide(&game.position().unwrap(), &NoClock), Column::new(3), "{moves:?}");
        }
    }
}

/// The last decision of a game of Pig: what is certain is seen.
#[test]
fn a_win_at_hand_is_taken() {
    let rules = Pig::load(&scenario::built_in::<Pig>("pig").unwrap()).unwrap();
    for seat in Seat::BOTH {
        let mut kept = [50; 2];
        kept[seat.index()] = 95;
        let state =
            sandtable_reference::pig::State { kept, gathered: 5, taken: 30, seat, rolling: false, turn: 4 };
        let mut actions = Vec::new();
        rules.actions(&state, &mut actions);
        let mut agent = planner::<Pig>(200, 1);
        let action = agent.decide(&Position::new(&rules, &state, seat, &actions), &NoClock);
        assert_eq!(action, sandtable_reference::pig::Action::Stop, "{seat}");
        assert!(agent.thought().unwrap().value.unwrap() > 0.99);
    }
}

/// Plays a game against itself: whatever it meets it decides, says why, and changes
/// nothing by thinking.
fn whole_game<R: Doctrine>(name: &str, plays: u32, seed: u64) -> (String, Vec<String>) {
    let mut game = game::<R>(name, seed);
    let mut agents = Seat::BOTH.map(|seat| planner::<R>(plays, seat.index() as u64));
    let mut told = Vec::new();
    while !game.is_over() {
        let Some(position) = game.position() else {
            game.throw().unwrap();
            continue;
        };
        let (state, agent) = (game.state().clone(), &mut agents[position.seat().index()]);
        let action = agent.decide(&position, &NoClock);
        assert_eq!(game.state(), &state, "thinking changes nothing");
        let thought = agent.thought().unwrap();
        assert_eq!(thought.candidates[0].action, action);
        assert_eq!(thought.plan[0], position.notation(action), "{:?}", thought.plan);
        assert!(thought.value.is_none_or(|value| value.abs() <= 1.0));
        told.push(format!("{thought:?}"));
        game.act(action).unwrap();
    }
    (game.record().digest(), told)
}

#[test]
fn every_game_is_played_to_its_end_and_the_same_again() {
    let twice = |play: &dyn Fn() -> (String, Vec<String>)| {
        let first = play();
        assert!(!first.1.is_empty());
        assert_eq!(play(), first);
    };
    twice(&|| whole_game::<ConnectFour>("connect-four", 60, 3));
    twice(&|| whole_game::<Pig>("pig", 60, 3));
    twice(&|| whole_game::<Kuhn>("kuhn", 60, 3));
    for (name, _) in Gridded::scenarios().iter().filter(|(name, _)| name.starts_with("tiny")) {
        twice(&|| whole_game::<Gridded>(name, 40, 3));
    }
}

/// Hidden stands, convoys, cavalry, reveals: a battle of each with hardly a thought.
#[test]
fn every_battle_is_played_to_its_end() {
    for (name, _) in Gridded::scenarios().iter().filter(|(name, _)| !name.starts_with("tiny")) {
        let (_, told) = whole_game::<Gridded>(name, 1, 5);
        assert!(told.len() > 20, "{name}");
    }
}

/// In a tiny scenario its choices lose little against exact play, wherever a position is
/// small enough to be solved quickly.
#[test]
fn tiny_battles_are_played_nearly_exactly() {
    let rules = Gridded::load(&scenario::built_in::<Gridded>("tiny-charge").unwrap()).unwrap();
    let (mut lost, mut decisions) = (0.0, 0);
    for seed in 0..8 {
        let mut game = game::<Gridded>("tiny-charge", seed);
        let mut agent = planner::<Gridded>(300, seed);
        while !game.is_over() {
            let Some(position) = game.position() else {
                game.throw().unwrap();
                continue;
            };
            let sign = f64::from(position.seat().sign());
            let action = agent.decide(&position, &NoClock);
            let mut exact = Expectimax::<_, f64>::new(&rules, 30_000);
            if let Ok(best) = exact.value(game.state()) {
                let mut next = game.state().clone();
                rules.apply(&mut next, action, &mut ());
                lost += sign * (best - exact.value(&next).unwrap());
                decisions += 1;
            }
            game.act(action).unwrap();
        }
    }
    assert!(decisions > 20, "{decisions}");
    assert!(lost / f64::from(decisions) < 0.03, "{lost} in {decisions} decisions");
}

#[test]
fn a_single_choice_costs_nothing() {
    let game = connect_four(&[]);
    let only = &game.position().unwrap().actions()[2..3];
    let mut agent = planner::<ConnectFour>(500, 1);
    let position = Position::new(&**game.rules(), game.state(), Seat::FIRST, only);
    assert_eq!(agent.decide(&position, &NoClock), only[0]);
    assert_eq!(agent.thought().unwrap().simulations, 0);
}

/// From square to order to destination nothing is thrown: the plan is followed.
#[test]
fn an_activation_without_a_throw_is_planned_once() {
    let mut game = game::<Gridded>("meeting-engagement", 1);
    let mut agent = planner::<Gridded>(100, 1);
    let (mut followed, mut planned) = (0, 0);
    for _ in 0..30 {
        while game.position().is_none() {
            game.throw().unwrap();
        }
        let position = game.position().unwrap();
        let action = agent.decide(&position, &NoClock);
        let thought = agent.thought().unwrap();
        if thought.simulations == 0 {
            followed += 1;
            assert!(thought.why.contains("as it planned"));
        } else {
            planned += 1;
            assert!(thought.simulations >= 100 && thought.simulations < 120, "{}", thought.simulations);
            assert!(!thought.plan.is_empty());
        }
        game.act(action).unwrap();
    }
    assert!(followed > planned, "{followed} followed, {planned} planned");
}

#[test]
fn time_and_stop_end_the_planning() {
    let budget = Budget::TimeATurn(Duration::from_millis(20));
    let mut agent =
        Planner::<ConnectFour>::new(Settings { budget, thoughts_a_turn: 1.0, ..Settings::default() });
    let game = connect_four(&[]);
    let clock = Ticking(Cell::new(0));
    agent.decide(&game.position().unwrap(), &clock);
    assert!((190..=210).contains(&clock.0.get()), "{}", clock.0.get());
    let mut agent = planner::<ConnectFour>(100_000, 1);
    agent.decide(&game.position().unwrap(), &Stopped);
    assert!(agent.thought().unwrap().simulations < 20);
}
