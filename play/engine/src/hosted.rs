//! A battle of a ruleset that is known, as the engine hosts it.

use std::sync::{Arc, Mutex};

use sandtable_agents::{Agent, Networks, build};
use sandtable_core::record::Line;
use sandtable_core::{
    Dice, Driver, Game, GameError, NotationError, Playable, Record, Save, Seat, Throw, notation,
};
use sandtable_protocol::call::ActionChoice;
use sandtable_protocol::play::Viewer;
use sandtable_protocol::{Code, Fault};

use crate::battle::{Setup, bad_record};
use crate::deed::Deed;
use crate::log::Log;
use crate::thoughts::Thoughts;
use crate::{chronicle, screen, undo};

mod advice;
mod conduct;
mod explaining;
mod insight;
mod picture;
#[cfg(test)]
mod secrecy;

pub(crate) use advice::Question;
use insight::Insight;

/// An agent that keeps what it knows from decision to decision, wherever it thinks.
type Seated<R> = Arc<Mutex<Box<dyn Agent<R>>>>;

/// A battle of a ruleset that is known.
pub(crate) struct Hosted<R: Playable> {
    game: Game<R>,
    /// What the scenario calls itself.
    title: String,
    sides: [String; 2],
    log: Log,
    insight: Insight,
    agents: [Option<Seated<R>>; 2],
    /// How the battle stood before each decision, by line of the record, that no agent took
    /// and no throw followed: what can be taken back.
    open: Vec<(usize, Driver<R>)>,
    thoughts: Thoughts<R>,
    /// For throws that only an agent sees, where people throw the rest.
    unseen: Dice,
    networks: Arc<Networks>,
}

impl<R: Playable> Hosted<R> {
    /// Begins a battle, or goes on with one.
    pub(crate) fn begin(setup: Setup<'_>) -> Result<Self, Fault> {
        let game = Game::<R>::new(setup.scenario, setup.players, setup.dice)
            .map_err(|error| Fault::at(Code::BadScenario, "scenario", error.to_string()))?;
        let mut agents = [None, None];
        for (seat, spec) in Seat::BOTH.into_iter().zip(&setup.specs) {
            if let Some(spec) = spec {
                let mut agent = build::<R>(spec, &setup.networks).map_err(|error| {
                    Fault::at(Code::Unsupported, format!("seats.{seat}"), error.to_string())
                })?;
                agent.begin(setup.seed.derive("agent", seat.index() as u64));
                agents[seat.index()] = Some(Arc::new(Mutex::new(agent)));
            }
        }
        let mut hosted = Self {
            title: screen::one_line(setup.scenario.name()),
            sides: chronicle::sides(&**game.rules()),
            log: Log::begin(&game, &setup.viewers),
            insight: Insight::begin(game.driver(), &setup.viewers),
            agents,
            open: Vec::new(),
            thoughts: Thoughts::default(),
            unseen: Dice::new(setup.seed.derive("unseen", 0)),
            networks: setup.networks,
            game,
        };
        hosted.follow(setup.lines)?;
        Ok(hosted)
    }

    /// Goes on along the lines of a record.
    fn follow(&mut self, lines: Vec<Line>) -> Result<(), Fault> {
        if lines.is_empty() {
            return Ok(());
        }
        let header = self.game.record().header.clone();
        let seed = self.game.driver().seed();
        let record = Record { header, lines };
        let save = Save { record: record.to_text(), seed };
        let mut coming = record.lines.iter();
        let mut due: Option<(Deed, u16)> = None;
        let game = Game::restore_watching(&save, |game| {
            if let Some((deed, turn)) = due.take() {
                let open = self.insight.after(game.driver(), &deed);
                self.log.add(game, deed, turn, open);
            }
            let Some(line) = coming.next() else {
                return;
            };
            match line {
                Line::Do { seat, .. } if self.agents[seat.index()].is_none() => {
                    self.open.push((game.record().lines.len(), game.driver().clone()));
                }
                Line::Throw { .. } => self.open.clear(),
                _ => {}
            }
            if !matches!(line, Line::Over { .. }) {
                due = Some((Deed::by_line(game, line), game.turn()));
            }
        });
        self.game = game.map_err(|error| bad_record(&error))?;
        Ok(())
    }

