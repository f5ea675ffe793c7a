//! Decisions and what the rules read off the dice.

use sandtable_core::plane::{Heading, Point};
use serde::{Deserialize, Serialize};

use crate::unit::UnitId;

/// One micro-decision. Its order is the order of the legal list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// This unit moves, shoots or strikes next.
    Unit(UnitId),
    /// Throw for a sortie. P-33.
    Sortie,
    /// Move the train, or shoot from it. P-36.
    Train,
    /// End the phase.
    End,
    /// Move: a pivot, one straight advance, a pivot. P-40.
    Move,
    /// Move along the road. P-15.
    Road,
    /// Dismount, and move with what is left. P-06.
    Dismount,
    /// Mount, and move with what is left. P-06.
    Mount,
    /// Charge. P-17.
    Charge,
    /// Do nothing after all: listed only where nothing else is possible.
    Hold,
    /// Advance to this point; the own place is to stay.
    To(Point),
    /// Go to this place on a road: its number, and hundredths of an inch from its start.
    Along(u8, u16),
    /// Face this way: before a charge, after any other move.
    Face(Heading),
    /// At this unit: charge, shoot, strike.
    At(UnitId),
    /// In melee: turn to face this unit. P-28.
    TurnTo(UnitId),
    /// Throw the die for hits again. P-34.
    Again,
    /// Let the die for hits stand. P-34.
    Keep,
    /// The aircraft attacks this unit. P-35.
    Strafe(UnitId),
    /// The aircraft spots this unit for a gun: the target, the gun. P-34.
    Spot(UnitId, UnitId),
    /// The train goes to this place on its rail, in hundredths of an inch from its start.
    TrainTo(u16),
}

/// What the rules read off a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The first seat begins. RULING R43.
    FirstLeads,
    /// The second seat begins.
    SecondLeads,
    /// A side has so many sorties. P-33.
    Sorties(u8),
    /// A sortie comes. P-33.
    Comes,
    /// It does not.
    StaysAway,
    /// The unit is activated. P-03.
    Active,
    /// It is not. P-04.
    Inactive,
    /// So many hits, cover counted.
    Hits(u8),
}
