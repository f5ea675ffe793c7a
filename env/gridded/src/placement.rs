//! What the places of stands are worth, in points: nearer to the goal, supported, led,
//! covered, on high ground, and not where the enemy will destroy them.
//!
//! The scripted officer compares places with it, and the evaluation in
//! `doctrine.rs` sums it over both sides.

use sandtable_core::Seat;
use sandtable_core::square::{Facing, Square};
use smallvec::SmallVec;

use crate::map::Ground;
use crate::rules::Gridded;
use crate::stand::{Class, StandId};
use crate::state::State;
use crate::threat::{Arms, ENEMY_ACTS, Threat, expected_loss};
use crate::victory::Terms;

/// What is weighed, in points of stand value. Chosen by matches against greedy.
pub(crate) mod weight {
    /// An enemy driven back, as a part of its value.
    pub(crate) const WITHDRAWAL: f32 = 0.3;
    /// A transport delivered.
    pub(crate) const DELIVERY: f32 = 7.0;
    /// A loss to be feared, as a part of the stand's value.
    pub(super) const DANGER: f32 = 0.55;
    /// One square nearer to the goal.
    pub(super) const PROGRESS: f32 = 0.11;
    /// One square of a convoy's way.
    pub(super) const CONVOY: f32 = 0.8;
    /// A friend of the same class beside it.
    pub(super) const SUPPORT: f32 = 0.08;
    /// The general beside it.
    pub(super) const COMMAND: f32 = 0.2;
    /// Cover or high ground.
    pub(super) const GROUND: f32 = 0.15;
    /// A square of an objective, as a part of its points, once the end is near.
    pub(super) const OBJECTIVE: f32 = 0.5;
}

/// What a side knows when it places its stands.
pub(crate) struct Placement<'a> {
    pub(crate) rules: &'a Gridded,
    pub(crate) seat: Seat,
    /// Squares of the enemies that count.
    enemies: SmallVec<[Square; 32]>,
    /// Only where single places are compared.
    threat: Option<Threat>,
    /// The general's square, as it was.
    general: Option<Square>,
}

impl<'a> Placement<'a> {
    /// For `seat`, against the enemies that it sees.
    pub(crate) fn seen(rules: &'a Gridded, state: &State, seat: Seat) -> Self {
        let is_seen = |id| rules.is_seen(state, id, seat);
        let threat = Threat::of(rules, state, seat.other(), is_seen);
        Self { threat: Some(threat), ..Self::against(rules, state, seat, is_seen) }
    }

    /// For `seat`, against every enemy on the table.
    pub(crate) fn full(rules: &'a Gridded, state: &State, seat: Seat) -> Self {
        Self::against(rules, state, seat, |_| true)
    }

    fn against(rules: &'a Gridded, state: &State, seat: Seat, counted: impl Fn(StandId) -> bool) -> Self {
        let enemies =
            rules.side(seat.other()).filter(|&id| counted(id)).filter_map(|id| state.stand(id).square());
        Self {
            rules,
            seat,
            enemies: enemies.collect(),
            threat: None,
            general: state.stand(rules.command(seat)).square(),
        }
    }

    /// What all places of the side are worth, less what the enemy's stands can each be
    /// expected to destroy next: one attack a stand, on whatever it hurts most.
    pub(crate) fn total(&self, state: &State) -> f32 {
        let mut own: SmallVec<[Defender; 32]> = SmallVec::new();
        let mut total = 0.0;
        for id in self.rules.side(self.seat) {
            let Some(square) = state.stand(id).square() else { continue };
            let bearing = self.bearing(state, id, square);
            total += bearing.score;
            own.push(Defender {
                square,
                facing: state.stand(id).facing(),
                worth: self.worth(id),
                fire: bearing.fire,
                close: bearing.close,
                fears_cavalry: bearing.fears_cavalry,
            });
        }
        let enemies = self.rules.side(self.seat.other());
        let feared: f32 = enemies.map(|enemy| self.worst(state, enemy, &own)).sum();
        total - weight::DANGER * ENEMY_ACTS * feared
    }

    /// The most that one enemy can be expected to destroy next.
    fn worst(&self, state: &State, enemy: StandId, own: &[Defender]) -> f32 {
        let Some(from) = state.stand(enemy).square() else { return 0.0 };
        let arms = Arms::of(self.rules, state, enemy);
        let hurt = |defender: &Defender| {
            let distance = self.rules.distance(from, defender.square);
            let mut loss = 0.0;
            if distance <= arms.fires {
                loss = expected_loss(arms.value, defender.fire);
            }
            if distance <= arms.closes {
                let is_flanked = !defender.facing.has_in_arc(self.rules.offset(defender.square, from));
                let bonus =
                    if is_flanked { 2 } else { 0 } + if arms.rides && defender.fears_cavalry { 3 } else { 0 };
                loss = f32::max(loss, expected_loss(arms.value + bonus, defender.close));
            }
            loss * defender.worth
        };
        own.iter().map(hurt).fold(0.0, f32::max)
    }

