//! The train: moved along its rail, stopped by barricades and by whoever is in its way.
//! P-36, RULING R42, RULING B27.

use sandtable_core::Events;
use sandtable_core::plane::{Base, INCH, Sweep};

use crate::action::Action;
use crate::event::Event;
use crate::rules::{Palestine, Train};
use crate::state::{State, Step};

/// How far a train goes in a turn.
pub const TRAIN_MOVE: u16 = 12 * INCH as u16;

/// Apart so far are the places that are listed for it.
const STEP: u16 = 3 * INCH as u16;

impl Palestine {
    /// Whether the active side has a train that has not moved and can.
    pub(crate) fn may_move_train(&self, state: &State) -> bool {
        let Some((train, now)) = self.train.as_ref().zip(state.train) else { return false };
        train.seat == state.active
            && !now.has_moved
            && train_marks(train, now.at).any(|to| self.may_run(state, train, now.at, to))
    }

    pub(crate) fn train_destinations(&self, state: &State, out: &mut Vec<Action>) {
        let Some((train, now)) = self.train.as_ref().zip(state.train) else { return };
        let free = train_marks(train, now.at).filter(|&to| self.may_run(state, train, now.at, to));
        out.extend(free.map(Action::TrainTo));
        out.sort_unstable();
        out.dedup();
    }

    /// Whether the train may go from one place on its rail to another: at most twelve
    /// inches, over no barricade and no unit. Wrecks are in no one's way.
    pub(crate) fn may_run(&self, state: &State, train: &Train, from: u16, to: u16) -> bool {
        let is_in_reach =
            from != to && from.abs_diff(to) <= TRAIN_MOVE && (train.first()..=train.last()).contains(&to);
        is_in_reach
            && train.rail.legs(train.rail.at(from.into()), to.into()).all(|leg| {
                // It faces along its rail, whichever way it goes.
                let base = Base::new(train.size, leg.from, leg.heading);
                self.is_clear_for_train(state, &Sweep::new(&base, leg.to))
            })
            && self.is_clear_for_train(state, &Sweep::new(&train.base(to), train.base(to).centre()))
    }

    fn is_clear_for_train(&self, state: &State, sweep: &Sweep) -> bool {
        self.ground.table.holds(&sweep.start())
            && self.ground.table.holds(&sweep.end())
            && !self.ground.barricades.iter().any(|barricade| sweep.overlaps(barricade))
            && !self.units_on_table(state).any(|id| sweep.overlaps(&self.base(state, id)))
    }

    fn units_on_table<'a>(&self, state: &'a State) -> impl Iterator<Item = crate::UnitId> + use<'a> {
        state.units().filter(|&id| state.unit(id).is_on_table())
    }

    pub(crate) fn run_train(&self, state: &mut State, to: u16, log: &mut impl Events<Self>) {
        if let Some(train) = &mut state.train {
            let from = train.at;
            train.at = to;
            train.has_moved = true;
            log.add(|| Event::TrainMoved { from, to });
        }
        self.go_on(state, Step::Movement, log);
    }
}

/// Every third inch both ways, and the ends of the rail.
fn train_marks(train: &Train, at: u16) -> impl Iterator<Item = u16> + use<> {
    let (first, last) = (train.first(), train.last());
    let steps = (STEP..=TRAIN_MOVE).step_by(usize::from(STEP));
    let both = steps.flat_map(move |step| [at.checked_sub(step), at.checked_add(step)]).flatten();
    both.chain([first, last])
        .filter(move |&to| (first..=last).contains(&to) && to != at && to.abs_diff(at) <= TRAIN_MOVE)
}
