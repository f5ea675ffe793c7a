//! A deliberately bad engine: ours, with one fault.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sandtable_client::{Fault, Line};
use serde_json::{Value, json};

use crate::own::Own;

/// What is wrong with an engine.
#[derive(Clone, Copy)]
pub(crate) struct Flaw {
    /// Changes a request before the engine sees it.
    pub(crate) hears: fn(&mut Memory, &mut Value),
    /// Changes what the engine says; `false` keeps it back.
    pub(crate) says: fn(&mut Memory, &mut Value) -> bool,
    /// Whether it ends with its input.
    pub(crate) ends: bool,
}

impl Flaw {
    pub(crate) const NONE: Self = Self { hears: |_, _| {}, says: |_, _| true, ends: true };
}

/// What a bad engine remembers.
#[derive(Default)]
pub(crate) struct Memory {
    /// The name of the last request.
    pub(crate) asked: String,
    /// The token and the decision that it told last.
    pub(crate) token: Value,
    pub(crate) decision: Value,
}

/// A number that no other engine had.
pub(crate) fn fresh() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Our engine with a flaw.
pub(crate) struct Bad {
    own: Own,
    flaw: Flaw,
    memory: Memory,
}

impl Bad {
    pub(crate) fn new(own: Own, flaw: Flaw) -> Self {
        Self { own, flaw, memory: Memory::default() }
    }
}

impl Line for Bad {
    fn send(&mut self, line: String) {
        if let Ok(mut request @ Value::Object(_)) = serde_json::from_str(&line) {
            self.memory.asked = request["do"].as_str().unwrap_or_default().to_owned();
            (self.flaw.hears)(&mut self.memory, &mut request);
            self.own.send(request.to_string());
        } else {
            self.memory.asked.clear();
            self.own.send(line);
        }
    }

    fn receive(&mut self, patience: Duration) -> Result<String, Fault> {
        loop {
            let line = self.own.receive(patience)?;
            let mut said: Value = serde_json::from_str(&line).expect("our engine speaks JSON");
            if !said["ok"]["tokens"].is_null() {
                let tokens = &said["ok"]["tokens"];
                self.memory.token = ["both", "first", "second"]
                    .map(|seat| tokens[seat].clone())
                    .into_iter()
                    .find(|token| !token.is_null())
                    .unwrap_or_default();
            }
            if let Some(situation) = situation(&mut said) {
                self.memory.decision = situation["decision"].clone();
            }
            if (self.flaw.says)(&mut self.memory, &mut said) {
                return Ok(said.to_string());
            }
        }
    }

    fn end(&mut self, patience: Duration) -> bool {
        self.own.end(patience) && self.flaw.ends
    }
}

/// The situation in a message, if there is one.
pub(crate) fn situation(said: &mut Value) -> Option<&mut Value> {
    if said["event"] == "situation" {
        return Some(said);
    }
    let ok = said.get_mut("ok")?;
    if ok["situation"].is_object() {
        return ok.get_mut("situation");
    }
    ok["node"].is_string().then_some(ok)
}

/// Changes every situation.
pub(crate) fn each_situation(said: &mut Value, change: impl FnOnce(&mut Value)) -> bool {
    if let Some(situation) = situation(said) {
        change(situation);
    }
    true
}

/// Changes the code of an error.
pub(crate) fn code(said: &mut Value, from: &str, to: &str) -> bool {
    if said["error"]["code"] == from {
        said["error"]["code"] = json!(to);
    }
    true
}
