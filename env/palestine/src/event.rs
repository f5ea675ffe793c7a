//! What happened, as logs tell it. Nothing is hidden in these battles.

use sandtable_core::Seat;
use sandtable_core::plane::{Heading, Point};
use serde::{Deserialize, Serialize};

use crate::state::{By, Ended, Fate, Mission};
use crate::unit::UnitId;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// This side has the first turn of each pair.
    Leads {
        /// Who.
        seat: Seat,
    },
    /// A side threw for its sorties.
    SortiesThrown {
        /// Who.
        seat: Seat,
        /// How many.
        sorties: u8,
    },
    /// A side's turn begins.
    Turn {
        /// Which.
        turn: u8,
        /// Whose.
        seat: Seat,
    },
    /// A unit was activated, or was not.
    Activated {
        /// Who.
        unit: UnitId,
        /// Whether it was.
        is_active: bool,
        /// Whether a die was thrown: with three hits or fewer none is.
        is_thrown: bool,
    },
    /// A unit moved; without leaving its place, it turned.
    Moved {
        /// Who.
        unit: UnitId,
        /// From.
        from: Point,
        /// To.
        to: Point,
        /// Facing at the end.
        facing: Heading,
        /// Along a road.
        by_road: bool,
    },
    /// Riders dismounted.
    Dismounted {
        /// Who.
        unit: UnitId,
    },
    /// Riders mounted.
    Mounted {
        /// Who.
        unit: UnitId,
    },
    /// A friend passed through a unit, which is inactive for the turn.
    Passed {
        /// Who was passed through.
        unit: UnitId,
        /// By whom.
        by: UnitId,
    },
    /// Cavalry charged home.
    Charged {
        /// Who.
        unit: UnitId,
        /// Whom.
        target: UnitId,
        /// From.
        from: Point,
        /// To.
        to: Point,
        /// Facing.
        facing: Heading,
    },
    /// A spotted gun threw, and may throw again.
    Ranged {
        /// Which gun.
        gun: UnitId,
        /// At whom.
        target: UnitId,
        /// Hits thrown.
        hits: u8,
    },
    /// A unit took hits.
    Hit {
        /// Whose.
        by: By,
        /// Who took them.
        target: UnitId,
        /// How many, halved where they were.
        hits: u8,
        /// Why they were halved.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        halved: Option<String>,
    },
    /// A unit in melee turned to face an enemy.
    TurnedTo {
        /// Who.
        unit: UnitId,
        /// Whom.
        enemy: UnitId,
        /// Facing.
        facing: Heading,
    },
    /// A throw for a sortie.
    Sortie {
        /// Whose.
        seat: Seat,
        /// Whether it came.
        comes: bool,
    },
    /// The aircraft's marker was put by its target.
    Marked {
        /// What it does.
        mission: Mission,
    },
    /// The aircraft's target is in melee, and the attack is not made.
    StrafeWasted {
        /// Whom it was for.
        target: UnitId,
    },
    /// The train moved.
    TrainMoved {
        /// From here on its rail.
        from: u16,
        /// To here.
        to: u16,
    },
    /// A unit left the battle.
    Lost {
        /// Who.
        unit: UnitId,
        /// How.
        fate: Fate,
    },
    /// The battle is over.
    Over {
        /// How.
        ended: Ended,
    },
}
