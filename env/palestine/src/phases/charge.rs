//! Charges. P-17, P-18, P-29, RULING B8, RULING B22.

use sandtable_core::Events;
use sandtable_core::plane::{Base, Heading, Lane, Sweep};

use super::movement::Around;
use super::shooting::Masks;
use crate::action::Action;
use crate::event::Event;
use crate::ground::Gait;
use crate::rules::Palestine;
use crate::state::State;
use crate::unit::{INCH, Kind, UnitId, Units};

/// How far a charge goes at most; no road makes it longer. P-05, P-15.
pub const CHARGE: i32 = 12 * INCH;

/// Degrees that a charger may turn at first. P-17.
pub const CHARGE_TURN: i32 = 45;

/// Horsemen who charge.
const GAIT: Gait = Gait { is_on_foot: false, is_vehicle: false };

/// Where a charge ends, and whom it passes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Charge {
    pub end: Base,
    pub passed: Units,
}

impl Palestine {
    /// P-17: mounted cavalry that has not acted. RULING B6: not if it mounts in this turn,
    /// which is a move.
    fn may_charge(&self, state: &State, id: UnitId) -> bool {
        self.unit(id).kind == Kind::Cavalry && state.unit(id).is_mounted && self.may_move(state, id)
    }

    /// Whether an enemy may be charged at all: on foot or mounted, no vehicle (P-29), its
    /// base touching no town, hill or difficult ground (P-18, RULING B1).
    fn is_open_to_charge(&self, target: UnitId, base: &Base) -> bool {
        let ground = &self.ground;
        !self.unit(target).kind.is_vehicle()
            && !ground.towns.iter().any(|town| town.touches(base))
            && !ground.hills.iter().any(|hill| hill.area.touches(base))
            && !ground.difficult.iter().any(|difficult| difficult.area.touches(base))
    }

    /// The enemies near enough that a unit might charge, seen from where it stands before
    /// it turns, in whatever direction. RULING B22.
    fn charge_targets(&self, state: &State, id: UnitId) -> Units {
        let mut targets = Units::NONE;
        if !self.may_charge(state, id) {
            return targets;
        }
        let here = self.base(state, id);
        let mut masks = None;
        for target in self.enemies(state, state.active) {
            let there = self.base(state, target);
            let near = CHARGE + here.size().radius() + there.size().radius();
            if !here.centre().is_within(there.centre(), near) || !self.is_open_to_charge(target, &there) {
                continue;
            }
            let masks = masks.get_or_insert_with(|| Masks::new(self, state));
            if self.sees(masks, id, &here, target, &there) {
                targets = targets.with(target);
            }
        }
        targets
    }

    /// Where a charge at a target on a heading would end, if it is legal: straight on, and
    /// the target is the first enemy that it meets, within twelve inches.
    pub(crate) fn charge(
        &self,
        state: &State,
        around: &Around,
        id: UnitId,
        target: UnitId,
        heading: Heading,
    ) -> Option<Charge> {
        let now = state.unit(id);
        if i32::from(now.facing.apart(heading)) > CHARGE_TURN {
            return None;
        }
        let (_, there) = around.enemies().iter().find(|(enemy, _)| *enemy == target)?;
        let base = Base::new(self.unit(id).size, now.at, heading);
        if !self.ground.table.holds(&base) {
            return None;
        }
        let lane = Lane::new(&base, CHARGE);
        let distance = lane.contact(there)?;
        let is_first = around.enemies().iter().all(|(enemy, other)| {
            *enemy == target || lane.reach(other).is_some_and(|reach| reach >= distance)
        });
        let end = base.advanced(distance);
        let sweep = Sweep::new(&base, end.centre());
        let is_clear = is_first && self.may_gallop(around, &sweep) && self.may_halt(around, &end);
        let passed = around.passed(&sweep)?;
        is_clear.then_some(Charge { end, passed })
    }

    /// Whether no ground stops a charge on its way: nothing that stops a move, no town; over
    /// a wadi it needs a crossing as far as the front edge. P-18, RULING B13.
    fn may_gallop(&self, around: &Around, sweep: &Sweep) -> bool {
        let end = sweep.end();
        self.ground.table.holds(&end)
            && self.ground.lets_pass(around.near(), sweep, (sweep.start().centre(), end.front()), GAIT)
            && !self.ground.towns.iter().any(|town| sweep.overlaps_area(town))
    }

    /// Whether a charge may end there: on no friend.
    fn may_halt(&self, around: &Around, end: &Base) -> bool {
        !around.friends().iter().any(|(_, friend)| friend.overlaps(end))
    }

