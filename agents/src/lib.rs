//! Agents: players of any ruleset.
//!
//! # Overview
//!
//! An [`Agent`] is given a [`Position`](sandtable_core::Position): its seat's view, the
//! legal list and the right to sample states that its seat cannot tell from the true
//! one. It never sees the true state. In order of strength:
//!
//! * [`Random`]: any legal action, all alike.
//! * [`Eager`]: random, but it fights when it can and usually closes.
//! * [`Greedy`]: the exact expectation of one activation, judged by material.
//! * [`Expectimax`]: exact odds some activations ahead; see [`expectimax`].
//! * [`Drill`]: the ruleset's scripted officer.
//! * [`Planner`]: evolves the plan of a whole turn; see [`planner`].
//! * [`Mcts`]: Monte Carlo tree search; see [`mcts`].
//! * [`Policy`]: what a network likes best, without a search; and [`Mcts`] with a network
//!   as its judge, [`Learned`]; see [`network`], and [`levels`] for how well it plays.
//!
//! [`exact`] solves small games to the end, to check the agents against.
//!
//! [`AgentSpec`] reads their names from text (`mcts:400`) and builds them. Every agent
//! says what it thought at its last decision: [`Thought`].
//!
//! # Example
//!
//! ```
//! use sandtable_agents::AgentSpec;
//!
//! let spec: AgentSpec = "mcts:250ms".parse()?;
//! assert_eq!(spec.to_string(), "mcts:250ms");
//! let error = "mtcs".parse::<AgentSpec>().unwrap_err();
//! assert!(error.to_string().contains("Did you mean `mcts`?"));
//! # Ok::<(), sandtable_agents::SpecError>(())
//! ```

pub mod agent;
pub mod budget;
pub mod drill;
pub mod eager;
pub mod exact;
pub mod expectimax;
pub mod greedy;
pub mod levels;
pub mod mcts;
pub mod network;
pub mod planner;
pub mod policy;
pub mod random;
pub mod spec;
pub mod temperature;

pub use agent::{Agent, Candidate, Clock, NoClock, Progress, Thought};
pub use budget::Budget;
pub use drill::Drill;
pub use eager::Eager;
pub use expectimax::Expectimax;
pub use greedy::Greedy;
pub use levels::{LEVELS, Level, LevelError};
pub use mcts::Mcts;
pub use network::{Learned, NetworkError, Networks};
pub use planner::Planner;
pub use policy::Policy;
pub use random::Random;
pub use spec::{AGENTS, AgentSpec, SpecError, build, prepare};
pub use temperature::{Temperature, TemperatureError};
