//! The activation throw, and who acts in an activated square. G-14, G-15, G-55.

use sandtable_core::square::{Facing, Square};
use sandtable_core::{Die, Events, Purpose, Throw};

use crate::action::{Action, Outcome};
use crate::event::Happening;
use crate::rules::Gridded;
use crate::stand::StandId;
use crate::state::{Activity, Phase, Stage, State};

const ACTIVATION: Purpose = Purpose::new(1, "activation");

impl Gridded {
    /// G-14: a D12 says how many squares may be activated.
    pub(crate) fn activation_throw(&self, state: &State) -> Throw {
        Throw::open(ACTIVATION, state.turn.into(), state.active).with(Die::new(12, state.active))
    }

    /// What a throw of `pip` gives. G-53, RULING A45: as an option the commander's value
    /// is added, while he is on the table.
    pub(crate) fn activations(&self, state: &State, pip: u8) -> u8 {
        let command = self.command(state.active);
        let adds = self.options().commander_activation && state.is_on_table(command);
        pip + if adds { self.stand(command).value } else { 0 }
    }

    pub(crate) fn activation_outcomes(&self, state: &State, out: &mut Vec<(Outcome, u32)>) {
        out.extend((1..=12).map(|pip| (Outcome::Activations(self.activations(state, pip)), 1)));
    }

    /// RULING A21: the throw stays as thrown, also above the number of squares.
    pub(crate) fn take_activations(&self, state: &mut State, count: u8, log: &mut impl Events<Self>) {
        state.activations_left = count;
        state.phase = Phase::Choose;
        self.tell(log, Happening::Activations { seat: state.active, count });
    }

    /// Squares with a stand that was not activated this turn, while activations last. G-15.
    pub(crate) fn choices(&self, state: &State, out: &mut Vec<Action>) {
        if state.activations_left > 0 {
            for id in self.side(state.active) {
                let stand = state.stand(id);
                if let (Some(square), false) = (stand.square(), stand.is_activated) {
                    out.push(Action::Activate(square));
                }
            }
            out.sort_unstable();
            out.dedup();
        }
        out.push(Action::End);
    }

    /// RULING A10: one activation covers every stand of the square that was not yet
    /// activated this turn. No stand is activated twice, so none initiates twice (G-27).
    pub(crate) fn activate(&self, state: &mut State, square: Square, log: &mut impl Events<Self>) {
        let front = state.front(square).expect("an occupied square");
        let rear = state.stand(front).partner();
        let is_fresh = |id: &StandId| !state.stand(*id).is_activated;
        let (fresh_front, fresh_rear) = (is_fresh(&front), rear.filter(is_fresh));
        state.activations_left -= 1;
        for id in [Some(front), rear].into_iter().flatten() {
            state.change(id, |stand| stand.is_activated = true);
        }
        let event = Happening::Activated { seat: state.active, square: Some(square) };
        self.tell_of(log, state, front, event);
        state.phase = Phase::Acting(Activity {
            lead: if fresh_front { front } else { fresh_rear.expect("a stand to activate") },
            follower: None,
            waiting: if fresh_front { fresh_rear } else { None },
            rear,
            stage: if rear.is_some() { Stage::Who } else { Stage::Order },
            fights_first: false,
            has_moved: false,
            has_swapped: false,
            has_acted: false,
        });
    }

    /// Which stand of a pair acts. RULING A12: the owner may first exchange front and
    /// rear, with a partner that was activated before too (RULING A31).
    pub(crate) fn who(&self, state: &State, activity: &Activity, out: &mut Vec<Action>) {
        let is_pair = state.stand(activity.lead).partner().is_some();
        if is_pair && !activity.has_swapped && !activity.has_acted {
            out.push(Action::Swap);
        }
        if activity.waiting.is_some() && !activity.has_acted {
            out.push(Action::Together);
        }
        for id in [Some(activity.lead), activity.waiting].into_iter().flatten() {
            out.push(if activity.rear == Some(id) { Action::Rear } else { Action::Front });
        }
        out.sort_unstable();
        if activity.has_swapped || activity.has_acted {
            out.push(Action::Rest);
        }
    }

