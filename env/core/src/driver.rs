//! Moves a battle from choice to choice: dice, single choices, nothing kept.
//!
//! [`Game`](crate::Game) is a driver with a record and a log; environments that play by
//! the thousand use the driver alone, which allocates nothing for a decision.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::dice::Dice;
use crate::{
    Broken, DiceError, Events, GameError, GameSeed, Node, NodeOf, Position, Reading, Ruleset, Seat, Throw,
    VerdictOf,
};

/// A battle in progress without a memory of how it came there.
///
/// After every call the driver stands at a decision with a real choice, at a throw, or
/// at the end: single choices are taken at once and are not steps.
pub struct Driver<R: Ruleset> {
    rules: Arc<R>,
    state: R::State,
    actions: Vec<R::Action>,
    dice: Option<Dice>,
    counts: Vec<(u8, Seat, u32)>,
    counted_turn: u16,
    resigned: Option<Seat>,
    steps: u32,
    pips: Vec<u8>,
}

/// A driver frozen at any instant, in the middle of a turn too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot<State> {
    /// The true state.
    pub state: State,
    /// The seed of the dice; absent when people throw them.
    pub seed: Option<GameSeed>,
    /// The turn that `counts` belong to.
    pub counted_turn: u16,
    /// For each purpose and seat, how many throws there were in that turn.
    pub counts: Vec<(u8, Seat, u32)>,
    /// The seat that resigned, if one did.
    pub resigned: Option<Seat>,
    /// Decisions with a choice and throws so far.
    pub steps: u32,
}

// Derives would ask the ruleset itself to be `Clone` and `Debug`.
impl<R: Ruleset> Clone for Driver<R> {
    fn clone(&self) -> Self {
        Self {
            rules: Arc::clone(&self.rules),
            state: self.state.clone(),
            actions: self.actions.clone(),
            dice: self.dice,
            counts: self.counts.clone(),
            counted_turn: self.counted_turn,
            resigned: self.resigned,
            steps: self.steps,
            pips: Vec::new(),
        }
    }
}

impl<R: Ruleset> std::fmt::Debug for Driver<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Driver")
            .field("ruleset", &R::ID)
            .field("steps", &self.steps)
            .field("resigned", &self.resigned)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

impl<R: Ruleset> Driver<R> {
    /// Begins a battle. Without a seed, every throw must come through
    /// [`throw_was`](Self::throw_was).
    pub fn new(rules: Arc<R>, seed: Option<GameSeed>, log: &mut impl Events<R>) -> Self {
        let mut driver = Self {
            state: rules.start(),
            rules,
            actions: Vec::new(),
            dice: seed.map(Dice::new),
            counts: Vec::new(),
            counted_turn: 0,
            resigned: None,
            steps: 0,
            pips: Vec::new(),
        };
        driver.settle(log);
        driver
    }

    /// Begins anew on the same rules, in the memory it has.
    pub fn restart(&mut self, seed: Option<GameSeed>, log: &mut impl Events<R>) {
        self.state = self.rules.start();
        self.dice = seed.map(Dice::new);
        self.counts.clear();
        self.counted_turn = 0;
        self.resigned = None;
        self.steps = 0;
        self.settle(log);
    }

    /// Freezes the battle.
    pub fn snapshot(&self) -> Snapshot<R::State> {
        Snapshot {
            state: self.state.clone(),
            seed: self.dice.map(|dice| dice.seed()),
            counted_turn: self.counted_turn,
            counts: self.counts.clone(),
            resigned: self.resigned,
            steps: self.steps,
        }
    }

    /// Goes on from a state, however it came there: nothing is counted and nobody has resigned.
    ///
    /// # Errors
    /// As [`resume`](Self::resume).
    pub fn at(rules: Arc<R>, state: R::State, seed: Option<GameSeed>) -> Result<Self, Broken> {
        let (counts, resigned) = (Vec::new(), None);
        Self::resume(rules, Snapshot { state, seed, counted_turn: 0, counts, resigned, steps: 0 })
    }

