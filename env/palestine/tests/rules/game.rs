//! Exact points, notation, and fixed games.

use sandtable_core::{Game, Record, Ruleset as _, Scenario, conformance};
use sandtable_palestine::Palestine;

use crate::kept;
use crate::table::Table;

fn table() -> Table {
    Table::open().first("cavalry 10,6 0").first("artillery 18,6 0").second("infantry 12,20 180")
}

// covers: P-38
#[test]
fn a_move_off_the_list_is_accepted_recorded_and_replayed() {
    let mut battle = table().battle();
    battle.act("A1; move");
    assert!(!battle.lists("to 12.34,11.07"));
    battle.act("To  12.34, 11.07; face 77; end");
    assert_eq!(battle.pose("A1"), (1234, 1107, 77));
    let text = battle.game.record().to_text();
    let replayed = Record::from_text(&text).unwrap().replay::<Palestine>(|_| {}).unwrap();
    assert_eq!(replayed.state(), battle.state());
    assert_eq!(replayed.record().to_text(), text);
}

// covers: P-38
#[test]
fn a_refusal_names_the_nearest_legal_move_and_says_why() {
    let mut battle = table().battle();
    battle.act("A1; move");
    let refusal = |text: &str| battle.game.clone().act_by_notation(text).unwrap_err().to_string();
    let says = |text: &str, words: &str| {
        let refusal = refusal(text);
        assert!(refusal.contains(words), "{text}: {refusal}");
        assert!(refusal.contains("The nearest legal one is `to "), "{text}: {refusal}");
    };
    says("to 10,19", "13.00 inches away, and the unit moves 12.00");
    says("to 0.5,6", "would hang over the table's edge");
    says("to 12,17.5", "no room");
    for text in ["face 12", "to 1e3,2", "nonsense"] {
        assert!(refusal(text).contains("not legal here"), "{text}");
    }
    battle.act("to 12,15");
    let refusal = battle.game.clone().act_by_notation("face 400").unwrap_err().to_string();
    assert!(refusal.contains("not legal here"), "{refusal}");
}

// covers: P-38
#[test]
fn every_listed_decision_reads_back() {
    let scenario = table().scenario();
    for seed in 0..5 {
        let game = conformance::play::<Palestine>(
            &scenario,
            sandtable_core::GameSeed::from_number(seed),
            conformance::Play::Eager,
        );
        let text = game.record().to_text();
        let again = Record::from_text(&text).unwrap().replay::<Palestine>(|_| {}).unwrap();
        assert_eq!(again.state(), game.state());
    }
}

/// Every decision of one battle as it is written, and every throw.
#[test]
fn a_fixed_battle_is_written_as_ever() {
    let scenario = sandtable_core::scenario::built_in::<Palestine>("tiny-charge").unwrap();
    let seed = sandtable_core::GameSeed::from_number(5);
    let game: Game<Palestine> = conformance::play(&scenario, seed, conformance::Play::Eager);
    kept::matches(
        "data/games/tiny-charge.jsonl",
        &game.record().to_text(),
        "If notation or rules were meant to change, move VERSION.",
    );
}

/// A hundred fixed games over all built-in scenarios.
#[test]
fn the_digest_moves_only_with_the_version() {
    let parse = |(name, text): &(&str, &str)| Scenario::parse(name, text).unwrap();
    let scenarios: Vec<Scenario> = Palestine::scenarios().iter().map(parse).collect();
    let digest = conformance::digest::<Palestine>(&scenarios, 100) + "\n";
    kept::matches(
        &format!("digests/v{}.txt", Palestine::VERSION),
        &digest,
        "A hundred fixed games went otherwise than before: rules, lists or built-in scenarios differ.\n\
         If that is meant, move Palestine::VERSION, say so in the CHANGELOG and keep the new digest.\n\
         If it is not, find what changed: old records no longer replay.",
    );
}
