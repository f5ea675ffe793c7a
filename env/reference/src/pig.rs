//! Pig: roll a die as often as you like, and stop to keep the points.
//!
//! A 1 loses what the turn has gathered and ends it. Points count only once the player
//! stops, the winning ones too.
//!
//! # Limit
//!
//! Players who only roll never finish. A scenario's `limit` is the number of rolls and
//! stops in all, after which the game is drawn. Without a limit the game can repeat
//! itself: that is for value iteration, and [`Bounds::steps`] is then `usize::MAX`.
//! The scenarios that ship have a limit.

mod doctrine;
mod encoding;
mod words;

use rand::Rng;
use sandtable_core::{
    Bounds, Broken, DiceError, Die, Events, GameSeed, Node, NodeOf, Purpose, Reading, Ruleset, Scenario,
    ScenarioError, Seat, Throw, Verdict, hash,
};
use serde::{Deserialize, Serialize};
use toml::Spanned;

/// Highest target of a scenario.
pub const MOST_TARGET: u16 = 10_000;
/// Highest limit of a scenario.
pub const MOST_LIMIT: u32 = 1_000_000;
const ROLL: Purpose = Purpose::new(0, "roll");

/// Pig with a scenario's target, die and limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pig {
    target: u16,
    sides: u8,
    limit: Option<u32>,
}

/// A game in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// What each player has kept, in points.
    pub kept: [u16; 2],
    /// What this turn has gathered, in points. Points beyond the target are not kept
    /// track of: they would count for nothing.
    pub gathered: u16,
    /// Rolls and stops so far; always 0 without a limit, so that positions repeat.
    pub taken: u32,
    /// Whose turn it is.
    pub seat: Seat,
    /// Whether the die is in the air.
    pub rolling: bool,
    /// The turn, from 1: both players' turns count as one.
    pub turn: u16,
}

/// What the player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Roll the die.
    Roll,
    /// Keep what was gathered and end the turn.
    Stop,
}

/// The pips on the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pips(pub u8);

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Event {
    /// The die fell.
    Rolled {
        /// Whose.
        seat: Seat,
        /// What it showed.
        pips: u8,
        /// The turn's points after it; 0 after a 1.
        gathered: u16,
    },
    /// A player stopped.
    Stopped {
        /// Who.
        seat: Seat,
        /// All that the player has kept now, in points.
        kept: u16,
    },
    /// The game ended.
    Ended(Reason),
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// Somebody kept enough points.
    Target,
    /// Nobody did in time.
    Limit,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Target => "the target is reached",
            Self::Limit => "no more rolls or stops are allowed",
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "ruleset")]
    _ruleset: String,
    #[serde(rename = "name")]
    _name: String,
    #[serde(default, rename = "summary")]
    _summary: String,
    target: Spanned<u16>,
    sides: Spanned<u8>,
    limit: Option<Spanned<u32>>,
}

impl Pig {
    /// Points that win.
    pub const fn target(&self) -> u16 {
        self.target
    }

    /// Sides of the die.
    pub const fn sides(&self) -> u8 {
        self.sides
    }

    /// Rolls and stops in all, after which the game is drawn.
    pub const fn limit(&self) -> Option<u32> {
        self.limit
    }

    fn is_won(&self, state: &State) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| state.kept[seat.index()] >= self.target)
    }

    fn reason(&self, state: &State) -> Option<Reason> {
        if self.is_won(state).is_some() {
            Some(Reason::Target)
        } else if !state.rolling && self.limit.is_some_and(|limit| state.taken >= limit) {
            Some(Reason::Limit)
        } else {
            None
        }
    }

    fn log_end(&self, state: &State, log: &mut impl Events<Self>) {
        if let Some(reason) = self.reason(state) {
            log.add(|| Event::Ended(reason));
        }
    }

    fn is_deciding(&self, state: &State) -> bool {
        !state.rolling && self.reason(state).is_none()
    }
}

impl State {
    fn pass(&mut self) {
        self.gathered = 0;
        self.seat = self.seat.other();
        if self.seat == Seat::FIRST {
            self.turn = self.turn.saturating_add(1);
        }
    }
}

impl Ruleset for Pig {
    const ID: &'static str = "pig";
    const VERSION: u32 = 1;

    type State = State;
    type Action = Action;
    type Outcome = Pips;
    type Event = Event;
    type View = State;
    type Reason = Reason;

    fn load(scenario: &Scenario) -> Result<Self, ScenarioError> {
        let file: File = scenario.read::<Self, _>()?;
        let (target, sides) = (*file.target.get_ref(), *file.sides.get_ref());
        if !(1..=MOST_TARGET).contains(&target) {
            let fault = format!("the target is 1 to {MOST_TARGET} points, not {target}");
            return Err(scenario.fault_at(file.target.span(), fault));
        }
        if sides < 2 {
            let fault = format!("a die has at least 2 sides, not {sides}");
            return Err(scenario.fault_at(file.sides.span(), fault));
        }
        if let Some(limit) = &file.limit
            && !(1..=MOST_LIMIT).contains(limit.get_ref())
        {
            let fault = format!("the limit is 1 to {MOST_LIMIT} rolls and stops, not {}", limit.get_ref());
            return Err(scenario.fault_at(limit.span(), fault));
        }
        Ok(Self { target, sides, limit: file.limit.map(Spanned::into_inner) })
    }

