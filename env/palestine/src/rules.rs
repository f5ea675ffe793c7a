//! The rules set up for one scenario, and what every phase asks of them.

use sandtable_core::Seat;
use sandtable_core::plane::{Base, Point, Road, Size};

use crate::ground::{Gait, Ground};
use crate::setup::Candidates;
use crate::state::{Manner, State};
use crate::unit::{Kind, Unit, UnitId, Units};
use crate::victory::Terms;

/// The train of a scenario. P-36, RULING R42.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Train {
    /// Whose it is.
    pub seat: Seat,
    /// Where it runs.
    pub rail: Road,
    /// Its size.
    pub size: Size,
}

impl Train {
    /// The nearest to the start of its rail that its centre can be.
    pub fn first(&self) -> u16 {
        (self.size.depth() / 2) as u16
    }

    /// The furthest from the start of its rail that its centre can be.
    pub fn last(&self) -> u16 {
        (self.rail.length() - self.size.depth() / 2) as u16
    }

    /// The ground it covers there.
    pub fn base(&self, at: u16) -> Base {
        Base::new(self.size, self.rail.at(at.into()), self.rail.heading(at.into()))
    }
}

/// The battles of the Palestine campaign, set up for one scenario.
#[derive(Clone, Debug)]
pub struct Palestine {
    pub(crate) ground: Ground,
    pub(crate) units: Vec<Unit>,
    pub(crate) names: [String; 2],
    pub(crate) turns: u8,
    pub(crate) terms: Terms,
    pub(crate) train: Option<Train>,
    pub(crate) candidates: Candidates,
    pub(crate) throws_for_first: bool,
    pub(crate) throws_sorties: [bool; 2],
    /// Number of the first seat's units: the second's follow.
    pub(crate) first_units: u8,
    pub(crate) start: State,
    /// Points that the list of destinations offers wherever they are in reach.
    pub(crate) landmarks: Vec<Point>,
}

impl Palestine {
    /// The ground.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// A unit as the scenario fields it.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// All units.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The units of a side, whatever became of them.
    pub fn side(&self, seat: Seat) -> impl Iterator<Item = UnitId> + Clone + use<> {
        let range = match seat {
            Seat::First => 0..self.first_units,
            Seat::Second => self.first_units..self.units.len() as u8,
        };
        range.map(UnitId)
    }

    /// A side's units on the table.
    pub fn own<'a>(&self, state: &'a State, seat: Seat) -> impl Iterator<Item = UnitId> + Clone + use<'a> {
        self.side(seat).filter(|&id| state.unit(id).is_on_table())
    }

    /// The units on the table of the side that is not `seat`.
    pub fn enemies<'a>(
        &self,
        state: &'a State,
        seat: Seat,
    ) -> impl Iterator<Item = UnitId> + Clone + use<'a> {
        self.own(state, seat.other())
    }

    /// What a side is called.
    pub fn side_name(&self, seat: Seat) -> &str {
        &self.names[seat.index()]
    }

    /// Turns of each side that the battle lasts at most.
    pub fn turns(&self) -> u8 {
        self.turns
    }

    /// How the battle is won.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The train, where there is one.
    pub fn train(&self) -> Option<&Train> {
        self.train.as_ref()
    }

    /// Which destinations and facings are listed.
    pub fn candidates(&self) -> Candidates {
        self.candidates
    }

    pub(crate) fn throws_for_first(&self) -> bool {
        self.throws_for_first
    }

    pub(crate) fn throws_sorties(&self, seat: Seat) -> bool {
        self.throws_sorties[seat.index()]
    }

    /// The ground that a unit covers.
    pub fn base(&self, state: &State, id: UnitId) -> Base {
        let unit = state.unit(id);
        Base::new(self.unit(id).size, unit.at, unit.facing)
    }

    /// The ground that the train covers, where there is one.
    pub fn train_base(&self, state: &State) -> Option<Base> {
        Some(self.train.as_ref()?.base(state.train?.at))
    }

    /// How a unit goes over ground now.
    pub(crate) fn gait(&self, state: &State, id: UnitId) -> Gait {
        let kind = self.unit(id).kind;
        let is_dismounted = kind.rides() && !state.unit(id).is_mounted;
        Gait { is_on_foot: kind == Kind::Infantry || is_dismounted, is_vehicle: kind.is_vehicle() }
    }

    /// How it goes when it moves in this manner. P-06: a rider who dismounts does so first,
    /// one who mounts does so last, so both go on foot.
    pub(crate) fn gait_of(&self, state: &State, id: UnitId, manner: Manner) -> Gait {
        match manner {
            Manner::Move => self.gait(state, id),
            Manner::Dismount | Manner::Mount => Gait { is_on_foot: true, is_vehicle: false },
        }
    }

    /// Why hits by fire on a unit there are halved, if they are: town (P-09), trench (P-11)
    /// or rocks (RULING R16, RULING B12), and never for guns. RULING R15.
    pub fn cover(&self, id: UnitId, at: Point) -> Option<(&'static str, &'static str)> {
        let kind = self.unit(id).kind;
        if !(kind == Kind::Infantry || kind.rides()) {
            return None;
        }
        if self.ground.towns_at(at) != 0 {
            Some(("in a town", "P-24"))
        } else if self.is_entrenched(id, at) {
            Some(("in a trench", "P-24"))
        } else if self.ground.is_rocky(at) {
            Some(("among rocks", "P-24"))
        } else {
            None
        }
    }

    /// Whether a unit there is infantry in a trench. P-11, RULING R20, RULING R21.
    pub fn is_entrenched(&self, id: UnitId, at: Point) -> bool {
        self.unit(id).kind == Kind::Infantry && self.ground.is_trench(at)
    }

    /// Whether a unit there has the field of fire and the sight of a town. Vehicles pass
    /// through towns on the road and are never in them. RULING B10.
    pub(crate) fn is_in_town(&self, id: UnitId, at: Point) -> bool {
        !self.unit(id).kind.is_vehicle() && self.ground.towns_at(at) != 0
    }

    /// The units of a side.
    pub(crate) fn side_set(&self, seat: Seat) -> Units {
        let first = (1_u32 << self.first_units) - 1;
        let all = if self.units.len() >= 32 { u32::MAX } else { (1 << self.units.len()) - 1 };
        match seat {
            Seat::First => Units(first),
            Seat::Second => Units(all & !first),
        }
    }

    pub(crate) fn start_state(&self) -> &State {
        &self.start
    }
}
