//! A conversation by the protocol: requests with numbers, answers in any order, events.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use crate::tail::excerpt;
use crate::{Fault, Process};

/// So much is kept of events that nobody has asked for; then the oldest are forgotten.
const MOST_EVENT_BYTES: usize = 32 << 20;
/// How much of a message that cannot be read is told.
const TOLD: usize = 120;

/// Lines to and from an engine, over whatever they go.
pub trait Line: Send {
    /// Sends a line. Never waits.
    fn send(&mut self, line: String);

    /// The next line that comes.
    ///
    /// # Errors
    /// [`Fault`] when none comes in time, none can come any more, or it cannot be read.
    fn receive(&mut self, patience: Duration) -> Result<String, Fault>;

    /// Says that nothing more will be sent. Whether the other end ends in time.
    fn end(&mut self, patience: Duration) -> bool;
}

impl Line for Process {
    fn send(&mut self, line: String) {
        Process::send(self, line);
    }

    fn receive(&mut self, patience: Duration) -> Result<String, Fault> {
        Process::receive(self, patience)
    }

    fn end(&mut self, patience: Duration) -> bool {
        self.close_input();
        self.has_ended_within(patience)
    }
}

impl<L: Line + ?Sized> Line for Box<L> {
    fn send(&mut self, line: String) {
        (**self).send(line);
    }

    fn receive(&mut self, patience: Duration) -> Result<String, Fault> {
        (**self).receive(patience)
    }

    fn end(&mut self, patience: Duration) -> bool {
        (**self).end(patience)
    }
}

/// Why a request has no good answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// No line.
    #[error(transparent)]
    Line(#[from] Fault),
    /// A line that is no message of the protocol.
    #[error("{0}")]
    Malformed(String),
    /// The engine answers with an error.
    #[error("{code}: {message}{}", .field.as_ref().map(|field| format!(" (`{field}`)")).unwrap_or_default())]
    Refused {
        /// The protocol's code.
        code: String,
        /// In words.
        message: String,
        /// The field that is wrong, if one is.
        field: Option<String>,
    },
}

/// An engine's answer to a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What it says.
    pub ok: Value,
    /// What it warns of.
    pub warnings: Vec<String>,
}

/// A conversation with an engine.
#[derive(Debug)]
pub struct Conversation<L> {
    line: L,
    next: u64,
    answers: BTreeMap<u64, Result<Answer, AskError>>,
    open: Vec<u64>,
    /// With their lengths as lines.
    events: VecDeque<(Value, usize)>,
    event_bytes: usize,
}

impl<L: Line> Conversation<L> {
    /// Nothing is said yet.
    pub fn new(line: L) -> Self {
        Self {
            line,
            next: 1,
            answers: BTreeMap::new(),
            open: Vec::new(),
            events: VecDeque::new(),
            event_bytes: 0,
        }
    }

    /// What the lines go over.
    pub fn line(&mut self) -> &mut L {
        &mut self.line
    }

    /// Sends a request; its number.
    pub fn send(&mut self, what: &str, fields: &Value) -> u64 {
        let id = self.next;
        self.next += 1;
        let mut request = Map::new();
        request.insert("id".to_owned(), json!(id));
        request.insert("do".to_owned(), json!(what));
        if let Value::Object(fields) = fields {
            request.extend(fields.iter().map(|(name, value)| (name.clone(), value.clone())));
        }
        self.line.send(Value::Object(request).to_string());
        self.open.push(id);
        id
    }

    /// Waits for the answer to a request; other answers and events are kept meanwhile.
    ///
    /// # Errors
    /// [`AskError`] when there is none, or it is an error.
    pub fn answer(&mut self, id: u64, patience: Duration) -> Result<Answer, AskError> {
        let until = Instant::now() + patience;
        loop {
            if let Some(answer) = self.answers.remove(&id) {
                return answer;
            }
            self.take(until, patience)?;
        }
    }

    /// Asks, and waits for the answer.
    ///
    /// # Errors
    /// As [`answer`](Self::answer).
    pub fn ask(&mut self, what: &str, fields: &Value, patience: Duration) -> Result<Answer, AskError> {
        let id = self.send(what, fields);
        self.answer(id, patience)
    }

    /// The next event, those that were kept first.
    ///
    /// # Errors
    /// [`AskError`] when none comes in time.
    pub fn event(&mut self, patience: Duration) -> Result<Value, AskError> {
        let until = Instant::now() + patience;
        loop {
            if let Some((event, length)) = self.events.pop_front() {
                self.event_bytes -= length;
                return Ok(event);
            }
            self.take(until, patience)?;
        }
    }

    fn keep(&mut self, event: Value, length: usize) {
        self.event_bytes += length;
        self.events.push_back((event, length));
        while self.event_bytes > MOST_EVENT_BYTES
            && let Some((_, length)) = self.events.pop_front()
        {
            self.event_bytes -= length;
        }
    }

