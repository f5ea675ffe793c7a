//! `sandtable compliance` on engines over pipes: our own, and worse ones.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use common::Place;

const OURS: &str = env!("CARGO_BIN_EXE_sandtable");

#[test]
fn our_own_engine_complies_over_its_pipes() {
    let place = Place::new();
    let checks = place.ok(&["compliance", "--list"], "").lines().count();
    // Pig hides nothing: two checks have nowhere to be made.
    for (ruleset, skipped) in [("pig", 2), ("kuhn", 0)] {
        let out = place.ok(&["compliance", "--ruleset", ruleset, "--", OURS, "engine", "--threads", "1"], "");
        let count = |begin: &str| out.lines().filter(|line| line.starts_with(begin)).count();
        assert_eq!((count("pass "), count("skip "), count("FAIL ")), (checks - skipped, skipped, 0), "{out}");
        let summary = format!("{} passed, 0 failed, {skipped} skipped\n", checks - skipped);
        assert!(out.ends_with(&summary), "{out}");
    }
}

#[cfg(unix)]
#[test]
fn what_fails_is_told_with_the_expectation_and_the_exit_code() {
    let place = Place::new();
    let script = r#"while read -r line; do echo "Good morning"; done"#;
    let said = place.run(&["compliance", "--only", "hello", "--", "sh", "-c", script], "");
    assert_eq!(said.code, Some(2), "{}{}", said.out, said.err);
    let first = said.out.lines().next().unwrap();
    assert!(first.starts_with("FAIL hello: expected: `hello` tells protocol"), "{first}");
    assert!(first.ends_with("got: to `hello`: a line that is no JSON object: Good morning"), "{first}");
    assert!(said.err.ends_with(": 2 checks failed\n"), "{}", said.err);
    // One that ends at once, one that never answers.
    let said = place.run(&["compliance", "--only", "ping", "--", "sh", "-c", "echo oh no >&2; exit 4"], "");
    assert!(said.out.contains("it ended (exit status: 4); it said: oh no"), "{}", said.out);
    let slow = ["compliance", "--only", "ping", "--patience", "200ms", "--", "sleep", "1000"];
    assert!(place.run(&slow, "").out.contains("no answer within 200 ms"));
}

#[test]
fn mistakes_are_named() {
    let place = Place::new();
    assert!(place.refused(&["compliance", "--", "./no-such-engine"]).contains("it does not start"));
    assert!(place.refused(&["compliance", "--only", "pnig", "--", OURS, "engine"]).contains("`ping`"));
    assert!(place.refused(&["compliance"]).contains("COMMAND"));
    let list = place.ok(&["compliance", "--list"], "");
    assert!(list.lines().count() > 35 && list.contains("  commitment  "), "{list}");
}
