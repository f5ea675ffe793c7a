//! The scripted officer: ground, support, flanks, and a sensible order of activations.
//!
//! It reads the view alone: enemies that its seat does not see do not exist for it. At
//! every decision it appraises (`appraisal.rs`) what the acting stand could do and
//! follows the best plan. Among squares it activates first the one whose plan gains most
//! over doing nothing, so that fire comes before movement that would mask it, and
//! whoever can destroy an enemy goes before whoever merely advances.

use sandtable_core::square::{Facing, Square};
use sandtable_core::{Order, Seat};

use crate::action::Action;
use crate::appraisal::{Appraisal, Plan};
use crate::rules::Gridded;
use crate::stand::StandId;
use crate::state::{Activity, Kind, Phase, Stage, State};
use crate::view::View;

/// What it is worth, in points, to face the most of the nearest enemies.
const BEST_FACING: f32 = 1.5;
/// What it is worth, in points, to move and fight in the better order.
const BETTER_ORDER: f32 = 0.5;
/// A plan must gain this much, in points, to be worth an activation.
const WORTHWHILE: f32 = 0.02;

impl Gridded {
    pub(crate) fn officer(&self, view: &View, seat: Seat, actions: &[Action]) -> Order<Action> {
        let state = self.stage(view);
        match state.phase {
            Phase::Choose => self.choose_square(&state, seat, actions),
            Phase::Acting(activity) => self.act_well(&state, seat, activity, actions),
            Phase::Withdrawal(_, _, loser) => self.fall_back_well(&state, loser, actions),
            _ => order(actions[0], "there is nothing to decide"),
        }
    }

    fn choose_square(&self, state: &State, seat: Seat, actions: &[Action]) -> Order<Action> {
        let appraisal = Appraisal::new(self, state, seat);
        let mut best: Option<(f32, Action, Plan)> = None;
        for &action in actions {
            let Action::Activate(square) = action else { continue };
            for (gain, plan) in self.openings(&appraisal, state, square) {
                if best.as_ref().is_none_or(|(most, _, _)| gain > *most) {
                    best = Some((gain, action, plan));
                }
            }
        }
        match best {
            Some((gain, action, plan)) if gain > WORTHWHILE => order(action, &plan.reason(self)),
            _ => order(Action::End, "every stand is better left where it is"),
        }
    }

    /// What each action gains in the officer's eyes, in points; nothing where he has no
    /// opinion.
    pub(crate) fn gains(&self, state: &State, actions: &[Action], gains: &mut Vec<f32>) {
        match state.phase {
            Phase::Choose => {
                let appraisal = Appraisal::new(self, state, state.active());
                gains.extend(actions.iter().map(|action| match *action {
                    Action::Activate(square) => self.gain_of(&appraisal, state, square),
                    _ => 0.0,
                }));
            }
            Phase::Acting(activity) => self.gains_within(state, activity, actions, gains),
            _ => {}
        }
    }

    fn gains_within(&self, state: &State, activity: Activity, actions: &[Action], gains: &mut Vec<f32>) {
        let appraisal = Appraisal::new(self, state, state.active());
        let mut prefer = |wanted: Action, gain: f32| {
            gains.extend(actions.iter().map(|&action| if action == wanted { gain } else { 0.0 }));
        };
        match activity.stage {
            Stage::Who => {}
            Stage::Order => prefer(order_of(&appraisal.best_plan(&activity)), BETTER_ORDER),
            Stage::Facing => {
                prefer(Action::Face(appraisal.best_facing(state.place(activity.lead))), BEST_FACING);
            }
            Stage::Destination => appraisal.moves(&activity, actions, gains),
            Stage::Attack => {
                gains.extend(actions.iter().map(|&action| appraisal.attack_gain(&activity, action)));
            }
        }
    }

    fn gain_of(&self, appraisal: &Appraisal, state: &State, square: Square) -> f32 {
        self.openings(appraisal, state, square).map(|(gain, _)| gain).fold(f32::MIN, f32::max)
    }

    /// The best plan of everything that activating a square could begin with, and what it
    /// gains over doing nothing.
    fn openings(
        &self,
        appraisal: &Appraisal,
        state: &State,
        square: Square,
    ) -> impl Iterator<Item = (f32, Plan)> {
        self.possible_activities(state, square).into_iter().map(|activity| {
            let plan = appraisal.best_plan(&activity);
            (plan.score - appraisal.standing(&activity) + plan.haste(), plan)
        })
    }

    /// What activating a square could begin with.
    fn possible_activities(&self, state: &State, square: Square) -> Vec<Activity> {
        let stands: Vec<StandId> = state.at(square).collect();
        let fresh: Vec<StandId> =
            stands.iter().copied().filter(|&id| !state.stand(id).is_activated).collect();
        let rear = stands.get(1).copied();
        let begin = |lead, follower| Activity {
            lead,
            follower,
            waiting: None,
            rear,
            stage: Stage::Order,
            fights_first: false,
            has_moved: false,
            has_swapped: false,
            has_acted: false,
        };
        let mut activities: Vec<Activity> = fresh.iter().map(|&id| begin(id, None)).collect();
        if let [front, rear] = fresh[..] {
            activities.push(begin(front, Some(rear)));
        }
        activities
    }

