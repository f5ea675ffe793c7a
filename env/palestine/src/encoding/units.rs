//! One row a unit on the table, and what each is to each other.

use sandtable_core::encoding::flag;
use sandtable_core::plane::Base;
use sandtable_core::{Encoding, row};

use super::{Frame, feet};
use crate::phases::faces;
use crate::rules::Palestine;
use crate::state::{Activation, MOST_UNITS, State};
use crate::unit::{ELIMINATED, INCH, Kind, UnitId, Units};

row! {
    /// A unit on the table.
    pub(crate) struct Unit {
        /// It is the deciding seat's own.
        own: flag(),
        /// Infantry.
        infantry: flag(),
        /// Cavalry.
        cavalry: flag(),
        /// Camel Corps.
        camel_corps: flag(),
        /// Artillery.
        artillery: flag(),
        /// A tank.
        tank: flag(),
        /// An armoured car.
        armoured_car: flag(),
        /// Machine guns are attached.
        machine_guns: flag(),
        /// Its riders are in the saddle.
        mounted: flag(),
        /// Hits taken of those that eliminate it.
        hits: new("parts", 0.0, 1.0),
        /// The chance to be activated, where it has not been tried.
        activates: new("chance", 0.0, 1.0),
        /// It is active in this turn.
        active: flag(),
        /// It failed to be activated in this turn.
        failed: flag(),
        /// It has moved in this turn.
        moved: flag(),
        /// It has shot or struck in this turn.
        fought: flag(),
        /// A friend passed through it in this turn.
        passed: flag(),
        /// It is engaged in melee.
        engaged: flag(),
        /// It acts in this decision.
        acting: flag(),
        /// Mean hits of its fire.
        fire: new("hits / 6", 0.0, 1.0),
        /// How far it moves.
        moves: new("feet", 0.0, 1.0),
        /// How far it shoots.
        range: new("feet / 4", 0.0, 1.0),
        /// From the left edge to the right one.
        across: sideways("half tables", 1.0),
        /// From the own side to the far one.
        along: new("half tables", -1.0, 1.0),
        /// To the right, of its facing.
        facing_aside: sideways("sine", 1.0),
        /// Ahead, away from the own side, of its facing.
        facing_ahead: new("cosine", -1.0, 1.0),
        /// Hits on it by fire are halved where it is.
        covered: flag(),
        /// It is in a town.
        town: flag(),
        /// It is on a hill.
        hill: flag(),
        /// It is on a road.
        road: flag(),
        /// Enemies that have it in range and field of fire, sight apart.
        threats: new("units / 8", 0.0, 3.0),
        /// Enemies that it has so.
        targets: new("units / 8", 0.0, 3.0),
        /// From the nearest enemy.
        nearest: new("feet", 0.0, 4.0),
        /// From the nearest objective; 4 where there is none.
        objective: new("feet", 0.0, 4.0),
        /// Points of that objective.
        worth: new("points / 8", 0.0, 4.0),
    }
}

/// Whom each unit has in range and field of fire, sight apart.
pub(super) fn fields(rules: &Palestine, state: &State) -> [Units; MOST_UNITS] {
    let mut fields = [Units::NONE; MOST_UNITS];
    for id in state.units().filter(|&id| state.unit(id).is_on_table()) {
        let base = rules.base(state, id);
        let eye = rules.eye(id, &base);
        let seat = rules.unit(id).seat;
        for enemy in rules.enemies(state, seat) {
            if eye.fire.has(state.unit(enemy).at) {
                fields[id.index()] = fields[id.index()].with(enemy);
            }
        }
    }
    fields
}

impl Palestine {
    pub(super) fn encode_units(&self, state: &State, frame: Frame, out: &mut Encoding) {
        let fields = fields(self, state);
        let on_table = || state.units().filter(|&id| state.unit(id).is_on_table());
        let acting = self.actor(state);
        for id in on_table() {
            self.unit_row(state, frame, id, acting == Some(id), &fields).write(&mut out.units);
            out.relations.extend(on_table().map(|other| self.relation(state, id, other, &fields)));
        }
    }

