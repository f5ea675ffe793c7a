//! A decision as numbers: `palestine/v1`.
//!
//! Everything is seen from the deciding seat's side: the first seat looks north, the second
//! south. The units are those of both sides on the table, the places the points that
//! actions lead to. [`ENCODER`](sandtable_core::Encode::ENCODER) names every column.

mod actions;
mod places;
mod units;

use sandtable_core::encoding::flag;
use sandtable_core::plane::{Heading, Point};
use sandtable_core::{Encode, Encoder, Encoding, Ruleset as _, Seat, row};

use crate::action::Action;
use crate::rules::Palestine;
use crate::state::{Fate, Mission, Phase, State, Step};
use crate::unit::{ELIMINATED, UnitId};

/// No distance on a table counts for more, in hundredths of an inch.
pub(crate) const FAR: f32 = 4800.0;

row! {
    /// The battle.
    pub(crate) struct Battle {
        /// Turns gone.
        gone: new("parts of the battle", 0.0, 1.0),
        /// Turns left, this one included.
        left: new("turns / 15", 0.0, 2.0),
        /// The own side has the first turn of each pair.
        leads: flag(),
        /// Movement.
        movement: flag(),
        /// Shooting.
        shooting: flag(),
        /// Hand-to-hand combat.
        melee: flag(),
        /// What an aircraft does is to be decided.
        mission: flag(),
        /// Points ahead for what was lost.
        losses: new("points / 8", -4.0, 4.0),
        /// Points ahead for ground, as it is held now.
        ground: new("points / 8", -4.0, 4.0),
        /// Points that are decisive.
        decisive: new("points / 8", 0.0, 4.0),
        /// Own units on the table.
        own: new("units / 10", 0.0, 2.4),
        /// Enemy units on the table.
        enemy: new("units / 10", 0.0, 2.4),
        /// The part of its units that the own side has lost; two thirds lose the battle.
        own_lost: new("parts", 0.0, 1.0),
        /// The part of its units that the other side has lost.
        enemy_lost: new("parts", 0.0, 1.0),
        /// Own sorties left.
        sorties: new("sorties / 5", 0.0, 3.0),
        /// The other side's sorties left.
        enemy_sorties: new("sorties / 5", 0.0, 3.0),
        /// An own aircraft spots for a gun.
        spots: flag(),
        /// An own aircraft is to attack.
        strafes: flag(),
        /// Own objectives held, by their points.
        held: new("points / 8", 0.0, 4.0),
        /// Objectives that the enemy holds, by their points.
        enemy_held: new("points / 8", 0.0, 4.0),
        /// Objectives, by their points.
        objectives: new("points / 8", 0.0, 4.0),
        /// The table's width.
        width: new("inches / 48", 0.0, 2.5),
        /// The table's depth.
        depth: new("inches / 48", 0.0, 2.5),
    }
}

const RELATIONS: &[&str] = &[
    "itself",
    "own side, within six inches",
    "own side, elsewhere",
    "other side, engaged with it",
    "other side, in its range and field of fire",
    "other side, has it in range and field of fire",
    "other side, both have each other so",
    "other side, within twelve inches",
    "other side, elsewhere",
];

/// The table as the deciding seat sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    width: i32,
    height: i32,
    seat: Seat,
}

impl Frame {
    fn new(rules: &Palestine, seat: Seat) -> Self {
        let table = rules.ground.table;
        Self { width: table.width, height: table.height, seat }
    }

    /// How far a point is to the right of the middle, and beyond it from the own side.
    fn place(self, at: Point) -> [f32; 2] {
        let turn = self.seat.sign() as f32;
        let across = (2 * at.x - self.width) as f32 / self.width as f32;
        let along = (2 * at.y - self.height) as f32 / self.height as f32;
        [across * turn, along * turn]
    }

    /// Sine and cosine of a heading, 0 degrees straight away from the own side.
    fn heading(self, heading: Heading) -> [f32; 2] {
        let way = heading.along(1000);
        let turn = self.seat.sign() as f32 / 1000.0;
        [way.x as f32 * turn, way.y as f32 * turn]
    }

    /// From one point to another: to the right, and ahead, in feet.
    fn way(self, from: Point, to: Point) -> [f32; 2] {
        let turn = self.seat.sign() as f32 / 1200.0;
        [(to.x - from.x) as f32 * turn, (to.y - from.y) as f32 * turn]
    }
}

/// No more than its column allows.
pub(crate) fn capped(value: f32, most: f32) -> f32 {
    value.clamp(-most, most)
}

