//! An engine on trial: asked, and held to the form of its answers.

use std::time::{Duration, Instant};

use sandtable_protocol::call::Request;
use sandtable_protocol::hello::{Bounds, Welcome};
use sandtable_protocol::reply::{Begun, Tokens};
use sandtable_protocol::situation::{Situation, Waiting};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Launch, Options, Verdict};
use crate::tail::excerpt;
use crate::{AskError, Conversation, Fault, Line};

/// How much of an answer is told.
const TOLD: usize = 200;
/// A battle of more steps than this has no end.
const MOST_STEPS: usize = 50_000;

/// So many bytes are heard in one check.
const MOST_HEARD: usize = 256 << 20;

/// Keeps every line that the engine says.
pub(super) struct Recorder {
    line: Box<dyn Line>,
    pub(super) heard: Vec<String>,
    bytes: usize,
}

impl Line for Recorder {
    fn send(&mut self, line: String) {
        self.line.send(line);
    }

    fn receive(&mut self, patience: Duration) -> Result<String, Fault> {
        let line = self.line.receive(patience)?;
        self.bytes += line.len();
        if self.bytes > MOST_HEARD {
            return Err(Fault::Endless(MOST_HEARD));
        }
        self.heard.push(line.clone());
        Ok(line)
    }

    fn end(&mut self, patience: Duration) -> bool {
        self.line.end(patience)
    }
}

/// An error that an engine answers.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) code: String,
    pub(super) message: String,
    pub(super) field: Option<String>,
}

/// An engine on trial.
pub(super) struct Trial<'a> {
    launch: &'a Launch<'a>,
    pub(super) talk: Conversation<Recorder>,
    pub(super) patience: Duration,
    pub(super) thinking: Duration,
    ground: Option<&'a str>,
    /// So that no two choices are alike.
    choices: usize,
}

/// A game that an engine keeps.
pub(super) struct Table {
    pub(super) game: String,
    pub(super) tokens: Tokens,
    /// The seat's that plays here.
    pub(super) token: String,
    pub(super) commitment: String,
    pub(super) situation: Situation,
}

impl<'a> Trial<'a> {
    pub(super) fn start(
        launch: &'a Launch<'a>,
        options: &Options,
        ground: Option<&'a str>,
    ) -> Result<Self, String> {
        let Options { patience, thinking, .. } = *options;
        let line = launch().map_err(|error| error.to_string())?;
        let talk = Conversation::new(Recorder { line, heard: Vec::new(), bytes: 0 });
        Ok(Self { launch, talk, patience, thinking, ground, choices: 0 })
    }

    /// Another engine of the same command line.
    pub(super) fn another(&self) -> Result<Self, String> {
        let Self { patience, thinking, .. } = *self;
        Self::start(self.launch, &Options { patience, thinking, ..Options::default() }, self.ground)
    }

