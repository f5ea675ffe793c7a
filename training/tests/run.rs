//! A run goes on exactly where it was stopped.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{go, same, tiny};
use sandtable_core::Playable;
use sandtable_gridded::Gridded;
use sandtable_reference::{ConnectFour, Kuhn};
use sandtable_training::Config;
use sandtable_training::metrics::journal;
use sandtable_training::run::{Ended, Folder, Run, RunError, Silent, Watch};

/// Stops a run after so many calls of its watch.
struct Patience<'a> {
    left: u32,
    stop: &'a AtomicBool,
}

impl Watch for Patience<'_> {
    fn begin(&mut self, _: &str, _: u64, _: u64) {}

    fn at(&mut self, _: u64, _: &str) {
        self.left = self.left.saturating_sub(1);
        self.stop.fetch_or(self.left == 0, Ordering::Relaxed);
    }

    fn note(&mut self, _: &str) {}
}

/// Works on a run in sessions that are each stopped after so many steps of anything.
fn in_sessions<R: Playable>(config: &Config, folder: &Path, patience: u32) -> u32 {
    for session in 1.. {
        let stop = AtomicBool::new(false);
        let mut watch = Patience { left: patience, stop: &stop };
        if Run::<R>::open(config, folder, None, &stop, &mut watch).unwrap().go().unwrap() == Ended::Finished {
            return session;
        }
    }
    unreachable!("sessions are counted without end")
}

#[test]
fn a_run_that_is_stopped_again_and_again_ends_as_if_it_never_was() {
    let config = tiny("connect-four", &["connect-four-small"], 4);
    let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let [straight, halves, sessions] = folders.each_ref().map(tempfile::TempDir::path);
    assert_eq!(go::<ConnectFour>(&config, straight), Ended::Finished);
    let half = Config { generations: 2, ..config.clone() };
    assert_eq!(go::<ConnectFour>(&half, halves), Ended::Finished);
    assert_eq!(go::<ConnectFour>(&config, halves), Ended::Finished);
    let one_thread = Config { threads: 1, ..config.clone() };
    assert!(in_sessions::<ConnectFour>(&one_thread, sessions, 7) > 3);
    same(straight, sessions);
    // The last generation of the half was evaluated, whether it was due or not.
    same(straight, halves);
}

#[test]
fn hidden_information_and_the_gridded_battles_train_too() {
    let folder = tempfile::tempdir().unwrap();
    go::<Kuhn>(&tiny("kuhn", &["kuhn"], 2), folder.path());
    let folder = tempfile::tempdir().unwrap();
    go::<Gridded>(&tiny("gridded", &["tiny-duel", "tiny-charge"], 2), folder.path());
    let reports = journal::read(&Folder::at(folder.path()).metrics()).unwrap();
    let tags: Vec<&str> = reports.iter().flat_map(|one| one.scalars.keys().map(String::as_str)).collect();
    for tag in [
        "loss/policy",
        "loss/outcome",
        "loss/survival",
        "policy/entropy",
        "value/calibration_error",
        "survival/calibration_error",
        "games/turns",
        "games/first_player_score",
        "elo/greedy",
        "speed/games_an_hour",
        "speed/samples_a_second",
    ] {
        assert!(tags.contains(&tag), "{tag} is not among {tags:?}");
    }
}

#[test]
fn folders_of_other_runs_and_busy_ones_are_refused() {
    let config = tiny("kuhn", &["kuhn"], 1);
    let folder = tempfile::tempdir().unwrap();
    let (stop, mut watch, mut other_watch) = (AtomicBool::new(false), Silent, Silent);
    let run = Run::<Kuhn>::open(&config, folder.path(), None, &stop, &mut watch).unwrap();
    let again = Run::<Kuhn>::open(&config, folder.path(), None, &stop, &mut other_watch);
    assert!(matches!(again.err(), Some(RunError::Busy(_))));
    drop(run);
    let other = Config { seed: 2, ..config.clone() };
    let error = Run::<Kuhn>::open(&other, folder.path(), None, &stop, &mut watch).err().unwrap().to_string();
    assert!(error.contains("another seed (1, not 2)") && error.contains("--out"), "{error}");
    let mut wide = config.clone();
    wide.network.width = 16;
    let error = Run::<Kuhn>::open(&wide, folder.path(), None, &stop, &mut watch).err().unwrap().to_string();
    assert!(error.contains("another network"), "{error}");
    std::fs::write(folder.path().join("state.json"), "{").unwrap();
    let error = Run::<Kuhn>::open(&config, folder.path(), None, &stop, &mut watch).err().unwrap().to_string();
    assert!(error.contains("state.json"), "{error}");
}
