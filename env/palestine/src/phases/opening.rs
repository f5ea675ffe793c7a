//! Before the first turn: who begins, and how many sorties each side has. RULING R43, P-33.

use sandtable_core::{Die, Events, Purpose, Reading, Seat, Throw};

use crate::action::Outcome;
use crate::event::Event;
use crate::rules::Palestine;
use crate::state::{Phase, State};
use crate::unit;

pub(crate) const ROLL_OFF: Purpose = Purpose::new(0, "first turn");
pub(crate) const SORTIES: Purpose = Purpose::new(1, "sorties");

impl Palestine {
    pub(crate) fn roll_off_outcomes(&self, out: &mut Vec<(Outcome, u32)>) {
        out.extend([(Outcome::FirstLeads, 15), (Outcome::SecondLeads, 15)]);
    }

    pub(crate) fn roll_off_throw(&self, state: &State) -> Throw {
        Throw::open(ROLL_OFF, state.turn.into(), Seat::First)
            .with(Die::new(6, Seat::First))
            .with(Die::new(6, Seat::Second))
    }

    /// The higher die begins; equal dice are thrown again.
    pub(crate) fn read_roll_off(&self, first: u8, second: u8) -> Reading<Outcome> {
        match first.cmp(&second) {
            std::cmp::Ordering::Less => Reading::Outcome(Outcome::SecondLeads),
            std::cmp::Ordering::Equal => Reading::ThrowAgain,
            std::cmp::Ordering::Greater => Reading::Outcome(Outcome::FirstLeads),
        }
    }

    pub(crate) fn take_roll_off(&self, state: &mut State, leader: Seat, log: &mut impl Events<Self>) {
        state.first = leader;
        log.add(|| Event::Leads { seat: leader });
        self.begin_turn(state, leader, log);
    }

    /// RULING B25: D3 + 2, thrown for each side.
    pub(crate) fn sorties_outcomes(&self, out: &mut Vec<(Outcome, u32)>) {
        out.extend([3, 4, 5].map(|sorties| (Outcome::Sorties(sorties), 2)));
    }

    pub(crate) fn sorties_throw(&self, state: &State, seat: Seat) -> Throw {
        Throw::open(SORTIES, state.turn.into(), seat).with(Die::new(6, seat))
    }

    pub(crate) fn read_sorties(&self, pip: u8) -> Outcome {
        Outcome::Sorties(unit::Die::D3.hits(pip) + 2)
    }

    pub(crate) fn take_sorties(
        &self,
        state: &mut State,
        seat: Seat,
        sorties: u8,
        log: &mut impl Events<Self>,
    ) {
        state.sorties[seat.index()] = sorties;
        log.add(|| Event::SortiesThrown { seat, sorties });
        match seat {
            Seat::First if self.throws_sorties(Seat::Second) => state.phase = Phase::Sorties(Seat::Second),
            _ => self.begin_battle(state, log),
        }
    }

    /// What follows once the sorties are known.
    fn begin_battle(&self, state: &mut State, log: &mut impl Events<Self>) {
        if self.throws_for_first() {
            state.phase = Phase::RollOff;
        } else {
            self.begin_turn(state, state.first, log);
        }
    }
}
