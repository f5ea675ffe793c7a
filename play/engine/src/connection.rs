//! One front end: what it asks, what it is sent.

use std::collections::{BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sandtable_core::GameSeed;
use sandtable_protocol::call::{Id, Request};
use sandtable_protocol::message::{Answer, Message};
use sandtable_protocol::play::GameId;
use sandtable_protocol::reply::{Committed, Done};
use sandtable_protocol::{Call, Code, Fault, Reply, decode};

use crate::engine::{Engine, Sink};
use crate::hello;
use crate::seeds;
use crate::table::Table;
use crate::thinking::Handle;

/// One front end. Dropping it disconnects: its thoughts end, its games go on.
pub struct Connection {
    engine: Arc<Engine>,
    client: Arc<Client>,
}

/// What the engine's other parts hold of a front end.
pub(crate) struct Client {
    number: u64,
    sink: Sink,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The games it follows.
    followed: BTreeSet<GameId>,
    /// The requests of it that think.
    thoughts: HashMap<Id, Arc<Handle>>,
    /// The secret that it was told the hash of.
    committed: Option<GameSeed>,
}

/// A request that waits for its answer.
#[derive(Clone)]
pub(crate) struct Asked {
    pub(crate) engine: Arc<Engine>,
    pub(crate) client: Arc<Client>,
    pub(crate) id: Id,
    warnings: Vec<String>,
}

impl Asked {
    /// For the answer to another request of this connection.
    pub(crate) fn on_behalf_of(&self, id: Id) -> Self {
        Self { id, warnings: Vec::new(), ..self.clone() }
    }

    /// Answers.
    pub(crate) fn answer(&self, result: Result<Reply, Fault>) {
        let (ok, error) = match result {
            Ok(reply) => (Some(reply), None),
            Err(fault) => (None, Some(fault)),
        };
        let answer = Answer { id: Some(self.id.clone()), ok, error, warnings: self.warnings.clone() };
        self.client.send(Message::Answer(answer));
    }
}

impl Client {
    pub(crate) fn new(number: u64, sink: Sink) -> Arc<Self> {
        Arc::new(Self { number, sink, state: Mutex::default() })
    }

    /// Its number among the engine's connections.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Sends it something.
    pub(crate) fn send(&self, message: Message) {
        (self.sink)(message);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change is one insertion or removal.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that it follows a game.
    ///
    /// # Errors
    /// [`Code::TooMany`] when it follows too many.
    pub(crate) fn follows(&self, game: &GameId, most: usize) -> Result<(), Fault> {
        if !self.state().followed.contains(game) {
            self.may_follow(most)?;
        }
        self.state().followed.insert(game.clone());
        Ok(())
    }

    /// Whether it may follow one more game.
    ///
    /// # Errors
    /// [`Code::TooMany`] when it follows too many.
    pub(crate) fn may_follow(&self, most: usize) -> Result<(), Fault> {
        if self.state().followed.len() >= most {
            let message = format!("this connection follows {most} games already: `leave` one first");
            return Err(Fault::new(Code::TooMany, message));
        }
        Ok(())
    }

    /// Whether it follows a game.
    pub(crate) fn is_following(&self, game: &GameId) -> bool {
        self.state().followed.contains(game)
    }

    /// Notes that it does not follow a game any more.
    pub(crate) fn left(&self, game: &GameId) {
        self.state().followed.remove(game);
    }

    /// Notes that a request thinks.
    ///
    /// # Errors
    /// [`Code::Busy`] when one of this id does, [`Code::TooMany`] when too many do.
    pub(crate) fn thinks(&self, id: &Id, most: usize) -> Result<Arc<Handle>, Fault> {
        let mut state = self.state();
        if state.thoughts.contains_key(id) {
            return Err(Fault::at(Code::Busy, "id", "a request of this id is being thought about"));
        }
        if state.thoughts.len() >= most {
            let message = format!("{most} requests of this connection are being thought about already");
            return Err(Fault::new(Code::TooMany, message));
        }
        let handle = Arc::new(Handle::default());
        state.thoughts.insert(id.clone(), Arc::clone(&handle));
        Ok(handle)
    }

    /// The thought of a request, if it still runs.
    pub(crate) fn thought(&self, id: &Id) -> Option<Arc<Handle>> {
        self.state().thoughts.get(id).cloned()
    }

    /// Notes that a thought came to an end. Only who is told `true` may answer.
    pub(crate) fn thought_ended(&self, id: &Id, handle: &Arc<Handle>) -> bool {
        let mut state = self.state();
        let is_it = state.thoughts.get(id).is_some_and(|known| Arc::ptr_eq(known, handle));
        if is_it {
            state.thoughts.remove(id);
        }
        is_it
    }

    /// Draws a secret and keeps it for the next game; says its hash.
    fn commit(&self) -> Result<Committed, Fault> {
        let secret = seeds::secret()?;
        self.state().committed = Some(secret);
        Ok(Committed { commitment: secret.commitment() })
    }

    /// The secret that it was told this hash of, once.
    ///
    /// # Errors
    /// [`Code::Stale`] when it was told none, or another.
    pub(crate) fn committed(&self, commitment: &str) -> Result<GameSeed, Fault> {
        let mut state = self.state();
        let secret = state.committed.take_if(|secret| secret.commitment() == commitment);
        secret.ok_or_else(|| {
            Fault::at(Code::Stale, "commitment", "not what the last `commit` answered: ask for another")
        })
    }
}

impl Connection {
    pub(crate) fn new(engine: Arc<Engine>, client: Arc<Client>) -> Self {
        Self { engine, client }
    }

    /// Takes one message. Never waits for thinking: answers and events go to the sink.
    pub fn receive(&self, line: &str) {
        match decode(line, self.engine.limits().line) {
            Err(undecoded) => {
                let (id, error) = (undecoded.id, Some(undecoded.fault));
                let answer = Answer { id, ok: None, error, warnings: Vec::new() };
                self.client.send(Message::Answer(answer));
            }
            Ok(decoded) => {
                let Call { id, request } = decoded.call;
                let (engine, client) = (Arc::clone(&self.engine), Arc::clone(&self.client));
                let asked = Asked { engine, client, id, warnings: decoded.warnings };
                // A mistake of ours ends this request, not the engine.
                let done = catch_unwind(AssertUnwindSafe(|| handle(&asked, request)));
                match done {
                    Ok(Ok(())) => {}
                    Ok(Err(fault)) => asked.answer(Err(fault)),
                    Err(_) => {
                        let message = "the engine failed at this request; the game is read anew";
                        asked.answer(Err(Fault::new(Code::Internal, message)));
                    }
                }
            }
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let (followed, thoughts) = {
            let mut state = self.client.state();
            (std::mem::take(&mut state.followed), std::mem::take(&mut state.thoughts))
        };
        for handle in thoughts.into_values() {
            handle.stop();
        }
        for game in followed {
            self.engine.leave(&self.client, &game);
        }
        self.engine.disconnected();
    }
}

/// Does what is asked. Who comes back without an error has answered, or will.
fn handle(asked: &Asked, request: Request) -> Result<(), Fault> {
    let engine = &asked.engine;
    match request {
        Request::Hello(hello) => asked.answer(hello::welcome(engine, &hello).map(Reply::Welcome)),
        Request::Ping(_) => asked.answer(Ok(Reply::Done(Done {}))),
        Request::Commit(_) => asked.answer(asked.client.commit().map(Reply::Committed)),
        Request::Leave(leave) => {
            if !asked.client.is_following(&leave.game) {
                let message = "this connection follows no such game";
                return Err(Fault::at(Code::UnknownGame, "game", message));
            }
            engine.leave(&asked.client, &leave.game);
            asked.answer(Ok(Reply::Done(Done {})));
        }
        Request::NewGame(new) => asked.new_game(&new)?,
        Request::Continue(saved) => asked.go_on_with(&saved)?,
        Request::Join(join) => asked.join(&join)?,
        Request::Situation(question) => asked.situation(&question)?,
        Request::Act(act) => asked.act(&act)?,
        Request::Throw(throw) => asked.throw(&throw)?,
        Request::Undo(seated) => asked.undo(&seated)?,
        Request::Resign(resign) => asked.resign(&resign)?,
        Request::Rematch(seated) => asked.rematch(&seated)?,
        Request::Pause(seated) => asked.pace(&seated, |table, _| table.paused = true)?,
        Request::Step(seated) => asked.pace(&seated, Table::step)?,
        Request::Resume(seated) => asked.pace(&seated, |table, _| table.resume())?,
        Request::Resync(resync) => asked.resync(&resync)?,
        Request::Reach(reach) => asked.reach(&reach)?,
        Request::Odds(odds) => asked.odds(&odds)?,
        Request::Explain(explain) => asked.explain(&explain)?,
        Request::Record(seated) => asked.record(&seated)?,
        Request::Report(report) => asked.report(&report)?,
        Request::Hint(hint) => asked.hint(&hint)?,
        Request::Decide(decide) => asked.decide(&decide)?,
        Request::Stop(which) => asked.stop(&which)?,
        Request::Cancel(cancel) => asked.cancel(&cancel),
    }
    Ok(())
}
