//! The stands that a seat knows of.

use sandtable_core::Seat;
use sandtable_core::scene::{Branch, Piece};

use super::{SIDE, heading, id};
use crate::rules::Gridded;
use crate::stand::{Class, SQUARE_DEPTH};
use crate::state::{Fate, Phase};
use crate::view::{SeenStand, View};
use crate::words::way;

/// A stand's width.
const WIDTH: i32 = 76;

impl Gridded {
    pub(super) fn piece(&self, view: &View, seen: &SeenStand) -> Piece {
        let stand = self.stand(seen.id);
        let depth = i32::from(stand.depth()) * SIDE / i32::from(SQUARE_DEPTH);
        let is_acting = matches!(view.phase, Phase::Acting(activity) if activity.lead == seen.id)
            && view.active == stand.seat;
        let mut marks: Vec<String> = Vec::new();
        let mut mark = |is_so: bool, word: &str| marks.extend(is_so.then(|| word.to_owned()));
        mark(is_acting, "acting");
        mark(seen.is_activated, "activated");
        mark(seen.is_concealed, "concealed");
        mark(seen.is_dismounted, "dismounted");
        mark(seen.fate == Fate::Destroyed, "destroyed");
        if let Fate::Left(edge) = seen.fate {
            mark(true, &format!("left by the {} edge", way(edge)));
        }
        Piece {
            id: id(seen.id),
            seat: stand.seat,
            name: self.label(seen.id),
            class: stand.class.words().to_owned(),
            branch: branch(stand.class),
            value: stand.value.into(),
            strength: None,
            at: seen.square.map(|square| self.centre(square)),
            place: seen.square.map(|square| square.0.into()),
            size: (WIDTH, depth),
            heading: Some(heading(seen.facing)),
            rank: seen.is_rear.into(),
            can_act: self.can_act(view, seen, stand.seat),
            marks,
        }
    }

    /// Whether a stand may still be activated in this half-turn.
    fn can_act(&self, view: &View, seen: &SeenStand, seat: Seat) -> bool {
        let is_playing = view.active == seat && !matches!(view.phase, Phase::Initiative | Phase::Over(_));
        let is_left = view.activations_left > 0 || view.phase == Phase::Activation;
        is_playing && is_left && seen.square.is_some() && !seen.is_activated
    }
}

fn branch(class: Class) -> Branch {
    match class {
        Class::GuardInfantry | Class::RegularInfantry | Class::IrregularInfantry | Class::NativeInfantry => {
            Branch::Infantry
        }
        Class::RegularCavalry | Class::IrregularCavalry | Class::NativeCavalry => Branch::Cavalry,
        Class::Camelry => Branch::Camelry,
        Class::MountainArtillery | Class::FieldArtillery | Class::HeavyArtillery => Branch::Artillery,
        Class::MachineGun => Branch::MachineGun,
        Class::Transport => Branch::Transport,
        Class::Command => Branch::Command,
    }
}
