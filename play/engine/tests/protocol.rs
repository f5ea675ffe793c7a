//! What a front end may count on, request by request.
#![allow(clippy::needless_pass_by_value, reason = "`json!` makes values to be given away")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod front;

use front::{Front, Player, choices, engine};
use serde_json::{Value, json};

fn new(scenario: &str, first: &str, second: &str) -> Value {
    json!({ "scenario": scenario, "seats": { "first": first, "second": second }, "seed": "7" })
}

#[test]
fn hello_says_who_is_there() {
    let engine = engine();
    let front = Front::new(&engine);
    let hello = front.ok("hello", json!({ "protocol": "0.1", "client": "a test" }));
    assert_eq!(hello["protocol"], "0.1");
    let rulesets = hello["rulesets"].as_array().unwrap();
    let hidden = |ruleset: &str, scenario: &str| {
        let ruleset = rulesets.iter().find(|entry| entry["id"] == ruleset).unwrap();
        let scenarios = ruleset["scenarios"].as_array().unwrap();
        scenarios.iter().find(|entry| entry["name"] == scenario).unwrap()["hidden"].as_bool().unwrap()
    };
    assert!(hidden("gridded", "ambush") && hidden("gridded", "supply-column"));
    assert!(!hidden("gridded", "meeting-engagement"));
    assert_eq!(front.refused("hello", json!({ "protocol": "9.9" })), "version");
    let answer = front.ask("ping", json!({ "colour": "red" }));
    assert_eq!(answer["warnings"], json!(["unknown field `colour`"]));
}

#[test]
fn a_decision_is_taken_once_and_only_while_it_is_at_hand() {
    let engine = engine();
    let front = Front::new(&engine);
    let mut player = Player::begin(&front, new("connect-four", "client", "client"));
    let first = player.situation["decision"].clone();
    let act = |player: &Player<'_>, decision: &Value, action: Value| {
        player.with(json!({ "decision": decision, "action": action }))
    };
    assert_eq!(front.refused("act", act(&player, &first, json!(99))), "illegal");
    assert_eq!(front.refused("act", act(&player, &first, json!("z"))), "illegal");
    assert_eq!(front.refused("act", act(&player, &json!("0123456789abcdef"), json!(0))), "stale");
    let notation = player.situation["actions"][3]["notation"].clone();
    let situation = front.ok("act", act(&player, &first, notation.clone()));
    player.take(situation.clone());
    assert_eq!(player.log.len(), 2, "the start and the decision");
    assert_eq!(player.log[1]["notation"], notation, "notation means what the list means");
    // The same again, by either name: the same answer, and nothing happens.
    for action in [notation, json!(3)] {
        let again = front.ok("act", act(&player, &first, action));
        assert_eq!((&again["step"], &again["hash"]), (&situation["step"], &situation["hash"]));
    }
    assert_eq!(front.refused("act", act(&player, &first, json!(2))), "stale");
    assert_eq!(front.refused("throw", player.with(json!({ "throw": "x", "dice": [1] }))), "stale");
}

#[test]
fn a_token_opens_its_own_seat() {
    let engine = engine();
    let front = Front::new(&engine);
    let begun = front.ok("new_game", new("connect-four", "client", "client"));
    let (game, tokens) = (&begun["game"], &begun["tokens"]);
    let other = Front::new(&engine);
    let seat = |token: &Value| json!({ "game": game, "token": token });
    assert_eq!(other.refused("join", seat(&json!("nonsense"))), "bad-token");
    assert_eq!(other.refused("join", json!({ "game": "x", "token": "y" })), "unknown-game");
    let second = other.ok("join", seat(&tokens["second"]));
    assert_eq!((&second["seat"], &second["decision"]), (&json!("second"), &Value::Null));
    assert_eq!(second["actions"], json!([]), "another seat decides");
    assert!(second["tabletop"].is_object());
    let decision = &begun["situation"]["decision"];
    let act = json!({ "game": game, "token": tokens["second"], "decision": decision, "action": 0 });
    assert_eq!(other.refused("act", act), "not-your-turn");
    // What the first seat does comes to the second as an event, with what it needs to go on.
    let act = json!({ "game": game, "token": tokens["first"], "decision": decision, "action": 0 });
    front.ok("act", act);
    let event = other.event();
    assert_eq!((&event["event"], &event["node"]), (&json!("situation"), &json!("decision")));
    assert_eq!(event["log"].as_array().unwrap().len(), 1);
    assert!(event["decision"].is_string() && event.get("tabletop").is_none_or(Value::is_null));
    let hash = event["hash"].clone();
    let mut resync = seat(&tokens["second"]);
    resync["hash"] = hash;
    assert_eq!(other.ok("resync", resync.clone())["same"], true);
    resync["hash"] = json!("0");
    assert!(other.ok("resync", resync)["situation"]["tabletop"].is_object());
    other.ok("leave", json!({ "game": game }));
    assert_eq!(other.refused("leave", json!({ "game": game })), "unknown-game");
    let resigned = front.ok("resign", json!({ "game": game, "token": tokens["first"] }));
    assert_eq!(resigned["verdict"]["winner"], "second");
    assert_eq!(resigned["secret"]["server"].as_str().unwrap().len(), 64);
}

