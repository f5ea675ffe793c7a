//! Whole games through the protocol.
#![allow(clippy::needless_pass_by_value, reason = "`json!` makes values to be given away")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod front;

use front::{Front, Player, choices, engine};
use serde_json::{Value, json};

fn new(scenario: &str, first: &str, second: &str) -> Value {
    json!({ "scenario": scenario, "seats": { "first": first, "second": second } })
}

fn any(situation: &Value, pick: &mut impl FnMut(u64) -> u64) -> usize {
    pick(situation["actions"].as_array().unwrap().len() as u64) as usize
}

#[test]
fn every_ruleset_plays_to_its_end() {
    let engine = engine();
    let front = Front::new(&engine);
    let hello = front.ok("hello", json!({ "protocol": "0.1" }));
    for ruleset in hello["rulesets"].as_array().unwrap() {
        let name = ruleset["scenarios"][0]["name"].as_str().unwrap();
        for (first, second) in
            [("client", "eager"), ("drill", "client"), ("client", "client"), ("random", "eager")]
        {
            let mut new = new(name, first, second);
            new["ruleset"] = ruleset["id"].clone();
            let mut player = Player::begin(&front, new);
            let mut pick = choices(name.len() as u64);
            player.play(|situation| any(situation, &mut pick), |_| unreachable!("the server throws"));
            assert!(player.situation["verdict"]["words"].is_string());
            assert!(player.situation["secret"]["server"].is_string());
            assert_eq!(front.event()["event"], "over");
            let record = front.ok("record", player.seated());
            assert_eq!(record["full"], true);
        }
    }
}
