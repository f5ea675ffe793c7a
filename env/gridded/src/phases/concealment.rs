//! Concealment: who is hidden, who is spotted, who gives himself away. G-48, G-57.

use sandtable_core::square::Square;
use sandtable_core::{Die, Events, Purpose, Seat, Throw};
use smallvec::SmallVec;

use crate::action::Outcome;
use crate::event::Happening;
use crate::map::Ground;
use crate::rules::Gridded;
use crate::stand::StandId;
use crate::state::{Attack, State};

use super::initiative::HIGHER;

const SPOTTING: Purpose = Purpose::new(4, "spotting");

/// RULING R37: how near an enemy must be to spot a group.
const SPOTTING_RANGE: i32 = 4;

impl Gridded {
    fn has_concealed(&self, state: &State) -> bool {
        !self.groups().is_empty() && state.stands().any(|id| state.stand(id).is_concealed)
    }

    /// Reveals a stand, and whoever shares its square (RULING A38).
    pub(crate) fn reveal(&self, state: &mut State, id: StandId, log: &mut impl Events<Self>) {
        let partner = state.stand(id).partner();
        for id in [Some(id), partner].into_iter().flatten() {
            if state.stand(id).is_concealed {
                state.change(id, |stand| stand.is_concealed = false);
                self.tell(log, Happening::Revealed { stand: id, at: state.place(id) });
            }
        }
    }

    /// RULING A39: concealed friends are revealed when their bonus is used.
    pub(super) fn reveal_helpers(&self, state: &mut State, attack: Attack, log: &mut impl Events<Self>) {
        if !self.has_concealed(state) {
            return;
        }
        let mut helpers: SmallVec<[StandId; 16]> = SmallVec::new();
        for id in [attack.initiator, attack.target] {
            self.for_each_helper(state, id, |helper, help| {
                if state.stand(helper).is_concealed && self.is_used(state, attack, id, helper, help) {
                    helpers.push(helper);
                }
            });
        }
        for helper in helpers {
            self.reveal(state, helper, log);
        }
    }

    /// At the end of a move: whoever stands in clear sight or contact is revealed, and so
    /// is whoever shares a square with a seen stand. RULINGS A16, A38.
    pub(crate) fn look_around(&self, state: &mut State, log: &mut impl Events<Self>) {
        if !self.has_concealed(state) {
            return;
        }
        let mut seen = Vec::new();
        self.in_plain_sight(state, &mut seen);
        for id in seen {
            self.reveal(state, id, log);
        }
    }

    /// The concealed stands that a look around reveals.
    pub(crate) fn in_plain_sight(&self, state: &State, seen: &mut Vec<StandId>) {
        for id in state.stands().filter(|&id| state.stand(id).is_concealed) {
            let square = state.place(id);
            let is_shared = state.stand(id).partner().is_some_and(|p| !state.stand(p).is_concealed);
            if is_shared || self.is_in_plain_sight(state, self.stand(id).seat, square) {
                seen.push(id);
            }
        }
    }

    /// Whether a stand of `seat` could not stay concealed in a square: an enemy is
    /// adjacent, or sees it and it is in neither wood nor town.
    pub(crate) fn is_in_plain_sight(&self, state: &State, seat: Seat, square: Square) -> bool {
        let is_cover = matches!(self.map().ground(square), Ground::Wood | Ground::Town);
        self.side(seat.other()).any(|enemy| {
            state.stand(enemy).square().is_some_and(|from| {
                self.distance(from, square) == 1
                    || !is_cover && self.has_sight(state, seat.other(), from, square)
            })
        })
    }

    /// Whether an enemy in `from` is near enough to spot a stand in `square`: within four
    /// squares and in sight, outcrops ignored. RULING A37.
    pub(crate) fn may_spot(&self, state: &State, spotter: Seat, from: Square, square: Square) -> bool {
        self.distance(from, square) <= SPOTTING_RANGE
            && self.map().is_clear(from, square, true, |s| self.sees_stand_at(state, spotter, s))
    }

    /// RULING A37: once for each concealed group and enemy half-turn, at the first moment
    /// that any enemy is near enough.
    pub(crate) fn watch(&self, state: &mut State) {
        if !self.has_concealed(state) {
            return;
        }
        let spotter = state.active;
        let mut due = 0;
        for id in self.side(spotter.other()).filter(|&id| state.stand(id).is_concealed) {
            let Some(group) = self.stand(id).group else { continue };
            let bit = 1 << group;
            if (due | state.spotting_due | state.spotting_done) & bit != 0 {
                continue;
            }
            let square = state.place(id);
            let is_near = |enemy| {
                state.stand(enemy).square().is_some_and(|from| self.may_spot(state, spotter, from, square))
            };
            if self.side(spotter).any(is_near) {
                due |= bit;
            }
        }
        state.spotting_due |= due;
    }

    /// RULING A16: both see that the throw is made. The spotter's die comes first.
    pub(crate) fn spotting_throw(&self, state: &State) -> Throw {
        Throw::open(SPOTTING, state.turn.into(), state.active)
            .with(Die::new(12, state.active))
            .with(Die::new(12, state.active.other()))
    }

    pub(crate) fn spotting_outcomes(&self, out: &mut Vec<(Outcome, u32)>) {
        out.extend([(Outcome::Spotted, HIGHER), (Outcome::Unspotted, 144 - HIGHER)]);
    }

    /// RULING A16: the spotter must be strictly higher.
    pub(crate) fn read_spotting(&self, spotter: u8, hidden: u8) -> Outcome {
        if spotter > hidden { Outcome::Spotted } else { Outcome::Unspotted }
    }

    /// RULING A37: the throw spots the whole group.
    pub(crate) fn take_spotting(&self, state: &mut State, is_spotted: bool, log: &mut impl Events<Self>) {
        let group = state.spotting_due.trailing_zeros() as u8;
        state.spotting_due &= !(1 << group);
        state.spotting_done |= 1 << group;
        self.tell(log, Happening::Spotting { group, is_spotted });
        if is_spotted {
            for id in state.stands().filter(|&id| self.stand(id).group == Some(group)) {
                if state.is_on_table(id) {
                    self.reveal(state, id, log);
                }
            }
        }
    }
}