    /// As [`Gridded::worth`].
    pub(crate) fn worth(&self, id: StandId) -> f32 {
        self.rules.worth(id)
    }

    /// What a square is worth to a stand that is there in `state`, the danger there
    /// counted.
    pub(crate) fn place_of(&self, state: &State, id: StandId, square: Square) -> f32 {
        let bearing = self.bearing(state, id, square);
        let threat = self.threat.as_ref();
        let danger = threat.map_or(0.0, |t| {
            t.danger(self.rules, square, bearing.fire, bearing.close, bearing.fears_cavalry)
        });
        bearing.score - weight::DANGER * self.worth(id) * danger
    }

    /// What a square is worth to a stand that is there in `state`, but for the danger,
    /// and what defends it there.
    fn bearing(&self, state: &State, id: StandId, square: Square) -> Bearing {
        let stand = self.rules.stand(id);
        let nearest =
            self.enemies.iter().map(|&enemy| self.rules.distance(enemy, square)).min().unwrap_or(99);
        let friends = self.friends_beside(state, id, square);
        let command = self.rules.command(self.seat);
        let is_led =
            id != command && self.general.is_some_and(|place| self.rules.distance(place, square) <= 1);
        let led = if is_led { self.rules.stand(command).value as i8 } else { 0 };
        let ground = self.ground(square);
        let mut score = self.objective(state, square) - self.to_go(state, id, square, nearest);
        score += weight::SUPPORT * f32::from(friends.min(3));
        if is_led {
            score += weight::COMMAND;
        }
        if nearest <= 6 {
            score += weight::GROUND * ground.steps;
        }
        Bearing {
            score,
            fire: stand.value as i8 + led + if ground.is_covered { 2 } else { 0 },
            close: stand.value as i8 + led + friends as i8,
            fears_cavalry: self.rules.options().cavalry_bonus
                && (stand.class.is_infantry() || stand.class.is_artillery())
                && self.rules.map().ground(square) == Ground::Open,
        }
    }

    fn ground(&self, square: Square) -> Advantage {
        let map = self.rules.map();
        let is_covered = map.ground(square) == Ground::Wood
            || Facing::ALL
                .into_iter()
                .any(|side| map.edge(square, side).is_some_and(crate::map::Edge::is_cover));
        Advantage {
            is_covered,
            steps: f32::from(map.level(square).min(2)) + if is_covered { 1.0 } else { 0.0 },
        }
    }

    /// Holding objectives matters more the nearer the end.
    fn objective(&self, state: &State, square: Square) -> f32 {
        let Terms::Points { objectives, .. } = self.rules.terms() else { return 0.0 };
        let Some(objective) = objectives.iter().find(|o| o.squares.contains(&square)) else { return 0.0 };
        let is_first =
            objective.squares.iter().filter(|&&s| self.rules.sees_stand_at(state, self.seat, s)).count() <= 1;
        let points = f32::from(objective.points[self.seat.index()]);
        let near_end = f32::from(state.turn()) / f32::from(self.rules.turns());
        weight::OBJECTIVE * points * near_end * if is_first { 1.0 } else { 0.15 }
    }

    /// Same-class friends beside a square; one in the same square counts twice.
    fn friends_beside(&self, state: &State, id: StandId, square: Square) -> u8 {
        let class = |id: StandId| self.rules.stand(id).support_class(state.stand(id).is_dismounted());
        let wanted = class(id);
        let is_friend = |other: StandId| self.rules.stand(other).seat == self.seat && class(other) == wanted;
        let mut friends = 0;
        for other in state.at(square) {
            friends += 2 * u8::from(other != id && is_friend(other));
        }
        for (_, near) in self.rules.grid().neighbours(square) {
            for other in state.at(near) {
                friends += u8::from(other != id && is_friend(other));
            }
        }
        friends
    }

    /// What the way that a stand still has to its goal costs.
    fn to_go(&self, state: &State, id: StandId, square: Square, nearest: i32) -> f32 {
        let stand = self.rules.stand(id);
        let squares = match *self.rules.terms() {
            Terms::Convoy { side, exit, .. } if side == self.seat => {
                if stand.class == Class::Transport {
                    return self.convoy_way(state, square, exit);
                }
                self.to_escort(state, square, exit)
            }
            Terms::Convoy { side, .. } => self.to_transport(state, side, square),
            Terms::Points { .. } if stand.class == Class::Transport => 0.0,
            Terms::Points { .. } if stand.class == Class::Command => self.to_friends(state, id, square),
            Terms::Points { .. } if stand.class.is_artillery() => {
                (nearest - self.rules.range(state, id)).max(0) as f32
            }
            Terms::Points { .. } => self.to_objective(state, square, nearest),
        };
        weight::PROGRESS * squares
    }