    fn unit_row(
        &self,
        state: &State,
        frame: Frame,
        id: UnitId,
        is_acting: bool,
        fields: &[Units; MOST_UNITS],
    ) -> Unit {
        let (own, now) = (self.unit(id), state.unit(id));
        let [across, along] = frame.place(now.at);
        let [facing_aside, facing_ahead] = frame.heading(now.facing);
        let threats = self.enemies(state, own.seat).filter(|enemy| fields[enemy.index()].has(id)).count();
        let nearest = self.nearest_enemy(state, own.seat, now.at);
        let goal = self.terms.objectives.iter().min_by_key(|o| o.at.squared_distance(now.at));
        let is = |kind: Kind| flag(own.kind == kind);
        Unit {
            own: flag(own.seat == frame.seat),
            infantry: is(Kind::Infantry),
            cavalry: is(Kind::Cavalry),
            camel_corps: is(Kind::CamelCorps),
            artillery: is(Kind::Artillery),
            tank: is(Kind::Tank),
            armoured_car: is(Kind::ArmouredCar),
            machine_guns: flag(own.has_machine_guns),
            mounted: flag(now.is_mounted),
            hits: f32::from(now.hits) / f32::from(ELIMINATED),
            activates: if now.activation == Activation::Untried { faces(now.hits) as f32 / 6.0 } else { 0.0 },
            active: flag(now.activation == Activation::Active),
            failed: flag(now.activation == Activation::Failed),
            moved: flag(now.has_moved),
            fought: flag(now.has_fought),
            passed: flag(now.is_passed),
            engaged: flag(!now.engaged.is_empty()),
            acting: flag(is_acting),
            fire: crate::officer::mean(own.volley(), false) / 6.0,
            moves: feet(own.kind.allowance(now.is_mounted)),
            range: feet(own.kind.range()) / 4.0,
            across,
            along,
            facing_aside,
            facing_ahead,
            covered: flag(own.kind.is_vehicle() || self.cover(id, now.at).is_some()),
            town: flag(self.is_in_town(id, now.at)),
            hill: flag(self.ground.hills_at(now.at) != 0),
            road: flag(self.ground.is_on_road(now.at)),
            threats: threats as f32 / 8.0,
            targets: fields[id.index()].count() as f32 / 8.0,
            nearest: nearest.map_or(4.0, |enemy| feet(state.unit(enemy).at.distance(now.at))),
            objective: goal.map_or(4.0, |goal| feet(goal.at.distance(now.at))),
            worth: goal.map_or(0.0, |goal| (goal.points as f32 / 8.0).min(4.0)),
        }
    }

    fn relation(&self, state: &State, id: UnitId, other: UnitId, fields: &[Units; MOST_UNITS]) -> u8 {
        let (here, there) = (state.unit(id), state.unit(other));
        if id == other {
            return 0;
        }
        if self.unit(id).seat == self.unit(other).seat {
            return if here.at.is_within(there.at, 6 * INCH) { 1 } else { 2 };
        }
        match (fields[id.index()].has(other), fields[other.index()].has(id)) {
            _ if here.engaged.has(other) => 3,
            (true, false) => 4,
            (false, true) => 5,
            (true, true) => 6,
            (false, false) if here.at.is_within(there.at, 12 * INCH) => 7,
            (false, false) => 8,
        }
    }

    /// The units that a base at a place would have before it in range, whatever hides them.
    pub(super) fn reached(&self, state: &State, id: UnitId, base: &Base) -> u32 {
        let eye = self.eye(id, base);
        let enemies = self.enemies(state, self.unit(id).seat);
        enemies.filter(|&enemy| eye.fire.has(state.unit(enemy).at)).count() as u32
    }
}
