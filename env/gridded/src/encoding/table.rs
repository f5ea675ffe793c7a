//! The stands as the deciding seat sees them, and what they can do to each other.

use sandtable_core::Seat;
use sandtable_core::square::{Facing, Square};
use smallvec::SmallVec;
use std::borrow::Cow;

use super::frame::Frame;
use super::goals::{FAR, Goals};
use super::outlook::Outlook;
use crate::map::{Edge, Ground, Map};
use crate::rules::Gridded;
use crate::stand::{Class, StandId};
use crate::state::{MOST_STANDS, Phase, State};
use crate::threat::{Arms, ENEMY_ACTS, expected_loss};

/// The table as the deciding seat sees it.
pub(super) struct Table<'a> {
    pub(super) rules: &'a Gridded,
    /// Without the stands that the seat does not see.
    pub(super) state: &'a State,
    pub(super) seat: Seat,
    pub(super) frame: Frame,
    /// A row each.
    pub(super) fighters: SmallVec<[Fighter; MOST_STANDS]>,
    /// What each side is after: the own one first.
    pub(super) goals: [Goals; 2],
    rows: [u8; MOST_STANDS],
}

/// A stand, and what it could do and suffer.
pub(super) struct Fighter {
    pub(super) id: StandId,
    pub(super) is_own: bool,
    /// Nothing for the hidden.
    pub(super) square: Option<Square>,
    pub(super) at: (i32, i32),
    pub(super) facing: Facing,
    pub(super) arms: Arms,
    pub(super) range: i32,
    pub(super) worth: f32,
    /// The class that it supports.
    class: Class,
    /// Cavalry may charge it with a bonus in the open.
    pub(super) is_prey: bool,
    /// It is where that could be.
    pub(super) fears_cavalry: bool,
    pub(super) prospect: Prospect,
}

/// What a stand has beside it and before it.
pub(super) struct Prospect {
    /// Friends of its class in adjacent squares.
    pub(super) supports: u8,
    /// A friend of its class in its square.
    pub(super) has_mate: bool,
    /// What its general adds.
    pub(super) led: i8,
    /// What defends it against fire and in close combat.
    pub(super) fire: i8,
    pub(super) close: i8,
    /// Enemies that it can fire at as it stands, and that can fire at it.
    pub(super) fires_now: u8,
    pub(super) fired_now: u8,
    /// The same after a move.
    pub(super) fires_next: u8,
    pub(super) fired_next: u8,
    /// Enemies that it can reach to close with, and that can reach it.
    pub(super) charges: u8,
    pub(super) charged: u8,
    /// Those of them whose flank or rear it has before it, and that have its own.
    pub(super) flanks: u8,
    pub(super) flanked: u8,
    /// Squares to the nearest enemy.
    pub(super) nearest: i32,
    /// The chance to come out of the enemy's next half-turn as good as whole.
    pub(super) safe: f32,
    /// Points that its best attack takes on average, as it stands and after a move.
    pub(super) best_now: f32,
    pub(super) best_next: f32,
    /// What moving gains it, where that is looked at.
    pub(super) outlook: Outlook,
}

impl Gridded {
    /// The state without the stands that `seat` does not see: nothing that is worked out
    /// from it can depend on where they are.
    pub(super) fn seen_table<'a>(&self, state: &'a State, seat: Seat) -> Cow<'a, State> {
        let mut seen = Cow::Borrowed(state);
        for id in self.side(seat.other()) {
            if state.stand(id).is_concealed() && state.is_on_table(id) {
                let seen = seen.to_mut();
                seen.lift(id);
                seen.change(id, |stand| stand.is_dismounted = false);
            }
        }
        if let Cow::Owned(seen) = &mut seen {
            seen.phase = self.phase_seen_by(state, seat);
        }
        seen
    }
}

impl<'a> Table<'a> {
    /// `truth` says who is still on the table, `seen` is [`Gridded::seen_table`] of it.
    pub(super) fn new(rules: &'a Gridded, truth: &State, seen: &'a State, seat: Seat) -> Self {
        let mut table = Self {
            rules,
            state: seen,
            seat,
            frame: Frame::new(rules.grid(), rules.base(seat)),
            fighters: SmallVec::new(),
            goals: [seat, seat.other()].map(|seat| Goals::of(rules, seen, seat)),
            rows: [u8::MAX; MOST_STANDS],
        };
        for id in truth.stands().filter(|&id| truth.is_on_table(id)) {
            table.rows[id.index()] = table.fighters.len() as u8;
            table.fighters.push(Fighter::new(rules, seen, seat, id));
        }
        table
    }

    pub(super) fn row(&self, id: StandId) -> Option<u16> {
        Some(self.rows[id.index()]).filter(|&row| row != u8::MAX).map(u16::from)
    }

    pub(super) fn fighter(&self, id: StandId) -> Option<&Fighter> {
        self.row(id).map(|row| &self.fighters[usize::from(row)])
    }

    pub(super) fn phase(&self) -> &Phase {
        self.state.phase()
    }

    /// Squares from `square` to what a side is after.
    pub(super) fn to_goal(&self, is_own: bool, square: Square, nearest: i32) -> i32 {
        self.goals[usize::from(!is_own)].distance(self.rules, square, nearest)
    }
}

