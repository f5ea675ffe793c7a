//! A battle in progress: the driver that throws dice and keeps the record.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::dice::Dice;
use crate::record::{Line, Record, RecordError};
use crate::{
    DiceError, GameSeed, Node, NodeOf, NotationError, Position, Reading, Ruleset, Scenario, ScenarioError,
    Seat, VerdictOf, notation,
};

/// A battle in progress.
///
/// After every call the game stands at a decision with a real choice, at a throw, or
/// at its end: single choices are taken at once and are not steps.
#[derive(Clone, Debug)]
pub struct Game<R: Ruleset> {
    rules: Arc<R>,
    state: R::State,
    actions: Vec<R::Action>,
    dice: Option<Dice>,
    counts: Vec<(u8, Seat, u32)>,
    counted_turn: u16,
    record: Record,
    events: Vec<R::Event>,
    resigned: Option<Seat>,
    steps: u32,
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
        let mut game = Self {
            state: rules.start(),
            rules,
            actions: Vec::new(),
            dice: seed.map(Dice::new),
            counts: Vec::new(),
            counted_turn: 0,
            record: Record::new::<R>(scenario, players, seed),
            events: Vec::new(),
            resigned: None,
            steps: 0,
        };
        game.settle();
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

    /// The rules.
    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// The true state: for referees, tests and training, never for an agent.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// What the game waits for. A resigned battle is over, whatever its state.
    pub fn node(&self) -> NodeOf<R> {
        self.rules.node(&self.state)
    }

    /// How it ended by the rules, if it did. See [`resigned`](Self::resigned) too.
    pub fn verdict(&self) -> Option<VerdictOf<R>> {
        match self.node() {
            Node::Over(verdict) => Some(verdict),
            Node::Decision(_) | Node::Chance => None,
        }
    }

    /// The seat that resigned, if one did.
    pub fn resigned(&self) -> Option<Seat> {
        self.resigned
    }

    /// Whether nothing more can happen.
    pub fn is_over(&self) -> bool {
        self.resigned.is_some() || self.node().is_over()
    }

    /// The value for the first seat in [-1, 1] once the battle is over.
    pub fn value(&self) -> Option<f64> {
        match self.resigned {
            Some(seat) => Some(-f64::from(seat.sign())),
            None => self.verdict().map(|verdict| verdict.value()),
        }
    }

    /// The seat that decides now, if one does.
    pub fn decider(&self) -> Option<Seat> {
        if self.resigned.is_some() { None } else { self.node().decider() }
    }

    /// The legal list of `seat`: empty where it does not decide.
    pub fn actions(&self, seat: Seat) -> &[R::Action] {
        if self.decider() == Some(seat) { &self.actions } else { &[] }
    }

