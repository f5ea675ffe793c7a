//! How a battle is won: points, judged by the scenario's terms. P-37, RULING B11.

use sandtable_core::Seat;
use sandtable_core::plane::Point;

use crate::rules::Palestine;
use crate::state::{Ended, Fate, Reason, State};
use crate::unit::INCH;

/// Who comes within this of an objective contests it, and holds it alone there.
pub const NEAR_OBJECTIVE: i32 = 3 * INCH;

/// Ground to be held at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// What it is called.
    pub name: String,
    /// Where.
    pub at: Point,
    /// What holding it is worth.
    pub points: i32,
}

/// Victory terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// A difference of up to this is a draw.
    pub draw: i32,
    /// A difference from this on is decisive.
    pub decisive: i32,
    /// Points given to the first side.
    pub handicap: i32,
    /// Points to the train's owner when the train is at the end of its rail.
    pub train: i32,
    /// Ground to be held.
    pub objectives: Vec<Objective>,
}

impl Palestine {
    /// Points for what a side has lost; wrecks and vehicles given up count. RULING B26.
    pub fn lost(&self, state: &State, seat: Seat) -> i32 {
        let is_lost = |id: &crate::UnitId| !state.unit(*id).is_on_table();
        self.side(seat).filter(is_lost).map(|id| self.unit(id).kind.value()).sum()
    }

    /// Whether a side has lost two thirds of its units.
    pub fn is_broken(&self, state: &State, seat: Seat) -> bool {
        let (mut all, mut lost) = (0, 0);
        for id in self.side(seat) {
            all += 1;
            lost += i32::from(state.unit(id).fate != Fate::OnTable);
        }
        3 * lost >= 2 * all
    }

    /// Who holds an objective: units of one side alone come within three inches of it,
    /// measured to the nearest part of a base. RULING B26.
    pub fn holder(&self, state: &State, objective: &Objective) -> Option<Seat> {
        let [first, second] = Seat::BOTH.map(|seat| {
            self.own(state, seat).any(|id| self.base(state, id).is_within_of(objective.at, NEAR_OBJECTIVE))
        });
        match (first, second) {
            (true, false) => Some(Seat::First),
            (false, true) => Some(Seat::Second),
            _ => None,
        }
    }

    /// Points by which the first side is ahead for what was lost, its handicap with them.
    pub(crate) fn points_for_losses(&self, state: &State) -> i32 {
        self.lost(state, Seat::Second) - self.lost(state, Seat::First) + self.terms().handicap
    }

    /// Points by which the first side is ahead for ground and the train, as they are now.
    pub(crate) fn points_for_ground(&self, state: &State) -> i32 {
        let held = self
            .terms()
            .objectives
            .iter()
            .filter_map(|objective| Some(objective.points * self.holder(state, objective)?.sign()));
        held.sum::<i32>() + self.points_for_train(state)
    }

    fn points_for_train(&self, state: &State) -> i32 {
        match (self.train(), state.train) {
            (Some(train), Some(now)) if now.at >= train.last() => self.terms().train * train.seat.sign(),
            _ => 0,
        }
    }

    /// Points by which the first side is ahead, ground counted as it is held now.
    pub fn points_ahead(&self, state: &State) -> i32 {
        self.points_for_losses(state) + self.points_for_ground(state)
    }

    /// How a battle that ends now has ended: whoever is broken alone has lost decisively.
    pub(crate) fn ended(&self, state: &State, reason: Reason) -> Ended {
        let margin = self.points_ahead(state);
        let thousandths = match reason {
            Reason::Broken(seat) => -1000 * seat.sign() as i16,
            Reason::BothBroken => 0,
            Reason::TurnLimit => {
                let ahead = margin.abs();
                let value = if ahead <= self.terms().draw {
                    0
                } else if ahead < self.terms().decisive {
                    500
                } else {
                    1000
                };
                value * margin.signum() as i16
            }
        };
        Ended { thousandths, margin, reason }
    }
}
