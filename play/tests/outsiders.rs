//! Other programs in matches: they play, they lose by their faults, and they are gone.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use std::time::Duration;

use common::Place;
use serde_json::Value;

/// An engine that takes the first action, until its `FAULT` at its fourth line.
const BOT: &str = r#"#!/bin/sh
count=0
while IFS= read -r line; do
    count=$((count + 1))
    rest=${line#*'"id":'}
    id=${rest%%[,\}]*}
    echo "$$" >> pids
    if [ $count -ge 4 ]; then
        case $1 in
            illegal) echo "{\"id\":$id,\"ok\":{\"action\":\"sound the retreat\"}}"; continue ;;
            index) echo "{\"id\":$id,\"ok\":{\"action\":4096}}"; continue ;;
            nothing) echo "{\"id\":$id,\"ok\":{}}"; continue ;;
            prose) echo "I resign."; continue ;;
            bytes) printf '\377\n'; continue ;;
            other) echo "{\"id\":4711,\"ok\":{\"action\":0}}"; continue ;;
            refuses) echo "{\"id\":$id,\"error\":{\"code\":\"unsupported\",\"message\":\"too hard\"}}"; continue ;;
            silent) sleep 1000 ;;
            dies) echo "Traceback: no bridge" >&2; exit 7 ;;
            killed) kill -9 $$ ;;
            floods) yes '{"event":"thinking"}' ;;
        esac
    fi
    case $line in
        *'"do":"hello"'*)
            case $1 in
                version) echo "{\"id\":$id,\"ok\":{\"protocol\":\"9.0\"}}" ;;
                pig-only) echo "{\"id\":$id,\"ok\":{\"protocol\":\"0.1\",\"rulesets\":[{\"id\":\"pig\",\"version\":1}]}}" ;;
                *) echo "{\"id\":$id,\"ok\":{\"protocol\":\"0.1\"}}" ;;
            esac ;;
        *) echo "{\"id\":$id,\"ok\":{\"action\":0}}" ;;
    esac
done
"#;

fn place() -> Place {
    let place = Place::new();
    place.write("bot.sh", BOT);
    place
}

fn bot(fault: &str) -> String {
    format!("engine:sh ./bot.sh {fault}")
}

fn fight(place: &Place, bot: &str, more: &[&str]) -> Value {
    let arguments = ["match", bot, "drill", "--scenario", "connect-four", "--pairs", "2", "--json"];
    serde_json::from_str(&place.ok(&[&arguments[..], more].concat(), "")).unwrap()
}

/// No process of a bot is left.
fn all_gone(place: &Place) {
    for pid in place.read("pids").lines() {
        assert!(!is_running(pid), "{pid} is still there");
    }
}

/// A process that has ended and was not waited for has no command line any more.
fn is_running(pid: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default().contains("bot.sh")
}

#[test]
fn a_program_plays_a_whole_match() {
    let place = place();
    let report = fight(&place, &bot("fair"), &[]);
    assert_eq!(report["contenders"][0], "engine:sh ./bot.sh fair");
    assert_eq!(report["forfeits"], serde_json::json!([{}, {}]));
    assert_eq!(report["games"].as_array().unwrap().len(), 4);
    let same = fight(&place, &bot("fair"), &["--threads", "1"]);
    assert_eq!(report, same, "one that takes the first action always plays the same");
    all_gone(&place);
}

