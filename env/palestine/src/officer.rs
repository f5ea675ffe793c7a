//! The scripted officer: he weighs hits to be dealt against hits to be taken, and both
//! against ground, unit by unit.
//!
//! Everything is counted in hits. A point of the victory terms is worth the hits that
//! eliminate a unit, as far as it can still be had.

use sandtable_core::plane::{Arc, Heading, Point};
use sandtable_core::{Order, Seat};

use crate::action::Action;
use crate::phases::faces;
use crate::rules::Palestine;
use crate::state::{Activation, By, Manner, March, Phase, State, Step};
use crate::unit::{ELIMINATED, INCH, Kind, UnitId, Volley};

/// What holding an objective is worth in hits for each of its points, at the end.
const GROUND: f32 = 6.0;
/// How far an objective draws units.
const DRAW: f32 = 40.0 * INCH as f32;
/// How much he minds hits taken against hits dealt.
const CAUTION: f32 = 0.6;
/// A move must gain so much more than staying.
const INERTIA: f32 = 0.25;
/// Half of a usual base's depth, and what lies between a centre and a near edge.
const NEAR_EDGE: i32 = INCH;

/// How a unit would stand.
#[derive(Clone, Copy, Debug)]
struct Pose {
    at: Point,
    facing: Heading,
    is_mounted: bool,
}

/// A move that he has in mind.
#[derive(Clone, Copy, Debug)]
struct Plan {
    gain: f32,
    action: Action,
}

impl Palestine {
    pub(crate) fn officer(&self, view: &State, seat: Seat, actions: &[Action]) -> Order<Action> {
        let (action, why) = match view.phase {
            Phase::Choose(Step::Movement) => self.order_to_move(view, actions),
            Phase::Choose(Step::Shooting) => self.order_to_shoot(view, actions),
            Phase::Choose(Step::Melee) => (actions[0], "Whoever is in melee strikes.".to_owned()),
            Phase::Manner(unit) => self.order_of_manner(view, unit, actions),
            Phase::Destination(unit, manner) => {
                let pick = |action: &Action| match *action {
                    Action::To(to) => self.worth_of_place(view, unit, manner, to),
                    _ => f32::NEG_INFINITY,
                };
                (best(actions, pick), "It is where the unit does most for what it risks.".to_owned())
            }
            Phase::RoadDestination(unit) => {
                let pick = |action: &Action| match *action {
                    Action::Along(road, mark) => {
                        let to = self.ground.roads[usize::from(road)].at(mark.into());
                        self.worth_of_place(view, unit, Manner::Move, to)
                    }
                    _ => f32::NEG_INFINITY,
                };
                (best(actions, pick), "The road takes it furthest.".to_owned())
            }
            Phase::Facing(march) => self.order_to_face(view, march, actions),
            Phase::ChargeTarget(unit) => {
                let pick = |action: &Action| match *action {
                    Action::At(target) => self.worth_of_charge(view, unit, target),
                    _ => f32::NEG_INFINITY,
                };
                (best(actions, pick), "It can answer least.".to_owned())
            }
            Phase::ChargeHeading(unit, target) => {
                let wanted = Heading::nearest(view.unit(target).at - view.unit(unit).at);
                let pick = |action: &Action| match *action {
                    Action::Face(heading) => -f32::from(wanted.map_or(0, |w| w.apart(heading))),
                    _ => f32::NEG_INFINITY,
                };
                (best(actions, pick), "Straight at them.".to_owned())
            }
            Phase::Target(unit) => self.order_at(view, By::Fire(unit), actions),
            Phase::TrainTarget => self.order_at(view, By::Train, actions),
            Phase::Strike(unit) => self.order_at(view, By::Melee(unit), actions),
            Phase::Spotted(gun, target, hits) => self.order_again(view, gun, target, hits),
            Phase::Mission => self.order_to_fly(view, seat, actions),
            _ => (actions[0], "It is as good as any.".to_owned()),
        };
        Order { action, why }
    }

    fn order_to_move(&self, view: &State, actions: &[Action]) -> (Action, String) {
        if actions.contains(&Action::Sortie) {
            return (Action::Sortie, "An aircraft costs nothing to call.".to_owned());
        }
        let mut plan = Plan { gain: INERTIA, action: Action::End };
        for action in actions {
            if let Action::Unit(unit) = *action {
                let gain = self.plan(view, unit).gain;
                if gain > plan.gain {
                    plan = Plan { gain, action: *action };
                }
            }
        }
        let why = match plan.action {
            Action::Unit(unit) => format!("{} gains most by moving.", self.name(unit)),
            _ => "Nobody gains by moving.".to_owned(),
        };
        (plan.action, why)
    }

