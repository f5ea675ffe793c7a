//! The situation of a hosted battle, for one viewer.

use sandtable_core::{Party, Playable, Seat, Throw};
use sandtable_protocol::Situation;
use sandtable_protocol::play::Viewer;
use sandtable_protocol::situation::{Action, ThrowDue, Undo, Verdict, Waiting};
use serde::Serialize;

use super::Hosted;
use crate::battle::Frame;
use crate::screen;

/// A line of what a viewer saw, as `record` gives it while the battle lasts.
#[derive(Serialize)]
struct Seen {
    step: u32,
    turn: u16,
    text: String,
}

impl<R: Playable> Hosted<R> {
    /// How it stands for a viewer.
    pub(super) fn picture(&self, frame: Frame) -> Situation {
        let viewer = frame.viewer;
        let (rules, eyes) = (self.game.rules(), self.eyes(viewer));
        let view = self.game.view(eyes);
        let due = self.game.due().filter(|throw| viewer.seat().is_none_or(|seat| throw.seen.by(seat)));
        let decider = self.game.decider();
        let is_asked = decider.is_some_and(|seat| viewer.is(seat) && self.agents[seat.index()].is_none());
        let node = match decider {
            _ if self.game.is_over() => Waiting::Over,
            Some(seat) if self.agents[seat.index()].is_some() => Waiting::Thinking,
            Some(_) => Waiting::Decision,
            None => Waiting::Throw,
        };
        let actions = if is_asked { self.actions(eyes, &view) } else { Vec::new() };
        let prompt = if is_asked { screen::one_line(&rules.prompt(&view)) } else { String::new() };
        Situation {
            game: frame.game,
            seat: viewer,
            ruleset: R::ID.to_owned(),
            scenario: self.title.clone(),
            sides: self.sides.clone(),
            players: frame.players,
            dice: frame.dice,
            step: self.log.step(viewer),
            turn: self.game.turn(),
            node,
            to_move: decider.or_else(|| due.as_ref().map(|throw| throw.seat)),
            paused: frame.paused,
            prompt,
            decision: frame.at_hand.clone().filter(|_| is_asked),
            actions,
            throw: due.map(|throw| self.throw_due(&throw, frame.at_hand)),
            tabletop: frame.since.is_none().then(|| rules.tabletop()),
            pieces: self.log.pieces(viewer),
            board: rules.board(&view),
            forces: self.forces(viewer),
            log: self.log.entries(&self.game, viewer, frame.since.unwrap_or(0), &self.sides, |happening| {
                self.thoughts.may_see(viewer, happening, self.game.is_over())
            }),
            undo: self.undo_told(viewer),
            hash: frame.hash,
            verdict: self.ending(),
            commitment: frame.commitment,
            continued: (frame.continued > 0).then(|| self.log.within(viewer, frame.continued)),
            secret: frame.secret,
        }
    }

    fn actions(&self, seat: Seat, view: &R::View) -> Vec<Action> {
        let rules = self.game.rules();
        let list = self.game.actions(seat).iter().enumerate();
        list.map(|(index, &action)| Action {
            index,
            notation: rules.notation(self.game.state(), action),
            words: screen::one_line(&rules.describe(view, action)),
            sketch: rules.sketch(view, action),
            throws: rules.odds(view, action).is_some(),
        })
        .collect()
    }

    fn throw_due(&self, throw: &Throw, id: Option<String>) -> ThrowDue {
        let dice = screen::dice(throw, &self.sides);
        let modified = |party| {
            let words = throw.ledger.words(party);
            if throw.ledger.modifiers.iter().any(|m| m.party == party) {
                format!("; {words}")
            } else {
                String::new()
            }
        };
        let modifiers = format!("{}{}", modified(Party::Initiator), modified(Party::Target));
        ThrowDue {
            id,
            purpose: throw.purpose.name().to_owned(),
            seat: throw.seat,
            dice: throw.dice.to_vec(),
            ledger: throw.ledger.clone(),
            words: format!("Throw for {}: {dice}{modifiers}.", throw.purpose.name()),
        }
    }

    /// Each side's units as the viewer knows them.
    fn forces(&self, viewer: Viewer) -> [Vec<String>; 2] {
        Seat::BOTH.map(|side| {
            let view = self.game.view(viewer.seat().unwrap_or(side));
            self.game.rules().forces(&view, side).iter().map(|line| screen::one_line(line)).collect()
        })
    }

    fn undo_told(&self, viewer: Viewer) -> Undo {
        match self.undoable(viewer) {
            Err(why) => Undo { allowed: false, step: None, why },
            Ok(line) => Undo {
                allowed: true,
                step: self.log.step_of_line(viewer, line),
                why: "The last decision can be taken back.".to_owned(),
            },
        }
    }

    /// How the battle ended.
    pub(super) fn ending(&self) -> Option<Verdict> {
        let value = self.game.value()?;
        let winner = match value {
            value if value > 0.0 => Some(Seat::FIRST),
            value if value < 0.0 => Some(Seat::SECOND),
            _ => None,
        };
        Some(Verdict {
            value,
            winner,
            margin: self.game.verdict().map_or(0, |verdict| verdict.margin),
            resigned: self.game.resigned(),
            words: screen::verdict(&self.game, &self.sides),
        })
    }

    /// What a viewer saw, as JSON Lines.
    pub(super) fn own_log(&self, viewer: Viewer) -> String {
        let entries = self.log.entries(&self.game, viewer, 0, &self.sides, |_| false);
        let mut page = screen::Page::default();
        for entry in entries {
            let line = serde_json::to_string(&Seen { step: entry.step, turn: entry.turn, text: entry.text });
            page.line(line.unwrap_or_default());
        }
        page.text()
    }
}
