//! Movement: a pivot, one straight advance, a pivot. P-05 to P-16, P-40, P-41, P-43.

use sandtable_core::Events;
use sandtable_core::plane::{Base, Heading, INCH, Point, Sweep};

use crate::action::Action;
use crate::event::Event;
use crate::ground::{Gait, Near};
use crate::rules::Palestine;
use crate::state::{Activation, MOST_UNITS, Manner, March, Mission, Phase, State, Stop};
use crate::unit::{UnitId, Units};

/// P-41: no unit ends nearer to an enemy than this, except by charging. RULING B16.
pub const APART: i32 = INCH;

/// P-15: further along a road.
pub const ROAD_BONUS: i32 = 3 * INCH;

/// RULING B18: what is left of a rider's move that mounts or dismounts, and the most that
/// any unit moves that touches difficult ground (RULING R17).
pub const HALF_MOVE: i32 = 6 * INCH;

/// The other bases that a unit may meet: those near enough, found once for a whole list.
#[derive(Clone, Debug)]
pub(crate) struct Around {
    friends: [(UnitId, Base); MOST_UNITS],
    friend_count: usize,
    enemies: [(UnitId, Base); MOST_UNITS],
    enemy_count: usize,
    train: Option<Base>,
    /// Friends that may be passed through.
    passable: Units,
    /// The ground within reach.
    near: Near,
    /// Sections of towns within reach that another unit takes up. P-09.
    taken: u32,
}

/// Where a unit is when it has moved, and how it goes: what its end must satisfy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    /// Who.
    pub id: UnitId,
    /// How it goes.
    pub gait: Gait,
    /// It is in the saddle at the end.
    pub is_mounting: bool,
    /// Engaged enemies that it may touch and overlap. RULING B4.
    pub engaged: Units,
}

impl Around {
    /// The bases that lie within `reach` of a unit's circle at a point.
    pub(crate) fn new(rules: &Palestine, state: &State, id: UnitId, at: Point, reach: i32) -> Self {
        let own = rules.unit(id);
        let ground = rules.ground.near(at, reach + own.size.radius());
        // Unused places are never read.
        let unused = (UnitId(0), Base::new(own.size, at, Heading::NORTH));
        let mut around = Self {
            friends: [unused; MOST_UNITS],
            friend_count: 0,
            enemies: [unused; MOST_UNITS],
            enemy_count: 0,
            train: rules.train_base(state).filter(|train| {
                train.centre().is_within(at, reach + own.size.radius() + train.size().radius() + APART)
            }),
            passable: Units::NONE,
            near: ground,
            taken: 0,
        };
        for other in state.units() {
            let there = state.unit(other);
            let size = rules.unit(other).size;
            let near = reach + own.size.radius() + size.radius() + APART;
            let is_near = there.at.is_within(at, near);
            // Whoever shares a section may stand further away.
            let may_take = ground.has_towns() && !rules.unit(other).kind.is_vehicle();
            if other == id || !there.is_on_table() || !(is_near || may_take) {
                continue;
            }
            let base = Base::new(size, there.at, there.facing);
            if may_take {
                around.taken |= rules.ground.towns_under(ground, &base);
            }
            if !is_near {
                continue;
            }
            if rules.unit(other).seat == own.seat {
                around.friends[around.friend_count] = (other, base);
                around.friend_count += 1;
                if rules.may_be_passed(state, other) {
                    around.passable = around.passable.with(other);
                }
            } else {
                around.enemies[around.enemy_count] = (other, base);
                around.enemy_count += 1;
            }
        }
        around
    }

    pub(crate) fn friends(&self) -> &[(UnitId, Base)] {
        &self.friends[..self.friend_count]
    }

    pub(crate) fn enemies(&self) -> &[(UnitId, Base)] {
        &self.enemies[..self.enemy_count]
    }

    /// Whether a friend may be passed through.
    pub(crate) fn may_pass(&self, id: UnitId) -> bool {
        self.passable.has(id)
    }

    pub(crate) fn train(&self) -> Option<&Base> {
        self.train.as_ref()
    }

    pub(crate) fn near(&self) -> Near {
        self.near
    }

