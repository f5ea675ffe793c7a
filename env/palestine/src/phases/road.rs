//! Moves along a road. P-15, RULING B17.

use sandtable_core::plane::{Base, INCH, Sweep};

use super::movement::{Around, HALF_MOVE, ROAD_BONUS};
use crate::action::Action;
use crate::phases::Ends;
use crate::rules::Palestine;
use crate::state::{Manner, March, State, Stop};
use crate::unit::{UnitId, Units};

impl Palestine {
    /// The friends passed through by a move along a road to a place on it, if it is legal
    /// up to its last pivot: the centre starts within half the road's width, the base turns
    /// with the road, three inches more than usual, but six in all where any of the way is
    /// difficult ground (RULING R17).
    pub(crate) fn drive(
        &self,
        state: &State,
        around: &Around,
        ends: Ends,
        road: u8,
        mark: u16,
    ) -> Option<Units> {
        let road = self.ground.roads.get(usize::from(road))?;
        let from = state.unit(ends.id).at;
        let (start, mark) = (road.mark(from)?, i32::from(mark));
        if mark > road.length() {
            return None;
        }
        let distance = from.distance(road.at(start)) + (mark - start).abs();
        let allowance = self.allowance(state, ends.id, Manner::Move) + ROAD_BONUS;
        if distance == 0 || distance > allowance {
            return None;
        }
        let size = self.unit(ends.id).size;
        let mut passed = Units::NONE;
        let mut is_slow = false;
        for leg in road.legs(from, mark) {
            let base = Base::new(size, leg.from, leg.heading);
            let sweep = Sweep::new(&base, leg.to);
            if !self.ground.table.holds(&base)
                || !self.ground.table.holds(&sweep.end())
                || !self.ground.lets_pass(around.near(), &sweep, (leg.from, leg.to), ends.gait)
            {
                return None;
            }
            is_slow |= self.ground.is_slow(around.near(), &sweep);
            passed = Units(passed.0 | around.passed(&sweep)?.0);
        }
        (!is_slow || distance <= HALF_MOVE).then_some(passed)
    }

    /// The marks of a road that are listed for a unit on it: as far as it can go either
    /// way, every third inch, and the bends.
    fn road_marks(&self, state: &State, id: UnitId, road: usize, each: &mut impl FnMut(u16)) {
        let line = &self.ground.roads[road];
        let from = state.unit(id).at;
        let Some(start) = line.mark(from) else { return };
        let reach = self.allowance(state, id, Manner::Move) + ROAD_BONUS - from.distance(line.at(start));
        let mut offer = |mark: i32| {
            if (0..=line.length()).contains(&mark) {
                each(mark as u16);
            }
        };
        let mut ahead = 0;
        while ahead < reach {
            offer(start + ahead);
            offer(start - ahead);
            ahead += 3 * INCH;
        }
        offer(start + reach);
        offer(start - reach);
        for mark in [0, line.length()] {
            if (mark - start).abs() <= reach {
                offer(mark);
            }
        }
    }

    /// Offers every listed place on a road to which a unit may go, until `each` takes one;
    /// says whether it did.
    fn any_road_destination(&self, state: &State, id: UnitId, mut each: impl FnMut(u8, u16) -> bool) -> bool {
        if !self.ground.is_on_road(state.unit(id).at) {
            return false;
        }
        let allowance = self.allowance(state, id, Manner::Move) + ROAD_BONUS;
        let around = Around::new(self, state, id, state.unit(id).at, allowance);
        let mut is_taken = false;
        for road in 0..self.ground.roads.len() {
            self.road_marks(state, id, road, &mut |mark| {
                is_taken = is_taken
                    || (self.may_drive(state, &around, id, road as u8, mark) && each(road as u8, mark));
            });
        }
        is_taken
    }

    pub(crate) fn has_road_destination(&self, state: &State, id: UnitId) -> bool {
        self.any_road_destination(state, id, |_, _| true)
    }

    pub(crate) fn road_destinations(&self, state: &State, id: UnitId, out: &mut Vec<Action>) {
        self.any_road_destination(state, id, |road, mark| {
            out.push(Action::Along(road, mark));
            false
        });
        out.sort_unstable();
        out.dedup();
    }

    /// Whether a unit may go along a road to a place, and end there facing some way.
    pub(crate) fn may_drive(&self, state: &State, around: &Around, id: UnitId, road: u8, mark: u16) -> bool {
        let ends = self.ends(state, id, Manner::Move);
        let march = March { unit: id, manner: Manner::Move, stop: Stop::On(road, mark) };
        self.drive(state, around, ends, road, mark).is_some() && self.can_face_some_way(state, around, march)
    }
}
