//! A front end for tests: it asks, waits for its answer, and keeps the events.
#![allow(dead_code, reason = "each test file uses some of it")]
#![allow(clippy::needless_pass_by_value, reason = "`json!` makes values to be given away")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use sandtable_engine::{Connection, Engine, Limits, Memory};
use serde_json::{Value, json};

/// No test waits longer for anything.
const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) struct Front {
    connection: Option<Connection>,
    inbox: Receiver<Value>,
    pub(crate) events: RefCell<VecDeque<Value>>,
    /// Every line it was ever sent.
    pub(crate) lines: RefCell<Vec<Value>>,
    next: Cell<i64>,
}

pub(crate) fn engine() -> Arc<Engine> {
    Engine::new(Limits { threads: 2, ..Limits::own() }, Box::new(Memory::default())).unwrap()
}

impl Front {
    pub(crate) fn new(engine: &Arc<Engine>) -> Self {
        let (out, inbox) = channel();
        let sink = move |message: sandtable_protocol::Message| {
            drop(out.send(serde_json::to_value(&message).unwrap()));
        };
        let connection = engine.connect(Box::new(sink)).unwrap();
        Self {
            connection: Some(connection),
            inbox,
            events: RefCell::default(),
            lines: RefCell::default(),
            next: Cell::new(1),
        }
    }

    pub(crate) fn hang_up(&mut self) {
        self.connection = None;
    }

    pub(crate) fn say(&self, line: &str) {
        self.connection.as_ref().unwrap().receive(line);
    }

    /// Sends a request and does not wait; says its id.
    pub(crate) fn send(&self, name: &str, fields: Value) -> i64 {
        let id = self.next.get();
        self.next.set(id + 1);
        let mut request = fields;
        request["id"] = json!(id);
        request["do"] = json!(name);
        self.say(&request.to_string());
        id
    }

    /// The next thing that is sent.
    pub(crate) fn next(&self) -> Value {
        let message = self.inbox.recv_timeout(PATIENCE).expect("the engine says something");
        self.lines.borrow_mut().push(message.clone());
        message
    }

    /// The answer to a request; events that come before it are kept.
    pub(crate) fn answer_to(&self, id: i64) -> Value {
        loop {
            let message = self.next();
            if message["id"] == json!(id) {
                return message;
            }
            assert!(message.get("event").is_some(), "an answer to nothing: {message}");
            self.events.borrow_mut().push_back(message);
        }
    }

    pub(crate) fn ask(&self, name: &str, fields: Value) -> Value {
        self.answer_to(self.send(name, fields))
    }

    /// What is asked for.
    pub(crate) fn ok(&self, name: &str, fields: Value) -> Value {
        let answer = self.ask(name, fields);
        assert!(answer.get("error").is_none(), "{name}: {answer}");
        answer["ok"].clone()
    }

    /// The error that a request is answered with: its code.
    pub(crate) fn refused(&self, name: &str, fields: Value) -> String {
        let answer = self.ask(name, fields);
        assert!(answer.get("ok").is_none(), "{name}: {answer}");
        answer["error"]["code"].as_str().unwrap().to_owned()
    }

    /// The next event.
    pub(crate) fn event(&self) -> Value {
        if let Some(event) = self.events.borrow_mut().pop_front() {
            return event;
        }
        let message = self.next();
        assert!(message.get("event").is_some(), "an answer to nothing: {message}");
        message
    }
}

/// A game as one front end sees it: it answers whatever is asked until the end.
pub(crate) struct Player<'a> {
    pub(crate) front: &'a Front,
    pub(crate) game: Value,
    pub(crate) token: Value,
    pub(crate) situation: Value,
    pub(crate) log: Vec<Value>,
}

impl<'a> Player<'a> {
    pub(crate) fn begin(front: &'a Front, new: Value) -> Self {
        let begun = front.ok("new_game", new);
        let tokens = &begun["tokens"];
        let token = ["both", "first", "second"].iter().find_map(|name| tokens.get(name)).unwrap().clone();
        let mut player =
            Self { front, game: begun["game"].clone(), token, situation: json!(null), log: Vec::new() };
        player.take(begun["situation"].clone());
        player
    }

    pub(crate) fn seated(&self) -> Value {
        json!({ "game": self.game, "token": self.token })
    }

    pub(crate) fn take(&mut self, situation: Value) {
        let step = situation["step"].as_u64().unwrap() as usize;
        self.log.truncate(step);
        for entry in situation["log"].as_array().unwrap() {
            let at = entry["step"].as_u64().unwrap() as usize;
            assert!(at <= self.log.len(), "the log has a gap before {at}");
            self.log.truncate(at);
            self.log.push(entry.clone());
        }
        assert_eq!(self.log.len(), step);
        self.situation = situation;
    }

    pub(crate) fn with(&self, fields: Value) -> Value {
        let mut all = self.seated();
        all.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        all
    }

    /// Takes events until the front end is asked something, or all is over.
    pub(crate) fn wait(&mut self) {
        while self.situation["node"] != "over"
            && self.situation["decision"].is_null()
            && self.situation["throw"]["id"].is_null()
        {
            let event = self.front.event();
            assert_eq!(event["event"], "situation", "{event}");
            let mut event = event;
            event.as_object_mut().unwrap().remove("event");
            self.take(event);
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.situation["node"] == "over"
    }

    pub(crate) fn act(&mut self, index: usize) {
        let decision = self.situation["decision"].clone();
        let situation = self.front.ok("act", self.with(json!({ "decision": decision, "action": index })));
        self.take(situation);
    }

    /// Throws what is due; pips come from `pip`, by sides.
    pub(crate) fn throw(&mut self, mut pip: impl FnMut(u64) -> u64) {
        let dice = self.situation["throw"]["dice"].as_array().unwrap();
        let pips: Vec<u64> = dice.iter().map(|die| pip(die["sides"].as_u64().unwrap())).collect();
        let throw = self.situation["throw"]["id"].clone();
        let situation = self.front.ok("throw", self.with(json!({ "throw": throw, "dice": pips })));
        self.take(situation);
    }

    /// Plays to the end; `choose` picks among so many actions, `pip` a die's face.
    pub(crate) fn play(&mut self, mut choose: impl FnMut(&Value) -> usize, mut pip: impl FnMut(u64) -> u64) {
        loop {
            self.wait();
            if self.is_over() {
                return;
            }
            if self.situation["decision"].is_null() {
                self.throw(&mut pip);
            } else {
                let index = choose(&self.situation);
                self.act(index);
            }
        }
    }
}

/// A little generator, so that tests choose alike every time.
pub(crate) fn choices(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) % below.max(1)
    }
}
