//! One row a legal action, with the unit, target and place that it is about.

use sandtable_core::plane::{Base, Heading, Point};
use sandtable_core::{Encoding, Reference, row};

use super::{Frame, capped, feet};
use crate::action::Action;
use crate::phases::faces;
use crate::rules::Palestine;
use crate::state::{Activation, By, Phase, State, Stop};
use crate::unit::UnitId;

row! {
    /// A legal action.
    pub(crate) struct Deed {
        /// Choose the unit that acts.
        choose: flag(),
        /// End the phase.
        end: flag(),
        /// Move.
        moves: flag(),
        /// Move along a road.
        road: flag(),
        /// Dismount.
        dismount: flag(),
        /// Mount.
        mount: flag(),
        /// Charge.
        charge: flag(),
        /// Go to a place.
        goes: flag(),
        /// Face a heading.
        faces: flag(),
        /// Shoot, strike or charge at the target.
        attacks: flag(),
        /// Turn to the target in melee.
        turns: flag(),
        /// Throw for a sortie.
        sortie: flag(),
        /// Attack the target from the air.
        strafe: flag(),
        /// Spot the target for the unit.
        spot: flag(),
        /// Throw again.
        again: flag(),
        /// Let a throw stand.
        keep: flag(),
        /// The train acts.
        train: flag(),
        /// The chance that the unit is activated, where it is to be.
        activates: new("chance", 0.0, 1.0),
        /// Mean hits that the attack deals, cover counted.
        hits: new("hits / 6", 0.0, 1.0),
        /// Of the hits that the target can still take.
        share: new("parts", 0.0, 1.0),
        /// To the right, of the heading.
        aside: sideways("sine", 1.0),
        /// Ahead, away from the own side, of the heading.
        ahead: new("cosine", -1.0, 1.0),
        /// Enemies in range and field of fire when facing so.
        before: new("units / 8", 0.0, 3.0),
        /// From the unit to the target.
        distance: new("feet", 0.0, 4.0),
        /// How far the train goes.
        runs: new("feet", 0.0, 1.0),
    }
}

impl Palestine {
    pub(super) fn encode_actions(&self, state: &State, frame: Frame, actions: &[Action], out: &mut Encoding) {
        let actor = self.actor(state);
        let mut places = 0;
        for &action in actions {
            let mut reference =
                Reference { unit: actor.and_then(|id| self.row_of(state, id)), ..Reference::default() };
            let deed = self.deed(state, frame, actor, action, &mut reference);
            deed.write(&mut out.actions);
            if let (Some(at), Some(id)) = (self.led_to(action), actor) {
                self.place_row(state, frame, id, at).write(&mut out.places);
                reference.place = Some(places);
                places += 1;
            }
            out.references.push(reference);
        }
    }

    /// The point that an action of a unit leads to.
    fn led_to(&self, action: Action) -> Option<Point> {
        match action {
            Action::To(to) => Some(to),
            Action::Along(road, mark) => Some(self.stop(Stop::On(road, mark))),
            _ => None,
        }
    }

    fn deed(
        &self,
        state: &State,
        frame: Frame,
        actor: Option<UnitId>,
        action: Action,
        reference: &mut Reference,
    ) -> Deed {
        let mut deed = Deed::default();
        match action {
            Action::Unit(unit) => {
                deed.choose = 1.0;
                deed.activates = self.chance(state, unit);
                reference.unit = self.row_of(state, unit);
            }
            Action::End | Action::Hold => deed.end = 1.0,
            Action::Move => deed.moves = 1.0,
            Action::Road => deed.road = 1.0,
            Action::Dismount => deed.dismount = 1.0,
            Action::Mount => deed.mount = 1.0,
            Action::Charge => deed.charge = 1.0,
            Action::To(_) | Action::Along(..) => deed.goes = 1.0,
            Action::Face(heading) => self.face_deed(state, frame, heading, &mut deed),
            Action::At(target) => {
                deed.attacks = 1.0;
                self.attack_deed(state, actor, target, &mut deed, reference);
            }
            Action::TurnTo(target) => {
                deed.turns = 1.0;
                reference.target = self.row_of(state, target);
            }
            Action::Sortie => deed.sortie = 1.0,
            Action::Strafe(target) => {
                deed.strafe = 1.0;
                self.hits_of(state, By::Aircraft, target, &mut deed);
                reference.target = self.row_of(state, target);
            }
            Action::Spot(target, gun) => {
                deed.spot = 1.0;
                reference.unit = self.row_of(state, gun);
                reference.target = self.row_of(state, target);
            }
            Action::Again => deed.again = 1.0,
            Action::Keep => {
                deed.keep = 1.0;
                if let Phase::Spotted(_, target, hits) = state.phase {
                    deed.hits = f32::from(hits) / 6.0;
                    reference.target = self.row_of(state, target);
                }
            }
            Action::Train => deed.train = 1.0,
            Action::TrainTo(mark) => {
                deed.train = 1.0;
                deed.runs = state.train.map_or(0.0, |train| feet(train.at.abs_diff(mark).into()).min(1.0));
            }
        }
        deed
    }

    fn chance(&self, state: &State, unit: UnitId) -> f32 {
        match state.unit(unit).activation {
            Activation::Active => 1.0,
            Activation::Failed => 0.0,
            Activation::Untried => faces(state.unit(unit).hits) as f32 / 6.0,
        }
    }

    fn face_deed(&self, state: &State, frame: Frame, heading: Heading, deed: &mut Deed) {
        deed.faces = 1.0;
        [deed.aside, deed.ahead] = frame.heading(heading);
        let (unit, at) = match state.phase {
            Phase::Facing(march) => (march.unit, self.stop(march.stop)),
            Phase::ChargeHeading(unit, _) => (unit, state.unit(unit).at),
            _ => return,
        };
        deed.activates = self.chance(state, unit);
        let base = Base::new(self.unit(unit).size, at, heading);
        deed.before = self.reached(state, unit, &base) as f32 / 8.0;
    }

    fn attack_deed(
        &self,
        state: &State,
        actor: Option<UnitId>,
        target: UnitId,
        deed: &mut Deed,
        reference: &mut Reference,
    ) {
        reference.target = self.row_of(state, target);
        let by = match (state.phase, actor) {
            (Phase::Target(unit), _) => By::Fire(unit),
            (Phase::TrainTarget, _) | (_, None) => By::Train,
            (_, Some(unit)) => By::Melee(unit),
        };
        self.hits_of(state, by, target, deed);
        if let Some(unit) = actor {
            deed.activates = self.chance(state, unit);
            deed.distance = feet(state.unit(unit).at.distance(state.unit(target).at));
        }
    }

    fn hits_of(&self, state: &State, by: By, target: UnitId, deed: &mut Deed) {
        let hits = crate::officer::mean(self.volley(by), self.halving(state, by, target).is_some());
        let left = f32::from(crate::unit::ELIMINATED - state.unit(target).hits).max(1.0);
        deed.hits = hits / 6.0;
        deed.share = capped(hits / left, 1.0);
    }
}