/// A distance in feet, no more than [`FAR`].
pub(crate) fn feet(distance: i32) -> f32 {
    (distance as f32).min(FAR) / 1200.0
}

impl Encode for Palestine {
    const ENCODER: Encoder = Encoder {
        ruleset: Self::ID,
        version: 1,
        units: units::Unit::COLUMNS,
        places: places::Place::COLUMNS,
        globals: Battle::COLUMNS,
        actions: actions::Deed::COLUMNS,
        relations: RELATIONS,
    };

    fn encode(&self, state: &State, seat: Seat, actions: &[Action], out: &mut Encoding) {
        out.clear();
        let frame = Frame::new(self, seat);
        self.encode_units(state, frame, out);
        self.encode_actions(state, frame, actions, out);
        self.battle(state, seat).write(&mut out.globals);
    }

    /// A unit's part not destroyed: 0 when it is lost, otherwise by the hits that it can
    /// still take of those that it could.
    fn survival(&self, state: &State, _: Seat, end: &State, out: &mut Vec<f32>) {
        out.clear();
        out.extend(state.units().filter(|&id| state.unit(id).is_on_table()).map(|id| {
            let unit = end.unit(id);
            if unit.fate == Fate::OnTable {
                let could = f32::from(ELIMINATED) - f32::from(state.unit(id).hits.min(ELIMINATED - 1));
                (f32::from(ELIMINATED - unit.hits) / could).clamp(0.0, 1.0)
            } else {
                0.0
            }
        }));
    }

    /// Tanh of the points ahead over those that decide; what breaking decides, in full.
    fn margin(&self, end: &State) -> f32 {
        let Phase::Over(ended) = end.phase else { return 0.0 };
        let points = (ended.margin as f32 / self.terms.decisive.max(1) as f32).tanh();
        let verdict = f32::from(ended.thousandths) / 1000.0;
        if verdict.abs() >= 1.0 { 0.5 * verdict + 0.5 * points.abs() * verdict.signum() } else { points }
    }
}

impl Palestine {
    fn battle(&self, state: &State, seat: Seat) -> Battle {
        let sign = seat.sign() as f32;
        let step = match state.phase {
            Phase::Choose(step) => Some(step),
            Phase::Target(_) | Phase::TrainTarget | Phase::Spotted(..) => Some(Step::Shooting),
            Phase::Strike(_) => Some(Step::Melee),
            Phase::Mission => None,
            _ => Some(Step::Movement),
        };
        let lost = |seat: Seat| {
            let all = self.side(seat).count() as f32;
            1.0 - self.own(state, seat).count() as f32 / all
        };
        let held = |seat: Seat| {
            let objectives = self.terms.objectives.iter();
            let held = objectives.filter(|objective| self.holder(state, objective) == Some(seat));
            (held.map(|objective| objective.points).sum::<i32>() as f32 / 8.0).min(4.0)
        };
        let points = |points: i32| capped(points as f32 / 8.0, 4.0);
        Battle {
            gone: f32::from(state.turn - 1) / f32::from(self.turns),
            left: f32::from(self.turns + 1 - state.turn) / 15.0,
            leads: flag(state.first == seat),
            movement: flag(step == Some(Step::Movement)),
            shooting: flag(step == Some(Step::Shooting)),
            melee: flag(step == Some(Step::Melee)),
            mission: flag(step.is_none()),
            losses: points(self.points_for_losses(state)) * sign,
            ground: points(self.points_for_ground(state)) * sign,
            decisive: points(self.terms.decisive),
            own: self.own(state, seat).count() as f32 / 10.0,
            enemy: self.enemies(state, seat).count() as f32 / 10.0,
            own_lost: lost(seat),
            enemy_lost: lost(seat.other()),
            sorties: f32::from(state.sorties(seat)) / 5.0,
            enemy_sorties: f32::from(state.sorties(seat.other())) / 5.0,
            spots: flag(matches!(state.mission, Mission::Spot(..))),
            strafes: flag(matches!(state.mission, Mission::Strafe(_))),
            held: held(seat),
            enemy_held: held(seat.other()),
            objectives: points(self.terms.objectives.iter().map(|objective| objective.points).sum()),
            width: self.ground.table.width as f32 / 4800.0,
            depth: self.ground.table.height as f32 / 4800.0,
        }
    }

    /// The row of a unit on the table.
    pub(crate) fn row_of(&self, state: &State, id: UnitId) -> Option<u16> {
        let before = state.units().take_while(|&other| other != id);
        state
            .unit(id)
            .is_on_table()
            .then(|| before.filter(|&other| state.unit(other).is_on_table()).count() as u16)
    }
}
