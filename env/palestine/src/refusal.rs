//! Why a point or a heading is refused, and what is legal nearby.

use sandtable_core::Ruleset as _;
use sandtable_core::plane::{Base, Heading, Point, Sweep};

use crate::action::Action;
use crate::notation::inches;
use crate::phases::{Around, Ends};
use crate::rules::Palestine;
use crate::state::{Manner, March, Phase, State, Stop};
use crate::unit::UnitId;

impl Palestine {
    pub(crate) fn why_not(&self, state: &State, action: Action) -> Option<String> {
        let why = match (state.phase, action) {
            (Phase::Destination(unit, manner), Action::To(to)) => self.why_not_to(state, unit, manner, to),
            (Phase::Facing(march), Action::Face(facing)) => self.why_not_face(state, march, facing),
            (Phase::RoadDestination(_), Action::Along(..)) => {
                "it is too far, off the road, or something is in the way".to_owned()
            }
            (Phase::TrainDestination, Action::TrainTo(_)) => {
                "it is too far, off the rail, or something is in the way".to_owned()
            }
            (Phase::ChargeHeading(..), Action::Face(_)) => {
                "it turns by more than 45 degrees, or does not meet the target first".to_owned()
            }
            _ => return None,
        };
        Some(match self.nearest_legal(state, action) {
            Some(near) => format!("{why}. The nearest legal one is `{}`", self.notation(state, near)),
            None => why,
        })
    }

    fn why_not_to(&self, state: &State, id: UnitId, manner: Manner, to: Point) -> String {
        let from = state.unit(id).at;
        let allowance = self.allowance(state, id, manner);
        let ends = self.ends(state, id, manner);
        if !from.is_within(to, allowance) {
            return format!(
                "it is {} inches away, and the unit moves {}",
                inches(from.distance(to)),
                inches(allowance)
            );
        }
        if let Some(heading) = Heading::nearest(to - from) {
            let base = Base::new(self.unit(id).size, from, heading);
            let sweep = Sweep::new(&base, to);
            let around = Around::new(self, state, id, from, allowance);
            if let Some(why) = self.why_not_by(&around, ends, &sweep) {
                return why;
            }
        }
        "there is no room to stand there: it would be within an inch of an enemy, on a friend or the \
         train, over the table's edge, on ground that is closed to it, or in a section of a town \
         that is taken"
            .to_owned()
    }

    /// What stops a straight advance.
    fn why_not_by(&self, around: &Around, ends: Ends, sweep: &Sweep) -> Option<String> {
        let table = self.ground.table;
        let path = (sweep.start().centre(), sweep.end().centre());
        if !table.holds(&sweep.start()) {
            return Some("turned that way the base would hang over the table's edge at the start".to_owned());
        }
        if !table.holds(&sweep.end()) {
            return Some("the base would hang over the table's edge".to_owned());
        }
        if self.ground.stops_path(around.near(), path) {
            return Some("a wadi is in the way, and there is no crossing".to_owned());
        }
        if !self.ground.lets_pass(around.near(), sweep, path, ends.gait) {
            return Some("ground in the way is closed to it".to_owned());
        }
        let enemy = around.enemies().iter().find(|(_, base)| sweep.overlaps(base));
        let friend = around.friends().iter().find(|(id, base)| sweep.overlaps(base) && !around.may_pass(*id));
        match (enemy, friend) {
            (Some((id, _)), _) => Some(format!("{} is in the way", self.label(*id))),
            (None, Some((id, _))) => {
                Some(format!("{} is in the way and has acted: it cannot be passed through", self.label(*id)))
            }
            (None, None) if around.passed(sweep).is_none() => Some("the train is in the way".to_owned()),
            (None, None) => None,
        }
    }

    fn why_not_face(&self, state: &State, march: March, facing: Heading) -> String {
        let now = state.unit(march.unit);
        if march.stop == Stop::At(now.at) && march.manner == Manner::Move && facing == now.facing {
            return "to stay as it is, is no move".to_owned();
        }
        "turned that way it would come within an inch of an enemy, or onto what is closed to it".to_owned()
    }

    /// The listed action nearest to one that is not legal.
    fn nearest_legal(&self, state: &State, action: Action) -> Option<Action> {
        let mut list = Vec::new();
        self.actions(state, &mut list);
        let distance = |other: &Action| -> Option<i64> {
            match (action, *other) {
                (Action::To(a), Action::To(b)) => Some(a.squared_distance(b)),
                (Action::Face(a), Action::Face(b)) => Some(a.apart(b).into()),
                (Action::Along(a, m), Action::Along(b, n)) if a == b => Some(m.abs_diff(n).into()),
                (Action::TrainTo(m), Action::TrainTo(n)) => Some(m.abs_diff(n).into()),
                _ => None,
            }
        };
        list.into_iter()
            .filter_map(|other| distance(&other).map(|distance| (distance, other)))
            .min()
            .map(|(_, other)| other)
    }
}
