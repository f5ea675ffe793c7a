//! Sockets: what they cost at most, and why they are closed.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use std::time::Duration;

use common::Serving;
use futures_util::SinkExt as _;
use sandtable_server::ConnectionLimits;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn messages_that_are_none_are_answered_or_end_the_connection() {
    let data = tempfile::tempdir().unwrap();
    let serving = Serving::start(data.path(), ConnectionLimits::default()).await;
    let mut front_end = serving.connect().await;
    for (text, code) in [
        ("", "bad-json"),
        ("[]", "bad-json"),
        ("{\"id\": 1}", "bad-request"),
        ("{\"id\": 1, \"do\": \"nothing\"}", "unknown-request"),
    ] {
        front_end.stream.send(Message::text(text)).await.unwrap();
        assert_eq!(front_end.value().await.unwrap()["error"]["code"], code, "{text}");
    }
    let long = format!("{{\"id\": 1, \"do\": \"ping\", \"x\": \"{}\"}}", "x".repeat(1 << 20));
    front_end.stream.send(Message::text(long)).await.unwrap();
    assert_eq!(front_end.value().await.unwrap()["error"]["code"], "too-large");
    front_end.ok("ping", json!({})).await.unwrap();

    front_end.stream.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    let (code, reason) = front_end.closed().await.unwrap();
    assert!(code == 1003 && reason.contains("text frames"), "{code} {reason}");

    let mut front_end = serving.connect().await;
    // The server may have ended it before all of it is sent.
    let _ = front_end.stream.send(Message::text("x".repeat(3 << 20))).await;
    // The reason may be overtaken by the end of the connection: much is still unread.
    if let Some((code, reason)) = front_end.closed().await {
        assert!(code == 1009 && reason.contains("larger"), "{code} {reason}");
    }
    serving.connect().await.ok("ping", json!({})).await.unwrap();
    serving.stop().await;
}

#[tokio::test]
async fn who_asks_nothing_for_long_is_sent_away() {
    let data = tempfile::tempdir().unwrap();
    let limits = ConnectionLimits { idle: Duration::from_secs(2), ..ConnectionLimits::default() };
    let serving = Serving::start(data.path(), limits).await;
    let mut front_end = serving.connect().await;
    // Longer than that in all, and each time much less.
    for _ in 0..6 {
        tokio::time::sleep(Duration::from_millis(400)).await;
        front_end.ok("ping", json!({})).await.unwrap();
    }
    let (code, reason) = front_end.closed().await.unwrap();
    assert!(code == 1000 && reason.contains("connect again"), "{code} {reason}");
    serving.stop().await;
}

#[tokio::test]
async fn who_shows_no_life_is_given_up() {
    let data = tempfile::tempdir().unwrap();
    let limits = ConnectionLimits { heartbeat: Duration::from_millis(500), ..ConnectionLimits::default() };
    let serving = Serving::start(data.path(), limits).await;
    let mut alive = serving.connect().await;
    let dead = serving.connect().await;
    // Reading answers the heartbeats.
    assert!(matches!(alive.message().await, Some(Message::Ping(_))));
    let lives = async {
        loop {
            alive.ok("ping", json!({})).await.unwrap();
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    // The living one and this question.
    tokio::select! {
        () = serving.health_says("\"connections\":2") => {}
        () = lives => {}
    }
    alive.ok("ping", json!({})).await.unwrap();
    drop(dead);
    serving.stop().await;
}

#[tokio::test]
async fn who_does_not_read_is_sent_away_with_the_reason() {
    let data = tempfile::tempdir().unwrap();
    let limits =
        ConnectionLimits { outgoing: 200_000, write: Duration::from_secs(1), ..ConnectionLimits::default() };
    let serving = Serving::start(data.path(), limits).await;
    let mut front_end = serving.connect().await;
    // Nobody reads the answers: the system's buffers fill, then the outbox.
    let hello = json!({"id": 1, "do": "hello", "protocol": "0.1"}).to_string();
    let flood = async { while front_end.stream.send(Message::text(hello.clone())).await.is_ok() {} };
    tokio::time::timeout(Duration::from_mins(2), flood).await.expect("the server ends it");
    serving.stop().await;
}

#[tokio::test]
async fn a_stopping_server_says_goodbye() {
    let data = tempfile::tempdir().unwrap();
    let serving = Serving::start(data.path(), ConnectionLimits::default()).await;
    let mut front_end = serving.connect().await;
    front_end.ok("ping", json!({})).await.unwrap();
    let farewell = tokio::spawn(async move { front_end.closed().await.unwrap() });
    serving.stop().await;
    let (code, reason) = farewell.await.unwrap();
    assert!(code == 1001 && reason.contains("kept"), "{code} {reason}");
}
