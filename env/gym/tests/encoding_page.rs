//! `docs/encoding.md` is written from the declarations of every ruleset's encoder.

use std::fmt::Write as _;

use sandtable_core::{Playable, encoding};
use sandtable_gym::{RULESETS, Visitor, visit};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/encoding.md");

/// The last line of the page that is written by hand.
const MARK: &str = "<!-- What follows is written by a test from the declarations. -->\n";

struct Chapter;

impl Visitor for Chapter {
    type Out = String;

    fn visit<R: Playable>(self) -> String {
        encoding::page(&R::ENCODER)
    }
}

#[test]
fn the_page_says_what_is_declared() {
    let page = std::fs::read_to_string(PAGE).unwrap_or_else(|error| panic!("{PAGE}: {error}"));
    let by_hand = page.split(MARK).next().unwrap_or_default();
    let mut wanted = format!("{by_hand}{MARK}");
    for id in RULESETS {
        let chapter = visit(id, Chapter).unwrap_or_else(|error| panic!("{error}"));
        let _ = write!(wanted, "\n{chapter}");
    }
    if std::env::var("SANDTABLE_BLESS").is_ok() {
        std::fs::write(PAGE, wanted).unwrap_or_else(|error| panic!("{PAGE}: {error}"));
        return;
    }
    assert!(
        page == wanted,
        "docs/encoding.md is out of date: SANDTABLE_BLESS=1 cargo test -p sandtable-gym --test encoding_page"
    );
}
