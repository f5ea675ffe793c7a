//! Thoughts: hints, decisions for others, watched, stopped, cancelled.
#![allow(clippy::needless_pass_by_value, reason = "`json!` makes values to be given away")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod front;

use std::time::{Duration, Instant};

use front::{Front, Player, choices, engine};
use sandtable_engine::{Engine, Limits, Memory};
use serde_json::{Value, json};

fn decide(fields: Value) -> Value {
    let mut all = json!({ "scenario": "connect-four", "agent": "mcts:200" });
    all.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    all
}

#[test]
fn a_hint_says_what_and_why() {
    let engine = engine();
    let front = Front::new(&engine);
    let new = json!({ "scenario": "meeting-engagement", "seats": { "first": "client", "second": "drill" }, "seed": "3" });
    let mut player = Player::begin(&front, new);
    player.wait();
    let hint = front.ok("hint", player.with(json!({ "agent": "mcts:300" })));
    assert_eq!(hint["decision"], player.situation["decision"]);
    let index = hint["action"].as_u64().unwrap() as usize;
    assert_eq!(player.situation["actions"][index]["notation"], hint["notation"]);
    let candidates = hint["thought"]["candidates"].as_array().unwrap();
    assert!(candidates.len() > 1);
    let weighed = candidates.iter().filter(|candidate| {
        !candidate["pro"].as_array().unwrap().is_empty()
            || !candidate["contra"].as_array().unwrap().is_empty()
    });
    assert!(weighed.count() > 1, "something speaks for or against them");
    // The opponent's own thought, in a battle where nothing is hidden.
    player.act(index);
    let mut pick = choices(1);
    while !player.log.iter().any(|entry| entry["explained"] == true) {
        player.wait();
        let many = player.situation["actions"].as_array().unwrap().len() as u64;
        player.act(pick(many) as usize);
    }
    player.wait();
    let entry = player.log.iter().find(|entry| entry["explained"] == true).unwrap();
    let explained = front.ok("explain", player.with(json!({ "step": entry["step"] })));
    assert_eq!(explained["thought"]["agent"], "drill");
    assert_eq!(front.refused("explain", player.with(json!({ "step": 100_000 }))), "bad-request");
    assert_eq!(front.refused("hint", player.with(json!({ "agent": "gredy" }))), "unsupported");
}

#[test]
fn a_thought_is_watched_and_stopped() {
    let engine = engine();
    let front = Front::new(&engine);
    let id = front.send("decide", decide(json!({ "agent": "mcts:3600s", "report_every": 20 })));
    let mut last = 0;
    for _ in 0..3 {
        let event = front.event();
        assert_eq!((&event["event"], &event["request"]), (&json!("thinking"), &json!(id)));
        let simulations = event["simulations"].as_u64().unwrap();
        assert!(simulations > last && event["best"].is_string());
        last = simulations;
    }
    // It listens while it thinks.
    front.ok("ping", json!({}));
    let stopped = Instant::now();
    front.ok("stop", json!({ "request": id }));
    let answer = front.answer_to(id);
    // Without it the thought would last as long as the engine allows: a minute.
    assert!(stopped.elapsed() < Duration::from_secs(30));
    assert!(answer["ok"]["thought"]["simulations"].as_u64().unwrap() >= last);
}

#[test]
fn a_cancelled_thought_says_so_at_once() {
    let engine = Engine::new(Limits { threads: 1, ..Limits::own() }, Box::new(Memory::default())).unwrap();
    let front = Front::new(&engine);
    let running = front.send("decide", decide(json!({ "agent": "mcts:3600s" })));
    let waiting = front.send("decide", decide(json!({ "agent": "mcts:3600s" })));
    let stopped = front.send("decide", decide(json!({ "agent": "mcts:3600s" })));
    for id in [waiting, running] {
        let cancel = front.send("cancel", json!({ "request": id }));
        assert_eq!(front.answer_to(id)["error"]["code"], "cancelled");
        assert!(front.answer_to(cancel).get("error").is_none());
    }
    front.ok("stop", json!({ "request": stopped }));
    assert!(front.answer_to(stopped)["ok"]["notation"].is_string());
    // Nothing is answered twice.
    assert!(front.ask("ping", json!({})).get("error").is_none());
    assert!(front.events.borrow().is_empty());
}

