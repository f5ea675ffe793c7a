//! One row a point that an action leads to.

use sandtable_core::encoding::flag;
use sandtable_core::plane::Point;
use sandtable_core::row;

use super::{Frame, feet};
use crate::rules::Palestine;
use crate::state::State;
use crate::unit::{INCH, Kind, UnitId};

row! {
    /// A point to which the acting unit may go.
    pub(crate) struct Place {
        /// From the left edge to the right one.
        across: sideways("half tables", 1.0),
        /// From the own side to the far one.
        along: new("half tables", -1.0, 1.0),
        /// To the right of where the unit is.
        aside: sideways("feet", 1.5),
        /// Ahead of where the unit is, away from the own side.
        ahead: new("feet", -1.5, 1.5),
        /// From where the unit is.
        distance: new("feet", 0.0, 1.5),
        /// It is where the unit is.
        stays: flag(),
        /// Hits by fire are halved there.
        covered: flag(),
        /// A town.
        town: flag(),
        /// A hill.
        hill: flag(),
        /// A road.
        road: flag(),
        /// Enemies that have it in range and field of fire, sight apart.
        threats: new("units / 8", 0.0, 3.0),
        /// Their mean hits, cover counted, their activation not.
        danger: new("hits / 16", 0.0, 8.0),
        /// Enemies within the unit's range of it.
        targets: new("units / 8", 0.0, 3.0),
        /// Mounted enemy cavalry within a charge of it.
        charged: new("units / 4", 0.0, 6.0),
        /// Friends within six inches of it.
        friends: new("units / 8", 0.0, 3.0),
        /// From the nearest enemy.
        nearest: new("feet", 0.0, 4.0),
        /// From the nearest objective; 4 where there is none.
        objective: new("feet", 0.0, 4.0),
        /// How much nearer that is than from where the unit is.
        nearer: new("feet", -2.0, 2.0),
        /// It is near enough to hold an objective.
        holds: flag(),
    }
}

/// A base's nearest part is about so much nearer than its centre.
const EDGE: i32 = INCH;

impl Palestine {
    pub(super) fn place_row(&self, state: &State, frame: Frame, id: UnitId, at: Point) -> Place {
        let (own, now) = (self.unit(id), state.unit(id));
        let [across, along] = frame.place(at);
        let [aside, ahead] = frame.way(now.at, at);
        let is_halved = own.kind.is_vehicle() || self.cover(id, at).is_some();
        let (mut threats, mut danger, mut targets, mut charged) = (0.0, 0.0, 0.0, 0.0);
        for enemy in self.enemies(state, own.seat) {
            let (other, there) = (self.unit(enemy), state.unit(enemy));
            if there.at.is_within(at, own.kind.range() + EDGE) {
                targets += 1.0;
            }
            if other.kind.rides() && there.is_mounted {
                let reaches = other.kind == Kind::Cavalry && there.at.is_within(at, 14 * INCH);
                charged += flag(reaches);
            } else if self.eye(enemy, &self.base(state, enemy)).fire.has(at) {
                threats += 1.0;
                danger += crate::officer::mean(other.volley(), is_halved);
            }
        }
        let near = |&friend: &UnitId| friend != id && state.unit(friend).at.is_within(at, 6 * INCH);
        let nearest = self.nearest_enemy(state, own.seat, at);
        let goal = self.terms.objectives.iter().min_by_key(|o| o.at.squared_distance(at));
        let to_goal = |from: Point| goal.map_or(4.0, |goal| feet(goal.at.distance(from)));
        Place {
            across,
            along,
            aside: super::capped(aside, 1.5),
            ahead: super::capped(ahead, 1.5),
            distance: feet(now.at.distance(at)).min(1.5),
            stays: flag(at == now.at),
            covered: flag(is_halved),
            town: flag(self.is_in_town(id, at)),
            hill: flag(self.ground.hills_at(at) != 0),
            road: flag(self.ground.is_on_road(at)),
            threats: threats / 8.0,
            danger: danger / 16.0,
            targets: targets / 8.0,
            charged: charged / 4.0,
            friends: self.own(state, own.seat).filter(near).count() as f32 / 8.0,
            nearest: nearest.map_or(4.0, |enemy| feet(state.unit(enemy).at.distance(at))),
            objective: to_goal(at),
            nearer: super::capped(to_goal(now.at) - to_goal(at), 2.0),
            holds: flag(
                goal.is_some_and(|goal| goal.at.is_within(at, crate::victory::NEAR_OBJECTIVE + EDGE)),
            ),
        }
    }
}
