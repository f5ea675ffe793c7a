//! How a position stands, and eager play.

use rand::{Rng, RngExt as _};
use sandtable_core::plane::{Arc, Point};
use sandtable_core::{Doctrine, Order, Seat};

use crate::action::Action;
use crate::rules::Palestine;
use crate::state::{Phase, State, Step};
use crate::unit::{ELIMINATED, INCH, UnitId};

/// What hits are worth of a unit that they would eliminate, in its value, once it has all
/// but one of them.
const WORN: f32 = 0.8;

impl Doctrine for Palestine {
    const DRILL_VERSION: u32 = 1;
    const ROLLOUT_STEPS: u32 = 24;

    /// Points, ground counted as it is held now.
    fn material(&self, state: &State) -> i32 {
        self.points_ahead(state)
    }

    /// Tanh of the points ahead over those that decide: losses, half-worn units as parts of
    /// losses, and ground by the square of how far the battle has gone.
    fn evaluate(&self, state: &State) -> f32 {
        if let Phase::Over(ended) = state.phase {
            return f32::from(ended.thousandths) / 1000.0;
        }
        let gone = f32::from(state.turn) / f32::from(self.turns());
        let ahead = self.points_for_losses(state) as f32 + self.wear(state, Seat::Second)
            - self.wear(state, Seat::First)
            + gone * gone * self.points_for_ground(state) as f32
            + self.nearer_breaking(state);
        (ahead / (0.8 * self.terms().decisive as f32)).tanh() * 0.95
    }

    fn is_at_rest(&self, state: &State) -> bool {
        matches!(state.phase, Phase::Choose(_) | Phase::Over(_))
    }

    fn eager<G: Rng + ?Sized>(&self, state: &State, actions: &[Action], rng: &mut G) -> usize {
        let any = rng.random_range(0..actions.len());
        let last = actions.len() - 1;
        match state.phase {
            Phase::Choose(Step::Movement) => self.eager_mover(state, actions, rng),
            // Ending a phase while something can be done in it is left out.
            Phase::Choose(_) if last > 0 => rng.random_range(0..last),
            Phase::Manner(_) => {
                let charge = actions.iter().position(|action| *action == Action::Charge);
                charge.unwrap_or(if rng.random_ratio(2, 3) { 0 } else { any })
            }
            Phase::Destination(unit, _) if rng.random_ratio(3, 4) => {
                self.nearest_to_enemy(state, unit, actions).unwrap_or(any)
            }
            Phase::Facing(march) if rng.random_ratio(3, 4) => {
                self.facing_enemy(state, march.unit, self.stop(march.stop), actions).unwrap_or(any)
            }
            _ => any,
        }
    }

    fn drill(&self, view: &State, seat: Seat, actions: &[Action]) -> Order<Action> {
        self.officer(view, seat, actions)
    }
}

impl Palestine {
    /// What the hits of a side's units are worth to the enemy, in points.
    pub(crate) fn wear(&self, state: &State, seat: Seat) -> f32 {
        let worn = |id: UnitId| {
            let part = f32::from(state.unit(id).hits) / f32::from(ELIMINATED);
            WORN * part * part.sqrt() * self.unit(id).kind.value() as f32
        };
        self.own(state, seat).map(worn).sum()
    }

    /// By how many points the second side is nearer to breaking than the first: to lose two
    /// thirds of one's units is to lose the battle.
    fn nearer_breaking(&self, state: &State) -> f32 {
        let [first, second] = Seat::BOTH.map(|seat| {
            let (mut all, mut lost) = (0.0_f32, 0.0_f32);
            for id in self.side(seat) {
                let unit = state.unit(id);
                all += 1.0;
                let worn = (f32::from(unit.hits) / f32::from(ELIMINATED)).powi(2);
                lost += if unit.is_on_table() { 0.5 * worn } else { 1.0 };
            }
            (lost / (all * 2.0 / 3.0)).min(1.0).powi(3)
        });
        (second - first) * self.terms().decisive as f32
    }

    /// A unit that has nobody before it to shoot at, or the end of movement.
    fn eager_mover<G: Rng + ?Sized>(&self, state: &State, actions: &[Action], rng: &mut G) -> usize {
        let is_restless = |action: &Action| match *action {
            Action::Unit(id) => {
                !self.has_roughly_in_sight(state, id)
                    || (self.unit(id).kind.rides() && state.unit(id).is_mounted)
            }
            Action::Sortie => true,
            _ => false,
        };
        let count = actions.iter().filter(|action| is_restless(action)).count();
        if count == 0 {
            return actions.len() - 1;
        }
        let pick = rng.random_range(0..count);
        (0..actions.len()).filter(|&i| is_restless(&actions[i])).nth(pick).unwrap_or(0)
    }

    /// Whether an enemy is before a unit and in range, whatever hides it.
    pub(crate) fn has_roughly_in_sight(&self, state: &State, id: UnitId) -> bool {
        let unit = state.unit(id);
        let range = self.unit(id).kind.range() + INCH;
        self.enemies(state, self.unit(id).seat).any(|enemy| {
            let there = state.unit(enemy).at;
            there.is_within(unit.at, range) && Arc::FortyFive.has(unit.facing, there - unit.at)
        })
    }

    /// The enemy whose centre is nearest to a point.
    pub(crate) fn nearest_enemy(&self, state: &State, seat: Seat, from: Point) -> Option<UnitId> {
        self.enemies(state, seat).min_by_key(|&enemy| (state.unit(enemy).at.squared_distance(from), enemy))
    }

    fn nearest_to_enemy(&self, state: &State, id: UnitId, actions: &[Action]) -> Option<usize> {
        let now = state.unit(id);
        let enemy = self.nearest_enemy(state, self.unit(id).seat, now.at)?;
        let goal = state.unit(enemy).at;
        let distance = |action: &Action| match *action {
            Action::To(to) => to.squared_distance(goal),
            _ => i64::MAX,
        };
        (0..actions.len()).min_by_key(|&i| distance(&actions[i]))
    }

    fn facing_enemy(&self, state: &State, id: UnitId, at: Point, actions: &[Action]) -> Option<usize> {
        let enemy = self.nearest_enemy(state, self.unit(id).seat, at)?;
        let wanted = sandtable_core::plane::Heading::nearest(state.unit(enemy).at - at)?;
        let apart = |action: &Action| match *action {
            Action::Face(facing) => facing.apart(wanted),
            _ => u16::MAX,
        };
        (0..actions.len()).min_by_key(|&i| apart(&actions[i]))
    }
}
