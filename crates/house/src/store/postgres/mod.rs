//! PostgreSQL: any number of nodes on the same matches.
//!
//! As with SQLite, entries that arrive together are written together: one statement, one flush of the server. A statement appends
//! an entry only if the match is still at the revision before it, so nodes that write to the same match need no other lock. It
//! tells the other nodes what it appended by `NOTIFY`.
//!
//! A lost connection is replaced. Whether the last statement took effect is then found out by reading: an entry that is there
//! word for word is ours.

mod line;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, Row};

use line::{BREATH, Line, Server, failed, reason};

use super::{
    Appended, MatchFilter, NEWS_KEPT, Person, SUMMARY, StoreError, Summary, from_text, from_word, json,
    no_place, now, to_text, word,
};
use hosting::Entry;

/// The migrations, from an empty schema on.
const MIGRATIONS: &[&str] = &[
    include_str!("../../../migrations/postgres/1.sql"),
    include_str!("../../../migrations/postgres/2.sql"),
    include_str!("../../../migrations/postgres/3.sql"),
];

/// The most entries in one statement.
const BATCH: usize = 512;

/// The longest notification, safely below the server's limit of 8000 bytes.
const NOTICE: usize = 7_000;

/// The number of connections for everything but appending.
const LINES: usize = 4;

/// A store on a PostgreSQL server.
pub struct Postgres {
    name: Name,
    lines: [Line; LINES],
    next: AtomicUsize,
    appends: mpsc::UnboundedSender<Append>,
    news: broadcast::Sender<String>,
    listener: JoinHandle<()>,
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.listener.abort();
    }
}

impl Postgres {
    /// Connects to the server and migrates the schema.
    pub async fn open(url: &str) -> Result<Postgres, StoreError> {
        let server = Arc::new(Server::new(url)?);
        let first = server.connect(None).await.map_err(|error| server.unreachable(&error))?;
        migrate(&first.client).await?;
        let schema = first.query("SELECT current_schema()", &[]).await.map_err(|error| failed(&error))?;
        let schema = schema.first().map_or_else(String::new, |row| row.get(0));
        let name = Name { channel: format!("sanguis_{schema}"), node: format!("{:016x}", node_number()) };
        let news = broadcast::channel(NEWS_KEPT).0;
        let (appends, queue) = mpsc::unbounded_channel();
        let (ready, listening) = oneshot::channel();
        let ear = Ear { server: Arc::clone(&server), name: name.clone(), news: news.clone() };
        let listener = tokio::spawn(ear.listen(ready));
        let writer = Writer { line: Line::new(Arc::clone(&server)), name: name.clone() };
        tokio::spawn(writer.run(queue));
        let line = || Line::new(Arc::clone(&server));
        let store = Postgres {
            name,
            lines: [line(), line(), line(), line()],
            next: AtomicUsize::new(0),
            appends,
            news,
            listener,
        };
        // Listen before the first call, so that nothing other nodes append is missed.
        let _ = listening.await;
        Ok(store)
    }

    pub(super) async fn query(
        &self,
        sql: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        let line = &self.lines[self.next.fetch_add(1, Ordering::Relaxed) % LINES];
        line.query(sql, values).await
    }
}

/// The channel of this schema's notifications, and the name of this node there.
#[derive(Clone)]
struct Name {
    channel: String,
    node: String,
}

/// A number that no other node has.
fn node_number() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one((std::process::id(), now()))
}

async fn migrate(client: &Client) -> Result<(), StoreError> {
    let failed = |error: Error| {
        StoreError(format!("The PostgreSQL schema cannot be brought up to date: {}.", reason(&error)))
    };
    // The lock makes nodes that start together migrate one after the other.
    client
        .batch_execute(
            "BEGIN; SELECT pg_advisory_xact_lock(hashtext('sanguis migrations'));
             CREATE TABLE IF NOT EXISTS migrations (step integer PRIMARY KEY, done_at timestamptz NOT NULL DEFAULT now())",
        )
        .await
        .map_err(failed)?;
    let done: i32 =
        client.query_one("SELECT coalesce(max(step), 0) FROM migrations", &[]).await.map_err(failed)?.get(0);
    let done = usize::try_from(done).unwrap_or(0);
    if done > MIGRATIONS.len() {
        return Err(StoreError(
            "This PostgreSQL schema was written by a newer sanguis: use that one.".into(),
        ));
    }
    for (step, sql) in (1i32..).zip(MIGRATIONS).skip(done) {
        client.batch_execute(sql).await.map_err(failed)?;
        client.execute("INSERT INTO migrations (step) VALUES ($1)", &[&step]).await.map_err(failed)?;
    }
    client.batch_execute("COMMIT").await.map_err(failed)
}