#[test]
fn every_fault_loses_with_its_reason_and_the_match_goes_on() {
    for (fault, kind, reason) in [
        ("illegal", "illegal-action", "`sound the retreat` is not legal here"),
        ("index", "illegal-action", "there is no action 4096: the list has 0 to 6"),
        ("nothing", "malformed", "an answer to `decide` without `action`"),
        ("prose", "malformed", "a line that is no JSON object: I resign."),
        ("bytes", "malformed", "not UTF-8"),
        ("other", "malformed", "an answer to no open request"),
        ("refuses", "refusal", "unsupported: too hard"),
        ("silent", "silence", "no answer within 700 ms"),
        ("dies", "death", "it ended (exit status: 7); it said: Traceback: no bridge"),
        ("killed", "death", "signal: 9"),
        ("floods", "silence", "no answer within 700 ms"),
        ("version", "refusal", "it speaks version 9.0 of the protocol, this program 0.1"),
        ("pig-only", "refusal", "it does not play `connect-four`"),
    ] {
        let place = place();
        let report = fight(&place, &bot(fault), &["--answer-limit", "700ms"]);
        assert_eq!(report["losses"], 4, "{fault}: {report}");
        assert_eq!(report["forfeits"][0][kind], 4, "{fault}: {report}");
        let told = report["games"][0]["reason"].as_str().unwrap();
        assert!(told.contains(reason), "{fault}: {told}");
        all_gone(&place);
    }
}

#[test]
fn the_table_says_the_reason() {
    let place = place();
    let arguments = ["match", &bot("dies"), "drill", "--scenario", "connect-four", "--pairs", "1"];
    let table = place.ok(&arguments, "");
    assert!(table.contains("forfeited by engine:sh ./bot.sh dies: 2 (death)"), "{table}");
    assert!(table.contains("first: it ended (exit status: 7); it said: Traceback: no bridge"), "{table}");
}

#[test]
fn a_match_with_a_program_is_killed_and_goes_on() {
    let place = place();
    let bot = bot("fair");
    let arguments =
        ["match", &bot, "drill", "--scenario", "pig", "--pairs", "30", "--json", "--out", "m.jsonl"];
    let mut child = place.command(&arguments).spawn().unwrap();
    let lines = || std::fs::read_to_string(place.path("m.jsonl")).unwrap_or_default().lines().count();
    while lines() < 6 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let report: Value = serde_json::from_str(&place.ok(&arguments, "")).unwrap();
    let games: Vec<u64> =
        report["games"].as_array().unwrap().iter().map(|game| game["game"].as_u64().unwrap()).collect();
    assert_eq!(games, (0..60).collect::<Vec<_>>(), "every game once");
    let other = place.refused(&[&arguments[..], &["--answer-limit", "5s"]].concat());
    assert!(other.contains("answer limit"), "{other}");
    all_gone(&place);
}

#[test]
fn a_match_that_is_told_to_end_ends_its_programs() {
    let place = place();
    let bot = bot("silent");
    let arguments = ["match", &bot, "drill", "--scenario", "connect-four", "--pairs", "1"];
    for signal in ["-INT", "-TERM", "-HUP"] {
        place.write("pids", "");
        let mut child = place.command(&arguments).spawn().unwrap();
        while place.read("pids").lines().count() < 4 {
            assert!(child.try_wait().unwrap().is_none());
            std::thread::sleep(Duration::from_millis(5));
        }
        let killed = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(killed.unwrap().success());
        assert!(!child.wait().unwrap().success());
        let begin = std::time::Instant::now();
        let is_there = || place.read("pids").lines().any(is_running);
        while is_there() && begin.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(!is_there(), "{signal}");
    }
}

#[test]
fn programs_meet_in_tournaments() {
    let place = place();
    let arguments = ["tournament", &bot("fair"), &bot("dies"), "random", "--scenario", "pig", "--pairs", "2"];
    let table = place.ok(&arguments, "");
    assert!(table.contains("forfeited by engine:sh ./bot.sh dies"), "{table}");
    all_gone(&place);
}

#[test]
fn what_cannot_start_is_refused_before_any_game() {
    let place = place();
    let refused = |entrant: &str| place.refused(&["match", entrant, "drill", "--scenario", "pig"]);
    assert!(refused("engine:./no-such-bot").contains("./no-such-bot: it does not start: "));
    assert!(refused("engine:").contains("write the program, then its arguments"));
    assert!(refused("engine:./bot 'x").contains("is not closed"));
}
