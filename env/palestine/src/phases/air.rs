//! Aircraft: sorties, spotting, strafing and bombing. P-33, P-34, P-35.

use sandtable_core::{Die, Events, Purpose, Throw};

use crate::action::{Action, Outcome};
use crate::event::Event;
use crate::rules::Palestine;
use crate::state::{By, Mission, Phase, State, Step};
use crate::unit::{Kind, UnitId};

pub(crate) const SORTIE: Purpose = Purpose::new(2, "sortie");

/// P-33: a sortie comes on this pip or more.
const COMES: u8 = 5;

impl Palestine {
    /// One throw a turn, optional, in the own movement phase, while a sortie is left and
    /// there is someone to fly against. RULING R36, RULING B25.
    pub(crate) fn may_throw_for_sortie(&self, state: &State) -> bool {
        state.mission == Mission::Ready
            && state.sorties(state.active) > 0
            && self.marks(state).next().is_some()
    }

    /// Enemies that a marker may be put by: not in melee. RULING R38.
    fn marks<'a>(&'a self, state: &'a State) -> impl Iterator<Item = UnitId> + 'a {
        self.enemies(state, state.active).filter(|&id| state.unit(id).engaged.is_empty())
    }

    pub(crate) fn sortie_outcomes(&self, out: &mut Vec<(Outcome, u32)>) {
        let comes = 7 - u32::from(COMES);
        out.extend([(Outcome::Comes, comes), (Outcome::StaysAway, 6 - comes)]);
    }

    pub(crate) fn sortie_throw(&self, state: &State) -> Throw {
        Throw::open(SORTIE, state.turn.into(), state.active).with(Die::new(6, state.active))
    }

    pub(crate) fn read_sortie(&self, pip: u8) -> Outcome {
        if pip >= COMES { Outcome::Comes } else { Outcome::StaysAway }
    }

    /// RULING R35, RULING R36: a sortie is used up when it comes.
    pub(crate) fn take_sortie(&self, state: &mut State, comes: bool, log: &mut impl Events<Self>) {
        let seat = state.active;
        log.add(|| Event::Sortie { seat, comes });
        state.mission = Mission::Done;
        if comes {
            state.sorties[seat.index()] -= 1;
            state.phase = Phase::Mission;
        } else {
            self.go_on(state, Step::Movement, log);
        }
    }

    /// Attack one enemy, or spot one for one gun. RULING R37: the gun is named now.
    pub(crate) fn missions(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.marks(state).map(Action::Strafe));
        for target in self.marks(state) {
            let guns = self.own(state, state.active).filter(|&id| self.unit(id).kind == Kind::Artillery);
            out.extend(guns.map(|gun| Action::Spot(target, gun)));
        }
    }

    pub(crate) fn fly(&self, state: &mut State, mission: Mission, log: &mut impl Events<Self>) {
        state.mission = mission;
        log.add(|| Event::Marked { mission });
        self.go_on(state, Step::Movement, log);
    }

    /// P-35: the attack is thrown for first in the shooting phase, without regard to cover.
    /// RULING B25: it is wasted on a target that has become engaged. Whether it is due.
    pub(crate) fn strafe(&self, state: &mut State, log: &mut impl Events<Self>) -> bool {
        let Mission::Strafe(target) = state.mission else { return false };
        state.mission = Mission::Done;
        if state.unit(target).is_on_table() && state.unit(target).engaged.is_empty() {
            state.phase = Phase::Hits(By::Aircraft, target);
            return true;
        }
        log.add(|| Event::StrafeWasted { target });
        false
    }

    /// Whether a gun's die may be thrown again. P-34.
    pub(crate) fn is_spotted_for(&self, state: &State, gun: UnitId, target: UnitId) -> bool {
        state.mission == Mission::Spot(target, gun)
    }
}
