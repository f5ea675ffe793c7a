//! A server of the test's own, and a front end that speaks to it.

#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use sandtable_engine::Limits;
use sandtable_server::{ConnectionLimits, NotWritten, Options, Port, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A server in this process.
pub(crate) struct Serving {
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    running: JoinHandle<Result<(), NotWritten>>,
}

impl Serving {
    /// Starts one on a free port.
    pub(crate) async fn start(data: &std::path::Path, connections: ConnectionLimits) -> Self {
        let options = Options {
            address: "127.0.0.1".parse().unwrap(),
            port: Port::Exactly(0),
            data: data.to_owned(),
            hosts: Vec::new(),
            connections,
            engine: Limits::served(),
        };
        let server = Server::bind(options).await.unwrap();
        let address = server.address();
        let (stop, end) = oneshot::channel();
        let running = tokio::spawn(server.run(async {
            let _ = end.await;
        }));
        Self { address, stop, running }
    }

    /// Stops it as Ctrl-C does.
    pub(crate) async fn stop(self) {
        let _ = self.stop.send(());
        tokio::time::timeout(Duration::from_secs(20), self.running).await.unwrap().unwrap().unwrap();
    }

    /// Sends a request as it is written and reads the whole answer.
    pub(crate) async fn raw(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let _ = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// GETs a path, with more headers, each with its line end.
    pub(crate) async fn get(&self, path: &str, headers: &str) -> String {
        let address = self.address;
        self.raw(&format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n"))
            .await
    }

    pub(crate) async fn connect(&self) -> FrontEnd {
        let (stream, _) = connect_async(format!("ws://{}/ws", self.address)).await.unwrap();
        FrontEnd { stream, next: 0, events: Vec::new() }
    }
}

/// A front end on a WebSocket.
pub(crate) struct FrontEnd {
    pub(crate) stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
    pub(crate) events: Vec<Value>,
}

impl FrontEnd {
    /// The next message of whatever kind; a server that is silent fails the test.
    pub(crate) async fn message(&mut self) -> Option<Message> {
        let message = tokio::time::timeout(Duration::from_mins(1), self.stream.next()).await.unwrap();
        message.and_then(Result::ok)
    }

    /// The next answer or event.
    pub(crate) async fn value(&mut self) -> Value {
        loop {
            match self.message().await.unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Close(frame) => panic!("closed: {frame:?}"),
                _ => {}
            }
        }
    }

    /// Asks, and waits for the answer; events on the way are kept.
    pub(crate) async fn ask(&mut self, request: &str, mut fields: Value) -> Value {
        self.next += 1;
        fields["id"] = json!(self.next);
        fields["do"] = json!(request);
        self.stream.send(Message::text(fields.to_string())).await.unwrap();
        loop {
            let value = self.value().await;
            if value["id"] == json!(self.next) {
                return value;
            }
            self.events.push(value);
        }
    }

    /// Asks, and demands that it is done.
    pub(crate) async fn ok(&mut self, request: &str, fields: Value) -> Value {
        let mut answer = self.ask(request, fields).await;
        assert!(answer["ok"].is_object(), "{request}: {answer}");
        answer["ok"].take()
    }

    /// Reads to the end: the close code and reason.
    pub(crate) async fn closed(&mut self) -> Option<(u16, String)> {
        loop {
            if let Message::Close(frame) = self.message().await? {
                return frame.map(|frame| (frame.code.into(), frame.reason.to_string()));
            }
        }
    }
}
