//! Who follows a game, and what each is told.

use std::sync::Arc;
use std::time::Duration;

use sandtable_protocol::message::{Event, Message, Over};
use sandtable_protocol::play::Viewer;
use sandtable_protocol::{Fault, Situation};

use crate::asking::thinking;
use crate::connection::Client;
use crate::store::Store;
use crate::table::{Table, kept};
use crate::thinking::Watch;

/// A connection that follows the game.
pub(crate) struct Follower {
    pub(crate) client: Arc<Client>,
    pub(crate) viewer: Viewer,
    /// How many entries of the log it was sent.
    sent: u32,
    /// The hash of what it was sent.
    hash: String,
    /// How often it wants to be told how far agents' thoughts are.
    pub(crate) pace: Option<Duration>,
}

impl Table {
    /// Lets a connection follow the game, and be told how far thoughts are at this pace.
    pub(crate) fn follow(&mut self, client: &Arc<Client>, viewer: Viewer, pace: Option<Duration>) {
        let number = client.number();
        self.followers.retain(|follower| follower.client.number() != number || follower.viewer != viewer);
        let (sent, hash) = (self.battle.step(viewer), self.hash(viewer));
        self.followers.push(Follower { client: Arc::clone(client), viewer, sent, hash, pace });
    }

    /// Whoever wants to be told how far the thought that begins now is, and may be. That an
    /// agent thinks about what a seat cannot see is not for that seat.
    pub(crate) fn watches(&self) -> Vec<Watch> {
        let may_be = |follower: &&Follower| self.battle.knows_all(follower.viewer);
        let watch = |follower: &Follower| {
            // Most want none: the list is written for those alone who do.
            let pace = follower.pace?;
            let (client, game, list) =
                (Arc::clone(&follower.client), self.name().clone(), self.battle.listed());
            Some(Watch::new(pace, move |progress| {
                if client.is_following(&game) {
                    client.send(thinking(Some(game.clone()), None, progress, &list));
                }
            }))
        };
        self.followers.iter().filter(may_be).filter_map(watch).collect()
    }

    /// A connection leaves.
    pub(crate) fn leave(&mut self, client: u64) {
        self.followers.retain(|follower| follower.client.number() != client);
    }

    /// How the game stands, for the answer to a connection: the log from what it was sent
    /// last. Who does not follow gets the last entry.
    pub(crate) fn answer(&mut self, client: &Client, viewer: Viewer) -> Situation {
        let (step, hash) = (self.battle.step(viewer), self.hash(viewer));
        let number = client.number();
        let mut followers = self.followers.iter_mut();
        let known = followers.find(|known| known.client.number() == number && known.viewer == viewer);
        let since = match known {
            None => step.saturating_sub(1),
            Some(follower) => {
                follower.hash = hash;
                std::mem::replace(&mut follower.sent, step).min(step)
            }
        };
        self.situation(viewer, Some(since))
    }

    /// Sends every follower what is new to it.
    pub(crate) fn tell(&mut self) {
        for number in 0..self.followers.len() {
            let viewer = self.followers[number].viewer;
            let hash = self.hash(viewer);
            if self.followers[number].hash != hash {
                let step = self.battle.step(viewer);
                let since = self.followers[number].sent.min(step);
                let situation = self.situation(viewer, Some(since));
                let follower = &mut self.followers[number];
                (follower.sent, follower.hash) = (step, hash);
                follower.client.send(Message::Event(Event::Situation(Box::new(situation))));
            }
        }
    }

    /// Tells every follower that the game is over, once.
    pub(crate) fn close(&mut self, store: &mut dyn Store) -> Result<(), Fault> {
        if std::mem::replace(&mut self.is_closed, true) {
            return Ok(());
        }
        store.finish(self.name()).map_err(|error| kept(&error))?;
        if let Some(verdict) = self.battle.verdict() {
            for follower in &self.followers {
                let (game, verdict) = (self.name().clone(), verdict.clone());
                follower.client.send(Message::Event(Event::Over(Over { game, verdict })));
            }
        }
        Ok(())
    }
}