    /// The best that a unit can do in movement, against staying as it is and shooting.
    fn plan(&self, view: &State, unit: UnitId) -> Plan {
        let now = view.unit(unit);
        let here = Pose { at: now.at, facing: now.facing, is_mounted: now.is_mounted };
        let stay = self.worth(view, unit, here) + self.fire_from(view, unit, here);
        let risk = self.risk(view, unit);
        let mut plan = Plan { gain: 0.0, action: Action::Move };
        let mut list = Vec::new();
        let mut consider = |gain: f32, action: Action| {
            if gain > plan.gain {
                plan = Plan { gain, action };
            }
        };
        let change = if now.is_mounted { Manner::Dismount } else { Manner::Mount };
        let manners = [(Manner::Move, true), (change, self.unit(unit).kind.rides())];
        for (manner, _) in manners.into_iter().filter(|(_, may)| *may) {
            list.clear();
            self.destinations(view, unit, manner, &mut list);
            let worth = list.iter().filter_map(|action| match *action {
                Action::To(to) => Some(self.worth_of_place(view, unit, manner, to)),
                _ => None,
            });
            let worth = worth.fold(f32::NEG_INFINITY, f32::max);
            let action = match manner {
                Manner::Move => Action::Move,
                Manner::Dismount => Action::Dismount,
                Manner::Mount => Action::Mount,
            };
            consider(worth - stay - risk, action);
        }
        list.clear();
        self.road_destinations(view, unit, &mut list);
        for action in &list {
            if let Action::Along(road, mark) = *action {
                let to = self.ground.roads[usize::from(road)].at(mark.into());
                let worth = self.worth_of_place(view, unit, Manner::Move, to);
                consider(worth - stay - risk, Action::Road);
            }
        }
        list.clear();
        self.chargeable(view, unit, &mut list);
        for action in &list {
            if let Action::At(target) = *action {
                consider(self.worth_of_charge(view, unit, target) - stay, Action::Charge);
            }
        }
        plan
    }

    fn order_of_manner(&self, view: &State, unit: UnitId, actions: &[Action]) -> (Action, String) {
        let wanted = self.plan(view, unit).action;
        let action = if actions.contains(&wanted) { wanted } else { actions[0] };
        (action, "It gains most so.".to_owned())
    }

    /// A move ends facing whoever is worth most to shoot at.
    fn order_to_face(&self, view: &State, march: March, actions: &[Action]) -> (Action, String) {
        let at = self.stop(march.stop);
        let is_mounted = self.mounted_after(view, march.unit, march.manner);
        let wanted = self.best_facing(view, march.unit, at, is_mounted);
        let pick = |action: &Action| match *action {
            Action::Face(facing) => {
                let fire = self.fire_from(view, march.unit, Pose { at, facing, is_mounted });
                fire - f32::from(facing.apart(wanted)) / 1000.0
            }
            _ => f32::NEG_INFINITY,
        };
        (best(actions, pick), "So most of them are in its field of fire.".to_owned())
    }

    /// Whoever hurts most shoots first; a vehicle shoots where the shot is worth the risk.
    fn order_to_shoot(&self, view: &State, actions: &[Action]) -> (Action, String) {
        let pick = |action: &Action| match *action {
            Action::Unit(unit) => {
                let best = self.targets(view, unit).into_iter();
                let worth = best.map(|target| self.worth_of_hits(view, By::Fire(unit), target));
                // Small arms before guns only where they hurt more.
                worth.fold(0.0, f32::max) * self.activity(view, unit) - self.risk(view, unit)
            }
            Action::Train => {
                let best = self.train_targets(view).into_iter();
                best.map(|target| self.worth_of_hits(view, By::Train, target)).fold(0.0, f32::max)
            }
            _ => 0.01,
        };
        (best(actions, pick), "It hurts them most.".to_owned())
    }

    fn order_at(&self, view: &State, by: By, actions: &[Action]) -> (Action, String) {
        let pick = |action: &Action| match *action {
            Action::At(target) => self.worth_of_hits(view, by, target),
            Action::TurnTo(enemy) => self.worth_of_hits(view, by, enemy) - 0.5,
            _ => f32::NEG_INFINITY,
        };
        (best(actions, pick), "It hurts them most.".to_owned())
    }

    fn order_again(&self, view: &State, gun: UnitId, target: UnitId, hits: u8) -> (Action, String) {
        let mean = mean(self.volley(By::Fire(gun)), self.halving(view, By::Fire(gun), target).is_some());
        if f32::from(hits) < mean {
            (Action::Again, "The throw was below the mean.".to_owned())
        } else {
            (Action::Keep, "The throw was no worse than the mean.".to_owned())
        }
    }

    fn order_to_fly(&self, view: &State, _: Seat, actions: &[Action]) -> (Action, String) {
        let pick = |action: &Action| match *action {
            Action::Strafe(target) => self.worth_of_hits(view, By::Aircraft, target),
            _ => f32::NEG_INFINITY,
        };
        (best(actions, pick), "No cover helps them against an aircraft.".to_owned())
    }

