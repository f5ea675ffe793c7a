//! A server of the test's own, and a front end that speaks to it.

#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use std::net::SocketAddr;
use std::time::Duration;

use sandtable_engine::Limits;
use sandtable_server::{ConnectionLimits, FINISHED, NotWritten, Options, Port, Server};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

mod front_end;

pub(crate) use front_end::FrontEnd;

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
            finished: FINISHED,
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

    /// Waits until the server says this of its health; the question is a connection too.
    pub(crate) async fn health_says(&self, wanted: &str) {
        let told = async {
            while !self.get("/health", "").await.contains(wanted) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_mins(1), told).await.expect(wanted);
    }

    pub(crate) async fn connect(&self) -> FrontEnd {
        FrontEnd::connect(&self.address.to_string()).await
    }
}