    /// Takes one line in.
    fn take(&mut self, until: Instant, patience: Duration) -> Result<(), AskError> {
        let left = until.saturating_duration_since(Instant::now());
        let line = match self.line.receive(left) {
            Err(Fault::Silent(_)) => return Err(Fault::Silent(patience).into()),
            line => line?,
        };
        if line.trim().is_empty() {
            return Ok(());
        }
        let malformed = |what: &str| AskError::Malformed(format!("{what}: {}", excerpt(line.trim(), TOLD)));
        let Ok(Value::Object(message)) = serde_json::from_str(&line) else {
            return Err(malformed("a line that is no JSON object"));
        };
        if message.contains_key("event") {
            self.keep(Value::Object(message), line.len());
            return Ok(());
        }
        let id = match message.get("id") {
            Some(Value::Number(id)) => id.as_u64(),
            // It could not read to whom it answers.
            Some(Value::Null) => match refusal(&message) {
                Some(refused) => return Err(refused),
                None => None,
            },
            _ => None,
        };
        let Some(place) = id.and_then(|id| self.open.iter().position(|open| *open == id)) else {
            return Err(malformed("an answer to no open request"));
        };
        let warnings = match message.get("warnings") {
            None => Vec::new(),
            Some(list) => serde_json::from_value(list.clone())
                .map_err(|_| malformed("`warnings` that are no list of texts"))?,
        };
        let answer = match (message.get("ok"), message.get("error")) {
            (Some(ok), None) => Ok(Answer { ok: ok.clone(), warnings }),
            (None, Some(_)) => Err(refusal(&message)
                .ok_or_else(|| malformed("an `error` without the texts `code` and `message`"))?),
            _ => return Err(malformed("an answer with neither `ok` nor `error`, or both")),
        };
        self.answers.insert(self.open.swap_remove(place), answer);
        Ok(())
    }
}

fn refusal(message: &Map<String, Value>) -> Option<AskError> {
    let error = message.get("error")?;
    let text = |name: &str| Some(error.get(name)?.as_str()?.to_owned());
    Some(AskError::Refused { code: text("code")?, message: text("message")?, field: text("field") })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says these lines, whatever it is told.
    struct Script(VecDeque<&'static str>);

    impl Line for Script {
        fn send(&mut self, _: String) {}

        fn receive(&mut self, patience: Duration) -> Result<String, Fault> {
            self.0.pop_front().map(str::to_owned).ok_or(Fault::Silent(patience))
        }

        fn end(&mut self, _: Duration) -> bool {
            true
        }
    }

    fn conversation(lines: &[&'static str]) -> Conversation<Script> {
        Conversation::new(Script(lines.iter().copied().collect()))
    }

    const NOW: Duration = Duration::ZERO;

    #[test]
    fn answers_and_events_may_come_in_any_order() {
        let mut one = conversation(&[
            r#"{"id": 2, "ok": "two", "warnings": ["unknown field `x`"]}"#,
            r#"{"event": "over", "game": "g"}"#,
            "",
            r#"{"id": 1, "error": {"code": "stale", "message": "too late", "field": "decision"}}"#,
        ]);
        let (first, second) = (one.send("ping", &json!({})), one.send("ping", &json!({"x": 1})));
        let refused = one.answer(first, NOW).unwrap_err();
        assert_eq!(refused.to_string(), "stale: too late (`decision`)");
        let answer = one.answer(second, NOW).unwrap();
        assert_eq!((answer.ok, answer.warnings), (json!("two"), vec!["unknown field `x`".to_owned()]));
        assert_eq!(one.event(NOW).unwrap()["event"], "over");
        assert_eq!(one.event(NOW).unwrap_err(), Fault::Silent(NOW).into());
    }

    #[test]
    fn events_that_nobody_asks_for_do_not_fill_the_memory() {
        let mut flood = conversation(&[]);
        let event = || json!({ "event": "x".repeat(1 << 20) });
        for _ in 0..100 {
            flood.keep(event(), 1 << 20);
        }
        assert_eq!((flood.events.len(), flood.event_bytes), (32, MOST_EVENT_BYTES));
        assert_eq!(flood.event(NOW).unwrap(), event());
        assert_eq!(flood.event_bytes, MOST_EVENT_BYTES - (1 << 20));
    }

    #[test]
    fn what_is_no_message_is_told() {
        let fault =
            |line: &'static str| conversation(&[line]).ask("ping", &json!({}), NOW).unwrap_err().to_string();
        assert_eq!(fault("Hello, I am a bot"), "a line that is no JSON object: Hello, I am a bot");
        assert!(fault(r#"{"id": 1}"#).starts_with("an answer with neither `ok` nor `error`"));
        assert!(fault(r#"{"id": 1, "ok": 1, "error": {"code": "a", "message": "b"}}"#).contains("or both"));
        assert!(fault(r#"{"id": 2, "ok": 1}"#).starts_with("an answer to no open request"));
        assert!(fault(r#"{"ok": 1}"#).starts_with("an answer to no open request"));
        assert!(fault(r#"{"id": 1, "error": "no"}"#).contains("without the texts"));
        assert!(fault(r#"{"id": 1, "ok": 1, "warnings": "x"}"#).contains("no list of texts"));
        assert_eq!(fault(r#"{"id": null, "error": {"code": "bad-json", "message": "m"}}"#), "bad-json: m");
    }
}
