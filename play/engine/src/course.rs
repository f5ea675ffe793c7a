//! What moves a game on by itself: throws of the engine, decisions of agents.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, MutexGuard, PoisonError};

use sandtable_protocol::message::{Event, Message, Trouble};
use sandtable_protocol::play::GameId;
use sandtable_protocol::{Code, Fault};

use crate::battle::{Found, Standing};
use crate::connection::Client;
use crate::engine::{Engine, Seating, lock};
use crate::table::{Stamp, Table};
use crate::thinking::{Handle, ThoughtClock};

impl Engine {
    /// A connection follows a game no more.
    pub(crate) fn leave(&self, client: &Client, game: &GameId) {
        client.left(game);
        let resident = self.tables.lock().unwrap_or_else(PoisonError::into_inner).get(game).cloned();
        if let Some(seating) = resident
            && let Ok(mut table) = lock(&seating)
        {
            table.leave(client.number());
        }
    }

    /// Keeps what was added to a game's record, or forgets what was not kept.
    pub(crate) fn keep(&self, table: &mut Table, before: usize) -> Result<(), Fault> {
        let kept = table.keep(&mut **self.store(), before);
        self.or_forget(table, kept)
    }

    pub(crate) fn or_forget(&self, table: &Table, kept: Result<(), Fault>) -> Result<(), Fault> {
        if kept.is_err() {
            self.forget(table.name());
        }
        kept
    }

    /// Moves a game on as far as it goes without a front end, and tells everybody. Every
    /// throw is announced before it is thrown.
    pub(crate) fn advance(self: &Arc<Self>, seating: &Seating, table: &mut MutexGuard<'_, Table>) {
        if let Err(error) = self.go_on(seating, table) {
            trouble(table, &error);
        }
    }

    fn go_on(self: &Arc<Self>, seating: &Seating, table: &mut MutexGuard<'_, Table>) -> Result<(), Fault> {
        loop {
            table.tell();
            match table.battle.standing() {
                Standing::Over => {
                    let closed = table.close(&mut **self.store());
                    return self.or_forget(table, closed);
                }
                Standing::Throw(seen) if table.throws(seen) => {
                    let before = table.battle.record().lines.len();
                    table.battle.throw()?;
                    self.keep(table, before)?;
                }
                Standing::Decision(seat) if !table.is_client(seat) => {
                    if !self.agent_decides(seating, table)? {
                        return Ok(());
                    }
                }
                Standing::Throw(_) | Standing::Decision(_) => {
                    // Whatever was asked for has come to its end.
                    table.steps.0 = 0;
                    return Ok(());
                }
            }
        }
    }

    /// Takes the decision that an agent came to, or lets it think. Says whether the game
    /// moved on.
    fn agent_decides(self: &Arc<Self>, seating: &Seating, table: &mut Table) -> Result<bool, Fault> {
        let waits = table.paused && table.steps.0 == 0;
        // Two agents play on only while somebody watches.
        if waits || table.thinking.is_some() || !table.has_client() && table.followers.is_empty() {
            return Ok(false);
        }
        let stamp = table.stamp();
        match table.pending.take() {
            Some((then, found)) if then == stamp => {
                let before = table.battle.record().lines.len();
                table.agent_decided(found)?;
                self.keep(table, before)?;
                Ok(true)
            }
            _ => {
                self.think(seating, table, stamp)?;
                Ok(false)
            }
        }
    }

    fn think(self: &Arc<Self>, seating: &Seating, table: &mut Table, stamp: Stamp) -> Result<(), Fault> {
        let work = table.battle.think()?;
        let handle = Arc::new(Handle::default());
        table.thinking = Some(Arc::clone(&handle));
        let watches = table.watches();
        let (engine, seating) = (Arc::clone(self), Arc::clone(seating));
        let clock = (self.limits().thinking, Arc::clone(&handle), Arc::clone(&self.closing));
        let task = move || {
            let (limit, handle, closing) = clock;
            let clock = ThoughtClock::start(limit, handle, closing, watches);
            let found = catch_unwind(AssertUnwindSafe(|| work(&clock)));
            engine.found(&seating, stamp, found.ok());
        };
        if !self.pool.add(table.name(), handle, Box::new(task)) {
            // The engine stops; the game goes on when it starts again.
            table.thinking = None;
        }
        Ok(())
    }

    /// An agent came to a decision, or failed.
    fn found(self: &Arc<Self>, seating: &Seating, stamp: Stamp, found: Option<Found>) {
        let Ok(mut table) = lock(seating) else {
            return;
        };
        table.thinking = None;
        match found {
            Some(found) => table.pending = Some((stamp, found)),
            None if table.stamp() == stamp => {
                let error = Fault::new(Code::Internal, "the agent failed; `resume` lets it try again");
                trouble(&mut table, &error);
            }
            None => {}
        }
        self.advance(seating, &mut table);
    }
}

/// Pauses a game in which something failed, and tells whoever follows it.
fn trouble(table: &mut Table, error: &Fault) {
    table.paused = true;
    for follower in &table.followers {
        let (game, error) = (table.name().clone(), error.clone());
        follower.client.send(Message::Event(Event::Trouble(Trouble { game, error })));
    }
}