    /// The scenario of this trial.
    pub(super) fn ground(&self) -> &'a str {
        self.ground.unwrap_or_default()
    }

    /// An engine that only decides may leave out what it has not: that is filled in.
    pub(super) fn greet(&mut self) -> Result<Welcome, String> {
        let hello = json!({ "protocol": sandtable_protocol::VERSION, "client": "compliance" });
        let mut welcome: Value = self.ask("hello", &hello)?;
        if let Value::Object(fields) = &mut welcome {
            for list in ["rulesets", "agents", "levels", "options", "capabilities"] {
                fields.entry(list).or_insert_with(|| json!([]));
            }
            let none = Bounds {
                line: 1 << 20,
                games: 0,
                games_a_connection: 0,
                thinking_ms: 0,
                simulations: 0,
                game: 0,
                thoughts_a_connection: 1,
            };
            fields.entry("limits").or_insert_with(|| json!(none));
        }
        form("hello", welcome)
    }

    /// Greets it and finds an agent for a seat that need not play well: `random` if there is one.
    pub(super) fn opponent(&mut self) -> Result<String, String> {
        let agents = self.greet()?.agents;
        let found = agents.iter().find(|agent| agent.name == "random").or(agents.first());
        found.map(|agent| agent.name.clone()).ok_or_else(|| "`hello` lists no agents".to_owned())
    }

    /// Asks, and holds the answer to its form.
    pub(super) fn ask<T: DeserializeOwned>(&mut self, what: &str, fields: &Value) -> Result<T, String> {
        self.ask_within(what, fields, self.patience)
    }

    /// Asks for what needs thinking.
    pub(super) fn ask_thought<T: DeserializeOwned>(
        &mut self,
        what: &str,
        fields: &Value,
    ) -> Result<T, String> {
        self.ask_within(what, fields, self.thinking)
    }

    fn ask_within<T: DeserializeOwned>(
        &mut self,
        what: &str,
        fields: &Value,
        patience: Duration,
    ) -> Result<T, String> {
        let answer =
            self.talk.ask(what, fields, patience).map_err(|error| format!("to `{what}`: {error}"))?;
        if let Some(warning) = answer.warnings.first() {
            return Err(format!("to `{what}`, with no unknown field: the warning {warning}"));
        }
        form(what, answer.ok)
    }

    /// Asks for what must be refused.
    pub(super) fn refusal(&mut self, what: &str, fields: &Value) -> Result<Refusal, String> {
        match self.talk.ask(what, fields, self.patience) {
            Err(AskError::Refused { code, message, field }) => Ok(Refusal { code, message, field }),
            Err(error) => Err(format!("to `{what}`: {error}")),
            Ok(answer) => Err(format!("`{what}` with {} was taken: {}", short(fields), short(&answer.ok))),
        }
    }

    /// Asks for what must be refused with one of these codes.
    pub(super) fn must_refuse(
        &mut self,
        what: &str,
        fields: &Value,
        codes: &[&str],
    ) -> Result<Refusal, String> {
        let refusal = self.refusal(what, fields)?;
        if !codes.contains(&&*refusal.code) {
            let wanted = codes.join("` or `");
            return Err(format!(
                "`{what}` with {}: the code `{}` ({}), not `{wanted}`",
                short(fields),
                refusal.code,
                refusal.message
            ));
        }
        if refusal.message.trim().is_empty() {
            return Err(format!("`{what}`: the error `{}` without a message", refusal.code));
        }
        Ok(refusal)
    }

    /// Sends a line as it is and takes the next answer.
    pub(super) fn raw(&mut self, line: &str) -> Result<Value, String> {
        let shown = excerpt(line, 60);
        self.talk.line().send(line.to_owned());
        let until = Instant::now() + self.patience;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.talk.line().receive(left).map_err(|error| format!("after {shown}: {error}"))?;
            let answer: Value = serde_json::from_str(&line)
                .map_err(|_| format!("after {shown}: a line that is not JSON: {}", excerpt(&line, TOLD)))?;
            if answer.get("event").is_none() {
                return Ok(answer);
            }
        }
    }

    /// Whether it is there and listens.
    pub(super) fn ping(&mut self) -> Verdict {
        self.ask::<Value>("ping", &json!({})).map(|_| ())
    }

    /// Begins a game in the scenario of this trial.
    pub(super) fn begin(&mut self, seats: [&str; 2], more: &Value) -> Result<Table, String> {
        let mut fields = json!({
            "scenario": self.ground(),
            "seats": { "first": seats[0], "second": seats[1] },
        });
        for (name, value) in more.as_object().into_iter().flatten() {
            fields[name] = value.clone();
        }
        let begun: Begun = self.ask("new_game", &fields)?;
        let tokens = &begun.tokens;
        let token = tokens.both.clone().or_else(|| tokens.first.clone()).or_else(|| tokens.second.clone());
        let token = token.ok_or("`new_game` answers no token")?;
        Ok(Table {
            game: begun.game,
            tokens: begun.tokens,
            token,
            commitment: begun.commitment,
            situation: begun.situation,
        })
    }

    /// Waits until the front end has something to do, or the game is over. `each` is told of
    /// every situation on the way.
    pub(super) fn settle(
        &mut self,
        table: &mut Table,
        mut each: impl FnMut(&Situation) -> Verdict,
    ) -> Verdict {
        // Other events than this game's do not prolong it.
        let mut until = Instant::now() + self.thinking;
        while is_waiting(&table.situation) {
            let left = until.saturating_duration_since(Instant::now());
            let event = self.talk.event(left).map_err(|error| {
                format!("while `node` was `{:?}`: {error}", table.situation.node).to_lowercase()
            })?;
            if event["event"] == "trouble" {
                return Err(format!("an event `trouble`: {}", short(&event)));
            }
            if event["event"] == "situation" && event["game"] == *table.game {
                table.situation = form("situation", event)?;
                until = Instant::now() + self.thinking;
                each(&table.situation)?;
            }
        }
        Ok(())
    }

    /// Some index below `count`, never twice the same way.
    pub(super) fn choice(&mut self, count: usize) -> usize {
        self.choices += 1;
        (self.choices.wrapping_mul(2_654_435_761) >> 7) % count.max(1)
    }

    /// Fields of a request about a table, with more.
    pub(super) fn act(&mut self, table: &mut Table, action: &Value) -> Verdict {
        let decision = table.situation.decision.clone().ok_or("a decision without an id")?;
        let fields = table.with(&json!({ "decision": decision, "action": action }));
        table.situation = self.ask("act", &fields)?;
        Ok(())
    }

    /// Says what the dice that are due show: anything that they can.
    pub(super) fn roll(&mut self, table: &mut Table) -> Verdict {
        let due = table.situation.throw.clone().ok_or("a throw is due, but `throw` is null")?;
        let id = due.id.ok_or("a throw of the front end's without an id")?;
        let dice: Vec<usize> = due.dice.iter().map(|die| 1 + self.choice(die.sides.into())).collect();
        table.situation = self.ask("throw", &table.with(&json!({ "throw": id, "dice": dice })))?;
        Ok(())
    }

    /// Plays a battle to its end, any action for any. `each` is told of every situation.
    pub(super) fn play_out(
        &mut self,
        table: &mut Table,
        mut each: impl FnMut(&Situation) -> Verdict,
    ) -> Verdict {
        each(&table.situation)?;
        for _ in 0..MOST_STEPS {
            self.settle(table, &mut each)?;
            match table.situation.node {
                Waiting::Over => return Ok(()),
                Waiting::Throw => self.roll(table)?,
                Waiting::Decision | Waiting::Thinking => {
                    let chosen = self.choice(table.situation.actions.len());
                    let action = table.situation.actions.get(chosen).ok_or("a decision without actions")?;
                    // By index and by notation, in turns.
                    let action =
                        if chosen.is_multiple_of(2) { json!(action.index) } else { json!(action.notation) };
                    self.act(table, &action)?;
                }
            }
            each(&table.situation)?;
        }
        Err(format!("the battle has no end after {MOST_STEPS} steps"))
    }
}