    /// The seat through whose eyes a viewer sees: its own, or whoever is asked.
    fn eyes(&self, viewer: Viewer) -> Seat {
        viewer
            .seat()
            .or_else(|| self.game.decider())
            .or_else(|| self.game.due().map(|throw| throw.seat))
            .unwrap_or(Seat::FIRST)
    }

    /// The legal action that is chosen, with the seat that takes it.
    fn choose(&self, choice: &ActionChoice) -> Result<(Seat, R::Action), Fault> {
        let seat = self.game.decider().ok_or_else(|| Fault::new(Code::NotYourTurn, "nobody decides now"))?;
        let list = self.game.actions(seat);
        let action = match choice {
            ActionChoice::Index(index) => *list.get(*index).ok_or_else(|| {
                let message = format!("there is no action {index}: the list has 0 to {}", list.len() - 1);
                Fault::at(Code::Illegal, "action", message)
            })?,
            ActionChoice::Notation(text) => notation::parse(&**self.game.rules(), self.game.state(), text)
                .map_err(|error| illegal(&error))?,
        };
        Ok((seat, action))
    }

    /// Takes a decision and keeps what came of it.
    fn take(&mut self, seat: Seat, action: R::Action) -> Result<(), Fault> {
        let deed = Deed::decision(&self.game, seat, action);
        let turn = self.game.turn();
        if self.agents[seat.index()].is_none() {
            self.open.push((self.game.record().lines.len(), self.game.driver().clone()));
        }
        self.game.act(action).map_err(|error| refused(&error))?;
        self.note(deed, turn);
        Ok(())
    }

    /// Keeps what was done, and what came of it.
    fn note(&mut self, deed: Deed, turn: u16) {
        let open = self.insight.after(self.game.driver(), &deed);
        self.log.add(&self.game, deed, turn, open);
    }

    fn due(&self) -> Result<Throw, Fault> {
        self.game.due().ok_or_else(|| Fault::new(Code::NotAThrow, "no throw is due now"))
    }

    /// Whose last decision a viewer would take back, if it is one that may.
    fn undoer(&self, viewer: Viewer) -> Result<Seat, String> {
        let is_person = |seat: &Seat| self.agents[seat.index()].is_none();
        if let Some(seat) = viewer.seat() {
            return Ok(seat);
        }
        let lines = self.game.record().lines.iter().rev();
        let mut seats =
            lines.filter_map(|line| if let Line::Do { seat, .. } = line { Some(*seat) } else { None });
        seats.find(is_person).ok_or_else(|| "Nobody here has decided anything yet.".to_owned())
    }

    /// The line of the record from which on a viewer may take back.
    fn undoable(&self, viewer: Viewer) -> Result<usize, String> {
        if self.game.is_over() {
            return Err("The battle is over.".to_owned());
        }
        let seat = self.undoer(viewer)?;
        let lines = &self.game.record().lines;
        let last = undo::last(lines, seat)?;
        // Two people at one screen have seen everything anyway.
        if viewer.seat().is_some() {
            let before = self.open.iter().find(|(line, _)| *line == last);
            let (_, before) = before.ok_or_else(|| "An agent decided that; it stands.".to_owned())?;
            undo::check(before, &lines[last..], self.game.driver(), seat)?;
        }
        Ok(last)
    }
}

fn illegal(error: &NotationError) -> Fault {
    Fault::at(Code::Illegal, "action", error.to_string())
}

fn refused(error: &GameError) -> Fault {
    let code = match error {
        GameError::Notation(_) | GameError::Refused(_) => Code::Illegal,
        GameError::NotYours(_) | GameError::Over => Code::NotYourTurn,
        GameError::Dice(sandtable_core::DiceError::NotDue) => Code::NotAThrow,
        GameError::Dice(_) => Code::BadDice,
        GameError::Record(_) => Code::BadRecord,
    };
    Fault::new(code, error.to_string())
}