#[test]
fn what_was_decided_is_taken_back_as_far_as_the_last_throw() {
    let engine = engine();
    let front = Front::new(&engine);
    let mut player = Player::begin(&front, new("meeting-engagement", "client", "drill"));
    assert_eq!(front.refused("undo", player.seated()), "no-undo");
    player.wait();
    let (start, decision) = (player.situation["hash"].clone(), player.situation["decision"].clone());
    player.act(0);
    assert_eq!(player.situation["undo"]["allowed"], true, "{}", player.situation["undo"]);
    let step = player.situation["undo"]["step"].as_u64().unwrap();
    assert_eq!(player.log[step as usize]["kind"], "decision");
    player.act(0);
    for _ in 0..2 {
        let situation = front.ok("undo", player.seated());
        player.take(situation);
    }
    assert_eq!(player.log.len() as u64, step);
    assert_ne!(player.situation["decision"], decision, "what was undone cannot be repeated by mistake");
    assert_eq!(player.situation["pieces"], front.ok("situation", player.seated())["pieces"]);
    let act = player.with(json!({ "decision": decision, "action": 0 }));
    assert_eq!(front.refused("act", act), "stale");
    assert_ne!(start, Value::Null);
    let mut pick = choices(3);
    while player.situation["throw"].is_null() {
        player.wait();
        let many = player.situation["actions"].as_array().unwrap().len() as u64;
        player.act(pick(many) as usize);
    }
    player.wait();
    assert_eq!(player.situation["undo"]["allowed"], false);
    assert_eq!(front.refused("undo", player.seated()), "no-undo");
}

#[test]
fn odds_reach_and_pictures_belong_to_the_decision() {
    let engine = engine();
    let front = Front::new(&engine);
    let mut player = Player::begin(&front, new("meeting-engagement", "client", "drill"));
    let mut pick = choices(5);
    let mut seen = 0;
    while seen < 3 && !player.is_over() {
        player.wait();
        if player.is_over() {
            break;
        }
        let actions = player.situation["actions"].as_array().unwrap().clone();
        for action in actions.iter().filter(|action| action["throws"] == true).take(1) {
            let decision = player.situation["decision"].clone();
            let ask = player.with(json!({ "decision": decision, "action": action["notation"] }));
            let odds = front.ok("odds", ask);
            let results = odds["odds"]["results"].as_array().unwrap();
            let sum: f64 = results.iter().map(|result| result["percent"].as_f64().unwrap()).sum();
            assert!((sum - 100.0).abs() < 1e-6 && results.len() > 1, "{odds}");
            seen += 1;
        }
        // Rather something that throws: the battle comes to blows.
        let throwing: Vec<usize> = (0..actions.len()).filter(|&i| actions[i]["throws"] == true).collect();
        let many = if throwing.is_empty() { actions.len() } else { throwing.len() };
        let choice = pick(many as u64) as usize;
        player.act(throwing.get(choice).copied().unwrap_or(choice));
    }
    assert_eq!(seen, 3);
    let pieces = player.situation["pieces"].as_array().unwrap().clone();
    let on_table = pieces.iter().filter(|piece| piece["at"].is_array());
    let reaches = on_table.map(|piece| front.ok("reach", player.with(json!({ "piece": piece["id"] }))));
    assert!(reaches.filter(|reach| reach["reach"].is_object()).count() > 2);
    assert_eq!(front.ok("reach", player.with(json!({ "piece": 99999 })))["reach"], Value::Null);
    // The log tells the whole battle: folded, its pieces are those of the situation.
    let mut folded: Vec<Value> = Vec::new();
    for entry in &player.log {
        for piece in entry["pieces"].as_array().unwrap() {
            folded.retain(|known| known["id"] != piece["id"]);
            folded.push(piece.clone());
        }
        for gone in entry["gone"].as_array().into_iter().flatten() {
            folded.retain(|known| known["id"] != *gone);
        }
    }
    let by_id = |mut list: Vec<Value>| {
        list.sort_by_key(|piece| piece["id"].as_u64());
        list
    };
    assert_eq!(by_id(folded), by_id(player.situation["pieces"].as_array().unwrap().clone()));
}