    pub(crate) fn swap(&self, state: &mut State, mut activity: Activity, log: &mut impl Events<Self>) {
        let square = state.place(activity.lead);
        let front = state.front(square).expect("an occupied square");
        let rear = state.stand(front).partner().expect("a pair");
        state.swap(front, rear);
        self.tell_of(log, state, front, Happening::Swapped { square });
        activity.rear = Some(front);
        activity.has_swapped = true;
        if let Some(waiting) = activity.waiting {
            // The lead is the front one while both are still to act.
            (activity.lead, activity.waiting) = (waiting, Some(activity.lead));
        }
        state.phase = Phase::Acting(activity);
    }

    /// Lets the front or the rear stand act, or both together.
    pub(crate) fn let_act(&self, state: &mut State, mut activity: Activity, who: Action) {
        match who {
            Action::Together => activity.follower = activity.waiting.take(),
            who => {
                let is_lead = (activity.rear == Some(activity.lead)) == (who == Action::Rear);
                if !is_lead && let Some(waiting) = activity.waiting {
                    (activity.lead, activity.waiting) = (waiting, Some(activity.lead));
                }
            }
        }
        activity.stage = Stage::Order;
        state.phase = Phase::Acting(activity);
    }

    /// Move first or fight first. G-15. RULING A32: fighting first is listed only when
    /// there is a target under some facing.
    pub(crate) fn orders(&self, state: &State, activity: &Activity, out: &mut Vec<Action>) {
        out.push(Action::MoveFirst);
        if self.may_attack(activity) && self.has_target(state, activity.lead) {
            out.push(Action::FightFirst);
        }
    }

    pub(crate) fn order_given(&self, state: &mut State, mut activity: Activity, fights_first: bool) {
        activity.fights_first = fights_first;
        activity.stage = if fights_first { Stage::Attack } else { Stage::Destination };
        state.phase = Phase::Acting(activity);
    }

    /// After moving: the fight, if it is still to come and there is a target; then the
    /// final facing. G-23. RULING A37: the move may bring it near a concealed group, and
    /// whoever is spotted then can be attacked, so a spotting throw comes first.
    pub(crate) fn after_moving(&self, state: &mut State, mut activity: Activity, may_fight: bool) {
        self.watch(state);
        let fights = may_fight
            && !activity.fights_first
            && self.may_attack(&activity)
            && (state.spotting_due != 0 || self.has_target(state, activity.lead));
        activity.stage = if fights { Stage::Attack } else { Stage::Facing };
        state.phase = Phase::Acting(activity);
    }

    /// After fighting: the move, if it is still to come.
    pub(crate) fn after_fighting(&self, state: &mut State, mut activity: Activity) {
        activity.stage = if activity.fights_first { Stage::Destination } else { Stage::Facing };
        state.phase = Phase::Acting(activity);
    }

    pub(crate) fn face(
        &self,
        state: &mut State,
        activity: Activity,
        facing: Facing,
        log: &mut impl Events<Self>,
    ) {
        self.turn_stand(state, activity.lead, facing, log);
        self.finish(state, activity);
    }

    /// RULING A30: turning one stand of a pair turns both.
    pub(crate) fn turn_stand(
        &self,
        state: &mut State,
        id: StandId,
        facing: Facing,
        log: &mut impl Events<Self>,
    ) {
        if state.stand(id).facing != facing {
            state.turn_to(id, facing);
            self.tell_of(log, state, id, Happening::Faced { stand: id, facing });
        }
    }

    /// The acting stand is done; its partner may still act.
    pub(crate) fn finish(&self, state: &mut State, activity: Activity) {
        let waiting = activity.waiting.filter(|&id| state.is_on_table(id));
        state.phase = match waiting {
            None => Phase::Choose,
            Some(partner) => Phase::Acting(Activity {
                lead: partner,
                follower: None,
                waiting: None,
                rear: activity.rear,
                stage: Stage::Who,
                fights_first: false,
                has_moved: false,
                has_swapped: activity.has_swapped,
                has_acted: true,
            }),
        };
    }
}
