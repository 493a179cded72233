//! SQLite: one file, nothing to set up.
//!
//! One thread writes (group commit). It takes all jobs that wait, runs them in one transaction and answers when that is on disk:
//! under load one flush carries hundreds of entries, and a single entry does not wait for others. Readers have their own
//! connections and do not block it.

mod writer;

use std::collections::HashMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::types::Value;
use rusqlite::{
    Connection, OpenFlags, OptionalExtension, Row, TransactionBehavior, params, params_from_iter,
};
use tokio::sync::{Semaphore, broadcast, oneshot};

use super::{
    Appended, MatchFilter, Person, SUMMARY, StoreError, Summary, from_word, json, no_place, to_text, word,
};
use hosting::Entry;

use self::writer::{Job, Write, Writer};

/// The migrations, from an empty file on.
const MIGRATIONS: &[&str] = &[
    include_str!("../../../migrations/sqlite/1.sql"),
    include_str!("../../../migrations/sqlite/2.sql"),
    include_str!("../../../migrations/sqlite/3.sql"),
];

/// How long to wait for another program's lock.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most simultaneous readers: each costs a thread and a cache.
const READERS: usize = 4;

/// Above this number of leases, expired ones are discarded.
const LEASES: usize = 4096;

/// A store in a file.
pub struct Sqlite {
    path: PathBuf,
    jobs: Option<mpsc::Sender<Box<dyn Job>>>,
    writer: Option<thread::JoinHandle<()>>,
    readers: Arc<Mutex<Vec<Connection>>>,
    /// A place for each reader.
    reading: Arc<Semaphore>,
    /// The node that drives a match, and until when. Only one house opens a file, so leases need not be stored: after a restart it
    /// continues at once.
    leases: Mutex<HashMap<String, (String, Instant)>>,
    news: broadcast::Sender<String>,
}

impl Sqlite {
    /// Opens the file, and creates it if needed.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let at_file = |error: rusqlite::Error| {
            StoreError(format!("The database {} cannot be opened: {error}.", path.display()))
        };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| {
                StoreError(format!("The folder {} cannot be created: {error}.", folder.display()))
            })?;
        }
        keep_private(path)?;
        let mut connection = Connection::open(path).map_err(at_file)?;
        prepare(&connection).map_err(at_file)?;
        migrate(&mut connection, path)?;
        let writer = Writer::new(connection).map_err(at_file)?;
        let news = writer.news.clone();
        let (jobs, queue) = mpsc::channel();
        let thread = thread::Builder::new().name("store".into()).spawn(move || writer.run(&queue));
        Ok(Sqlite {
            path: path.to_owned(),
            jobs: Some(jobs),
            writer: Some(
                thread.map_err(|error| {
                    StoreError(format!("The database thread cannot be started: {error}."))
                })?,
            ),
            readers: Arc::default(),
            reading: Arc::new(Semaphore::new(READERS)),
            leases: Mutex::default(),
            news,
        })
    }

    /// Writes a consistent copy of the whole store into a new file.
    pub async fn copy_to(&self, target: &Path) -> Result<(), StoreError> {
        keep_private(target)?;
        let target = target.to_string_lossy().into_owned();
        self.read(move |db| db.execute("VACUUM INTO ?1", [target]).map(|_| ())).await
    }

    /// Queues a write and waits until it is durable.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        work: impl FnMut(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let job = Box::new(Write { work, result: None, answer });
        let gone = || StoreError("The database could not be written: the log says why.".into());
        self.jobs.as_ref().ok_or_else(gone)?.send(job).map_err(|_| gone())?;
        answered.await.map_err(|_| gone())
    }

    /// Reads on a thread that may block.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let readers = Arc::clone(&self.readers);
        let path = self.path.clone();
        let failed = |error: &dyn Display| StoreError(format!("The database cannot be read: {error}."));
        let place = Arc::clone(&self.reading).acquire_owned().await.map_err(|error| failed(&error))?;
        let task = tokio::task::spawn_blocking(move || {
            let _place = place;
            let idle = readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let connection = match idle {
                Some(connection) => connection,
                None => {
                    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
                    let connection = Connection::open_with_flags(&path, flags)?;
                    connection.busy_timeout(PATIENCE)?;
                    // Pages are rarely read twice, and the system caches them anyway.
                    connection.pragma_update(None, "cache_size", -256)?;
                    connection
                }
            };
            let result = work(&connection)?;
            readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
            Ok(result)
        });
        let read = task.await.map_err(|error| failed(&error))?;
        read.map_err(|error: rusqlite::Error| StoreError(format!("The database cannot be read: {error}.")))
    }
}

