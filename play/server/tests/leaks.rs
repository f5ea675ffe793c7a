//! Everything that the server sends, writes to its log and serves over HTTP, searched for
//! what nobody may know yet.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use common::{FrontEnd, Serving};
use sandtable_core::{Depict as _, Record, Seat};
use sandtable_gridded::Gridded;
use sandtable_server::ConnectionLimits;
use serde_json::{Value, json};

/// What was logged, at every level.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A party with its seat's token, and every text that was sent to it.
struct Party {
    front_end: FrontEnd,
    seated: Value,
    situation: Value,
    sent: String,
}

impl Party {
    async fn join(serving: &Serving, game: &Value, token: &Value) -> Self {
        let mut front_end = serving.connect().await;
        let seated = json!({"game": game, "token": token});
        let situation = front_end.ok("join", seated.clone()).await.unwrap();
        let sent = situation.to_string();
        Self { front_end, seated, situation, sent }
    }

    fn note(&mut self, value: &Value) {
        self.sent.push_str(&value.to_string());
    }

    async fn ask(&mut self, request: &'static str, more: &[(&str, Value)]) -> Value {
        let mut fields = self.seated.clone();
        for (name, value) in more {
            fields[*name] = value.clone();
        }
        let answer = self.front_end.ask(request, fields).await.unwrap();
        self.note(&answer);
        for event in std::mem::take(&mut self.front_end.events) {
            self.note(&event);
        }
        answer
    }

    /// Looks at everything that there is to see.
    async fn look(&mut self) {
        self.situation = self.ask("situation", &[]).await["ok"].take();
        for request in ["record", "explain"] {
            self.ask(request, &[]).await;
        }
        self.ask("report", &[("format", json!("markdown"))]).await;
        let pieces: Vec<Value> =
            self.situation["pieces"].as_array().unwrap().iter().map(|p| p["id"].clone()).collect();
        for piece in pieces {
            self.ask("reach", &[("piece", piece)]).await;
        }
    }

    /// Decides something, if it is its turn; says whether it was.
    async fn decide(&mut self, number: usize) -> bool {
        self.situation = self.ask("situation", &[]).await["ok"].take();
        let decision = self.situation["decision"].clone();
        let actions = self.situation["actions"].as_array().unwrap().len();
        if decision.is_null() || actions == 0 {
            return false;
        }
        let action = json!(number * 7 % actions);
        let choice = [("decision", decision), ("action", action)];
        self.ask("odds", &choice).await;
        let done = self.ask("act", &choice).await;
        assert!(done["ok"].is_object(), "{done}");
        true
    }
}

/// The file of the battles, as another reader sees it.
struct Kept(rusqlite::Connection);

impl Kept {
    fn open(data: &Path) -> Self {
        Self(rusqlite::Connection::open(data.join("battles.sqlite")).unwrap())
    }

    /// What nobody else may know: the secret, and the tokens' hashes.
    fn secrets(&self) -> Vec<String> {
        let begun: String = self.0.query_row("SELECT begun FROM battle", [], |row| row.get(0)).unwrap();
        let begun: Value = serde_json::from_str(&begun).unwrap();
        let hashes = begun["tokens"].as_array().unwrap().iter().filter_map(Value::as_str);
        std::iter::once(begun["secret"].as_str().unwrap()).chain(hashes).map(str::to_owned).collect()
    }

    /// How many lines the record has. All that was ever told came of these.
    fn lines(&self) -> usize {
        let lines: u32 = self.0.query_row("SELECT count(*) FROM line", [], |row| row.get(0)).unwrap();
        lines as usize
    }
}

