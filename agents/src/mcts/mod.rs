//! Monte Carlo tree search: one loop for every ruleset, formulas passed in.
//!
//! # Overview
//!
//! | file | what is in it |
//! |---|---|
//! | `settings` | every number that shapes the search |
//! | `tree` | decisions, throws and their statistics in flat vectors |
//! | `formulas` | PUCT, completed values, the value transform, exact shares |
//! | `evaluator` | what judges a leaf: rollouts, or a network |
//! | `search` | the loop: select, throw, grow, judge, back up |
//! | `root` | Gumbel top-k with sequential halving; the policy target |
//! | `thought` | what it says it thought |
//!
//! # How it searches
//!
//! * **Decisions.** At the root the best `considered` actions by logit, Gumbel noise and
//!   inherited value are visited alike, and the better half goes on until one is left.
//!   Inside the tree PUCT chooses, on values rescaled between the extremes met.
//! * **Throws.** The next visit goes to the outcome furthest below its exact share, ties
//!   in a seeded order of that throw. Weights come from the sampled state at hand.
//! * **Values** are for the first seat, whoever decides: consecutive decisions of one
//!   side need no special care.
//! * **Hidden information.** Each simulation begins in a freshly sampled state. Decisions
//!   are keyed by what the deciding seat knows, so a seat's plan never depends on what
//!   it cannot see, and the other side's does depend on what only that side sees.
//! * **Memory.** The tree is kept for the next decision when that is in it, and dropped
//!   otherwise: after a reveal or a move that no simulation foresaw.
//! * **Single choices** cost nothing, at the root and inside.
//!
//! With a budget counted in simulations the choice is a function of the seed and of the
//! decisions so far. The clock is then asked only whether it was stopped.
//!
//! # Example
//!
//! ```
//! use sandtable_agents::mcts::{Budget, Rollouts, Settings};
//! use sandtable_agents::{Agent, Mcts, NoClock};
//! use sandtable_core::{Game, GameSeed, scenario};
//! use sandtable_reference::ConnectFour;
//!
//! let (name, _) = <ConnectFour as sandtable_core::Ruleset>::scenarios()[0];
//! let game = Game::<ConnectFour>::new(&scenario::built_in::<ConnectFour>(name)?, Default::default(), None)?;
//! let settings = Settings { budget: Budget::Simulations(200), ..Settings::default() };
//! let mut agent = Mcts::with_evaluator(settings, Rollouts::uniform());
//! agent.begin(GameSeed::from_number(1));
//! let position = game.position().expect("Connect Four begins with a decision");
//! let action = agent.decide(&position, &NoClock);
//! assert!(position.actions().contains(&action));
//! # Ok::<(), sandtable_core::ScenarioError>(())
//! ```

mod evaluator;
pub mod formulas;
mod root;
mod search;
mod settings;
mod thought;
mod tree;

use std::time::Duration;

use sandtable_core::{Doctrine, GameSeed, Position, Ruleset};

pub use evaluator::{Evaluator, Leaf, Manner, Rollouts};
pub use root::SearchResult;
pub use settings::Settings;

pub use crate::budget::Budget;
use crate::budget::Pace;
use crate::{Agent, Clock, Thought};
use root::Effort;
use search::Search;

/// What a search is taken to do before it knows better: ten thousand simulations a second.
const AT_FIRST: (u32, Duration) = (100, Duration::from_millis(10));

/// The searching agent. See the [module](self).
pub struct Mcts<R: Ruleset, E = Rollouts<R>> {
    search: Search<R, E>,
    pace: Pace,
    /// Simulations and their time in this game, by which the next decisions are planned.
    so_far: (u32, Duration),
    result: Option<SearchResult>,
    thought: Option<Thought<R::Action>>,
    name: String,
}

impl<R: Doctrine> Mcts<R> {
    /// A search with the default [`Rollouts`].
    pub fn new(settings: Settings) -> Self {
        Self::with_evaluator(settings, Rollouts::default())
    }
}

impl<R: Ruleset, E: Evaluator<R>> Mcts<R, E> {
    /// A search whose leaves are judged by `evaluator`.
    pub fn with_evaluator(settings: Settings, evaluator: E) -> Self {
        let rng = GameSeed::from_number(0).rng();
        let name = format!("mcts:{}", settings.budget);
        Self {
            search: Search::new(settings, evaluator, rng),
            pace: Pace::new(settings.choices_a_turn),
            so_far: AT_FIRST,
            result: None,
            thought: None,
            name,
        }
    }

    /// Plays under another name: that of what judges its leaves.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Searches by other settings from the next decision on: self-play mixes cheap and full
    /// searches in one game. What was searched before is kept.
    pub fn set_settings(&mut self, settings: Settings) {
        self.search.settings = settings;
    }

    /// What its last search found: nothing before the first, or where there was no choice.
    pub fn result(&self) -> Option<&SearchResult> {
        self.result.as_ref()
    }

    fn effort(&mut self, position: &Position<'_, R>, clock: &dyn Clock) -> Effort {
        match self.search.settings.budget {
            Budget::Simulations(simulations) => Effort::Simulations(simulations),
            Budget::TimeATurn(time) => {
                let length = self.pace.allot(position.turn(), time);
                let (simulations, time) = self.so_far;
                let expected = length.div_duration_f64(time) * f64::from(simulations);
                Effort::Time { start: clock.elapsed(), length, expected: expected as u32 }
            }
        }
    }
}

impl<R: Ruleset, E: Evaluator<R>> Agent<R> for Mcts<R, E> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, seed: GameSeed) {
        self.search.begin(seed.rng());
        self.pace = Pace::new(self.search.settings.choices_a_turn);
        self.so_far = AT_FIRST;
        self.result = None;
        self.thought = None;
    }

    fn decide(&mut self, position: &Position<'_, R>, clock: &dyn Clock) -> R::Action {
        if let &[only] = position.actions() {
            self.result = None;
            self.thought = Some(Thought::plain(only, position.notation(only), "There is no other choice."));
            return only;
        }
        let effort = self.effort(position, clock);
        let (root, result) = self.search.decide(position, clock, effort);
        if let Effort::Time { start, .. } = effort {
            let time = clock.elapsed().saturating_sub(start);
            self.pace.spend(time);
            self.so_far.0 = self.so_far.0.saturating_add(result.simulations);
            self.so_far.1 += time;
        }
        let action = position.actions()[result.choice];
        self.thought = Some(thought::think(&mut self.search, position, root, &result));
        self.result = Some(result);
        action
    }

    fn thought(&self) -> Option<&Thought<R::Action>> {
        self.thought.as_ref()
    }
}
