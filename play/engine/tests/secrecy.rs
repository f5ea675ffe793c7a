//! No seat is sent what it may not know, and nobody the seed before the end.
#![allow(clippy::needless_pass_by_value, reason = "`json!` makes values to be given away")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod front;

use front::{Front, Player, choices, engine};
use serde_json::{Value, json};

/// Every text that a message must not hold while the battle lasts.
fn secrets(situation: &Value) -> Vec<String> {
    let secret = &situation["secret"];
    ["server", "seed"].iter().map(|name| secret[name].as_str().unwrap().to_owned()).collect()
}

#[test]
fn nobody_is_sent_the_seed_before_the_end() {
    let engine = engine();
    for (number, (scenario, first, second)) in [
        ("supply-column", "client", "random"),
        ("supply-column", "eager", "client"),
        ("ambush", "client", "eager"),
        ("ambush", "random", "client"),
        ("kuhn", "client", "random"),
        ("kuhn", "random", "client"),
        ("ambush", "client", "client"),
        ("pig", "drill", "random"),
    ]
    .into_iter()
    .enumerate()
    {
        let front = Front::new(&engine);
        let committed = front.ok("commit", json!({}));
        let mut player = Player::begin(
            &front,
            json!({
                "scenario": scenario,
                "seats": { "first": first, "second": second },
                "commitment": committed["commitment"],
                "number": format!("{number:x}"),
            }),
        );
        assert_eq!(player.situation["commitment"], committed["commitment"]);
        let mut pick = choices(number as u64 + 1);
        let mut asked = 0;
        loop {
            player.wait();
            if player.is_over() {
                break;
            }
            asked += 1;
            if asked % 8 == 0 {
                front.ok("record", player.seated());
                front.ok("explain", player.seated());
                front.ok("situation", player.seated());
            }
            let many = player.situation["actions"].as_array().unwrap().len() as u64;
            player.act(pick(many) as usize);
        }
        let secrets = secrets(&player.situation);
        let lines = front.lines.borrow();
        let end = lines.iter().position(|line| line.to_string().contains("\"node\":\"over\"")).unwrap();
        for line in &lines[..end] {
            let text = line.to_string();
            assert!(secrets.iter().all(|secret| !text.contains(secret)), "{scenario}: {text}");
        }
        assert!(lines.iter().any(|line| line.to_string().contains(&secrets[0])), "it is told at the end");
    }
}

/// Scouts and a concealed group that they never come near.
const VALLEY: &str = r#"
ruleset = "gridded"
name = "valley"
turns = 3
[map]
rows = ["...ww....", "...ww....", "...ww....", "...ww...."]
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
group = [{ name = "valley", zone = ["D1", "I4"] }]
stand = [
  { class = "native-infantry", name = "Spearmen", group = "valley", facing = "west", at = ["PLACE"] },
  { class = "command", name = "Elder", facing = "west", at = ["I3"] },
]
"#;

/// Everything that the scouts are sent, but for names that are drawn at random.
fn scouts_are_sent(place: &str, seed: u64) -> Vec<Value> {
    let engine = engine();
    let (scouts, ambushers) = (Front::new(&engine), Front::new(&engine));
    let new = json!({
        "scenario": { "text": VALLEY.replace("PLACE", place) },
        "seats": { "first": "client", "second": "client" },
        "seed": "11",
        "dice": "typed",
    });
    let begun = ambushers.ok("new_game", new);
    let seat = |token: &str| json!({ "game": begun["game"], "token": begun["tokens"][token] });
    scouts.ok("join", seat("first"));
    let mut pick = choices(seed);
    let mut sent = Vec::new();
    // The ambushers' front end has both seats' eyes: it throws for all.
    let mut both = seat("both");
    for _ in 0..400 {
        let situation = ambushers.ok("situation", both.clone());
        if situation["node"] == "over" {
            break;
        }
        let mut request = both.clone();
        if let Some(throw) = situation["throw"]["id"].as_str() {
            let many = situation["throw"]["dice"].as_array().unwrap().len();
            // The scouts lead first; nobody is ever found.
            let pips: Vec<u64> =
                if many == 1 { vec![12] } else { (0..many as u64).map(|die| 9 - 5 * die).collect() };
            request["throw"] = json!(throw);
            request["dice"] = json!(pips);
            ambushers.ok("throw", request);
            continue;
        }
        let actions = situation["actions"].as_array().unwrap();
        let index = if situation["to_move"] == "first" {
            // The scouts stay where they are.
            let stays = ["end", "pass", "finish", "hold", "stay"];
            let stay = actions.iter().position(|action| {
                stays.iter().any(|word| action["notation"].as_str().unwrap().starts_with(word))
            });
            stay.unwrap_or(actions.len() - 1)
        } else {
            pick(actions.len() as u64) as usize
        };
        request["decision"] = situation["decision"].clone();
        request["action"] = json!(index);
        ambushers.ok("act", request);
    }
    both["x"] = json!(1);
    scouts.ok("situation", seat("first"));
    for line in scouts.lines.borrow().iter() {
        let mut line = line.clone();
        let inner = if line.get("ok").is_some() { &mut line["ok"] } else { &mut line };
        for name in ["game", "decision", "hash"] {
            inner[name] = json!(null);
        }
        if inner["throw"].is_object() {
            inner["throw"]["id"] = json!(null);
        }
        sent.push(line);
    }
    sent
}

#[test]
#[ignore = "tells what is played"]
fn show_the_valley() {
    for line in scouts_are_sent("F2", 1) {
        let inner = line.get("ok").unwrap_or(&line);
        eprintln!("{} {} {} {}", inner["node"], inner["to_move"], inner["step"], inner["log"]);
    }
}
