//! The network as it plays: a forward pass over learned weights, without burn.
//!
//! # Overview
//!
//! One network serves every ruleset and board: it reads an
//! [`Encoding`](sandtable_core::encoding::Encoding), whatever its
//! [`Encoder`](sandtable_core::encoding::Encoder) tells.
//!
//! | file | what is in it |
//! |---|---|
//! | `shape` | its size, what it costs, which tensors it is made of |
//! | `weights` | the tensors, checked, with what they were trained for |
//! | `file` | safetensors in half or single precision |
//! | `rows` | matrices in memory that is kept, and layers on them |
//! | `softmax` | exponentials and shares, many at a time |
//! | `attention` | units that attend to units |
//! | `lean` | the forward pass |
//! | `learned` | the network as the search's judge of leaves |
//! | `networks` | networks by name, each loaded once |
//!
//! # How it judges
//!
//! With `norm` bringing a row to a mean square of one, times a learned gain:
//!
//! ```text
//! token    = units W + globals W + b                                 [units, width]
//! token   += attention(norm(token)) W + b        in each block: scaled dot products of
//!            queries and keys plus a number for what one unit is to the other and head
//! token   += relu(norm(token) W + b) W + b       in each block
//! token    = norm(token)
//! battle   = relu(mean(token) W + globals W + b)                     [width]
//! outcome  = softmax of 3, margin = tanh of 1 of relu(battle W + b) W + b
//! survival = sigmoid(token w + b)                                    [units]
//! score    = relu(relu(action W + b + token[unit] W + token[target] W
//!                      + relu(place W + b) W + battle W) W + b) w    [actions]
//! ```
//!
//! What an action does not refer to adds nothing. A battle without units has a mean of
//! zeros. Nothing depends on the order of units, places and actions.
//!
//! The batch is laid out without padding: all units of all positions are rows of one
//! matrix; only attention goes position by position. Sums are taken in one order for
//! each row, so that a position's answer has the same bits in every batch.

mod attention;
pub mod file;
mod lean;
mod learned;
mod networks;
mod rows;
mod shape;
mod softmax;
mod weights;

pub use file::Precision;
pub use lean::{Answer, Network, Scratch};
pub use learned::Learned;
pub use networks::{NetworkError, Networks, SHIPPED, Source, shipped};
pub use rows::EPSILON;
pub use shape::{Columns, Part, Shape, ShapeError, Start};
pub use weights::{About, Tensor, Weights, WeightsError};
