//! A run that is killed at any instant goes on from its last save, and ends as if nothing
//! had happened.
//!
//! The test program runs itself: as a child that works on a run until it is killed.
//! `SANDTABLE_KILLS=100` kills more often than the few times of every day.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use common::{go, same, tiny};
use rand::RngExt as _;
use sandtable_core::GameSeed;
use sandtable_reference::ConnectFour;
use sandtable_training::Config;
use sandtable_training::run::Ended;

/// The folder of the run that a child works on.
const FOLDER: &str = "SANDTABLE_KILLED_RUN";

fn config() -> Config {
    tiny("connect-four", &["connect-four-small"], 3)
}

#[test]
#[ignore = "the child of the other test"]
fn child() {
    let folder = PathBuf::from(std::env::var_os(FOLDER).unwrap());
    assert_eq!(go::<ConnectFour>(&config(), &folder), Ended::Finished);
}

fn start(folder: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--ignored", "--exact", "child"]).env(FOLDER, folder);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Waits for at most so long.
fn wait(child: &mut Child, time: Duration) -> Option<ExitStatus> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        if began.elapsed() >= time {
            return None;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_run_that_is_killed_at_any_instant_ends_as_if_it_never_was() {
    let kills: u32 = std::env::var("SANDTABLE_KILLS").map_or(4, |text| text.parse().unwrap());
    let places = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [straight, killed] = places.each_ref().map(tempfile::TempDir::path);
    let began = Instant::now();
    assert!(wait(&mut start(straight), Duration::from_mins(5)).is_some_and(|status| status.success()));
    // A child is killed after a part of the time that the whole takes, however fast the machine is.
    let whole = began.elapsed().as_secs_f64();
    let (mut rng, mut folder) = (GameSeed::from_number(7).rng(), killed.join("0"));
    for kill in 1..=kills {
        let mut child = start(&folder);
        let time = Duration::from_secs_f64(rng.random_range(0.05..0.6) * whole);
        if let Some(status) = wait(&mut child, time) {
            // It was finished before the kill: the next begins anew.
            assert!(status.success(), "a run does not go on after a kill");
            same(straight, &folder);
            folder = killed.join(kill.to_string());
        } else {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
    let status = wait(&mut start(&folder), Duration::from_mins(5));
    assert!(status.is_some_and(|status| status.success()), "the last save does not load");
    same(straight, &folder);
}
