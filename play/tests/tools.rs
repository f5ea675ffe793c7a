//! Matches, lists, measurements and help.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use std::path::Path;

use common::Place;
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Names and texts of the records in a folder.
fn records(folder: &Path) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut records: Vec<_> = entries
        .map(|entry| {
            (entry.file_name().into_string().unwrap(), std::fs::read_to_string(entry.path()).unwrap())
        })
        .collect();
    records.sort();
    records
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let place = Place::new();
    let play = |threads: &str| {
        let arguments = [
            "match",
            "drill",
            "random",
            "--scenario",
            "connect-four-small",
            "--pairs",
            "6",
            "--seed",
            "3",
            "--threads",
            threads,
            "--json",
            "--records",
            "games",
        ];
        (place.ok(&arguments, ""), records(&place.path("games")))
    };
    let one = play("1");
    assert_eq!(one, play("2"));
    assert_eq!(one, play("8"));
    let figures = json(&one.0);
    let count = |key: &str| figures[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 12);
    assert_eq!(one.1.len(), 12);
    let replayed = place.path("games").join(&one.1[5].0);
    assert!(place.ok(&["replay", replayed.to_str().unwrap()], "").contains("drill"));
    let table =
        place.ok(&["match", "drill", "random", "--scenario", "connect-four-small", "--pairs", "2"], "");
    assert!(table.contains("drill against random"), "{table}");
    assert!(table.contains("won / drawn / lost"), "{table}");
}

#[test]
fn lists_are_readable_and_json() {
    let place = Place::new();
    let list = json(&place.ok(&["scenarios", "--json"], ""));
    let names: Vec<&str> =
        list.as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"kuhn") && names.contains(&"pig"), "{names:?}");
    let text = place.ok(&["scenarios"], "");
    assert!(names.iter().all(|name| text.contains(name)), "{text}");
    let agents = json(&place.ok(&["agents", "--json"], ""));
    assert!(agents.as_array().unwrap().iter().any(|agent| agent["name"] == "mcts"));
    assert!(place.ok(&["agents"], "").contains("drill"));
}

#[test]
fn a_printed_scenario_is_a_scenario_file() {
    let place = Place::new();
    let text = place.ok(&["scenarios", "connect-four-small"], "");
    place.write("mine.toml", &text);
    let out = place.ok(
        &["play", "--terminal", "--scenario", "mine.toml", "--opponent", "random"],
        &"1\n2\n3\n4\n".repeat(8),
    );
    assert!(out.contains("Its record is kept."), "{out}");
}

#[test]
fn bench_measures_under_the_rulesets_name() {
    let place = Place::new();
    let figures = json(&place.ok(&["bench", "--scenario", "pig", "--seconds", "0.05", "--json"], ""));
    let keys: Vec<&str> = figures.as_object().unwrap().keys().map(String::as_str).collect();
    let mut wanted = [
        "pig.random_steps_per_s",
        "pig.random_games_per_s",
        "pig.choices_per_decision",
        "pig.state_bytes",
        "pig.clone_ns",
        "scaling.two_threads",
        "scaling.two_threads_games",
        "connect4.mcts_sims_per_s",
        "net.positions_per_s.batch1",
        "net.positions_per_s.batch8",
        "net.positions_per_s.batch64",
        "net.two_threads",
    ];
    wanted.sort_unstable();
    assert_eq!(keys, wanted);
    assert!(figures.as_object().unwrap().values().all(|value| value.as_f64().unwrap() > 0.0), "{figures}");
    assert!(
        place.ok(&["bench", "--scenario", "pig", "--seconds", "0.05"], "").contains("scaling.two_threads")
    );
}

#[test]
fn every_help_shows_an_example() {
    let place = Place::new();
    assert!(place.ok(&["--version"], "").starts_with("sandtable "));
    for arguments in [
        &["--help"][..],
        &["play", "--help"],
        &["match", "--help"],
        &["tournament", "--help"],
        &["sprt", "--help"],
        &["replay", "--help"],
        &["scenarios", "--help"],
        &["agents", "--help"],
        &["bench", "--help"],
    ] {
        let help = place.ok(arguments, "");
        assert!(help.contains("Example"), "{help}");
        assert!(help.contains("\n  sandtable "), "{help}");
    }
}

#[test]
fn the_positions_suite_is_listed_shown_scored_and_judged() {
    let place = Place::new();
    let list = place.ok(&["suite"], "");
    assert!(list.contains("support-before-charge") && list.contains("masks"), "{list}");
    let shown = place.ok(&["suite", "--position", "gun-before-the-advance", "random"], "");
    for words in ["Which acts first?", "Answer: activate C1", "Not: activate A3", "Why: ", "random: "] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let figures = json(&place.ok(&["suite", "greedy", "random", "--attempts", "1", "--json"], ""));
    assert!(figures["positions"].as_array().unwrap().len() >= 50);
    assert_eq!(figures["contenders"], serde_json::json!(["greedy", "random"]));
    let judged = place.ok(&["suite", "--judge", "--position", "charge-in-the-open"], "");
    assert!(judged.contains("judged exactly") && judged.contains("close B4"), "{judged}");
    let said = place.refused(&["suite", "--position", "suport-before-charge"]);
    assert!(said.contains("Did you mean `support-before-charge`?"), "{said}");
}
