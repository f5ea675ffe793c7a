//! What a seat knows, and full states that it cannot tell from the true one.

use rand::{Rng, RngExt as _};
use sandtable_core::Seat;
use sandtable_core::square::{Facing, Square};
use serde::{Deserialize, Serialize};

use crate::rules::Gridded;
use crate::stand::{Class, StandId};
use crate::state::{Activity, Fate, Phase, StandState, State};
use crate::victory::block;

/// All that one seat knows of a battle. The scenario itself is known to both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// The turn, from 1.
    pub turn: u8,
    /// Who has the initiative.
    pub first: Seat,
    /// Whose half-turn it is.
    pub active: Seat,
    /// Squares that the active side may still activate.
    pub activations_left: u8,
    /// What is due. While a concealed enemy acts, no more than that its side chooses.
    pub phase: Phase,
    /// Concealed groups whose spotting throw is due, one bit each.
    pub spotting_due: u8,
    /// Concealed groups thrown for in this half-turn, one bit each.
    pub spotting_done: u8,
    /// The stands that the seat sees, and those that are gone.
    pub stands: Vec<SeenStand>,
    /// The enemy's concealed stands: what they are, not where.
    pub hidden: Vec<Hidden>,
}

/// A stand in plain view, or one of the seat's own, or one that is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeenStand {
    /// Which.
    pub id: StandId,
    /// Where, if on the table.
    pub square: Option<Square>,
    /// Which way it faces.
    pub facing: Facing,
    /// What became of it.
    pub fate: Fate,
    /// Whether it is behind its partner.
    pub is_rear: bool,
    /// Whether it was activated this turn.
    pub is_activated: bool,
    /// One of the seat's own that the enemy has not spotted.
    pub is_concealed: bool,
    /// Cavalry on foot.
    pub is_dismounted: bool,
}

/// Concealed enemy stands of one class in one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hidden {
    /// The group.
    pub group: u8,
    /// The class.
    pub class: Class,
    /// How many.
    pub count: u8,
}

/// How often a sample tries to place a hidden stand where it could really be.
const TRIES: usize = 24;

impl Gridded {
    pub(crate) fn seen_by(&self, state: &State, seat: Seat) -> View {
        let stands = state.stands().filter(|&id| self.is_seen(state, id, seat)).map(|id| {
            let stand = state.stand(id);
            SeenStand {
                id,
                square: stand.square(),
                facing: stand.facing,
                fate: stand.fate,
                is_rear: stand.is_rear,
                is_activated: stand.is_activated,
                is_concealed: stand.is_concealed,
                is_dismounted: stand.is_dismounted,
            }
        });
        View {
            seat,
            turn: state.turn,
            first: state.first,
            active: state.active,
            activations_left: state.activations_left,
            phase: self.phase_seen_by(state, seat),
            spotting_due: state.spotting_due,
            spotting_done: state.spotting_done,
            stands: stands.collect(),
            hidden: self.hidden_from(state, seat),
        }
    }

    fn hidden_from(&self, state: &State, seat: Seat) -> Vec<Hidden> {
        let mut hidden: Vec<Hidden> = Vec::new();
        for id in state.stands().filter(|&id| !self.is_seen(state, id, seat)) {
            let (group, class) = (self.stand(id).group.unwrap_or(0), self.stand(id).class);
            match hidden.iter_mut().find(|h| (h.group, h.class) == (group, class)) {
                Some(known) => known.count += 1,
                None => hidden.push(Hidden { group, class, count: 1 }),
            }
        }
        hidden.sort_by_key(|h| (h.group, h.class));
        hidden
    }

    /// The phase as a seat sees it: of what its enemy's concealed stands do, nothing but
    /// that its enemy decides. RULING A17.
    pub(crate) fn phase_seen_by(&self, state: &State, seat: Seat) -> Phase {
        let is_unseen = |id: StandId| !self.is_seen(state, id, seat);
        let known = |id: Option<StandId>| id.filter(|&id| !is_unseen(id));
        let masked = |activity: Activity| Activity {
            waiting: known(activity.waiting),
            rear: known(activity.rear),
            ..activity
        };
        match state.phase {
            Phase::Acting(activity) if is_unseen(activity.lead) => Phase::Choose,
            Phase::Acting(activity) => Phase::Acting(masked(activity)),
            Phase::Combat(activity, attack) => Phase::Combat(masked(activity), attack),
            Phase::Tie(activity, attack) => Phase::Tie(masked(activity), attack),
            Phase::Withdrawal(activity, attack, loser) => Phase::Withdrawal(masked(activity), attack, loser),
            phase => phase,
        }
    }