impl Drop for Sqlite {
    /// Finishes queued writes and leaves a single file: the last connection to close checkpoints the write-ahead log, and it must be
    /// the writer, because readers cannot.
    fn drop(&mut self) {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.jobs = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

/// Makes a file readable only by its owner, and creates it if needed: it holds everybody's identity and the secrets of
/// running matches. SQLite gives the files beside it the same permissions.
fn keep_private(path: &Path) -> Result<(), StoreError> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options
        .open(path)
        .map_err(|error| StoreError(format!("The database {} cannot be opened: {error}.", path.display())))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if file.set_permissions(std::fs::Permissions::from_mode(0o600)).is_err() {
            tracing::warn!(file = %path.display(), "others may be able to read the database: set its mode to 600");
        }
    }
    drop(file);
    Ok(())
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(32);
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "cache_size", -2_048)
}

fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let failed = |error: rusqlite::Error| {
        StoreError(format!("The database {} cannot be migrated: {error}.", path.display()))
    };
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    let done: u32 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(failed)?;
    let done = done as usize;
    if done > MIGRATIONS.len() {
        return Err(StoreError(format!(
            "The database {} was written by a newer version of sanguis: use that one.",
            path.display()
        )));
    }
    for step in &MIGRATIONS[done..] {
        transaction.execute_batch(step).map_err(failed)?;
    }
    transaction.pragma_update(None, "user_version", MIGRATIONS.len() as u32).map_err(failed)?;
    transaction.commit().map_err(failed)
}

impl Sqlite {
    pub(super) async fn create(
        &self,
        id: &str,
        entries: &[Entry],
        summary: &Summary,
    ) -> Result<(), StoreError> {
        let texts = entries.iter().map(|entry| Ok((entry.revision, to_text(entry)?)));
        let entries = texts.collect::<Result<Vec<_>, StoreError>>()?;
        let (id, name, summary) = (id.to_owned(), id.to_owned(), summary.clone());
        let made = self.write(move |db| create(db, &id, &entries, &summary)).await?;
        if made { Ok(()) } else { Err(StoreError(format!("Match {name} already exists."))) }
    }

    pub(super) async fn append(
        &self,
        id: &str,
        entry: Entry,
        summary: Summary,
    ) -> Result<Appended, StoreError> {
        let (id, revision, text) = (id.to_owned(), entry.revision, to_text(&entry)?);
        let name = id.clone();
        let appended = self.write(move |db| append(db, &id, revision, &text, &summary)).await?;
        appended.ok_or_else(|| no_place(&name, revision))
    }

