//! Matches and tournaments that are stopped and go on, tests, pictures.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use std::time::{Duration, Instant};

use common::Place;
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn refuses(place: &Place, arguments: &[&str], wanted: &str) {
    let line = place.refused(arguments);
    assert!(line.contains(wanted), "{arguments:?}: {line}");
}

const MATCH: [&str; 10] =
    ["match", "mcts:60", "drill", "--scenario", "pig", "--scenario", "pig-nine", "--seed", "5", "--json"];

fn with<'a>(arguments: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [arguments, more].concat()
}

/// Killed at several moments and resumed, a match ends as if it had never been stopped.
#[test]
fn a_killed_match_goes_on_with_every_game_once() {
    let place = Place::new();
    let whole = place.ok(&with(&MATCH, &["--pairs", "40"]), "");
    let command = with(&MATCH, &["--pairs", "40", "--out", "m.jsonl", "--threads", "2"]);
    for wanted in [3, 17, 60] {
        let mut child = place.command(&command).spawn().unwrap();
        let start = Instant::now();
        loop {
            let lines = std::fs::read_to_string(place.path("m.jsonl")).unwrap_or_default().lines().count();
            if lines > wanted || child.try_wait().unwrap().is_some() {
                break;
            }
            assert!(start.elapsed() < Duration::from_mins(1), "the match plays");
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(place.read("m.jsonl").lines().count() > 60);
    let said = place.run(&command, "");
    assert_eq!((said.code, &said.out), (Some(0), &whole), "{}", said.err);
    assert_eq!(place.ok(&command, ""), whole, "nothing is left to play");
    let mut games: Vec<u64> =
        place.read("m.jsonl").lines().skip(1).map(|line| json(line)["game"].as_u64().unwrap()).collect();
    games.sort_unstable();
    assert_eq!(games, (0..160).collect::<Vec<_>>(), "every game once");
}

#[test]
fn a_torn_line_is_dropped_and_more_pairs_are_added() {
    let place = Place::new();
    let short = with(&MATCH, &["--pairs", "3", "--out", "m.jsonl"]);
    let long = with(&MATCH, &["--pairs", "5", "--out", "m.jsonl"]);
    let whole = place.ok(&with(&MATCH, &["--pairs", "5"]), "");
    place.ok(&short, "");
    let kept = place.read("m.jsonl");
    for cut in [kept.len() - 1, kept.len() - 30, kept.len() / 2, 20] {
        place.write("m.jsonl", &kept[..cut]);
        let said = place.run(&long, "");
        assert_eq!((said.code, &said.out), (Some(0), &whole), "{}", said.err);
        assert!(said.err.contains("m.jsonl: the last line was torn and is dropped"), "{}", said.err);
    }
}

#[test]
fn a_journal_of_another_event_is_refused_and_left_alone() {
    let place = Place::new();
    // On one thread the games finish in the order of their numbers.
    place.ok(&with(&MATCH, &["--pairs", "2", "--out", "m.jsonl", "--threads", "1"]), "");
    let kept = place.read("m.jsonl");
    let other = |changed: &[&str], wanted: &str| {
        let arguments = with(changed, &["--pairs", "2", "--out", "m.jsonl"]);
        refuses(&place, &arguments, wanted);
        assert_eq!(place.read("m.jsonl"), kept);
    };
    other(&["match", "mcts:60", "drill", "--scenario", "pig", "--seed", "5"], "scenarios");
    other(&["match", "mcts:61", "drill", "--scenario", "pig", "--scenario", "pig-nine"], "seed");
    other(&with(&MATCH, &["--turn-limit", "1s"]), "turn limit");
    let mut agents = MATCH;
    agents[1] = "mcts:61";
    other(&agents, "mcts:60, drill, not mcts:61, drill; give the same options, or name another file");
    let out = with(&MATCH, &["--pairs", "2", "--out", "x.jsonl"]);
    let write = |text: &str, wanted: &str| {
        place.write("x.jsonl", text);
        refuses(&place, &out, wanted);
        assert_eq!(place.read("x.jsonl"), text);
    };
    write("My diary.\n", "not the journal of an event; name another file");
    write("No line end", "not the journal of an event; name another file");
    write(&kept.replacen("\"sandtable_event\":1", "\"sandtable_event\":9", 1), "version 9");
    let (header, rest) = kept.split_once('\n').unwrap();
    let first = rest.lines().next().unwrap();
    write(&format!("{header}\n{first}\n{first}\n"), "line 3: game 0 is there twice; remove the line");
    write(&format!("{header}\n{{}}\n"), "line 2: this is no game");
    write(&format!("{header}\n{}\n", first.replacen("\"pair\":0", "\"pair\":1", 1)), "of another event");
}

#[test]
fn wrong_options_name_the_cure() {
    let place = Place::new();
    let game = ["match", "drill", "random", "--scenario", "pig"];
    refuses(&place, &with(&game, &["--turn-limit", "soon"]), "as 120ms or 2s");
    refuses(&place, &with(&game, &["--sprt", "5"]), "as 0,5");
    refuses(&place, &with(&game, &["--sprt", "5,0"]), "the smaller first");
    refuses(&place, &with(&game, &["--sprt", "0,5", "--alpha", "0.7"]), "as 0.05");
    refuses(&place, &with(&game, &["--out", "no/such/x"]), "make it first");
    refuses(&place, &with(&game, &["--records", "no/such/x"]), "make it first");
    refuses(&place, &with(&game, &["--scenario", "pig"]), "name each once");
    refuses(&place, &with(&game, &["--scenario", "kuhn"]), "play them one at a time");
    refuses(&place, &with(&game, &["--scenario", "generated"]), "no generator");
    refuses(&place, &["tournament", "drill"], "two agents or more");
    refuses(&place, &["tournament", "drill", "random", "drill"], "`drill` is named twice");
    refuses(&place, &["tournament", "drill", "drull"], "Did you mean `drill`?");
    refuses(&place, &["tournament", "drill", "random", "--svg", "no/such/x"], "make it first");
    refuses(&place, &["sprt", "--bounds", "0,2"], "--pairs");
    refuses(&place, &["sprt", "--pairs", "1/2/3", "--bounds", "0,2"], "five whole numbers");
    refuses(&place, &["sprt", "--games", "1/2/-3", "--bounds", "0,2"], "three whole numbers");
}

#[test]
fn known_sequential_tests_are_met() {
    let place = Place::new();
    let out = place.ok(&["sprt", "--pairs", "379/10170/21828/10640/343", "--bounds", "0,2"], "");
    assert!(out.contains("LLR 2.946") && out.contains("H1 is taken"), "{out}");
    assert!(out.contains("normalised Elo  +3.1 (95 % interval +0.7 to +5.4)"), "{out}");
    let games = ["sprt", "--games", "36433/68692/36027", "--bounds", "0,2", "--json"];
    let llr = json(&place.ok(&games, ""))["sprt"]["llr"].as_f64().unwrap();
    assert!((llr - 0.92).abs() < 0.005, "{llr}");
    let logistic = place.ok(&["sprt", "--games", "60/0/40", "--bounds", "-10,10", "--elo", "logistic"], "");
    assert!(logistic.contains("-10 against 10 logistic Elo"), "{logistic}");
}

#[test]
fn a_sequential_match_stops_alike_on_any_number_of_threads() {
    let place = Place::new();
    let play = |threads: &str| {
        let arguments = ["--sprt", "0,100", "--scenario", "pig", "--json", "--threads", threads];
        place.ok(&with(&["match", "drill", "random"], &arguments), "")
    };
    let one = play("1");
    assert_eq!(one, play("3"));
    let report = json(&one);
    assert_eq!(report["sprt"]["decision"], "H1");
    let games = report["games"].as_array().unwrap().len();
    assert!((10..1000).contains(&games), "{games}");
    // Stopped by a journal of some games, it decides after the same pair.
    let arguments = ["match", "drill", "random", "--scenario", "pig", "--json", "--out", "s.jsonl"];
    place.ok(&with(&arguments, &["--pairs", "4"]), "");
    assert_eq!(place.ok(&with(&arguments, &["--sprt", "0,100"]), ""), one);
    assert_eq!(place.ok(&with(&arguments, &["--sprt", "0,100"]), ""), one);
}

#[test]
fn generated_scenarios_are_fresh_for_every_pair_and_the_same_again() {
    let place = Place::new();
    let arguments = ["match", "eager", "random", "--scenario", "generated", "--pairs", "3", "--json"];
    let one = place.ok(&with(&arguments, &["--records", "one"]), "");
    assert_eq!(one, place.ok(&with(&arguments, &["--threads", "1"]), ""));
    assert_ne!(one, place.ok(&with(&arguments, &["--seed", "2"]), ""));
    let mut sources = std::collections::BTreeMap::<String, u32>::new();
    for entry in std::fs::read_dir(place.path("one")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let header = json(text.lines().next().unwrap());
        *sources.entry(header["source"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    assert_eq!(sources.into_values().collect::<Vec<_>>(), [2, 2, 2]);
}

#[test]
fn a_tournament_has_tables_ratings_and_a_picture() {
    let place = Place::new();
    let arguments =
        ["tournament", "random", "mcts:40", "drill", "--scenario", "pig", "--scenario", "pig-nine"];
    let more = ["--pairs", "15", "--out", "t.jsonl", "--svg", "t.svg"];
    let table = place.ok(&with(&arguments, &more), "");
    for text in ["180 games", "Elo (95 % interval)", "score in", "random", "mcts:40", "drill"] {
        assert!(table.contains(text), "{table}");
    }
    let svg = place.read("t.svg");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    assert_eq!(svg.matches("<circle").count(), 3);
    let report = json(&place.ok(&with(&with(&arguments, &more), &["--json"]), ""));
    let standings = report["standings"].as_array().unwrap();
    assert_eq!(standings[2]["contender"], "random", "{table}");
    let elo = |place: usize| standings[place]["rating"]["elo"].as_f64().unwrap();
    assert!((0..3).map(elo).sum::<f64>().abs() < 1e-6);
    // A pairing plays the same games as in a match.
    let pairing = &report["pairings"][1];
    assert_eq!(pairing["contenders"], serde_json::json!(["random", "drill"]));
    let alone = with(&["match", "random", "drill"], &["--scenario", "pig", "--scenario", "pig-nine"]);
    let alone = json(&place.ok(&with(&alone, &["--pairs", "15", "--json"]), ""));
    assert_eq!(alone["pairs"], pairing["pairs"]);
    assert_eq!(alone["scenarios"], pairing["scenarios"]);
}

#[test]
fn who_overruns_the_turn_loses_by_time() {
    let place = Place::new();
    let arguments = ["match", "mcts:100000", "drill", "--scenario", "connect-four", "--pairs", "1"];
    let report = json(&place.ok(&with(&arguments, &["--turn-limit", "5ms", "--json"]), ""));
    assert_eq!(report["losses"], 2);
    assert_eq!(report["forfeits"][0]["time"], 2);
    assert!(report["games"][0]["reason"].as_str().unwrap().contains("where 5.0 ms are allowed"), "{report}");
    assert!(report["time"][0]["longest_us"].as_u64().unwrap() > 5000);
    // A search with a time of its own keeps it.
    let arguments = ["match", "mcts:10ms", "drill", "--scenario", "connect-four", "--pairs", "1"];
    let table = place.ok(&with(&arguments, &["--turn-limit", "2s"]), "");
    assert!(table.contains("time of mcts:10ms:") && !table.contains("forfeited"), "{table}");
}
