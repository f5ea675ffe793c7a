//! Movement. G-16 to G-23.

use std::cell::RefCell;

use sandtable_core::Events;
use sandtable_core::path::Search;
use sandtable_core::square::{Facing, Square};

use crate::action::Action;
use crate::event::Happening;
use crate::map::{Gait, Step};
use crate::rules::Gridded;
use crate::sight::Squares;
use crate::stand::{SQUARE_DEPTH, StandId};
use crate::state::{Activity, Fate, Phase, Stage, State};

thread_local! {
    /// Scratch space of the search, one a thread.
    static SEARCH: RefCell<Search> = RefCell::default();
}

/// Prices count squares in the high bits and steps in the low ones, so that among equally
/// cheap paths the one with fewest steps wins. RULING A25.
const SQUARE: u32 = 1 << 8;

/// A way that a stand could go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) to: Square,
    /// Squares of its allowance that it takes.
    pub(crate) cost: u32,
    /// From square to square, the start not included.
    pub(crate) path: Vec<Square>,
}

/// A stand or a pair on the move, and what bars its way.
pub(super) struct Mover {
    id: StandId,
    follower: Option<StandId>,
    from: Square,
    gait: Gait,
    /// Squares that it may go.
    allowance: u32,
    is_artillery: bool,
    enemies: Squares,
}

impl Gridded {
    pub(super) fn mover(&self, state: &State, activity: &Activity) -> Mover {
        let stands = || [Some(activity.lead), activity.follower].into_iter().flatten();
        let goes_as_infantry = stands().all(|id| self.gait(state, id) == Gait::Infantry);
        // RULING A10: a pair that moves together keeps to the slower allowance.
        let allowance = |id| self.stand(id).allowance(state.stand(id).is_dismounted);
        Mover {
            id: activity.lead,
            follower: activity.follower,
            from: state.place(activity.lead),
            gait: if goes_as_infantry { Gait::Infantry } else { Gait::Other },
            allowance: stands().map(allowance).min().unwrap_or(0).into(),
            is_artillery: stands().any(|id| self.stand(id).class.is_artillery()),
            enemies: self.seen_enemies(state, self.stand(activity.lead).seat),
        }
    }

    /// The price of a step, where it can be taken. G-17: not into an enemy. G-18: no
    /// diagonal between two enemies, or between an enemy and an obstacle. G-19, RULING
    /// A28: artillery into no square beside an enemy. G-49: nothing else about an enemy
    /// nearby bars a step.
    fn price(&self, mover: &Mover, to: Square, step: &Step) -> Option<u32> {
        if mover.enemies.has(to) || !self.may_pass_between(&mover.enemies, step) {
            return None;
        }
        if mover.is_artillery && self.is_beside(&mover.enemies, to) {
            return None;
        }
        Some(u32::from(step.cost) * SQUARE + 1)
    }

    /// G-18, RULING A25.
    pub(super) fn may_pass_between(&self, enemies: &Squares, step: &Step) -> bool {
        step.beside.is_none_or(|[(a, a_obstacle), (b, b_obstacle)]| {
            let (a_enemy, b_enemy) = (enemies.has(a), enemies.has(b));
            !(a_enemy && (b_enemy || b_obstacle) || b_enemy && a_obstacle)
        })
    }

    fn is_beside(&self, enemies: &Squares, square: Square) -> bool {
        self.grid().neighbours(square).any(|(_, near)| enemies.has(near))
    }

    /// Searches from the mover's square, or back from its goal.
    fn search(&self, search: &mut Search, mover: &Mover, by_road: bool, goal: Option<Square>) {
        // G-21: a move wholly along a road gains one square.
        let squares = mover.allowance + u32::from(by_road);
        let bound = squares * SQUARE + (SQUARE - 1);
        let start = goal.unwrap_or(mover.from);
        search.run(self.map().steps(mover.gait), start.0.into(), bound, |from, to, step| {
            // Steps cost the same both ways, but it is the square entered that may be barred.
            let entered = if goal.is_some() { from } else { to };
            if by_road && !step.is_road { None } else { self.price(mover, Square(entered as u16), step) }
        });
    }

    /// Calls `each` with every square within reach and the squares of allowance left
    /// there, in no particular order and perhaps twice.
    fn for_each_reached(&self, mover: &Mover, mut each: impl FnMut(Square, u32)) {
        SEARCH.with_borrow_mut(|search| {
            for by_road in [false, true] {
                if by_road && !(self.map().has_roads() && self.map().is_road(mover.from)) {
                    continue;
                }
                self.search(search, mover, by_road, None);
                let squares = mover.allowance + u32::from(by_road);
                for &place in search.reached() {
                    let spent = search.cost(place).unwrap_or(0) / SQUARE;
                    each(Square(place as u16), squares - spent);
                }
            }
        });
    }

