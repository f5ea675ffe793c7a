//! Configurations: what ships is sound, and a mistake is named with its cure.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use std::path::Path;

use sandtable_gridded::Gridded;
use sandtable_training::self_play::Grounds;
use sandtable_training::{Config, ConfigError};

const SHIPPED: [(&str, &str); 3] = [
    ("smoke.toml", include_str!("../configs/smoke.toml")),
    ("laptop.toml", include_str!("../configs/laptop.toml")),
    ("gpu.toml", include_str!("../configs/gpu.toml")),
];

fn parse(text: &str) -> Result<Config, ConfigError> {
    Config::parse(Path::new("mine.toml"), text)
}

/// The smoke configuration with one line changed.
fn changed(from: &str, to: &str) -> String {
    let text = SHIPPED[0].1;
    assert!(text.contains(from), "{from}");
    let error = parse(&text.replacen(from, to, 1)).unwrap_err().to_string();
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.starts_with("mine.toml:"), "{error}");
    error
}

#[test]
fn the_shipped_ones_can_be_used_and_written_again() {
    for (name, text) in SHIPPED {
        let config = parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        Grounds::<Gridded>::new(&config).unwrap();
        assert_eq!(parse(&config.to_text()).unwrap(), config, "{name}");
    }
}

#[test]
fn unknown_and_missing_keys_are_named() {
    let error = changed("considered =", "consdered =");
    assert!(error.contains("consdered") && error.contains("considered"), "{error}");
    let line = SHIPPED[0].1.lines().position(|line| line.starts_with("considered")).unwrap() + 1;
    assert!(error.starts_with(&format!("mine.toml:{line}:1: ")), "{error}");
    let error = changed("mirrored =", "# mirrored =");
    assert!(error.contains("mirrored"), "{error}");
    let error = changed("seed = 1", "seed = \"one\"");
    assert!(error.contains("mine.toml:5:8: seed: ") && error.contains("expected u64"), "{error}");
}

#[test]
fn values_out_of_range_are_named_with_the_cure() {
    for (from, to, key) in [
        ("puct = 1.25", "puct = -1.0", "search.puct"),
        ("puct = 1.25", "puct = nan", "search.puct"),
        ("games_a_shard = 2", "games_a_shard = 0", "self_play.games_a_shard"),
        ("mirrored = 0.5", "mirrored = 1.5", "replay.mirrored"),
        ("\nshare = 0.1", "\nshare = 0.5", "gate.share"),
    ] {
        let error = changed(from, to);
        assert!(error.contains(key) && error.contains("write a number from"), "{error}");
    }
    let error = changed("cheap_simulations = 4", "cheap_simulations = 400");
    assert!(error.contains("self_play.cheap_simulations"), "{error}");
    let error = changed("ridge = 1.0", "ridge = -1.0");
    assert!(error.contains("self_play.scenarios.ridge"), "{error}");
}

#[test]
fn scenarios_and_agents_that_are_not_there_are_named() {
    let mut config = parse(SHIPPED[0].1).unwrap();
    config.self_play.scenarios.insert("rigde".to_owned(), 1.0);
    let error = Grounds::<Gridded>::new(&config).err().unwrap().to_string();
    assert!(error.contains("Did you mean `ridge`?"), "{error}");
    let error = Grounds::<sandtable_reference::Pig>::new(&config).err().unwrap().to_string();
    assert!(error.contains("self_play.generated"), "{error}");
    assert!(changed("\"drill\"", "\"dril\"").contains("Did you mean `drill`?"));
}

#[test]
fn the_gate_costs_a_tenth_at_most() {
    for (name, text) in SHIPPED {
        let config = parse(text).unwrap();
        let play = &config.self_play;
        let own = f64::from(play.games)
            * (play.full_share * f64::from(play.full_simulations)
                + (1.0 - play.full_share) * f64::from(play.cheap_simulations));
        let gate = 2.0 * f64::from(config.gate_pairs()) * f64::from(config.gate.simulations);
        assert!(gate <= 0.1 * own, "{name}: {gate} of {own}");
    }
}