    /// The friends that a straight move passes through, if all it meets can be passed:
    /// enemies and the train never. P-08, RULING B15.
    pub(crate) fn passed(&self, sweep: &Sweep) -> Option<Units> {
        // Most bases are far from the box about the way.
        let (from, to) = (sweep.start().centre(), sweep.end().centre());
        let (low, high) =
            (Point::new(from.x.min(to.x), from.y.min(to.y)), Point::new(from.x.max(to.x), from.y.max(to.y)));
        let own = sweep.start().size().radius();
        let may_meet = |base: &Base| {
            let (at, reach) = (base.centre(), own + base.size().radius());
            at.x + reach > low.x && at.x - reach < high.x && at.y + reach > low.y && at.y - reach < high.y
        };
        if self.enemies().iter().any(|(_, base)| may_meet(base) && sweep.overlaps(base))
            || self.train.is_some_and(|train| sweep.overlaps(&train))
        {
            return None;
        }
        let mut passed = Units::NONE;
        for &(id, ref base) in self.friends() {
            if may_meet(base) && sweep.overlaps(base) {
                if !self.passable.has(id) {
                    return None;
                }
                passed = passed.with(id);
            }
        }
        Some(passed)
    }
}

impl Palestine {
    /// RULING R14, RULING B19: only a unit that has not acted can be passed through; one
    /// that failed can.
    pub(crate) fn may_be_passed(&self, state: &State, id: UnitId) -> bool {
        state.unit(id).activation != Activation::Active
    }

    /// Whether a unit may still be moved in this turn.
    pub(crate) fn may_move(&self, state: &State, id: UnitId) -> bool {
        let unit = state.unit(id);
        unit.is_on_table()
            && unit.engaged.is_empty()
            && unit.activation == Activation::Untried
            && !unit.is_passed
            && !unit.has_held
    }

    /// The state in which a unit on the table is asked where it goes, as if its side's turn
    /// had come to it: for studies and for drawing what it could do.
    #[must_use]
    pub fn about_to_move(&self, state: &State, id: UnitId, manner: Manner) -> State {
        let mut state = *state;
        let seat = self.unit(id).seat;
        if state.active != seat {
            state.units().for_each(|id| state.unit_mut(id).rest());
            state.active = seat;
            state.mission = Mission::Ready;
        }
        state.clear_targets();
        state.unit_mut(id).rest();
        state.phase = Phase::Destination(id, manner);
        state
    }

    /// Units to move, a sortie, the train, or the end of movement.
    pub(crate) fn movers(&self, state: &State, out: &mut Vec<Action>) {
        let seat = state.active;
        out.extend(self.side(seat).filter(|&id| self.may_move(state, id)).map(Action::Unit));
        if self.may_throw_for_sortie(state) {
            out.push(Action::Sortie);
        }
        if self.may_move_train(state) {
            out.push(Action::Train);
        }
        out.push(Action::End);
    }

    /// How a unit may move: as it is, along a road, changing its mount, charging.
    pub(crate) fn manners(&self, state: &State, id: UnitId, out: &mut Vec<Action>) {
        let unit = self.unit(id);
        let now = state.unit(id);
        out.push(Action::Move);
        if self.has_road_destination(state, id) {
            out.push(Action::Road);
        }
        if unit.kind.rides() {
            out.push(if now.is_mounted { Action::Dismount } else { Action::Mount });
        }
        if self.has_charge(state, id) {
            out.push(Action::Charge);
        }
    }

    /// How far a unit may advance in a straight line. P-05, P-06, P-10.
    pub(crate) fn allowance(&self, state: &State, id: UnitId, manner: Manner) -> i32 {
        match manner {
            Manner::Move => self.unit(id).kind.allowance(state.unit(id).is_mounted),
            Manner::Dismount | Manner::Mount => HALF_MOVE,
        }
    }

    /// What the end of a march must satisfy.
    pub(crate) fn ends(&self, state: &State, id: UnitId, manner: Manner) -> Ends {
        Ends {
            id,
            gait: self.gait_of(state, id, manner),
            is_mounting: manner == Manner::Mount,
            engaged: Units::NONE,
        }
    }

    /// Whether a unit may end there so: P-09, P-41, and the ground.
    pub(crate) fn may_end(&self, around: &Around, ends: Ends, base: &Base) -> bool {
        let near = around.near;
        if !self.ground.bears(near, base, ends.gait)
            || (ends.is_mounting && self.ground.is_difficult(near, base))
        {
            return false;
        }
        let is_on_unit = around.friends().iter().any(|(_, friend)| friend.overlaps(base))
            || around.train().is_some_and(|train| train.overlaps(base));
        let is_too_near = around.enemies().iter().any(|&(enemy, ref other)| {
            !ends.engaged.has(enemy)
                && if ends.engaged.is_empty() { other.is_nearer(base, APART) } else { other.overlaps(base) }
        });
        !is_on_unit && !is_too_near && self.may_end_in_town(around, ends, base)
    }