/// Listens to what other nodes append.
struct Ear {
    server: Arc<Server>,
    name: Name,
    news: broadcast::Sender<String>,
}

impl Ear {
    async fn listen(self, ready: oneshot::Sender<()>) {
        let mut ready = Some(ready);
        loop {
            let (tell, mut heard) = mpsc::unbounded_channel();
            let listening = match self.server.connect(Some(tell)).await {
                Ok(link) => link
                    .client
                    .batch_execute(&format!("LISTEN \"{}\"", self.name.channel))
                    .await
                    .map(|()| link),
                Err(error) => Err(error),
            };
            match listening {
                Ok(_link) => {
                    match ready.take() {
                        Some(ready) => drop(ready.send(())),
                        // Notifications in between are lost.
                        None => drop(self.news.send(String::new())),
                    }
                    while let Some(notice) = heard.recv().await {
                        self.tell(&notice);
                    }
                    tracing::warn!("the connection that hears what other nodes add was lost");
                }
                Err(error) => tracing::warn!(error = reason(&error), "other nodes cannot be heard"),
            }
            sleep(BREATH).await;
        }
    }

    /// A notification holds the name of the node that wrote and the ids of the matches it wrote to.
    fn tell(&self, notice: &str) {
        let mut words = notice.split(' ');
        if words.next() == Some(&self.name.node) {
            return;
        }
        for id in words {
            let _ = self.news.send(id.to_owned());
        }
    }
}

/// An entry to append, and where to send the answer.
struct Append {
    id: String,
    revision: i32,
    entry: String,
    summary: Summary,
    answer: oneshot::Sender<Result<Appended, StoreError>>,
}

/// Appends entries, batching those that arrive together.
struct Writer {
    line: Line,
    name: Name,
}

impl Writer {
    async fn run(self, mut queue: mpsc::UnboundedReceiver<Append>) {
        let mut put_off = Vec::new();
        loop {
            let mut waiting = std::mem::take(&mut put_off);
            if waiting.is_empty() && queue.recv_many(&mut waiting, BATCH).await == 0 {
                return;
            }
            while waiting.len() < BATCH {
                let Ok(more) = queue.try_recv() else { break };
                waiting.push(more);
            }
            let (now, later) = one_of_each_match(waiting);
            put_off = later;
            self.write(now).await;
        }
    }

    async fn write(&self, batch: Vec<Append>) {
        match self.stored(&batch).await {
            Ok(stored) => {
                for (append, stored) in batch.into_iter().zip(stored) {
                    let answer = stored.ok_or_else(|| no_place(&append.id, append.revision as u32));
                    let _ = append.answer.send(answer);
                }
            }
            Err(error) => {
                for append in batch {
                    let _ = append.answer.send(Err(StoreError(error.0.clone())));
                }
            }
        }
    }

