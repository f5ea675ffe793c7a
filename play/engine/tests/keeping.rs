//! Games outlast the engine, as far as they were acknowledged.
#![allow(clippy::needless_pass_by_value, reason = "`json!` makes values to be given away")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod front;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use front::{Front, Player, choices};
use sandtable_engine::{Begun, Engine, Kept, Limits, Memory, Store, StoreError};
use sandtable_protocol::play::GameId;
use serde_json::{Value, json};

/// A store that several engines share, one after the other, and that can be full.
#[derive(Clone, Default)]
struct Shelf {
    games: Arc<Mutex<Memory>>,
    is_full: Arc<AtomicBool>,
}

impl Store for Shelf {
    fn begin(&mut self, game: &Begun) -> Result<(), StoreError> {
        self.games.lock().unwrap().begin(game)
    }

    fn append(&mut self, game: &GameId, lines: &[String]) -> Result<(), StoreError> {
        if self.is_full.load(Ordering::Relaxed) {
            return Err(StoreError("the disk is full".to_owned()));
        }
        self.games.lock().unwrap().append(game, lines)
    }

    fn undo(&mut self, game: &GameId, keep: usize) -> Result<(), StoreError> {
        self.games.lock().unwrap().undo(game, keep)
    }

    fn finish(&mut self, game: &GameId) -> Result<(), StoreError> {
        self.games.lock().unwrap().finish(game)
    }

    fn load(&mut self, game: &GameId) -> Result<Option<Kept>, StoreError> {
        self.games.lock().unwrap().load(game)
    }

    fn unfinished(&mut self) -> Result<Vec<GameId>, StoreError> {
        self.games.lock().unwrap().unfinished()
    }
}

fn engine(shelf: &Shelf) -> Arc<Engine> {
    Engine::new(Limits { threads: 1, ..Limits::own() }, Box::new(shelf.clone())).unwrap()
}

#[test]
fn a_battle_goes_on_where_it_stopped_however_often_the_engine_does() {
    let shelf = Shelf::default();
    let mut running = engine(&shelf);
    let mut front = Front::new(&running);
    let new =
        json!({ "scenario": "ambush", "seats": { "first": "client", "second": "client" }, "seed": "5" });
    let begun = front.ok("new_game", new);
    let seated = json!({ "game": begun["game"], "token": begun["tokens"]["both"] });
    let mut pick = choices(9);
    let mut decisions = 0;
    loop {
        let situation = front.ok("join", seated.clone());
        if situation["node"] == "over" {
            break;
        }
        let decision = situation["decision"].clone();
        assert!(decision.is_string(), "the engine throws: {}", situation["node"]);
        let many = situation["actions"].as_array().unwrap().len() as u64;
        let index = pick(many);
        let mut act = seated.clone();
        act["decision"] = decision.clone();
        act["action"] = json!(index);
        let after = front.ok("act", act.clone());
        decisions += 1;
        if decisions % 12 == 0 {
            // Killed: nothing is said, nothing is closed.
            let expected = front.ok("situation", seated.clone());
            front.hang_up();
            drop(front);
            drop(running);
            running = engine(&shelf);
            front = Front::new(&running);
            let there = front.ok("situation", seated.clone());
            let entries = |situation: &Value| situation["log"].as_array().unwrap().clone();
            for (entry, known) in entries(&there).iter().zip(&entries(&expected)) {
                assert_eq!(entry, known);
            }
            for name in ["step", "turn", "pieces", "log", "decision", "board", "undo"] {
                assert_eq!(there[name], expected[name], "{name}");
            }
            // The answer was lost: the front end decides again, and nothing happens.
            let again = front.ok("act", act);
            assert!(again["step"].as_u64() >= after["step"].as_u64());
            assert_eq!(front.ok("situation", seated.clone())["step"], expected["step"]);
        }
    }
    assert!(decisions > 24, "{decisions} decisions");
    assert_eq!(shelf.games.lock().unwrap().unfinished().unwrap(), Vec::<String>::new());
    let report = front.ok("report", seated);
    assert!(report["text"].as_str().unwrap().contains("## Verdict"));
}

#[test]
fn what_was_not_kept_was_not_done() {
    let shelf = Shelf::default();
    let running = engine(&shelf);
    let front = Front::new(&running);
    let new = json!({ "scenario": "connect-four", "seats": { "first": "client", "second": "client" } });
    let mut player = Player::begin(&front, new);
    player.act(3);
    let before = front.ok("situation", player.seated());
    shelf.is_full.store(true, Ordering::Relaxed);
    let act = player.with(json!({ "decision": before["decision"], "action": 2 }));
    assert_eq!(front.refused("act", act.clone()), "internal");
    shelf.is_full.store(false, Ordering::Relaxed);
    let after = front.ok("situation", player.seated());
    assert_eq!((&after["step"], &after["decision"]), (&before["step"], &before["decision"]));
    assert_eq!(front.ok("act", act)["step"], json!(3));
}

#[test]
fn games_that_nobody_follows_give_way() {
    let shelf = Shelf::default();
    let limits = Limits { games: 3, games_a_connection: 2, connections: 3, ..Limits::served() };
    let running = Engine::new(limits, Box::new(shelf.clone())).unwrap();
    let new = json!({ "scenario": "connect-four", "seats": { "first": "client", "second": "drill" } });
    let front = Front::new(&running);
    let first = Player::begin(&front, new.clone());
    front.ok("new_game", new.clone());
    assert_eq!(front.refused("new_game", new.clone()), "too-many", "two games a connection");
    let mut other = Front::new(&running);
    other.ok("new_game", new.clone());
    let another = Front::new(&running);
    assert_eq!(another.refused("new_game", new.clone()), "too-many", "every game is followed");
    assert!(running.connect(Box::new(|_| ())).is_err(), "three connections");
    other.hang_up();
    another.ok("new_game", new.clone());
    assert_eq!(running.health().games, 3);
    front.ok("leave", json!({ "game": first.game }));
    another.ok("new_game", new);
    // What gave way is still there, once there is room.
    assert_eq!(front.refused("situation", first.seated()), "too-many");
    drop(another);
    front.ok("situation", first.seated());
    assert_eq!(front.refused("new_game", json!({ "scenario": "connect-four", "seed": "1", "seats": { "first": "client", "second": "drill" } })), "unsupported");
}

#[test]
fn a_battle_that_was_continued_is_kept_as_one() {
    let shelf = Shelf::default();
    let running = engine(&shelf);
    let front = Front::new(&running);
    let new = json!({ "scenario": "connect-four", "seats": { "first": "client", "second": "client" } });
    let mut player = Player::begin(&front, new);
    player.act(3);
    player.act(3);
    let saved = front.ok("record", player.seated())["text"].clone();
    let after = front.ok("continue", json!({ "saved": saved }));
    let seated = json!({ "game": after["game"], "token": after["tokens"]["both"] });
    let mut act = seated.clone();
    (act["decision"], act["action"]) = (after["situation"]["decision"].clone(), json!(2));
    front.ok("act", act);
    let expected = front.ok("situation", seated.clone());
    drop(front);
    drop(running);
    let running = engine(&shelf);
    let there = Front::new(&running).ok("situation", seated);
    assert_eq!((&there["step"], &there["continued"]), (&json!(4), &json!(3)));
    for name in ["log", "board", "decision", "undo", "commitment"] {
        assert_eq!(there[name], expected[name], "{name}");
    }
}
