//! A battle in progress: units, turn and phase. Plain bytes, copied whole.

mod form;

use sandtable_core::hash::{Keyed, chain, mix};
use sandtable_core::plane::{Heading, Point};
use sandtable_core::{Seat, Verdict};
use serde::{Deserialize, Serialize};

use crate::unit::{ELIMINATED, UnitId, Units};

/// The most units in a battle, both sides together.
pub const MOST_UNITS: usize = 24;

/// What became of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// It fights on.
    OnTable,
    /// It was eliminated by the enemy's hits. P-30.
    Eliminated,
    /// A tank that failed its activation. P-31.
    Abandoned,
    /// An armoured car that failed its activation: a wreck in no one's way. P-32.
    Wreck,
}

/// The activation of a unit in its side's turn. P-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Activation {
    /// It has not been tried.
    Untried,
    /// It holds for the turn. RULING R1.
    Active,
    /// It failed for the turn. P-04, RULING R6.
    Failed,
}

/// One unit as it stands. What it did is told of the turn of its own side alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitState {
    /// The centre of its base; of a unit that is gone, where it was last.
    pub(crate) at: Point,
    /// Which way it faces.
    pub(crate) facing: Heading,
    /// Hits taken, at most [`ELIMINATED`].
    pub(crate) hits: u8,
    /// What became of it.
    pub(crate) fate: Fate,
    /// Riders in the saddle. P-06.
    pub(crate) is_mounted: bool,
    /// Its activation.
    pub(crate) activation: Activation,
    /// Moved, turned, mounted, dismounted or charged. P-16, RULING R7.
    pub(crate) has_moved: bool,
    /// Passed through by a friend: it neither moves nor shoots. P-08.
    pub(crate) is_passed: bool,
    /// Its owner has settled that it does not move: nothing was possible.
    pub(crate) has_held: bool,
    /// It has shot, or tried to strike.
    pub(crate) has_fought: bool,
    /// The enemies it is engaged with. P-42, RULING B4.
    pub(crate) engaged: Units,
}

impl UnitState {
    /// What every unused place of a state holds.
    pub(crate) const ABSENT: Self = Self {
        at: Point { x: 0, y: 0 },
        facing: Heading::NORTH,
        hits: 0,
        fate: Fate::Eliminated,
        is_mounted: false,
        activation: Activation::Untried,
        has_moved: false,
        is_passed: false,
        has_held: false,
        has_fought: false,
        engaged: Units::NONE,
    };

    /// The centre of its base.
    pub fn at(&self) -> Point {
        self.at
    }

    /// Which way it faces.
    pub fn facing(&self) -> Heading {
        self.facing
    }

    /// Hits taken.
    pub fn hits(&self) -> u8 {
        self.hits
    }

    /// What became of it.
    pub fn fate(&self) -> Fate {
        self.fate
    }

    /// Whether it is in the battle.
    pub fn is_on_table(&self) -> bool {
        self.fate == Fate::OnTable
    }

    /// Whether its riders are in the saddle.
    pub fn is_mounted(&self) -> bool {
        self.is_mounted
    }

    /// Its activation in this turn of its side.
    pub fn activation(&self) -> Activation {
        self.activation
    }

    /// Whether it has moved in this turn of its side.
    pub fn has_moved(&self) -> bool {
        self.has_moved
    }

    /// Whether a friend passed through it in this turn of its side.
    pub fn is_passed(&self) -> bool {
        self.is_passed
    }

    /// The enemies that it is engaged with.
    pub fn engaged(&self) -> Units {
        self.engaged
    }

    pub(crate) fn suffer(&mut self, hits: u8) {
        self.hits = (self.hits + hits).min(ELIMINATED);
    }

    /// Forgets what it did in a turn.
    pub(crate) fn rest(&mut self) {
        self.activation = Activation::Untried;
        self.has_moved = false;
        self.is_passed = false;
        self.has_held = false;
        self.has_fought = false;
    }

