//! A game whose ruleset is known by name only.

use sandtable_core::record::RecordError;
use sandtable_core::{
    Game, GameError, GameSeed, Node, Odds, Playable, Record, Save, Scenario, ScenarioError, Seat, Throw,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::registry::{UnknownRuleset, Visitor, visit};

/// A [`Game`] with its ruleset erased, for front ends: an action is an index into the
/// current legal list, with its notation; a view is JSON.
///
/// What is meant for a seat comes from that seat's view or redacted log alone. The
/// record and the save are the referee's.
pub trait AnyGame: Send {
    /// The ruleset's name.
    fn ruleset(&self) -> &'static str;
    /// The ruleset's title.
    fn title(&self) -> &'static str;
    /// What the scenario calls a side.
    fn side(&self, seat: Seat) -> String;
    /// What the game waits for.
    fn node(&self) -> NodeKind;
    /// The turn of the battle, from 1.
    fn turn(&self) -> u16;
    /// Decisions with a choice and throws so far.
    fn steps(&self) -> u32;
    /// How it ended by the rules, if it did.
    fn verdict(&self) -> Option<AnyVerdict>;
    /// The seat that resigned, if one did.
    fn resigned(&self) -> Option<Seat>;
    /// The value for the first seat in [-1, 1] once the battle is over.
    fn value(&self) -> Option<f64>;
    /// What the deciding seat is asked, in one line; empty where nobody decides.
    fn prompt(&self) -> String;
    /// The legal list of `seat` in notation: empty where it does not decide.
    fn actions(&self, seat: Seat) -> Vec<String>;
    /// A legal action in a few plain words.
    ///
    /// # Errors
    /// [`GameError`] when there is no such action.
    fn describe(&self, index: usize) -> Result<String, GameError>;
    /// The odds of the throw that an action leads to, if it leads to one.
    ///
    /// # Errors
    /// [`GameError`] when there is no such action.
    fn odds(&self, index: usize) -> Result<Option<Odds>, GameError>;
    /// Takes the decision with this index in the legal list.
    ///
    /// # Errors
    /// [`GameError`] when there is no such action; nothing changes then.
    fn act(&mut self, index: usize) -> Result<(), GameError>;
    /// Takes the decision that the text names.
    ///
    /// # Errors
    /// [`GameError`] when it names none or more than one; nothing changes then.
    fn act_by_notation(&mut self, text: &str) -> Result<(), GameError>;
    /// The dice that are due, if a throw is.
    fn due(&self) -> Option<Throw>;
    /// Throws the dice that are due from the game's own seed.
    ///
    /// # Errors
    /// [`GameError`] when no throw is due or the game has no seed.
    fn throw(&mut self) -> Result<(), GameError>;
    /// Takes dice thrown on a real table; says `false` when they must be thrown again.
    ///
    /// # Errors
    /// [`GameError`] when no throw is due or these pips cannot lie there; nothing
    /// changes then.
    fn throw_was(&mut self, pips: &[u8]) -> Result<bool, GameError>;
    /// Ends the battle: `seat` gives up.
    ///
    /// # Errors
    /// [`GameError::Over`] when it is over already.
    fn resign(&mut self, seat: Seat) -> Result<(), GameError>;
    /// What `seat` knows, as JSON.
    fn view(&self, seat: Seat) -> Value;
    /// The board as `seat` sees it, in plain text.
    fn board(&self, seat: Seat) -> String;
    /// How many events there were; the `since` of the next [`log`](Self::log).
    fn logged(&self) -> usize;
    /// What `seat` saw happen since event number `since`, a sentence each.
    fn log(&self, seat: Seat, since: usize) -> Vec<String>;
    /// The record so far.
    fn record(&self) -> &Record;
    /// Saves the battle at this instant.
    fn save(&self) -> Save;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyGame>;
}

/// What an erased game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind", content = "seat")]
pub enum NodeKind {
    /// This seat decides.
    Decision(Seat),
    /// Dice are thrown.
    Chance,
    /// The battle is over.
    Over,
}

/// How an erased game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnyVerdict {
    /// For the first seat, in thousandths of a win.
    pub thousandths: i16,
    /// Points ahead, of the first seat.
    pub margin: i32,
    /// Why, in words.
    pub reason: String,
}

/// A game that cannot be begun or gone on with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnyError {
    /// This build does not have the ruleset.
    #[error(transparent)]
    Ruleset(#[from] UnknownRuleset),
    /// The ruleset refuses the scenario.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The saved record does not replay.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Begins a game of whatever ruleset the scenario is for. Without a seed, every throw
/// must come through [`AnyGame::throw_was`].
///
/// # Errors
/// [`AnyError`] when this build lacks the ruleset or the ruleset refuses the scenario.
pub fn begin(
    scenario: &Scenario,
    players: [String; 2],
    seed: Option<GameSeed>,
) -> Result<Box<dyn AnyGame>, AnyError> {
    visit(scenario.ruleset(), Begin { scenario, players, seed })?
}

/// Goes on with a saved game of whatever ruleset it is of.
///
/// # Errors
/// [`AnyError`] when this build lacks the ruleset or the record does not replay.
pub fn restore(save: &Save) -> Result<Box<dyn AnyGame>, AnyError> {
    let record = Record::from_text(&save.record)?;
    visit(&record.header.ruleset, Restore { save })?
}

struct Begin<'a> {
    scenario: &'a Scenario,
    players: [String; 2],
    seed: Option<GameSeed>,
}

