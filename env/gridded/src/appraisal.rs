//! How the scripted officer appraises what a stand could do, in points.
//!
//! A plan's score is what its attack gains on average, by exact odds, plus what the
//! place where it ends is worth: nearer to the goal, supported, covered, on high ground,
//! and not where the enemy will destroy it.

use sandtable_core::Seat;
use sandtable_core::square::{Facing, Square};

use crate::action::{Action, Outcome};
use crate::map::Ground;
use crate::officer::facing_towards;
use crate::phases::{Aim, combat_weights};
use crate::rules::Gridded;
use crate::stand::{Class, StandId};
use crate::state::{Activity, Attack, Kind, State};
use crate::victory::Terms;

/// What the officer weighs, in points of stand value. Chosen by matches against greedy.
mod weight {
    /// An enemy driven back, as a part of its value.
    pub(super) const WITHDRAWAL: f32 = 0.3;
    /// A loss to be feared, as a part of the stand's value.
    pub(super) const DANGER: f32 = 0.55;
    /// How likely an enemy that could attack is to do so.
    pub(super) const ENEMY_ACTS: f32 = 0.45;
    /// One square nearer to the goal.
    pub(super) const PROGRESS: f32 = 0.11;
    /// A friend of the same class beside it.
    pub(super) const SUPPORT: f32 = 0.08;
    /// The general beside it.
    pub(super) const COMMAND: f32 = 0.2;
    /// Cover or high ground.
    pub(super) const GROUND: f32 = 0.15;
    /// A square of an objective, as a part of its points, once the end is near.
    pub(super) const OBJECTIVE: f32 = 0.5;
    /// A transport delivered.
    pub(super) const DELIVERY: f32 = 8.0;
}

/// What a stand could do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) lead: StandId,
    pub(crate) fights_first: bool,
    pub(crate) end: Square,
    /// Leaving the table instead.
    pub(crate) departure: Option<Action>,
    pub(crate) attack: Option<(Aim, f32)>,
    pub(crate) score: f32,
}

impl Plan {
    /// Fire from where the stand is comes first, before friends move into its way.
    pub(crate) fn haste(&self) -> f32 {
        match self.attack {
            Some((Aim { kind: Kind::Fire, .. }, gain)) if self.fights_first => 0.3 + 0.5 * gain,
            Some((_, gain)) => 0.3 * gain,
            None => 0.0,
        }
    }

    pub(crate) fn reason(&self, rules: &Gridded) -> String {
        let stand = rules.label(self.lead);
        let end = rules.grid().name(self.end);
        match (self.departure, self.attack) {
            (Some(_), _) => format!("{stand} can leave the table"),
            (None, Some((aim, gain))) => {
                let verb = if aim.kind == Kind::Fire { "fire at" } else { "engage" };
                let target = rules.grid().name(aim.square);
                format!("{stand} can {verb} {target} for {gain:.1} points on average and end at {end}")
            }
            (None, None) => format!("{stand} is better placed at {end}"),
        }
    }
}

/// An appraisal of one position for one seat.
pub(crate) struct Appraisal<'a> {
    rules: &'a Gridded,
    state: &'a State,
    seat: Seat,
    enemies: Vec<Enemy>,
}

/// A seen enemy and what it threatens.
struct Enemy {
    id: StandId,
    square: Square,
    value: i8,
    /// Squares from which it could attack next: its move, and its range or one.
    closes: i32,
    fires: i32,
}

impl<'a> Appraisal<'a> {
    pub(crate) fn new(rules: &'a Gridded, state: &'a State, seat: Seat) -> Self {
        let enemies = rules.enemies(state, seat).map(|(id, square)| {
            let stand = rules.stand(id);
            let moves = i32::from(stand.allowance(state.stand(id).is_dismounted));
            let range = rules.range(state, id);
            Enemy {
                id,
                square,
                value: stand.value as i8,
                closes: if stand.class == Class::Transport || stand.class.is_artillery() { 0 } else { moves + 1 },
                fires: if range > 0 { moves + range } else { 0 },
            }
        });
        Self { rules, state, seat, enemies: enemies.collect() }
    }

    /// The best plan of an activation that is about to begin.
    pub(crate) fn best_plan(&self, activity: &Activity) -> Plan {
        let moved = self.best_move(activity);
        let Some((aim, gain)) = self.best_attack(activity).filter(|_| self.rules.may_attack(activity)) else {
            return moved;
        };
        let after = self.best_place(activity);
        let here = Plan { fights_first: true, attack: Some((aim, gain)), score: after.score + gain, ..after };
        if gain > 0.0 && here.score >= moved.score { here } else { moved }
    }

