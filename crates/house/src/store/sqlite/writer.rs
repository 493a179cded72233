//! The thread that writes (group commit). It takes all jobs that wait, runs them in one transaction and answers when that is on disk.

use std::sync::mpsc;
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::{broadcast, oneshot};

use crate::store::NEWS_KEPT;

/// The most jobs in one transaction.
const BATCH: usize = 1024;

/// How often an idle writer checks whether another program (`sanguis admin`) has appended something.
const LOOK_AROUND: Duration = Duration::from_millis(500);

/// A write. It runs inside a transaction, and again in another one if that is rolled back; its caller is answered once it is
/// committed.
pub(super) trait Job: Send {
    fn run(&mut self, db: &Connection) -> rusqlite::Result<()>;
    fn answer(self: Box<Self>);
}

pub(super) struct Write<T, W> {
    pub(super) work: W,
    pub(super) result: Option<T>,
    pub(super) answer: oneshot::Sender<T>,
}

impl<T: Send, W: FnMut(&Connection) -> rusqlite::Result<T> + Send> Job for Write<T, W> {
    fn run(&mut self, db: &Connection) -> rusqlite::Result<()> {
        self.result = Some((self.work)(db)?);
        Ok(())
    }

    fn answer(self: Box<Self>) {
        // The caller may be gone; the write counts all the same.
        if let Some(result) = self.result {
            let _ = self.answer.send(result);
        }
    }
}

/// The writing thread.
pub(super) struct Writer {
    connection: Connection,
    pub(super) news: broadcast::Sender<String>,
    /// SQLite's counter of writes by other connections.
    data_version: i64,
    /// The last log entry this writer knows of.
    end: i64,
}

impl Writer {
    pub(super) fn new(connection: Connection) -> rusqlite::Result<Writer> {
        let data_version = data_version(&connection)?;
        let end = end_of_log(&connection)?;
        Ok(Writer { connection, news: broadcast::channel(NEWS_KEPT).0, data_version, end })
    }

    pub(super) fn run(mut self, queue: &mpsc::Receiver<Box<dyn Job>>) {
        loop {
            match queue.recv_timeout(LOOK_AROUND) {
                Ok(first) => {
                    let waiting = std::iter::once(first).chain(queue.try_iter()).take(BATCH).collect();
                    if let Err(error) = self.commit(waiting) {
                        // The answers were dropped, so every caller learns that nothing was written.
                        tracing::error!(%error, "the database cannot be written");
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    if let Err(error) = self.look_around() {
                        tracing::error!(%error, "the database cannot be read");
                    }
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Commits all of them but those that fail: their callers learn that nothing was written, and the others are not affected.
    /// Savepoints would do that too, at a cost for every write.
    fn commit(&mut self, mut jobs: Vec<Box<dyn Job>>) -> rusqlite::Result<()> {
        let Some(failed) = self.transact(&mut jobs)? else {
            jobs.into_iter().for_each(|job| job.answer());
            return Ok(());
        };
        tracing::error!(error = %failed, "the database cannot be written");
        if jobs.len() > 1 {
            for job in jobs {
                self.commit(vec![job])?;
            }
        }
        Ok(())
    }

    /// Writes all of them in one transaction, or none if one of them fails.
    fn transact(&mut self, jobs: &mut [Box<dyn Job>]) -> rusqlite::Result<Option<rusqlite::Error>> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        tell(&self.news, foreign_news(&transaction, &mut self.data_version, self.end)?);
        if let Some(error) = jobs.iter_mut().find_map(|job| job.run(&transaction).err()) {
            return transaction.rollback().map(|()| Some(error));
        }
        let end = end_of_log(&transaction)?;
        transaction.commit()?;
        self.end = end;
        Ok(None)
    }

    fn look_around(&mut self) -> rusqlite::Result<()> {
        let foreign = foreign_news(&self.connection, &mut self.data_version, self.end)?;
        if !foreign.is_empty() {
            self.end = end_of_log(&self.connection)?;
            tell(&self.news, foreign);
        }
        Ok(())
    }
}

fn tell(news: &broadcast::Sender<String>, ids: Vec<String>) {
    for id in ids {
        // It is fine if nobody listens.
        let _ = news.send(id);
    }
}

fn data_version(db: &Connection) -> rusqlite::Result<i64> {
    db.prepare_cached("PRAGMA data_version")?.query_row([], |row| row.get(0))
}

fn end_of_log(db: &Connection) -> rusqlite::Result<i64> {
    db.prepare_cached("SELECT ifnull(max(seq), 0) FROM log")?.query_row([], |row| row.get(0))
}

/// The matches that another program has appended to since entry `end`.
fn foreign_news(db: &Connection, known: &mut i64, end: i64) -> rusqlite::Result<Vec<String>> {
    let version = data_version(db)?;
    if std::mem::replace(known, version) == version {
        return Ok(Vec::new());
    }
    let mut ids = db.prepare_cached(
        "SELECT DISTINCT id FROM log JOIN matches ON matches.number = log.match WHERE seq > ?1",
    )?;
    ids.query_map([end], |row| row.get(0))?.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A job of a text, and where its answer comes.
    fn job(sql: &'static str) -> (Box<dyn Job>, oneshot::Receiver<usize>) {
        let (answer, answered) = oneshot::channel();
        let work = move |db: &Connection| db.execute(sql, []);
        (Box::new(Write { work, result: None, answer }), answered)
    }

    #[test]
    fn a_write_that_fails_takes_no_other_with_it() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE log (seq INTEGER PRIMARY KEY)").unwrap();
        let mut writer = Writer::new(connection).unwrap();
        let (first, mut of_first) = job("INSERT INTO log VALUES (1)");
        let (wrong, mut of_wrong) = job("INSERT INTO nothing VALUES (1)");
        let (last, mut of_last) = job("INSERT INTO log VALUES (2)");
        writer.commit(vec![first, wrong, last]).unwrap();
        assert_eq!((of_first.try_recv(), of_last.try_recv()), (Ok(1), Ok(1)));
        assert!(of_wrong.try_recv().is_err());
        assert_eq!(writer.end, 2);
        let written: i64 =
            writer.connection.query_row("SELECT count(*) FROM log", [], |row| row.get(0)).unwrap();
        assert_eq!(written, 2);
    }
}