impl Visitor for Begin<'_> {
    type Out = Result<Box<dyn AnyGame>, AnyError>;

    fn visit<R: Playable>(self) -> Self::Out {
        Ok(Box::new(Game::<R>::new(self.scenario, self.players, self.seed)?))
    }
}

struct Restore<'a> {
    save: &'a Save,
}

impl Visitor for Restore<'_> {
    type Out = Result<Box<dyn AnyGame>, AnyError>;

    fn visit<R: Playable>(self) -> Self::Out {
        Ok(Box::new(Game::<R>::restore(self.save)?))
    }
}

fn action<R: Playable>(game: &Game<R>, index: usize) -> Result<(Seat, R::Action), GameError> {
    let seat = game.decider().ok_or_else(|| {
        if game.is_over() {
            GameError::Over
        } else {
            GameError::Refused("dice are due, not a decision".to_owned())
        }
    })?;
    let list = game.actions(seat);
    let action = list.get(index).ok_or_else(|| {
        GameError::Refused(format!("there is no action {index}: the list has 0 to {}", list.len() - 1))
    })?;
    Ok((seat, *action))
}

impl<R: Playable> AnyGame for Game<R> {
    fn ruleset(&self) -> &'static str {
        R::ID
    }

    fn title(&self) -> &'static str {
        R::TITLE
    }

    fn side(&self, seat: Seat) -> String {
        self.rules().side(seat)
    }

    fn node(&self) -> NodeKind {
        if self.is_over() {
            return NodeKind::Over;
        }
        match Game::node(self) {
            Node::Decision(seat) => NodeKind::Decision(seat),
            Node::Chance => NodeKind::Chance,
            Node::Over(_) => NodeKind::Over,
        }
    }

    fn turn(&self) -> u16 {
        Game::turn(self)
    }

    fn steps(&self) -> u32 {
        Game::steps(self)
    }

    fn verdict(&self) -> Option<AnyVerdict> {
        Game::verdict(self).map(|verdict| AnyVerdict {
            thousandths: verdict.thousandths(),
            margin: verdict.margin,
            reason: verdict.reason.to_string(),
        })
    }

    fn resigned(&self) -> Option<Seat> {
        Game::resigned(self)
    }

    fn value(&self) -> Option<f64> {
        Game::value(self)
    }

    fn prompt(&self) -> String {
        self.decider().map(|seat| self.rules().prompt(&Game::view(self, seat))).unwrap_or_default()
    }

    fn actions(&self, seat: Seat) -> Vec<String> {
        Game::actions(self, seat).iter().map(|&action| self.rules().notation(self.state(), action)).collect()
    }

    fn describe(&self, index: usize) -> Result<String, GameError> {
        let (seat, action) = action(self, index)?;
        Ok(self.rules().describe(&Game::view(self, seat), action))
    }

    fn odds(&self, index: usize) -> Result<Option<Odds>, GameError> {
        let (seat, action) = action(self, index)?;
        Ok(self.rules().odds(&Game::view(self, seat), action))
    }

    fn act(&mut self, index: usize) -> Result<(), GameError> {
        let (_, action) = action(self, index)?;
        Game::act(self, action)
    }

    fn act_by_notation(&mut self, text: &str) -> Result<(), GameError> {
        Game::act_by_notation(self, text)
    }

    fn due(&self) -> Option<Throw> {
        Game::due(self)
    }

    fn throw(&mut self) -> Result<(), GameError> {
        Game::throw(self)
    }

    fn throw_was(&mut self, pips: &[u8]) -> Result<bool, GameError> {
        Game::throw_was(self, pips)
    }

    fn resign(&mut self, seat: Seat) -> Result<(), GameError> {
        Game::resign(self, seat)
    }

    fn view(&self, seat: Seat) -> Value {
        serde_json::to_value(Game::view(self, seat)).expect("views are plain data, as conformance shows")
    }

    fn board(&self, seat: Seat) -> String {
        self.rules().board(&Game::view(self, seat))
    }

    fn logged(&self) -> usize {
        self.events().len()
    }

    fn log(&self, seat: Seat, since: usize) -> Vec<String> {
        Game::log(self, seat, since).map(|event| self.rules().narrate(&event)).collect()
    }

    fn record(&self) -> &Record {
        Game::record(self)
    }

    fn save(&self) -> Save {
        Game::save(self)
    }

    fn boxed_clone(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}