    /// The best move, with the best attack that may follow it.
    pub(crate) fn best_move(&self, activity: &Activity) -> Plan {
        self.best_destination(activity, !activity.fights_first)
    }

    fn best_place(&self, activity: &Activity) -> Plan {
        self.best_destination(activity, false)
    }

    fn best_destination(&self, activity: &Activity, may_fight: bool) -> Plan {
        let mut destinations = Vec::new();
        self.rules.destinations(self.state, activity, &mut destinations);
        let from = self.state.place(activity.lead);
        let stay = Plan {
            lead: activity.lead,
            fights_first: false,
            end: from,
            departure: None,
            attack: None,
            score: self.place(activity, self.state, from),
        };
        let plans = destinations.into_iter().filter_map(|destination| match destination {
            Action::Move(square) if square == from => None,
            Action::Move(square) => Some(self.moving(activity, square, may_fight)),
            Action::Leave(edge) => {
                let score = self.departure(activity, edge);
                Some(Plan { departure: Some(destination), score, ..stay })
            }
            _ => None,
        });
        plans.fold(stay, |best, plan| if plan.score > best.score { plan } else { best })
    }

    fn moving(&self, activity: &Activity, square: Square, may_fight: bool) -> Plan {
        let mut there = self.state.clone();
        let stands = || [Some(activity.lead), activity.follower].into_iter().flatten();
        let joins = there.front(square).is_some();
        stands().for_each(|id| there.lift(id));
        stands().for_each(|id| there.put(id, square));
        let moved = Activity { has_moved: true, ..*activity };
        let attack = if may_fight && !joins && self.rules.may_attack(&moved) {
            self.best_attack_in(&moved, &there).filter(|(_, gain)| *gain > 0.0)
        } else {
            None
        };
        let score = self.place(activity, &there, square) + attack.map_or(0.0, |(_, gain)| gain);
        Plan { lead: activity.lead, fights_first: false, end: square, departure: None, attack, score }
    }

    /// What leaving by an edge is worth: a delivery, or nothing anybody wants.
    fn departure(&self, activity: &Activity, edge: Facing) -> f32 {
        let is_delivery = matches!(*self.rules.terms(), Terms::Convoy { side, exit, .. } if side == self.seat && exit == edge)
            && self.rules.stand(activity.lead).class == Class::Transport;
        if is_delivery { weight::DELIVERY } else { f32::MIN }
    }

    /// What the acting stands are worth where they are.
    pub(crate) fn standing(&self, activity: &Activity) -> f32 {
        self.place(activity, self.state, self.state.place(activity.lead))
    }

    pub(crate) fn best_attack(&self, activity: &Activity) -> Option<(Aim, f32)> {
        self.best_attack_in(activity, self.state)
    }

    fn best_attack_in(&self, activity: &Activity, state: &State) -> Option<(Aim, f32)> {
        let mut best: Option<(Aim, f32)> = None;
        self.rules.for_each_aim(state, activity.lead, |aim| {
            let gain = self.gain(state, activity.lead, aim);
            if best.is_none_or(|(_, most)| gain > most) {
                best = Some((aim, gain));
            }
            false
        });
        best
    }

    /// What an attack gains on average, in points.
    fn gain(&self, state: &State, initiator: StandId, aim: Aim) -> f32 {
        let target = self.rules.met(state, state.place(initiator), aim.square);
        let attack = Attack { kind: aim.kind, initiator, target };
        let mut totals = sandtable_core::Totals::default();
        self.rules.modifiers(state, attack, Some(self.seat), &mut totals);
        let prize = self.worth(target);
        let stake = self.worth(initiator);
        let sum: f32 = combat_weights(totals)
            .into_iter()
            .map(|(outcome, weight)| {
                let points = match outcome {
                    Outcome::Destroyed => prize,
                    Outcome::TargetWithdraws => weight::WITHDRAWAL * prize,
                    Outcome::Tie => 0.5 * weight::WITHDRAWAL * (prize - stake),
                    _ => 0.0,
                };
                points * weight as f32
            })
            .sum();
        sum / 144.0
    }

    /// What a stand is worth to its side: a convoy's transports decide the battle.
    fn worth(&self, id: StandId) -> f32 {
        let stand = self.rules.stand(id);
        match *self.rules.terms() {
            Terms::Convoy { side, .. } if side == stand.seat && stand.class == Class::Transport => weight::DELIVERY,
            _ if stand.class == Class::Command => f32::from(stand.value) + 1.5,
            _ => stand.value.into(),
        }
    }

