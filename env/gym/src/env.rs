//! One battle as an environment.

use std::sync::Arc;

use sandtable_core::{
    Broken, Driver, GameError, GameSeed, Position, Ruleset, Scenario, ScenarioError, Seat, Snapshot, Verdict,
    Words,
};
use serde::{Deserialize, Serialize};

/// A battle that is stepped from decision to decision.
///
/// Dice are thrown inside [`step`](Self::step) and [`reset`](Self::reset), and decisions
/// that leave no choice are taken there too: the environment always stands at a decision
/// with at least two legal actions, or at the end. A throw is a function of the seed and
/// of the battle alone, the same as in a [`Game`](sandtable_core::Game) with that seed.
///
/// Nothing is recorded.
pub struct Env<R: Ruleset> {
    driver: Driver<R>,
    limit: Option<u32>,
    decisions: u32,
}

/// What a step led to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step<Reason> {
    /// The reward of the first and of the second seat, in [-1, 1]: the verdict when the
    /// battle ends, 0 before. They sum to 0.
    pub rewards: [f64; 2],
    /// Whether the battle is over by its rules or by resignation.
    pub terminated: bool,
    /// Whether it was stopped by the limit on decisions.
    pub truncated: bool,
    /// Everything else.
    pub info: Info<Reason>,
}

/// The step type of a ruleset.
pub type StepOf<R> = Step<<R as Ruleset>::Reason>;

/// What else there is to say about a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info<Reason> {
    /// The turn of the battle, from 1.
    pub turn: u16,
    /// Decisions with a choice since the reset.
    pub decisions: u32,
    /// Who decides next; nobody at the end.
    pub decider: Option<Seat>,
    /// How it ended, once it ended by the rules.
    pub verdict: Option<Verdict<Reason>>,
}

/// An environment frozen at any decision, in the middle of a turn too. It holds the true
/// state and the seed of the dice to come, so it is no agent's to read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnvSave<State> {
    /// The ruleset.
    pub ruleset: String,
    /// Its version.
    pub version: u32,
    /// Key of the scenario's starting position, which tells scenarios apart.
    pub start: u64,
    /// The battle.
    pub battle: Snapshot<State>,
    /// The limit on decisions.
    pub limit: Option<u32>,
    /// Decisions since the reset.
    pub decisions: u32,
}

/// A save that an environment does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnvError {
    /// It is of another ruleset or version.
    #[error("the save is of {theirs}, not of {ours}")]
    Version {
        /// The save's ruleset and version.
        theirs: String,
        /// This environment's.
        ours: String,
    },
    /// It is of another scenario.
    #[error("the save is of another scenario")]
    Scenario,
    /// Its state breaks an invariant.
    #[error(transparent)]
    Broken(#[from] Broken),
}

impl<R: Ruleset> Clone for Env<R> {
    fn clone(&self) -> Self {
        Self { driver: self.driver.clone(), limit: self.limit, decisions: self.decisions }
    }
}

impl<R: Ruleset> std::fmt::Debug for Env<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Env")
            .field("driver", &self.driver)
            .field("limit", &self.limit)
            .field("decisions", &self.decisions)
            .finish()
    }
}

impl<R: Ruleset> Env<R> {
    /// An environment for a scenario, at its first decision.
    ///
    /// # Errors
    /// [`ScenarioError`] when the ruleset refuses the scenario.
    pub fn new(scenario: &Scenario, seed: GameSeed) -> Result<Self, ScenarioError> {
        Ok(Self::with_rules(Arc::new(R::load(scenario)?), seed))
    }

    /// An environment on rules that are loaded already.
    pub fn with_rules(rules: Arc<R>, seed: GameSeed) -> Self {
        let driver = Driver::new(rules, Some(seed), &mut ());
        let mut env = Self { driver, limit: None, decisions: 0 };
        env.throw_all();
        env
    }

    /// Stops every battle after so many decisions with a choice.
    #[must_use]
    pub fn with_limit(mut self, decisions: u32) -> Self {
        self.limit = Some(decisions);
        self
    }

    /// Begins a new battle in the same scenario.
    pub fn reset(&mut self, seed: GameSeed) -> StepOf<R> {
        self.driver.restart(Some(seed), &mut ());
        self.decisions = 0;
        self.throw_all();
        self.step_now()
    }

