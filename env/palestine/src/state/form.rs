//! A state as it is written and read back.

use sandtable_core::Seat;
use serde::{Deserialize, Serialize};

use super::{MOST_UNITS, Mission, Phase, State, TrainState, UnitState};
use crate::unit::Units;

/// A state as it is written: the units of the battle and no unused places.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Form {
    turn: u8,
    first: Seat,
    active: Seat,
    phase: Phase,
    sorties: [u8; 2],
    mission: Mission,
    bombarded: Units,
    shot: Units,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    train: Option<TrainState>,
    units: Vec<UnitState>,
    /// Whom each unit could shoot at; empty where none could.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    targets: Vec<Units>,
    #[serde(default)]
    train_targets: Units,
}

impl From<State> for Form {
    fn from(state: State) -> Self {
        let count = usize::from(state.count);
        let has_targets = state.targets.iter().any(|targets| !targets.is_empty());
        Self {
            turn: state.turn,
            first: state.first,
            active: state.active,
            phase: state.phase,
            sorties: state.sorties,
            mission: state.mission,
            bombarded: state.bombarded,
            shot: state.shot,
            train: state.train,
            units: state.units[..count].to_vec(),
            targets: if has_targets { state.targets[..count].to_vec() } else { Vec::new() },
            train_targets: state.train_targets,
        }
    }
}

impl TryFrom<Form> for State {
    type Error = String;

    fn try_from(form: Form) -> Result<Self, String> {
        let count = form.units.len();
        if count > MOST_UNITS || form.targets.len() > count {
            return Err(format!("{count} units; a battle has at most {MOST_UNITS}"));
        }
        let mut units = [UnitState::ABSENT; MOST_UNITS];
        units[..count].copy_from_slice(&form.units);
        let mut targets = [Units::NONE; MOST_UNITS];
        targets[..form.targets.len()].copy_from_slice(&form.targets);
        Ok(Self {
            units,
            count: count as u8,
            turn: form.turn,
            first: form.first,
            active: form.active,
            phase: form.phase,
            sorties: form.sorties,
            mission: form.mission,
            bombarded: form.bombarded,
            shot: form.shot,
            train: form.train,
            targets,
            train_targets: form.train_targets,
        })
    }
}
