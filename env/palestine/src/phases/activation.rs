//! Activation: a throw that must beat a unit's hits. P-03, P-04.

use sandtable_core::{Die, Events, Purpose, Throw};

use crate::action::Outcome;
use crate::event::Event;
use crate::rules::Palestine;
use crate::state::{Activation, Attempt, By, Fate, Phase, State, Step};
use crate::unit::{Kind, UnitId};

pub(crate) const ACTIVATION: Purpose = Purpose::new(3, "activation");

/// P-03: four times the die must be more than the hits. RULING R2.
pub const fn beats(pip: u8, hits: u8) -> bool {
    4 * pip > hits
}

/// How many of the six faces activate a unit with so many hits.
pub fn faces(hits: u8) -> u32 {
    (1..=6).filter(|&pip| beats(pip, hits)).count() as u32
}

impl Palestine {
    /// Begins what a unit is about to do: at once where it is active already or cannot
    /// fail (RULING R4), after its throw otherwise.
    pub(crate) fn attempt(&self, state: &mut State, attempt: Attempt, log: &mut impl Events<Self>) {
        let unit = attempt.unit();
        let now = *state.unit(unit);
        if now.activation == Activation::Active {
            return self.carry_out(state, attempt, log);
        }
        if faces(now.hits) == 6 {
            log.add(|| Event::Activated { unit, is_active: true, is_thrown: false });
            state.unit_mut(unit).activation = Activation::Active;
            return self.carry_out(state, attempt, log);
        }
        state.phase = Phase::Activation(attempt);
    }

    pub(crate) fn activation_outcomes(&self, state: &State, attempt: Attempt, out: &mut Vec<(Outcome, u32)>) {
        let active = faces(state.unit(attempt.unit()).hits);
        out.extend([(Outcome::Active, active), (Outcome::Inactive, 6 - active)]);
        out.retain(|(_, weight)| *weight > 0);
    }

    pub(crate) fn activation_throw(&self, state: &State) -> Throw {
        Throw::open(ACTIVATION, state.turn.into(), state.active).with(Die::new(6, state.active))
    }

    pub(crate) fn read_activation(&self, state: &State, attempt: Attempt, pip: u8) -> Outcome {
        if beats(pip, state.unit(attempt.unit()).hits) { Outcome::Active } else { Outcome::Inactive }
    }

    pub(crate) fn take_activation(
        &self,
        state: &mut State,
        attempt: Attempt,
        is_active: bool,
        log: &mut impl Events<Self>,
    ) {
        let unit = attempt.unit();
        log.add(|| Event::Activated { unit, is_active, is_thrown: true });
        if is_active {
            state.unit_mut(unit).activation = Activation::Active;
            return self.carry_out(state, attempt, log);
        }
        state.unit_mut(unit).activation = Activation::Failed;
        let step = match attempt {
            Attempt::March(..) | Attempt::Charge(..) => Step::Movement,
            Attempt::Shoot(..) => Step::Shooting,
            Attempt::Strike(..) => Step::Melee,
        };
        self.break_down(state, unit, log);
        self.go_on(state, step, log);
    }

    /// P-31, P-32: a tank that fails is gone at once, an armoured car is a wreck.
    /// RULING R5, RULING R6.
    fn break_down(&self, state: &mut State, unit: UnitId, log: &mut impl Events<Self>) {
        let fate = match self.unit(unit).kind {
            Kind::Tank => Fate::Abandoned,
            Kind::ArmouredCar => Fate::Wreck,
            _ => return,
        };
        self.remove(state, unit, fate, log);
        if matches!(state.phase, Phase::Activation(Attempt::Shoot(..))) {
            // What it hid may be seen now.
            self.find_targets(state);
        }
    }

    fn carry_out(&self, state: &mut State, attempt: Attempt, log: &mut impl Events<Self>) {
        match attempt {
            Attempt::March(march, facing) => {
                self.march(state, march, facing, log);
                self.go_on(state, Step::Movement, log);
            }
            Attempt::Charge(unit, target, heading) => {
                self.charge_home(state, unit, target, heading, log);
                self.go_on(state, Step::Movement, log);
            }
            Attempt::Shoot(unit, target) => {
                let class = self.unit(unit).kind;
                if class == Kind::Artillery {
                    state.bombarded = state.bombarded.with(target);
                } else {
                    state.shot = state.shot.with(target);
                }
                state.unit_mut(unit).has_fought = true;
                state.phase = Phase::Hits(By::Fire(unit), target);
            }
            Attempt::Strike(unit, target) => {
                state.unit_mut(unit).has_fought = true;
                state.phase = Phase::Hits(By::Melee(unit), target);
            }
        }
    }
}
