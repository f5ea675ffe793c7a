//! Shards that are damaged are skipped, counted and named.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use common::{config, generate};
use sandtable_reference::{ConnectFour, Pig};
use sandtable_training::store::window::{generation_folder, read_generation};
use sandtable_training::store::{Shard, Window};

#[test]
fn damaged_shards_are_skipped_named_and_played_again() {
    let config = config("connect-four", &["connect-four-small"]);
    let folder = tempfile::tempdir().unwrap();
    generate::<ConnectFour>(&config, 1, folder.path(), 2, u32::MAX);
    let whole = read_generation::<ConnectFour>(folder.path(), 1).unwrap().0;
    let shard = generation_folder(folder.path(), 1).join("000004.games");
    let bytes = std::fs::read(&shard).unwrap();
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    let damages: [&[u8]; 6] =
        [&bytes[..bytes.len() - 1], &bytes[..30], &bytes[..5], &[], &flipped, b"something else"];
    for damaged in damages {
        std::fs::write(&shard, damaged).unwrap();
        let window = Window::read::<ConnectFour>(folder.path(), 0, 1).unwrap();
        assert_eq!(window.damage.len(), 1);
        assert!(window.damage[0].0.contains("000004.games"), "{:?}", window.damage);
        assert!(window.games.iter().all(|kept| ![4, 5].contains(&kept.game.number)));
        assert!(window.games.len() >= whole.len() - 4, "the other games are there");
    }
    // The generation is not complete then: the run plays what is missing, and it is as it was.
    let played = generate::<ConnectFour>(&config, 1, folder.path(), 2, u32::MAX);
    assert!(played.is_complete && played.damage.len() == 1);
    assert_eq!(std::fs::read(&shard).unwrap(), bytes);
}

#[test]
fn games_of_other_rules_are_refused() {
    let mut shard = Shard::new::<ConnectFour>();
    let path = std::path::Path::new("x.games");
    assert_eq!(Shard::from_bytes::<ConnectFour>(path, &shard.to_bytes()).unwrap(), shard);
    let error = Shard::from_bytes::<Pig>(path, &shard.to_bytes()).unwrap_err().to_string();
    assert!(error.starts_with("x.games: ") && error.contains("connect-four version"), "{error}");
    shard.version += 1;
    assert!(Shard::from_bytes::<ConnectFour>(path, &shard.to_bytes()).is_err());
}
