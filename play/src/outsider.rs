//! Another program at the table: asked for decisions by the engine protocol.
//!
//! It is sent what its seat knows, never the state or the record of the battle, and every
//! fault of it is a reason to lose. Its processes are kept for the games to come; one that
//! was at fault is ended.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sandtable_client::{AskError, CommandLine, Conversation, Fault, Process, StartError};
use sandtable_core::{GameSeed, Playable};
use sandtable_eval::{Answer, Failure, ForfeitKind, Player, Question};
use sandtable_protocol::call::{Decide, Listed, Seen};
use sandtable_protocol::play::ScenarioChoice;
use serde::Deserialize;
use serde_json::{Value, json};

/// Processes that are asked nothing more may take so long to end by themselves.
const FAREWELL: Duration = Duration::from_secs(1);

/// The processes of one command line.
#[derive(Debug)]
pub(crate) struct Engines {
    command: CommandLine,
    idle: Mutex<Vec<Engine>>,
}

/// A process, and whether it was greeted.
#[derive(Debug)]
struct Engine {
    talk: Conversation<Process>,
    is_greeted: bool,
}

impl Engines {
    /// Starts a first process, so that a command line that is wrong is no event's fault.
    ///
    /// # Errors
    /// [`StartError`] when it does not start.
    pub(crate) fn of(command: CommandLine) -> Result<Arc<Self>, StartError> {
        let first = Engine::start(&command)?;
        Ok(Arc::new(Self { command, idle: Mutex::new(vec![first]) }))
    }

    fn take(&self) -> Result<Engine, StartError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| Engine::start(&self.command), Ok)
    }

    fn give_back(&self, engine: Engine) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
    }
}

impl Drop for Engines {
    /// They may end by themselves; then they are ended.
    fn drop(&mut self) {
        let idle = self.idle.get_mut().unwrap_or_else(PoisonError::into_inner);
        let until = Instant::now() + FAREWELL;
        for engine in &mut *idle {
            engine.talk.line().close_input();
        }
        for engine in idle {
            engine.talk.line().has_ended_within(until.saturating_duration_since(Instant::now()));
        }
    }
}

impl Engine {
    fn start(command: &CommandLine) -> Result<Self, StartError> {
        Ok(Self { talk: Conversation::new(Process::start(command)?), is_greeted: false })
    }

    /// Learns whether it can play this ruleset at all.
    fn greet<R: Playable>(&mut self, patience: Duration) -> Result<(), Failure> {
        if self.is_greeted {
            return Ok(());
        }
        let hello = json!({
            "protocol": sandtable_protocol::VERSION,
            "client": concat!("sandtable ", env!("CARGO_PKG_VERSION")),
        });
        let welcome = self.ask("hello", &hello, patience)?;
        let welcome: Greeting = serde_json::from_value(welcome).map_err(|error| {
            Failure::new(ForfeitKind::Malformed, format!("what it answers to `hello`: {error}"))
        })?;
        let refusal = |detail: String| Failure::new(ForfeitKind::Refusal, detail);
        if welcome.protocol != sandtable_protocol::VERSION {
            let (theirs, ours) = (welcome.protocol, sandtable_protocol::VERSION);
            return Err(refusal(format!("it speaks version {theirs} of the protocol, this program {ours}")));
        }
        match welcome.rulesets.iter().find(|ruleset| ruleset.id == R::ID) {
            Some(ruleset) if ruleset.version != R::VERSION => Err(refusal(format!(
                "it plays `{}` version {}, this program version {}",
                R::ID,
                ruleset.version,
                R::VERSION
            ))),
            None if !welcome.rulesets.is_empty() => Err(refusal(format!("it does not play `{}`", R::ID))),
            _ => {
                self.is_greeted = true;
                Ok(())
            }
        }
    }

