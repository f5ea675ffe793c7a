//! The phases follow one another; eliminated units leave, the turn passes, the battle
//! ends. P-02, P-30, P-37.

use sandtable_core::{Events, Seat};

use crate::event::Event;
use crate::rules::Palestine;
use crate::state::{Ended, Fate, Mission, Phase, State, Step};
use crate::unit::{ELIMINATED, UnitId, Units};

impl Palestine {
    /// Begins the turn of `seat`.
    pub(crate) fn begin_turn(&self, state: &mut State, seat: Seat, log: &mut impl Events<Self>) {
        state.active = seat;
        let turn = state.turn;
        log.add(|| Event::Turn { turn, seat });
        state.phase = Phase::Choose(Step::Movement);
    }

    /// Goes on with a phase once a unit has done what it did. Movement waits to be ended;
    /// the other phases end when nothing is left to do in them.
    pub(crate) fn go_on(&self, state: &mut State, step: Step, log: &mut impl Events<Self>) {
        state.phase = Phase::Choose(step);
        let is_done = match step {
            Step::Movement => false,
            Step::Shooting => !self.can_anyone_shoot(state),
            Step::Melee => !self.can_anyone_strike(state),
        };
        if is_done {
            self.end_step(state, step, log);
        }
    }

    /// Ends a phase and begins the next.
    pub(crate) fn end_step(&self, state: &mut State, step: Step, log: &mut impl Events<Self>) {
        match step {
            Step::Movement => self.begin_shooting(state, log),
            Step::Shooting => {
                state.clear_targets();
                self.go_on(state, Step::Melee, log);
            }
            Step::Melee => self.eliminate(state, log),
        }
    }

    /// P-30: units with 17 hits are gone, and what holds for a turn with it. RULING R34.
    fn eliminate(&self, state: &mut State, log: &mut impl Events<Self>) {
        for id in state.units() {
            if state.unit(id).is_on_table() && state.unit(id).hits >= ELIMINATED {
                self.remove(state, id, Fate::Eliminated, log);
            }
        }
        self.end_turn(state, log);
    }

    fn end_turn(&self, state: &mut State, log: &mut impl Events<Self>) {
        for id in state.units() {
            state.unit_mut(id).rest();
        }
        state.mission = Mission::Ready;
        state.bombarded = Units::NONE;
        state.shot = Units::NONE;
        state.clear_targets();
        if let Some(train) = &mut state.train {
            (train.has_moved, train.has_shot) = (false, false);
        }
        if let Some(ended) = self.is_decided(state) {
            state.phase = Phase::Over(ended);
            log.add(|| Event::Over { ended });
            return;
        }
        state.turn += u8::from(state.active != state.first);
        self.begin_turn(state, state.active.other(), log);
    }

    /// Takes a unit from the battle; a wreck stays in sight, in no one's way.
    pub(crate) fn remove(&self, state: &mut State, id: UnitId, fate: Fate, log: &mut impl Events<Self>) {
        log.add(|| Event::Lost { unit: id, fate });
        let engaged = std::mem::take(&mut state.unit_mut(id).engaged);
        for other in engaged {
            let links = &mut state.unit_mut(other).engaged;
            *links = links.without(id);
        }
        let unit = state.unit_mut(id);
        unit.fate = fate;
        unit.rest();
    }

    /// How the battle ends at the end of a side's turn, if it does. RULING B11.
    fn is_decided(&self, state: &State) -> Option<Ended> {
        let broken = Seat::BOTH.map(|seat| self.is_broken(state, seat));
        let reason = match broken {
            [true, true] => crate::state::Reason::BothBroken,
            [true, false] => crate::state::Reason::Broken(Seat::First),
            [false, true] => crate::state::Reason::Broken(Seat::Second),
            [false, false] if state.turn >= self.turns() && state.active != state.first => {
                crate::state::Reason::TurnLimit
            }
            [false, false] => return None,
        };
        Some(self.ended(state, reason))
    }
}
