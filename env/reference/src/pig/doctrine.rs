//! How a game of Pig stands, and the scripted player.

use rand::{Rng, RngExt as _};
use sandtable_core::{Doctrine, Node, Order, Ruleset as _, Seat};

use super::{Action, Pig, State};

impl Pig {
    /// The turn total from which another roll loses more on average than it gains.
    ///
    /// A roll gains the sum of its pips from 2 up and loses the total on a 1, each face
    /// equally likely: the two are even when the total is that sum. With six sides it
    /// is the well-known 20.
    pub(super) fn hold_at(self) -> u16 {
        let sides = u16::from(self.sides);
        sides * (sides + 1) / 2 - 1
    }

    fn wins_by_stopping(self, state: &State) -> bool {
        state.kept[state.seat.index()] + state.gathered >= self.target
    }
}

impl Doctrine for Pig {
    const DRILL_VERSION: u32 = 1;

    fn material(&self, state: &State) -> i32 {
        i32::from(state.kept[0]) - i32::from(state.kept[1])
    }

    fn evaluate(&self, state: &State) -> f32 {
        if let Node::Over(verdict) = self.node(state) {
            return verdict.value() as f32;
        }
        // Half of what is gathered will be kept, or so; being to move is worth a turn's half.
        let mover = state.seat.sign() as f32;
        let gathered = mover * f32::from(state.gathered.max(self.hold_at() / 2)) / 2.0;
        let ahead = self.material(state) as f32 + gathered;
        (ahead / f32::from(self.target)).clamp(-1.0, 1.0) * 0.95
    }

    fn is_at_rest(&self, state: &State) -> bool {
        !state.rolling && state.gathered == 0
    }

    fn eager<G: Rng + ?Sized>(&self, state: &State, actions: &[Action], rng: &mut G) -> usize {
        let wanted = if self.wins_by_stopping(state) {
            Action::Stop
        } else if state.gathered == 0 || rng.random_ratio(3, 4) {
            Action::Roll
        } else {
            Action::Stop
        };
        actions.iter().position(|&action| action == wanted).unwrap_or(0)
    }

    fn drill(&self, state: &State, _: Seat, _: &[Action]) -> Order<Action> {
        if self.wins_by_stopping(state) {
            return Order { action: Action::Stop, why: "The points gathered win.".to_owned() };
        }
        let hold = self.hold_at();
        if state.gathered >= hold {
            let why = format!("From {hold} points on a roll loses more than it gains.");
            return Order { action: Action::Stop, why };
        }
        let why = format!("Below {hold} points a roll gains more than it loses.");
        Order { action: Action::Roll, why }
    }
}