    pub(super) async fn entries(&self, id: &str, after: u32) -> Result<Vec<Entry>, StoreError> {
        let id = id.to_owned();
        let texts: Vec<String> = self
            .read(move |db| {
                let mut chain = db.prepare_cached(
                    "WITH RECURSIVE chain (entry, before) AS (
                         SELECT entry, before FROM matches JOIN log ON seq = head WHERE id = ?1 AND log.revision > ?2
                         UNION ALL
                         SELECT log.entry, log.before FROM chain JOIN log ON log.seq = chain.before WHERE log.revision > ?2
                     )
                     SELECT entry FROM chain",
                )?;
                chain.query_map(params![id, after], |row| row.get(0))?.collect()
            })
            .await?;
        texts.iter().rev().map(|text| super::from_text(text)).collect()
    }

    pub(super) async fn list(
        &self,
        filter: &MatchFilter,
        limit: u32,
    ) -> Result<Vec<(String, Summary)>, StoreError> {
        let query = filter.query(limit);
        let argument = match filter {
            MatchFilter::Of(one) | MatchFilter::FinishedOf(one) | MatchFilter::From(one) => {
                Some(Value::from(one.clone()))
            }
            MatchFilter::Due(at, _) | MatchFilter::Stale(_, at) => Some(Value::from(*at as i64)),
            MatchFilter::Open | MatchFilter::Unrecorded | MatchFilter::All => None,
        };
        self.read(move |db| {
            db.prepare_cached(&query)?.query_map(params_from_iter(argument), summary_of)?.collect()
        })
        .await
    }

    pub(super) async fn summary(&self, id: &str) -> Result<Option<(u32, Summary)>, StoreError> {
        let id = id.to_owned();
        self.read(move |db| {
            db.prepare_cached(&format!("SELECT {SUMMARY}, revision FROM matches WHERE id = ?1"))?
                .query_row([id], |row| Ok((row.get(11)?, summary_of(row)?.1)))
                .optional()
        })
        .await
    }

    pub(super) async fn ids(&self, after: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        let after = after.to_owned();
        self.read(move |db| {
            db.prepare_cached("SELECT id FROM matches WHERE id > ?1 ORDER BY id LIMIT ?2")?
                .query_map(params![after, limit], |row| row.get(0))?
                .collect()
        })
        .await
    }

    pub(super) async fn lease(&self, id: &str, node: &str, millis: u64) -> Result<bool, StoreError> {
        let mut leases = self.leases.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if leases.len() >= LEASES {
            leases.retain(|_, (_, until)| *until > now);
        }
        match leases.get(id) {
            Some((holder, until)) if holder != node && *until > now => Ok(false),
            _ => {
                leases.insert(id.to_owned(), (node.to_owned(), now + Duration::from_millis(millis)));
                Ok(true)
            }
        }
    }

    /// A file is for one house: nobody else is connected to it.
    pub(super) async fn share_presence(&self, _: &str, _: &str, _: u64) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    pub(super) async fn mend(&self, id: &str, revision: u32, summary: Summary) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.write(move |db| {
            let place = db
                .prepare_cached("SELECT number, head FROM matches WHERE id = ?1 AND revision = ?2")?
                .query_row(params![id, revision], |row| Ok(Place { number: row.get(0)?, head: row.get(1)? }))
                .optional()?;
            place.map_or(Ok(()), |place| update_head(db, &place, revision, &summary))
        })
        .await
    }

    pub(super) async fn keep_person(&self, person: &Person) -> Result<(), StoreError> {
        let person = person.clone();
        self.write(move |db| {
            db.prepare_cached(
                "INSERT INTO persons (id, name, token, own) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (id) DO UPDATE SET name = excluded.name, token = excluded.token, own = excluded.own",
            )?
            .execute(params![person.id, person.name, person.token, person.own])
            .map(|_| ())
        })
        .await
    }

    pub(super) async fn person(&self, id: &str) -> Result<Option<Person>, StoreError> {
        self.one_person("id", id).await
    }

    pub(super) async fn persons(&self, after: &str, limit: u32) -> Result<Vec<Person>, StoreError> {
        let after = after.to_owned();
        self.read(move |db| {
            db.prepare_cached("SELECT id, name, token, own FROM persons WHERE id > ?1 ORDER BY id LIMIT ?2")?
                .query_map(params![after, limit], person_of)?
                .collect()
        })
        .await
    }

    pub(super) async fn by_token(&self, hash: &str) -> Result<Option<Person>, StoreError> {
        if hash.is_empty() {
            return Ok(None);
        }
        self.one_person("token", hash).await
    }

    pub(super) async fn house_value(&self, key: &str, fresh: &[u8]) -> Result<Vec<u8>, StoreError> {
        let (key, fresh) = (key.to_owned(), fresh.to_owned());
        self.write(move |db| {
            db.prepare_cached("INSERT OR IGNORE INTO house (key, value) VALUES (?1, ?2)")?
                .execute(params![key, fresh])?;
            db.prepare_cached("SELECT value FROM house WHERE key = ?1")?.query_row([&key], |row| row.get(0))
        })
        .await
    }

    pub(super) async fn delete(&self, id: &str) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.write(move |db| {
            let found = db
                .prepare_cached("SELECT number, head FROM matches WHERE id = ?1")?
                .query_row([&id], |row| Ok(Place { number: row.get(0)?, head: row.get(1)? }))
                .optional()?;
            let Some(Place { number, head }) = found else { return Ok(false) };
            db.prepare_cached(
                "WITH RECURSIVE chain (seq, before) AS (
                     SELECT seq, before FROM log WHERE seq = ?1
                     UNION ALL
                     SELECT log.seq, log.before FROM chain JOIN log ON log.seq = chain.before
                 )
                 DELETE FROM log WHERE seq IN (SELECT seq FROM chain)",
            )?
            .execute([head])?;
            db.prepare_cached(
                "DELETE FROM sitters WHERE match = ?1 AND person IN
                 (SELECT value FROM matches, json_each(persons) WHERE number = ?1)",
            )?
            .execute([number])?;
            db.prepare_cached("DELETE FROM matches WHERE number = ?1")?.execute([number])?;
            Ok(true)
        })
        .await
    }

    pub(super) async fn set_house_value(&self, key: &str, value: &[u8]) -> Result<(), StoreError> {
        let (key, value) = (key.to_owned(), value.to_owned());
        self.write(move |db| {
            db.prepare_cached("INSERT OR REPLACE INTO house (key, value) VALUES (?1, ?2)")?
                .execute(params![key, value])
                .map(|_| ())
        })
        .await
    }

    pub(super) async fn drop_house_values(&self, from: &str, to: &str) -> Result<(), StoreError> {
        let (from, to) = (from.to_owned(), to.to_owned());
        self.write(move |db| {
            db.execute("DELETE FROM house WHERE key >= ?1 AND key < ?2", [&from, &to]).map(|_| ())
        })
        .await
    }

    pub(super) async fn house_values(&self) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        self.read(|db| {
            db.prepare_cached("SELECT key, value FROM house ORDER BY key")?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
        .await
    }

    pub(super) fn news(&self) -> broadcast::Receiver<String> {
        self.news.subscribe()
    }

    async fn one_person(&self, column: &'static str, value: &str) -> Result<Option<Person>, StoreError> {
        let value = value.to_owned();
        self.read(move |db| {
            db.prepare_cached(&format!(
                "SELECT id, name, token, own FROM persons WHERE {column} = ?1 AND {column} <> ''"
            ))?
            .query_row([value], person_of)
            .optional()
        })
        .await
    }
}

