//! What happened, as logs tell it and as each seat may see it.

use sandtable_core::square::{Facing, Square};
use sandtable_core::{Ledger, Seat};
use serde::{Deserialize, Serialize};

use crate::action::Outcome;
use crate::stand::StandId;
use crate::state::{Ended, Kind};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// What.
    pub what: Happening,
    /// The seat that does not see it, because the stand is concealed from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden_from: Option<Seat>,
}

/// The things that happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happening {
    /// A turn begins with the throw for initiative.
    Turn {
        /// Which.
        turn: u8,
    },
    /// This seat has the initiative.
    Initiative {
        /// Who.
        seat: Seat,
    },
    /// This seat may activate so many squares.
    Activations {
        /// Who.
        seat: Seat,
        /// How many.
        count: u8,
    },
    /// A square was activated; which one is missing when it is concealed.
    Activated {
        /// Whose.
        seat: Seat,
        /// Where.
        square: Option<Square>,
    },
    /// The half-turn ended.
    Ended {
        /// Whose.
        seat: Seat,
        /// Activations lost.
        unused: u8,
    },
    /// Front and rear were exchanged.
    Swapped {
        /// Where.
        square: Square,
    },
    /// A stand moved.
    Moved {
        /// Which.
        stand: StandId,
        /// From.
        from: Square,
        /// To.
        to: Square,
    },
    /// A stand ran into an enemy it had not seen, and stopped here.
    Stopped {
        /// Which.
        stand: StandId,
        /// Where.
        at: Square,
    },
    /// A stand turned.
    Faced {
        /// Which.
        stand: StandId,
        /// Which way.
        facing: Facing,
    },
    /// Cavalry dismounted.
    Dismounted {
        /// Which.
        stand: StandId,
    },
    /// Cavalry mounted.
    Mounted {
        /// Which.
        stand: StandId,
    },
    /// A stand left the table.
    Left {
        /// Which.
        stand: StandId,
        /// By which edge.
        edge: Facing,
    },
    /// An attack, with every modifier of both totals.
    Attacked {
        /// Fire or close combat.
        kind: Kind,
        /// Who.
        initiator: StandId,
        /// From where.
        from: Square,
        /// Whom.
        target: StandId,
        /// Where.
        at: Square,
        /// The modifiers.
        ledger: Ledger,
    },
    /// What came of a combat.
    Result {
        /// Who attacked.
        initiator: StandId,
        /// Whom.
        target: StandId,
        /// What.
        outcome: Outcome,
    },
    /// A stand withdrew.
    Withdrew {
        /// Which.
        stand: StandId,
        /// From.
        from: Square,
        /// To.
        to: Square,
    },
    /// A stand is destroyed.
    Destroyed {
        /// Which.
        stand: StandId,
        /// Where.
        at: Square,
        /// It could not withdraw.
        could_not_withdraw: bool,
    },
    /// A concealed stand is concealed no more.
    Revealed {
        /// Which.
        stand: StandId,
        /// Where.
        at: Square,
    },
    /// A throw to spot a concealed group.
    Spotting {
        /// The group.
        group: u8,
        /// Whether it was spotted.
        is_spotted: bool,
    },
    /// The battle is over.
    Over {
        /// How.
        ended: Ended,
    },
}

impl Event {
    /// What `seat` sees of it.
    pub(crate) fn redact(&self, seat: Seat) -> Option<Self> {
        if self.hidden_from != Some(seat) {
            return Some(self.clone());
        }
        match self.what {
            // That a square was activated shows in the count of activations left.
            Happening::Activated { seat: whose, .. } => Some(Self {
                what: Happening::Activated { seat: whose, square: None },
                hidden_from: self.hidden_from,
            }),
            _ => None,
        }
    }
}
