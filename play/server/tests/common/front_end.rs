//! A front end on a WebSocket, for the tests of the server and of the program.

use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// No test waits longer for anything; only a test that fails waits so long.
const PATIENCE: Duration = Duration::from_mins(2);

/// The connection ended: the code and the reason, where they were told.
#[derive(Debug)]
pub(crate) struct Gone(pub(crate) Option<(u16, String)>);

/// A front end: it asks, waits for its answer, and keeps the events.
pub(crate) struct FrontEnd {
    pub(crate) stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
    /// What came without being asked for, and was not taken yet.
    pub(crate) events: Vec<Value>,
    /// How long each answer took, by request.
    pub(crate) waits: Vec<(&'static str, Duration)>,
}

impl FrontEnd {
    /// Connects to a server at `ADDRESS:PORT`.
    pub(crate) async fn connect(place: &str) -> Self {
        let (stream, _) = connect_async(format!("ws://{place}/ws")).await.unwrap();
        Self { stream, next: 0, events: Vec::new(), waits: Vec::new() }
    }

    /// The next message of whatever kind; a server that is silent fails the test.
    pub(crate) async fn message(&mut self) -> Option<Message> {
        let message = tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("the server is silent");
        message.and_then(Result::ok)
    }

    /// The next answer or event.
    pub(crate) async fn value(&mut self) -> Result<Value, Gone> {
        loop {
            match self.message().await {
                Some(Message::Text(text)) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Message::Close(frame)) => {
                    return Err(Gone(frame.map(|frame| (frame.code.into(), frame.reason.to_string()))));
                }
                Some(_) => {}
                None => return Err(Gone(None)),
            }
        }
    }

    /// The next event.
    pub(crate) async fn event(&mut self) -> Result<Value, Gone> {
        if self.events.is_empty() { self.value().await } else { Ok(self.events.remove(0)) }
    }

    /// Asks, and waits for the answer; events on the way are kept.
    pub(crate) async fn ask(&mut self, request: &'static str, mut fields: Value) -> Result<Value, Gone> {
        self.next += 1;
        fields["id"] = json!(self.next);
        fields["do"] = json!(request);
        let start = Instant::now();
        self.stream.send(Message::text(fields.to_string())).await.map_err(|_| Gone(None))?;
        loop {
            let value = self.value().await?;
            if value["id"] == json!(self.next) {
                self.waits.push((request, start.elapsed()));
                return Ok(value);
            }
            self.events.push(value);
        }
    }

    /// Asks, and demands that it is done.
    pub(crate) async fn ok(&mut self, request: &'static str, fields: Value) -> Result<Value, Gone> {
        let mut answer = self.ask(request, fields).await?;
        assert!(answer["ok"].is_object(), "{request}: {answer}");
        Ok(answer["ok"].take())
    }

    /// Reads to the end: the code and the reason.
    pub(crate) async fn closed(&mut self) -> Option<(u16, String)> {
        loop {
            if let Err(Gone(why)) = self.value().await {
                return why;
            }
        }
    }
}
