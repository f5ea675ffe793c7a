//! The throw for initiative. G-13.

use sandtable_core::{Die, Events, Purpose, Reading, Seat, Throw};

use crate::action::Outcome;
use crate::event::Happening;
use crate::rules::Gridded;
use crate::state::{Phase, State};

const INITIATIVE: Purpose = Purpose::new(0, "initiative");
/// Ordered pairs of two D12 in which one given die is higher.
pub(super) const HIGHER: u32 = 66;

impl Gridded {
    /// G-13: each side throws a D12; the higher has the initiative.
    pub(crate) fn initiative_throw(&self, state: &State) -> Throw {
        Throw::open(INITIATIVE, state.turn.into(), Seat::First)
            .with(Die::new(12, Seat::First))
            .with(Die::new(12, Seat::Second))
    }

    pub(crate) fn initiative_outcomes(&self, out: &mut Vec<(Outcome, u32)>) {
        out.extend([(Outcome::FirstLeads, HIGHER), (Outcome::SecondLeads, HIGHER)]);
    }

    /// RULING R14: ties are thrown again.
    pub(crate) fn read_initiative(&self, first: u8, second: u8) -> Reading<Outcome> {
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Reading::Outcome(Outcome::FirstLeads),
            std::cmp::Ordering::Less => Reading::Outcome(Outcome::SecondLeads),
            std::cmp::Ordering::Equal => Reading::ThrowAgain,
        }
    }

    pub(crate) fn take_initiative(&self, state: &mut State, seat: Seat, log: &mut impl Events<Self>) {
        state.first = seat;
        self.tell(log, Happening::Initiative { seat });
        self.begin_half_turn(state, seat, log);
    }

    pub(crate) fn begin_turn(&self, state: &mut State, log: &mut impl Events<Self>) {
        state.phase = Phase::Initiative;
        self.tell(log, Happening::Turn { turn: state.turn });
    }
}
