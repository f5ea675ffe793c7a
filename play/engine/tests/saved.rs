//! Battles that were saved are gone on with.
#![allow(clippy::needless_pass_by_value, reason = "`json!` makes values to be given away")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod front;

use front::{Front, Player, choices, engine};
use sandtable_core::record::Line;
use sandtable_core::{Game, GameSeed, Record, Save, scenario};
use sandtable_gridded::Gridded;
use serde_json::{Value, json};

/// A battle that lasted for so many decisions of one who plays both sides.
fn begun<'a>(front: &'a Front, scenario: &str, decisions: u32) -> Player<'a> {
    let new =
        json!({ "scenario": scenario, "seats": { "first": "client", "second": "client" }, "seed": "3" });
    let mut player = Player::begin(front, new);
    let mut pick = choices(5);
    for _ in 0..decisions {
        player.wait();
        let many = player.situation["actions"].as_array().unwrap().len() as u64;
        player.act(pick(many) as usize);
    }
    player
}

fn record(player: &Player<'_>) -> Value {
    let record = player.front.ok("record", player.seated());
    assert_eq!(record["full"], true);
    record["text"].clone()
}

#[test]
fn a_battle_goes_on_from_its_record_with_other_dice() {
    let engine = engine();
    let front = Front::new(&engine);
    let before = begun(&front, "meeting-engagement", 12);
    let saved = record(&before);
    let committed = front.ok("commit", json!({}));
    let fields = json!({
        "saved": saved,
        "seats": { "first": "drill", "second": "client" },
        "commitment": committed["commitment"],
        "number": "abc",
    });
    let after = front.ok("continue", fields);
    let there = &after["situation"];
    assert_eq!(
        (&after["commitment"], &there["commitment"]),
        (&committed["commitment"], &after["commitment"])
    );
    assert_ne!(there["game"], before.situation["game"]);
    for name in ["turn", "pieces", "board", "forces", "prompt", "actions"] {
        assert_eq!(there[name], before.situation[name], "{name}");
    }
    assert_eq!(there["continued"], there["step"], "all of it so far comes from the file");
    assert_eq!(there["players"], json!(["drill", "client"]));
    // It goes on to its end, and its record replays, with the dice that were thrown before.
    let mut player = Player {
        front: &front,
        game: after["game"].clone(),
        token: after["tokens"]["second"].clone(),
        situation: json!(null),
        log: Vec::new(),
    };
    player.take(there.clone());
    let mut pick = choices(6);
    player.play(|situation| pick(situation["actions"].as_array().unwrap().len() as u64) as usize, |_| 1);
    let whole = record(&player);
    let (whole, saved) = (whole.as_str().unwrap(), saved.as_str().unwrap());
    let lines = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let (all, first) = (lines(whole), lines(saved));
    assert!(all.starts_with(&first), "what was done stands");
    Record::from_text(whole).unwrap().replay::<Gridded>(|_| {}).unwrap();
    // The dice after that are those of the new seed.
    let seed = GameSeed::parse(player.situation["secret"]["seed"].as_str().unwrap()).unwrap();
    let mut record = Record::from_text(saved).unwrap();
    record.header.commitment = seed.commitment();
    let mut game = Game::<Gridded>::restore(&Save { record: record.to_text(), seed: Some(seed) }).unwrap();
    let fought = Record::from_text(whole).unwrap();
    let mut throws = 0;
    while let Some(line) = fought.lines.get(game.record().lines.len()) {
        if let Line::Do { action, .. } = line {
            game.act_by_notation(action).unwrap();
        } else {
            throws += 1;
            game.throw().unwrap();
        }
    }
    assert_eq!(game.record().lines, fought.lines);
    assert!(throws > 3, "{throws} throws");
}

