//! Where a stand could go and whom it could attack.

use sandtable_core::scene::{Reach, Spot, Zone, ZoneKind};
use sandtable_core::square::Square;

use super::seen;
use crate::phases::Way;
use crate::rules::Gridded;
use crate::stand::{Class, StandId};
use crate::state::{Activity, Stage, State};
use crate::view::View;

/// A stand that is about to move by itself.
fn alone(lead: StandId) -> Activity {
    Activity {
        lead,
        follower: None,
        waiting: None,
        rear: None,
        stage: Stage::Destination,
        fights_first: false,
        has_moved: false,
        has_swapped: false,
        has_acted: false,
    }
}

impl Gridded {
    pub(super) fn reach_of(&self, view: &View, stand: StandId) -> Option<Reach> {
        let here = seen(view, stand)?.square?;
        let state = self.stage(view);
        let ways = self.ways(&state, &alone(stand));
        let moves = ways.iter().filter(|way| way.to != here).map(|way| self.spot(here, way));
        let spots: Vec<Square> = ways.iter().map(|way| way.to).chain([here]).collect();
        let zones = [
            (ZoneKind::Arc, self.arc(&state, stand, here)),
            (ZoneKind::Fire, self.under_fire(&state, stand, &spots)),
            (ZoneKind::Close, self.beside(&state, stand, &spots)),
        ];
        let zones =
            zones.into_iter().filter(|(_, squares)| !squares.is_empty()).map(|(kind, squares)| Zone {
                kind,
                places: squares.into_iter().map(|square| square.0.into()).collect(),
                outline: Vec::new(),
            });
        Some(Reach { moves: moves.collect(), zones: zones.collect() })
    }

    pub(super) fn spot(&self, from: Square, way: &Way) -> Spot {
        let path = [from].into_iter().chain(way.path.iter().copied()).map(|square| self.centre(square));
        Spot {
            place: Some(way.to.0.into()),
            at: self.centre(way.to),
            cost: way.cost as i32,
            path: path.collect(),
        }
    }

    /// What a stand can fire at where and as it stands.
    fn arc(&self, state: &State, stand: StandId, here: Square) -> Vec<Square> {
        let facing = state.stand(stand).facing;
        self.in_range(state, stand, here).filter(|&at| facing.has_in_arc(self.offset(here, at))).collect()
    }

    /// What a stand could fire at from one of these squares, turning freely. RULING R23.
    fn under_fire(&self, state: &State, stand: StandId, spots: &[Square]) -> Vec<Square> {
        let mut squares: Vec<Square> =
            spots.iter().flat_map(|&from| self.in_range(state, stand, from)).collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    fn in_range<'a>(
        &'a self,
        state: &'a State,
        stand: StandId,
        from: Square,
    ) -> impl Iterator<Item = Square> + 'a {
        let (range, seat) = (self.range(state, stand), self.stand(stand).seat);
        let range = if self.stand(stand).class == Class::Transport { 0 } else { range };
        self.grid().squares().filter(move |&at| {
            (1..=range).contains(&self.distance(from, at)) && self.has_sight(state, seat, from, at)
        })
    }

    /// What a stand could engage from one of these squares. RULINGS R21, R32.
    fn beside(&self, state: &State, stand: StandId, spots: &[Square]) -> Vec<Square> {
        if self.stand(stand).class == Class::Transport {
            return Vec::new();
        }
        let is_own = |square: Square| {
            state.front(square).is_some_and(|front| self.stand(front).seat == self.stand(stand).seat)
        };
        let is_near = |at: &Square| spots.iter().any(|&from| self.distance(from, *at) == 1);
        self.grid().squares().filter(|&at| !is_own(at) && self.map().can_hold(at)).filter(is_near).collect()
    }
}
