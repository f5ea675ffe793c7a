//! Where a unit could go and whom it could attack.

use sandtable_core::plane::{Arc, Point};
use sandtable_core::scene::{Reach, Spot, Zone, ZoneKind};

use super::point;
use crate::action::Action;
use crate::rules::Palestine;
use crate::state::{Activation, Manner, State};
use crate::unit::UnitId;

/// Degrees between the points of a drawn arc.
const STEP: i32 = 5;

impl Palestine {
    /// As if the unit were activated now, whatever it did in this turn.
    pub(super) fn reach_of(&self, view: &State, unit: UnitId) -> Option<Reach> {
        if !view.unit(unit).is_on_table() {
            return None;
        }
        let state = self.about_to_move(view, unit, Manner::Move);
        let moves = if state.unit(unit).engaged.is_empty() { self.spots(&state, unit) } else { Vec::new() };
        Some(Reach { moves, zones: vec![self.arc_zone(&state, unit)] })
    }

    fn spots(&self, state: &State, unit: UnitId) -> Vec<Spot> {
        let from = state.unit(unit).at;
        let mut list = Vec::new();
        self.destinations(state, unit, Manner::Move, &mut list);
        let spot = |action: &Action| match *action {
            Action::To(to) if to != from => Some(Spot {
                place: None,
                at: point(to),
                cost: from.distance(to),
                path: vec![point(from), point(to)],
            }),
            _ => None,
        };
        debug_assert_eq!(state.unit(unit).activation, Activation::Untried);
        list.iter().filter_map(spot).collect()
    }

    /// The field of fire, as far as the table reaches.
    fn arc_zone(&self, state: &State, unit: UnitId) -> Zone {
        let base = self.base(state, unit);
        let fire = self.eye(unit, &base).fire;
        let half = match fire.arc {
            Arc::FortyFive => 45,
            Arc::Ninety => 90,
            Arc::All => 180,
        };
        let table = self.ground.table;
        let clamped = |at: Point| Point::new(at.x.clamp(0, table.width), at.y.clamp(0, table.height));
        let rim = (-half..=half).step_by(STEP as usize).map(|turn| {
            // A point that a clamp has moved may lie a little beside its ray: it is a picture.
            clamped(fire.from.along(fire.facing.turned(turn), fire.range))
        });
        let apex = (fire.arc != Arc::All).then_some(fire.from);
        Zone {
            kind: ZoneKind::Arc,
            places: Vec::new(),
            outline: apex.into_iter().chain(rim).map(point).collect(),
        }
    }
}