    /// The decision as its seat sees it, if one is due.
    pub fn position(&self) -> Option<Position<'_, R>> {
        let seat = self.decider()?;
        Some(Position::new(&self.rules, &self.state, seat, &self.actions))
    }

    /// What `seat` knows.
    pub fn view(&self, seat: Seat) -> R::View {
        self.rules.view(&self.state, seat)
    }

    /// Everything that happened, for the referee.
    pub fn events(&self) -> &[R::Event] {
        &self.events
    }

    /// What `seat` saw happen, from event number `since` on.
    pub fn log(&self, seat: Seat, since: usize) -> impl Iterator<Item = R::Event> {
        self.events[since.min(self.events.len())..]
            .iter()
            .filter_map(move |event| self.rules.redact(event, seat))
    }

    /// The record so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Decisions with a choice and throws so far.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Takes a decision.
    ///
    /// # Errors
    /// [`GameError`] when the action is not legal; nothing changes then.
    pub fn act(&mut self, action: R::Action) -> Result<(), GameError> {
        let seat = self.decider().ok_or_else(|| self.no_decision())?;
        let text = self.rules.notation(&self.state, action);
        self.rules
            .try_apply(&mut self.state, action, &mut self.events)
            .map_err(|refused| GameError::Refused(refused.to_string()))?;
        self.record.lines.push(Line::Do { seat, action: text });
        self.steps += 1;
        self.settle();
        Ok(())
    }

    /// Takes the decision that `text` names.
    ///
    /// # Errors
    /// [`GameError`] when it names none or more than one; nothing changes then.
    pub fn act_by_notation(&mut self, text: &str) -> Result<(), GameError> {
        if self.decider().is_none() {
            return Err(self.no_decision());
        }
        let action = notation::parse(&*self.rules, &self.state, text)?;
        self.act(action)
    }

    fn no_decision(&self) -> GameError {
        if self.is_over() {
            GameError::Over
        } else {
            GameError::Refused("dice are due, not a decision".to_owned())
        }
    }

    /// Throws the dice that are due from the game's own seed.
    ///
    /// # Errors
    /// [`GameError`] when no throw is due or the game has no seed.
    pub fn throw(&mut self) -> Result<(), GameError> {
        let dice = self
            .dice
            .ok_or_else(|| GameError::Refused("this game's dice are thrown at the table".to_owned()))?;
        self.chance_due()?;
        let throw = self.rules.throw(&self.state);
        let mut pips = Vec::new();
        loop {
            let count = self.count(&throw);
            dice.throw(&throw, count, &mut pips);
            if self.take_dice(throw.purpose.name(), &pips)? {
                return Ok(());
            }
        }
    }

    /// Takes dice that were thrown on a real table. Says `false` when they do not count
    /// and must be thrown again.
    ///
    /// # Errors
    /// [`GameError`] when no throw is due or these pips cannot lie there.
    pub fn throw_was(&mut self, pips: &[u8]) -> Result<bool, GameError> {
        self.chance_due()?;
        let purpose = self.rules.throw(&self.state).purpose.name();
        self.take_dice(purpose, pips)
    }

    fn chance_due(&self) -> Result<(), GameError> {
        if self.is_over() {
            return Err(GameError::Over);
        }
        if self.node() == Node::Chance { Ok(()) } else { Err(DiceError::NotDue.into()) }
    }

    fn take_dice(&mut self, purpose: &str, pips: &[u8]) -> Result<bool, GameError> {
        let reading = self.rules.read(&self.state, pips)?;
        self.record.lines.push(Line::Throw { purpose: purpose.to_owned(), dice: pips.to_vec() });
        let Reading::Outcome(outcome) = reading else {
            return Ok(false);
        };
        self.rules.resolve(&mut self.state, outcome, &mut self.events);
        self.steps += 1;
        self.settle();
        Ok(true)
    }

    /// How many throws of this purpose came before in this turn for this seat.
    fn count(&mut self, throw: &crate::Throw) -> u32 {
        if self.counted_turn != throw.turn {
            self.counted_turn = throw.turn;
            self.counts.clear();
        }
        let (code, seat) = (throw.purpose.code(), throw.seat);
        if let Some(entry) = self.counts.iter_mut().find(|entry| (entry.0, entry.1) == (code, seat)) {
            entry.2 += 1;
            return entry.2;
        }
        self.counts.push((code, seat, 0));
        0
    }

    /// Ends the battle: `seat` gives up.
    ///
    /// # Errors
    /// [`GameError::Over`] when it is over already.
    pub fn resign(&mut self, seat: Seat) -> Result<(), GameError> {
        if self.is_over() {
            return Err(GameError::Over);
        }
        self.resigned = Some(seat);
        self.record.lines.push(Line::Resign { seat });
        Ok(())
    }

    /// Takes the single choices and, at the end, writes the verdict.
    fn settle(&mut self) {
        loop {
            match self.node() {
                Node::Decision(_) => {
                    self.rules.actions(&self.state, &mut self.actions);
                    if let [only] = self.actions[..] {
                        self.rules.apply(&mut self.state, only, &mut self.events);
                        continue;
                    }
                }
                Node::Chance => self.actions.clear(),
                Node::Over(verdict) => {
                    self.actions.clear();
                    self.record.lines.push(Line::Over {
                        thousandths: verdict.thousandths(),
                        margin: verdict.margin,
                        reason: verdict.reason.to_string(),
                        seed: self.dice.map(|dice| dice.seed()),
                    });
                }
            }
            return;
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
                self.chance_due()?;
                let throw = self.rules.throw(&self.state);
                if throw.purpose.name() != purpose {
                    return Err(GameError::Record(format!(
                        "a throw for {} is due, not for {purpose}",
                        throw.purpose.name()
                    )));
                }
                // The counts follow the record, so that a resumed game throws on where it stopped.
                self.count(&throw);
                self.take_dice(purpose, dice).map(|_| ())
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
        Save { record: self.record.to_text(), seed: self.dice.map(|dice| dice.seed()) }
    }

    /// Goes on with a saved battle, every throw to come as it would have been.
    ///
    /// # Errors
    /// [`RecordError`] when the record does not replay, or the seed is not the one that
    /// the record was begun with.
    pub fn restore(save: &Save) -> Result<Self, RecordError> {
        let record = Record::from_text(&save.record)?;
        let mut game = record.replay::<R>(|_| {})?;
        let commitment = save.seed.map(|seed| seed.commitment()).unwrap_or_default();
        if commitment != game.record.header.commitment {
            let fault = "the seed is not the one that this battle began with".to_owned();
            return Err(RecordError::Line { line: 1, fault });
        }
        game.dice = save.seed.map(Dice::new);
        Ok(game)
    }
}
