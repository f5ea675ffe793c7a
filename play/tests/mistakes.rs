//! Every mistake gets exit code 2 and one line that names the place and the cure; and
//! nothing is lost by one.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use common::{Place, finish};

fn refuses(place: &Place, arguments: &[&str], wanted: &str) {
    let line = place.refused(arguments);
    assert!(line.contains(wanted), "{arguments:?}: {line}");
}

#[test]
fn unknown_names_are_answered_with_the_nearest() {
    let place = Place::new();
    refuses(&place, &[], "Try `sandtable play`");
    refuses(&place, &["ply"], "'play'");
    refuses(&place, &["play", "--terminal", "--sedd", "3"], "'--seed'");
    refuses(&place, &["play", "--terminal", "--scenario", "conect-four"], "Did you mean `connect-four`?");
    refuses(
        &place,
        &["play", "--terminal", "--scenario", "pig", "--side", "secnd"],
        "Did you mean `second`?",
    );
    refuses(
        &place,
        &["play", "--terminal", "--scenario", "pig", "--opponent", "gredy"],
        "Did you mean `greedy`?",
    );
    refuses(&place, &["play", "--terminal", "--scenario", "pig", "--opponent", "mcts:much"], "mcts:400");
    refuses(&place, &["play", "--terminal", "--scenario", "pig", "--seed", "lucky"], "64 hexadecimal digits");
    refuses(&place, &["play", "--terminal", "--scenario", "pig", "--dice", "asc"], "'ask'");
    refuses(&place, &["match", "drill", "drall"], "Did you mean `drill`?");
    refuses(&place, &["match", "drill", "random", "--scenario", "pigg"], "Did you mean `pig`?");
    refuses(&place, &["match", "drill", "random", "--pairs", "0"], "'--pairs <N>'");
    refuses(&place, &["scenarios", "khun"], "Did you mean `kuhn`?");
    refuses(&place, &["scenarios", "--generate", "--ruleset", "kuhnn"], "Did you mean `kuhn`?");
    refuses(&place, &["scenarios", "--generate", "--ruleset", "kuhn"], "no generator");
    refuses(&place, &["bench", "--seconds", "0"], "0.01 to 600");
}

#[test]
fn what_the_page_cannot_take_is_said_before_anything_is_served() {
    let place = Place::new();
    for option in
        [&["--load", "x.save"][..], &["--seed", "3"], &["--record", "r"], &["--report", "r"], &["--yes"]]
    {
        refuses(&place, &[&["play"], option].concat(), "add --terminal");
    }
    refuses(&place, &["play", "--scenario", "pigg"], "Did you mean `pig`?");
    refuses(&place, &["play", "--side", "secnd"], "Did you mean `second`?");
    refuses(&place, &["serve", "--address", "localhost"], "--address");
    refuses(&place, &["serve", "--port", "70000"], "--port");
    refuses(&place, &["serve", "--games", "0"], "--games");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    refuses(&place, &["serve", "--port", &port], "choose another with --port");
    place.write("file", "x");
    refuses(
        &place,
        &["serve", "--port", "0", "--data", "file"],
        "file: the folder for the battles cannot be",
    );
    let line = place.refused_with(&["serve", "--port", "0"], &[("SANDTABLE_LOG", "sandtable=lots")]);
    assert!(line.contains("SANDTABLE_LOG is `sandtable=lots`: give a level"), "{line}");
}

#[cfg(not(feature = "train"))]
#[test]
fn a_program_that_cannot_train_says_how_to_build_one() {
    let place = Place::new();
    refuses(&place, &["train", "laptop.toml"], "cargo run --release --features train -- train laptop.toml");
}

