//! The small clients of `examples/clients`, each through a whole battle. They need Python 3
//! and Node, so they are run by `cargo xtask test`.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::Command;

use common::{Place, finish};

const OURS: &str = env!("CARGO_BIN_EXE_sandtable");
const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

fn client(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    root.join("examples/clients").join(name).display().to_string()
}

fn fights(interpreter: &str, name: &str, scenario: &str) {
    let place = Place::new();
    let mut command = Command::new(interpreter);
    command.args([&client(name), "--scenario", scenario, OURS, "engine"]);
    place.prepare(&mut command);
    let said = finish(command.spawn().unwrap(), "");
    assert_eq!((said.code, &*said.err), (Some(0), ""), "{}", said.out);
    assert!(said.out.starts_with("sandtable "), "{}", said.out);
    assert!(said.out.contains("  turn 1: "), "{}", said.out);
    assert!(said.out.ends_with("The dice are those that were promised.\n"), "{}", said.out);
}

#[test]
#[ignore = "needs Python 3: `cargo xtask test` runs it"]
fn python_fights_a_battle() {
    fights(PYTHON, "battle.py", "supply-column");
    fights(PYTHON, "battle.py", "kuhn");
}

#[test]
#[ignore = "needs Node: `cargo xtask test` runs it"]
fn javascript_fights_a_battle() {
    fights("node", "battle.mjs", "supply-column");
    fights("node", "battle.mjs", "kuhn");
}

#[test]
#[ignore = "needs Node: `cargo xtask test` runs it"]
fn javascript_fights_a_battle_over_a_websocket() {
    let place = Place::new();
    let mut server = place.command(&["serve", "--port", "0"]).spawn().unwrap();
    let mut told = String::new();
    // Kept open: the server ends when nobody reads what it says.
    let mut output = BufReader::new(server.stdout.take().unwrap());
    output.read_line(&mut told).unwrap();
    let address = told.trim().rsplit_once("http://").expect("it says where it is").1.trim_end_matches('/');
    let mut command = Command::new("node");
    // Node 20 has WebSockets behind a flag, later ones need none.
    command.args(["--no-warnings", "--experimental-websocket", &client("battle.mjs")]);
    command.args(["--scenario", "kuhn", &format!("ws://{address}/ws")]);
    place.prepare(&mut command);
    let said = finish(command.spawn().unwrap(), "");
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!((said.code, &*said.err), (Some(0), ""), "{}", said.out);
    assert!(said.out.ends_with("The dice are those that were promised.\n"), "{}", said.out);
}

#[test]
#[ignore = "needs Python 3: `cargo xtask test` runs it"]
fn the_bot_plays_matches_and_complies() {
    let place = Place::new();
    let bot = format!("engine:{PYTHON} '{}'", client("bot.py"));
    let arguments = ["match", &bot, "random", "--scenario", "ambush", "--pairs", "1", "--json"];
    let report: serde_json::Value = serde_json::from_str(&place.ok(&arguments, "")).unwrap();
    assert_eq!(report["forfeits"], serde_json::json!([{}, {}]), "{report}");
    assert_eq!(report, serde_json::from_str::<serde_json::Value>(&place.ok(&arguments, "")).unwrap());
    let out = place.ok(&["compliance", "--only", "decide", "--", PYTHON, &client("bot.py")], "");
    assert!(
        out.contains("pass decide-seen [supply-column]") && out.contains("pass decide-deadline"),
        "{out}"
    );
}

#[test]
fn our_engine_plays_over_a_pipe_as_it_plays_at_home() {
    let place = Place::new();
    let ours = format!("engine:'{OURS}' engine --threads 1");
    let arguments = ["match", &ours, "random", "--scenario", "ambush", "--pairs", "1", "--json"];
    let report: serde_json::Value = serde_json::from_str(&place.ok(&arguments, "")).unwrap();
    assert_eq!(report["forfeits"], serde_json::json!([{}, {}]), "{report}");
}
