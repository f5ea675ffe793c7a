//! A battle in progress: the driver that throws dice, with a record and a log.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::record::{Line, Record, RecordError};
use crate::{
    Dice, DiceError, Driver, GameSeed, NodeOf, NotationError, Position, Ruleset, Scenario, ScenarioError,
    Seat, Throw, VerdictOf, notation,
};

/// A battle in progress: a [`Driver`] that keeps the record and the events.
///
/// After every call the game stands at a decision with a real choice, at a throw, or
/// at its end: single choices are taken at once and are not steps.
pub struct Game<R: Ruleset> {
    driver: Driver<R>,
    record: Record,
    events: Vec<R::Event>,
}

// Derives would ask the ruleset itself to be `Clone` and `Debug`.
impl<R: Ruleset> Clone for Game<R> {
    fn clone(&self) -> Self {
        Self { driver: self.driver.clone(), record: self.record.clone(), events: self.events.clone() }
    }
}

impl<R: Ruleset> std::fmt::Debug for Game<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game")
            .field("driver", &self.driver)
            .field("record", &self.record)
            .finish_non_exhaustive()
    }
}

/// A decision or throw that the game does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The text names no legal action.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// Another seat decides, or none.
    #[error("it is not the {0} seat that decides now")]
    NotYours(Seat),
    /// The dice cannot lie so.
    #[error(transparent)]
    Dice(#[from] DiceError),
    /// The battle is over.
    #[error("the battle is over")]
    Over,
    /// The action is not legal.
    #[error("{0}")]
    Refused(String),
    /// A record's line does not fit the game.
    #[error("{0}")]
    Record(String),
}

/// A battle saved at any instant: its record and the seed of the dice still to come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    /// The record so far, as JSON Lines.
    pub record: String,
    /// The seed of the dice; absent when people throw them.
    pub seed: Option<GameSeed>,
}

impl<R: Ruleset> Game<R> {
    /// Begins a battle. Without a seed, every throw must come through
    /// [`throw_was`](Self::throw_was).
    ///
    /// # Errors
    /// [`ScenarioError`] when the ruleset refuses the scenario.
    pub fn new(
        scenario: &Scenario,
        players: [String; 2],
        seed: Option<GameSeed>,
    ) -> Result<Self, ScenarioError> {
        let rules = Arc::new(R::load(scenario)?);
        Ok(Self::with_rules(rules, scenario, players, seed))
    }

    /// Begins a battle on rules that are loaded already.
    pub fn with_rules(
        rules: Arc<R>,
        scenario: &Scenario,
        players: [String; 2],
        seed: Option<GameSeed>,
    ) -> Self {
        let mut events = Vec::new();
        let driver = Driver::new(rules, seed, &mut events);
        let mut game = Self { driver, record: Record::new::<R>(scenario, players, seed), events };
        game.close();
        game
    }

    pub(crate) fn replaying(
        scenario: &Scenario,
        players: [String; 2],
        commitment: String,
    ) -> Result<Self, ScenarioError> {
        let mut game = Self::new(scenario, players, None)?;
        game.record.header.commitment = commitment;
        Ok(game)
    }

    /// The battle without its record and log.
    pub fn driver(&self) -> &Driver<R> {
        &self.driver
    }