    /// Goes on from a snapshot, every throw to come as it would have been.
    ///
    /// # Errors
    /// [`Broken`] when the state breaks an invariant of the rules.
    pub fn resume(rules: Arc<R>, snapshot: Snapshot<R::State>) -> Result<Self, Broken> {
        rules.check(&snapshot.state)?;
        let mut driver = Self {
            rules,
            state: snapshot.state,
            actions: Vec::new(),
            dice: snapshot.seed.map(Dice::new),
            counts: snapshot.counts,
            counted_turn: snapshot.counted_turn,
            resigned: snapshot.resigned,
            steps: snapshot.steps,
            pips: Vec::new(),
        };
        driver.settle(&mut ());
        Ok(driver)
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// The true state: for referees, tests and training, never for an agent.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// The seed of the dice; nothing when people throw them.
    pub fn seed(&self) -> Option<GameSeed> {
        self.dice.map(|dice| dice.seed())
    }

    pub(crate) fn set_seed(&mut self, seed: Option<GameSeed>) {
        self.dice = seed.map(Dice::new);
    }

    /// What the battle waits for. A resigned battle is over, whatever its state.
    pub fn node(&self) -> NodeOf<R> {
        self.rules.node(&self.state)
    }

    /// The turn of the battle, from 1.
    pub fn turn(&self) -> u16 {
        self.rules.turn(&self.state)
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

    /// The dice that are due, if a throw is.
    pub fn due(&self) -> Option<Throw> {
        self.chance_due().ok().map(|()| self.rules.throw(&self.state))
    }

    /// Decisions with a choice and throws so far.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Takes a decision.
    ///
    /// # Errors
    /// [`GameError`] when the action is not legal; nothing changes then.
    pub fn act(&mut self, action: R::Action, log: &mut impl Events<R>) -> Result<(), GameError> {
        if self.decider().is_none() {
            return Err(self.no_decision());
        }
        if self.actions.binary_search(&action).is_ok() {
            self.rules.apply(&mut self.state, action, log);
        } else {
            self.rules
                .try_apply(&mut self.state, action, log)
                .map_err(|refused| GameError::Refused(refused.to_string()))?;
        }
        self.steps += 1;
        self.settle(log);
        Ok(())
    }

    pub(crate) fn no_decision(&self) -> GameError {
        if self.is_over() {
            GameError::Over
        } else {
            GameError::Refused("dice are due, not a decision".to_owned())
        }
    }

    /// Throws the dice that are due from the battle's own seed. `each` is shown the
    /// pips of every roll, those that are thrown again too.
    ///
    /// # Errors
    /// [`GameError`] when no throw is due or the battle has no seed.
    pub fn throw(
        &mut self,
        log: &mut impl Events<R>,
        mut each: impl FnMut(&Throw, &[u8]),
    ) -> Result<(), GameError> {
        let dice = self
            .dice
            .ok_or_else(|| GameError::Refused("this game's dice are thrown at the table".to_owned()))?;
        self.chance_due()?;
        let throw = self.rules.throw(&self.state);
        let mut pips = std::mem::take(&mut self.pips);
        loop {
            dice.throw(&throw, self.next_count(&throw), &mut pips);
            let counts = self.take_dice(&throw, &pips, log);
            if counts.is_ok() {
                each(&throw, &pips);
            }
            if !matches!(counts, Ok(false)) {
                self.pips = pips;
                return counts.map(|_| ());
            }
        }
    }

    /// Takes dice that were thrown on a real table. Says `false` when they do not count
    /// and must be thrown again.
    ///
    /// # Errors
    /// [`GameError`] when no throw is due or these pips cannot lie there; nothing
    /// changes then.
    pub fn throw_was(&mut self, pips: &[u8], log: &mut impl Events<R>) -> Result<bool, GameError> {
        self.chance_due()?;
        let throw = self.rules.throw(&self.state);
        self.take_dice(&throw, pips, log)
    }

    pub(crate) fn chance_due(&self) -> Result<(), GameError> {
        if self.is_over() {
            return Err(GameError::Over);
        }
        if self.node() == Node::Chance { Ok(()) } else { Err(DiceError::NotDue.into()) }
    }

    fn take_dice(&mut self, throw: &Throw, pips: &[u8], log: &mut impl Events<R>) -> Result<bool, GameError> {
        let reading = self.rules.read(&self.state, pips)?;
        self.count(throw);
        let Reading::Outcome(outcome) = reading else {
            return Ok(false);
        };
        self.rules.resolve(&mut self.state, outcome, log);
        self.steps += 1;
        self.settle(log);
        Ok(true)
    }

    /// How many throws of this purpose came before in this turn for this seat.
    fn next_count(&self, throw: &Throw) -> u32 {
        if self.counted_turn != throw.turn {
            return 0;
        }
        let is_same = |entry: &&(u8, Seat, u32)| (entry.0, entry.1) == (throw.purpose.code(), throw.seat);
        self.counts.iter().find(is_same).map_or(0, |entry| entry.2)
    }

    /// Counts a throw, from the seed or from the table: a game that is resumed throws
    /// on where it stopped.
    fn count(&mut self, throw: &Throw) {
        if self.counted_turn != throw.turn {
            self.counted_turn = throw.turn;
            self.counts.clear();
        }
        let (code, seat) = (throw.purpose.code(), throw.seat);
        match self.counts.iter_mut().find(|entry| (entry.0, entry.1) == (code, seat)) {
            Some(entry) => entry.2 += 1,
            None => self.counts.push((code, seat, 1)),
        }
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
        Ok(())
    }

    /// Takes the single choices.
    fn settle(&mut self, log: &mut impl Events<R>) {
        while let Node::Decision(_) = self.node() {
            self.rules.actions(&self.state, &mut self.actions);
            let [only] = self.actions[..] else {
                return;
            };
            self.rules.apply(&mut self.state, only, log);
        }
        self.actions.clear();
    }
}
