//! A WebSocket and the engine: one message a frame, both ways.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use sandtable_engine::Connection;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::options::ConnectionLimits;
use crate::outbox::{End, Outgoing, outbox};
use crate::server::Shared;

/// Why a socket is closed by this side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// The other end closed it, or is gone.
    Gone,
    Silent,
    Idle,
    Slow,
    Binary,
    TooLarge,
    Stopping,
    NotWritten,
    TooMany,
}

impl Reason {
    /// The close code and what is said with it.
    fn frame(self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            Self::Gone | Self::Silent => return None,
            Self::Idle => (close_code::NORMAL, "nothing was asked for a long time: connect again to go on"),
            Self::Slow => (close_code::POLICY, "too much waited to be read: connect again and join the game"),
            Self::Binary => (close_code::UNSUPPORTED, "messages are text frames of one JSON object each"),
            Self::TooLarge => (close_code::SIZE, "the message is larger than the server takes"),
            Self::NotWritten => {
                (close_code::ERROR, "the battles cannot be written any more; the server stops")
            }
            Self::TooMany => (close_code::AGAIN, "the server has as many connections as it takes"),
            Self::Stopping => (close_code::AWAY, "the server stops; its battles are kept"),
        };
        Some(CloseFrame { code, reason: reason.into() })
    }
}

/// Serves one socket to its end.
pub(crate) async fn serve(socket: WebSocket, shared: Arc<Shared>) {
    let limits = shared.connections;
    let (sink, stream) = socket.split();
    let (outbox, outgoing) = outbox(shared.progress.clone(), limits.outgoing);
    let (silence, heard) = watch::channel(Instant::now());
    let mut writing = Writer { sink, outgoing, limits, heard };
    let reason = match shared.engine.connect(Box::new(move |message| outbox.put(message.to_line()))) {
        Err(_) => Reason::TooMany,
        Ok(connection) => tokio::select! {
            reason = read(stream, Arc::new(connection), &silence, limits) => reason,
            reason = writing.run() => reason,
            () = shared.stops() => Reason::Stopping,
        },
    };
    tracing::debug!(?reason, "socket closed");
    writing.close(reason).await;
}

/// Passes what is read to the engine, one message after the other: who floods waits.
async fn read(
    mut stream: SplitStream<WebSocket>,
    connection: Arc<Connection>,
    heard: &watch::Sender<Instant>,
    limits: ConnectionLimits,
) -> Reason {
    loop {
        let text = match timeout(limits.idle, next(&mut stream, heard)).await {
            Err(_) => return Reason::Idle,
            Ok(ControlFlow::Break(reason)) => return reason,
            Ok(ControlFlow::Continue(text)) => text,
        };
        let connection = Arc::clone(&connection);
        // The engine may write to disk before it answers.
        if tokio::task::spawn_blocking(move || connection.receive(&text)).await.is_err() {
            return Reason::Gone;
        }
    }
}

/// The next text; heartbeats on the way are noted.
async fn next(
    stream: &mut SplitStream<WebSocket>,
    heard: &watch::Sender<Instant>,
) -> ControlFlow<Reason, axum::extract::ws::Utf8Bytes> {
    loop {
        let message = match stream.next().await {
            None => return ControlFlow::Break(Reason::Gone),
            Some(Err(error)) => return ControlFlow::Break(fault(&error)),
            Some(Ok(message)) => message,
        };
        heard.send_replace(Instant::now());
        match message {
            Message::Text(text) => return ControlFlow::Continue(text),
            Message::Binary(_) => return ControlFlow::Break(Reason::Binary),
            Message::Close(_) => return ControlFlow::Break(Reason::Gone),
            Message::Ping(_) | Message::Pong(_) => {}
        }
    }
}

fn fault(error: &axum::Error) -> Reason {
    use std::error::Error as _;
    let mut cause = error.source();
    while let Some(inner) = cause {
        if inner.to_string().contains("too long") {
            return Reason::TooLarge;
        }
        cause = inner.source();
    }
    Reason::Gone
}

/// The writing half.
struct Writer {
    sink: SplitSink<WebSocket, Message>,
    outgoing: Outgoing,
    limits: ConnectionLimits,
    heard: watch::Receiver<Instant>,
}

impl Writer {
    /// Writes what comes, and asks now and then whether the other end is alive.
    async fn run(&mut self) -> Reason {
        let Self { sink, outgoing, limits, heard } = self;
        let mut beat = interval(limits.heartbeat);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            // A message that is waited for must not be dropped when the heart beats.
            let mut next = std::pin::pin!(outgoing.next());
            let text = loop {
                tokio::select! {
                    text = next.as_mut() => break text,
                    _ = beat.tick() => {
                        if heard.borrow().elapsed() > 2 * limits.heartbeat {
                            return Reason::Silent;
                        }
                        if let Err(reason) = send(sink, Message::Ping(Bytes::new()), limits).await {
                            return reason;
                        }
                    }
                }
            };
            let sent = match text {
                Ok(text) => send(sink, Message::Text(text.into()), limits).await,
                Err(End::Closed) => Err(Reason::Gone),
                Err(End::Full) => Err(Reason::Slow),
                Err(End::NotWritten) => Err(Reason::NotWritten),
            };
            if let Err(reason) = sent {
                return reason;
            }
        }
    }

    /// Says why, as far as the other end still listens.
    async fn close(&mut self, reason: Reason) {
        if let Some(frame) = reason.frame() {
            let farewell = async {
                let _ = self.sink.send(Message::Close(Some(frame))).await;
                let _ = self.sink.close().await;
            };
            let _ = timeout(self.limits.heartbeat.min(std::time::Duration::from_secs(2)), farewell).await;
        }
    }
}

async fn send(
    sink: &mut SplitSink<WebSocket, Message>,
    message: Message,
    limits: &ConnectionLimits,
) -> Result<(), Reason> {
    match timeout(limits.write, sink.send(message)).await {
        Err(_) => Err(Reason::Slow),
        Ok(Err(_)) => Err(Reason::Gone),
        Ok(Ok(())) => Ok(()),
    }
}