    /// A full state behind a view: the concealed are placed where they could be by what
    /// the seat knows, which is where they began, how far they can have come, and that
    /// they are not in plain sight.
    pub(crate) fn sampled<G: Rng + ?Sized>(&self, view: &View, rng: &mut G) -> State {
        let mut state = self.stage(view);
        let mut gone = [true; crate::state::MOST_STANDS];
        view.stands.iter().for_each(|stand| gone[stand.id.index()] = false);
        let hidden = || self.side(view.seat.other()).filter(|id| gone[id.index()]);
        for id in hidden() {
            state.change(id, |stand| {
                stand.fate = Fate::OnTable;
                stand.is_concealed = true;
                stand.facing = self.start_state().stand(id).facing;
            });
        }
        for id in hidden() {
            let square = self.hiding_place(&state, view, id, rng);
            state.put(id, square);
        }
        state
    }

    /// The table with everything that a view shows.
    pub(crate) fn stage(&self, view: &View) -> State {
        let mut state = State::empty(self.stands().len());
        state.set_out(&view.stands.iter().map(|seen| {
            let mut stand = StandState::at(seen.square);
            stand.facing = seen.facing;
            stand.fate = seen.fate;
            stand.is_rear = seen.is_rear;
            stand.is_activated = seen.is_activated;
            stand.is_concealed = seen.is_concealed;
            stand.is_dismounted = seen.is_dismounted;
            (seen.id, stand)
        }));
        state.turn = view.turn;
        state.first = view.first;
        state.active = view.active;
        state.activations_left = view.activations_left;
        state.spotting_due = view.spotting_due;
        state.spotting_done = view.spotting_done;
        state.phase = view.phase;
        state
    }

    fn hiding_place<G: Rng + ?Sized>(&self, state: &State, view: &View, id: StandId, rng: &mut G) -> Square {
        let zone = self.stand(id).group.map_or_else(Vec::new, |group| self.reachable_zone(view, id, group));
        let is_free = |square: Square| {
            self.map().can_hold(square)
                && state.front(square).is_none_or(|front| {
                    state.stand(front).is_concealed
                        && state.stand(front).facing == state.stand(id).facing
                        && self.stand(front).group == self.stand(id).group
                        && self.has_room_behind(state, front, id)
                })
        };
        let mut fallback = None;
        if !zone.is_empty() {
            for _ in 0..TRIES {
                let square = zone[rng.random_range(0..zone.len())];
                if !is_free(square) {
                    continue;
                }
                if self.could_hide(state, view, id, square) {
                    return square;
                }
                fallback = fallback.or(Some(square));
            }
        }
        // Nothing better was found: any square that holds it keeps the view true.
        fallback
            .or_else(|| {
                self.grid()
                    .squares()
                    .find(|&square| is_free(square) && self.could_hide(state, view, id, square))
            })
            .or_else(|| self.grid().squares().find(|&square| is_free(square)))
            .expect("a battlefield has room for its stands")
    }

    /// The zone where the group began, grown by the half-turns it may have moved in.
    fn reachable_zone(&self, view: &View, id: StandId, group: u8) -> Vec<Square> {
        let zone = block(self.grid(), self.groups()[usize::from(group)].zone);
        let owner = self.stand(id).seat;
        let has_acted = u8::from(view.active == owner || view.first == owner);
        let turns = view.turn - 1 + has_acted;
        if turns == 0 {
            return zone;
        }
        let reach = i32::from(turns) * i32::from(self.stand(id).allowance(false));
        let near = |square: &Square| zone.iter().any(|&start| self.distance(start, *square) <= reach);
        self.grid().squares().filter(near).collect()
    }

    /// Whether a hidden stand could be in a square unnoticed so far.
    fn could_hide(&self, state: &State, view: &View, id: StandId, square: Square) -> bool {
        let owner = self.stand(id).seat;
        let group = self.stand(id).group.unwrap_or(0);
        let is_watched = view.active == view.seat
            && (view.spotting_done | view.spotting_due) & (1 << group) == 0
            && self.side(view.seat).any(|spotter| {
                state
                    .stand(spotter)
                    .square()
                    .is_some_and(|from| self.may_spot(state, view.seat, from, square))
            });
        !is_watched && !self.is_in_plain_sight(state, owner, square)
    }
}