    /// What a place is worth to the stands that act, in `state`, where they are there.
    fn place(&self, activity: &Activity, state: &State, square: Square) -> f32 {
        let stands = [Some(activity.lead), activity.follower].into_iter().flatten();
        stands.map(|id| self.place_of(state, id, square)).sum()
    }

    fn place_of(&self, state: &State, id: StandId, square: Square) -> f32 {
        let stand = self.rules.stand(id);
        let nearest = self.enemies.iter().map(|e| self.rules.distance(e.square, square)).min().unwrap_or(99);
        let mut score = self.objective(state, square) - weight::DANGER * self.worth(id) * self.danger(state, id, square);
        score -= weight::PROGRESS * self.to_go(state, id, square, nearest);
        score += weight::SUPPORT * self.friends_beside(state, id, square).min(3.0);
        if stand.class != Class::Command
            && let Some(place) = state.stand(self.rules.command(self.seat)).square()
            && self.rules.distance(place, square) <= 1
        {
            score += weight::COMMAND;
        }
        if nearest <= 6 {
            let map = self.rules.map();
            score += weight::GROUND * f32::from(map.level(square).min(2));
            if map.ground(square) == Ground::Wood {
                score += weight::GROUND;
            }
        }
        score
    }

    /// Holding objectives matters more the nearer the end.
    fn objective(&self, state: &State, square: Square) -> f32 {
        let Terms::Points { objectives, .. } = self.rules.terms() else { return 0.0 };
        let Some(objective) = objectives.iter().find(|o| o.squares.contains(&square)) else { return 0.0 };
        let is_first = objective.squares.iter().filter(|&&s| self.rules.sees_stand_at(state, self.seat, s)).count() <= 1;
        let points = f32::from(objective.points[self.seat.index()]);
        let near_end = f32::from(state.turn()) / f32::from(self.rules.turns());
        weight::OBJECTIVE * points * near_end * if is_first { 1.0 } else { 0.15 }
    }

    /// Same-class friends beside a square.
    fn friends_beside(&self, state: &State, id: StandId, square: Square) -> f32 {
        let class = |id: StandId| self.rules.stand(id).support_class(state.stand(id).is_dismounted());
        let beside = self.rules.grid().neighbours(square).flat_map(|(_, near)| state.at(near));
        let same = state.at(square).filter(|&friend| friend != id && class(friend) == class(id)).count() * 2;
        let friends = beside.filter(|&f| self.rules.stand(f).seat == self.seat && class(f) == class(id)).count();
        (friends + same) as f32
    }

    /// The chance that the enemy destroys the stand next, were it there, facing its best.
    fn danger(&self, state: &State, id: StandId, square: Square) -> f32 {
        let facing = self.best_facing(square);
        let command = state.stand(self.rules.command(self.seat)).square();
        let is_led = id != self.rules.command(self.seat) && command.is_some_and(|c| self.rules.distance(c, square) <= 1);
        let led = if is_led { self.rules.stand(self.rules.command(self.seat)).value as i8 } else { 0 };
        let own = self.rules.stand(id).value as i8 + led;
        let support = self.friends_beside(state, id, square) as i8;
        let mut safe = 1.0;
        for enemy in &self.enemies {
            let distance = self.rules.distance(enemy.square, square);
            let is_flanked = !facing.has_in_arc(self.rules.offset(square, enemy.square));
            let close = (distance <= enemy.closes).then(|| {
                let flank = if is_flanked { 2 } else { 0 };
                destruction(enemy.value + flank + self.charge(state, enemy.id, id), own + support)
            });
            let fire = (distance <= enemy.fires).then(|| destruction(enemy.value, own));
            let chance = close.unwrap_or(0.0).max(fire.unwrap_or(0.0));
            safe *= 1.0 - weight::ENEMY_ACTS * chance;
        }
        1.0 - safe
    }

    /// The cavalry's bonus, if this enemy is cavalry and the stand its prey. G-39.
    fn charge(&self, state: &State, enemy: StandId, id: StandId) -> i8 {
        let is_prey = self.rules.stand(id).class.is_infantry() || self.rules.stand(id).class.is_artillery();
        let is_cavalry = self.rules.stand(enemy).class.is_cavalry() && !state.stand(enemy).is_dismounted();
        if is_cavalry && is_prey && self.rules.options().cavalry_bonus { 3 } else { 0 }
    }

