//! Every promise of the trait, over whole games of each game and scenario; the digests
//! of fixed games; scenario files that must be refused.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use sandtable_core::conformance::{self, Plan, Play, Report};
use sandtable_core::{Doctrine, GameSeed, Ruleset, Scenario, scenario};
use sandtable_reference::{ConnectFour, Kuhn, Pig};

fn conforms<R: Doctrine>(scenario: &Scenario, games: u32) -> Report {
    let run = |play, number| {
        let plan = Plan { games, seed: GameSeed::from_number(number), thorough_every: 5, play };
        conformance::run::<R>(scenario, plan).unwrap_or_else(|failure| panic!("{failure}"))
    };
    run(Play::Random, 1).merge(run(Play::Eager, 2))
}

fn built_in<R: Ruleset>(name: &str) -> Scenario {
    scenario::built_in::<R>(name).unwrap()
}

#[test]
fn connect_four_conforms() {
    let report = conforms::<ConnectFour>(&built_in::<ConnectFour>("connect-four"), 300);
    assert_eq!(report.longest_list, 7);
    let report = conforms::<ConnectFour>(&built_in::<ConnectFour>("connect-four-small"), 300);
    assert_eq!((report.longest_list, report.longest_game), (4, 16));
    let text = "ruleset = \"connect-four\"\nname = \"widest\"\ncolumns = 8\nrows = 7\n";
    let report = conforms::<ConnectFour>(&Scenario::parse("widest.toml", text).unwrap(), 300);
    assert_eq!(report.longest_list, 8);
}

#[test]
fn pig_conforms() {
    conforms::<Pig>(&built_in::<Pig>("pig"), 150);
    let report = conforms::<Pig>(&built_in::<Pig>("pig-nine"), 400);
    assert_eq!(report.longest_game, 18, "some game rolls nine times");
}

#[test]
fn kuhn_conforms() {
    let report = conforms::<Kuhn>(&built_in::<Kuhn>("kuhn"), 400);
    assert_eq!(report.longest_game, 5);
}

/// The digest of 100 fixed games is kept in a file named by ruleset and version. When
/// play changes on purpose, `VERSION` moves and a new file is written by hand.
#[expect(
    clippy::disallowed_methods,
    reason = "the file's name depends on a constant, so it cannot be included"
)]
fn digest_is_kept<R: Doctrine>() {
    let scenarios: Vec<Scenario> = R::scenarios().iter().map(|(name, _)| built_in::<R>(name)).collect();
    let digest = conformance::digest::<R>(&scenarios, 100);
    let file = format!("{}/tests/digests/{}-{}.txt", env!("CARGO_MANIFEST_DIR"), R::ID, R::VERSION);
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(digest, kept.trim(), "{} plays otherwise: move its VERSION", R::ID);
}

#[test]
fn digests_move_only_with_the_version() {
    digest_is_kept::<ConnectFour>();
    digest_is_kept::<Pig>();
    digest_is_kept::<Kuhn>();
}

fn refused<R: Ruleset>(body: &str) -> String {
    let text = format!("ruleset = \"{}\"\nname = \"x\"\n{body}", R::ID);
    let scenario = Scenario::parse("x.toml", &text).unwrap();
    let error = R::load(&scenario).err().expect("the scenario is wrong");
    error.to_string()
}

#[test]
fn wrong_scenarios_are_refused_with_place_and_cure() {
    let wide = refused::<ConnectFour>("columns = 9\nrows = 6\n");
    assert_eq!(wide, "x.toml:3:11: a board has 4 to 8 columns, not 9");
    let low = refused::<ConnectFour>("columns = 7\nrows = 3\n");
    assert_eq!(low, "x.toml:4:8: a board has 4 to 7 rows, not 3");
    assert!(refused::<ConnectFour>("columns = 7\nrows = 6\ngravity = 1\n").starts_with("x.toml:5:1: "));
    assert!(refused::<ConnectFour>("columns = 7\n").contains("rows"));
    assert_eq!(
        refused::<Pig>("target = 0\nsides = 6\n"),
        "x.toml:3:10: the target is 1 to 10000 points, not 0"
    );
    assert_eq!(refused::<Pig>("target = 9\nsides = 1\n"), "x.toml:4:9: a die has at least 2 sides, not 1");
    assert_eq!(
        refused::<Pig>("target = 9\nsides = 3\nlimit = 0\n"),
        "x.toml:5:9: the limit is 1 to 1000000 rolls and stops, not 0"
    );
    assert!(refused::<Pig>("target = 9\nsides = 300\n").starts_with("x.toml:4:9: "));
    assert!(refused::<Kuhn>("cards = 4\n").starts_with("x.toml:3:1: "));
    let other = Scenario::parse("x.toml", "ruleset = \"pig\"\nname = \"x\"\n").unwrap();
    let error = Kuhn::load(&other).expect_err("it is a scenario for Pig");
    assert!(error.to_string().contains("for `pig`, not for `kuhn`"), "{error}");
}
