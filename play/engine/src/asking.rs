//! Requests that ask about a game, and those that think.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use sandtable_agents::{AgentSpec, Progress};
use sandtable_core::{GameSeed, Playable};
use sandtable_gym::{Visitor, visit};
use sandtable_protocol::call::{self, Id, Seated};
use sandtable_protocol::message::{Event, Message, Thinking};
use sandtable_protocol::play::{GameId, Viewer};
use sandtable_protocol::reply::{Done, Hint, Record, Report};
use sandtable_protocol::{Code, Fault, Reply};

use crate::battle::{Advise, Standing};
use crate::connection::Asked;
use crate::engine::lock;
use crate::opponents;
use crate::table::Table;
use crate::thinking::{ThoughtClock, Watch, pace};

/// What an answer that must be in time is given to travel.
const SLACK: Duration = Duration::from_millis(20);

impl Table {
    /// What a viewer may see of the record: all of it at the end and where nothing was hidden
    /// from it, and else what it saw.
    pub(crate) fn record(&self, viewer: Viewer) -> Record {
        let full = self.battle.standing() == Standing::Over || self.battle.saw_all(viewer);
        let text = if full { self.battle.record().to_text() } else { self.battle.log(viewer) };
        Record { full, text }
    }

    /// The work of writing the report.
    pub(crate) fn report(
        &self,
        viewer: Viewer,
    ) -> Result<Box<dyn FnOnce() -> Result<String, Fault> + Send>, Fault> {
        if self.battle.standing() != Standing::Over && viewer != Viewer::Both {
            let message = "a report shows both sides: it is written when the battle is over";
            return Err(Fault::new(Code::Unsupported, message));
        }
        Ok(self.battle.report())
    }
}

impl Asked {
    pub(crate) fn reach(&self, question: &call::Reach) -> Result<(), Fault> {
        let seating = self.seating(&question.game)?;
        let table = lock(&seating)?;
        let viewer = table.viewer(&question.token)?;
        self.answer(Ok(Reply::Reach(Box::new(table.battle.reach(viewer, question.piece)))));
        Ok(())
    }

    pub(crate) fn odds(&self, question: &call::Odds) -> Result<(), Fault> {
        let seating = self.seating(&question.game)?;
        let table = lock(&seating)?;
        let viewer = table.viewer(&question.token)?;
        at_hand(&table, viewer, &question.decision)?;
        self.answer(Ok(Reply::Odds(Box::new(table.battle.odds(&question.action)?))));
        Ok(())
    }

    pub(crate) fn explain(&self, question: &call::Explain) -> Result<(), Fault> {
        let seating = self.seating(&question.game)?;
        let table = lock(&seating)?;
        let viewer = table.viewer(&question.token)?;
        self.answer(Ok(Reply::Explained(Box::new(table.battle.explain(viewer, question.step)?))));
        Ok(())
    }

    pub(crate) fn record(&self, seated: &Seated) -> Result<(), Fault> {
        self.answer(Ok(Reply::Record(self.engine.record(&seated.game, &seated.token)?)));
        Ok(())
    }

    pub(crate) fn report(&self, question: &call::Report) -> Result<(), Fault> {
        let seating = self.seating(&question.game)?;
        let table = lock(&seating)?;
        let viewer = table.viewer(&question.token)?;
        let work = table.report(viewer)?;
        self.think(table.name(), move |_, _| work().map(|text| Reply::Report(Report { text })), None, None)
    }

    pub(crate) fn hint(&self, question: &call::Hint) -> Result<(), Fault> {
        let seating = self.seating(&question.game)?;
        let table = lock(&seating)?;
        let viewer = table.viewer(&question.token)?;
        let Some(decision) =
            table.at_hand(viewer).filter(|_| matches!(table.battle.standing(), Standing::Decision(_)))
        else {
            return Err(Fault::new(Code::NotYourTurn, "there is nothing for you to decide now"));
        };
        let spec = match &question.agent {
            Some(agent) => opponents::read(agent, "agent", self.engine.limits())?,
            None => adviser(&table.begun.ruleset)?,
        };
        let seed = table.seeds.secret().derive("hint", table.stamp().0 as u64);
        let advise = table.battle.advise(&spec, decision, seed)?;
        let game = table.name().clone();
        self.advise(Some(game), advise, (question.report_every, None), |hint| Reply::Hint(Box::new(hint)))
    }

    /// Lets an adviser think, and answers with what it came to: within some time, if it
    /// is of no use later.
    pub(crate) fn advise(
        &self,
        game: Option<GameId>,
        advise: Advise,
        (report_every, within): (Option<u64>, Option<Duration>),
        reply: impl FnOnce(Hint) -> Reply + Send + 'static,
    ) -> Result<(), Fault> {
        let owner = game.clone().unwrap_or_else(|| format!("connection {}", self.client.number()));
        let Advise { list, work } = advise;
        let every = pace(report_every);
        let work = move |clock: &ThoughtClock, _: &Asked| Ok(reply(work(clock)));
        let most = self.engine.limits().thinking;
        let deadline =
            within.map(|within| Instant::now() + within.saturating_sub((within / 10).max(SLACK)).min(most));
        self.think(&owner, work, deadline, every.map(|every| (every, game, list)))
    }

