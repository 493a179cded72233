//! Ground for tests: a place of their own in a real store.

use std::sync::atomic::{AtomicU32, Ordering};

use house::store::{AnyStore, Place};
use tempfile::TempDir;
use tokio_postgres::NoTls;

/// A place for a store that nobody else uses; gone with the test.
pub(crate) struct Ground {
    place: Place,
    _folder: Option<TempDir>,
    _schema: Option<Schema>,
}

impl Ground {
    pub(crate) fn sqlite() -> Ground {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let place = Place::Sqlite(folder.path().join("house.db"));
        Ground { place, _folder: Some(folder), _schema: None }
    }

    /// A schema of its own on the server that `SANGUIS_TEST_POSTGRES` names.
    pub(crate) fn postgres() -> Ground {
        let server = std::env::var("SANGUIS_TEST_POSTGRES").expect(
            "SANGUIS_TEST_POSTGRES names no PostgreSQL server: run `cargo xtask postgres cargo test -p house`, which starts one",
        );
        let schema = Schema::new(&server);
        let joint = if server.contains('?') { '&' } else { '?' };
        let place = Place::Postgres(format!("{server}{joint}options=-csearch_path%3D{}", schema.name));
        Ground { place, _folder: None, _schema: Some(schema) }
    }

    /// The same on a server whose clock is an hour ahead of ours.
    pub(crate) fn postgres_ahead() -> Ground {
        let mut ground = Ground::postgres();
        if let (Place::Postgres(url), Some(schema)) = (&mut ground.place, &ground._schema) {
            schema.run(format!(
                "CREATE FUNCTION {}.clock_timestamp() RETURNS timestamptz LANGUAGE sql
                 AS $$ SELECT pg_catalog.clock_timestamp() + interval '1 hour' $$",
                schema.name
            ));
            // What is built in is usually found first.
            url.push_str("%2Cpg_catalog");
        }
        ground
    }

    /// Another place of the same kind.
    pub(crate) fn another(&self) -> Ground {
        if self._schema.is_some() { Ground::postgres() } else { Ground::sqlite() }
    }

    /// Runs SQL behind the back of the store.
    pub(crate) fn run(&self, sql: &str) {
        match (&self.place, &self._schema) {
            (_, Some(schema)) => schema.run(format!("SET search_path TO {}; {sql}", schema.name)),
            (Place::Sqlite(path), _) => rusqlite::Connection::open(path).unwrap().execute_batch(sql).unwrap(),
            _ => panic!("no place"),
        }
    }

    /// The migrations of this kind of store.
    pub(crate) fn migrations(&self) -> Vec<String> {
        migrations(if self._schema.is_some() { "postgres" } else { "sqlite" })
    }

    /// Marks the store as one of this version of the schema.
    pub(crate) fn mark(&self, version: usize) {
        match &self._schema {
            None => self.run(&format!("PRAGMA user_version = {version}")),
            Some(_) => self.run(&format!(
                "CREATE TABLE migrations (step integer PRIMARY KEY, done_at timestamptz NOT NULL DEFAULT now());
                 INSERT INTO migrations (step) SELECT generate_series(1, {version})"
            )),
        }
    }

    pub(crate) async fn open(&self) -> AnyStore {
        AnyStore::open(&self.place).await.expect("the store opens")
    }
}

/// The migrations of a kind of store.
pub(crate) fn migrations(kind: &str) -> Vec<String> {
    let folder = format!("{}/migrations/{kind}", env!("CARGO_MANIFEST_DIR"));
    let read = |step| std::fs::read_to_string(format!("{folder}/{step}.sql")).ok();
    (1..).map_while(read).collect()
}

struct Schema {
    server: String,
    name: String,
}

impl Schema {
    fn new(server: &str) -> Schema {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("test_{}_{count}_{}", std::process::id(), house::store::now());
        let schema = Schema { server: server.to_owned(), name };
        schema.run(format!("CREATE SCHEMA {}", schema.name));
        schema
    }

    /// On a thread and a runtime of its own, because a test's own runtime cannot be blocked.
    fn run(&self, sql: String) {
        let server = self.server.clone();
        let thread = std::thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async {
                let (client, connection) =
                    tokio_postgres::connect(&server, NoTls).await.expect("the server answers");
                tokio::spawn(connection);
                client.batch_execute(&sql).await.expect("the server obeys");
            });
        });
        thread.join().expect("the server is there");
    }
}

impl Drop for Schema {
    fn drop(&mut self) {
        self.run(format!("SET client_min_messages = warning; DROP SCHEMA {} CASCADE", self.name));
    }
}

/// Runs each test on both stores.
macro_rules! both {
    ($(async fn $name:ident($ground:ident: Ground) $body:block)*) => {
        mod sqlite {
            use super::*;
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    super::$name(Ground::sqlite()).await;
                }
            )*
        }
        mod postgres {
            use super::*;
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    super::$name(Ground::postgres()).await;
                }
            )*
        }
        $(async fn $name($ground: Ground) $body)*
    };
}

pub(crate) use both;
