//! How a game of Kuhn poker stands, and the scripted player.

use rand::{Rng, RngExt as _};
use sandtable_core::{Doctrine, Order, Seat};

use super::{Action, Card, Held, Kuhn, Stage, State, View};

impl Doctrine for Kuhn {
    const DRILL_VERSION: u32 = 1;

    /// Net chips once the game is over; nobody is ahead before.
    fn material(&self, state: &State) -> i32 {
        state.net().map_or(0, |(chips, _)| chips)
    }

    fn evaluate(&self, state: &State) -> f32 {
        if let Some((chips, _)) = state.net() {
            return chips as f32 / 2.0;
        }
        match state.cards {
            // The higher card takes at least the ante, unless it is bluffed out.
            [Some(first), Some(second)] if first > second => 0.5,
            [Some(_), Some(_)] => -0.5,
            _ => 0.0,
        }
    }

    fn is_at_rest(&self, _: &State) -> bool {
        true
    }

    fn eager<G: Rng + ?Sized>(&self, _: &State, actions: &[Action], rng: &mut G) -> usize {
        let wanted = if rng.random_ratio(3, 4) { Action::Bet } else { Action::Pass };
        actions.iter().position(|&action| action == wanted).unwrap_or(0)
    }

    /// Plays without bluffs: the king bets and meets every bet, the jack never does,
    /// the queen meets only a bet that answers a pass.
    fn drill(&self, view: &View, seat: Seat, _: &[Action]) -> Order<Action> {
        let order = |action, why: &str| Order { action, why: why.to_owned() };
        match (view.cards[seat.index()], view.stage) {
            (Held::Known(Card::King), _) => order(Action::Bet, "The king cannot lose."),
            (Held::Known(Card::Queen), Stage::PassedBet) => {
                order(Action::Bet, "A bet after a pass may well be a bluff.")
            }
            (Held::Known(Card::Queen), Stage::Bet) => {
                order(Action::Pass, "A player who opens with a bet rarely holds the jack.")
            }
            (Held::Known(Card::Queen), _) => {
                order(Action::Pass, "Only a king would meet a queen's bet, and only a jack fold to it.")
            }
            _ => order(Action::Pass, "The jack cannot win when the cards are shown."),
        }
    }
}
