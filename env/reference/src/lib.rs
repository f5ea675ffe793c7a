//! Games with known values, which keep search and learning honest: Connect Four, Pig
//! and Kuhn poker, each a complete ruleset with doctrine and words.
//!
//! | game | what it tests | known value |
//! |---|---|---|
//! | [`ConnectFour`] | deep search without chance | first player wins on 7 x 6 (Allis, Allen, 1988) |
//! | [`Pig`] | chance, consecutive decisions, play that can repeat | 0.6 for target 6 with a D3 |
//! | [`Kuhn`] | hidden information | -1/18 of a chip to the first player (Kuhn, 1950) |

pub mod connect_four;
pub mod kuhn;
pub mod pig;

pub use connect_four::ConnectFour;
pub use kuhn::Kuhn;
pub use pig::Pig;