    /// What hits on a target are worth: more the nearer it is to its end.
    fn worth_of_hits(&self, view: &State, by: By, target: UnitId) -> f32 {
        let hits = mean(self.volley(by), self.halving(view, by, target).is_some());
        let left = f32::from(ELIMINATED - view.unit(target).hits);
        let share = (hits / left.max(1.0)).min(1.0);
        (hits.min(left) + 6.0 * share * share) * self.unit(target).kind.value() as f32
    }

    /// The chance to be activated.
    fn activity(&self, view: &State, unit: UnitId) -> f32 {
        match view.unit(unit).activation {
            Activation::Active => 1.0,
            Activation::Failed => 0.0,
            Activation::Untried => faces(view.unit(unit).hits) as f32 / 6.0,
        }
    }

    /// What a unit risks by trying to be activated: vehicles, themselves. P-31, P-32.
    fn risk(&self, view: &State, unit: UnitId) -> f32 {
        let kind = self.unit(unit).kind;
        if !kind.is_vehicle() {
            return 0.0;
        }
        let fails = 1.0 - self.activity(view, unit);
        fails * f32::from(ELIMINATED) * kind.value() as f32
    }

    fn mounted_after(&self, view: &State, unit: UnitId, manner: Manner) -> bool {
        match manner {
            Manner::Move => view.unit(unit).is_mounted,
            Manner::Dismount => false,
            Manner::Mount => true,
        }
    }

    /// What the officer thinks a unit gains by moving to a point instead of staying to shoot,
    /// facing as it had better: in hits. For studies of what the list leaves out.
    pub fn gain_of(&self, view: &State, unit: UnitId, at: Point) -> f32 {
        let now = view.unit(unit);
        let here = Pose { at: now.at, facing: now.facing, is_mounted: now.is_mounted };
        let stay = self.worth(view, unit, here) + self.fire_from(view, unit, here);
        self.worth_of_place(view, unit, Manner::Move, at) - stay - self.risk(view, unit)
    }

    fn worth_of_place(&self, view: &State, unit: UnitId, manner: Manner, at: Point) -> f32 {
        let is_mounted = self.mounted_after(view, unit, manner);
        let facing = self.best_facing(view, unit, at, is_mounted);
        self.worth(view, unit, Pose { at, facing, is_mounted })
    }

    /// How good it is for a unit to stand so when the enemy's turn comes.
    fn worth(&self, view: &State, unit: UnitId, pose: Pose) -> f32 {
        let fire = 0.8 * self.fire_from(view, unit, pose);
        fire - CAUTION * self.danger(view, unit, pose) + self.worth_of_ground(view, unit, pose)
    }

    /// The best shot from there in a turn in which it does not move.
    fn fire_from(&self, view: &State, unit: UnitId, pose: Pose) -> f32 {
        let own = self.unit(unit);
        if own.kind.rides() && pose.is_mounted {
            return 0.0;
        }
        let arc = match own.kind {
            Kind::ArmouredCar => Arc::All,
            _ if self.is_in_town(unit, pose.at) => Arc::All,
            Kind::Tank => Arc::Ninety,
            _ => Arc::FortyFive,
        };
        let from = pose.at.along(pose.facing, own.size.depth() / 2);
        let mut most = 0.0_f32;
        for enemy in self.enemies(view, own.seat) {
            let there = view.unit(enemy);
            let is_target = there.engaged.is_empty()
                && from.is_within(there.at, own.kind.range() + NEAR_EDGE)
                && arc.has(pose.facing, there.at - from);
            if is_target && self.is_in_view(pose.at, from, there.at) {
                most = most.max(self.worth_of_hits(view, By::Fire(unit), enemy));
            }
        }
        most * self.activity(view, unit)
    }

    /// Whether no ground hides one place from another.
    fn is_in_view(&self, stands: Point, from: Point, to: Point) -> bool {
        let ground = &self.ground;
        let hills = ground.hills_at(stands) | ground.hills_at(to);
        let towns = ground.towns_at(stands) | ground.towns_at(to);
        !ground.blocks(from, to, hills, towns)
    }