#[test]
fn hostile_scenario_files_are_refused() {
    let place = Place::new();
    let play = |name: &str, text: &[u8], wanted: &str| {
        place.write(name, text);
        let line = place.refused(&["play", "--terminal", "--scenario", name]);
        assert!(line.contains(wanted) && line.contains(name), "{line}");
        refuses(&place, &["match", "random", "random", "--scenario", name], wanted);
    };
    play("a.toml", b"", "ruleset");
    play("b.toml", b"ruleset = \"pig\"\nname = 3\n", "b.toml:2:8:");
    play("c.toml", b"ruleset = \"chess\"\nname = \"x\"\n", "no ruleset `chess`");
    play("d.toml", &[0xff, 0xfe, 0x00, 0x01], "UTF-8");
    play("e.toml", &b"#".repeat(300_000), "larger");
    play("f.toml", format!("ruleset = {}", "[".repeat(50_000)).as_bytes(), "f.toml");
    play("g.toml", b"ruleset = \"pig\"\nname = \"x\"\nwings = 2\n", "wings");
    play("h.toml", b"ruleset = \"pig\"\nname = \"x\"\nsides = -6\n", "h.toml");
    play("i.toml", b"\x1b[2J\nruleset = \"pig\"", "i.toml");
    refuses(&place, &["play", "--terminal", "--scenario", "none.toml"], "none.toml: it cannot be opened");
    std::fs::create_dir(place.path("folder.toml")).unwrap();
    refuses(&place, &["play", "--terminal", "--scenario", "folder.toml"], "this is a folder");
    if cfg!(unix) {
        refuses(&place, &["play", "--terminal", "--scenario", "/dev/zero"], "larger");
    }
}

/// A save and a record of a game that has begun.
fn begun(place: &Place) -> (String, String) {
    let game = [
        "play",
        "--terminal",
        "--scenario",
        "pig",
        "--opponent",
        "drill",
        "--seed",
        "5",
        "--yes",
        "--record",
        "r.jsonl",
    ];
    place.ok(&game, "roll\nroll\nsave s.save\nquit\n");
    (place.read("s.save"), place.read("r.jsonl"))
}

#[test]
fn broken_records_are_refused() {
    let place = Place::new();
    let (_, record) = begun(&place);
    let replay = |name: &str, text: &str, wanted: &str| {
        place.write(name, text);
        let line = place.refused(&["replay", name]);
        assert!(line.contains(wanted) && line.contains(name), "{line}");
        place.write("report.md", "kept");
        refuses(&place, &["replay", name, "--report", "report.md"], wanted);
        assert_eq!(place.read("report.md"), "kept", "what was there stays");
    };
    replay("empty", "", "the file is empty");
    replay("prose", "It was a dark and stormy night.\n", "not a Sandtable record");
    replay("format", &record.replace("\"sandtable_record\":1", "\"sandtable_record\":99"), "version 99");
    replay("rules", &record.replace("\"version\":1", "\"version\":7"), "version 7");
    replay("other", &record.replace("\"ruleset\":\"pig\"", "\"ruleset\":\"pug\""), "Did you mean `pig`?");
    replay("cut", &record[..record.len() - 9], "line");
    replay(
        "illegal",
        &record.replacen("\"action\":\"roll\"", "\"action\":\"fly\"", 1),
        "line 2: `fly` is not legal",
    );
    replay("dice", &record.replacen("\"dice\":[", "\"dice\":[99,", 1), "line 3:");
    replay("deep", &format!("{{\"sandtable_record\":{}", "[".repeat(100_000)), "not a Sandtable record");
    refuses(&place, &["replay", "s.save"], "this is a saved battle, not a record");
    refuses(&place, &["replay", "none.jsonl"], "none.jsonl: it cannot be opened");
    refuses(&place, &["replay", "r.jsonl", "--from-seat", "third"], "no side `third`");
    refuses(&place, &["replay", "r.jsonl", "--report", "no/such/r.md"], "make it first");
}

#[test]
fn broken_saves_are_refused() {
    let place = Place::new();
    let (save, _) = begun(&place);
    let load = |name: &str, text: &str, wanted: &str| {
        place.write(name, text);
        let line = place.refused(&["play", "--terminal", "--load", name]);
        assert!(line.contains(wanted) && line.contains(name), "{line}");
        // In the middle of a battle it is one line, and the battle goes on.
        let out = place.ok(
            &["play", "--terminal", "--scenario", "pig", "--opponent", "drill", "--seed", "1"],
            &format!("load {name}\nstop\n"),
        );
        assert!(out.contains(wanted) && out.contains("First player stops"), "{out}");
    };
    load("empty", "", "not a saved battle");
    load("cut", &save[..save.len() / 2], "not a saved battle");
    load("extra", &save.replacen('{', "{\"more\": 1,", 1), "unknown field");
    let seed = save.split("\"seed\": \"").nth(1).unwrap()[..64].to_owned();
    load("seed", &save.replace(&seed, &"0".repeat(64)), "the seed is not the one");
    load("dice", &save.replacen("\\\"dice\\\":[", "\\\"dice\\\":[9,", 1), "line 3:");
    refuses(&place, &["play", "--terminal", "--load", "r.jsonl"], "this is a record, not a saved battle");
    refuses(&place, &["play", "--terminal", "--load", "none.save"], "none.save: it cannot be opened");
    refuses(&place, &["play", "--terminal", "--load", "s.save", "--seed", "3"], "cannot be used with");
}

