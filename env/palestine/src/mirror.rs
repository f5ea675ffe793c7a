//! East and west exchanged.

use sandtable_core::plane::{Area, Base, Crossing, Point};

use crate::action::Action;
use crate::ground::{Difficult, Ground, Hill, Wadi};
use crate::rules::Palestine;
use crate::state::{Attempt, March, Phase, State, Stop};

impl Action {
    /// The mirror image on a table of this width.
    #[must_use]
    pub fn mirror(self, width: i32) -> Self {
        match self {
            Self::To(to) => Self::To(to.mirror(width)),
            Self::Face(heading) => Self::Face(heading.mirror()),
            other => other,
        }
    }
}

impl March {
    fn mirror(self, width: i32) -> Self {
        let stop = match self.stop {
            Stop::At(at) => Stop::At(at.mirror(width)),
            on @ Stop::On(..) => on,
        };
        Self { stop, ..self }
    }
}

impl Ground {
    fn mirror(&self) -> Self {
        let width = self.table.width;
        let flip = |areas: &[Area]| areas.iter().map(|area| area.mirror(width)).collect();
        let hill = |hill: &Hill| Hill { area: hill.area.mirror(width), ..*hill };
        let difficult = |ground: &Difficult| Difficult { area: ground.area.mirror(width), ..*ground };
        let points = |line: &[Point]| line.iter().map(|at| at.mirror(width)).collect();
        let wadi = |wadi: &Wadi| Wadi {
            line: points(&wadi.line),
            crossings: wadi.crossings.iter().map(|c| Crossing { at: c.at.mirror(width), ..*c }).collect(),
            barrier: wadi.barrier.mirror(width),
        };
        let base = |base: &Base| Base::new(base.size(), base.centre().mirror(width), base.heading().mirror());
        Self {
            table: self.table,
            hills: self.hills.iter().map(hill).collect(),
            towns: flip(&self.towns),
            difficult: self.difficult.iter().map(difficult).collect(),
            trenches: flip(&self.trenches),
            marshes: flip(&self.marshes),
            wadis: self.wadis.iter().map(wadi).collect(),
            roads: self.roads.iter().map(|road| road.mirror(width)).collect(),
            barricades: self.barricades.iter().map(base).collect(),
            names: self.names.clone(),
        }
    }
}

impl Palestine {
    pub(crate) fn mirrored(&self) -> Self {
        let width = self.ground.table.width;
        let mut twin = self.clone();
        twin.ground = self.ground.mirror();
        for objective in &mut twin.terms.objectives {
            objective.at = objective.at.mirror(width);
        }
        if let Some(train) = &mut twin.train {
            train.rail = train.rail.mirror(width);
        }
        twin.landmarks.iter_mut().for_each(|at| *at = at.mirror(width));
        twin.start = self.mirrored_state(&self.start);
        twin
    }

    pub(crate) fn mirrored_state(&self, state: &State) -> State {
        let width = self.ground.table.width;
        let mut twin = *state;
        for id in state.units() {
            let unit = twin.unit_mut(id);
            unit.at = unit.at.mirror(width);
            unit.facing = unit.facing.mirror();
        }
        twin.phase = match state.phase {
            Phase::Facing(march) => Phase::Facing(march.mirror(width)),
            Phase::Activation(attempt) => Phase::Activation(match attempt {
                Attempt::March(march, facing) => Attempt::March(march.mirror(width), facing.mirror()),
                Attempt::Charge(unit, target, heading) => Attempt::Charge(unit, target, heading.mirror()),
                other => other,
            }),
            phase => phase,
        };
        twin
    }
}
