//! A hosted battle as the engine conducts it, whatever its ruleset.

use sandtable_agents::AgentSpec;
use sandtable_core::record::Line;
use sandtable_core::scene::PieceId;
use sandtable_core::{GameSeed, Odds, Party, Playable, Record, Seat, hash, notation};
use sandtable_protocol::call::ActionChoice;
use sandtable_protocol::play::Viewer;
use sandtable_protocol::{Code, Fault, Situation, reply, situation};

use super::{Hosted, refused};
use crate::battle::{Advise, Battle, Found, Frame, Standing, Think, bad_record};
use crate::deed::Deed;
use crate::{report, screen, undo};

impl<R: Playable> Battle for Hosted<R> {
    fn standing(&self) -> Standing {
        if self.game.is_over() {
            return Standing::Over;
        }
        match (self.game.decider(), self.game.due()) {
            (Some(seat), _) => Standing::Decision(seat),
            (None, Some(throw)) => Standing::Throw(Seat::BOTH.map(|seat| throw.seen.by(seat))),
            (None, None) => Standing::Over,
        }
    }

    fn record(&self) -> &Record {
        self.game.record()
    }

    fn step(&self, viewer: Viewer) -> u32 {
        self.log.step(viewer)
    }

    fn knowledge(&self, viewer: Viewer) -> u64 {
        let seats = Seat::BOTH.into_iter().filter(|seat| viewer.is(*seat));
        let keys = seats.map(|seat| self.game.rules().view_key(self.game.state(), seat));
        keys.fold(self.log.step(viewer).into(), hash::chain)
    }

    fn bytes(&self) -> usize {
        self.log.bytes() + self.thoughts.bytes() + 128 * self.game.record().lines.len()
    }

    fn situation(&self, frame: Frame) -> Situation {
        self.picture(frame)
    }

    fn verdict(&self) -> Option<situation::Verdict> {
        self.ending()
    }

    fn knows_all(&self, viewer: Viewer) -> bool {
        viewer.seat().is_none_or(|seat| self.insight.knows_all(seat))
    }

    fn listed(&self) -> Vec<String> {
        let actions = self.game.decider().map(|seat| self.game.actions(seat)).unwrap_or_default();
        actions.iter().map(|&action| self.game.rules().notation(self.game.state(), action)).collect()
    }

    fn saw_all(&self, viewer: Viewer) -> bool {
        viewer.seat().is_none_or(|seat| self.insight.has_known_all(seat))
    }

    fn log(&self, viewer: Viewer) -> String {
        self.own_log(viewer)
    }

    fn act(&mut self, action: &ActionChoice) -> Result<(), Fault> {
        let (seat, action) = self.choose(action)?;
        self.take(seat, action)
    }

    fn was(&self, line: usize, action: &ActionChoice) -> bool {
        let Some(Line::Do { seat, action: taken }) = self.game.record().lines.get(line) else {
            return false;
        };
        let Ok(before) = undo::back(&self.game, line) else {
            return false;
        };
        match action {
            ActionChoice::Notation(text) => notation::parse(&**before.rules(), before.state(), text)
                .is_ok_and(|action| before.rules().notation(before.state(), action) == *taken),
            ActionChoice::Index(index) => before
                .actions(*seat)
                .get(*index)
                .is_some_and(|action| before.rules().notation(before.state(), *action) == *taken),
        }
    }

    fn throw(&mut self) -> Result<(), Fault> {
        let throw = self.due()?;
        let turn = self.game.turn();
        let before = self.game.record().lines.len();
        self.open.clear();
        if self.game.driver().seed().is_some() {
            self.game.throw()
        } else {
            self.game.throw_from(&self.unseen)
        }
        .map_err(|error| refused(&error))?;
        let lines = self.game.record().lines[before..].iter();
        let rolls: Vec<Vec<u8>> = lines
            .filter_map(|line| if let Line::Throw { dice, .. } = line { Some(dice.clone()) } else { None })
            .collect();
        for (number, pips) in rolls.iter().enumerate() {
            let counts = number + 1 == rolls.len();
            let deed = Deed::Throw { throw: throw.clone(), pips: pips.clone(), counts };
            if counts {
                self.note(deed, turn);
            } else {
                self.log.add_again(&self.game, deed, turn, before + number + 1);
            }
        }
        Ok(())
    }

    fn throw_was(&mut self, pips: &[u8]) -> Result<(), Fault> {
        let throw = self.due()?;
        let turn = self.game.turn();
        let counts = self
            .game
            .throw_was(pips)
            .map_err(|error| Fault { field: Some("dice".to_owned()), ..refused(&error) })?;
        self.open.clear();
        self.note(Deed::Throw { throw, pips: pips.to_vec(), counts }, turn);
        Ok(())
    }

    fn resign(&mut self, seat: Seat) -> Result<(), Fault> {
        let turn = self.game.turn();
        self.game.resign(seat).map_err(|error| refused(&error))?;
        self.note(Deed::Resignation(seat), turn);
        Ok(())
    }

    fn undo(&mut self, viewer: Viewer) -> Result<usize, Fault> {
        let no = |why: String| Fault::new(Code::NoUndo, why);
        let last = self.undoable(viewer).map_err(no)?;
        self.game = undo::back(&self.game, last).map_err(no)?;
        self.log.back_to(&self.game);
        self.insight.back_to(self.game.driver());
        self.thoughts.back_to(self.log.len());
        self.open.retain(|(line, _)| *line < last);
        Ok(last)
    }

    fn think(&self) -> Result<Think, Fault> {
        self.ponder()
    }

    fn decided(&mut self, found: Found) -> Result<(), Fault> {
        self.take_found(found)
    }

    fn advise(&self, spec: &AgentSpec, decision: String, seed: GameSeed) -> Result<Advise, Fault> {
        self.advice(spec, decision, seed)
    }

    fn explain(&self, viewer: Viewer, step: Option<u32>) -> Result<reply::Explained, Fault> {
        self.explained(viewer, step)
    }

    fn reach(&self, viewer: Viewer, piece: PieceId) -> reply::Reach {
        // Each side's pieces as that side knows them, for both.
        let pieces = self.log.pieces(viewer);
        let owner = pieces.iter().find(|known| known.id == piece).map(|known| known.seat);
        let eyes = viewer.seat().or(owner).unwrap_or(Seat::FIRST);
        let view = self.game.view(eyes);
        let reach = owner.and_then(|_| self.game.rules().reach(&view, piece));
        reply::Reach { piece, reach }
    }

    fn odds(&self, action: &ActionChoice) -> Result<reply::Odds, Fault> {
        let (seat, action) = self.choose(action)?;
        let view = self.game.view(seat);
        Ok(reply::Odds {
            notation: self.game.rules().notation(self.game.state(), action),
            words: screen::one_line(&self.game.rules().describe(&view, action)),
            odds: self.game.rules().odds(&view, action).as_ref().map(chances),
        })
    }

    fn report(&self) -> Box<dyn FnOnce() -> Result<String, Fault> + Send> {
        let record = self.game.record().clone();
        Box::new(move || report::markdown::<R>(&record).map_err(|error| bad_record(&error)))
    }
}

/// Odds as they are told.
fn chances(odds: &Odds) -> reply::Chances {
    let results = odds.percentages().zip(&odds.chances);
    reply::Chances {
        initiator: odds.ledger.words(Party::Initiator),
        target: odds.ledger.words(Party::Target),
        results: results
            .map(|((words, percent), (_, weight))| reply::Chance {
                words: words.to_owned(),
                weight: *weight,
                percent,
            })
            .collect(),
        ledger: odds.ledger.clone(),
    }
}
