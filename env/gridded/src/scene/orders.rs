//! What an action would do.

use sandtable_core::scene::Sketch;
use sandtable_core::square::Square;

use super::{heading, id, seen};
use crate::action::Action;
use crate::rules::Gridded;
use crate::stand::StandId;
use crate::state::{Activity, Phase};
use crate::view::View;

impl Gridded {
    pub(super) fn draw(&self, view: &View, action: Action) -> Sketch {
        let acting = match view.phase {
            Phase::Acting(activity) => Some(activity),
            _ => None,
        };
        let piece = match view.phase {
            Phase::Withdrawal(_, _, loser) => Some(loser),
            _ => acting.map(|activity| activity.lead),
        };
        let mut sketch = Sketch { piece: piece.map(id), ..Sketch::default() };
        match action {
            Action::Activate(square) => {
                sketch.piece = self.front_seen(view, square).map(id);
                self.point_to(&mut sketch, square);
            }
            Action::Move(square) => {
                self.point_to(&mut sketch, square);
                if let Some(activity) = acting {
                    self.show_way(&mut sketch, view, &activity, square);
                }
            }
            Action::Fire(square, facing) | Action::Close(square, facing) => {
                self.point_to(&mut sketch, square);
                sketch.heading = Some(heading(facing));
                if let Some(activity) = acting {
                    let state = self.stage(view);
                    sketch.target = Some(id(self.met(&state, state.place(activity.lead), square)));
                }
            }
            Action::Withdraw(square) => {
                self.point_to(&mut sketch, square);
                let from = piece.and_then(|loser| seen(view, loser)?.square);
                sketch.path = from.into_iter().chain([square]).map(|s| self.centre(s)).collect();
            }
            Action::Face(facing) => sketch.heading = Some(heading(facing)),
            Action::Rear => {
                sketch.piece = acting.and_then(|activity| activity.waiting).map(id).or(sketch.piece);
            }
            Action::End
            | Action::Swap
            | Action::Together
            | Action::Front
            | Action::Rest
            | Action::MoveFirst
            | Action::FightFirst
            | Action::Leave(_)
            | Action::Dismount
            | Action::Mount
            | Action::Hold => {}
        }
        sketch
    }

    fn show_way(&self, sketch: &mut Sketch, view: &View, activity: &Activity, to: Square) {
        let state = self.stage(view);
        let here = state.place(activity.lead);
        if to != here {
            let spot = self.spot(here, &self.way_to(&state, activity, to));
            sketch.path = spot.path;
            sketch.cost = Some(spot.cost);
        }
    }

    fn front_seen(&self, view: &View, square: Square) -> Option<StandId> {
        let here = || view.stands.iter().filter(|seen| seen.square == Some(square));
        here().find(|seen| !seen.is_rear).or_else(|| here().next()).map(|seen| seen.id)
    }

    fn point_to(&self, sketch: &mut Sketch, square: Square) {
        sketch.place = Some(square.0.into());
        sketch.to = Some(self.centre(square));
    }
}
