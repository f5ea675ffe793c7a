//! One game between two agents.

use std::sync::Arc;
use std::time::Duration;

use sandtable_agents::Agent;
use sandtable_core::{Game, GameSeed, Record, Ruleset, Scenario, Seat};
use serde::{Deserialize, Serialize};

use crate::arbiter::{Arbiter, TimeSpent};
use crate::{Contender, Slot, quiet};

/// How one game of an event went: one line of its journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// Which game of the event.
    #[serde(flatten)]
    pub slot: Slot,
    /// The result for the first-named contender, in thousandths of a win.
    pub thousandths: i16,
    /// Points that the first seat was ahead; 0 after a forfeit.
    pub margin: i32,
    /// Why it ended, in words.
    pub reason: String,
    /// The turn in which it ended.
    pub turn: u16,
    /// Decisions with a choice, and throws.
    pub steps: u32,
    /// Set when an agent lost by its own fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// What each contender's thinking cost, where turns have a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<[TimeSpent; 2]>,
    /// Digest of the record: equal for equal games.
    pub record: String,
}

/// An agent's fault that lost it a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeit {
    /// Which contender of the pairing, 0 or 1.
    pub contender: usize,
    /// What kind of fault.
    pub kind: ForfeitKind,
    /// What happened, in words.
    pub detail: String,
}

/// The kinds of faults that lose a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForfeitKind {
    /// It returned an action that was not legal.
    IllegalAction,
    /// It panicked.
    Panic,
    /// It thought longer in one turn than was allowed.
    Time,
}

impl std::fmt::Display for ForfeitKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::IllegalAction => "illegal action",
            Self::Panic => "panic",
            Self::Time => "time",
        })
    }
}

impl GameResult {
    /// The result for the first-named contender, in [-1, 1].
    pub fn value(&self) -> f64 {
        f64::from(self.thousandths) / 1000.0
    }

    /// Half points of the first-named contender: 2 for a win, 1 for a draw.
    pub fn half_points(&self) -> usize {
        match self.thousandths {
            1.. => 2,
            0 => 1,
            _ => 0,
        }
    }
}

/// What the games of a pair have in common.
pub(crate) struct Table<'a, R: Ruleset> {
    pub(crate) rules: &'a Arc<R>,
    pub(crate) scenario: &'a Scenario,
    pub(crate) contenders: [&'a Contender<R>; 2],
    pub(crate) seed: GameSeed,
    pub(crate) turn_limit: Option<Duration>,
}

impl<R: Ruleset> Table<'_, R> {
    /// Plays the game of a slot, in which the first-named contender sits at `slot.seat`.
    pub(crate) fn play(&self, slot: Slot) -> (GameResult, Record) {
        let mut game = self.game(slot.seat);
        let mut arbiter = Arbiter::new(self.turn_limit);
        let mut agents: [Option<Box<dyn Agent<R>>>; 2] = [None, None];
        let mut forfeit = None;
        while forfeit.is_none() && !game.is_over() {
            let Some(decider) = game.decider() else {
                game.throw().expect("a game with a seed that waits for no decision throws dice");
                continue;
            };
            let contender = usize::from(decider != slot.seat);
            let taken = self.decide(&mut game, decider, contender, &mut agents[contender], &mut arbiter);
            if let Err((kind, detail)) = taken {
                forfeit = Some(Forfeit { contender, kind, detail });
                game.resign(decider).expect("a game in which somebody decides is not over");
            }
        }
        (result(&game, slot, forfeit, &arbiter), game.record().clone())
    }

    fn game(&self, seat: Seat) -> Game<R> {
        let mut players = [String::new(), String::new()];
        for (contender, place) in self.contenders.iter().zip([seat, seat.other()]) {
            contender.name().clone_into(&mut players[place.index()]);
        }
        let dice = Some(self.seed.derive("dice", 0));
        Game::with_rules(Arc::clone(self.rules), self.scenario, players, dice)
    }

    /// Lets the contender decide, or names its fault. Its agent is made at its first
    /// decision. An agent's seed belongs to the seat, so that a contender who meets
    /// itself plays the same game twice.
    fn decide(
        &self,
        game: &mut Game<R>,
        decider: Seat,
        contender: usize,
        agent: &mut Option<Box<dyn Agent<R>>>,
        arbiter: &mut Arbiter,
    ) -> Result<(), (ForfeitKind, String)> {
        let fault = |message| (ForfeitKind::Panic, message);
        let agent = match agent {
            Some(agent) => agent,
            None => agent.insert(
                quiet::think(|| {
                    let mut agent = self.contenders[contender].make();
                    agent.begin(self.seed.derive("agent", decider.index() as u64));
                    agent
                })
                .map_err(fault)?,
            ),
        };
        let turn = game.turn();
        let Some(position) = game.position() else {
            return Ok(());
        };
        let began = arbiter.begin();
        let action = quiet::think(|| agent.decide(&position, arbiter.clock())).map_err(fault)?;
        arbiter.end(contender, turn, began)?;
        game.act(action).map_err(|refused| (ForfeitKind::IllegalAction, refused.to_string()))
    }
}

fn result<R: Ruleset>(game: &Game<R>, slot: Slot, forfeit: Option<Forfeit>, arbiter: &Arbiter) -> GameResult {
    let verdict = game.verdict();
    let reason = match (&forfeit, &verdict) {
        (Some(fault), _) => format!("{}: {}", fault.kind, fault.detail),
        (None, Some(verdict)) => verdict.reason.to_string(),
        (None, None) => String::new(),
    };
    let first_seat = match game.resigned() {
        Some(seat) => -1000 * seat.sign() as i16,
        None => verdict.as_ref().map_or(0, sandtable_core::Verdict::thousandths),
    };
    GameResult {
        slot,
        thousandths: first_seat * slot.seat.sign() as i16,
        margin: verdict.map_or(0, |verdict| verdict.margin),
        reason,
        turn: game.turn(),
        steps: game.steps(),
        forfeit,
        time: arbiter.accounts(),
        record: game.record().digest(),
    }
}
