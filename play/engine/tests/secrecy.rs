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
            if asked % 16 == 0 {
                front.ok("record", player.seated());
                front.ok("explain", player.seated());
                front.ok("situation", player.seated());
            }
            let many = player.situation["actions"].as_array().unwrap().len() as u64;
            player.act(pick(many) as usize);
        }
        // Where a card is hidden all the time, what the other side decided is told by what
        // came of it alone.
        let own = &player.situation["seat"];
        for entry in player.log.iter().filter(|_| scenario == "kuhn") {
            assert!(entry.get("notation").is_none() || entry["seat"] == *own, "{scenario}: {entry}");
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
