use std::path::Path;

use sandtable_engine::{Begun, Kept, Store as _};
use sandtable_protocol::play::DiceMode;

use super::{Sqlite, StoreFault};

fn open(folder: &Path) -> Sqlite {
    open_keeping(folder, 100)
}

fn open_keeping(folder: &Path, finished: usize) -> Sqlite {
    Sqlite::open(folder, "127.0.0.1:7878".parse().unwrap(), finished).unwrap()
}

fn begun(game: &str) -> Begun {
    Begun {
        game: game.to_owned(),
        ruleset: "pig".to_owned(),
        version: 1,
        source: "pig".to_owned(),
        scenario: "ruleset = \"pig\"\n".to_owned(),
        players: ["client".to_owned(), "drill".to_owned()],
        dice: DiceMode::Server,
        secret: "ab".repeat(32),
        number: Some("7".to_owned()),
        tokens: [Some("hash".to_owned()), None, None],
        at: 1_790_000_000,
        continued: 0,
    }
}

fn lines(numbers: std::ops::Range<u32>) -> Vec<String> {
    numbers.map(|number| format!("line {number}")).collect()
}

#[test]
fn battles_are_there_again_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = ("a".to_owned(), "b".to_owned());
    let mut store = open(folder.path());
    store.begin(&begun("a")).unwrap();
    store.append(&a, &lines(0..3)).unwrap();
    store.begin(&begun("b")).unwrap();
    store.append(&b, &lines(0..1)).unwrap();
    store.append(&a, &lines(3..5)).unwrap();
    store.undo(&a, 4).unwrap();
    store.append(&a, &lines(7..9)).unwrap();
    let expected = Kept { begun: begun("a"), lines: [lines(0..4), lines(7..9)].concat(), undos: 1 };
    assert_eq!(store.load(&a).unwrap().unwrap(), expected, "what is on its way counts too");
    assert_eq!(store.unfinished().unwrap(), ["b", "a"]);
    drop(store);

    let mut store = open(folder.path());
    assert_eq!(store.load(&a).unwrap().unwrap(), expected);
    store.finish(&a).unwrap();
    assert_eq!(store.unfinished().unwrap(), ["b"]);
    assert_eq!(store.load(&a).unwrap().unwrap(), expected, "it can still be read");
    assert_eq!(store.load(&"c".to_owned()).unwrap(), None);
}

#[test]
fn battles_that_ended_long_ago_give_way_to_those_that_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open_keeping(folder.path(), 2);
    let names = ["a", "b", "c", "d", "e"].map(str::to_owned);
    for name in &names {
        store.begin(&begun(name)).unwrap();
        store.append(name, &lines(0..2)).unwrap();
    }
    // In another order than they began in; that one is told twice changes nothing.
    for ended in [3, 0, 3, 3, 1] {
        store.finish(&names[ended]).unwrap();
    }
    let there = |store: &mut Sqlite| names.each_ref().map(|name| store.load(name).unwrap().is_some());
    assert_eq!(there(&mut store), [true, true, true, false, true], "the one that ended first is gone");
    assert_eq!(store.unfinished().unwrap(), ["e", "c"], "what goes on stays");
    drop(store);
    let mut store = open_keeping(folder.path(), 1);
    assert_eq!(there(&mut store), [false, true, true, false, true]);
    assert_eq!(store.load(&names[1]).unwrap().unwrap().lines, lines(0..2));
    let file = rusqlite::Connection::open(folder.path().join("battles.sqlite")).unwrap();
    let count: u32 = file.query_row("SELECT count(*) FROM line", [], |row| row.get(0)).unwrap();
    assert_eq!(count, 6, "nothing is left of those that went");
}

