//! Decisions and what the rules read off the dice.

use sandtable_core::square::{Facing, Grid, Square};
use serde::{Deserialize, Serialize};

/// One micro-decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Activate the stands of this square. G-14.
    Activate(Square),
    /// End the half-turn; activations not used are lost.
    End,
    /// Exchange front and rear. RULING A12.
    Swap,
    /// Both stands of the square act together. RULING A10.
    Together,
    /// The stand at the front acts.
    Front,
    /// The stand at the rear acts.
    Rear,
    /// The stands of the square that have not acted do nothing.
    Rest,
    /// Move, then fight. G-15.
    MoveFirst,
    /// Fight, then move. G-15.
    FightFirst,
    /// Move to this square; the own square is to stay.
    Move(Square),
    /// Leave the table by this edge. RULING A29.
    Leave(Facing),
    /// Cavalry gets off its horses, for its whole move. G-46.
    Dismount,
    /// Cavalry gets on its horses, for its whole move. G-46.
    Mount,
    /// Turn and fire at the stand in this square. G-28.
    Fire(Square, Facing),
    /// Turn and engage the stand in this square. G-35.
    Close(Square, Facing),
    /// Do not attack.
    Hold,
    /// Face this way at the end. G-23.
    Face(Facing),
    /// Withdraw to this square. G-24.
    Withdraw(Square),
}

impl Action {
    /// The mirror image.
    #[must_use]
    pub fn mirror(self, grid: Grid) -> Self {
        let flip = |square| grid.mirror(square);
        match self {
            Self::Activate(square) => Self::Activate(flip(square)),
            Self::Move(square) => Self::Move(flip(square)),
            Self::Leave(edge) => Self::Leave(edge.mirror()),
            Self::Fire(square, facing) => Self::Fire(flip(square), facing.mirror()),
            Self::Close(square, facing) => Self::Close(flip(square), facing.mirror()),
            Self::Face(facing) => Self::Face(facing.mirror()),
            Self::Withdraw(square) => Self::Withdraw(flip(square)),
            other => other,
        }
    }

    /// As a person types it.
    pub fn notation(self, grid: Grid) -> String {
        let name = |square| grid.name(square);
        let way = |facing: Facing| facing.letter().to_ascii_lowercase();
        match self {
            Self::Activate(square) => format!("activate {}", name(square)),
            Self::End => "end".to_owned(),
            Self::Swap => "swap".to_owned(),
            Self::Together => "together".to_owned(),
            Self::Front => "front".to_owned(),
            Self::Rear => "rear".to_owned(),
            Self::Rest => "rest".to_owned(),
            Self::MoveFirst => "move first".to_owned(),
            Self::FightFirst => "fight first".to_owned(),
            Self::Move(square) => format!("to {}", name(square)),
            Self::Leave(edge) => format!("leave {}", way(edge)),
            Self::Dismount => "dismount".to_owned(),
            Self::Mount => "mount".to_owned(),
            Self::Fire(square, facing) => format!("fire {} {}", name(square), way(facing)),
            Self::Close(square, facing) => format!("close {} {}", name(square), way(facing)),
            Self::Hold => "hold".to_owned(),
            Self::Face(facing) => format!("face {}", way(facing)),
            Self::Withdraw(square) => format!("withdraw {}", name(square)),
        }
    }
}

/// What the rules read off a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The first seat has the initiative. G-13.
    FirstLeads,
    /// The second seat has the initiative. G-13.
    SecondLeads,
    /// So many squares may be activated. G-14.
    Activations(u8),
    /// The concealed group is spotted. RULING A16.
    Spotted,
    /// It is not.
    Unspotted,
    /// The attack had no effect. G-42.
    Ineffective,
    /// Equal totals: bare dice decide. G-43.
    Tie,
    /// The target withdraws. G-43, G-44.
    TargetWithdraws,
    /// The target is destroyed. G-45.
    Destroyed,
    /// The initiator withdraws. G-43.
    InitiatorWithdraws,
}