/// Begins a match; false if there is one with this id.
fn create(db: &Connection, id: &str, entries: &[(u32, String)], summary: &Summary) -> rusqlite::Result<bool> {
    let made = db
        .prepare_cached(
            "INSERT OR IGNORE INTO matches (id, revision, head, game, stage, open, moved_at, persons, waiting, card, origin)
             VALUES (?1, 0, 0, '', '', 0, 0, '[]', '[]', '', ?2)",
        )?
        .execute([id, &summary.origin])?;
    if made == 0 {
        return Ok(false);
    }
    let mut place = Place { number: db.last_insert_rowid(), head: 0 };
    for (revision, text) in entries {
        place.head = log(db, &place, *revision, text)?;
    }
    seat(db, &place, summary)?;
    let last = entries.last().map_or(0, |(revision, _)| *revision);
    update_head(db, &place, last, summary)?;
    Ok(true)
}

/// Appends an entry; none if the match has no revision to append to.
fn append(
    db: &Connection,
    id: &str,
    revision: u32,
    text: &str,
    summary: &Summary,
) -> rusqlite::Result<Option<Appended>> {
    let found = db
        .prepare_cached(
            "SELECT number, head, revision, persons, stage, recorded, card FROM matches WHERE id = ?1",
        )?
        .query_row([id], |row| {
            let place = Place { number: row.get(0)?, head: row.get(1)? };
            let same_persons = row.get_ref(3)?.as_str()? == json(&summary.persons);
            let same_table = same_persons
                && row.get_ref(4)?.as_str()? == word(summary.stage)
                && row.get::<_, bool>(5)? == summary.recorded
                && row.get_ref(6)?.as_str()? == summary.card;
            Ok((place, row.get::<_, u32>(2)?, same_persons, same_table))
        })
        .optional()?;
    let Some((mut place, last, same_persons, same_table)) = found else { return Ok(None) };
    if revision <= last {
        return Ok(Some(Appended::Overtaken));
    }
    if revision != last + 1 {
        return Ok(None);
    }
    place.head = log(db, &place, revision, text)?;
    if !same_persons {
        seat(db, &place, summary)?;
    }
    if same_table && !summary.open {
        move_on(db, &place, revision, summary)?;
    } else {
        update_head(db, &place, revision, summary)?;
    }
    Ok(Some(Appended::Stored))
}

