//! Many battles at once on one server: no error, no lost move, bounded memory, and answers
//! that need no thinking come quickly.

#![allow(clippy::print_stdout, reason = "figures for who runs it")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod served;

use std::time::{Duration, Instant};

use served::{Battle, Gone, Served};

/// What one front end saw.
struct Seen {
    decisions: u32,
    waits: Vec<(&'static str, Duration)>,
    is_over: bool,
}

/// How many play, whom and how fast.
struct Load {
    games: usize,
    /// How many decisions each takes at most.
    most: usize,
    /// How long a person takes for a decision.
    pause: Duration,
    scenario: &'static str,
    opponent: &'static str,
}

/// Plays one battle, to its end or until the time is up; then every decision must be
/// there.
async fn play(served: &Served, number: usize, load: &Load) -> Result<Seen, Gone> {
    // Nobody begins at the very same moment.
    tokio::time::sleep(load.pause * number as u32 / load.games as u32).await;
    let mut front_end = served.connect().await;
    let mut battle = Battle::begin(&mut front_end, load.scenario, load.opponent).await?;
    let mut step = 0;
    while step < load.most && battle.decide(&mut front_end, |actions| (step * 11 + number) % actions).await? {
        step += 1;
        tokio::time::sleep(load.pause).await;
        if step % 10 == 0 {
            battle.ask(&mut front_end, "ping").await?;
        }
    }
    let record = battle.ask(&mut front_end, "record").await?;
    assert_eq!(record["full"], battle.is_over());
    let decided = battle.decided;
    battle.rejoin(&mut front_end).await?;
    assert_eq!(battle.decided, decided, "decisions were lost, or taken twice");
    Ok(Seen { decisions: battle.decided, waits: front_end.waits, is_over: battle.is_over() })
}

fn percentile(waits: &mut [Duration], percent: usize) -> Duration {
    waits.sort_unstable();
    waits[(waits.len() - 1) * percent / 100]
}

/// Plays, and tells how it went.
fn run(load: &Load) {
    let Load { games, scenario, opponent, .. } = *load;
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path(), &["--connections", "1000"]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let start = Instant::now();
    let before = served.peak_memory();
    let seen = runtime.block_on(async {
        let all = (0..games).map(|number| play(&served, number, load));
        futures_util::future::join_all(all).await
    });
    let seconds = start.elapsed().as_secs_f64();
    let seen: Vec<Seen> = seen.into_iter().map(|seen| seen.expect("no connection ends")).collect();
    let over = seen.iter().filter(|seen| seen.is_over).count();
    let decisions: u32 = seen.iter().map(|seen| seen.decisions).sum();
    println!(
        "pause {:?}; {games} battles at once in {scenario} against {opponent}: {over} fought to their end in {seconds:.1} s",
        load.pause
    );
    println!("{decisions} decisions, {:.0} a second, none lost", f64::from(decisions) / seconds);
    for request in ["new_game", "act", "ping", "record", "join"] {
        let waits = seen.iter().flat_map(|seen| &seen.waits).filter(|(name, _)| *name == request);
        let mut waits: Vec<Duration> = waits.map(|(_, wait)| *wait).collect();
        if waits.is_empty() {
            continue;
        }
        let [half, most, p99] =
            [50, 100, 99].map(|percent| percentile(&mut waits, percent).as_secs_f64() * 1000.0);
        println!(
            "{request}: {} answers, median {half:.1} ms, p99 {p99:.1} ms, longest {most:.1} ms",
            waits.len()
        );
    }
    if let (Some(before), Some(after)) = (before, served.peak_memory()) {
        println!("memory: {} MiB at the start, {} MiB at most", before >> 10, after >> 10);
        assert!(after - before < 512 << 10, "{after} KiB");
    }
    assert!(decisions as usize > 5 * games, "{decisions} decisions: too few to mean anything");
    assert!(served.terminate().success());
}

const SMALL: Load =
    Load { games: 20, most: 40, pause: Duration::ZERO, scenario: "supply-column", opponent: "net:recruit" };

#[test]
fn twenty_battles_at_once() {
    run(&SMALL);
}

#[test]
#[ignore = "takes minutes: cargo test --release -p sandtable --test load -- --ignored --nocapture --test-threads 1"]
fn two_hundred_battles_at_once() {
    run(&Load { games: 200, most: usize::MAX, ..SMALL });
}

#[test]
#[ignore = "takes minutes, as above"]
fn two_hundred_people_at_once_who_think_for_a_second() {
    run(&Load { games: 200, most: 150, pause: Duration::from_secs(1), ..SMALL });
}
