//! The learned opponent: whom one meets, its levels, and what weights say, with untrained
//! weights in a file.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use common::Place;
use sandtable_agents::LEVELS;
use sandtable_agents::network::{Shape, Weights, shipped};
use sandtable_core::GameSeed;
use sandtable_core::encoding::Encode as _;
use sandtable_gridded::Gridded;

const SHAPE: Shape = Shape { width: 16, heads: 2, blocks: 1, hidden: 16 };

/// A place with weights for the gridded battles in `w.safetensors`.
fn place() -> Place {
    let place = Place::new();
    let weights = Weights::seeded(SHAPE, &Gridded::ENCODER, GameSeed::from_number(1)).unwrap();
    place.write("w.safetensors", weights.with_manifest("Seeded for a test.").write());
    place
}

#[test]
fn a_battle_against_a_level_says_so_repeats_and_goes_on() {
    let place = place();
    let begin =
        ["play", "--terminal", "--side", "second", "--seed", "3", "--opponent", "net@w.safetensors:recruit"];
    let play = |record: &str| {
        let out = place.ok(&[&begin[..], &["--record", record]].concat(), "save s.save\nwhy\nquit\n");
        assert!(out.contains("played by net@w.safetensors:recruit.\nIt plays by what it learned"), "{out}");
        assert!(out.contains("at the level `recruit`: it "), "{out}");
        assert!(LEVELS.iter().all(|level| out.contains(level.name())), "{out}");
        place.read(record)
    };
    let record = play("r.jsonl");
    assert!(record.lines().next().unwrap().contains("net@w.safetensors:recruit"), "{record}");
    assert_eq!(play("again.jsonl"), record);
    let load = ["play", "--terminal", "--load", "s.save"];
    assert!(place.ok(&load, "quit\n").contains("at the level `recruit`"));
    let out = place.ok(&[&load[..], &["--opponent", "net@w.safetensors:veteran"]].concat(), "quit\n");
    assert!(out.contains("at the level `veteran`"), "{out}");
}

#[test]
fn the_learned_opponent_is_met_where_weights_are_shipped() {
    let place = Place::new();
    let line = place.refused(&["play", "--terminal", "--scenario", "pig", "--level", "recruit"]);
    assert!(line.contains("no weights for `pig`"), "{line}");
    assert_eq!(place.kept("save").len(), 0, "nothing is left of a battle that never began");
    let meets = |scenario: &str, opponent: &str| {
        let out = place.ok(&["play", "--terminal", "--scenario", scenario, "--seed", "1"], "quit\n");
        assert!(out.contains(&format!("played by {opponent}.\n")), "{out}");
    };
    meets("connect-four", "mcts:2s");
    meets("supply-column", if shipped("gridded").is_some() { "net:regular" } else { "mcts:2s" });
    match shipped("gridded") {
        Some(_) => {
            let out = place.ok(&["play", "--terminal", "--seed", "1", "--level", "veteran"], "quit\n");
            assert!(out.contains("played by net:veteran."), "{out}");
            assert!(place.ok(&["agents", "--weights"], "").contains("shipped for gridded"));
        }
        None => assert!(place.refused(&["agents", "--weights"]).contains("name a file")),
    }
}

#[test]
fn wrong_levels_are_answered_with_the_known_ones() {
    let place = Place::new();
    let refuses = |arguments: &[&str], wanted: &str| {
        let line = place.refused(arguments);
        assert!(line.contains(wanted), "{arguments:?}: {line}");
        line
    };
    let line = refuses(&["play", "--terminal", "--level", "recrut"], "Did you mean `recruit`?");
    assert!(LEVELS.iter().all(|level| line.contains(level.name())), "{line}");
    refuses(&["play", "--terminal", "--level", "9"], "Known: recruit, trained, regular, seasoned, veteran");
    refuses(&["play", "--terminal", "--level", ""], "Known: recruit");
    refuses(&["play", "--terminal", "--opponent", "net:vetran"], "Did you mean `veteran`?");
    refuses(&["match", "net:raw", "drill"], "Known: recruit, trained");
    refuses(&["play", "--terminal", "--level", "recruit", "--opponent", "drill"], "cannot be used with");
}

#[test]
fn weights_say_what_they_are() {
    let place = place();
    let text = place.ok(&["agents", "--weights=w.safetensors"], "");
    for words in ["w.safetensors\n", "gridded/v", "width 16, heads 2", "MFLOP", "Seeded for a test."] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let text = place.ok(&["agents", "--weights=w.safetensors", "--json"], "");
    let cards: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(cards[0]["encoder"], Gridded::ENCODER.to_string());
    assert_eq!(cards[0]["shape"]["width"], 16);
    assert_eq!(cards[0]["bytes"], place.path("w.safetensors").metadata().unwrap().len());
    let line = place.refused(&["agents", "--weights=none.safetensors"]);
    assert!(line.contains("none.safetensors: it cannot be read"), "{line}");
    place.write("cut.safetensors", "{}");
    assert!(place.refused(&["agents", "--weights=cut.safetensors"]).contains("cut.safetensors: "));
    assert!(place.ok(&["agents"], "").contains("net:veteran"));
}
