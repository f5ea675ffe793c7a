//! The engine protocol and the server, fed with anything.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use sandtable_engine::{Connection, Engine, Limits, Memory};
use sandtable_protocol::decode;
use sandtable_server::{ConnectionLimits, Options, Port, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::runtime::Runtime;

/// Small limits, so that they are met.
fn limits() -> Limits {
    Limits { games: 8, line: 1 << 14, simulations: 50, threads: 1, ..Limits::served() }
}

/// An engine with a connection, and what it said last.
struct Hosted {
    connection: Connection,
    said: Arc<Mutex<Vec<String>>>,
    /// Games with the tokens of their first seats, begun at the start.
    games: Vec<(String, String)>,
}

impl Hosted {
    fn new() -> Self {
        let engine = Engine::new(limits(), Box::new(Memory::default())).expect("it starts");
        let said = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&said);
        let connection = engine
            .connect(Box::new(move |message| {
                sink.lock().unwrap_or_else(PoisonError::into_inner).push(message.to_line());
            }))
            .expect("it is the first");
        let mut hosted = Self { connection, said, games: Vec::new() };
        for begin in begins() {
            for said in hosted.say(&begin) {
                let begun: Value = serde_json::from_str(&said).expect("answers are JSON");
                if let (Some(game), Some(token)) =
                    (begun["ok"]["game"].as_str(), begun["ok"]["tokens"]["first"].as_str())
                {
                    hosted.games.push((game.to_owned(), token.to_owned()));
                }
            }
        }
        assert_eq!(hosted.games.len(), begins().len(), "every game of the seeds begins");
        hosted
    }

    /// Says a line, and takes what is answered at once.
    fn say(&self, line: &str) -> Vec<String> {
        self.connection.receive(line);
        std::mem::take(&mut *self.said.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What begins the games that messages can speak of.
fn begins() -> Vec<String> {
    let begin = |scenario: &str, second: &str, dice: &str| {
        let seats = json!({"first": "client", "second": second});
        json!({"id": 1, "do": "new_game", "scenario": scenario, "seats": seats, "dice": dice}).to_string()
    };
    vec![
        begin("supply-column", "drill", "server"),
        begin("pig", "client", "typed"),
        begin("kuhn", "random", "client"),
        begin("connect-four-small", "eager", "server"),
    ]
}

/// Names in a message that stand for games and tokens, which a mutation could not guess.
fn fill(line: &str, games: &[(String, String)]) -> String {
    let mut line = line.to_owned();
    for (number, (game, token)) in games.iter().enumerate() {
        line = line.replace(&format!("GAME{number}"), game).replace(&format!("TOKEN{number}"), token);
    }
    line
}

/// Messages, a line each: every one is answered, in JSON, and the engine never fails.
///
/// # Panics
/// When it does.
pub fn messages(data: &[u8]) -> bool {
    static HOSTED: LazyLock<Mutex<Hosted>> = LazyLock::new(|| Mutex::new(Hosted::new()));
    let Ok(text) = std::str::from_utf8(data) else {
        return false;
    };
    let hosted = HOSTED.lock().unwrap_or_else(PoisonError::into_inner);
    let mut is_valid = true;
    for line in text.lines().take(16) {
        let line = fill(line, &hosted.games);
        is_valid &= decode(&line, limits().line).is_ok();
        for said in hosted.say(&line) {
            let said: Value = serde_json::from_str(&said).expect("what is said is JSON");
            assert!(said.is_object() && (said["id"].is_null() || said["event"].is_null()), "{said}");
            assert_ne!(said["error"]["code"], "internal", "{line}: {said}");
        }
    }
    is_valid && !text.trim().is_empty()
}

/// A battle so far.
const SAVED: &str = r#"{"sandtable_record":1,"ruleset":"pig","version":1,"source":"pig","scenario":"ruleset = \"pig\"\nname = \"x\"\n","players":["person","drill"],"commitment":""}
{"do":{"seat":"first","action":"roll"}}
{"throw":{"purpose":"roll","dice":[4]}}
"#;

/// Seeds of [`messages`]: every request there is.
pub(crate) fn message_seeds() -> Vec<Vec<u8>> {
    let seated = |number: usize, request: &str, rest: &str| {
        format!(
            "{{\"id\": 7, \"do\": \"{request}\", \"game\": \"GAME{number}\", \"token\": \"TOKEN{number}\"{rest}}}"
        )
    };
    let mut seeds = begins();
    seeds.push(r#"{"id": "a", "do": "hello", "protocol": "0.1", "client": "fuzz"}"#.to_owned());
    seeds.push(r#"{"id": -1, "do": "ping"}"#.to_owned());
    seeds.push(r#"{"id": 2, "do": "commit"}"#.to_owned());
    seeds.push(r#"{"id": 2, "do": "new_game", "scenario": {"generated": "5"}, "ruleset": "gridded", "seats": {"first": "drill", "second": "client"}, "number": "ab", "paused": true}"#.to_owned());
    seeds.push(r#"{"id": 2, "do": "new_game", "scenario": {"text": "ruleset = \"pig\"\nname = \"x\"\n"}, "seats": {"first": "client", "second": "client"}}"#.to_owned());
    seeds.push(r#"{"id": 3, "do": "stop", "request": 7}"#.to_owned());
    seeds.push(r#"{"id": 3, "do": "cancel", "request": "a"}"#.to_owned());
    seeds.push(r#"{"id": 4, "do": "decide", "scenario": "pig", "lines": [], "agent": "drill", "seed": "1", "with_position": true}"#.to_owned());
    for text in [SAVED.to_owned(), json!({"record": SAVED, "seed": null}).to_string()] {
        let seats = json!({"first": "client", "second": "drill"});
        seeds.push(json!({"id": 5, "do": "continue", "saved": text}).to_string());
        seeds.push(
            json!({"id": 5, "do": "continue", "saved": text, "seats": seats, "number": "1"}).to_string(),
        );
    }
    for number in 0..begins().len() {
        for request in
            ["join", "situation", "undo", "rematch", "pause", "step", "resume", "record", "explain"]
        {
            seeds.push(seated(number, request, ""));
        }
        seeds.push(seated(number, "situation", ", \"since\": 2"));
        seeds.push(seated(number, "act", ", \"decision\": \"1\", \"action\": 0"));
        seeds.push(seated(number, "act", ", \"decision\": \"1\", \"action\": \"roll\""));
        seeds.push(seated(number, "throw", ", \"throw\": \"1\", \"dice\": [6]"));
        seeds.push(seated(number, "resync", ", \"hash\": \"00\""));
        seeds.push(seated(number, "odds", ", \"decision\": \"1\", \"action\": 0"));
        seeds.push(seated(number, "reach", ", \"piece\": 1"));
        seeds.push(seated(number, "report", ", \"format\": \"markdown\""));
        seeds.push(seated(number, "hint", ", \"agent\": \"drill\", \"report_every\": 10"));
    }
    seeds.into_iter().map(String::into_bytes).collect()
}

/// A server without a listener in use, and what runs it.
struct Desk {
    runtime: Runtime,
    server: Server,
    _data: tempfile::TempDir,
}

/// Bytes of a connection, a handshake and frames included: no answer is a server's fault.
///
/// # Panics
/// When one is.
pub fn requests(data: &[u8]) -> bool {
    static DESK: LazyLock<Desk> = LazyLock::new(|| {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("threads start");
        let data = tempfile::tempdir().expect("there is room");
        let options = Options {
            address: "127.0.0.1".parse().expect("an address"),
            port: Port::Exactly(0),
            data: data.path().to_owned(),
            hosts: Vec::new(),
            finished: 4,
            connections: ConnectionLimits::default(),
            engine: limits(),
        };
        let server = runtime.block_on(Server::bind(options)).expect("it starts");
        Desk { runtime, server, _data: data }
    });
    let answer = DESK.runtime.block_on(async {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (mut reading, mut writing) = tokio::io::split(ours);
        let asking = async {
            // The server may have heard enough before the end.
            let _ = writing.write_all(data).await;
            let _ = writing.shutdown().await;
        };
        let mut answer = Vec::new();
        let hearing = reading.read_to_end(&mut answer);
        let ((), (), heard) = tokio::join!(DESK.server.serve(theirs), asking, hearing);
        heard.map(|_| answer).unwrap_or_default()
    });
    let answer = String::from_utf8_lossy(&answer);
    for line in answer.lines().filter(|line| line.starts_with("HTTP/1.1 ")) {
        assert!(!line.starts_with("HTTP/1.1 5"), "{line}: {}", String::from_utf8_lossy(data));
    }
    assert!(!answer.contains("\"code\":\"internal\""), "{answer}");
    ["HTTP/1.1 200", "HTTP/1.1 101"].iter().any(|fine| answer.starts_with(fine))
}

/// Seeds of [`requests`]: every route, and sockets with messages in them.
pub(crate) fn request_seeds() -> Vec<Vec<u8>> {
    let get = |path: &str, more: &str| {
        format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{more}\r\n").into_bytes()
    };
    let mut seeds: Vec<Vec<u8>> = vec![
        get("/", ""),
        get("/index.html", "If-None-Match: \"0\"\r\n"),
        get("/health", ""),
        get("/health?token=a&b=%20", "Authorization: Bearer abc\r\nOrigin: http://localhost\r\n"),
        get("/report.css", "Accept: text/css\r\n"),
    ];
    let upgrade = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:80\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                   Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let close = frame(8, &[3, 232]);
    seeds.push([upgrade.as_bytes(), &close].concat());
    for message in message_seeds().iter().step_by(3) {
        seeds.push([upgrade.as_bytes(), &frame(9, b"x"), &frame(1, message), &close].concat());
    }
    seeds
}

/// A frame as a front end sends it, masked with zeros so that mutations read as text.
fn frame(kind: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x80 | kind];
    match u8::try_from(payload.len()) {
        Ok(length) if length < 126 => frame.push(0x80 | length),
        _ => {
            frame.push(0xfe);
            let length = u16::try_from(payload.len()).expect("seeds are short");
            frame.extend_from_slice(&length.to_be_bytes());
        }
    }
    frame.extend_from_slice(&[0; 4]);
    frame.extend_from_slice(payload);
    frame
}