/// For every number of lines of the record, the names of units that `seat` had not learned
/// of by then: by the rules alone.
fn hidden(record: &Record, seat: Seat) -> Vec<BTreeSet<String>> {
    let names = |game: &sandtable_core::Game<Gridded>, seat| -> BTreeSet<String> {
        game.rules().pieces(&game.view(seat)).into_iter().map(|piece| piece.name).collect()
    };
    let (mut all, mut seen, mut hidden) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    let replayed = record.replay::<Gridded>(|game| {
        all.extend(names(game, seat.other()));
        seen.extend(names(game, seat));
        hidden.push(all.difference(&seen).cloned().collect());
    });
    replayed.unwrap();
    hidden
}

/// Whether a text has this name, and not only one that begins with it.
fn names(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| !text[at + name.len()..].starts_with(|c: char| c.is_ascii_digit()))
}

#[tokio::test]
async fn nothing_tells_the_seed_or_what_is_hidden() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    tracing::subscriber::set_global_default(subscriber).unwrap();
    let data = tempfile::tempdir().unwrap();
    let serving = Serving::start(data.path(), ConnectionLimits::default()).await;
    let mut front_end = serving.connect().await;
    let seats = json!({"first": "client", "second": "client"});
    let begun = front_end
        .ok("new_game", json!({"scenario": "supply-column", "seats": seats, "number": "77"}))
        .await
        .unwrap();
    let tokens = &begun["tokens"];
    let game = begun["game"].as_str().unwrap().to_owned();
    front_end.ok("leave", json!({"game": game})).await.unwrap();
    let mut parties = [
        Party::join(&serving, &begun["game"], &tokens["first"]).await,
        Party::join(&serving, &begun["game"], &tokens["second"]).await,
    ];
    let kept = Kept::open(data.path());
    // What each was told, with the number of lines that the record then had.
    let mut told = [Vec::new(), Vec::new()];
    for number in 0..60 {
        let mut has_decided = false;
        for party in &mut parties {
            has_decided |= party.decide(number).await;
        }
        if parties[0].situation["node"] == "over" || parties[1].situation["node"] == "over" {
            break;
        }
        assert!(has_decided, "somebody decides");
        for (party, told) in parties.iter_mut().zip(&mut told) {
            if number % 20 == 19 {
                party.look().await;
                let token = party.seated["token"].as_str().unwrap().to_owned();
                for path in ["record", "report", "report.md"] {
                    party.sent += &serving.get(&format!("/games/{game}/{path}?token={token}"), "").await;
                }
                party.sent += &serving.get("/health", "").await;
            }
            told.push((kept.lines(), std::mem::take(&mut party.sent)));
        }
    }
    let secrets = kept.secrets();
    let own: Vec<String> =
        parties.iter().map(|party| party.seated["token"].as_str().unwrap().to_owned()).collect();
    parties[0].ask("resign", &[]).await;
    let record = parties[0].ask("record", &[]).await["ok"]["text"].as_str().unwrap().to_owned();
    let record = Record::from_text(&record).unwrap();
    let seed = parties[0].ask("situation", &[]).await["ok"]["secret"]["seed"].as_str().unwrap().to_owned();
    serving.stop().await;

    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    for secret in secrets.iter().chain([&seed]).chain(&own) {
        assert!(!log.contains(secret.as_str()), "the log tells {secret}");
    }
    let hidden = Seat::BOTH.map(|seat| hidden(&record, seat));
    let shows = |(lines, told): &(usize, String)| hidden[0][*lines].iter().any(|name| names(told, name));
    // The dice are new each time: now and then both groups are spotted at once.
    let is_hidden = told[1].iter().any(|(lines, _)| !hidden[0][*lines].is_empty());
    assert!(!is_hidden || told[1].iter().any(shows), "the side that hides its units is told of them");
    for (seat, told) in Seat::BOTH.into_iter().zip(&told) {
        for (lines, told) in told {
            for secret in secrets.iter().chain([&seed]).chain([&own[seat.other().index()]]) {
                assert!(!told.contains(secret.as_str()), "{seat} was told {secret}");
            }
            for name in &hidden[seat.index()][*lines] {
                assert!(!names(told, name), "{seat} was told of {name} after {lines} lines: {told}");
            }
        }
    }
}
