//! What the book shows must work.

use sandtable_core::{GameSeed, Scenario, conformance};
use sandtable_gridded::Gridded;

/// The fenced blocks of a page in this language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    page.split(&fence).skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect()
}

#[test]
fn the_scenario_in_the_book_can_be_fought() {
    let blocks = blocks(include_str!("../../docs/scenarios.md"), "toml");
    let whole = blocks.iter().find(|block| block.contains("[map]")).expect("the page shows a whole scenario");
    let scenario = Scenario::parse("docs/scenarios.md", whole).unwrap();
    let game = conformance::play::<Gridded>(&scenario, GameSeed::from_number(1), conformance::Play::Eager);
    assert!(game.is_over());
}