    /// Has work done in the pool and answers with what comes of it, unless it is cancelled.
    fn think(
        &self,
        owner: &str,
        work: impl FnOnce(&ThoughtClock, &Asked) -> Result<Reply, Fault> + Send + 'static,
        deadline: Option<Instant>,
        watched: Option<(Duration, Option<GameId>, Vec<String>)>,
    ) -> Result<(), Fault> {
        let handle = self.client.thinks(&self.id, self.engine.limits().thoughts_a_connection)?;
        let (asked, own) = (self.clone(), Arc::clone(&handle));
        let task = move || {
            if asked.client.thought(&asked.id).is_none() {
                return;
            }
            let watch = watched.map(|(every, game, list)| asked.watch(every, game, list));
            let (most, closing) = (asked.engine.limits().thinking, Arc::clone(&asked.engine.closing));
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let limit = left.unwrap_or(most).min(most);
            let clock = ThoughtClock::start(limit, Arc::clone(&own), closing, watch.into_iter().collect());
            let done = catch_unwind(AssertUnwindSafe(|| work(&clock, &asked)));
            let done = done.unwrap_or_else(|_| Err(Fault::new(Code::Internal, "the agent failed")));
            if asked.client.thought_ended(&asked.id, &own) {
                asked.answer(done);
            }
        };
        if !self.engine.pool.add(owner, Arc::clone(&handle), Box::new(task)) {
            self.client.thought_ended(&self.id, &handle);
            return Err(Fault::new(Code::Cancelled, "the engine is stopping"));
        }
        Ok(())
    }

    fn watch(&self, every: Duration, game: Option<GameId>, list: Vec<String>) -> Watch {
        let (client, id) = (Arc::clone(&self.client), self.id.clone());
        Watch::new(every, move |progress: &Progress| {
            if client.thought(&id).is_some() {
                client.send(thinking(game.clone(), Some(id.clone()), progress, &list));
            }
        })
    }

    pub(crate) fn stop(&self, which: &call::Which) -> Result<(), Fault> {
        let handle = match (&which.request, &which.game) {
            (Some(request), _) => self.client.thought(request),
            (None, Some(game)) => {
                let token = which.token.as_ref().ok_or_else(|| {
                    Fault::at(Code::BadRequest, "token", "stopping a game's agent needs a token of that game")
                })?;
                let seating = self.seating(game)?;
                let table = lock(&seating)?;
                table.viewer(token)?;
                table.thinking.clone()
            }
            (None, None) => {
                return Err(Fault::at(
                    Code::BadRequest,
                    "request",
                    "say which `request` or `game` is to stop",
                ));
            }
        };
        // What has answered already needs no stopping.
        if let Some(handle) = handle {
            handle.stop();
            self.engine.pool.hurry(&handle);
        }
        self.answer(Ok(Reply::Done(Done {})));
        Ok(())
    }

    pub(crate) fn cancel(&self, cancel: &call::Cancel) {
        if let Some(handle) = self.client.thought(&cancel.request)
            && self.client.thought_ended(&cancel.request, &handle)
        {
            handle.stop();
            self.on_behalf_of(cancel.request.clone()).answer(Err(Fault::new(Code::Cancelled, "cancelled")));
        }
        self.answer(Ok(Reply::Done(Done {})));
    }
}

/// How far a thought is, as it is told: `list` is the legal list in notation.
pub(crate) fn thinking(
    game: Option<GameId>,
    request: Option<Id>,
    progress: &Progress,
    list: &[String],
) -> Message {
    Message::Event(Event::Thinking(Thinking {
        game,
        request,
        simulations: progress.simulations,
        value: progress.value,
        best: progress.best.and_then(|best| list.get(best).cloned()),
    }))
}

/// Refuses a decision that is not the one at hand.
fn at_hand(table: &Table, viewer: Viewer, decision: &str) -> Result<(), Fault> {
    match table.at_hand(viewer) {
        Some(known) if known == decision => Ok(()),
        Some(_) => Err(Fault::at(Code::Stale, "decision", "this decision is not the one at hand")),
        None => Err(Fault::new(Code::NotYourTurn, "there is nothing for you to decide now")),
    }
}

struct Adviser;

impl Visitor for Adviser {
    type Out = AgentSpec;

    fn visit<R: Playable>(self) -> AgentSpec {
        opponents::adviser::<R>()
    }
}

fn adviser(ruleset: &str) -> Result<AgentSpec, Fault> {
    visit(ruleset, Adviser).map_err(|error| Fault::new(Code::Internal, error.to_string()))
}

/// The seed of an adviser's own chance.
pub(crate) fn seed(text: Option<&String>) -> Result<GameSeed, Fault> {
    match text {
        None => Ok(GameSeed::from_number(0)),
        Some(text) => {
            GameSeed::parse(text).map_err(|error| Fault::at(Code::BadRequest, "seed", error.to_string()))
        }
    }
}