    /// The facing that has the most dangerous enemies before it.
    pub(crate) fn best_facing(&self, square: Square) -> Facing {
        let mut weights = [0.0_f32; 4];
        for enemy in &self.enemies {
            let offset = self.rules.offset(square, enemy.square);
            let distance = self.rules.distance(enemy.square, square).max(1) as f32;
            let weight = f32::from(enemy.value) / (distance * distance);
            for facing in Facing::ALL.into_iter().filter(|facing| facing.has_in_arc(offset)) {
                // The middle of the arc is a little better than its edges.
                let bonus = if facing == facing_towards(offset) { 1.01 } else { 1.0 };
                weights[facing as usize] += weight * bonus;
            }
        }
        let best = weights.iter().copied().fold(0.0, f32::max);
        let front = self.rules.base(self.seat).back();
        if weights[front as usize] >= best {
            return front;
        }
        Facing::ALL.into_iter().find(|&facing| weights[facing as usize] >= best).unwrap_or(front)
    }

    /// Squares to the stand's goal, in its own measure of how near it wants to be.
    fn to_go(&self, state: &State, id: StandId, square: Square, nearest: i32) -> f32 {
        let stand = self.rules.stand(id);
        match *self.rules.terms() {
            Terms::Convoy { side, exit, .. } if side == self.seat => {
                if stand.class == Class::Transport {
                    return 4.0 * self.rules.squares_to(square, exit) as f32;
                }
                self.to_escort(state, square, exit)
            }
            Terms::Convoy { side, .. } => self.to_nearest(state, side, square, |class| class == Class::Transport),
            Terms::Points { .. } if stand.class == Class::Transport => 0.0,
            Terms::Points { .. } if stand.class == Class::Command => self.to_friends(state, id, square),
            Terms::Points { .. } if stand.class.is_artillery() => (nearest - self.rules.range(state, id)).max(0) as f32,
            Terms::Points { .. } => self.to_objective(state, square, nearest),
        }
    }

    /// Escorts keep beside the transports and a little ahead.
    fn to_escort(&self, state: &State, square: Square, exit: Facing) -> f32 {
        let (dx, dy) = exit.delta();
        let carts = self.rules.side(self.seat).filter(|&id| self.rules.stand(id).class == Class::Transport);
        let ahead = carts.filter_map(|id| {
            let offset = self.rules.offset(state.stand(id).square()?, square);
            let (along, across) = (offset.0 * dx + offset.1 * dy, (offset.0 * dy).abs() + (offset.1 * dx).abs());
            Some((2 - along).abs() as f32 + 0.5 * across as f32)
        });
        ahead.fold(f32::INFINITY, f32::min).min(20.0)
    }

    fn to_nearest(&self, state: &State, seat: Seat, square: Square, is_goal: impl Fn(Class) -> bool) -> f32 {
        let goals = self.rules.side(seat).filter(|&id| is_goal(self.rules.stand(id).class));
        let distances = goals.filter_map(|id| Some(self.rules.distance(state.stand(id).square()?, square)));
        distances.min().unwrap_or(0) as f32
    }

    /// The general keeps among his stands, behind the foremost.
    fn to_friends(&self, state: &State, id: StandId, square: Square) -> f32 {
        let friends = self.rules.side(self.seat).filter(|&friend| {
            friend != id && !matches!(self.rules.stand(friend).class, Class::Transport | Class::Command)
        });
        let (mut sum, mut count) = (0.0, 0.0);
        for friend in friends.filter_map(|friend| state.stand(friend).square()) {
            sum += (self.rules.distance(friend, square) as f32).min(8.0);
            count += 1.0;
        }
        if count > 0.0 { 1.5 * sum / count } else { 0.0 }
    }

    /// The nearest objective that friends do not hold alone, or the nearest enemy.
    fn to_objective(&self, state: &State, square: Square, nearest: i32) -> f32 {
        let Terms::Points { objectives, .. } = self.rules.terms() else { return nearest as f32 };
        let open = objectives.iter().filter(|o| {
            o.points[self.seat.index()] > 0 && (o.squares.contains(&square) || self.rules.holder(state, o) != Some(self.seat))
        });
        let distance = |squares: &[Square]| squares.iter().map(|&s| self.rules.distance(s, square)).min().unwrap_or(99);
        let goal = open.map(|o| distance(&o.squares)).min().unwrap_or(99).min(nearest.max(1) + 1);
        goal as f32
    }
}

/// The chance that a total with these modifiers destroys one with those.
fn destruction(initiator: i8, target: i8) -> f32 {
    let weights = combat_weights(sandtable_core::Totals { initiator, target });
    // A stand driven back is half lost as well: it has given ground.
    (weights[3].1 as f32 + 0.25 * weights[2].1 as f32) / 144.0
}
