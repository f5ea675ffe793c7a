//! Hand-to-hand combat: the active side's units strike, and turn to face. P-26 to P-29,
//! P-42.

use sandtable_core::Events;
use sandtable_core::plane::{Arc, Heading};

use crate::action::Action;
use crate::event::Event;
use crate::rules::Palestine;
use crate::state::{Activation, Attempt, Phase, State, Step};
use crate::unit::{Kind, UnitId, Units};

/// Where the centre of an engaged enemy is frontal. RULING B23.
const FRONTAL: Arc = Arc::FortyFive;

impl Palestine {
    /// The engaged enemies in front of a unit.
    pub(crate) fn frontal(&self, state: &State, id: UnitId) -> Units {
        let unit = state.unit(id);
        let is_frontal = |&enemy: &UnitId| FRONTAL.has(unit.facing, state.unit(enemy).at - unit.at);
        unit.engaged.into_iter().filter(is_frontal).fold(Units::NONE, Units::with)
    }

    /// The enemies one of which a unit may strike: in front, or any engaged where none is
    /// in front. RULING B9, RULING B23. Guns strike nobody (RULING R30), nor does a unit
    /// that failed its activation or has struck.
    pub(crate) fn strikeable(&self, state: &State, id: UnitId) -> Units {
        let unit = state.unit(id);
        let may = unit.activation != Activation::Failed
            && !unit.has_fought
            && self.unit(id).kind != Kind::Artillery;
        if !may {
            return Units::NONE;
        }
        let frontal = self.frontal(state, id);
        if frontal.is_empty() { unit.engaged } else { frontal }
    }

    /// The heading at which a unit in melee would face an enemy, if it may turn: only while
    /// no enemy is in front, freely, and onto no unit but those it is engaged with. P-28,
    /// RULING B4.
    pub(crate) fn turn_to_face(&self, state: &State, id: UnitId, enemy: UnitId) -> Option<Heading> {
        let unit = state.unit(id);
        if !unit.engaged.has(enemy) || unit.has_fought || !self.frontal(state, id).is_empty() {
            return None;
        }
        let heading = Heading::nearest(state.unit(enemy).at - unit.at)?;
        self.may_turn_in_melee(state, id, heading).then_some(heading)
    }

    pub(crate) fn can_strike_or_turn(&self, state: &State, id: UnitId) -> bool {
        let unit = state.unit(id);
        !unit.engaged.is_empty()
            && (!self.strikeable(state, id).is_empty()
                || unit.engaged.into_iter().any(|enemy| self.turn_to_face(state, id, enemy).is_some()))
    }

    pub(crate) fn can_anyone_strike(&self, state: &State) -> bool {
        self.own(state, state.active).any(|id| self.can_strike_or_turn(state, id))
    }

    pub(crate) fn strikers(&self, state: &State, out: &mut Vec<Action>) {
        let own = self.own(state, state.active);
        out.extend(own.filter(|&id| self.can_strike_or_turn(state, id)).map(Action::Unit));
        out.push(Action::End);
    }

    pub(crate) fn strikes(&self, state: &State, id: UnitId, out: &mut Vec<Action>) {
        out.extend(self.strikeable(state, id).into_iter().map(Action::At));
        let turns = |&enemy: &UnitId| self.turn_to_face(state, id, enemy).is_some();
        out.extend(state.unit(id).engaged.into_iter().filter(turns).map(Action::TurnTo));
    }

    pub(crate) fn face_in_melee(
        &self,
        state: &mut State,
        unit: UnitId,
        enemy: UnitId,
        log: &mut impl Events<Self>,
    ) {
        if let Some(facing) = self.turn_to_face(state, unit, enemy) {
            state.unit_mut(unit).facing = facing;
            log.add(|| Event::TurnedTo { unit, enemy, facing });
        }
        self.go_on(state, Step::Melee, log);
    }

    pub(crate) fn strike(
        &self,
        state: &mut State,
        unit: UnitId,
        target: UnitId,
        log: &mut impl Events<Self>,
    ) {
        debug_assert!(matches!(state.phase, Phase::Strike(_)));
        self.attempt(state, Attempt::Strike(unit, target), log);
    }
}
