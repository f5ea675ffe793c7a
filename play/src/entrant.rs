//! Who enters an event: one of this program's agents, or another program.

use std::fmt;
use std::str::FromStr;

use anyhow::Result;
use sandtable_agents::{AgentSpec, Networks, SpecError};
use sandtable_client::{CommandLine, CommandLineError};
use sandtable_core::Playable;
use sandtable_eval::Contender;

use crate::outsider::{Engines, Outsider};

/// What the text of another program begins with.
const ENGINE: &str = "engine:";

/// Who enters. Reads from and prints as text: `mcts:400`, `engine:./my-bot --fast`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entrant {
    /// An agent.
    Agent(AgentSpec),
    /// A program that speaks the engine protocol.
    Engine(CommandLine),
}

/// Text that names nobody, in one line with the cure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EntrantError {
    /// No agent.
    #[error(transparent)]
    Agent(#[from] SpecError),
    /// No command line.
    #[error("`{ENGINE}` and a command line: {0}")]
    Engine(#[from] CommandLineError),
}

impl FromStr for Entrant {
    type Err = EntrantError;

    fn from_str(text: &str) -> Result<Self, EntrantError> {
        match text.trim().strip_prefix(ENGINE) {
            Some(command) => Ok(Self::Engine(command.parse()?)),
            None => Ok(Self::Agent(text.parse()?)),
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(spec) => spec.fmt(f),
            Self::Engine(command) => write!(f, "{ENGINE}{command}"),
        }
    }
}

impl Entrant {
    /// The contender; what could fail before any game has not failed.
    pub(crate) fn contender<R: Playable>(&self, networks: &Networks) -> Result<Contender<R>> {
        match self {
            Self::Agent(spec) => Ok(Contender::from_spec(spec, networks)?),
            Self::Engine(command) => {
                sandtable_client::end_with_program()?;
                let engines = Engines::of(command.clone())?;
                let make = move || Box::new(Outsider::new(&engines)) as Box<_>;
                Ok(Contender::player(self.to_string(), make))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_and_programs_read_back() {
        for text in ["drill", "mcts:400", "engine:./my-bot --fast", "engine:'my bot' ''"] {
            assert_eq!(text.parse::<Entrant>().unwrap().to_string(), text);
        }
        let error = |text: &str| text.parse::<Entrant>().unwrap_err().to_string();
        assert!(error("gredy").contains("Did you mean `greedy`?"));
        assert!(error("engine:").contains("write the program, then its arguments"));
        assert!(error("engine:./bot 'x").contains("a quote in it is not closed"));
    }
}
