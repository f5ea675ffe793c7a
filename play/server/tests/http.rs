//! Plain HTTP: what is there, who may ask, what browsers are told.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use std::time::Duration;

use common::Serving;
use sandtable_server::ConnectionLimits;

#[tokio::test]
async fn every_answer_is_closed_to_other_sites() {
    let data = tempfile::tempdir().unwrap();
    let serving = Serving::start(data.path(), ConnectionLimits::default()).await;
    for path in ["/", "/index.html", "/health", "/report.css", "/nowhere", "/ws", "/games/x/record", "/%ff"] {
        let answer = serving.get(path, "").await.to_lowercase();
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self';",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "x-frame-options: deny",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(answer.contains(header), "{path}: {header}: {answer}");
        }
        assert!(!answer.starts_with("http/1.1 5"), "{path}: {answer}");
        assert!(!answer.contains("access-control"), "{path}");
    }
    serving.stop().await;
}

#[tokio::test]
async fn the_page_asks_no_other_party() {
    let data = tempfile::tempdir().unwrap();
    let serving = Serving::start(data.path(), ConnectionLimits::default()).await;
    let page = serving.get("/", "").await;
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("text/html; charset=utf-8"), "{page}");
    let is_foreign = |text: &&str| text.contains("://") || text.starts_with("//");
    assert_eq!(page.split(['"', '\'']).find(is_foreign), None, "the page speaks of others");
    let files = page.split("=\"/").skip(1).map(|rest| rest.split('"').next().unwrap());
    for file in files {
        let answer = serving.get(&format!("/{file}"), "").await;
        assert!(answer.starts_with("HTTP/1.1 200"), "/{file}: {answer}");
        let tag = answer.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
        let again = serving.get(&format!("/{file}"), &format!("If-None-Match: {tag}\r\n")).await;
        assert!(again.starts_with("HTTP/1.1 304"), "{again}");
    }
    serving.stop().await;
}

#[tokio::test]
async fn strangers_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let serving = Serving::start(data.path(), ConnectionLimits::default()).await;
    let with_host = |host: &str| format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    assert!(serving.raw(&with_host("evil.example")).await.starts_with("HTTP/1.1 421"));
    assert!(serving.raw(&with_host("localhost:1")).await.starts_with("HTTP/1.1 200"));
    assert!(serving.raw("GET / HTTP/1.1\r\nConnection: close\r\n\r\n").await.starts_with("HTTP/1.1 400"));
    let upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let foreign = format!(
        "GET /ws HTTP/1.1\r\nHost: {}\r\nOrigin: http://localhost:1\r\n{upgrade}Connection: close\r\n\r\n",
        serving.address
    );
    assert!(serving.raw(&foreign).await.starts_with("HTTP/1.1 403"));
    let posted = format!("POST /health HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", serving.address);
    assert!(serving.raw(&posted).await.starts_with("HTTP/1.1 405"));
    for (path, status) in
        [("/games/x/record", 401), ("/games/x/record?token=1", 404), ("/games/x/report?token=1", 404)]
    {
        let answer = serving.get(path, "").await;
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")) && answer.contains("\"code\":"),
            "{path}: {answer}"
        );
    }
    serving.stop().await;
}

#[tokio::test]
async fn one_connection_too_many_is_told_so() {
    let data = tempfile::tempdir().unwrap();
    let limits = ConnectionLimits { most: 2, ..ConnectionLimits::default() };
    let serving = Serving::start(data.path(), limits).await;
    let mut one = serving.connect().await;
    let two = serving.connect().await;
    let refused = serving.get("/health", "").await;
    assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("too-many"), "{refused}");
    drop(two);
    serving.health_says("\"connections\":2").await;
    one.ok("ping", serde_json::json!({})).await.unwrap();
    serving.stop().await;
}

#[tokio::test]
async fn who_says_nothing_does_not_keep_a_place() {
    let data = tempfile::tempdir().unwrap();
    let limits = ConnectionLimits { head: Duration::from_millis(200), ..ConnectionLimits::default() };
    let serving = Serving::start(data.path(), limits).await;
    // Ends by the server's doing, or this would wait for ever.
    serving.raw("GET / HTTP/1.1\r\nHost: local").await;
    serving.raw("").await;
    serving.stop().await;
}
