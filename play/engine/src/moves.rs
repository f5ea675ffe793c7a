//! Requests that move a game on.

use std::time::Duration;

use sandtable_protocol::call::{self, Seated};
use sandtable_protocol::message::{Event, Message, Rematch};
use sandtable_protocol::play::{GameId, Viewer};
use sandtable_protocol::reply::{Begun, Resynced, Tokens};
use sandtable_protocol::{Code, Fault, Reply};

use crate::battle::Standing;
use crate::connection::Asked;
use crate::engine::{Seating, lock};
use crate::games::Beginning;
use crate::scenarios::bad_scenario;
use crate::seeds;
use crate::table::{Table, kept};
use crate::thinking::pace;

impl Asked {
    /// The game and whose eyes the token opens there.
    pub(crate) fn seating(&self, game: &GameId) -> Result<Seating, Fault> {
        self.engine.table(game)
    }

    fn situation_of(&self, table: &mut Table, viewer: Viewer) {
        let situation = table.answer(&self.client, viewer);
        self.answer(Ok(Reply::Situation(Box::new(situation))));
    }

    fn follow(&self, table: &mut Table, viewer: Viewer, pace: Option<Duration>) -> Result<(), Fault> {
        self.client.follows(table.name(), self.engine.limits().games_a_connection)?;
        table.follow(&self.client, viewer, pace);
        Ok(())
    }

    pub(crate) fn new_game(&self, new: &call::NewGame) -> Result<(), Fault> {
        let secret = new.commitment.as_ref().map(|hash| self.client.committed(hash)).transpose()?;
        self.client.may_follow(self.engine.limits().games_a_connection)?;
        let begun = self.engine.begin(new, secret)?;
        self.sit_down(begun, new.paused, pace(new.report_every))
    }

    pub(crate) fn go_on_with(&self, from: &call::Continue) -> Result<(), Fault> {
        let secret = from.commitment.as_ref().map(|hash| self.client.committed(hash)).transpose()?;
        self.client.may_follow(self.engine.limits().games_a_connection)?;
        let begun = self.engine.go_on_with(from, secret)?;
        self.sit_down(begun, from.paused, pace(from.report_every))
    }

    /// Takes part in a game that this connection began.
    fn sit_down(
        &self,
        (seating, tokens): (Seating, Tokens),
        paused: bool,
        pace: Option<Duration>,
    ) -> Result<(), Fault> {
        let mut table = lock(&seating)?;
        table.paused = paused;
        let viewer = match (&tokens.both, &tokens.first) {
            (Some(_), _) => Viewer::Both,
            (None, Some(_)) => Viewer::First,
            (None, None) => Viewer::Second,
        };
        self.follow(&mut table, viewer, pace)?;
        let situation = table.situation(viewer, None);
        let (game, commitment) = (table.name().clone(), table.seeds.commitment());
        self.answer(Ok(Reply::Begun(Box::new(Begun { game, tokens, commitment, situation }))));
        self.engine.advance(&seating, &mut table);
        Ok(())
    }

    pub(crate) fn join(&self, join: &call::Join) -> Result<(), Fault> {
        let seating = self.seating(&join.game)?;
        let mut table = lock(&seating)?;
        let viewer = table.viewer(&join.token)?;
        self.follow(&mut table, viewer, pace(join.report_every))?;
        self.answer(Ok(Reply::Situation(Box::new(table.situation(viewer, None)))));
        self.engine.advance(&seating, &mut table);
        Ok(())
    }

    pub(crate) fn situation(&self, question: &call::Situation) -> Result<(), Fault> {
        let seating = self.seating(&question.game)?;
        let table = lock(&seating)?;
        let viewer = table.viewer(&question.token)?;
        self.answer(Ok(Reply::Situation(Box::new(table.situation(viewer, question.since)))));
        Ok(())
    }

    pub(crate) fn resync(&self, resync: &call::Resync) -> Result<(), Fault> {
        let seating = self.seating(&resync.game)?;
        let table = lock(&seating)?;
        let viewer = table.viewer(&resync.token)?;
        let same = table.hash(viewer) == resync.hash;
        let situation = (!same).then(|| table.situation(viewer, None));
        self.answer(Ok(Reply::Resynced(Box::new(Resynced { same, situation }))));
        Ok(())
    }

    /// Changes a game, keeps what was added to its record, answers, and lets the game go on.
    fn change(
        &self,
        game: &GameId,
        token: &str,
        change: impl FnOnce(&mut Table, Viewer) -> Result<bool, Fault>,
    ) -> Result<(), Fault> {
        let seating = self.seating(game)?;
        let mut table = lock(&seating)?;
        let viewer = table.viewer(token)?;
        let before = table.battle.record().lines.len();
        if change(&mut table, viewer)? {
            self.engine.keep(&mut table, before)?;
        }
        self.situation_of(&mut table, viewer);
        self.engine.advance(&seating, &mut table);
        Ok(())
    }

