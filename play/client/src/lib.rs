//! The asking end of the engine protocol.
//!
//! * [`Process`] is another program that is spoken to by lines: it cannot hang whoever
//!   speaks to it, and it is gone when its value is.
//! * [`Conversation`] sends requests and finds their answers.
//! * [`compliance`] has the checks of an engine that wants to keep to the protocol.

pub mod command_line;
pub mod compliance;
pub mod conversation;
pub mod process;
mod running;
mod tail;

pub use command_line::{CommandLine, CommandLineError};
pub use conversation::{Answer, AskError, Conversation, Line};
pub use process::{Fault, Process, StartError};
pub use running::end_with_program;
