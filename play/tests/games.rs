//! Whole games by pipe, and everything that can be typed on the way.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use common::Place;

/// Enough columns for a game on the small board, whatever the opponent does.
const COLUMNS: &str = "1\n2\n3\n4\n";

#[test]
fn a_whole_game_leaves_a_record_and_a_report() {
    let place = Place::new();
    let arguments = [
        "play",
        "--terminal",
        "--scenario",
        "connect-four-small",
        "--opponent",
        "random",
        "--seed",
        "4",
        "--record",
        "r.jsonl",
        "--report",
        "r.md",
    ];
    let out = place.ok(&arguments, &COLUMNS.repeat(8));
    assert!(out.contains("You: X, the first side. Opponent: O, played by random."), "{out}");
    assert!(out.contains("Victory for ") || out.contains("A draw:"), "{out}");
    assert!(!out.contains('\u{1b}'), "no colour codes into a pipe");
    assert_eq!(place.kept("save").len(), 0);
    let kept = std::fs::read_to_string(&place.kept("jsonl")[0]).unwrap();
    assert_eq!(kept, place.read("r.jsonl"));

    let report = place.read("r.md");
    for heading in ["## Ground", "## Turn by turn", "### Turn 1", "## Turning points", "## Verdict"] {
        assert!(report.contains(heading), "{heading}: {report}");
    }
    let replayed = place.ok(&["replay", "r.jsonl", "--board"], "");
    assert!(replayed.contains("Turn 1."), "{replayed}");
    assert_eq!(
        replayed.lines().last(),
        report.lines().find_map(|line| line.strip_prefix("**")?.strip_suffix("**"))
    );
    place.ok(&["replay", "r.jsonl", "--report", "again.md"], "");
    assert_eq!(place.read("again.md"), report);
    assert_eq!(place.ok(&["replay", "r.jsonl", "--board"], ""), replayed, "twice the same");
}

#[test]
fn the_same_seed_and_lines_give_the_same_record() {
    let arguments = [
        "play",
        "--terminal",
        "--scenario",
        "pig-nine",
        "--opponent",
        "mcts:50",
        "--seed",
        "9",
        "--record",
        "r.jsonl",
        "--yes",
    ];
    let play = |typed: &str| {
        let place = Place::new();
        place.ok(&arguments, typed);
        place.read("r.jsonl")
    };
    let lines = "roll\nroll\nstop\n".repeat(9);
    assert_eq!(play(&lines), play(&lines));
    // Asking for things on the way changes nothing.
    let curious = "?\nboard\nlog\nodds\nwhy\nhelp\nroll\nlog 3\nroll\nboard\nstop\n".repeat(9);
    assert_eq!(play(&curious), play(&lines));
}

#[test]
fn the_second_side_can_be_played_by_any_of_its_names() {
    for side in ["second", "O", "o", "SECOND"] {
        let place = Place::new();
        let out = place.ok(
            &[
                "play",
                "--terminal",
                "--scenario",
                "connect-four-small",
                "--opponent",
                "drill",
                "--side",
                side,
            ],
            &COLUMNS.repeat(8),
        );
        assert!(out.contains("You: O, the second side. Opponent: X, played by drill."), "{out}");
        assert!(out.contains("Its record is kept."), "{out}");
    }
}

#[test]
fn the_list_names_what_numbers_and_beginnings_pick() {
    let place = Place::new();
    let out = place.ok(
        &["play", "--terminal", "--scenario", "pig", "--opponent", "random", "--seed", "2"],
        "?\n? st\n? x\n2\n",
    );
    assert!(out.contains("1  roll"), "{out}");
    assert!(out.contains("Nothing legal begins with `x`."), "{out}");
    assert!(out.contains("First player stops"), "{out}");
    let out = place.ok(
        &["play", "--terminal", "--scenario", "pig", "--opponent", "random", "--seed", "2"],
        "9\nfly\nundp\n\nst\n",
    );
    assert!(out.contains("There is no number 9: the list goes from 1 to 2."), "{out}");
    assert!(out.contains("`fly` is neither legal here nor a command."), "{out}");
    assert!(out.contains("Did you mean `undo`?"), "{out}");
    assert!(out.contains("Type ? to see what is legal"), "{out}");
    assert!(out.contains("First player stops"), "{out}");
}