    pub(crate) fn act(&self, act: &call::Act) -> Result<(), Fault> {
        let most = self.engine.limits().game;
        self.change(&act.game, &act.token, |table, viewer| {
            table.act(viewer, &act.decision, &act.action, most)
        })
    }

    pub(crate) fn throw(&self, throw: &call::Throw) -> Result<(), Fault> {
        self.change(&throw.game, &throw.token, |table, viewer| table.throw(viewer, &throw.throw, &throw.dice))
    }

    pub(crate) fn resign(&self, resign: &call::Resign) -> Result<(), Fault> {
        self.change(&resign.game, &resign.token, |table, viewer| {
            let wanted = resign.seat.or(viewer.seat()).or(match table.battle.standing() {
                Standing::Decision(seat) => Some(seat),
                Standing::Throw(_) | Standing::Over => None,
            });
            let Some(seat) = wanted else {
                return Err(Fault::at(Code::BadRequest, "seat", "say which `seat` gives up"));
            };
            if !viewer.is(seat) || !table.is_client(seat) {
                return Err(Fault::at(Code::BadToken, "seat", "this token does not play that seat"));
            }
            table.battle.resign(seat).map(|()| true)
        })
    }

    pub(crate) fn undo(&self, seated: &Seated) -> Result<(), Fault> {
        let seating = self.seating(&seated.game)?;
        let mut table = lock(&seating)?;
        let viewer = table.viewer(&seated.token)?;
        if !table.has_client() {
            return Err(Fault::new(Code::NoUndo, "you decide nothing in this game"));
        }
        let left = table.battle.undo(viewer)?;
        table.undos += 1;
        table.pending = None;
        // What the agent thinks about did not happen.
        if let Some(handle) = &table.thinking {
            handle.stop();
            self.engine.pool.hurry(handle);
        }
        let undone = self.engine.store().undo(table.name(), left).map_err(|error| kept(&error));
        self.engine.or_forget(&table, undone)?;
        self.situation_of(&mut table, viewer);
        self.engine.advance(&seating, &mut table);
        Ok(())
    }

    /// Changes the pace of a game's agents.
    pub(crate) fn pace(&self, seated: &Seated, change: impl FnOnce(&mut Table, Viewer)) -> Result<(), Fault> {
        self.change(&seated.game, &seated.token, |table, viewer| {
            change(table, viewer);
            Ok(false)
        })
    }

    /// The same scenario again, with the sides swapped. Whoever else played is told.
    pub(crate) fn rematch(&self, seated: &Seated) -> Result<(), Fault> {
        let seating = self.seating(&seated.game)?;
        let (viewer, begun, pace) = {
            let table = lock(&seating)?;
            let own = table.followers.iter().find(|known| known.client.number() == self.client.number());
            (table.viewer(&seated.token)?, table.begun.clone(), own.and_then(|own| own.pace))
        };
        let scenario = sandtable_core::Scenario::parse(&begun.source, &begun.scenario)
            .map_err(|error| bad_scenario(&error))?;
        self.client.may_follow(self.engine.limits().games_a_connection)?;
        let [first, second] = begun.players;
        let (again, tokens) = self.engine.begin_with(Beginning {
            scenario,
            players: [second, first],
            dice: begun.dice,
            secret: seeds::secret()?,
            number: None,
            lines: Vec::new(),
        })?;
        let theirs = |viewer: Viewer| match viewer {
            Viewer::First => tokens.second.clone(),
            Viewer::Second => tokens.first.clone(),
            Viewer::Both => tokens.both.clone(),
        };
        let mut own = tokens.clone();
        match viewer {
            Viewer::Both => {}
            Viewer::First => (own.first, own.both) = (None, None),
            Viewer::Second => (own.second, own.both) = (None, None),
        }
        let mut table = lock(&again)?;
        let swapped = viewer.seat().map_or(Viewer::Both, |seat| seat.other().into());
        self.follow(&mut table, swapped, pace)?;
        let game = table.name().clone();
        let situation = table.situation(swapped, None);
        let commitment = table.seeds.commitment();
        let begun = Begun { game: game.clone(), tokens: own, commitment, situation };
        self.answer(Ok(Reply::Begun(Box::new(begun))));
        self.engine.advance(&again, &mut table);
        drop(table);
        for follower in &lock(&seating)?.followers {
            if follower.viewer != viewer
                && viewer != Viewer::Both
                && let Some(token) = theirs(follower.viewer).filter(|_| follower.viewer != Viewer::Both)
            {
                let (game, rematch) = (seated.game.clone(), game.clone());
                follower.client.send(Message::Event(Event::Rematch(Rematch { game, rematch, token })));
            }
        }
        Ok(())
    }
}