#[test]
fn a_file_that_cannot_be_written_is_named_before_the_battle() {
    let place = Place::new();
    for option in ["--record", "--report"] {
        refuses(&place, &["play", "--terminal", "--scenario", "pig", option, "no/such/x"], "make it first");
        refuses(&place, &["play", "--terminal", "--scenario", "pig", option, "."], "this is a folder");
    }
    refuses(
        &place,
        &["match", "random", "random", "--scenario", "pig", "--records", "no/such/x"],
        "make it first",
    );
    let out = place.ok(
        &["play", "--terminal", "--scenario", "pig", "--opponent", "drill"],
        "save no/such/x\nsave\nstop\n",
    );
    assert!(
        out.contains("No/such/x: it cannot be written")
            || out.contains("no/such/x: there is no folder no/such; make it first."),
        "{out}"
    );
    assert!(out.contains("First player stops"), "the battle goes on: {out}");
}

/// The end of the input, a killed program and a closed pipe all leave the battle kept.
#[test]
fn an_interrupted_battle_is_kept() {
    let place = Place::new();
    let game = ["play", "--terminal", "--scenario", "pig", "--opponent", "drill", "--seed", "5", "--yes"];
    place.ok(&game, "roll\nstop\n");
    assert_eq!(place.kept("save").len(), 1, "the end of the input");

    let place = Place::new();
    let mut child = place.command(&game).spawn().unwrap();
    std::io::Write::write_all(child.stdin.as_mut().unwrap(), b"roll\n").unwrap();
    let start = std::time::Instant::now();
    loop {
        let text = place.kept("save").first().map(|path| std::fs::read_to_string(path).unwrap_or_default());
        if text.is_some_and(|text| text.contains(r#"{\"do\""#)) {
            break;
        }
        assert!(start.elapsed().as_secs() < 60, "the battle is kept after a decision");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let path = place.kept("save")[0].clone();
    assert!(
        place
            .ok(&["play", "--terminal", "--load", path.to_str().unwrap()], "board\n")
            .contains("The battle is kept")
    );

    let place = Place::new();
    let mut child = place.command(&game).spawn().unwrap();
    drop(child.stdout.take());
    let mut errors = child.stderr.take().unwrap();
    let _ = std::io::Write::write_all(child.stdin.as_mut().unwrap(), "board\n".repeat(100).as_bytes());
    drop(child.stdin.take());
    child.wait().unwrap();
    let mut said = String::new();
    std::io::Read::read_to_string(&mut errors, &mut said).unwrap();
    assert_eq!(said, "", "a closed pipe is no fault");
}

/// With no room for another byte on the disk, what was saved before is still there.
#[cfg(unix)]
#[test]
fn a_write_that_fails_half_way_loses_nothing() {
    let place = Place::new();
    let (save, record) = begun(&place);
    let program = env!("CARGO_BIN_EXE_sandtable");
    let mut command = std::process::Command::new("sh");
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" play --terminal --load s.save --record r.jsonl";
    command.args(["-c", script, program]);
    place.prepare(&mut command);
    let said = finish(command.spawn().unwrap(), "stop\nsave s.save\nquit\nn\nquit\ny\n");
    assert!(said.out.contains("Beware"), "{said:?}");
    assert!(said.out.contains("s.save: it cannot be written; nothing there was changed"), "{said:?}");
    assert_eq!(said.code, Some(2), "{said:?}");
    assert_eq!(said.err.lines().count(), 1, "{said:?}");
    assert_eq!(place.read("s.save"), save);
    assert_eq!(place.read("r.jsonl"), record);
    place.ok(&["play", "--terminal", "--load", "s.save"], "quit\n");
}
