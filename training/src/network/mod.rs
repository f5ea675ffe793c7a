//! The network as it learns: the same as [`sandtable_agents::network`], in burn.
//!
//! The tensors have the same names and dimensions there and here, and the answers are
//! the same within rounding. Here a batch is padded to its largest position, and masks
//! keep the padding out.

mod inputs;
mod model;

pub use inputs::Inputs;
pub use model::{Model, Outputs};

pub(crate) use inputs::matrix;
pub(crate) use model::{in_rows, named};
