//! Who plays in a match: a maker of agents.

use std::sync::Arc;

use sandtable_agents::{Agent, AgentSpec, NetworkError, Networks, prepare};
use sandtable_core::{Doctrine, Encode, Ruleset};

type Maker<R> = dyn Fn() -> Box<dyn Agent<R>> + Send + Sync;

/// Makes one agent for every game.
pub struct Contender<R: Ruleset> {
    name: String,
    make: Arc<Maker<R>>,
}

// A derive would ask the ruleset itself to be `Clone`.
impl<R: Ruleset> Clone for Contender<R> {
    fn clone(&self) -> Self {
        Self { name: self.name.clone(), make: Arc::clone(&self.make) }
    }
}

impl<R: Ruleset> Contender<R> {
    /// A contender with a name of its own.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn() -> Box<dyn Agent<R>> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), make: Arc::new(make) }
    }

    /// The name in tables and records.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// An agent that has not begun a game yet.
    pub fn make(&self) -> Box<dyn Agent<R>> {
        (self.make)()
    }
}

impl<R: Doctrine + Encode> Contender<R> {
    /// The agent that text names: `mcts:400`, with its network from `networks`.
    ///
    /// # Errors
    /// [`NetworkError`] when it plays with weights that are not there, or not for this
    /// ruleset.
    pub fn from_spec(spec: &AgentSpec, networks: &Networks) -> Result<Self, NetworkError> {
        Ok(Self::new(spec.to_string(), prepare(spec, networks)?))
    }
}