#[test]
fn a_front_end_that_keeps_the_game_gets_decisions() {
    let engine = engine();
    let front = Front::new(&engine);
    let lines = json!([{ "do": { "seat": "first", "action": "4" } }]);
    let decided = front.ok("decide", decide(json!({ "lines": lines, "seat": "second", "seed": "5" })));
    assert_eq!(decided["seat"], "second");
    let again = front.ok("decide", decide(json!({ "lines": lines, "seed": "5", "with_position": true })));
    assert_eq!((&decided["notation"], &decided["thought"]), (&again["notation"], &again["thought"]));
    let position = again["position"].clone();
    let there = front.ok("decide", decide(json!({ "position": position, "seed": "5" })));
    assert_eq!(there["thought"], again["thought"], "a position is as good as the way to it");
    let refused = |fields: Value| {
        let answer = front.ask("decide", decide(fields));
        let error = &answer["error"];
        (error["code"].as_str().unwrap().to_owned(), error["field"].as_str().unwrap_or_default().to_owned())
    };
    let is = |code: &str, field: &str| (code.to_owned(), field.to_owned());
    let bad =
        json!([{ "do": { "seat": "first", "action": "4" } }, { "do": { "seat": "second", "action": "z" } }]);
    assert_eq!(refused(json!({ "lines": bad })), is("bad-record", "lines[1]"));
    assert_eq!(refused(json!({ "lines": [{ "do": 1 }] })), is("bad-record", "lines[0]"));
    let out_of_turn = json!([{ "do": { "seat": "second", "action": "4" } }]);
    assert_eq!(refused(json!({ "lines": out_of_turn })), is("bad-record", "lines[0]"));
    assert_eq!(refused(json!({ "seat": "second" })), is("not-your-turn", "seat"));
    assert_eq!(refused(json!({ "record": "nonsense" })), is("bad-record", "record"));
    assert_eq!(refused(json!({ "position": { "x": 1 } })), is("bad-record", "position"));
    assert_eq!(refused(json!({ "agent": "drill", "simulations": 5 })), is("unsupported", "simulations"));
    assert_eq!(refused(json!({ "simulations": 4_000_000 })), is("too-large", "simulations"));
    assert_eq!(refused(json!({ "agent": "mcts:1000000" })), is("too-large", "agent"));
    assert_eq!(refused(json!({ "scenario": "conect-four" })), is("bad-scenario", "scenario"));
    assert_eq!(refused(json!({ "scenario": { "text": "x" } })), is("bad-scenario", "scenario"));
    assert_eq!(
        refused(json!({ "scenario": "pig" , "lines": [{ "do": { "seat": "first", "action": "roll" } }] })),
        is("not-your-turn", "")
    );
}

#[test]
fn time_for_one_decision_is_kept() {
    let engine = engine();
    let front = Front::new(&engine);
    front.ok("hello", json!({ "protocol": "0.1" }));
    for fields in [json!({ "time_ms": 300 }), json!({ "agent": "mcts:3600s", "deadline_ms": 300 })] {
        let start = Instant::now();
        front.ok("decide", decide(fields));
        let took = start.elapsed();
        assert!(took > Duration::from_millis(150) && took < Duration::from_secs(30), "{took:?}");
    }
}

/// A battle between two searches with fixed simulations, as its record.
fn record(threads: usize) -> Value {
    let engine = Engine::new(Limits { threads, ..Limits::own() }, Box::new(Memory::default())).unwrap();
    let fronts: Vec<Front> = (0..3).map(|_| Front::new(&engine)).collect();
    let new = json!({
        "scenario": "meeting-engagement",
        "seats": { "first": "mcts:4", "second": "drill" },
        "seed": "21",
    });
    // Two more battles disturb the first.
    let mut players = vec![Player::begin(&fronts[0], new)];
    let other = json!({ "scenario": "connect-four", "seats": { "first": "mcts:40", "second": "mcts:40" } });
    players.extend(fronts[1..].iter().map(|front| Player::begin(front, other.clone())));
    players[0].wait();
    fronts[0].ok("record", players[0].seated())["text"].clone()
}

#[test]
fn the_same_seed_is_the_same_battle_on_any_number_of_threads() {
    assert_eq!(record(1), record(3));
}

#[test]
fn who_hangs_up_thinks_no_more() {
    let engine = engine();
    let mut front = Front::new(&engine);
    for _ in 0..4 {
        front.send("decide", decide(json!({ "agent": "mcts:3600s" })));
    }
    assert_eq!(front.refused("decide", json!({ "id": 1 })), "bad-request");
    front.hang_up();
    let start = Instant::now();
    while engine.health().thinking + engine.health().waiting > 0 {
        assert!(start.elapsed() < Duration::from_secs(40), "{:?}", engine.health());
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(engine.health().connections, 0);
}

#[test]
fn an_opponent_s_thought_is_watched_by_whoever_may() {
    let engine = engine();
    let front = Front::new(&engine);
    let new = |scenario: &str, opponent: &str| {
        json!({
            "scenario": scenario,
            "seats": { "first": "client", "second": opponent },
            "seed": "3",
            "report_every": 20,
        })
    };
    let mut player = Player::begin(&front, new("connect-four", "mcts:3600s"));
    player.act(0);
    let told = |event: &Value| {
        assert_eq!((&event["event"], &event["game"]), (&json!("thinking"), &player.game), "{event}");
        assert!(event.get("request").is_none() && event["best"].is_string());
        event["simulations"].as_u64().unwrap()
    };
    let first = told(&front.event());
    assert!(told(&front.event()) > first);
    // Who joins is told of the thoughts after that, if it wants.
    let other = Front::new(&engine);
    let seated = player.seated();
    other.ok("join", seated.clone());
    front.ok("stop", seated.clone());
    loop {
        let event = front.event();
        if event["event"] == "situation" {
            break;
        }
    }
    front.ok("resign", seated);
    assert!(other.lines.borrow().iter().all(|line| line["event"] != "thinking"));
    // What a seat cannot see, it cannot count the thoughts about either.
    let hidden = Front::new(&engine);
    let mut player = Player::begin(&hidden, new("ambush", "mcts:400"));
    let mut pick = choices(8);
    for _ in 0..12 {
        player.wait();
        if !player.is_over() {
            player.act(pick(player.situation["actions"].as_array().unwrap().len() as u64) as usize);
        }
    }
}
