//! Withdrawal. G-24, G-25.

use sandtable_core::Events;
use sandtable_core::square::Square;
use smallvec::SmallVec;

use crate::action::Action;
use crate::event::Happening;
use crate::map::Gait;
use crate::rules::Gridded;
use crate::sight::Squares;
use crate::stand::StandId;
use crate::state::{Activity, Attack, Phase, State};

/// G-25: a stand that would have to go further is destroyed.
const FURTHEST: usize = 4;

/// The squares of one step of a withdrawal; the rear arc widens by two a step.
type Row = SmallVec<[Square; 9]>;

impl Gridded {
    /// Makes a stand withdraw: its owner chooses where to, or it is destroyed.
    pub(crate) fn must_withdraw(
        &self,
        state: &mut State,
        activity: Activity,
        attack: Attack,
        loser: StandId,
        log: &mut impl Events<Self>,
    ) {
        state.phase = Phase::Withdrawal(activity, attack, loser);
        if !self.has_refuge(state, loser) {
            // RULING A8: of a pair only the loser is destroyed.
            self.destroy(state, loser, true, log);
            self.after_combat(state, activity, log);
        }
    }

    /// Whether a stand that had to withdraw could: otherwise it would be destroyed.
    pub(crate) fn has_refuge(&self, state: &State, loser: StandId) -> bool {
        !self.refuges(state, loser).1.is_empty()
    }

    pub(crate) fn withdrawals(&self, state: &State, loser: StandId, out: &mut Vec<Action>) {
        out.extend(self.refuges(state, loser).1.into_iter().map(Action::Withdraw));
        out.sort_unstable();
    }

    /// Where a loser may withdraw to, and whether its partner goes with it. RULING A8: a
    /// pair goes together; where no square takes both, the loser goes alone.
    fn refuges(&self, state: &State, loser: StandId) -> (Option<StandId>, Row) {
        if let Some(partner) = state.stand(loser).partner() {
            let row = self.nearest(state, &[loser, partner]);
            if !row.is_empty() {
                return (Some(partner), row);
            }
        }
        (None, self.nearest(state, &[loser]))
    }

    /// The legal end squares fewest steps away. RULINGS R16, A7: at least one step; each
    /// step into the rear arc, facing kept.
    fn nearest(&self, state: &State, stands: &[StandId]) -> Row {
        let enemies = self.seen_enemies(state, self.stand(stands[0]).seat);
        let mut row: Row = SmallVec::from_slice(&[state.place(stands[0])]);
        for _ in 0..FURTHEST {
            row = self.next_row(state, stands, &enemies, &row);
            let ends: Row = row.iter().copied().filter(|&s| self.is_refuge(state, stands, s)).collect();
            if !ends.is_empty() {
                return ends;
            }
        }
        Row::new()
    }

    fn next_row(&self, state: &State, stands: &[StandId], enemies: &Squares, row: &Row) -> Row {
        let mut next = Row::new();
        for &from in row {
            for direction in state.stand(stands[0]).facing.back().arc() {
                let Some(to) = self.grid().step(from, direction) else { continue };
                if !next.contains(&to) && self.can_fall_back(state, stands, enemies, from, to) {
                    next.push(to);
                }
            }
        }
        next
    }

    /// RULINGS A7, A25: through friends, not through enemies; what the class could not
    /// cross stops it; G-18 binds every step; contours cost nothing.
    fn can_fall_back(
        &self,
        state: &State,
        stands: &[StandId],
        enemies: &Squares,
        from: Square,
        to: Square,
    ) -> bool {
        let gait = if stands.iter().all(|&id| self.gait(state, id) == Gait::Infantry) {
            Gait::Infantry
        } else {
            Gait::Other
        };
        !enemies.has(to)
            && self.map().step(gait, from, to).is_some_and(|step| self.may_pass_between(enemies, step))
    }