    fn start(&self) -> State {
        State { kept: [0, 0], gathered: 0, taken: 0, seat: Seat::FIRST, rolling: false, turn: 1 }
    }

    fn node(&self, state: &State) -> NodeOf<Self> {
        let ahead = i32::from(state.kept[0]) - i32::from(state.kept[1]);
        match (self.reason(state), self.is_won(state)) {
            (Some(reason), Some(winner)) => Node::Over(Verdict::win(winner, ahead, reason)),
            (Some(reason), None) => Node::Over(Verdict::draw(ahead, reason)),
            (None, _) if state.rolling => Node::Chance,
            (None, _) => Node::Decision(state.seat),
        }
    }

    fn turn(&self, state: &State) -> u16 {
        state.turn
    }

    fn actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if self.is_deciding(state) {
            out.extend([Action::Roll, Action::Stop]);
        }
    }

    fn outcomes(&self, state: &State, out: &mut Vec<(Pips, u32)>) {
        out.clear();
        if state.rolling {
            out.extend((1..=self.sides).map(|pips| (Pips(pips), 1)));
        }
    }

    fn apply(&self, state: &mut State, action: Action, log: &mut impl Events<Self>) {
        debug_assert!(self.is_deciding(state), "{action:?} in {state:?}");
        if self.limit.is_some() {
            state.taken += 1;
        }
        match action {
            Action::Roll => state.rolling = true,
            Action::Stop => {
                let seat = state.seat;
                let kept = &mut state.kept[seat.index()];
                *kept += state.gathered;
                log.add(|| Event::Stopped { seat, kept: *kept });
                state.pass();
                self.log_end(state, log);
            }
        }
    }

    fn resolve(&self, state: &mut State, Pips(pips): Pips, log: &mut impl Events<Self>) {
        debug_assert!(state.rolling, "{state:?}");
        state.rolling = false;
        let seat = state.seat;
        if pips == 1 {
            state.pass();
        } else {
            let enough = self.target - state.kept[seat.index()];
            state.gathered = (state.gathered + u16::from(pips)).min(enough);
        }
        let gathered = state.gathered;
        log.add(|| Event::Rolled { seat, pips, gathered });
        self.log_end(state, log);
    }

    fn throw(&self, state: &State) -> Throw {
        assert!(state.rolling, "no throw is due");
        Throw::open(ROLL, state.turn, state.seat).with(Die::new(self.sides, state.seat))
    }

    fn read(&self, state: &State, dice: &[u8]) -> Result<Reading<Pips>, DiceError> {
        if !state.rolling {
            return Err(DiceError::NotDue);
        }
        self.throw(state).admits(dice)?;
        Ok(Reading::Outcome(Pips(dice[0])))
    }

    fn view(&self, state: &State, _: Seat) -> State {
        *state
    }

    fn sample<G: Rng + ?Sized>(&self, view: &State, _: &mut G) -> State {
        *view
    }

    fn redact(&self, event: &Event, _: Seat) -> Option<Event> {
        Some(*event)
    }

    fn mirror(&self) -> Option<Self> {
        None
    }

    fn mirror_state(&self, state: &State) -> State {
        *state
    }

    fn mirror_action(&self, action: Action) -> Action {
        action
    }

    fn check(&self, state: &State) -> Result<(), Broken> {
        let broken = |fault: &str| Err(Broken(fault.to_owned()));
        if state.kept.iter().any(|kept| *kept > self.target) {
            return broken("more points are kept than the target");
        }
        if state.kept == [self.target; 2] {
            return broken("both players have won");
        }
        if state.gathered > self.target - state.kept[state.seat.index()] {
            return broken("more points are gathered than the target leaves room for");
        }
        if state.taken > self.limit.unwrap_or(0) {
            return broken("more rolls and stops than the limit");
        }
        if state.rolling && self.is_won(state).is_some() {
            return broken("a die is in the air after the game");
        }
        if state.turn == 0 {
            return broken("turns count from 1");
        }
        Ok(())
    }

    /// The turn's number is no part of the position: nothing that can still happen
    /// depends on it.
    fn key(&self, state: &State) -> u64 {
        let points = u64::from(state.kept[0])
            | u64::from(state.kept[1]) << 16
            | u64::from(state.gathered) << 32
            | (state.seat.index() as u64) << 48
            | u64::from(state.rolling) << 49;
        hash::chain(hash::mix(points), state.taken.into())
    }

    fn view_key(&self, state: &State, _: Seat) -> u64 {
        self.key(state)
    }

    fn bounds(&self) -> Bounds {
        // A roll is two steps: the decision and the throw.
        let steps = self.limit.map_or(usize::MAX, |limit| 2 * limit as usize);
        Bounds { actions: 2, steps }
    }

    fn notation(&self, _: &State, action: Action) -> String {
        match action {
            Action::Roll => "roll".to_owned(),
            Action::Stop => "stop".to_owned(),
        }
    }

    fn scenarios() -> &'static [(&'static str, &'static str)] {
        &[
            ("pig", include_str!("../scenarios/pig.toml")),
            ("pig-nine", include_str!("../scenarios/pig-nine.toml")),
        ]
    }

    fn generate(_: GameSeed) -> Option<Scenario> {
        None
    }

    fn accepts(&self, state: &State, _: Action) -> bool {
        self.is_deciding(state)
    }
}