    fn ask(&mut self, what: &str, fields: &Value, patience: Duration) -> Result<Value, Failure> {
        match self.talk.ask(what, fields, patience) {
            Ok(answer) => Ok(answer.ok),
            Err(error) => {
                let kind = match &error {
                    AskError::Line(Fault::Silent(_)) => ForfeitKind::Silence,
                    AskError::Line(Fault::Ended { .. }) => ForfeitKind::Death,
                    AskError::Line(Fault::TooLong | Fault::Endless(_) | Fault::NotText(_))
                    | AskError::Malformed(_) => ForfeitKind::Malformed,
                    AskError::Refused { .. } => ForfeitKind::Refusal,
                };
                let said = match &error {
                    AskError::Line(Fault::Ended { .. }) => String::new(),
                    _ => self.talk.line().said(),
                };
                let said = if said.is_empty() { said } else { format!("; it said: {said}") };
                Err(Failure::new(kind, format!("{error}{said}")))
            }
        }
    }
}

/// What a match needs to know of an engine. An engine that lists no rulesets is taken at
/// its word, decision by decision.
#[derive(Debug, Deserialize)]
struct Greeting {
    protocol: String,
    #[serde(default)]
    rulesets: Vec<Known>,
}

/// Of a ruleset in the answer to `hello`, what decides whether it can play.
#[derive(Debug, Deserialize)]
struct Known {
    id: String,
    version: u32,
}

/// Another program, in one game.
pub(crate) struct Outsider {
    engines: Arc<Engines>,
    /// Nothing after a fault: such a process is ended.
    engine: Option<Engine>,
    seed: GameSeed,
}

impl Outsider {
    pub(crate) fn new(engines: &Arc<Engines>) -> Self {
        Self { engines: Arc::clone(engines), engine: None, seed: GameSeed::from_number(0) }
    }
}

impl Drop for Outsider {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take() {
            self.engines.give_back(engine);
        }
    }
}

impl<R: Playable> Player<R> for Outsider {
    fn begin(&mut self, seed: GameSeed, patience: Duration) -> Result<(), Failure> {
        let started = self.engines.take();
        let mut engine = started.map_err(|error| Failure::new(ForfeitKind::Death, error.to_string()))?;
        engine.greet::<R>(patience)?;
        self.engine = Some(engine);
        self.seed = seed;
        Ok(())
    }

    fn decide(&mut self, question: &Question<'_, R>) -> Result<Answer, Failure> {
        let gone = || Failure::new(ForfeitKind::Death, "it was ended after a fault");
        // Given back only when it has answered well.
        let mut engine = self.engine.take().ok_or_else(gone)?;
        let asked = decide(question, self.seed.derive("decision", question.step.into()));
        let decided = engine.ask("decide", &asked, question.patience)?;
        let answer = read(&decided)?;
        self.engine = Some(engine);
        Ok(answer)
    }
}

/// The request: what the seat knows, and no more.
fn decide<R: Playable>(question: &Question<'_, R>, chance: GameSeed) -> Value {
    let position = question.position;
    let (rules, view) = (position.rules(), position.view());
    let listed = |&action: &R::Action| Listed {
        notation: position.notation(action),
        words: rules.describe(view, action),
    };
    let seen = Seen {
        view: serde_json::to_value(view).expect("views are plain data, as conformance shows"),
        turn: position.turn(),
        prompt: rules.prompt(view),
        board: rules.board(view),
        actions: position.actions().iter().map(listed).collect(),
        log: question.seen.iter().map(|event| rules.narrate(event)).collect(),
    };
    let request = Decide {
        ruleset: Some(R::ID.to_owned()),
        scenario: Some(ScenarioChoice::Text { text: question.scenario.text().to_owned() }),
        seen: Some(seen),
        seat: Some(position.seat()),
        seed: Some(chance.to_string()),
        deadline_ms: Some(question.patience.as_millis() as u64),
        ..Decide::default()
    };
    serde_json::to_value(request).expect("requests are plain data")
}

/// The answer: `action` as an index or as text, or `notation`.
fn read(decided: &Value) -> Result<Answer, Failure> {
    let malformed = |what: &str| Err(Failure::new(ForfeitKind::Malformed, what));
    match (decided.get("action"), decided.get("notation")) {
        (Some(Value::String(text)), _) | (None, Some(Value::String(text))) => {
            Ok(Answer::Notation(text.clone()))
        }
        (Some(Value::Number(index)), _) => match index.as_u64().map(usize::try_from) {
            Some(Ok(index)) => Ok(Answer::Index(index)),
            _ => malformed("`action` is no index"),
        },
        (Some(_), _) => malformed("`action` is neither an index nor notation"),
        (None, _) => malformed("an answer to `decide` without `action`"),
    }
}