    /// RULING R16: at least one empty square between it and every enemy it can see
    /// (RULING A36), and room to stand with its facing kept (RULING A7).
    fn is_refuge(&self, state: &State, stands: &[StandId], square: Square) -> bool {
        let seat = self.stand(stands[0]).seat;
        self.may_be_held(state, stands, square)
            && self.enemies(state, seat).all(|(_, enemy)| self.distance(square, enemy) >= 2)
    }

    fn may_be_held(&self, state: &State, stands: &[StandId], square: Square) -> bool {
        let seat = self.stand(stands[0]).seat;
        let facing = state.stand(stands[0]).facing;
        match state.front(square).filter(|&id| self.is_seen(state, id, seat)) {
            None => true,
            Some(front) => {
                stands.len() == 1
                    && state.stand(front).facing == facing
                    && self.has_room_behind(state, front, stands[0])
            }
        }
    }

    pub(crate) fn withdraw(
        &self,
        state: &mut State,
        activity: Activity,
        loser: StandId,
        to: Square,
        log: &mut impl Events<Self>,
    ) {
        let (partner, _) = self.refuges(state, loser);
        let front_first = partner.filter(|_| state.stand(loser).is_rear);
        let stands: SmallVec<[StandId; 2]> =
            front_first.into_iter().chain([loser]).chain(partner.filter(|_| front_first.is_none())).collect();
        let from = state.place(loser);
        let (end, met) = self.fallen_back(state, &stands, to);
        match end {
            Some(end) => {
                for &id in &stands {
                    state.lift(id);
                }
                for &id in &stands {
                    state.put(id, end);
                    self.tell(log, Happening::Withdrew { stand: id, from, to: end });
                }
            }
            None => self.destroy(state, loser, true, log),
        }
        if let Some(unseen) = met {
            self.reveal(state, unseen, log);
        }
        self.look_around(state, log);
        self.after_combat(state, activity, log);
    }

    /// Where a withdrawal really ends. RULING A36: on meeting the unseen a stand stops
    /// before it, reveals it and falls back along its path to a square it may hold; with
    /// none it is destroyed.
    fn fallen_back(
        &self,
        state: &State,
        stands: &[StandId],
        to: Square,
    ) -> (Option<Square>, Option<StandId>) {
        let seat = self.stand(stands[0]).seat;
        if !self.side(seat.other()).any(|id| state.stand(id).is_concealed) {
            return (Some(to), None);
        }
        let enemies = self.seen_enemies(state, seat);
        let mut path = Vec::new();
        self.find_path(state, stands, &enemies, state.place(stands[0]), to, FURTHEST, &mut path);
        let enemy = |square| state.front(square).filter(|&id| self.stand(id).seat != seat);
        let Some((at, met)) = path.iter().enumerate().find_map(|(i, &s)| Some((i, enemy(s)?))) else {
            return (Some(to), None);
        };
        let end = path[..at].iter().rev().copied().find(|&square| self.may_be_held(state, stands, square));
        (end, Some(met))
    }

    /// The shortest path to `to`, first by the order of directions. RULING A25.
    #[allow(clippy::too_many_arguments, reason = "a recursion that carries its whole question")]
    fn find_path(
        &self,
        state: &State,
        stands: &[StandId],
        enemies: &Squares,
        from: Square,
        to: Square,
        steps: usize,
        path: &mut Vec<Square>,
    ) -> bool {
        if from == to {
            return true;
        }
        // Every step of a rear arc goes one square back, so all paths are equally long.
        if steps == 0 {
            return false;
        }
        let arc = state.stand(stands[0]).facing.back().arc();
        for direction in self.order().iter().filter(|direction| arc.contains(direction)) {
            let Some(next) = self.grid().step(from, *direction) else { continue };
            if self.can_fall_back(state, stands, enemies, from, next) {
                path.push(next);
                if self.find_path(state, stands, enemies, next, to, steps - 1, path) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }
}
