//! Half-turns and turns end; the battle with them. G-12.

use sandtable_core::{Events, Seat};

use crate::event::Happening;
use crate::rules::Gridded;
use crate::state::{Ended, Phase, State};

impl Gridded {
    /// Begins the half-turn of `seat`. RULING A42: a side without stands on the table
    /// throws for no activations.
    pub(crate) fn begin_half_turn(&self, state: &mut State, seat: Seat, log: &mut impl Events<Self>) {
        state.active = seat;
        state.activations_left = 0;
        state.spotting_done = 0;
        if self.side(seat).any(|id| state.is_on_table(id)) {
            state.phase = Phase::Activation;
        } else {
            self.end_half_turn(state, log);
        }
    }

    /// Ends the half-turn; activations not used are lost (RULING R38).
    pub(crate) fn end_half_turn(&self, state: &mut State, log: &mut impl Events<Self>) {
        let seat = state.active;
        self.tell(log, Happening::Ended { seat, unused: state.activations_left });
        state.activations_left = 0;
        if seat == state.first {
            self.begin_half_turn(state, seat.other(), log);
        } else {
            self.end_turn(state, log);
        }
    }

    fn end_turn(&self, state: &mut State, log: &mut impl Events<Self>) {
        for id in state.stands() {
            if state.stand(id).is_activated {
                state.change(id, |stand| stand.is_activated = false);
            }
        }
        if let Some(ended) = self.stops_after_turn(state) {
            return self.end_battle(state, ended, log);
        }
        state.turn += 1;
        self.begin_turn(state, log);
    }

    /// Stops the battle where its terms say so at once.
    pub(crate) fn stop_if_decided(&self, state: &mut State, log: &mut impl Events<Self>) -> bool {
        let ended = self.stops_now(state);
        if let Some(ended) = ended {
            self.end_battle(state, ended, log);
        }
        ended.is_some()
    }

    fn end_battle(&self, state: &mut State, ended: Ended, log: &mut impl Events<Self>) {
        // Nothing of the turn outlives the battle, so that equal ends are equal states.
        state.activations_left = 0;
        state.spotting_due = 0;
        state.spotting_done = 0;
        state.phase = Phase::Over(ended);
        self.tell(log, Happening::Over { ended });
    }
}