    /// The outcome of each; none where the match has no revision to append to.
    async fn stored(&self, batch: &[Append]) -> Result<Vec<Option<Appended>>, StoreError> {
        let ids: Vec<&str> = batch.iter().map(|append| &*append.id).collect();
        let revisions: Vec<i32> = batch.iter().map(|append| append.revision).collect();
        let entries: Vec<&str> = batch.iter().map(|append| &*append.entry).collect();
        let games: Vec<&str> = batch.iter().map(|append| &*append.summary.game).collect();
        let stages: Vec<&str> = batch.iter().map(|append| word(append.summary.stage)).collect();
        let open: Vec<bool> = batch.iter().map(|append| append.summary.open).collect();
        let moved: Vec<i64> = batch.iter().map(|append| append.summary.moved_at as i64).collect();
        let wakes: Vec<Option<i64>> =
            batch.iter().map(|append| append.summary.wake_at.map(|at| at as i64)).collect();
        let persons: Vec<String> = batch.iter().map(|append| json(&append.summary.persons)).collect();
        let waiting: Vec<String> = batch.iter().map(|append| json(&append.summary.waiting)).collect();
        let recorded: Vec<bool> = batch.iter().map(|append| append.summary.recorded).collect();
        let cards: Vec<&str> = batch.iter().map(|append| &*append.summary.card).collect();
        let rows = self
            .line
            .query(
                "WITH moved AS (
                     UPDATE matches SET revision = b.revision, game = b.game, stage = b.stage, open = b.open,
                         moved_at = b.moved_at, wake_at = b.wake_at, persons = b.persons, waiting = b.waiting, card = b.card,
                         recorded = b.recorded
                     FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::bool[], $7::bigint[],
                         $8::bigint[], $9::text[], $10::text[], $11::text[], $14::bool[])
                         AS b (id, revision, entry, game, stage, open, moved_at, wake_at, persons, waiting, card, recorded)
                     WHERE matches.id = b.id AND matches.revision = b.revision - 1
                     RETURNING matches.number, matches.id, b.revision, b.entry
                 ), logged AS (
                     INSERT INTO log (match, revision, entry) SELECT number, revision, entry FROM moved
                 ), told AS (
                     SELECT pg_notify($12::text, $13::text || ' ' || string_agg(id, ' ')) FROM moved HAVING count(*) > 0
                 )
                 SELECT id, (SELECT count(*) FROM told) FROM moved",
                &[
                    &ids, &revisions, &entries, &games, &stages, &open, &moved, &wakes, &persons, &waiting, &cards,
                    &self.name.channel, &self.name.node, &recorded,
                ],
            )
            .await?;
        let mut stored: HashMap<String, Appended> =
            rows.iter().map(|row| (row.get(0), Appended::Stored)).collect();
        if stored.len() < batch.len() {
            // Another node was faster, or our own answer got lost.
            let rows = self
                .line
                .query(
                    "SELECT b.id, l.entry = b.entry
                     FROM unnest($1::text[], $2::int[], $3::text[]) AS b (id, revision, entry)
                     JOIN matches USING (id) JOIN log l ON l.match = number AND l.revision = b.revision",
                    &[&ids, &revisions, &entries],
                )
                .await?;
            for row in rows {
                let ours: bool = row.get(1);
                stored.insert(row.get(0), if ours { Appended::Stored } else { Appended::Overtaken });
            }
        }
        Ok(batch.iter().map(|append| stored.get(&append.id).copied()).collect())
    }
}

/// The first entry of each match, in the order of their ids so that nodes do not deadlock; and the rest.
fn one_of_each_match(waiting: Vec<Append>) -> (Vec<Append>, Vec<Append>) {
    let (mut now, mut later): (Vec<Append>, Vec<Append>) = (Vec::new(), Vec::new());
    let mut taken = std::collections::HashSet::new();
    let mut length = 0;
    for append in waiting {
        if length + append.id.len() < NOTICE && taken.insert(append.id.clone()) {
            length += append.id.len() + 1;
            now.push(append);
        } else {
            later.push(append);
        }
    }
    now.sort_unstable_by(|a, b| a.id.cmp(&b.id));
    (now, later)
}

/// A revision as stored in a column.
fn number(revision: u32) -> Result<i32, StoreError> {
    i32::try_from(revision).map_err(|_| StoreError(format!("Revision {revision} is too large.")))
}