    /// The hits to expect in the enemy's next turn from all who have the place before them.
    fn danger(&self, view: &State, unit: UnitId, pose: Pose) -> f32 {
        let own = self.unit(unit);
        let is_halved = own.kind.is_vehicle() || self.cover(unit, pose.at).is_some();
        let mut danger = 0.0;
        for enemy in self.enemies(view, own.seat) {
            let (other, there) = (self.unit(enemy), view.unit(enemy));
            if !there.engaged.is_empty() {
                continue;
            }
            let chance = faces(there.hits) as f32 / 6.0;
            if other.kind.rides() && there.is_mounted {
                let charges = other.kind == Kind::Cavalry
                    && !own.kind.is_vehicle()
                    && pose.at.is_within(there.at, 14 * INCH)
                    && self.ground.towns_at(pose.at) == 0
                    && self.ground.hills_at(pose.at) == 0;
                danger += if charges { 2.0 * chance } else { 0.0 };
                continue;
            }
            let eye = self.eye(enemy, &self.base(view, enemy));
            let is_before = eye.fire.arc.has(eye.fire.facing, pose.at - eye.fire.from);
            if is_before
                && eye.fire.from.is_within(pose.at, eye.fire.range + NEAR_EDGE)
                && self.is_in_view(eye.stands_at, eye.fire.from, pose.at)
            {
                danger += mean(other.volley(), is_halved) * chance;
            }
        }
        // A worn unit minds more.
        let worn = f32::from(view.unit(unit).hits) / f32::from(ELIMINATED);
        danger * (1.0 + worn) * own.kind.value() as f32
    }

    /// What the ground is worth to the unit: objectives draw, more so towards the end, and
    /// most the one that is not held.
    fn worth_of_ground(&self, view: &State, unit: UnitId, pose: Pose) -> f32 {
        let seat = self.unit(unit).seat;
        let gone = f32::from(view.turn) / f32::from(self.turns());
        let mut worth = 0.0_f32;
        for objective in &self.terms.objectives {
            let held = match self.holder(view, objective) {
                Some(holder) if holder == seat => 0.8,
                Some(_) => 1.2,
                None => 1.0,
            };
            let distance = pose.at.distance(objective.at) as f32;
            let near = if distance <= 4.0 * INCH as f32 { 0.25 } else { 0.0 };
            let drawn = (1.0 - distance / DRAW).max(0.0) + near;
            worth = worth.max(drawn * held * objective.points as f32 * GROUND * (0.5 + gone));
        }
        if self.terms.objectives.is_empty()
            && let Some(enemy) = self.nearest_enemy(view, seat, pose.at)
        {
            let distance = pose.at.distance(view.unit(enemy).at) as f32;
            worth = 0.2 * GROUND * (1.0 - distance / DRAW).max(0.0);
        }
        worth
    }

    /// The heading at which most is to be shot at from a place, or the nearest enemy's.
    fn best_facing(&self, view: &State, unit: UnitId, at: Point, is_mounted: bool) -> Heading {
        let seat = self.unit(unit).seat;
        let own = view.unit(unit).facing;
        let nearest = self.nearest_enemy(view, seat, at);
        let towards = |enemy: UnitId| Heading::nearest(view.unit(enemy).at - at);
        let mut facing = nearest.and_then(towards).unwrap_or(own);
        let mut most = self.fire_from(view, unit, Pose { at, facing, is_mounted });
        let near =
            |enemy: &UnitId| at.is_within(view.unit(*enemy).at, self.unit(unit).kind.range() + 2 * INCH);
        for enemy in self.enemies(view, seat).filter(near) {
            let Some(heading) = towards(enemy) else { continue };
            let fire = self.fire_from(view, unit, Pose { at, facing: heading, is_mounted });
            if fire > most {
                (facing, most) = (heading, fire);
            }
        }
        facing
    }

    /// Two rounds of melee, what the target can answer, and that it shoots at nobody
    /// meanwhile.
    fn worth_of_charge(&self, view: &State, unit: UnitId, target: UnitId) -> f32 {
        let dealt = self.worth_of_hits(view, By::Melee(unit), target) * self.activity(view, unit);
        let chance = faces(view.unit(target).hits) as f32 / 6.0;
        let strikes = self.unit(target).kind != Kind::Artillery;
        let answer = if strikes { 3.5 * chance } else { 0.0 };
        let shoots = !(self.unit(target).kind.rides() && view.unit(target).is_mounted);
        let pinned = if shoots { mean(self.unit(target).volley(), false) * chance } else { 0.0 };
        let there = Pose { at: view.unit(target).at, facing: view.unit(unit).facing, is_mounted: true };
        1.6 * dealt - CAUTION * answer + 0.7 * pinned + self.worth_of_ground(view, unit, there)
    }
}

/// The hits to expect of a volley.
pub(crate) fn mean(volley: Volley, is_halved: bool) -> f32 {
    let (mut sum, mut count) = (0, 0);
    for (hits, weight) in (0..).zip(volley.weights(is_halved)) {
        sum += hits * weight;
        count += weight;
    }
    sum as f32 / count as f32
}

/// The action that is worth most; the first of equals.
fn best(actions: &[Action], worth: impl Fn(&Action) -> f32) -> Action {
    let mut best = (f32::NEG_INFINITY, actions[0]);
    for action in actions {
        let worth = worth(action);
        if worth > best.0 {
            best = (worth, *action);
        }
    }
    best.1
}