#[test]
fn undo_goes_back_to_the_last_throw_and_says_why_no_further() {
    let place = Place::new();
    let four = ["play", "--terminal", "--scenario", "connect-four", "--opponent", "drill"];
    let out = place.ok(&four, "undo\n3\nundo\nlog\n");
    assert!(out.contains("You have not decided anything yet."), "{out}");
    assert!(out.contains("Your last decision is taken back."), "{out}");
    assert!(out.contains("Nothing has happened yet."), "{out}");
    let out = place.ok(
        &["play", "--terminal", "--scenario", "pig", "--opponent", "drill", "--seed", "2"],
        "roll\ny\nundo\n",
    );
    assert!(out.contains("Dice were thrown since your last decision (for roll); a throw stands."), "{out}");
    // Pass, and the opponent decides on a card that nobody else sees.
    let out = place.ok(
        &["play", "--terminal", "--scenario", "kuhn", "--opponent", "random", "--seed", "3"],
        "pass\nundo\n",
    );
    assert!(out.contains("knowing what you cannot see") || out.contains("Its record is kept"), "{out}");
}

#[test]
fn a_battle_saved_in_mid_turn_goes_on_as_it_would_have() {
    let place = Place::new();
    let game =
        ["play", "--terminal", "--scenario", "pig-nine", "--opponent", "drill", "--seed", "5", "--yes"];
    let rest = "roll\nroll\nstop\n".repeat(9);
    place.ok(&[&game[..], &["--record", "whole.jsonl"]].concat(), &format!("roll\n{rest}"));
    let out = place.ok(&game, "roll\nsave half.save\nquit\n");
    assert!(out.contains("Saved: go on with `sandtable play --terminal --load half.save`."), "{out}");
    assert!(out.contains("The battle is kept. Go on with: sandtable play --terminal --load"), "{out}");
    place.ok(&["play", "--terminal", "--yes", "--load", "half.save", "--record", "resumed.jsonl"], &rest);
    assert_eq!(place.read("resumed.jsonl"), place.read("whole.jsonl"));
    // The kept file is the same battle, and so is a load from within.
    let kept = place.kept("save")[0].clone();
    place.ok(
        &["play", "--terminal", "--yes", "--load", kept.to_str().unwrap(), "--record", "kept.jsonl"],
        &rest,
    );
    assert_eq!(place.read("kept.jsonl"), place.read("whole.jsonl"));
    let within = format!("stop\nload half.save\n{rest}");
    place.ok(&[&game[..], &["--record", "within.jsonl"]].concat(), &within);
    assert_eq!(place.read("within.jsonl"), place.read("whole.jsonl"));
}