#[test]
fn what_the_terminal_saved_goes_on_and_the_seed_in_it_is_not_used() {
    let engine = engine();
    let front = Front::new(&engine);
    let scenario = scenario::built_in::<Gridded>("supply-column").unwrap();
    let players = ["person".to_owned(), "eager".to_owned()];
    let mut game = Game::<Gridded>::new(&scenario, players, Some(GameSeed::from_number(4))).unwrap();
    while game.due().is_some() {
        game.throw().unwrap();
    }
    let first = game.actions(game.decider().unwrap())[0];
    game.act(first).unwrap();
    let saved = serde_json::to_string_pretty(&game.save()).unwrap();
    let after = front.ok("continue", json!({ "saved": saved, "dice": "typed" }));
    assert_eq!(after["situation"]["players"], json!(["client", "eager"]), "who played before");
    assert_eq!(after["situation"]["dice"], "typed");
    assert_ne!(after["commitment"], json!(GameSeed::from_number(4).commitment()));
    assert!(after["tokens"]["first"].is_string() && after["tokens"].get("second").is_none());
    // Something is hidden from this seat: the record stays with the engine.
    let seat = json!({ "game": after["game"], "token": after["tokens"]["first"] });
    let own = front.ok("record", seat);
    assert_eq!(own["full"], false);
    let refused = front.ask("continue", json!({ "saved": own["text"] }));
    assert!(refused["error"]["message"].as_str().unwrap().contains("what one seat saw"), "{refused}");
}

#[test]
fn where_nothing_is_hidden_a_seat_has_the_whole_record() {
    let engine = engine();
    let front = Front::new(&engine);
    let new = json!({ "scenario": "meeting-engagement", "seats": { "first": "client", "second": "drill" }, "seed": "9" });
    let mut player = Player::begin(&front, new);
    let mut pick = choices(1);
    for _ in 0..20 {
        player.wait();
        player.act(pick(player.situation["actions"].as_array().unwrap().len() as u64) as usize);
    }
    player.wait();
    let saved = record(&player);
    let after = front.ok("continue", json!({ "saved": saved }));
    assert_eq!(after["situation"]["board"], player.situation["board"]);
    let texts = |log: &[Value]| log.iter().map(|entry| entry["text"].clone()).collect::<Vec<_>>();
    assert_eq!(texts(after["situation"]["log"].as_array().unwrap()), texts(&player.log));
}

#[test]
fn what_cannot_be_gone_on_with_is_refused_in_one_line() {
    let engine = engine();
    let front = Front::new(&engine);
    let player = begun(&front, "tiny-duel", 2);
    let good = record(&player).as_str().unwrap().to_owned();
    let changed = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}: {good}");
        good.replace(from, to)
    };
    let seats = json!({ "first": "client", "second": "client" });
    front.ok("continue", json!({ "saved": good, "seats": seats }));
    let over = format!("{good}{{\"resign\":{{\"seat\":\"first\"}}}}\n");
    for (saved, code, part) in [
        (String::new(), "bad-record", "line 1: the file is empty"),
        ("ruleset = \"gridded\"\n".to_owned(), "bad-record", "line 1: this is not a Sandtable record"),
        (good[..good.len() - 9].to_owned(), "bad-record", "line "),
        (over, "bad-record", "over"),
        (changed("\"version\":", "\"version\":9"), "bad-record", "version 9"),
        (changed("\"sandtable_record\":1", "\"sandtable_record\":7"), "bad-record", "version 7"),
        (changed("\"ruleset\":\"gridded\"", "\"ruleset\":\"nonsense\""), "bad-record", "gridded"),
        (changed("\"do\":{\"seat\":\"second\"", "\"do\":{\"seat\":\"first\""), "bad-record", "line "),
        (json!({ "record": "{}", "seed": null }).to_string(), "bad-record", "line 1"),
    ] {
        let answer = front.ask("continue", json!({ "saved": saved, "seats": seats }));
        let (error, shown) = (&answer["error"], answer.to_string());
        assert_eq!((&error["code"], &error["field"]), (&json!(code), &json!("saved")), "{shown}");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(part) && !message.contains('\n'), "{part}: {shown}");
    }
    let named = good.replace("\"players\":[\"person\",\"person\"]", "\"players\":[\"person\",\"engine:x\"]");
    let answer = front.ask("continue", json!({ "saved": named }));
    assert_eq!(answer["error"]["field"], "seats.second", "{answer}");
    assert!(answer["error"]["message"].as_str().unwrap().contains("say who plays in `seats`"), "{answer}");
    front.ok("continue", json!({ "saved": named, "seats": seats }));
}
