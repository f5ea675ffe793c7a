//! The trait that every ruleset implements.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use rand::Rng;
use serde::{Serialize, de::DeserializeOwned};

use crate::{DiceError, Events, GameSeed, NodeOf, Reading, Scenario, ScenarioError, Seat, Throw, hash};

/// One set of rules, set up for one scenario: tables, options, map and path graph.
/// Immutable, shared by all threads.
///
/// A battle is a [`State`](Self::State) that moves from [`Node`](crate::Node) to node:
/// a seat takes one of [`actions`](Self::actions) through [`apply`](Self::apply), or
/// the dice pick one of [`outcomes`](Self::outcomes) through
/// [`resolve`](Self::resolve), until the node is [`Over`](crate::Node::Over).
///
/// Rules know no clock, no file, no network and no random source; the only random
/// number in this trait is the argument of [`sample`](Self::sample).
/// [`conformance`](crate::conformance) checks everything promised here.
pub trait Ruleset: Sized + Send + Sync + 'static {
    /// The name in scenario files, records and on the command line.
    const ID: &'static str;
    /// Moves whenever the same seed and decisions would lead elsewhere. Records of
    /// another version are refused.
    const VERSION: u32;

    /// Everything about a battle in progress, the knowledge of each seat included.
    /// Small and cheap to clone; cloned, never undone.
    type State: Clone + Eq + Debug + Send + Sync + Serialize + DeserializeOwned;
    /// One micro-decision: a unit, a square, a facing, a target. Its order is the
    /// order of the legal list.
    type Action: Copy + Ord + Hash + Debug + Send + Sync + Serialize + DeserializeOwned;
    /// What the rules read off the dice, not the dice themselves.
    type Outcome: Copy + Ord + Hash + Debug + Send + Sync + Serialize + DeserializeOwned;
    /// Something that happened, with the modifiers that made it so.
    type Event: Clone + Eq + Debug + Send + Sync + Serialize + DeserializeOwned;
    /// All that one seat may know. Units hidden from the seat have no stable id in it.
    type View: Clone + Eq + Debug + Send + Sync + Serialize + DeserializeOwned;
    /// Why a battle ended; `Display` gives the words.
    type Reason: Copy + Eq + Debug + Display + Send + Sync + Serialize + DeserializeOwned;

    /// Sets the rules up for a scenario. Takes well under a millisecond.
    ///
    /// # Errors
    /// [`ScenarioError`] names the file, the place and the cure.
    fn load(scenario: &Scenario) -> Result<Self, ScenarioError>;

    /// The state before the first decision or throw.
    fn start(&self) -> Self::State;

    /// What the state waits for.
    fn node(&self, state: &Self::State) -> NodeOf<Self>;

    /// The turn of the battle, from 1.
    fn turn(&self, state: &Self::State) -> u16;

    /// Fills `out` (cleared first) with the legal actions, sorted and unique: at least
    /// one at a decision, none elsewhere. Depends on the deciding seat's view alone.
    fn actions(&self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// Fills `out` (cleared first) with the outcomes of the throw that is due, sorted
    /// and unique, each with the exact number of rolls that read so; rolls that are
    /// thrown again count nowhere. Empty elsewhere.
    fn outcomes(&self, state: &Self::State, out: &mut Vec<(Self::Outcome, u32)>);

    /// Takes an action.
    ///
    /// The action must be legal: checked in debug builds only. See
    /// [`try_apply`](Self::try_apply).
    fn apply(&self, state: &mut Self::State, action: Self::Action, log: &mut impl Events<Self>);

    /// Takes what the dice said. The outcome must be one of
    /// [`outcomes`](Self::outcomes).
    fn resolve(&self, state: &mut Self::State, outcome: Self::Outcome, log: &mut impl Events<Self>);

    /// The dice that a chance node waits for.
    ///
    /// # Panics
    /// Where no throw is due.
    fn throw(&self, state: &Self::State) -> Throw;

    /// Reads the outcome off the dice of [`throw`](Self::throw).
    ///
    /// # Errors
    /// [`DiceError`] when these pips cannot lie on the table.
    fn read(&self, state: &Self::State, dice: &[u8]) -> Result<Reading<Self::Outcome>, DiceError>;

    /// What `seat` knows.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;

    /// A full state that the view's seat cannot tell from the true one: its view of
    /// the sample equals `view`.
    fn sample<G: Rng + ?Sized>(&self, view: &Self::View, rng: &mut G) -> Self::State;

    /// What `seat` sees of an event; nothing where it sees none of it.
    fn redact(&self, event: &Self::Event, seat: Seat) -> Option<Self::Event>;

    /// The same rules on the left-right mirrored table, where that makes sense.
    fn mirror(&self) -> Option<Self>;

    /// The mirror image of a state, for the rules that [`mirror`](Self::mirror) gives.
    fn mirror_state(&self, state: &Self::State) -> Self::State;

    /// The mirror image of an action.
    fn mirror_action(&self, action: Self::Action) -> Self::Action;

    /// Checks every invariant of a state, as after each step in tests and on every load.
    ///
    /// # Errors
    /// [`Broken`] names the invariant.
    fn check(&self, state: &Self::State) -> Result<(), Broken>;

    /// A portable key of the whole position, for transpositions. Equal states have
    /// equal keys.
    fn key(&self, state: &Self::State) -> u64;

    /// A portable key of what `seat` knows. Equal views have equal keys.
    fn view_key(&self, state: &Self::State, seat: Seat) -> u64 {
        hash::of_json(&self.view(state, seat))
    }

    /// The declared limits of this scenario.
    fn bounds(&self) -> Bounds;

    /// The action as a person types it: unique within the legal list.
    fn notation(&self, state: &Self::State, action: Self::Action) -> String;

    /// The scenario files that ship with the ruleset: name and TOML text.
    fn scenarios() -> &'static [(&'static str, &'static str)];

    /// The files of the positions [`suite`](crate::suite) that ship with the ruleset:
    /// theme and TOML text.
    fn positions() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// A fresh, fair scenario that is a function of the seed; nothing where the ruleset
    /// has no generator.
    fn generate(seed: GameSeed) -> Option<Scenario>;

    /// Whether an action is legal. Rulesets with more exact actions than they list
    /// answer for those too.
    fn accepts(&self, state: &Self::State, action: Self::Action) -> bool {
        let mut list = Vec::new();
        self.actions(state, &mut list);
        list.binary_search(&action).is_ok()
    }

    /// Reads an action that may be legal without being listed, as on a table where
    /// places are points: everything that [`notation`](Self::notation) writes of one.
    /// Rulesets that list all that they accept have none.
    fn read_unlisted(&self, state: &Self::State, text: &str) -> Option<Self::Action> {
        let _ = (state, text);
        None
    }

    /// Why an action that [`read_unlisted`](Self::read_unlisted) has read is not legal, in
    /// one line, with the nearest that is; nothing where the text had better be compared
    /// with the legal list.
    fn refusal(&self, state: &Self::State, action: Self::Action) -> Option<String> {
        let _ = (state, action);
        None
    }

    /// Takes an action if it is legal; otherwise changes nothing.
    ///
    /// # Errors
    /// [`Refused`] hands the action back.
    fn try_apply(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        log: &mut impl Events<Self>,
    ) -> Result<(), Refused<Self::Action>> {
        if !self.accepts(state, action) {
            return Err(Refused { action });
        }
        self.apply(state, action, log);
        Ok(())
    }
}

/// The longest legal list and the longest battle that a scenario can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Most actions in one list.
    pub actions: usize,
    /// Most steps in one battle: decisions, single choices included, and throws.
    pub steps: usize,
}

/// An action that is not legal where it was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{action:?} is not legal here")]
pub struct Refused<Action: Debug> {
    /// The action.
    pub action: Action,
}

/// A state that breaks an invariant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the position is broken: {0}")]
pub struct Broken(pub String);