    fn act_well(&self, state: &State, seat: Seat, activity: Activity, actions: &[Action]) -> Order<Action> {
        let appraisal = Appraisal::new(self, state, seat);
        match activity.stage {
            Stage::Who => self.choose_who(&appraisal, activity, actions),
            Stage::Order => {
                let plan = appraisal.best_plan(&activity);
                listed(order_of(&plan), actions, &plan.reason(self))
            }
            Stage::Destination => {
                let plan = appraisal.best_move(&activity);
                let wanted = plan.departure.unwrap_or(Action::Move(plan.end));
                listed(wanted, actions, &plan.reason(self))
            }
            Stage::Attack => match appraisal.best_attack(&activity) {
                Some((aim, gain)) if gain > 0.0 => {
                    let facing = facing_towards(self.offset(state.place(activity.lead), aim.square));
                    let wanted = match aim.kind {
                        Kind::Fire => Action::Fire(aim.square, facing),
                        Kind::Close => Action::Close(aim.square, facing),
                    };
                    listed(wanted, actions, &format!("the attack gains {gain:.1} points on average"))
                }
                _ => listed(Action::Hold, actions, "no attack gains anything"),
            },
            Stage::Facing => {
                let facing = appraisal.best_facing(state.place(activity.lead));
                listed(Action::Face(facing), actions, "that way it meets most enemies with its front")
            }
        }
    }

    /// Together when that gains more than the stand alone, which leaves its partner free.
    fn choose_who(&self, appraisal: &Appraisal, activity: Activity, actions: &[Action]) -> Order<Action> {
        let alone = |lead| Activity { lead, follower: None, waiting: None, stage: Stage::Order, ..activity };
        let gain = |activity: &Activity| appraisal.best_plan(activity).score - appraisal.standing(activity);
        let label = |id| if activity.rear == Some(id) { Action::Rear } else { Action::Front };
        let lead_gain = gain(&alone(activity.lead));
        let Some(waiting) = activity.waiting else {
            let wanted = if lead_gain > WORTHWHILE { label(activity.lead) } else { Action::Rest };
            return listed(wanted, actions, "the other stand of the square");
        };
        let together = gain(&Activity { follower: Some(waiting), ..alone(activity.lead) });
        let waiting_gain = gain(&alone(waiting));
        if actions.contains(&Action::Together) && together >= lead_gain + waiting_gain.max(0.0) {
            return order(Action::Together, "the pair is stronger together");
        }
        let first = if lead_gain >= waiting_gain { activity.lead } else { waiting };
        listed(label(first), actions, "this stand of the pair gains more")
    }

    /// RULING A7: straight back before left before right.
    fn fall_back_well(&self, state: &State, loser: StandId, actions: &[Action]) -> Order<Action> {
        let back = state.stand(loser).facing.back();
        let from = state.place(loser);
        let aside = |action: &Action| {
            let Action::Withdraw(square) = *action else { return (i32::MAX, false) };
            let (dx, dy) = self.offset(from, square);
            // Seen along its own facing: positive is to the right.
            let right = match back.back() {
                Facing::North => dx,
                Facing::East => -dy,
                Facing::South => -dx,
                Facing::West => dy,
            };
            (right.abs(), right > 0)
        };
        let best = actions.iter().copied().min_by_key(aside).unwrap_or(actions[0]);
        order(best, "straight back, or as nearly as there is room")
    }
}

/// The order of moving and fighting that a plan asks for.
fn order_of(plan: &Plan) -> Action {
    if plan.fights_first { Action::FightFirst } else { Action::MoveFirst }
}

fn order(action: Action, why: &str) -> Order<Action> {
    Order { action, why: why.to_owned() }
}

/// The wanted action where it is listed; otherwise the first of its list, which every
/// stage's list makes a quiet one.
fn listed(wanted: Action, actions: &[Action], why: &str) -> Order<Action> {
    order(if actions.contains(&wanted) { wanted } else { actions[0] }, why)
}

/// The facing whose arc has an offset nearest its middle.
pub(crate) fn facing_towards(offset: (i32, i32)) -> Facing {
    Facing::ALL
        .into_iter()
        .filter(|facing| facing.has_in_arc(offset))
        .min_by_key(|facing| match facing {
            Facing::North | Facing::South => offset.0.abs(),
            Facing::East | Facing::West => offset.1.abs(),
        })
        .unwrap_or(Facing::North)
}

#[cfg(test)]
mod tests {
    use sandtable_core::square::Direction;

    use super::*;

    #[test]
    fn every_direction_is_faced_with_the_front() {
        for direction in Direction::ALL {
            let (dx, dy) = direction.delta();
            assert!(facing_towards((dx, dy)).has_in_arc((dx, dy)));
            assert!(facing_towards((3 * dx, 3 * dy)).has_in_arc((dx, dy)));
        }
    }
}