    /// The same battle, record and log, supposing that it stood so: what a seat is shown
    /// must not depend on which of the states it is that the seat cannot tell apart.
    ///
    /// # Errors
    /// [`Broken`](crate::Broken) when the state breaks an invariant of the rules.
    pub fn supposing(&self, state: R::State) -> Result<Self, crate::Broken> {
        let snapshot = crate::Snapshot { state, ..self.driver.snapshot() };
        let driver = Driver::resume(Arc::clone(self.rules()), snapshot)?;
        Ok(Self { driver, record: self.record.clone(), events: self.events.clone() })
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<R> {
        self.driver.rules()
    }

    /// The true state: for referees, tests and training, never for an agent.
    pub fn state(&self) -> &R::State {
        self.driver.state()
    }

    /// What the game waits for. A resigned battle is over, whatever its state.
    pub fn node(&self) -> NodeOf<R> {
        self.driver.node()
    }

    /// The turn of the battle, from 1.
    pub fn turn(&self) -> u16 {
        self.driver.turn()
    }

    /// How it ended by the rules, if it did. See [`resigned`](Self::resigned) too.
    pub fn verdict(&self) -> Option<VerdictOf<R>> {
        self.driver.verdict()
    }

    /// The seat that resigned, if one did.
    pub fn resigned(&self) -> Option<Seat> {
        self.driver.resigned()
    }

    /// Whether nothing more can happen.
    pub fn is_over(&self) -> bool {
        self.driver.is_over()
    }

    /// The value for the first seat in [-1, 1] once the battle is over.
    pub fn value(&self) -> Option<f64> {
        self.driver.value()
    }

    /// The seat that decides now, if one does.
    pub fn decider(&self) -> Option<Seat> {
        self.driver.decider()
    }

    /// The legal list of `seat`: empty where it does not decide.
    pub fn actions(&self, seat: Seat) -> &[R::Action] {
        self.driver.actions(seat)
    }

    /// The decision as its seat sees it, if one is due.
    pub fn position(&self) -> Option<Position<'_, R>> {
        self.driver.position()
    }

    /// The dice that are due, if a throw is.
    pub fn due(&self) -> Option<Throw> {
        self.driver.due()
    }

    /// What `seat` knows.
    pub fn view(&self, seat: Seat) -> R::View {
        self.driver.view(seat)
    }

    /// Everything that happened, for the referee.
    pub fn events(&self) -> &[R::Event] {
        &self.events
    }

    /// What `seat` saw happen, from event number `since` on.
    pub fn log(&self, seat: Seat, since: usize) -> impl Iterator<Item = R::Event> {
        self.events[since.min(self.events.len())..]
            .iter()
            .filter_map(move |event| self.rules().redact(event, seat))
    }

    /// The record so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Decisions with a choice and throws so far.
    pub fn steps(&self) -> u32 {
        self.driver.steps()
    }

    /// Takes a decision.
    ///
    /// # Errors
    /// [`GameError`] when the action is not legal; nothing changes then.
    pub fn act(&mut self, action: R::Action) -> Result<(), GameError> {
        let seat = self.decider().ok_or_else(|| self.driver.no_decision())?;
        if self.actions(seat).binary_search(&action).is_err() && !self.rules().accepts(self.state(), action) {
            return Err(GameError::Refused(crate::Refused { action }.to_string()));
        }
        let text = self.rules().notation(self.state(), action);
        self.driver.act(action, &mut self.events)?;
        self.record.lines.push(Line::Do { seat, action: text });
        self.close();
        Ok(())
    }

    /// Takes the decision that `text` names.
    ///
    /// # Errors
    /// [`GameError`] when it names none or more than one; nothing changes then.
    pub fn act_by_notation(&mut self, text: &str) -> Result<(), GameError> {
        if self.decider().is_none() {
            return Err(self.driver.no_decision());
        }
        let action = notation::parse(&**self.rules(), self.state(), text)?;
        self.act(action)
    }

    /// Throws the dice that are due from the game's own seed.
    ///
    /// # Errors
    /// [`GameError`] when no throw is due or the game has no seed.
    pub fn throw(&mut self) -> Result<(), GameError> {
        let lines = &mut self.record.lines;
        self.driver.throw(&mut self.events, |throw, pips| lines.push(throw_line(throw, pips)))?;
        self.close();
        Ok(())
    }

    /// Throws the dice that are due from others than the game's own: where people throw, what
    /// they must not see.
    ///
    /// # Errors
    /// [`GameError`] when no throw is due.
    pub fn throw_from(&mut self, dice: &Dice) -> Result<(), GameError> {
        self.driver.chance_due()?;
        let throw = self.rules().throw(self.state());
        let mut pips = Vec::new();
        for count in self.steps().. {
            dice.throw(&throw, count, &mut pips);
            if self.throw_was(&pips)? {
                break;
            }
        }
        Ok(())
    }