impl Postgres {
    pub(super) async fn create(
        &self,
        id: &str,
        entries: &[Entry],
        summary: &Summary,
    ) -> Result<(), StoreError> {
        let revisions = entries.iter().map(|entry| number(entry.revision)).collect::<Result<Vec<_>, _>>()?;
        let texts = entries.iter().map(to_text).collect::<Result<Vec<_>, _>>()?;
        let last = revisions.last().copied().unwrap_or(0);
        let made = self
            .query(
                "WITH made AS (
                     INSERT INTO matches (id, revision, game, stage, open, moved_at, wake_at, persons, waiting, card, origin, recorded)
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $15, $16) ON CONFLICT DO NOTHING RETURNING number
                 ), logged AS (
                     INSERT INTO log (match, revision, entry)
                     SELECT number, e.revision, e.entry FROM made, unnest($11::int[], $12::text[]) AS e (revision, entry)
                 ), told AS (
                     SELECT pg_notify($13::text, $14::text || ' ' || $1::text) FROM made
                 )
                 SELECT number, (SELECT count(*) FROM told) FROM made",
                &[
                    &id, &last, &summary.game, &word(summary.stage), &summary.open, &(summary.moved_at as i64),
                    &summary.wake_at.map(|at| at as i64), &json(&summary.persons), &json(&summary.waiting),
                    &summary.card, &revisions, &texts, &self.name.channel, &self.name.node, &summary.origin,
                    &summary.recorded,
                ],
            )
            .await?;
        if !made.is_empty() {
            return Ok(());
        }
        // It exists; we created it ourselves if the answer got lost.
        let there = self.entries(id, 0).await?;
        if there.len() >= entries.len() && there[..entries.len()] == *entries {
            Ok(())
        } else {
            Err(StoreError(format!("Match {id} already exists.")))
        }
    }

    pub(super) async fn append(
        &self,
        id: &str,
        entry: Entry,
        summary: Summary,
    ) -> Result<Appended, StoreError> {
        let (answer, answered) = oneshot::channel();
        let revision = number(entry.revision)?;
        let append = Append { id: id.to_owned(), revision, entry: to_text(&entry)?, summary, answer };
        let gone = || StoreError("The store is closed.".into());
        self.appends.send(append).map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }

    pub(super) async fn entries(&self, id: &str, after: u32) -> Result<Vec<Entry>, StoreError> {
        let rows = self
            .query(
                "SELECT entry FROM log JOIN matches ON number = match WHERE id = $1 AND log.revision > $2
                 ORDER BY log.revision",
                &[&id, &number(after)?],
            )
            .await?;
        rows.iter().map(|row| from_text(row.get(0))).collect()
    }

    pub(super) async fn list(
        &self,
        filter: &MatchFilter,
        limit: u32,
    ) -> Result<Vec<(String, Summary)>, StoreError> {
        let sql = filter.query(limit);
        let rows = match filter {
            MatchFilter::Of(one) | MatchFilter::FinishedOf(one) | MatchFilter::From(one) => {
                self.query(&sql, &[one]).await?
            }
            MatchFilter::Due(at, _) | MatchFilter::Stale(_, at) => self.query(&sql, &[&(*at as i64)]).await?,
            MatchFilter::Open | MatchFilter::Unrecorded | MatchFilter::All => self.query(&sql, &[]).await?,
        };
        Ok(rows.iter().map(summary_of).collect())
    }

    pub(super) async fn summary(&self, id: &str) -> Result<Option<(u32, Summary)>, StoreError> {
        let sql = format!("SELECT {SUMMARY}, revision FROM matches WHERE id = $1");
        let rows = self.query(&sql, &[&id]).await?;
        Ok(rows.first().map(|row| (row.get::<_, i32>(11) as u32, summary_of(row).1)))
    }

    pub(super) async fn ids(&self, after: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        // Compare bytes, not by the rules of a language.
        let sql = "SELECT id FROM matches WHERE id COLLATE \"C\" > $1 ORDER BY id COLLATE \"C\" LIMIT $2";
        let rows = self.query(sql, &[&after, &i64::from(limit)]).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    pub(super) async fn time(&self) -> Result<u64, StoreError> {
        let sql = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
        let rows = self.query(sql, &[]).await?;
        Ok(rows.first().map_or(0, |row| row.get::<_, i64>(0) as u64))
    }

    pub(super) async fn share_presence(
        &self,
        node: &str,
        here: &str,
        millis: u64,
    ) -> Result<Vec<String>, StoreError> {
        let millis = millis as f64;
        let rows = self
            .query(
                "WITH told AS (
                     INSERT INTO presence (node, until, here) VALUES ($1, now() + $3 * interval '1 millisecond', $2)
                     ON CONFLICT (node) DO UPDATE SET until = excluded.until, here = excluded.here
                 ), gone AS (
                     DELETE FROM presence WHERE node <> $1 AND until <= now() - interval '1 hour'
                 )
                 SELECT here FROM presence WHERE node <> $1 AND until > now()",
                &[&node, &here, &millis],
            )
            .await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    pub(super) async fn lease(&self, id: &str, node: &str, millis: u64) -> Result<bool, StoreError> {
        let millis = millis as f64;
        let taken = self
            .query(
                "INSERT INTO leases (match, node, until) VALUES ($1, $2, now() + $3 * interval '1 millisecond')
                 ON CONFLICT (match) DO UPDATE SET node = excluded.node, until = excluded.until
                 WHERE leases.node = excluded.node OR leases.until <= now() RETURNING 1",
                &[&id, &node, &millis],
            )
            .await?;
        Ok(!taken.is_empty())
    }

    pub(super) async fn mend(&self, id: &str, revision: u32, summary: Summary) -> Result<(), StoreError> {
        self.query(
            "UPDATE matches SET game = $3, stage = $4, open = $5, moved_at = $6, wake_at = $7, persons = $8, waiting = $9,
                 card = $10, recorded = $11 WHERE id = $1 AND revision = $2",
            &[
                &id, &number(revision)?, &summary.game, &word(summary.stage), &summary.open, &(summary.moved_at as i64),
                &summary.wake_at.map(|at| at as i64), &json(&summary.persons), &json(&summary.waiting), &summary.card,
                &summary.recorded,
            ],
        )
        .await
        .map(|_| ())
    }

    pub(super) async fn keep_person(&self, person: &Person) -> Result<(), StoreError> {
        self.query(
            "INSERT INTO persons (id, name, token, own) VALUES ($1, $2, $3, $4)
             ON CONFLICT (id) DO UPDATE SET name = excluded.name, token = excluded.token, own = excluded.own",
            &[&person.id, &person.name, &person.token, &person.own],
        )
        .await
        .map(|_| ())
    }

    pub(super) async fn person(&self, id: &str) -> Result<Option<Person>, StoreError> {
        let rows = self.query("SELECT id, name, token, own FROM persons WHERE id = $1", &[&id]).await?;
        Ok(rows.first().map(person_of))
    }

    pub(super) async fn persons(&self, after: &str, limit: u32) -> Result<Vec<Person>, StoreError> {
        let sql = "SELECT id, name, token, own FROM persons WHERE id COLLATE \"C\" > $1
                   ORDER BY id COLLATE \"C\" LIMIT $2";
        let rows = self.query(sql, &[&after, &i64::from(limit)]).await?;
        Ok(rows.iter().map(person_of).collect())
    }

    pub(super) async fn by_token(&self, hash: &str) -> Result<Option<Person>, StoreError> {
        let sql = "SELECT id, name, token, own FROM persons WHERE token = $1 AND token <> ''";
        let rows = self.query(sql, &[&hash]).await?;
        Ok(rows.first().map(person_of))
    }

    pub(super) async fn house_value(&self, key: &str, fresh: &[u8]) -> Result<Vec<u8>, StoreError> {
        self.query("INSERT INTO house (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", &[&key, &fresh])
            .await?;
        let rows = self.query("SELECT value FROM house WHERE key = $1", &[&key]).await?;
        let first = rows.first().map(|row| row.get(0));
        first.ok_or_else(|| StoreError(format!("The setting \"{key}\" of the house is missing.")))
    }

    pub(super) async fn delete(&self, id: &str) -> Result<bool, StoreError> {
        let gone = self
            .query(
                "WITH it AS (SELECT number, id FROM matches WHERE id = $1 FOR UPDATE),
                 risen AS (DELETE FROM sitters USING it WHERE match = number),
                 erased AS (DELETE FROM log USING it WHERE match = number),
                 freed AS (DELETE FROM leases USING it WHERE match = id)
                 SELECT 1 FROM it",
                &[&id],
            )
            .await?;
        // Apart, because sitters refer to it.
        self.query("DELETE FROM matches WHERE id = $1", &[&id]).await?;
        Ok(!gone.is_empty())
    }

    pub(super) async fn set_house_value(&self, key: &str, value: &[u8]) -> Result<(), StoreError> {
        self.query(
            "INSERT INTO house (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            &[&key, &value],
        )
        .await
        .map(|_| ())
    }

    pub(super) async fn drop_house_values(&self, from: &str, to: &str) -> Result<(), StoreError> {
        // By their bytes, whatever the language of the database.
        let sql = "DELETE FROM house WHERE key COLLATE \"C\" >= $1 AND key COLLATE \"C\" < $2";
        self.query(sql, &[&from, &to]).await.map(|_| ())
    }

    pub(super) async fn house_values(&self) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        let rows = self.query("SELECT key, value FROM house ORDER BY key", &[]).await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    pub(super) fn news(&self) -> broadcast::Receiver<String> {
        self.news.subscribe()
    }
}

fn person_of(row: &Row) -> Person {
    Person { id: row.get(0), name: row.get(1), token: row.get(2), own: row.get(3) }
}

fn summary_of(row: &Row) -> (String, Summary) {
    let list = |column: usize| serde_json::from_str(row.get(column)).unwrap_or_default();
    let summary = Summary {
        game: row.get(1),
        stage: from_word(row.get(2)),
        open: row.get(3),
        moved_at: row.get::<_, i64>(4) as u64,
        wake_at: row.get::<_, Option<i64>>(5).map(|at| at as u64),
        persons: list(6),
        waiting: list(7),
        card: row.get(8),
        origin: row.get(9),
        recorded: row.get(10),
    };
    (row.get(0), summary)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_commit_is_durable_whatever_the_role_has_set() {
        let Ok(url) = std::env::var("SANGUIS_TEST_POSTGRES") else { return };
        let joint = if url.contains('?') { '&' } else { '?' };
        let server = Server::new(&format!("{url}{joint}options=-csynchronous_commit%3Doff")).unwrap();
        let link = server.connect(None).await.unwrap();
        let rows = link.query("SHOW synchronous_commit", &[]).await.unwrap();
        assert_eq!(rows[0].get::<_, String>(0), "on");
    }
}
