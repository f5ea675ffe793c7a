//! The gridded battles as a person plays them, through pipes.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use common::Place;

const SUPPLY: [&str; 9] =
    ["play", "--terminal", "--scenario", "supply-column", "--opponent", "drill", "--seed", "4", "--yes"];

/// A line of infantry with a target in range.
const DUEL: &str = r#"
ruleset = "gridded"
name = "Duel"
turns = 1
[map]
rows = ["....", "....", "...."]
[victory]
kind = "points"
[[side]]
name = "Reds"
general = "poor"
base = "west"
stand = [
  { class = "regular-infantry", name = "Line", facing = "east", at = ["A2"] },
  { class = "command", name = "Colonel", facing = "east", at = ["A1"] },
]
[[side]]
name = "Blues"
general = "poor"
base = "east"
stand = [
  { class = "native-infantry", name = "Spears", facing = "west", at = ["C2"] },
  { class = "command", name = "Chief", facing = "west", at = ["D3"] },
]
"#;

/// Ends every half-turn, and takes the first choice wherever there is no `end`.
fn passive() -> String {
    "end\n1\n".repeat(400)
}

#[test]
fn a_whole_battle_leaves_a_report_of_forces_ground_and_turns() {
    let place = Place::new();
    let arguments = [&SUPPLY[..], &["--record", "r.jsonl", "--report", "r.md"]].concat();
    let out = place.ok(&arguments, &passive());
    assert!(
        out.contains("You: Anglo-Egyptians, the first side. Opponent: Mahdists, played by drill."),
        "{out}"
    );
    assert!(out.contains("Its record is kept."), "{out}");
    assert!(out.matches("Dice for initiative: Anglo-Egyptians D12: ").count() >= 2, "{out}");
    let report = place.read("r.md");
    for wanted in [
        "## Forces",
        "British machine gun: machine gun, value 2",
        "As Mahdists knew it:",
        "### Turn 2",
        "Material: ",
        "| turn | before | after | swing |",
        "## Verdict",
    ] {
        assert!(report.contains(wanted), "{wanted}: {report}");
    }
    let verdict = report.lines().find(|line| line.starts_with("**")).unwrap().trim_matches('*').to_owned();
    assert!(out.contains(&verdict), "{verdict}");
    assert!(place.ok(&["replay", "r.jsonl"], "").ends_with(&format!("{verdict}\n")));
}

#[test]
fn what_is_concealed_is_not_shown_before_it_is_seen() {
    let place = Place::new();
    let typed = "?\nboard\nforces\nlog\nodds\nwhy\nend\n";
    // Thrown so that neither group is spotted in the first half-turn.
    let arguments =
        ["play", "--terminal", "--scenario", "supply-column", "--opponent", "drill", "--dice", "ask"];
    let out = place.ok(&arguments, &format!("12 1\n8\n1 12\n1 12\n{typed}"));
    let before = out.split(" is seen at ").next().unwrap();
    assert!(out.contains("\"northern rocks\" is not spotted"), "{out}");
    assert!(out.contains("4 native infantry in group \"northern rocks\", unseen"), "{out}");
    assert!(!before.contains("Spearmen"), "{out}");
    assert!(!before.contains("ni^") && !before.contains("niv"), "{out}");
}

#[test]
fn a_person_throws_for_both_sides_and_ties_are_thrown_again() {
    let place = Place::new();
    let arguments =
        ["play", "--terminal", "--scenario", "supply-column", "--opponent", "drill", "--dice", "ask"];
    let typed = "7\n13 1\n7 7\n0 3\n5, 9\nseven\n12\nquit\n";
    let out = place.ok(&arguments, typed);
    assert!(
        out.contains("Throw for initiative: Anglo-Egyptians D12 and Mahdists D12. What do they show?"),
        "{out}"
    );
    assert!(out.contains("This throw takes 2 dice, and 1 were given."), "{out}");
    assert!(out.contains("Die 1 shows 13, but a D12 shows 1 to 12."), "{out}");
    assert!(out.contains("These dice do not count: throw them again."), "{out}");
    assert!(out.contains("Die 1 shows 0, but a D12 shows 1 to 12."), "{out}");
    assert!(out.contains("Initiative: Mahdists."), "{out}");
    assert!(out.contains("Throw for activation: Mahdists D12. What does it show?"), "{out}");
    assert!(out.contains("Dice are due: type the number that the die shows, or a command."), "{out}");
    assert!(out.contains("Mahdists may activate 12."), "{out}");
}

