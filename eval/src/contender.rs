//! Who plays in a match: a maker of agents.

use std::sync::Arc;

use sandtable_agents::{Agent, AgentSpec, NetworkError, Networks, prepare};
use sandtable_core::{Doctrine, Encode, Ruleset};

use crate::Player;

/// Makes one agent or player for every game.
pub struct Contender<R: Ruleset> {
    name: String,
    is_player: bool,
    make: Arc<dyn Fn() -> Seated<R> + Send + Sync>,
}

/// Who sits at the table.
pub(crate) enum Seated<R: Ruleset> {
    /// One of this program's agents.
    Agent(Box<dyn Agent<R>>),
    /// Somebody from outside.
    Player(Box<dyn Player<R>>),
}

// A derive would ask the ruleset itself to be `Clone`.
impl<R: Ruleset> Clone for Contender<R> {
    fn clone(&self) -> Self {
        Self { name: self.name.clone(), is_player: self.is_player, make: Arc::clone(&self.make) }
    }
}

impl<R: Ruleset> Contender<R> {
    /// A contender with a name of its own.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn() -> Box<dyn Agent<R>> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), is_player: false, make: Arc::new(move || Seated::Agent(make())) }
    }

    /// A contender from outside this program.
    pub fn player(
        name: impl Into<String>,
        make: impl Fn() -> Box<dyn Player<R>> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), is_player: true, make: Arc::new(move || Seated::Player(make())) }
    }

    /// The name in tables and records.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is from outside this program.
    pub fn is_player(&self) -> bool {
        self.is_player
    }

    /// An agent or a player that has not begun a game yet.
    pub(crate) fn make(&self) -> Seated<R> {
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