impl Fighter {
    fn new(rules: &Gridded, state: &State, seat: Seat, id: StandId) -> Self {
        let (stand, now) = (rules.stand(id), state.stand(id));
        let square = now.square();
        let map = rules.map();
        let is_covered = square.is_some_and(|square| is_covered(map, square));
        let is_prey = rules.options().cavalry_bonus
            && (stand.goes_as_infantry(now.is_dismounted()) || stand.class.is_artillery());
        let value = stand.value as i8;
        Self {
            id,
            is_own: stand.seat == seat,
            square,
            at: square.map_or((0, 0), |square| rules.grid().coordinates(square)),
            facing: now.facing(),
            arms: Arms::of(rules, state, id),
            range: rules.range(state, id),
            worth: rules.worth(id),
            class: stand.support_class(now.is_dismounted()),
            is_prey,
            fears_cavalry: is_prey && square.is_some_and(|square| map.ground(square) == Ground::Open),
            prospect: Prospect {
                supports: 0,
                has_mate: false,
                led: 0,
                fire: value + if is_covered { 2 } else { 0 },
                close: value,
                fires_now: 0,
                fired_now: 0,
                fires_next: 0,
                fired_next: 0,
                charges: 0,
                charged: 0,
                flanks: 0,
                flanked: 0,
                nearest: FAR,
                safe: 1.0,
                best_now: 0.0,
                best_next: 0.0,
                outlook: Outlook::default(),
            },
        }
    }

    /// Whether an enemy there would be on its flank or rear.
    pub(super) fn is_flanked_from(&self, at: (i32, i32)) -> bool {
        !self.facing.has_in_arc((at.0 - self.at.0, at.1 - self.at.1))
    }

    /// Whether they support each other in close combat where they are adjacent.
    pub(super) fn is_of_class(&self, other: &Self) -> bool {
        self.class == other.class
    }

    pub(super) fn is_general(&self) -> bool {
        self.class == Class::Command
    }

    pub(super) fn distance(&self, at: (i32, i32)) -> i32 {
        (at.0 - self.at.0).abs().max((at.1 - self.at.1).abs())
    }

    /// What one friend beside it does for it.
    pub(super) fn helped_by(&mut self, friend: &Self, distance: i32) {
        let prospect = &mut self.prospect;
        if friend.is_general() {
            prospect.led = friend.arms.value;
            prospect.fire += friend.arms.value;
            prospect.close += friend.arms.value;
        }
        if self.class == friend.class {
            if distance == 0 {
                prospect.has_mate = true;
                prospect.close += 2;
            } else {
                prospect.supports += 1;
                prospect.close += 1;
            }
        }
    }

    /// What it and one enemy could do to each other, once all helpers have been counted;
    /// `is_clear` says whether they see each other.
    pub(super) fn meets(&mut self, enemy: &mut Self, distance: i32, is_clear: bool) {
        let ours = Blow::of(self, enemy, distance, is_clear);
        let theirs = Blow::of(enemy, self, distance, is_clear);
        ours.count(self, enemy);
        theirs.count(enemy, self);
    }
}

/// What one stand could do to one of its enemies.
struct Blow {
    fires_now: bool,
    fires_next: bool,
    charges: bool,
    flanks: bool,
    /// The part of its value that the target loses on average.
    now: f32,
    next: f32,
    distance: i32,
}

impl Blow {
    fn of(attacker: &Fighter, target: &Fighter, distance: i32, is_clear: bool) -> Self {
        let arms = &attacker.arms;
        let fires_now = distance <= attacker.range && is_clear;
        let fires_next = distance <= arms.fires;
        let charges = distance <= arms.closes;
        let flanks = charges && target.is_flanked_from(attacker.at);
        let bonus = if flanks { 2 } else { 0 } + if arms.rides && target.fears_cavalry { 3 } else { 0 };
        let (fire, close) = (target.prospect.fire, target.prospect.close);
        let (mut now, mut next) = (0.0_f32, 0.0_f32);
        if fires_next {
            next = expected_loss(arms.value, fire);
        }
        if charges {
            next = next.max(expected_loss(arms.value + bonus, close));
        }
        if fires_now {
            now = expected_loss(arms.value + attacker.prospect.led, fire);
        }
        if charges && distance <= 1 {
            now = now.max(expected_loss(attacker.prospect.close + bonus, close));
        }
        Self { fires_now, fires_next, charges, flanks, now, next: next.max(now), distance }
    }

    fn count(&self, attacker: &mut Fighter, target: &mut Fighter) {
        let worth = target.worth;
        let (ours, theirs) = (&mut attacker.prospect, &mut target.prospect);
        ours.nearest = ours.nearest.min(self.distance);
        ours.fires_now += u8::from(self.fires_now);
        ours.fires_next += u8::from(self.fires_next);
        ours.charges += u8::from(self.charges);
        ours.flanks += u8::from(self.flanks);
        ours.best_now = ours.best_now.max(self.now * worth);
        ours.best_next = ours.best_next.max(self.next * worth);
        theirs.fired_now += u8::from(self.fires_now);
        theirs.fired_next += u8::from(self.fires_next);
        theirs.charged += u8::from(self.charges);
        theirs.flanked += u8::from(self.flanks);
        theirs.safe *= 1.0 - ENEMY_ACTS * self.next;
    }
}

/// Whether a wood, or a wall or entrenchment on some side, may cover who is there.
pub(super) fn is_covered(map: &Map, square: Square) -> bool {
    map.ground(square) == Ground::Wood || is_walled(map, square)
}

pub(super) fn is_walled(map: &Map, square: Square) -> bool {
    Facing::ALL.into_iter().any(|side| map.edge(square, side).is_some_and(Edge::is_cover))
}