    /// The headings to which a unit may turn to charge a target.
    pub(crate) fn charge_headings(&self, state: &State, id: UnitId, target: UnitId, out: &mut Vec<Action>) {
        let around = Around::new(self, state, id, state.unit(id).at, CHARGE);
        self.each_charge_heading(state, &around, id, target, |heading| {
            out.push(Action::Face(heading));
            false
        });
        if out.is_empty() {
            let facing = state.unit(id).facing;
            let all = (-CHARGE_TURN..=CHARGE_TURN).map(|turn| facing.turned(turn));
            let legal = all.filter(|&heading| self.charge(state, &around, id, target, heading).is_some());
            out.extend(legal.map(Action::Face));
        }
        out.sort_unstable();
        out.dedup();
    }

    /// Offers the headings that are listed, which is those by even turns of the fan and the
    /// one straight at the target; all 91 are legal where the charge is. Stops when `each`
    /// says so, and tells whether it did.
    fn each_charge_heading(
        &self,
        state: &State,
        around: &Around,
        id: UnitId,
        target: UnitId,
        mut each: impl FnMut(Heading) -> bool,
    ) -> bool {
        let now = state.unit(id);
        let straight = Heading::nearest(state.unit(target).at - now.at);
        let even = (-CHARGE_TURN..=CHARGE_TURN).step_by(STEP).map(|turn| now.facing.turned(turn));
        straight
            .into_iter()
            .chain(even)
            .any(|heading| self.charge(state, around, id, target, heading).is_some() && each(heading))
    }

    pub(crate) fn has_charge(&self, state: &State, id: UnitId) -> bool {
        let targets = self.charge_targets(state, id);
        if targets.is_empty() {
            return false;
        }
        let around = Around::new(self, state, id, state.unit(id).at, CHARGE);
        targets.into_iter().any(|target| self.each_charge_heading(state, &around, id, target, |_| true))
    }

    /// The enemies that a unit may charge on some listed heading.
    pub(crate) fn chargeable(&self, state: &State, id: UnitId, out: &mut Vec<Action>) {
        let targets = self.charge_targets(state, id);
        if targets.is_empty() {
            return;
        }
        let around = Around::new(self, state, id, state.unit(id).at, CHARGE);
        let is_met = |target: &UnitId| self.each_charge_heading(state, &around, id, *target, |_| true);
        out.extend(targets.into_iter().filter(is_met).map(Action::At));
    }

    /// Whether a unit may charge a target on some heading, listed or not.
    pub(crate) fn may_charge_at(&self, state: &State, id: UnitId, target: UnitId) -> bool {
        if !self.charge_targets(state, id).has(target) {
            return false;
        }
        let around = Around::new(self, state, id, state.unit(id).at, CHARGE);
        let now = state.unit(id);
        (-CHARGE_TURN..=CHARGE_TURN)
            .any(|turn| self.charge(state, &around, id, target, now.facing.turned(turn)).is_some())
    }

    /// Whether a unit may charge a target on this heading.
    pub(crate) fn may_charge_on(&self, state: &State, id: UnitId, target: UnitId, heading: Heading) -> bool {
        self.charge_end(state, id, target, heading).is_some()
    }

    /// Where a charge on this heading would end, if it is legal.
    pub(crate) fn charge_end(
        &self,
        state: &State,
        id: UnitId,
        target: UnitId,
        heading: Heading,
    ) -> Option<Base> {
        let around = Around::new(self, state, id, state.unit(id).at, CHARGE);
        self.charge(state, &around, id, target, heading).map(|charge| charge.end)
    }

    pub(crate) fn charge_home(
        &self,
        state: &mut State,
        id: UnitId,
        target: UnitId,
        heading: Heading,
        log: &mut impl Events<Self>,
    ) {
        let around = Around::new(self, state, id, state.unit(id).at, CHARGE);
        let from = state.unit(id).at;
        if let Some(charge) = self.charge(state, &around, id, target, heading) {
            for friend in charge.passed {
                state.unit_mut(friend).is_passed = true;
                log.add(|| Event::Passed { unit: friend, by: id });
            }
            let unit = state.unit_mut(id);
            unit.at = charge.end.centre();
            unit.facing = heading;
            unit.has_moved = true;
            // P-42: an engagement is a link, which no gap between bases breaks.
            unit.engaged = unit.engaged.with(target);
            let enemy = state.unit_mut(target);
            enemy.engaged = enemy.engaged.with(id);
            let to = charge.end.centre();
            log.add(|| Event::Charged { unit: id, target, from, to, facing: heading });
        }
    }
}

/// Degrees between listed turns before a charge.
const STEP: usize = 15;