#[test]
fn a_rematch_swaps_the_sides() {
    let engine = engine();
    let front = Front::new(&engine);
    let player = Player::begin(&front, new("connect-four", "client", "random"));
    let again = front.ok("rematch", player.seated());
    assert_ne!(again["game"], player.game);
    assert_eq!(again["situation"]["players"], json!(["random", "client"]));
    assert!(again["tokens"]["second"].is_string() && again["tokens"].get("first").is_none());
    // Two people with a token each: neither learns the other's.
    let begun = front.ok("new_game", new("connect-four", "client", "client"));
    let other = Front::new(&engine);
    other.ok("join", json!({ "game": begun["game"], "token": begun["tokens"]["second"] }));
    let again = front.ok("rematch", json!({ "game": begun["game"], "token": begun["tokens"]["first"] }));
    assert_eq!(again["tokens"].as_object().unwrap().keys().collect::<Vec<_>>(), ["second"]);
    assert_eq!(again["situation"]["seat"], "second");
}

#[test]
fn agents_wait_while_a_game_is_paused() {
    let engine = engine();
    let front = Front::new(&engine);
    let mut new = new("connect-four", "random", "eager");
    new["paused"] = json!(true);
    let mut player = Player::begin(&front, new);
    assert_eq!((&player.situation["node"], &player.situation["paused"]), (&json!("thinking"), &json!(true)));
    for step in 1..4 {
        let situation = front.ok("step", player.seated());
        player.take(situation);
        while player.log.len() < 1 + step {
            let event = front.event();
            player.take(event);
        }
        assert_eq!(player.log[step]["kind"], "decision");
    }
    let situation = front.ok("resume", player.seated());
    player.take(situation);
    player.wait();
    assert!(player.is_over());
    assert_eq!(front.refused("undo", player.seated()), "no-undo");
}

#[test]
fn an_opponent_s_decision_comes_drawn_before_its_throw() {
    let engine = engine();
    let front = Front::new(&engine);
    let mut player = Player::begin(&front, new("meeting-engagement", "client", "eager"));
    let mut pick = choices(2);
    let throwing = |message: &Value| {
        let entries = message["log"].as_array().map(Vec::as_slice).unwrap_or_default();
        entries.iter().any(|entry| entry["seat"] == "second" && !entry["sketch"]["target"].is_null())
    };
    while !player.is_over() && !front.lines.borrow().iter().any(throwing) {
        player.wait();
        if !player.is_over() {
            let many = player.situation["actions"].as_array().unwrap().len() as u64;
            player.act(pick(many) as usize);
        }
    }
    let lines = front.lines.borrow();
    let message = lines.iter().find(|line| throwing(line)).expect("the opponent attacks");
    assert_eq!(message["log"].as_array().unwrap().len(), 1, "one event a step");
    assert_eq!(message["node"], "throw", "it is announced before its dice");
    let entry = &message["log"][0];
    assert!(entry["notation"].is_string() && entry["kind"] == "decision", "{entry}");
    let target = &entry["sketch"]["target"];
    let hit = message["pieces"].as_array().unwrap().iter().find(|piece| piece["id"] == *target).unwrap();
    assert_eq!(hit["seat"], "first", "{entry}");
}

#[test]
fn a_step_goes_on_until_the_seat_sees_one() {
    let engine = engine();
    let front = Front::new(&engine);
    let mut new = new("ambush", "client", "random");
    new["paused"] = json!(true);
    let mut player = Player::begin(&front, new);
    let mut pick = choices(4);
    let mut steps = 0;
    while !player.is_over() && steps < 40 {
        if player.situation["decision"].is_string() {
            let many = player.situation["actions"].as_array().unwrap().len() as u64;
            player.act(pick(many) as usize);
        } else if player.situation["node"] == "thinking" {
            let before = player.log.len();
            let situation = front.ok("step", player.seated());
            player.take(situation);
            // What it does not see is no step: it would wait here for ever.
            while player.log.len() == before && player.situation["decision"].is_null() && !player.is_over() {
                let event = front.event();
                if event["event"] == "situation" {
                    player.take(event);
                }
            }
            steps += 1;
        } else {
            let event = front.event();
            player.take(event);
        }
    }
    assert!(steps > 10, "{steps} steps");
}
