//! The file: its tables, and the statements on them.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, params};
use sandtable_engine::{Begun, Kept};
use sandtable_protocol::play::GameId;

use super::StoreFault;
use super::changes::Change;

/// The version of the tables, the file's `user_version`.
const VERSION: i64 = 1;

/// A battle and the lines of its record after the header. The lines lie beside each other
/// in the order of the record, as they are read.
const TABLES: &str = "
    CREATE TABLE battle (
        number INTEGER PRIMARY KEY,
        game TEXT NOT NULL UNIQUE,
        begun TEXT NOT NULL,
        undos INTEGER NOT NULL DEFAULT 0,
        is_over INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX battle_goes_on ON battle (number) WHERE is_over = 0;
    CREATE TABLE line (
        battle INTEGER NOT NULL REFERENCES battle (number),
        place INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (battle, place)
    ) STRICT, WITHOUT ROWID;
";

/// The open file.
#[derive(Debug)]
pub(crate) struct BattleFile {
    connection: Connection,
}

impl BattleFile {
    /// Opens the file; an empty one gets its tables.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreFault> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        // With a write-ahead log a commit is one append. FULL syncs it before the commit
        // returns: what was acknowledged outlasts a power cut too.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        let theirs: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        match theirs {
            0 => connection
                .execute_batch(&format!("BEGIN; {TABLES} PRAGMA user_version = {VERSION}; COMMIT;"))?,
            VERSION => {}
            _ => return Err(StoreFault::Version { theirs, ours: VERSION }),
        }
        Ok(Self { connection })
    }

    /// Writes these changes, all or none, and returns when they are on disk.
    pub(crate) fn write(&mut self, changes: &[Change]) -> Result<(), StoreFault> {
        let transaction = self.connection.transaction()?;
        for change in changes {
            apply(&transaction, change)?;
        }
        Ok(transaction.commit()?)
    }

    /// A battle, over or not.
    pub(crate) fn load(&self, game: &GameId) -> Result<Option<Kept>, StoreFault> {
        let mut find =
            self.connection.prepare_cached("SELECT number, begun, undos FROM battle WHERE game = ?1")?;
        let found = find
            .query_row([game], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, u32>(2)?))
            })
            .optional()?;
        let Some((number, begun, undos)) = found else {
            return Ok(None);
        };
        let begun: Begun = serde_json::from_str(&begun)
            .map_err(|fault| StoreFault::Damaged { game: game.clone(), fault })?;
        let mut read =
            self.connection.prepare_cached("SELECT text FROM line WHERE battle = ?1 ORDER BY place")?;
        let lines = read.query_map([number], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(Some(Kept { begun, lines, undos }))
    }

    /// The battles that are not over, the newest first.
    pub(crate) fn unfinished(&self) -> Result<Vec<GameId>, StoreFault> {
        let mut list = self
            .connection
            .prepare_cached("SELECT game FROM battle WHERE is_over = 0 ORDER BY number DESC")?;
        Ok(list.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
    }
}

fn apply(connection: &Connection, change: &Change) -> Result<(), StoreFault> {
    match change {
        Change::Begin(begun) => {
            let text = serde_json::to_string(begun)
                .map_err(|fault| StoreFault::Damaged { game: begun.game.clone(), fault })?;
            connection
                .prepare_cached("INSERT INTO battle (game, begun) VALUES (?1, ?2)")?
                .execute([&begun.game, &text])?;
        }
        Change::Append { game, lines } => {
            let number = number(connection, game)?;
            let next: i64 = connection
                .prepare_cached("SELECT coalesce(max(place) + 1, 0) FROM line WHERE battle = ?1")?
                .query_row([number], |row| row.get(0))?;
            let mut add =
                connection.prepare_cached("INSERT INTO line (battle, place, text) VALUES (?1, ?2, ?3)")?;
            for (place, line) in (next..).zip(lines) {
                add.execute(params![number, place, line])?;
            }
        }
        Change::Undo { game, keep } => {
            let number = number(connection, game)?;
            let keep = i64::try_from(*keep).unwrap_or(i64::MAX);
            connection
                .prepare_cached("DELETE FROM line WHERE battle = ?1 AND place >= ?2")?
                .execute([number, keep])?;
            connection
                .prepare_cached("UPDATE battle SET undos = undos + 1 WHERE number = ?1")?
                .execute([number])?;
        }
        Change::Finish { game } => {
            connection.prepare_cached("UPDATE battle SET is_over = 1 WHERE game = ?1")?.execute([game])?;
        }
    }
    Ok(())
}

fn number(connection: &Connection, game: &GameId) -> Result<i64, StoreFault> {
    let mut find = connection.prepare_cached("SELECT number FROM battle WHERE game = ?1")?;
    Ok(find.query_row([game], |row| row.get(0))?)
}
