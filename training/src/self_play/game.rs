//! One game of self-play.

use sandtable_core::{Doctrine, Node, Position, Seat, odds};

use super::player::Player;
use super::{Lineup, Minds};
use crate::Config;
use crate::store::{Lesson, SavedGame};

/// Plays a game.
///
/// # Panics
/// When the rules or an agent break their promises.
pub fn play<R: Doctrine>(
    config: &Config,
    lineup: &Lineup<R>,
    minds: &dyn Minds<R>,
    number: u32,
) -> SavedGame {
    let rules = &*lineup.rules;
    let mut players = Seat::BOTH.map(|seat| {
        let seed = lineup.seed.derive("player", seat.index() as u64);
        Player::new(config, lineup.players[seat.index()], minds, seed)
    });
    let mut dice = lineup.seed.derive("dice", 0).rng();
    let (mut state, mut actions, mut outcomes) = (rules.start(), Vec::new(), Vec::new());
    let (mut steps, mut lessons, mut simulations) = (Vec::new(), Vec::new(), 0);
    loop {
        match rules.node(&state) {
            Node::Over(verdict) => {
                return SavedGame {
                    number,
                    scenario: 0,
                    steps,
                    lessons,
                    thousandths: verdict.thousandths(),
                    end: rules.key(&state),
                    turn: rules.turn(&state),
                    simulations,
                };
            }
            Node::Chance => {
                rules.outcomes(&state, &mut outcomes);
                let drawn = odds::draw(&outcomes, &mut dice);
                let index = outcomes.iter().position(|(outcome, _)| *outcome == drawn);
                steps.push(index.expect("what is drawn is in the list") as u16);
                rules.resolve(&mut state, drawn, &mut ());
            }
            Node::Decision(seat) => {
                rules.actions(&state, &mut actions);
                if let [only] = actions[..] {
                    rules.apply(&mut state, only, &mut ());
                    continue;
                }
                let decision = players[seat.index()].decide(&Position::new(rules, &state, seat, &actions));
                if let Some((policy, value)) = decision.lesson {
                    lessons.push(Lesson { step: steps.len() as u32, policy, value });
                }
                simulations += u64::from(decision.simulations);
                steps.push(decision.choice as u16);
                rules.apply(&mut state, actions[decision.choice], &mut ());
            }
        }
    }
}