    /// Takes dice that were thrown on a real table. Says `false` when they do not count
    /// and must be thrown again.
    ///
    /// # Errors
    /// [`GameError`] when no throw is due or these pips cannot lie there; nothing
    /// changes then.
    pub fn throw_was(&mut self, pips: &[u8]) -> Result<bool, GameError> {
        self.driver.chance_due()?;
        let line = throw_line(&self.rules().throw(self.state()), pips);
        let counts = self.driver.throw_was(pips, &mut self.events)?;
        self.record.lines.push(line);
        self.close();
        Ok(counts)
    }

    /// Ends the battle: `seat` gives up.
    ///
    /// # Errors
    /// [`GameError::Over`] when it is over already.
    pub fn resign(&mut self, seat: Seat) -> Result<(), GameError> {
        self.driver.resign(seat)?;
        self.record.lines.push(Line::Resign { seat });
        Ok(())
    }

    /// At the end, writes the verdict.
    fn close(&mut self) {
        if let Some(verdict) = self.verdict() {
            self.record.lines.push(Line::Over {
                thousandths: verdict.thousandths(),
                margin: verdict.margin,
                reason: verdict.reason.to_string(),
                seed: self.driver.seed(),
            });
        }
    }

    /// Follows one line of a record.
    pub(crate) fn follow(&mut self, line: &Line) -> Result<(), GameError> {
        match line {
            Line::Do { seat, action } => {
                if self.decider() != Some(*seat) {
                    return Err(GameError::NotYours(*seat));
                }
                self.act_by_notation(action)
            }
            Line::Throw { purpose, dice } => {
                self.driver.chance_due()?;
                let due = self.rules().throw(self.state()).purpose.name();
                if due != purpose {
                    return Err(GameError::Record(format!("a throw for {due} is due, not for {purpose}")));
                }
                self.throw_was(dice).map(|_| ())
            }
            Line::Resign { seat } => self.resign(*seat),
            Line::Over { thousandths, margin, reason, seed } => {
                let verdict = self
                    .verdict()
                    .ok_or_else(|| GameError::Record("the battle is not over here".to_owned()))?;
                if (verdict.thousandths(), verdict.margin, verdict.reason.to_string())
                    != (*thousandths, *margin, reason.clone())
                {
                    return Err(GameError::Record(format!("the battle ended otherwise: {}", verdict.reason)));
                }
                if let Some(Line::Over { seed: ours, .. }) = self.record.lines.last_mut() {
                    *ours = *seed;
                }
                Ok(())
            }
        }
    }

    /// Saves the battle at this instant.
    pub fn save(&self) -> Save {
        Save { record: self.record.to_text(), seed: self.driver.seed() }
    }

    /// Goes on with a saved battle, every throw to come as it would have been.
    ///
    /// # Errors
    /// [`RecordError`] when the record does not replay, or the seed is not the one that
    /// the record was begun with.
    pub fn restore(save: &Save) -> Result<Self, RecordError> {
        Self::restore_watching(save, |_| {})
    }

    /// The same, calling `each` at the beginning and after every line of the record.
    ///
    /// # Errors
    /// As [`restore`](Self::restore).
    pub fn restore_watching(save: &Save, each: impl FnMut(&Self)) -> Result<Self, RecordError> {
        let record = Record::from_text(&save.record)?;
        let mut game = record.replay::<R>(each)?;
        let commitment = save.seed.map(|seed| seed.commitment()).unwrap_or_default();
        if commitment != game.record.header.commitment {
            let fault = "the seed is not the one that this battle began with".to_owned();
            return Err(RecordError::Line { line: 1, fault });
        }
        game.driver.set_seed(save.seed);
        Ok(game)
    }
}

fn throw_line(throw: &Throw, pips: &[u8]) -> Line {
    Line::Throw { purpose: throw.purpose.name().to_owned(), dice: pips.to_vec() }
}