#[test]
fn a_person_throws_the_dice_and_impossible_throws_are_refused() {
    let place = Place::new();
    let arguments = [
        "play",
        "--terminal",
        "--scenario",
        "pig",
        "--opponent",
        "drill",
        "--dice",
        "ask",
        "--yes",
        "--record",
        "r.jsonl",
    ];
    let typed = "roll\n7\n0\n-1\n300\n3 4\n3.5\nboard\nsave mid.save\nx\n\n4\nroll\n1\nquit\n";
    let out = place.ok(&arguments, typed);
    assert!(out.contains("Throw for roll: First player D6. What does it show?"), "{out}");
    assert!(out.contains("Die 1 shows 7, but a D6 shows 1 to 6."), "{out}");
    assert!(out.contains("Die 1 shows 0, but a D6 shows 1 to 6."), "{out}");
    assert!(out.contains("`-1` is not what dice show"), "{out}");
    assert!(out.contains("`300` is not what dice show"), "{out}");
    assert!(out.contains("This throw takes 1 dice, and 2 were given."), "{out}");
    assert!(out.contains("`3.5` is not what dice show"), "{out}");
    assert!(out.contains("Dice are due: type the number"), "{out}");
    assert!(out.contains("First player rolls a 4"), "{out}");
    let record = place.read("r.jsonl");
    let throws: Vec<&str> = record.lines().filter(|line| line.contains("\"throw\"")).collect();
    assert_eq!(throws.len(), 2, "only what was accepted is recorded: {record}");
    // What waits for its dice can still be taken back.
    let out = place.ok(&["play", "--terminal", "--load", "mid.save", "--yes"], "undo\nstop\n");
    assert!(out.contains("Your last decision is taken back."), "{out}");
    assert!(out.contains("First player stops"), "{out}");
    // Saved while dice were due: the same question again.
    let out = place.ok(&["play", "--terminal", "--load", "mid.save"], "5\n");
    assert!(out.contains("The dice are yours"), "{out}");
    assert!(out.contains("First player rolls a 5"), "{out}");
}

#[test]
fn nothing_hidden_is_shown() {
    let cards = ["jack", "queen", "king"];
    let mut kept = 0;
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let place = Place::new();
        let arguments = ["play", "--terminal", "--scenario", "kuhn", "--opponent", "mcts:50", "--seed", seed];
        let said = place.ok(&arguments, "?\npass\nwhy\nlog\nboard\nodds\n");
        let before_the_end = said.split("The cards are shown").next().unwrap();
        let named = cards.iter().filter(|card| before_the_end.contains(*card)).count();
        assert_eq!(named, 1, "only the own card: {said}");
        if said.contains("The battle is kept. Go on") {
            kept += 1;
            assert!(said.contains("The opponent keeps its thoughts while the battle lasts"), "{said}");
        }
    }
    assert!(kept > 0, "at least one opponent bets after a pass");
}

#[test]
fn resigning_asks_first_and_loses() {
    let place = Place::new();
    let game =
        ["play", "--terminal", "--scenario", "connect-four", "--opponent", "drill", "--record", "r.jsonl"];
    let out = place.ok(&game, "resign\n\nn\nresign\nboard\nresign\ny\n");
    assert!(out.contains("Type y or n."), "{out}");
    assert!(out.contains("Victory for O: X gave the battle up."), "{out}");
    assert!(place.ok(&["replay", "r.jsonl"], "").contains("Victory for O: X gave the battle up."));
}

#[test]
fn hint_and_why_say_what_was_thought() {
    let place = Place::new();
    let game = ["play", "--terminal", "--scenario", "connect-four-small", "--opponent", "mcts:40"];
    let out = place.ok(&game, "why\nhint\n2\nwhy\n");
    assert!(out.contains("The opponent has not decided anything yet."), "{out}");
    assert!(out.contains("mcts:2s would play `"), "{out}");
    assert!(out.contains("mcts:40 decided `"), "{out}");
    assert!(out.matches("tried ").count() >= 4, "candidates are listed: {out}");
}

#[test]
fn a_fight_is_confirmed_with_its_odds() {
    let place = Place::new();
    let game = ["play", "--terminal", "--scenario", "pig", "--opponent", "drill", "--seed", "2"];
    let out = place.ok(&game, "odds\nodds roll\nodds stop\nroll\nn\nroll\nlog\nroll\nyes\n");
    assert!(out.contains("roll: 1: the turn's points are lost 16.7 %"), "{out}");
    assert!(out.contains("`stop` leads to no throw."), "{out}");
    assert!(out.contains("   83.3 %  2 to 6: as many points more"), "{out}");
    assert_eq!(out.matches("Do it? (y/n) >").count(), 3, "{out}");
    assert!(out.contains("Nothing has happened yet."), "n and another command both mean no: {out}");
    assert_eq!(out.matches("Dice for roll:").count(), 1, "{out}");
}