#[test]
fn undo_walks_back_through_an_activation() {
    let place = Place::new();
    let out = place.ok(&SUPPLY, "activate c4\nA2\nundo\nundo\nundo\n?\n");
    assert_eq!(out.matches("Your last decision is taken back.").count(), 2, "{out}");
    assert!(out.contains("You have not decided anything yet."), "{out}");
    assert!(out.contains("activate C4  British machine gun"), "{out}");
}

#[test]
fn a_battle_saved_in_mid_activation_goes_on_as_it_would_have() {
    let place = Place::new();
    let whole = [&SUPPLY[..], &["--record", "whole.jsonl"]].concat();
    place.ok(&whole, &format!("c4\na2\n{}", passive()));
    place.ok(&SUPPLY, "c4\nsave mid.save\nquit\n");
    place.ok(
        &["play", "--terminal", "--load", "mid.save", "--yes", "--record", "mid.jsonl"],
        &format!("a2\n{}", passive()),
    );
    assert_eq!(place.read("mid.jsonl"), place.read("whole.jsonl"));
}

#[test]
fn a_fight_shows_its_odds_before_it_is_confirmed() {
    let place = Place::new();
    place.write("duel.toml", DUEL);
    let arguments = ["play", "--terminal", "--scenario", "duel.toml", "--opponent", "drill", "--dice", "ask"];
    let out = place.ok(&arguments, "12 1\n6\na2\nfight\nodds\nc2\nn\nfire c2\ny\n9 1\n");
    assert!(out.contains("fire C2 e: ineffective 38.2 %, equal: bare dice decide 7.6 %,"), "{out}");
    let odds = "Fire at Spears, facing east.\n  Reds: +4 (+3 value, +1 general adjacent)\n  Blues: +3 (+2 value, +1 general adjacent)\n   38.2 %  ineffective\n    7.6 %  equal: bare dice decide\n   36.8 %  the target withdraws\n   17.4 %  the target is destroyed\n";
    assert!(out.contains(&format!("{odds}Do it? (y/n) > n\n")), "{out}");
    assert!(out.contains(&format!("{odds}Do it? (y/n) > y\n")), "{out}");
    assert!(out.contains("Spears is destroyed at C2."), "{out}");
}

#[test]
fn bench_has_the_figures_that_others_read() {
    let place = Place::new();
    let text = place.ok(&["bench", "--seconds", "0.05", "--json"], "");
    let figures: serde_json::Value = serde_json::from_str(&text).unwrap();
    for key in [
        "gridded.random_steps_per_s",
        "gridded.random_games_per_s",
        "gridded.choices_per_decision",
        "gridded.state_bytes",
        "gridded.clone_ns",
        "scaling.two_threads",
        "scaling.two_threads_games",
        "connect4.mcts_sims_per_s",
        "net.positions_per_s.batch1",
        "net.positions_per_s.batch8",
        "net.positions_per_s.batch64",
        "net.two_threads",
    ] {
        assert!(figures[key].as_f64().is_some_and(|figure| figure > 0.0), "{key}: {text}");
    }
}

#[test]
fn a_generated_scenario_can_be_played() {
    let place = Place::new();
    let text = place.ok(&["scenarios", "--generate", "--seed", "7"], "");
    assert_eq!(text, place.ok(&["scenarios", "--generate", "--seed", "7"], ""));
    assert_ne!(text, place.ok(&["scenarios", "--generate", "--seed", "8"], ""));
    place.write("fresh.toml", &text);
    let out = place
        .ok(&["play", "--terminal", "--scenario", "fresh.toml", "--opponent", "eager", "--yes"], &passive());
    assert!(out.contains("Its record is kept."), "{out}");
}