/// The row numbers of a match and of its last log entry.
struct Place {
    number: i64,
    head: i64,
}

/// Inserts an entry after the last one of its match and returns its row number.
fn log(db: &Connection, place: &Place, revision: u32, text: &str) -> rusqlite::Result<i64> {
    db.prepare_cached("INSERT INTO log (match, revision, before, entry) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![place.number, revision, place.head, text])?;
    Ok(db.last_insert_rowid())
}

/// Replaces the list of who sits at a match.
fn seat(db: &Connection, place: &Place, summary: &Summary) -> rusqlite::Result<()> {
    db.prepare_cached(
        "DELETE FROM sitters WHERE match = ?1 AND person IN
         (SELECT value FROM matches, json_each(persons) WHERE number = ?1)",
    )?
    .execute([place.number])?;
    let mut sitter = db.prepare_cached("INSERT OR IGNORE INTO sitters (person, match) VALUES (?1, ?2)")?;
    for person in &summary.persons {
        sitter.execute(params![person, place.number])?;
    }
    Ok(())
}

/// Updates what nearly every action changes.
fn move_on(db: &Connection, place: &Place, revision: u32, summary: &Summary) -> rusqlite::Result<()> {
    db.prepare_cached(
        "UPDATE matches SET revision = ?2, head = ?3, moved_at = ?4, wake_at = ?5, waiting = ?6 WHERE number = ?1",
    )?
    .execute(params![
        place.number,
        revision,
        place.head,
        summary.moved_at as i64,
        summary.wake_at.map(|at| at as i64),
        json(&summary.waiting),
    ])
    .map(|_| ())
}

/// Updates the head of the log and the summary.
fn update_head(db: &Connection, place: &Place, revision: u32, summary: &Summary) -> rusqlite::Result<()> {
    db.prepare_cached(
        "UPDATE matches SET revision = ?2, head = ?3, game = ?4, stage = ?5, open = ?6, moved_at = ?7, wake_at = ?8,
         persons = ?9, waiting = ?10, card = ?11, recorded = ?12 WHERE number = ?1",
    )?
    .execute(params![
        place.number,
        revision,
        place.head,
        summary.game,
        word(summary.stage),
        summary.open,
        summary.moved_at as i64,
        summary.wake_at.map(|at| at as i64),
        json(&summary.persons),
        json(&summary.waiting),
        summary.card,
        summary.recorded,
    ])
    .map(|_| ())
}

fn person_of(row: &Row<'_>) -> rusqlite::Result<Person> {
    Ok(Person { id: row.get(0)?, name: row.get(1)?, token: row.get(2)?, own: row.get(3)? })
}

fn summary_of(row: &Row<'_>) -> rusqlite::Result<(String, Summary)> {
    let list = |column| -> rusqlite::Result<Vec<String>> {
        Ok(serde_json::from_str(row.get_ref(column)?.as_str()?).unwrap_or_default())
    };
    let summary = Summary {
        game: row.get(1)?,
        stage: from_word(row.get_ref(2)?.as_str()?),
        open: row.get(3)?,
        moved_at: row.get::<_, i64>(4)? as u64,
        wake_at: row.get::<_, Option<i64>>(5)?.map(|at| at as u64),
        persons: list(6)?,
        waiting: list(7)?,
        card: row.get(8)?,
        origin: row.get(9)?,
        recorded: row.get(10)?,
    };
    Ok((row.get(0)?, summary))
}