    fn key(&self, id: usize) -> u64 {
        let flags = self.fate as u64
            | u64::from(self.is_mounted) << 2
            | (self.activation as u64) << 3
            | u64::from(self.has_moved) << 5
            | u64::from(self.is_passed) << 6
            | u64::from(self.has_held) << 7
            | u64::from(self.has_fought) << 8
            | u64::from(self.hits) << 9
            | u64::from(self.facing.degrees()) << 14
            | (id as u64) << 24;
        let place = (self.at.x as u64) << 32 | self.at.y as u64;
        mix(flags | u64::from(self.engaged.0) << 32) ^ mix(mix(flags) ^ place)
    }
}

/// The phases of a turn in which its side decides. P-02.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// Movement, charges and sorties.
    Movement,
    /// Shooting.
    Shooting,
    /// Hand-to-hand combat.
    Melee,
}

/// How a unit advances. P-06.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Manner {
    /// As it is.
    Move,
    /// Dismounting first: whatever could be reached by dismounting last can be so too.
    Dismount,
    /// Mounting last: whatever could be reached by mounting first can be so too.
    Mount,
}

/// Where a move ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stop {
    /// At the end of a straight advance; the own place is to stay.
    At(Point),
    /// On a road: its number, and hundredths of an inch from its start. P-15.
    On(u8, u16),
}

/// A move decided upon but for its last pivot. P-40.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct March {
    /// Who.
    pub unit: UnitId,
    /// How.
    pub manner: Manner,
    /// Where to.
    pub stop: Stop,
}

/// What a unit is about to do, once it is activated. RULING B19.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Attempt {
    /// Move, and face this way.
    March(March, Heading),
    /// Turn this way and charge the target: who, target, heading.
    Charge(UnitId, UnitId, Heading),
    /// Shoot: who, target.
    Shoot(UnitId, UnitId),
    /// Strike in melee: who, target.
    Strike(UnitId, UnitId),
}

impl Attempt {
    /// Who is to be activated.
    pub fn unit(&self) -> UnitId {
        match *self {
            Self::March(march, _) => march.unit,
            Self::Charge(unit, ..) | Self::Shoot(unit, _) | Self::Strike(unit, _) => unit,
        }
    }
}

/// Whose dice count hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// A unit that shoots.
    Fire(UnitId),
    /// A unit that strikes in melee.
    Melee(UnitId),
    /// The machine-gun unit aboard the train.
    Train,
    /// An aircraft.
    Aircraft,
}

/// Where in the turn the battle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Both sides throw for who begins. RULING R43.
    RollOff,
    /// A side throws for its sorties. P-33.
    Sorties(Seat),
    /// The active side chooses what to do next in this phase of its turn.
    Choose(Step),
    /// How this unit moves.
    Manner(UnitId),
    /// Where it advances to.
    Destination(UnitId, Manner),
    /// Where it goes on the road.
    RoadDestination(UnitId),
    /// Which way it faces at the end.
    Facing(March),
    /// Whom it charges.
    ChargeTarget(UnitId),
    /// Which way it turns to charge: who, target.
    ChargeHeading(UnitId, UnitId),
    /// Whom it shoots at.
    Target(UnitId),
    /// Whom the machine-gun unit aboard the train shoots at.
    TrainTarget,
    /// Where the train goes.
    TrainDestination,
    /// Whom it strikes, or turns to face.
    Strike(UnitId),
    /// The activation throw.
    Activation(Attempt),
    /// The throw for hits: whose, at whom.
    Hits(By, UnitId),
    /// Whether a spotted gun throws again: who, at whom, hits thrown.
    Spotted(UnitId, UnitId, u8),
    /// The second throw of a spotted gun, which stands: who, at whom.
    Second(UnitId, UnitId),
    /// The throw for a sortie.
    Sortie,
    /// What the aircraft does.
    Mission,
    /// The battle is over.
    Over(Ended),
}

/// The reasons why a battle ends. RULING B11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The last turn is over.
    TurnLimit,
    /// A side has lost two thirds of its units.
    Broken(Seat),
    /// Both have.
    BothBroken,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TurnLimit => f.write_str("the last turn is over"),
            Self::Broken(seat) => write!(f, "the {seat} side lost two thirds of its units"),
            Self::BothBroken => f.write_str("both sides lost two thirds of their units"),
        }
    }
}