impl Table {
    /// Fields of a request about this game: its name, the token, and more.
    pub(super) fn with(&self, more: &Value) -> Value {
        let mut fields = json!({ "game": self.game, "token": self.token });
        for (name, value) in more.as_object().into_iter().flatten() {
            fields[name] = value.clone();
        }
        fields
    }
}

/// Whether the game waits for somebody else than this front end.
fn is_waiting(situation: &Situation) -> bool {
    match situation.node {
        Waiting::Over => false,
        Waiting::Decision => situation.decision.is_none(),
        Waiting::Throw => situation.throw.as_ref().is_none_or(|throw| throw.id.is_none()),
        Waiting::Thinking => true,
    }
}

/// Holds an answer to its form.
pub(super) fn form<T: DeserializeOwned>(what: &str, value: Value) -> Result<T, String> {
    let shown = short(&value);
    serde_json::from_value(value).map_err(|error| format!("`{what}` is not of its form ({error}): {shown}"))
}

pub(super) fn short(value: &Value) -> String {
    excerpt(&value.to_string(), TOLD)
}

/// The names of all requests.
pub(super) fn requests() -> &'static [&'static str] {
    Request::NAMES
}

/// Demands something, or says what was got.
pub(super) fn demand(holds: bool, got: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(got()) }
}
