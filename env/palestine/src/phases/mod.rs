//! The phases in the order of play.
//!
//! 1. `opening`: who begins, and how many sorties each side has.
//! 2. `movement`: a pivot, a straight advance, a pivot; `road` follows a road, `charge`
//!    rides at the enemy, `air` throws for sorties, `train` moves the train.
//! 3. `shooting`: whom a unit can shoot at.
//! 4. `melee`: turning to face, striking.
//! 5. `turn`: eliminated units leave, and the turn passes; the battle ends.
//!
//! `activation` stands before all that a unit does, `hits` after whatever hurts.

mod activation;
mod air;
mod charge;
mod hits;
mod melee;
mod movement;
mod opening;
mod road;
mod shooting;
mod train;
mod turn;

pub use activation::{beats, faces};
pub use charge::{CHARGE, CHARGE_TURN};
pub use movement::{APART, HALF_MOVE, ROAD_BONUS};
pub(crate) use movement::{Around, Ends};
pub use train::TRAIN_MOVE;
