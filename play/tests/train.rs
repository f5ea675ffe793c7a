//! `sandtable train`: stopped by signals, gone on with, and its mistakes.

#![cfg(feature = "train")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use common::Place;

/// The smoke configuration with a few lines changed: a game of Connect Four is faster.
fn tiny() -> String {
    let mut text = include_str!("../../training/configs/smoke.toml").to_owned();
    let scenarios = text.find("[self_play.scenarios]").unwrap();
    let next = text.find("[search]").unwrap();
    text.replace_range(scenarios..next, "[self_play.scenarios]\nconnect-four-small = 1.0\n\n");
    for (from, to) in [
        ("ruleset = \"gridded\"", "ruleset = \"connect-four\""),
        ("generated = 0.5", "generated = 0.0"),
        ("\"meeting-engagement\", \"supply-column\", \"generated\"", "\"connect-four-small\""),
        ("[\"greedy\", \"drill\", \"mcts:8\"]", "[\"random\"]"),
    ] {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    text
}

#[test]
fn a_run_is_finished_and_its_weights_play() {
    let place = Place::new();
    place.write("tiny.toml", tiny());
    let said = place.run(&["train", "tiny.toml", "--out", "run"], "");
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.contains("finished") && said.out.contains("best.safetensors"), "{}", said.out);
    assert!(said.err.contains("generation 2: learning") && said.err.contains("samples/s"), "{}", said.err);
    assert!(said.err.contains("against random in 2 games"), "{}", said.err);
    let games = ["--scenario", "connect-four-small", "--pairs", "1"];
    place.ok(&[&["match", "net@run/best.safetensors:8", "random"], &games[..]].concat(), "");
    // It has begun: other weights, another seed and another network are refused.
    let line = place.refused(&["train", "tiny.toml", "--out", "run", "--from", "run/best.safetensors"]);
    assert!(line.contains("go on without --from"), "{line}");
    place.write("other.toml", tiny().replace("seed = 1", "seed = 2"));
    assert!(place.refused(&["train", "other.toml", "--out", "run"]).contains("another seed"));
    let said = place.run(&["train", "other.toml", "--out", "next", "--from", "run/best.safetensors"], "");
    assert_eq!(said.code, Some(0), "{}", said.err);
}

#[cfg(unix)]
#[test]
fn a_signal_stops_it_saved_and_the_same_command_goes_on() {
    let place = Place::new();
    place.write("long.toml", tiny().replace("generations = 3\n\n", "generations = 100000\n\n"));
    for signal in ["INT", "TERM"] {
        let state = || std::fs::read(place.path("run/state.json")).ok();
        let before = state();
        let child = place.command(&["train", "long.toml", "--out", "run"]).spawn().unwrap();
        // It listens to signals before it works on anything, however slow the machine is.
        while state() == before {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let mut kill = std::process::Command::new("kill");
        assert!(kill.args(["-s", signal, &child.id().to_string()]).status().unwrap().success());
        let said = common::finish(child, "");
        assert_eq!(said.code, Some(0), "{}", said.err);
        assert!(said.out.contains("stopped and saved"), "{}", said.out);
    }
    let state = place.read("run/state.json");
    let generation = state.split("\"generation\": ").nth(1).unwrap().split(',').next().unwrap();
    place.write(
        "short.toml",
        tiny().replace(
            "generations = 3\n\n",
            &format!("generations = {}\n\n", generation.parse::<u32>().unwrap() + 1),
        ),
    );
    let said = place.run(&["train", "short.toml", "--out", "run"], "");
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.contains("finished"), "{}", said.out);
}

#[test]
fn mistakes_are_one_line_with_the_cure() {
    let place = Place::new();
    let refuses = |arguments: &[&str], wanted: &str| {
        let line = place.refused(arguments);
        assert!(line.contains(wanted), "{arguments:?}: {line}");
    };
    refuses(&["train"], "CONFIG.toml");
    refuses(&["train", "none.toml"], "none.toml: it cannot be read");
    place.write("bad.toml", tiny().replace("window =", "windo ="));
    refuses(&["train", "bad.toml"], "unknown field `windo`");
    place.write("bad.toml", tiny().replace("puct = 1.25", "puct = -1.25"));
    refuses(&["train", "bad.toml"], "search.puct: -1.25 is out of range: write a number from 0 to 100");
    place.write("bad.toml", tiny().replace("\"connect-four\"", "\"connect-for\""));
    refuses(&["train", "bad.toml"], "Did you mean `connect-four`?");
    place.write("bad.toml", tiny().replace("device = \"cpu\"", "device = \"gpu\""));
    refuses(&["train", "bad.toml"], "learner.device");
    place.write("good.toml", tiny());
    place.write("bad.safetensors", "no weights");
    refuses(&["train", "good.toml", "--from", "bad.safetensors"], "bad.safetensors");
    place.write("file", "");
    refuses(&["train", "good.toml", "--out", "file"], "file");
}
