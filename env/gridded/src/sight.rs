//! Who sees what: squares with seen stands, and clear lines between squares.

use sandtable_core::Seat;
use sandtable_core::square::Square;

use crate::rules::Gridded;
use crate::stand::StandId;
use crate::state::{MOST_SQUARES, State};

/// A set of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Squares([u64; MOST_SQUARES.div_ceil(64)]);

impl Squares {
    pub(crate) const EMPTY: Self = Self([0; MOST_SQUARES.div_ceil(64)]);

    pub(crate) fn add(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    pub(crate) fn has(&self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 == 1
    }
}

impl Gridded {
    /// The squares of the enemies that `seat` sees. RULING A17: the unseen do not exist
    /// for it.
    pub(crate) fn seen_enemies(&self, state: &State, seat: Seat) -> Squares {
        let mut squares = Squares::EMPTY;
        for id in self.side(seat.other()) {
            let stand = state.stand(id);
            if let (Some(square), false) = (stand.square(), stand.is_concealed) {
                squares.add(square);
            }
        }
        squares
    }

    /// Whether `seat` sees a stand in a square: these mask. G-30.
    pub(crate) fn sees_stand_at(&self, state: &State, seat: Seat, square: Square) -> bool {
        state.front(square).is_some_and(|id| self.is_seen(state, id, seat))
    }

    /// Whether `seat` has a clear line from one square to another. G-28, G-56.
    pub(crate) fn has_sight(&self, state: &State, seat: Seat, from: Square, to: Square) -> bool {
        self.map().is_clear(from, to, false, |square| self.sees_stand_at(state, seat, square))
    }

    /// The enemies of `seat` that it sees on the table, with their squares.
    pub(crate) fn enemies<'a>(
        &self,
        state: &'a State,
        seat: Seat,
    ) -> impl Iterator<Item = (StandId, Square)> + use<'a> {
        self.side(seat.other()).filter_map(|id| {
            let stand = state.stand(id);
            (!stand.is_concealed).then_some((id, stand.square()?))
        })
    }
}
