//! A state as it is written and read back.

use sandtable_core::Seat;
use sandtable_core::square::{Facing, Square};
use serde::{Deserialize, Serialize};

use super::{Fate, MOST_SQUARES, MOST_STANDS, Phase, StandState, State};
use crate::stand::StandId;

/// A state as it is written: everything that cannot be worked out from the rest.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Form {
    turn: u8,
    first: Seat,
    active: Seat,
    activations_left: u8,
    spotting_due: u8,
    spotting_done: u8,
    phase: Phase,
    stands: Vec<StandForm>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StandForm {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    square: Option<Square>,
    facing: Facing,
    fate: Fate,
    #[serde(skip_serializing_if = "is_false", default)]
    rear: bool,
    #[serde(skip_serializing_if = "is_false", default)]
    activated: bool,
    #[serde(skip_serializing_if = "is_false", default)]
    concealed: bool,
    #[serde(skip_serializing_if = "is_false", default)]
    dismounted: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

impl From<State> for Form {
    fn from(state: State) -> Self {
        let stands = state.stands().map(|id| {
            let stand = state.stand(id);
            StandForm {
                square: stand.square(),
                facing: stand.facing,
                fate: stand.fate,
                rear: stand.is_rear,
                activated: stand.is_activated,
                concealed: stand.is_concealed,
                dismounted: stand.is_dismounted,
            }
        });
        Self {
            turn: state.turn,
            first: state.first,
            active: state.active,
            activations_left: state.activations_left,
            spotting_due: state.spotting_due,
            spotting_done: state.spotting_done,
            phase: state.phase,
            stands: stands.collect(),
        }
    }
}

impl TryFrom<Form> for State {
    type Error = String;

    fn try_from(form: Form) -> Result<Self, String> {
        if form.stands.len() > MOST_STANDS {
            return Err(format!("{} stands are more than {MOST_STANDS}", form.stands.len()));
        }
        form.check_places()?;
        let mut state = Self::empty(form.stands.len());
        state.set_out(&form.stands.iter().enumerate().map(|(id, stand)| (StandId(id as u8), stand.into())));
        state.turn = form.turn;
        state.first = form.first;
        state.active = form.active;
        state.activations_left = form.activations_left;
        state.spotting_due = form.spotting_due;
        state.spotting_done = form.spotting_done;
        state.phase = form.phase;
        state.check().map_err(|broken| broken.to_string())?;
        Ok(state)
    }
}

impl From<&StandForm> for StandState {
    fn from(form: &StandForm) -> Self {
        let mut stand = Self::at(form.square);
        stand.facing = form.facing;
        stand.fate = form.fate;
        stand.is_rear = form.rear;
        stand.is_activated = form.activated;
        stand.is_concealed = form.concealed;
        stand.is_dismounted = form.dismounted;
        stand
    }
}

impl Form {
    /// No square is off the map's largest size, and none holds more than a front stand
    /// and one behind it.
    fn check_places(&self) -> Result<(), String> {
        let mut taken = std::collections::BTreeSet::new();
        for (id, stand) in self.stands.iter().enumerate() {
            let Some(square) = stand.square else { continue };
            if square.index() >= MOST_SQUARES || !taken.insert((square, stand.rear)) {
                return Err(format!("stand {id} cannot be on square {}", square.0));
            }
        }
        let alone = taken.iter().find(|&&(square, is_rear)| is_rear && !taken.contains(&(square, false)));
        alone.map_or(Ok(()), |(square, _)| Err(format!("square {} has a stand behind nobody", square.0)))
    }
}
