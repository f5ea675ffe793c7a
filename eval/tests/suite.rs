//! The positions suite: what is refused, how agents are scored, and that what was judged
//! exactly is so.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use std::collections::BTreeSet;

use sandtable_agents::Networks;
use sandtable_core::suite::{self, Judged, named};
use sandtable_core::{Exercise, GameSeed, Ruleset as _, Seat};
use sandtable_eval::judge::judge;
use sandtable_eval::{Contender, run_suite};
use sandtable_gridded::Gridded;

fn all() -> Vec<Exercise<Gridded>> {
    suite::built_in().unwrap_or_else(|fault| panic!("{fault}"))
}

/// Loading goes through the rules: the moves, the answers and the lines to be avoided are
/// legal, and the named seat decides.
#[test]
fn every_position_loads_under_its_theme() {
    let all = all();
    let names: BTreeSet<&str> = all.iter().map(|exercise| exercise.name.as_str()).collect();
    assert_eq!(names.len(), all.len());
    for (file, text) in Gridded::positions() {
        let of_file = suite::read::<Gridded>(file, text).unwrap();
        assert!(!of_file.is_empty(), "{file}");
        assert!(
            of_file.iter().all(|exercise| exercise.theme == *file),
            "{file}: the theme is the file's name"
        );
    }
    for exercise in &all {
        assert_eq!(exercise.driver.decider(), Some(exercise.seat), "{}", exercise.name);
        for line in exercise.answers.iter().chain(&exercise.avoid) {
            assert!(!named(&exercise.driver, &line.0[0]).is_empty(), "{}: {line}", exercise.name);
        }
        assert!(exercise.question.ends_with(['?', '.']) && exercise.why.ends_with('.'), "{}", exercise.name);
    }
    for seat in Seat::BOTH {
        assert!(all.iter().any(|exercise| exercise.seat == seat), "{seat}");
    }
}

/// The fast ones; `sandtable suite --judge` judges all.
#[test]
fn what_was_judged_exactly_is_so() {
    const LIMIT: usize = 20_000;
    let mut solved = 0;
    for exercise in all() {
        if !matches!(exercise.judged, Judged::Exact { .. }) {
            continue;
        }
        if let Ok(finding) = judge(&exercise, LIMIT) {
            assert!(finding.faults.is_empty(), "{}: {}", exercise.name, finding.faults.join("; "));
            solved += 1;
        }
    }
    assert!(solved >= LEAST_SOLVED, "only {solved} positions fit in {LIMIT}");
}

/// Positions that the fast test solves at least.
const LEAST_SOLVED: usize = 20;

#[test]
fn a_wrong_answer_is_found_out() {
    let (file, text) = Gridded::positions()[0];
    let turned = text.replacen(
        "answers = [[\"activate D1\"]]\navoid = [[\"activate D3\"]]",
        "answers = [[\"activate D3\"]]\navoid = [[\"activate D1\"]]",
        1,
    );
    assert_ne!(text, turned);
    let exercise = &suite::read::<Gridded>(file, &turned).unwrap()[0];
    let finding = judge(exercise, 100_000).unwrap();
    assert!(
        finding.faults.iter().any(|fault| fault.contains("`activate D1` is worth")),
        "{:?}",
        finding.faults
    );
}

#[test]
fn agents_are_scored_alike_on_any_number_of_threads() {
    let exercises = &all()[..2];
    let run = |threads: usize| {
        let contender =
            |name: &str| Contender::<Gridded>::from_spec(&name.parse().unwrap(), &Networks::new()).unwrap();
        let contenders = [contender("random"), contender("mcts:20")];
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| run_suite(exercises, &contenders, 8, GameSeed::from_number(3)))
    };
    let one = run(1);
    assert_eq!(one, run(3));
    assert_eq!(one.positions.len(), 2);
    let total = one.total();
    assert!(total.iter().all(|tally| tally.attempts == 16 && tally.faults == 0));
    assert!(total[0].solved > 0 && total[0].solved < 16, "random play sometimes hits: {:?}", total[0]);
    let text = one.to_string();
    assert!(text.contains("supports") && text.contains("mcts:20") && text.contains('%'), "{text}");
}

#[test]
fn an_agent_that_fails_is_a_fault_and_no_more() {
    use sandtable_agents::{Agent, Clock, Thought};
    use sandtable_core::Position;
    use sandtable_gridded::Action;

    struct Broken;
    impl Agent<Gridded> for Broken {
        fn name(&self) -> String {
            "broken".to_owned()
        }
        fn begin(&mut self, _: GameSeed) {}
        fn decide(&mut self, _: &Position<'_, Gridded>, _: &dyn Clock) -> Action {
            Action::Together
        }
        fn thought(&self) -> Option<&Thought<Action>> {
            None
        }
    }
    let contenders = [Contender::new("broken", || Box::new(Broken) as Box<dyn Agent<Gridded>>)];
    let report = run_suite(&all()[..1], &contenders, 2, GameSeed::from_number(1));
    assert_eq!((report.total()[0].faults, report.total()[0].solved), (2, 0));
}

/// The first position of the suite, with one text exchanged for another.
fn refused(from: &str, to: &str) -> String {
    let (_, text) = Gridded::positions()[0];
    assert!(text.contains(from), "{from}");
    suite::read::<Gridded>("mine.toml", &text.replacen(from, to, 1)).err().unwrap().to_string()
}

#[test]
fn errors_name_file_place_and_cure() {
    for (from, to, place, cure) in [
        ("ruleset = \"gridded\"", "ruleset = \"pig\"", "mine.toml:1:11: ", "not of `gridded`"),
        ("\"throw 2\"]", "\"thraw 2\"]", "mine.toml:8:", "the throw for activation is due"),
        ("\"throw 2\"]", "\"throw 13\"]", "mine.toml:8:", "`throw 13`"),
        (", \"throw 2\"]", "]", "mine.toml:7:8: ", "add `throw`"),
        ("seat = \"first\"", "seat = \"second\"", "mine.toml:7:8: ", "the first seat decides"),
        ("[[\"activate D1\"]]", "[[\"activate D2\"]]", "mine.toml:9:", "Did you mean"),
        ("[[\"activate D1\"]]", "[[\"activ\"]]", "mine.toml:9:", "could be"),
        ("[[\"activate D1\"]]", "[]", "mine.toml:9:11: ", "at least one line"),
        ("[[\"activate D3\"]]", "[[\"activate D1\"]]", "mine.toml:10:", "take it out"),
        ("\"..o.ooo\"", "\"..x.ooo\"", "mine.toml:19:6: ", "is no ground"),
        ("[[position]]", "[[positions]]", "mine.toml:4:", "unknown field"),
        ("general-before-charge", "support-before-charge", "mine.toml:", "rename one"),
    ] {
        let error = refused(from, to);
        assert!(error.starts_with(place) && error.contains(cure), "{to}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
    let error = Exercise::find(&all(), "support-before-chage").unwrap_err();
    assert!(error.contains("Did you mean `support-before-charge`?"), "{error}");
}
