//! The compliance checks: our own engine passes all of them, and each of them can fail.
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod bad;
mod flaws;
mod own;

use std::collections::BTreeSet;
use std::time::Duration;

use bad::Bad;
use own::Own;
use sandtable_client::compliance::{Options, Outcome, Report, checks, run};
use sandtable_client::{Line, StartError};

fn told(report: &Report<'_>) -> String {
    format!("{} {:?}: {:?}", report.check.name, report.scenario, report.outcome)
}

#[test]
fn our_own_engine_complies() {
    let launch = || -> Result<Box<dyn Line>, StartError> { Ok(Box::new(Own::start())) };
    let mut failures = Vec::new();
    let mut made = BTreeSet::new();
    let summary = run(&launch, &Options::default(), |report| {
        if report.outcome == Outcome::Passed {
            made.insert(report.check.name);
        } else {
            failures.push(told(report));
        }
    })
    .unwrap();
    assert!(failures.is_empty(), "{failures:#?}");
    assert_eq!(made.len(), checks().count(), "every check was made");
    assert!(summary.passed > 60, "{summary:?}");
}

#[test]
fn every_check_can_fail() {
    let mut without: BTreeSet<&str> = checks().map(|check| check.name).collect();
    for (name, ruleset, flaw) in flaws::FLAWS {
        let launch = || -> Result<Box<dyn Line>, StartError> { Ok(Box::new(Bad::new(Own::start(), *flaw))) };
        let options = Options {
            only: Some((*name).to_owned()),
            ruleset: Some((*ruleset).to_owned()),
            patience: Duration::from_millis(2500),
            thinking: Duration::from_millis(2500),
        };
        let mut outcomes = Vec::new();
        run(&launch, &options, |report| {
            if report.check.name == *name {
                outcomes.push(report.outcome.clone());
            }
        })
        .unwrap();
        let has_failed = outcomes.iter().any(|outcome| matches!(outcome, Outcome::Failed(_)));
        assert!(has_failed, "{name} does not notice its flaw: {outcomes:?}");
        without.remove(name);
    }
    assert!(without.is_empty(), "nothing shows that these can fail: {without:?}");
}

#[test]
fn an_engine_that_says_nothing_fails_and_is_told_why() {
    struct Mute;
    impl Line for Mute {
        fn send(&mut self, _: String) {}
        fn receive(&mut self, patience: Duration) -> Result<String, sandtable_client::Fault> {
            Err(sandtable_client::Fault::Silent(patience))
        }
        fn end(&mut self, _: Duration) -> bool {
            true
        }
    }
    let launch = || -> Result<Box<dyn Line>, StartError> { Ok(Box::new(Mute)) };
    let mut first = None;
    let options = Options { patience: Duration::from_millis(20), ..Options::default() };
    let summary = run(&launch, &options, |report| {
        first.get_or_insert(report.outcome.clone());
    })
    .unwrap();
    assert_eq!(first, Some(Outcome::Failed("to `hello`: no answer within 20 ms".to_owned())));
    assert_eq!(summary.passed, 0);
    assert!(summary.failed > 5 && summary.skipped > 20, "{summary:?}");
}

#[test]
fn a_bot_that_only_decides_is_asked_for_nothing_else() {
    struct Bot(Own);
    impl Line for Bot {
        fn send(&mut self, line: String) {
            self.0.send(line);
        }
        fn receive(&mut self, patience: Duration) -> Result<String, sandtable_client::Fault> {
            let line = self.0.receive(patience)?;
            let mut said: serde_json::Value = serde_json::from_str(&line).unwrap();
            if said["ok"]["capabilities"].is_array() {
                said["ok"]["capabilities"] = serde_json::json!(["seen"]);
            }
            Ok(said.to_string())
        }
        fn end(&mut self, patience: Duration) -> bool {
            self.0.end(patience)
        }
    }
    let launch = || -> Result<Box<dyn Line>, StartError> { Ok(Box::new(Bot(Own::start()))) };
    let options = Options { ruleset: Some("kuhn".to_owned()), ..Options::default() };
    let mut skipped = BTreeSet::new();
    let summary = run(&launch, &options, |report| match &report.outcome {
        Outcome::Skipped(why) => drop(skipped.insert((report.check.name, why.clone()))),
        outcome => assert_eq!(*outcome, Outcome::Passed, "{}", told(report)),
    })
    .unwrap();
    assert_eq!(summary.skipped as usize, skipped.len());
    assert!(skipped.iter().all(|(_, why)| why.contains("does not say that it can do")), "{skipped:?}");
    assert!(summary.passed > 10, "{summary:?}");
}