#[test]
fn a_file_of_the_first_version_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = rusqlite::Connection::open(folder.path().join("battles.sqlite")).unwrap();
    file.execute_batch(
        "CREATE TABLE battle (number INTEGER PRIMARY KEY, game TEXT NOT NULL UNIQUE, begun TEXT NOT NULL,
            undos INTEGER NOT NULL DEFAULT 0, is_over INTEGER NOT NULL DEFAULT 0) STRICT;
         CREATE INDEX battle_goes_on ON battle (number) WHERE is_over = 0;
         CREATE TABLE line (battle INTEGER NOT NULL REFERENCES battle (number), place INTEGER NOT NULL,
            text TEXT NOT NULL, PRIMARY KEY (battle, place)) STRICT, WITHOUT ROWID;
         PRAGMA user_version = 1;",
    )
    .unwrap();
    for (game, is_over) in [("a", 1), ("b", 0)] {
        let text = serde_json::to_string(&begun(game)).unwrap();
        let row = rusqlite::params![game, text, is_over];
        file.execute("INSERT INTO battle (game, begun, is_over) VALUES (?1, ?2, ?3)", row).unwrap();
    }
    drop(file);
    let mut store = open(folder.path());
    assert_eq!(store.unfinished().unwrap(), ["b"]);
    assert_eq!(store.load(&"a".to_owned()).unwrap().unwrap().begun, begun("a"));
    store.finish(&"b".to_owned()).unwrap();
    drop(store);
    assert_eq!(open_keeping(folder.path(), 1).load(&"a".to_owned()).unwrap(), None, "it ended first");
}

#[tokio::test]
async fn what_is_reached_is_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    let progress = store.progress();
    store.begin(&begun("a")).unwrap();
    for number in 0..50 {
        store.append(&"a".to_owned(), &lines(number..number + 1)).unwrap();
        progress.reaches(progress.issued()).await.unwrap();
        // Another reader sees only what is committed.
        let file = rusqlite::Connection::open(folder.path().join("battles.sqlite")).unwrap();
        let count: u32 = file.query_row("SELECT count(*) FROM line", [], |row| row.get(0)).unwrap();
        assert_eq!(count, number + 1);
    }
}

#[tokio::test]
async fn when_writing_fails_nothing_is_acknowledged_any_more() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    let progress = store.progress();
    store.begin(&begun("a")).unwrap();
    progress.reaches(progress.issued()).await.unwrap();
    let file = rusqlite::Connection::open(folder.path().join("battles.sqlite")).unwrap();
    file.execute_batch("DROP TABLE line").unwrap();
    store.append(&"a".to_owned(), &lines(0..1)).unwrap();
    let refused = progress.reaches(progress.issued()).await.unwrap_err().to_string();
    assert!(refused.contains("what was acknowledged is in it"), "{refused}");
    assert!(store.append(&"a".to_owned(), &lines(1..2)).is_err());
    assert!(store.load(&"a".to_owned()).is_err());
}

#[test]
fn what_another_version_wrote_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path()));
    let file = rusqlite::Connection::open(folder.path().join("battles.sqlite")).unwrap();
    file.pragma_update(None, "user_version", 99).unwrap();
    let address = "127.0.0.1:7878".parse().unwrap();
    let refused = Sqlite::open(folder.path(), address, 100).unwrap_err();
    assert!(matches!(refused, StoreFault::Version { theirs: 99, ours: 2 }), "{refused}");
    std::fs::write(folder.path().join("battles.sqlite"), "no database".repeat(100)).unwrap();
    let refused = Sqlite::open(folder.path(), address, 100).unwrap_err().to_string();
    assert!(refused.contains("battles.sqlite"), "{refused}");
}

#[cfg(unix)]
#[test]
fn nobody_else_reads_the_seeds() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mut store = open(&data);
    store.begin(&begun("a")).unwrap();
    store.unfinished().unwrap();
    for entry in std::fs::read_dir(&data).unwrap() {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode();
        let is_secret = entry.file_name().to_string_lossy().starts_with("battles");
        assert!(!is_secret || mode.trailing_zeros() >= 6, "{}: {mode:o}", entry.path().display());
    }
    assert!(std::fs::metadata(&data).unwrap().permissions().mode().trailing_zeros() >= 6);
}
