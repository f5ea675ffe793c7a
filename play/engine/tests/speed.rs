//! How long requests take that do not think, in time of the processor: other tests run
//! beside this one.
#![allow(clippy::needless_pass_by_value, reason = "`json!` makes values to be given away")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod front;

use std::time::Duration;

use front::{Front, Player, choices, engine};
use sandtable_agents::Clock as _;
use sandtable_eval::ThreadClock;
use serde_json::json;

/// Times of every answer in a battle, sorted.
fn times(scenario: &str) -> (Vec<Duration>, Vec<Duration>) {
    let engine = engine();
    let front = Front::new(&engine);
    let new =
        json!({ "scenario": scenario, "seats": { "first": "client", "second": "client" }, "seed": "4" });
    let begun = front.ok("new_game", new);
    let token = begun["tokens"]["first"].clone();
    let mut player = Player {
        front: &front,
        game: begun["game"].clone(),
        token: begun["tokens"]["both"].clone(),
        situation: json!(null),
        log: Vec::new(),
    };
    player.take(begun["situation"].clone());
    let own = json!({ "game": player.game, "token": token, "since": 1_000_000 });
    let (mut acts, mut situations) = (Vec::new(), Vec::new());
    let mut pick = choices(2);
    loop {
        player.wait();
        if player.is_over() {
            break;
        }
        let start = ThreadClock::start();
        front.ok("situation", own.clone());
        situations.push(start.elapsed());
        let many = player.situation["actions"].as_array().unwrap().len() as u64;
        let start = ThreadClock::start();
        player.act(pick(many) as usize);
        acts.push(start.elapsed());
    }
    acts.sort();
    situations.sort();
    (acts, situations)
}

#[test]
fn a_situation_is_cheap() {
    for scenario in ["meeting-engagement", "supply-column", "ambush"] {
        let (acts, situations) = times(scenario);
        let at = |list: &[Duration], part: usize| list[(list.len() * part / 100).min(list.len() - 1)];
        eprintln!(
            "{scenario}: act {:?} median, {:?} of 99 %; situation {:?} median, {:?} of 99 % ({} decisions)",
            at(&acts, 50),
            at(&acts, 99),
            at(&situations, 50),
            at(&situations, 99),
            acts.len()
        );
        // Ten times what it takes on a quiet machine.
        assert!(at(&situations, 50) < Duration::from_millis(20), "{scenario}");
    }
}