/// How it ended, as [`Verdict`] but hashable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ended {
    /// For the first seat, in thousandths of a win.
    pub thousandths: i16,
    /// Points ahead.
    pub margin: i32,
    /// Why.
    pub reason: Reason,
}

impl From<Ended> for Verdict<Reason> {
    fn from(ended: Ended) -> Self {
        Self::new(ended.thousandths, ended.margin, ended.reason)
    }
}

/// What a side's aircraft does in its turn. P-33.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mission {
    /// No sortie has been thrown for.
    Ready,
    /// One was thrown for, and there is no more to come of it.
    Done,
    /// It is to strafe or bomb this unit. P-35.
    Strafe(UnitId),
    /// It spots a unit for a gun: the target, the gun. P-34.
    Spot(UnitId, UnitId),
}

/// The train in a battle. P-36.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainState {
    /// Where its centre is, in hundredths of an inch from the start of the rail.
    pub at: u16,
    /// It has moved in this turn of its side.
    pub has_moved: bool,
    /// Its machine-gun unit has shot in this turn of its side.
    pub has_shot: bool,
}

/// A battle in progress. All of it is known to both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "form::Form", into = "form::Form")]
pub struct State {
    pub(crate) units: [UnitState; MOST_UNITS],
    pub(crate) count: u8,
    pub(crate) turn: u8,
    /// Who has the first turn of each pair.
    pub(crate) first: Seat,
    /// Whose turn it is.
    pub(crate) active: Seat,
    pub(crate) phase: Phase,
    /// Sorties left to each side.
    pub(crate) sorties: [u8; 2],
    pub(crate) mission: Mission,
    /// Enemies shot at by guns in this turn, and by anything else. P-22.
    pub(crate) bombarded: Units,
    pub(crate) shot: Units,
    pub(crate) train: Option<TrainState>,
    /// In the shooting phase, whom each of the active side's units could shoot at; worked
    /// out from the rest when the phase begins and when a unit leaves the table.
    pub(crate) targets: [Units; MOST_UNITS],
    pub(crate) train_targets: Units,
}

impl State {
    /// The ids of all units of the battle.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + Clone + use<> {
        (0..self.count).map(UnitId)
    }

    /// One unit.
    pub fn unit(&self, id: UnitId) -> &UnitState {
        &self.units[id.index()]
    }

    pub(crate) fn unit_mut(&mut self, id: UnitId) -> &mut UnitState {
        &mut self.units[id.index()]
    }

    /// The turn, from 1.
    pub fn turn(&self) -> u8 {
        self.turn
    }

    /// Who has the first turn of each pair.
    pub fn first(&self) -> Seat {
        self.first
    }

    /// Whose turn it is.
    pub fn active(&self) -> Seat {
        self.active
    }

    /// Where in the turn the battle is.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Sorties left to a side.
    pub fn sorties(&self, seat: Seat) -> u8 {
        self.sorties[seat.index()]
    }

    /// What the active side's aircraft does.
    pub fn mission(&self) -> Mission {
        self.mission
    }

    /// The train, where there is one.
    pub fn train(&self) -> Option<TrainState> {
        self.train
    }

    /// Forgets whom units could shoot at.
    pub(crate) fn clear_targets(&mut self) {
        self.targets = [Units::NONE; MOST_UNITS];
        self.train_targets = Units::NONE;
    }

    pub(crate) fn position_key(&self) -> u64 {
        use std::hash::{Hash as _, Hasher as _};
        let units = self.units().map(|id| self.unit(id).key(id.index())).fold(0, |a, b| a ^ b);
        let turn = u64::from(self.turn)
            | (self.first as u64) << 8
            | (self.active as u64) << 9
            | u64::from(self.sorties[0]) << 16
            | u64::from(self.sorties[1]) << 24
            | self.train.map_or(0, |train| {
                1 << 63
                    | u64::from(train.at) << 32
                    | u64::from(train.has_moved) << 48
                    | u64::from(train.has_shot) << 49
            });
        let mut keyed = Keyed(chain(units, turn));
        self.phase.hash(&mut keyed);
        self.mission.hash(&mut keyed);
        keyed.write_u64(u64::from(self.bombarded.0) << 32 | u64::from(self.shot.0));
        keyed.finish()
    }
}
