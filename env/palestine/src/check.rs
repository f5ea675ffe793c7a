//! The invariants of a state.

use sandtable_core::Broken;

use crate::phases::Around;
use crate::rules::Palestine;
use crate::state::{Activation, Attempt, MOST_UNITS, Phase, State, UnitState};
use crate::unit::{ELIMINATED, UnitId, Units};

type Checked = Result<(), Broken>;

fn demand(holds: bool, fault: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(Broken(fault())) }
}

impl Palestine {
    pub(crate) fn check_state(&self, state: &State) -> Checked {
        demand(usize::from(state.count) == self.units.len(), || {
            format!("{} units, not {}", state.count, self.units.len())
        })?;
        demand((1..=self.turns).contains(&state.turn), || format!("turn {} of {}", state.turn, self.turns))?;
        demand(self.train.is_some() == state.train.is_some(), || "a train too many or too few".to_owned())?;
        if let Some((train, now)) = self.train.as_ref().zip(state.train) {
            demand((train.first()..=train.last()).contains(&now.at), || {
                "the train is beyond its rail".to_owned()
            })?;
        }
        let is_unused = |unit: &UnitState| *unit == UnitState::ABSENT;
        demand(state.units[usize::from(state.count)..].iter().all(is_unused), || {
            "something stands where no unit is".to_owned()
        })?;
        state.units().try_for_each(|id| self.check_unit(state, id))?;
        state.units().try_for_each(|id| self.check_place(state, id))?;
        self.check_phase(state)?;
        self.check_targets(state)
    }

    fn check_unit(&self, state: &State, id: UnitId) -> Checked {
        let unit = state.unit(id);
        let label = || self.label(id);
        demand(unit.hits <= ELIMINATED, || format!("{} has {} hits", label(), unit.hits))?;
        demand(!unit.is_mounted || self.unit(id).kind.rides(), || format!("{} rides nothing", label()))?;
        if !unit.is_on_table() {
            let idle = UnitState {
                engaged: Units::NONE,
                activation: Activation::Untried,
                has_moved: false,
                is_passed: false,
                has_held: false,
                has_fought: false,
                ..*unit
            };
            return demand(*unit == idle, || format!("{} is gone and yet acts", label()));
        }
        let is_idle = unit.activation == Activation::Untried
            && !(unit.has_moved || unit.is_passed || unit.has_held || unit.has_fought);
        demand(self.unit(id).seat == state.active || is_idle, || {
            format!("{} acts in the other side's turn", label())
        })?;
        for enemy in unit.engaged {
            let is_known = enemy.index() < self.units.len() && state.unit(enemy).is_on_table();
            let is_mutual = is_known && state.unit(enemy).engaged.has(id);
            let are_enemies = is_known && self.unit(enemy).seat != self.unit(id).seat;
            let are_engageable = is_known && ![id, enemy].iter().any(|&one| self.unit(one).kind.is_vehicle());
            demand(is_mutual && are_enemies && are_engageable, || {
                format!("{} is engaged with unit {} as it cannot be", label(), enemy.0)
            })?;
        }
        Ok(())
    }

    /// A unit on the table is where a unit may be. Engaged enemies may overlap; enemies who
    /// are not may have come within an inch by charging others.
    fn check_place(&self, state: &State, id: UnitId) -> Checked {
        if !state.unit(id).is_on_table() {
            return Ok(());
        }
        let base = self.base(state, id);
        let around = Around::new(self, state, id, base.centre(), 0);
        demand(self.ground.bears(around.near(), &base, self.gait(state, id)), || {
            format!("{} is on ground where it cannot be", self.label(id))
        })?;
        demand(!around.train().is_some_and(|train| train.overlaps(&base)), || {
            format!("{} is on the train", self.label(id))
        })?;
        for (other, there) in around.friends().iter().chain(around.enemies()) {
            demand(state.unit(id).engaged.has(*other) || !there.overlaps(&base), || {
                format!("{} is on {}", self.label(id), self.label(*other))
            })?;
        }
        Ok(())
    }

    fn check_phase(&self, state: &State) -> Checked {
        let is_own = |id: UnitId| {
            id.index() < self.units.len()
                && state.unit(id).is_on_table()
                && self.unit(id).seat == state.active
        };
        let is_enemy = |id: UnitId| {
            id.index() < self.units.len()
                && state.unit(id).is_on_table()
                && self.unit(id).seat != state.active
        };
        let is_march = |march: &crate::state::March| match march.stop {
            crate::state::Stop::At(_) => is_own(march.unit),
            crate::state::Stop::On(road, _) => {
                is_own(march.unit) && usize::from(road) < self.ground.roads.len()
            }
        };
        let holds = match state.phase {
            Phase::Manner(unit)
            | Phase::Destination(unit, _)
            | Phase::RoadDestination(unit)
            | Phase::ChargeTarget(unit)
            | Phase::Target(unit)
            | Phase::Strike(unit) => is_own(unit),
            Phase::Facing(march) | Phase::Activation(Attempt::March(march, _)) => is_march(&march),
            Phase::ChargeHeading(unit, target)
            | Phase::Spotted(unit, target, _)
            | Phase::Second(unit, target)
            | Phase::Activation(
                Attempt::Charge(unit, target, _)
                | Attempt::Shoot(unit, target)
                | Attempt::Strike(unit, target),
            ) => is_own(unit) && is_enemy(target),
            Phase::Hits(by, target) => {
                let is_by = match by {
                    crate::state::By::Fire(unit) | crate::state::By::Melee(unit) => is_own(unit),
                    crate::state::By::Train | crate::state::By::Aircraft => true,
                };
                is_by && is_enemy(target)
            }
            Phase::TrainTarget | Phase::TrainDestination => state.train.is_some(),
            Phase::RollOff
            | Phase::Sorties(_)
            | Phase::Choose(_)
            | Phase::Sortie
            | Phase::Mission
            | Phase::Over(_) => true,
        };
        demand(holds, || "a unit acts, or is aimed at, that is not there".to_owned())
    }

    /// What was worked out when the phase began is what would be worked out now.
    fn check_targets(&self, state: &State) -> Checked {
        let is_shooting = matches!(
            state.phase,
            Phase::Choose(crate::state::Step::Shooting) | Phase::Target(_) | Phase::TrainTarget
        );
        if !is_shooting {
            return Ok(());
        }
        let mut fresh = *state;
        self.find_targets(&mut fresh);
        let agrees =
            |id: UnitId| !self.may_shoot(state, id) || fresh.targets[id.index()] == state.targets[id.index()];
        demand(state.units().all(agrees), || "whom units can shoot at is out of date".to_owned())?;
        demand(state.targets[usize::from(state.count)..MOST_UNITS].iter().all(|t| t.is_empty()), || {
            "a unit that is not there has targets".to_owned()
        })
    }
}
