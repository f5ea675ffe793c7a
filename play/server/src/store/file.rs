//! The file: its tables, and the statements on them.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, params};
use sandtable_engine::{Begun, Kept};
use sandtable_protocol::play::GameId;

use super::StoreFault;
use super::changes::Change;

/// The version of the tables, the file's `user_version`.
const VERSION: i64 = 2;

/// A battle and the lines of its record after the header. The lines lie beside each other
/// in the order of the record, as they are read. `finished` counts battles as they end.
const TABLES: &str = "
    CREATE TABLE battle (
        number INTEGER PRIMARY KEY,
        game TEXT NOT NULL UNIQUE,
        begun TEXT NOT NULL,
        undos INTEGER NOT NULL DEFAULT 0,
        finished INTEGER
    ) STRICT;
    CREATE INDEX battle_goes_on ON battle (number) WHERE finished IS NULL;
    CREATE INDEX battle_finished ON battle (finished) WHERE finished IS NOT NULL;
    CREATE TABLE line (
        battle INTEGER NOT NULL REFERENCES battle (number),
        place INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (battle, place)
    ) STRICT, WITHOUT ROWID;
";

/// Makes tables of version 1 into those of this one.
const FROM_1: &str = "
    DROP INDEX battle_goes_on;
    ALTER TABLE battle ADD COLUMN finished INTEGER;
    UPDATE battle SET finished = number WHERE is_over = 1;
    ALTER TABLE battle DROP COLUMN is_over;
    CREATE INDEX battle_goes_on ON battle (number) WHERE finished IS NULL;
    CREATE INDEX battle_finished ON battle (finished) WHERE finished IS NOT NULL;
";

/// The open file.
#[derive(Debug)]
pub(crate) struct BattleFile {
    connection: Connection,
    /// So many battles that are over are kept.
    finished: usize,
}

impl BattleFile {
    /// Opens the file; an empty one gets its tables. So many battles that are over are kept.
    pub(crate) fn open(path: &Path, finished: usize) -> Result<Self, StoreFault> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        // With a write-ahead log a commit is one append. FULL syncs it before the commit
        // returns: what was acknowledged outlasts a power cut too.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        let theirs: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let change = match theirs {
            0 => TABLES,
            1 => FROM_1,
            VERSION => "",
            _ => return Err(StoreFault::Version { theirs, ours: VERSION }),
        };
        connection.execute_batch(&format!("BEGIN; {change} PRAGMA user_version = {VERSION}; COMMIT;"))?;
        forget(&connection, finished)?;
        Ok(Self { connection, finished })
    }

    /// Writes these changes, all or none, and returns when they are on disk.
    pub(crate) fn write(&mut self, changes: &[Change]) -> Result<(), StoreFault> {
        let transaction = self.connection.transaction()?;
        for change in changes {
            apply(&transaction, change)?;
        }
        if changes.iter().any(|change| matches!(change, Change::Finish { .. })) {
            forget(&transaction, self.finished)?;
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
            .prepare_cached("SELECT game FROM battle WHERE finished IS NULL ORDER BY number DESC")?;
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
            connection
                .prepare_cached(
                    "UPDATE battle SET finished = (SELECT coalesce(max(finished), 0) + 1 FROM battle)
                     WHERE game = ?1 AND finished IS NULL",
                )?
                .execute([game])?;
        }
    }
    Ok(())
}

/// Deletes the battles that ended longest ago, until so many that are over are left.
fn forget(connection: &Connection, keep: usize) -> Result<(), StoreFault> {
    const OLD: &str =
        "SELECT number FROM battle WHERE finished IS NOT NULL ORDER BY finished DESC LIMIT -1 OFFSET ?1";
    let keep = i64::try_from(keep).unwrap_or(i64::MAX);
    for (table, column) in [("line", "battle"), ("battle", "number")] {
        let delete = format!("DELETE FROM {table} WHERE {column} IN ({OLD})");
        connection.prepare_cached(&delete)?.execute([keep])?;
    }
    Ok(())
}

fn number(connection: &Connection, game: &GameId) -> Result<i64, StoreFault> {
    let mut find = connection.prepare_cached("SELECT number FROM battle WHERE game = ?1")?;
    Ok(find.query_row([game], |row| row.get(0))?)
}