    /// Begins a new battle in another scenario.
    ///
    /// # Errors
    /// [`ScenarioError`] when the ruleset refuses the scenario; nothing changes then.
    pub fn reset_to(&mut self, scenario: &Scenario, seed: GameSeed) -> Result<StepOf<R>, ScenarioError> {
        self.driver = Driver::new(Arc::new(R::load(scenario)?), Some(seed), &mut ());
        self.decisions = 0;
        self.throw_all();
        Ok(self.step_now())
    }

    /// Takes the decision that is due, and throws the dice that follow.
    ///
    /// # Errors
    /// [`GameError`] when the action is not legal or the battle is over or truncated;
    /// nothing changes then.
    pub fn step(&mut self, action: R::Action) -> Result<StepOf<R>, GameError> {
        if self.is_truncated() {
            return Err(GameError::Over);
        }
        self.driver.act(action, &mut ())?;
        self.decisions += 1;
        self.throw_all();
        Ok(self.step_now())
    }

    /// The deciding seat gives up.
    ///
    /// # Errors
    /// [`GameError::Over`] when the battle is over.
    pub fn resign(&mut self, seat: Seat) -> Result<StepOf<R>, GameError> {
        self.driver.resign(seat)?;
        Ok(self.step_now())
    }

    fn throw_all(&mut self) {
        while self.driver.node() == sandtable_core::Node::Chance && self.driver.resigned().is_none() {
            self.driver.throw(&mut (), |_, _| {}).expect("a throw is due and the driver has a seed");
        }
    }

    /// What the last step led to, again.
    pub fn step_now(&self) -> StepOf<R> {
        let terminated = self.driver.is_over();
        let value = self.driver.value().unwrap_or(0.0);
        Step {
            rewards: [value, 0.0 - value],
            terminated,
            truncated: self.is_truncated(),
            info: Info {
                turn: self.driver.turn(),
                decisions: self.decisions,
                decider: self.decider(),
                verdict: self.driver.verdict(),
            },
        }
    }

    /// Whether the battle was stopped by the limit on decisions.
    pub fn is_truncated(&self) -> bool {
        !self.driver.is_over() && self.limit.is_some_and(|limit| self.decisions >= limit)
    }

    /// Whether the battle is over or was stopped.
    pub fn is_done(&self) -> bool {
        self.driver.is_over() || self.is_truncated()
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<R> {
        self.driver.rules()
    }

    /// The true state: for referees, tests and training, never for an agent.
    pub fn state(&self) -> &R::State {
        self.driver.state()
    }

    /// Who decides now; nobody at the end.
    pub fn decider(&self) -> Option<Seat> {
        if self.is_truncated() { None } else { self.driver.decider() }
    }

    /// The legal list of `seat`, sorted: empty where it does not decide.
    pub fn legal_actions(&self, seat: Seat) -> &[R::Action] {
        if self.is_truncated() { &[] } else { self.driver.actions(seat) }
    }

    /// What `seat` knows.
    pub fn view(&self, seat: Seat) -> R::View {
        self.driver.view(seat)
    }

    /// The decision as an agent is given it, if one is due.
    pub fn position(&self) -> Option<Position<'_, R>> {
        if self.is_truncated() { None } else { self.driver.position() }
    }

    /// Freezes the battle.
    pub fn save(&self) -> EnvSave<R::State> {
        EnvSave {
            ruleset: R::ID.to_owned(),
            version: R::VERSION,
            start: self.start_key(),
            battle: self.driver.snapshot(),
            limit: self.limit,
            decisions: self.decisions,
        }
    }

    /// Goes back, or forward, to a battle frozen in the same scenario: every throw to
    /// come is as it would have been.
    ///
    /// # Errors
    /// [`EnvError`] when the save is of other rules or another scenario, or its state is
    /// broken; nothing changes then.
    pub fn restore(&mut self, save: EnvSave<R::State>) -> Result<(), EnvError> {
        if (save.ruleset.as_str(), save.version) != (R::ID, R::VERSION) {
            let theirs = format!("`{}` version {}", save.ruleset, save.version);
            return Err(EnvError::Version { theirs, ours: format!("`{}` version {}", R::ID, R::VERSION) });
        }
        if save.start != self.start_key() {
            return Err(EnvError::Scenario);
        }
        self.driver = Driver::resume(Arc::clone(self.driver.rules()), save.battle)?;
        self.limit = save.limit;
        self.decisions = save.decisions;
        self.throw_all();
        Ok(())
    }

    fn start_key(&self) -> u64 {
        self.rules().key(&self.rules().start())
    }
}

impl<R: Words> Env<R> {
    /// The board as `seat` sees it, in plain text.
    pub fn render(&self, seat: Seat) -> String {
        self.driver.rules().board(&self.view(seat))
    }
}