    /// A transport's way to its exit. While there is time it waits until the way is clear;
    /// the less there is to spare, the harder it presses on.
    fn convoy_way(&self, state: &State, square: Square, exit: Facing) -> f32 {
        let to_go = self.rules.squares_to(square, exit) as f32;
        // Not every turn brings an activation for it.
        let pace = if self.rules.map().has_roads() { 2.2 } else { 1.6 };
        let turns = f32::from(self.rules.turns() - state.turn()) + 1.0;
        let pressure = (to_go / (pace * turns)).clamp(0.4, 1.3);
        weight::CONVOY * to_go * pressure.powi(3)
    }

    /// Escorts keep beside the transports and a little ahead.
    fn to_escort(&self, state: &State, square: Square, exit: Facing) -> f32 {
        let (dx, dy) = exit.delta();
        let carts = self.rules.side(self.seat).filter(|&id| self.rules.stand(id).class == Class::Transport);
        let ahead = carts.filter_map(|id| {
            let offset = self.rules.offset(state.stand(id).square()?, square);
            let (along, across) =
                (offset.0 * dx + offset.1 * dy, (offset.0 * dy).abs() + (offset.1 * dx).abs());
            Some((2 - along).abs() as f32 + 0.5 * across as f32)
        });
        ahead.fold(20.0, f32::min)
    }

    fn to_transport(&self, state: &State, seat: Seat, square: Square) -> f32 {
        let carts = self.rules.side(seat).filter(|&id| self.rules.stand(id).class == Class::Transport);
        let distances = carts.filter_map(|id| Some(self.rules.distance(state.stand(id).square()?, square)));
        distances.min().unwrap_or(0) as f32
    }

    /// The general keeps among his stands.
    fn to_friends(&self, state: &State, id: StandId, square: Square) -> f32 {
        let (mut sum, mut count) = (0, 0);
        for friend in self.rules.side(self.seat) {
            let class = self.rules.stand(friend).class;
            if let Some(place) = state.stand(friend).square()
                && friend != id
                && class != Class::Transport
            {
                sum += self.rules.distance(place, square).min(8);
                count += 1;
            }
        }
        1.5 * sum as f32 / count.max(1) as f32
    }

    /// The nearest objective that friends do not hold alone, or the nearest enemy.
    fn to_objective(&self, state: &State, square: Square, nearest: i32) -> f32 {
        let Terms::Points { objectives, .. } = self.rules.terms() else { return nearest as f32 };
        let open = objectives.iter().filter(|o| {
            let is_worth = o.points[self.seat.index()] > 0;
            is_worth && (o.squares.contains(&square) || self.rules.holder(state, o) != Some(self.seat))
        });
        let distance =
            |squares: &[Square]| squares.iter().map(|&s| self.rules.distance(s, square)).min().unwrap_or(99);
        open.map(|o| distance(&o.squares)).min().unwrap_or(99).min(nearest.max(1) + 1) as f32
    }

    /// The facing that has most of the nearest enemies before it.
    pub(crate) fn best_facing(&self, square: Square) -> Facing {
        let mut weights = [0.0_f32; 4];
        for &enemy in &self.enemies {
            let offset = self.rules.offset(square, enemy);
            let distance = self.rules.distance(enemy, square).max(1) as f32;
            for facing in Facing::ALL.into_iter().filter(|facing| facing.has_in_arc(offset)) {
                // The middle of the arc is a little better than its edges.
                let bonus = if facing == crate::officer::facing_towards(offset) { 1.01 } else { 1.0 };
                weights[facing as usize] += bonus / (distance * distance);
            }
        }
        let best = weights.iter().copied().fold(0.0, f32::max);
        let front = self.rules.base(self.seat).back();
        if weights[front as usize] >= best {
            return front;
        }
        Facing::ALL.into_iter().find(|&facing| weights[facing as usize] >= best).unwrap_or(front)
    }
}

impl Gridded {
    /// What a stand is worth to its side, in points: a convoy's transports decide the battle.
    pub(crate) fn worth(&self, id: StandId) -> f32 {
        let stand = self.stand(id);
        match *self.terms() {
            Terms::Convoy { side, .. } if side == stand.seat && stand.class == Class::Transport => {
                weight::DELIVERY
            }
            _ if stand.class == Class::Command => f32::from(stand.value) + 1.5,
            _ => stand.value.into(),
        }
    }
}

/// What a place is worth to a stand, and the modifiers that defend it there.
struct Bearing {
    score: f32,
    fire: i8,
    close: i8,
    fears_cavalry: bool,
}

/// A stand as its enemies find it.
struct Defender {
    square: Square,
    facing: Facing,
    worth: f32,
    fire: i8,
    close: i8,
    fears_cavalry: bool,
}

/// What the ground of a square gives.
struct Advantage {
    is_covered: bool,
    /// Levels, and one for cover.
    steps: f32,
}
