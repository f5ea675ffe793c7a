//! A server is killed at random moments, and nothing that it acknowledged is lost.

#![allow(clippy::print_stdout, reason = "figures for who runs it")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod served;

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rand::RngExt as _;
use sandtable_core::GameSeed;
use served::{Battle, FrontEnd, Gone, Served};

/// Scenario and opponent of each front end.
const BATTLES: [(&str, &str); 4] = [
    ("supply-column", "net:recruit"),
    ("supply-column", "drill"),
    ("meeting-engagement", "eager"),
    ("pig", "random"),
];

/// Plays until the connection ends, battle after battle.
async fn play(
    number: usize,
    mut front_end: FrontEnd,
    battle: &mut Option<Battle>,
    acknowledged: &AtomicU32,
) -> Result<(), Gone> {
    let (scenario, opponent) = BATTLES[number];
    let mut steps = 0;
    loop {
        let current = match battle {
            Some(current) if !current.is_over() => current,
            _ => battle.insert(Battle::begin(&mut front_end, scenario, opponent).await?),
        };
        current.decide(&mut front_end, |actions| (steps * 7 + number) % actions).await?;
        steps += 1;
        acknowledged.fetch_add(1, Ordering::Relaxed);
    }
}

fn kill_at_random(kills: u32) {
    let data = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut battles = [const { None }; 4];
    let mut rng = GameSeed::from_number(u64::from(kills)).rng();
    let mut checked = 0;
    for _ in 0..kills {
        let served = Served::start(data.path(), &[]);
        runtime.block_on(async {
            let mut front_ends = Vec::new();
            for battle in &mut battles {
                let mut front_end = served.connect().await;
                if let Some(battle) = battle {
                    Battle::rejoin(battle, &mut front_end).await.unwrap();
                    checked += battle.decided;
                }
                front_ends.push(front_end);
            }
            let acknowledged = AtomicU32::new(0);
            let playing = battles.iter_mut().zip(front_ends).enumerate();
            let all = futures_util::future::join_all(
                playing.map(|(number, (battle, front_end))| play(number, front_end, battle, &acknowledged)),
            );
            // Somewhere in the battle, and somewhere between two answers.
            let (decisions, moment) = (rng.random_range(10..60), rng.random_range(0..40));
            let killing = async {
                while acknowledged.load(Ordering::Relaxed) < decisions {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
                tokio::time::sleep(Duration::from_millis(moment)).await;
                served.kill();
            };
            let (ended, ()) = tokio::join!(all, killing);
            assert!(ended.iter().all(Result::is_err), "only the kill ends it");
        });
    }
    let decided: u32 = battles.iter().flatten().map(|battle: &Battle| battle.decided).sum();
    println!("{kills} kills; decisions in the last battles: {decided}; decisions found again: {checked}");
    assert!(checked > 4 * kills, "{checked} decisions were checked: too few to mean anything");
}

#[test]
fn killed_at_random_moments_it_loses_nothing() {
    kill_at_random(5);
}

#[test]
#[ignore = "takes a minute: cargo test -p sandtable --test kill -- --ignored --nocapture"]
fn killed_fifty_times_it_loses_nothing() {
    kill_at_random(50);
}

#[cfg(unix)]
#[test]
fn asked_to_stop_it_stops_and_goes_on_later() {
    let data = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let served = Served::start(data.path(), &[]);
    let mut battle = runtime.block_on(async {
        let mut front_end = served.connect().await;
        let mut battle = Battle::begin(&mut front_end, "supply-column", "drill").await.unwrap();
        for _ in 0..5 {
            battle.decide(&mut front_end, |_| 0).await.unwrap();
        }
        battle
    });
    assert!(served.terminate().success());
    let served = Served::start(data.path(), &[]);
    runtime.block_on(async {
        let mut front_end = served.connect().await;
        battle.rejoin(&mut front_end).await.unwrap();
        assert_eq!(battle.decided, 5);
        battle.decide(&mut front_end, |_| 0).await.unwrap();
    });
}