    /// Whether the mover may end in a square: alone, or behind one friend with room
    /// for both. G-02, G-54. A pair needs the square for itself.
    pub(super) fn may_end(&self, state: &State, mover: &Mover, square: Square) -> bool {
        if square == mover.from {
            return true;
        }
        let seat = self.stand(mover.id).seat;
        match state.front(square).filter(|&id| self.is_seen(state, id, seat)) {
            None => true,
            Some(front) => mover.follower.is_none() && self.has_room_behind(state, front, mover.id),
        }
    }

    /// RULING A1: whether `joiner` fits behind a stand of its side that is alone.
    pub(crate) fn has_room_behind(&self, state: &State, front: StandId, joiner: StandId) -> bool {
        let (a, b) = (self.stand(front), self.stand(joiner));
        a.seat == b.seat && state.stand(front).partner().is_none() && a.depth() + b.depth() <= SQUARE_DEPTH
    }

    /// Where the acting stand can go: squares within reach, its own among them; edges it
    /// may leave by (RULING A29); or a change between horse and foot (G-46).
    pub(crate) fn destinations(&self, state: &State, activity: &Activity, out: &mut Vec<Action>) {
        let mover = self.mover(state, activity);
        let exits = self.exits(self.stand(mover.id).seat);
        let mut leaves = [false; 4];
        self.for_each_reached(&mover, |square, left| {
            if self.may_end(state, &mover, square) {
                out.push(Action::Move(square));
            }
            for &edge in exits {
                leaves[edge as usize] |= left > 0 && self.is_at_edge(square, edge);
            }
        });
        out.extend(Facing::ALL.into_iter().filter(|&edge| leaves[edge as usize]).map(Action::Leave));
        if activity.follower.is_none() && self.may_change(state, mover.id, mover.from) {
            out.push(if state.stand(mover.id).is_dismounted { Action::Mount } else { Action::Dismount });
        }
        out.sort_unstable();
        out.dedup();
    }

    /// The ways to everywhere that the acting stand could end in, its own square not among
    /// them: for people to look at.
    pub(crate) fn ways(&self, state: &State, activity: &Activity) -> Vec<Way> {
        let mover = self.mover(state, activity);
        let mut squares = Vec::new();
        self.for_each_reached(&mover, |square, _| squares.push(square));
        squares.sort_unstable();
        squares.dedup();
        squares.retain(|&square| square != mover.from && self.may_end(state, &mover, square));
        squares.into_iter().map(|to| self.way(&mover, to)).collect()
    }

    /// The way to one square that the acting stand could end in, other than its own.
    pub(crate) fn way_to(&self, state: &State, activity: &Activity, to: Square) -> Way {
        self.way(&self.mover(state, activity), to)
    }

    fn way(&self, mover: &Mover, to: Square) -> Way {
        let path = self.path(mover, to);
        let steps = [mover.from].into_iter().chain(path.iter().copied()).zip(&path);
        let cost = steps.filter_map(|(a, &b)| Some(u32::from(self.map().step(mover.gait, a, b)?.cost)));
        Way { to, cost: cost.sum(), path }
    }

    fn is_at_edge(&self, square: Square, edge: Facing) -> bool {
        let ((file, rank), (dx, dy)) = (self.grid().coordinates(square), edge.delta());
        self.grid().at(file + dx, rank + dy).is_none()
    }

    /// G-46. RULING A33: native cavalry and camelry never; no mounting in a wood off the
    /// road; a pair does not change together.
    fn may_change(&self, state: &State, id: StandId, square: Square) -> bool {
        let in_wood = self.map().ground(square) == crate::map::Ground::Wood && !self.map().is_road(square);
        self.stand(id).class.can_dismount() && !(state.stand(id).is_dismounted && in_wood)
    }

    pub(crate) fn change_mount(&self, state: &mut State, activity: Activity, log: &mut impl Events<Self>) {
        let stand = activity.lead;
        state.change(stand, |s| s.is_dismounted = !s.is_dismounted);
        let is_on_foot = state.stand(stand).is_dismounted;
        let event = if is_on_foot { Happening::Dismounted { stand } } else { Happening::Mounted { stand } };
        self.tell_of(log, state, stand, event);
        // RULING A19: after changing, the stand may still fight.
        self.after_moving(state, activity, true);
    }

