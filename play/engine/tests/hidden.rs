//! What is hidden stays hidden: two battles that differ only in what a seat cannot see are
//! one battle to it.
#![allow(clippy::needless_pass_by_value, reason = "`json!` makes values to be given away")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod front;

use front::{Front, choices, engine};
use serde_json::{Value, json};

/// Scouts in a corner, and a concealed group far behind woods.
const VALLEY: &str = r#"
ruleset = "gridded"
name = "valley"
turns = 3
[map]
rows = ["...www....", "...www....", "...www....", "...www...."]
[victory]
kind = "points"
[[side]]
name = "Scouts"
general = "poor"
base = "west"
stand = [
  { class = "native-infantry", name = "Scout", facing = "west", at = ["A2"] },
  { class = "command", name = "Chief", facing = "west", at = ["A1"] },
]
[[side]]
name = "Ambushers"
general = "poor"
base = "east"
group = [{ name = "valley", zone = ["G1", "J4"] }]
stand = [
  { class = "native-infantry", name = "Spearmen", group = "valley", facing = "west", at = ["PLACE"] },
  { class = "command", name = "Elder", facing = "west", at = ["J3"] },
]
"#;

/// What the scouts are sent while the spearmen begin at a place and go where `seed` says.
fn sent_to_scouts(place: &str, seed: u64) -> (Vec<Value>, usize) {
    let engine = engine();
    let (scouts, ambushers) = (Front::new(&engine), Front::new(&engine));
    let new = json!({
        "scenario": { "text": VALLEY.replace("PLACE", place) },
        "seats": { "first": "client", "second": "client" },
        "seed": "11",
        "dice": "typed",
    });
    let begun = ambushers.ok("new_game", new);
    let seated = |token: &str| json!({ "game": begun["game"], "token": begun["tokens"][token] });
    scouts.ok("join", seated("first"));
    let mut pick = choices(seed);
    let mut hidden = 0;
    loop {
        let situation = ambushers.ok("situation", seated("both"));
        let mut request = seated("both");
        if situation["node"] == "over" {
            break;
        } else if situation["node"] == "throw" {
            request["throw"] = situation["throw"]["id"].clone();
            // Low for the scouts, high for the ambushers: nobody is spotted.
            let dice = situation["throw"]["dice"].as_array().unwrap();
            let pips = dice.iter().map(|die| if die["seat"] == "first" { 5 } else { 6 });
            request["dice"] = pips.collect();
            ambushers.ok("throw", request);
        } else {
            let actions = situation["actions"].as_array().unwrap();
            let is_ambusher = situation["to_move"] == "second";
            let named = |name: &str| actions.iter().position(|action| action["notation"] == name);
            // The elder stays where he is; the spearmen behind the woods, wherever they like.
            let is_theirs = |notation: &str| match notation.strip_prefix("to ") {
                Some(place) => place >= "G1",
                None => !["end", "rest", "activate J3"].contains(&notation),
            };
            let others: Vec<usize> = (0..actions.len())
                .filter(|index| is_ambusher && is_theirs(actions[*index]["notation"].as_str().unwrap()))
                .collect();
            let one = pick(others.len() as u64) as usize;
            let index = others.get(one).copied().or(named("end")).or(named("rest")).unwrap_or(0);
            hidden += usize::from(is_ambusher);
            request["decision"] = situation["decision"].clone();
            request["action"] = json!(index);
            ambushers.ok("act", request);
        }
    }
    scouts.ok("ping", json!({}));
    let lines = scouts.lines.borrow().clone();
    let over = |line: &Value| line.get("ok").unwrap_or(line)["node"] == "over";
    let before_the_end = lines.iter().take_while(|line| !over(line));
    (before_the_end.map(|line| without_names(line.get("ok").unwrap_or(line))).collect(), hidden)
}

/// Without what is drawn at random: names of games, decisions and throws.
fn without_names(situation: &Value) -> Value {
    let mut situation = situation.clone();
    for name in ["game", "decision", "hash"] {
        situation[name] = json!(null);
    }
    if situation["throw"].is_object() {
        situation["throw"]["id"] = json!(null);
    }
    situation
}

#[test]
fn two_battles_that_a_seat_cannot_tell_apart_are_one_to_it() {
    let (known, many) = sent_to_scouts("H2", 1);
    assert!(known.len() > 8 && many > 3, "{} messages, {many} hidden decisions", known.len());
    for (place, seed) in [("I4", 2), ("G1", 3), ("H3", 4)] {
        let (other, _) = sent_to_scouts(place, seed);
        for (number, (one, another)) in known.iter().zip(&other).enumerate() {
            for (field, value) in one.as_object().unwrap() {
                assert_eq!(*value, another[field], "{place}, message {number}: {field}");
            }
        }
        assert_eq!(known.len(), other.len(), "{place}");
    }
}
