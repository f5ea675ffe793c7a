//! One game between two agents.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use sandtable_agents::Agent;
use sandtable_core::{Game, GameSeed, Ruleset, Scenario, Seat};
use serde::{Deserialize, Serialize};

use crate::{Contender, Stopwatch};

/// How one game of a match went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// The pair it belongs to, from 0.
    pub pair: u32,
    /// Where the first-named contender sat.
    pub seat: Seat,
    /// The result for the first-named contender, in [-1, 1].
    pub value: f64,
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
    /// Digest of the record: equal for equal games.
    pub record: String,
}

/// An agent's fault that lost it a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeit {
    /// Which contender, 0 or 1.
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
}

impl std::fmt::Display for ForfeitKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::IllegalAction => "illegal action",
            Self::Panic => "panic",
        })
    }
}

impl GameResult {
    /// Points of the first-named contender: 1 for a win, half for a draw.
    pub fn points(&self) -> f64 {
        if self.value > 0.0 {
            1.0
        } else if self.value < 0.0 {
            0.0
        } else {
            0.5
        }
    }
}

/// What the games of a match have in common.
pub(crate) struct Table<'a, R: Ruleset> {
    pub(crate) rules: &'a Arc<R>,
    pub(crate) scenario: &'a Scenario,
    pub(crate) contenders: &'a [Contender<R>; 2],
    pub(crate) seed: GameSeed,
}

impl<R: Ruleset> Table<'_, R> {
    /// Plays one game of a pair: the first-named contender sits at `seat`.
    pub(crate) fn play(&self, pair: u32, seat: Seat) -> GameResult {
        let pair_seed = self.seed.derive("pair", pair.into());
        let place = |contender: usize| if contender == 0 { seat } else { seat.other() };
        let mut players = [String::new(), String::new()];
        for (number, contender) in self.contenders.iter().enumerate() {
            contender.name().clone_into(&mut players[place(number).index()]);
        }
        let dice = Some(pair_seed.derive("dice", 0));
        let mut game = Game::with_rules(Arc::clone(self.rules), self.scenario, players, dice);
        let clock = Stopwatch::start();
        let mut agents: [Option<Box<dyn Agent<R>>>; 2] = [None, None];
        let mut forfeit = None;
        while forfeit.is_none() && !game.is_over() {
            let Some(decider) = game.decider() else {
                game.throw().expect("a game with a seed that waits for no decision throws dice");
                continue;
            };
            let contender = usize::from(decider != seat);
            let agent_seed = pair_seed.derive("agent", 2 * contender as u64 + seat.index() as u64);
            let thought = catch_unwind(AssertUnwindSafe(|| {
                let agent = agents[contender].get_or_insert_with(|| {
                    let mut agent = self.contenders[contender].make();
                    agent.begin(agent_seed);
                    agent
                });
                game.position().map(|position| agent.decide(&position, &clock))
            }));
            if let Err((kind, detail)) = take(&mut game, thought) {
                forfeit = Some(Forfeit { contender, kind, detail });
                game.resign(decider).expect("a game in which somebody decides is not over");
            }
        }
        self.result(&game, pair, seat, forfeit)
    }

    fn result(&self, game: &Game<R>, pair: u32, seat: Seat, forfeit: Option<Forfeit>) -> GameResult {
        let verdict = game.verdict();
        let reason = match (&forfeit, &verdict) {
            (Some(fault), _) => format!("{}: {}", fault.kind, fault.detail),
            (None, Some(verdict)) => verdict.reason.to_string(),
            (None, None) => String::new(),
        };
        GameResult {
            pair,
            seat,
            value: game.value().unwrap_or(0.0) * f64::from(seat.sign()),
            margin: verdict.map_or(0, |verdict| verdict.margin),
            reason,
            turn: self.rules.turn(game.state()),
            steps: game.steps(),
            forfeit,
            record: game.record().digest(),
        }
    }
}

/// Takes what an agent decided, or names its fault.
fn take<R: Ruleset>(
    game: &mut Game<R>,
    thought: std::thread::Result<Option<R::Action>>,
) -> Result<(), (ForfeitKind, String)> {
    match thought {
        Ok(Some(action)) => {
            game.act(action).map_err(|refused| (ForfeitKind::IllegalAction, refused.to_string()))
        }
        Ok(None) => Ok(()),
        Err(panic) => Err((ForfeitKind::Panic, words_of(&*panic))),
    }
}

fn words_of(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_else(|| "no message".to_owned())
}
