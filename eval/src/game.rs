//! One game between two agents.

use std::sync::Arc;

use sandtable_core::{Game, GameError, GameSeed, Record, Ruleset, Scenario, Seat};
use serde::{Deserialize, Serialize};

use crate::arbiter::{Arbiter, Limits, TimeSpent, TimedBy};
use crate::contender::Seated;
use crate::{Answer, Contender, Failure, Player, Question, Slot, quiet};

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
    /// It did not answer in time.
    Silence,
    /// Its answer could not be read.
    Malformed,
    /// It answered that it will not.
    Refusal,
    /// It ended.
    Death,
}

impl std::fmt::Display for ForfeitKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::IllegalAction => "illegal action",
            Self::Panic => "panic",
            Self::Time => "time",
            Self::Silence => "silence",
            Self::Malformed => "malformed answer",
            Self::Refusal => "refusal",
            Self::Death => "death",
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
    pub(crate) limits: Limits,
}

impl<R: Ruleset> Table<'_, R> {
    /// Plays the game of a slot, in which the first-named contender sits at `slot.seat`.
    pub(crate) fn play(&self, slot: Slot) -> (GameResult, Record) {
        let mut game = self.game(slot.seat);
        let mut arbiter = Arbiter::new(self.limits);
        let mut places = [Place::default(), Place::default()];
        let mut forfeit = None;
        while forfeit.is_none() && !game.is_over() {
            let Some(decider) = game.decider() else {
                game.throw().expect("a game with a seed that waits for no decision throws dice");
                continue;
            };
            let contender = usize::from(decider != slot.seat);
            let taken = self.decide(&mut game, contender, &mut places[contender], &mut arbiter);
            if let Err(Failure { kind, detail }) = taken {
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

    /// Lets the contender decide, or names its fault. It sits down at its first decision.
    fn decide(
        &self,
        game: &mut Game<R>,
        contender: usize,
        place: &mut Place<R>,
        arbiter: &mut Arbiter,
    ) -> Result<(), Failure> {
        let Some(decider) = game.decider() else {
            return Ok(());
        };
        let seated = match &mut place.seated {
            Some(seated) => seated,
            None => place.seated.insert(self.sit_down(contender, decider, arbiter)?),
        };
        match seated {
            Seated::Agent(agent) => {
                let turn = game.turn();
                let Some(position) = game.position() else {
                    return Ok(());
                };
                let began = arbiter.begin(TimedBy::Processor);
                let action = quiet::think(|| agent.decide(&position, arbiter.clock())).map_err(panicked)?;
                arbiter.end(contender, TimedBy::Processor, turn, began)?;
                game.act(action).map_err(|refused| illegal(&refused))
            }
            Seated::Player(player) => {
                let answer = self.ask(game, contender, &mut **player, place.seen, arbiter)?;
                place.seen = game.events().len();
                match answer {
                    Answer::Notation(text) => {
                        game.act_by_notation(&text).map_err(|refused| illegal(&refused))
                    }
                    Answer::Index(index) => {
                        let list = game.actions(decider);
                        let action = *list.get(index).ok_or_else(|| no_such_action(index, list.len()))?;
                        game.act(action).map_err(|refused| illegal(&refused))
                    }
                }
            }
        }
    }

    /// An agent's seed belongs to the seat, so that a contender who meets itself plays the
    /// same game twice.
    fn sit_down(&self, contender: usize, seat: Seat, arbiter: &Arbiter) -> Result<Seated<R>, Failure> {
        let seed = self.seed.derive("agent", seat.index() as u64);
        quiet::think(|| {
            let mut seated = self.contenders[contender].make();
            match &mut seated {
                Seated::Agent(agent) => agent.begin(seed),
                Seated::Player(player) => player.begin(seed, arbiter.answer_limit())?,
            }
            Ok(seated)
        })
        .map_err(panicked)?
    }

    fn ask(
        &self,
        game: &Game<R>,
        contender: usize,
        player: &mut dyn Player<R>,
        seen: usize,
        arbiter: &mut Arbiter,
    ) -> Result<Answer, Failure> {
        let turn = game.turn();
        let position = game.position().expect("somebody decides");
        let question = Question {
            scenario: self.scenario,
            position: &position,
            step: game.steps(),
            seen: game.log(position.seat(), seen).collect(),
            patience: arbiter.patience(contender, turn),
        };
        let began = arbiter.begin(TimedBy::Wall);
        let answer = quiet::think(|| player.decide(&question)).map_err(panicked)?;
        // Who was silent for what was left of its turn has overrun it.
        arbiter.end(contender, TimedBy::Wall, turn, began)?;
        answer
    }
}

/// A contender's place at the table.
struct Place<R: Ruleset> {
    /// Nobody before its first decision.
    seated: Option<Seated<R>>,
    /// How many events there were at its last decision.
    seen: usize,
}

// A derive would ask the ruleset itself for a default.
impl<R: Ruleset> Default for Place<R> {
    fn default() -> Self {
        Self { seated: None, seen: 0 }
    }
}

fn panicked(message: String) -> Failure {
    Failure::new(ForfeitKind::Panic, message)
}

fn illegal(refused: &GameError) -> Failure {
    Failure::new(ForfeitKind::IllegalAction, refused.to_string())
}

fn no_such_action(index: usize, count: usize) -> Failure {
    let detail = format!("there is no action {index}: the list has 0 to {}", count.saturating_sub(1));
    Failure::new(ForfeitKind::IllegalAction, detail)
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