    pub(crate) fn leave(
        &self,
        state: &mut State,
        activity: Activity,
        edge: Facing,
        log: &mut impl Events<Self>,
    ) {
        for id in [Some(activity.lead), activity.follower].into_iter().flatten() {
            // That a stand leaves is seen by all: it counts for victory.
            self.tell(log, Happening::Left { stand: id, edge });
            state.remove(id, Fate::Left(edge));
        }
        // RULING A38: it may have masked the hidden.
        self.look_around(state, log);
        if !self.stop_if_decided(state, log) {
            self.finish(state, activity);
        }
    }

    /// Moves the acting stand, with whoever acts together with it.
    pub(crate) fn go(
        &self,
        state: &mut State,
        mut activity: Activity,
        to: Square,
        log: &mut impl Events<Self>,
    ) {
        let from = state.place(activity.lead);
        if to == from {
            // To stay and fight is to fight first, so staying leads to the final turn.
            activity.stage = Stage::Facing;
            state.phase = Phase::Acting(activity);
            return;
        }
        let mover = self.mover(state, &activity);
        let (end, met) = self.stopped_at(state, &mover, to);
        let joins = state.front(end).is_some() && end != from;
        self.carry(state, &activity, end, log);
        if let Some(unseen) = met {
            self.tell_of(log, state, activity.lead, Happening::Stopped { stand: activity.lead, at: end });
            self.reveal(state, unseen, log);
        }
        activity.has_moved = end != from;
        self.look_around(state, log);
        if joins {
            // RULINGS A12, A31: joining ends the joiner's move and fight.
            self.finish(state, activity);
        } else {
            // RULING A40: whoever was stopped by the unseen may still fight.
            self.after_moving(state, activity, true);
        }
    }

    /// Carries the acting stand and its follower to a square.
    fn carry(&self, state: &mut State, activity: &Activity, to: Square, log: &mut impl Events<Self>) {
        let from = state.place(activity.lead);
        if to == from {
            return;
        }
        let stands = [Some(activity.lead), activity.follower];
        for id in stands.into_iter().flatten() {
            state.lift(id);
        }
        for id in stands.into_iter().flatten() {
            state.put(id, to);
            self.tell_of(log, state, id, Happening::Moved { stand: id, from, to });
        }
    }

    /// Where a move really ends, and the unseen enemy that stopped it. RULING A17: the
    /// mover stops before the square, and falls back along its path to one where it may
    /// stand.
    fn stopped_at(&self, state: &State, mover: &Mover, to: Square) -> (Square, Option<StandId>) {
        let seat = self.stand(mover.id).seat;
        let has_unseen = self.side(seat.other()).any(|id| state.stand(id).is_concealed);
        if !has_unseen {
            return (to, None);
        }
        let path = self.path(mover, to);
        let enemy = |square| state.front(square).filter(|&id| self.stand(id).seat != seat);
        let Some((at, met)) = path.iter().enumerate().find_map(|(i, &s)| Some((i, enemy(s)?))) else {
            return (to, None);
        };
        let end = path[..at].iter().rev().copied().find(|&square| self.may_end(state, mover, square));
        (end.unwrap_or(mover.from), Some(met))
    }

    /// The path of a move, its start not included: the cheapest, then the one with fewest
    /// steps, then the first by the order of directions. RULING A25.
    pub(super) fn path(&self, mover: &Mover, to: Square) -> Vec<Square> {
        let mut home = Search::new();
        for by_road in [false, true] {
            self.search(&mut home, mover, by_road, Some(to));
            if home.cost(mover.from.0.into()).is_some() {
                return self.walk_home(mover, to, &home, by_road);
            }
        }
        vec![to]
    }

    fn walk_home(&self, mover: &Mover, to: Square, home: &Search, by_road: bool) -> Vec<Square> {
        let mut path = Vec::new();
        let mut here = mover.from;
        while here != to {
            let left = home.cost(here.0.into());
            let next = self.order().iter().find_map(|&direction| {
                let near = self.grid().step(here, direction)?;
                let step = self.map().step(mover.gait, here, near)?;
                let price = if by_road && !step.is_road { None } else { self.price(mover, near, step) }?;
                (home.cost(near.0.into()).map(|cost| cost + price) == left).then_some(near)
            });
            let Some(next) = next else { break };
            path.push(next);
            here = next;
        }
        path
    }
}
