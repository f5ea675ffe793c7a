//! How the scripted officer appraises what a stand could do, in points.
//!
//! A plan's score is what its attack gains on average, by exact odds, plus what the
//! place where it ends (`placement.rs`) is worth.

use sandtable_core::Seat;
use sandtable_core::square::{Facing, Square};

use crate::action::{Action, Outcome};
use crate::phases::{Aim, combat_weights};
use crate::placement::{Placement, weight};
use crate::rules::Gridded;
use crate::stand::{Class, StandId};
use crate::state::{Activity, Attack, Kind, State};
use crate::victory::Terms;

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
    placement: Placement<'a>,
}

impl<'a> Appraisal<'a> {
    pub(crate) fn new(rules: &'a Gridded, state: &'a State, seat: Seat) -> Self {
        Self { rules, state, seat, placement: Placement::seen(rules, state, seat) }
    }

    /// The facing that has most of the nearest enemies before it.
    pub(crate) fn best_facing(&self, square: Square) -> Facing {
        self.placement.best_facing(square)
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

    /// What each destination is worth, with the best attack that may follow it.
    pub(crate) fn moves(&self, activity: &Activity, actions: &[Action], scores: &mut Vec<f32>) {
        let standing = self.standing(activity);
        scores.extend(actions.iter().map(|&action| self.move_gain(activity, action, standing)));
    }

    /// What a move gains over staying, with the best attack that may follow it; `standing`
    /// is what [`Self::standing`] says.
    pub(crate) fn move_gain(&self, activity: &Activity, action: Action, standing: f32) -> f32 {
        match action {
            Action::Move(square) if square != self.state.place(activity.lead) => {
                self.moving(activity, square, !activity.fights_first).score - standing
            }
            Action::Leave(edge) => self.departure(activity, edge).max(-5.0),
            Action::Dismount | Action::Mount => -0.5,
            _ => 0.0,
        }
    }

    /// What an attack gains on average; to hold gains nothing.
    pub(crate) fn attack_gain(&self, activity: &Activity, action: Action) -> f32 {
        let (aim, facing) = match action {
            Action::Fire(square, facing) => (Aim { kind: Kind::Fire, square }, facing),
            Action::Close(square, facing) => (Aim { kind: Kind::Close, square }, facing),
            _ => return 0.0,
        };
        let offset = self.rules.offset(self.state.place(activity.lead), aim.square);
        let awkward = if facing == crate::officer::facing_towards(offset) { 0.0 } else { 0.5 };
        self.gain(self.state, activity.lead, aim) - awkward
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
        let prize = self.placement.worth(target);
        let own = self.placement.worth(initiator);
        let sum: f32 = combat_weights(totals)
            .into_iter()
            .map(|(outcome, weight)| {
                let points = match outcome {
                    Outcome::Destroyed => prize,
                    Outcome::TargetWithdraws => weight::WITHDRAWAL * prize,
                    Outcome::Tie => 0.5 * weight::WITHDRAWAL * (prize - own),
                    _ => 0.0,
                };
                points * weight as f32
            })
            .sum();
        sum / 144.0
    }

    /// What a place is worth to the stands that act, in `state`, where they are there.
    fn place(&self, activity: &Activity, state: &State, square: Square) -> f32 {
        let stands = [Some(activity.lead), activity.follower].into_iter().flatten();
        stands.map(|id| self.placement.place_of(state, id, square)).sum()
    }
}