    /// P-09: one unit a section (RULING B5, RULING B12); vehicles only on a road, where
    /// they are not in the town and take up none of it (RULING B10).
    fn may_end_in_town(&self, around: &Around, ends: Ends, base: &Base) -> bool {
        if !around.near.has_towns() {
            return true;
        }
        if ends.gait.is_vehicle {
            return self.ground.towns_under(around.near, base) == 0 || self.ground.is_on_road(base.centre());
        }
        around.taken == 0 || self.ground.towns_under(around.near.towns_of(around.taken), base) == 0
    }

    /// The friends passed through by a straight advance to a point, if it is legal up to
    /// its last pivot: within reach, over passable ground, past units that let it pass.
    /// Nothing for a point that is the unit's own.
    pub(crate) fn advance(
        &self,
        state: &State,
        around: &Around,
        ends: Ends,
        allowance: i32,
        to: Point,
    ) -> Option<(Heading, Units)> {
        let from = state.unit(ends.id).at;
        if !from.is_within(to, allowance) {
            return None;
        }
        let heading = Heading::nearest(to - from)?;
        Some((heading, self.advance_on(state, around, ends, heading, to)?))
    }

    /// The same within reach, once the heading that is nearest to the way is known.
    pub(crate) fn advance_on(
        &self,
        state: &State,
        around: &Around,
        ends: Ends,
        heading: Heading,
        to: Point,
    ) -> Option<Units> {
        let from = state.unit(ends.id).at;
        let base = Base::new(self.unit(ends.id).size, from, heading);
        let sweep = Sweep::new(&base, to);
        if !self.ground.table.holds(&base)
            || !self.ground.table.holds(&sweep.end())
            || !self.ground.lets_pass(around.near, &sweep, (from, to), ends.gait)
        {
            return None;
        }
        around.passed(&sweep)
    }

    /// Whether a march's last pivot may leave the unit facing so. P-07: staying without turning
    /// is not a move, unless riders mount or dismount.
    pub(crate) fn may_face(&self, state: &State, around: &Around, march: March, facing: Heading) -> bool {
        let now = state.unit(march.unit);
        let at = self.stop(march.stop);
        if march.stop == Stop::At(now.at) && facing == now.facing && march.manner == Manner::Move {
            return false;
        }
        let base = Base::new(self.unit(march.unit).size, at, facing);
        self.may_end(around, self.ends(state, march.unit, march.manner), &base)
    }

    /// RULING B4: whether a unit in melee may pivot so.
    pub(crate) fn may_turn_in_melee(&self, state: &State, id: UnitId, facing: Heading) -> bool {
        let around = Around::new(self, state, id, state.unit(id).at, 0);
        let mut ends = self.ends(state, id, Manner::Move);
        ends.engaged = state.unit(id).engaged;
        let base = Base::new(self.unit(id).size, state.unit(id).at, facing);
        self.may_end(&around, ends, &base)
    }

    /// The point at which a move stops.
    pub(crate) fn stop(&self, stop: Stop) -> Point {
        match stop {
            Stop::At(point) => point,
            Stop::On(road, mark) => self.ground.roads[usize::from(road)].at(mark.into()),
        }
    }

    /// Carries out a move: friends that it passes through are inactive. P-08.
    pub(crate) fn march(
        &self,
        state: &mut State,
        march: March,
        facing: Heading,
        log: &mut impl Events<Self>,
    ) {
        let id = march.unit;
        let from = state.unit(id).at;
        let to = self.stop(march.stop);
        let passed = self.passed_by(state, march);
        for friend in passed {
            state.unit_mut(friend).is_passed = true;
            log.add(|| Event::Passed { unit: friend, by: id });
        }
        let unit = state.unit_mut(id);
        match march.manner {
            Manner::Move => {}
            Manner::Dismount => {
                unit.is_mounted = false;
                log.add(|| Event::Dismounted { unit: id });
            }
            Manner::Mount => unit.is_mounted = true,
        }
        unit.at = to;
        unit.facing = facing;
        unit.has_moved = true;
        let by_road = matches!(march.stop, Stop::On(..));
        log.add(|| Event::Moved { unit: id, from, to, facing, by_road });
        if march.manner == Manner::Mount {
            log.add(|| Event::Mounted { unit: id });
        }
    }

    fn passed_by(&self, state: &State, march: March) -> Units {
        let allowance = self.allowance(state, march.unit, march.manner) + ROAD_BONUS;
        let around = Around::new(self, state, march.unit, state.unit(march.unit).at, allowance);
        let ends = self.ends(state, march.unit, march.manner);
        let passed = match march.stop {
            Stop::At(to) => self.advance(state, &around, ends, allowance, to).map(|(_, passed)| passed),
            Stop::On(road, mark) => self.drive(state, &around, ends, road, mark),
        };
        passed.unwrap_or(Units::NONE)
    }
}
