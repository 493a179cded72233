//! Storage: one trait, two stores.
//!
//! A match is its log, and the log is append-only. An appended entry names its revision; the store accepts it if that is the next
//! one ([`Appended::Stored`]: it is durable) and otherwise says that another node was faster ([`Appended::Overtaken`]). There is no
//! other locking: with PostgreSQL any number of nodes work on the same logs, and a node that dies leaves nothing behind but a lease
//! that expires.

mod any;
mod postgres;
mod sqlite;

use std::fmt;
use std::future::Future;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

pub use any::{AnyStore, Place};
pub use postgres::Postgres;
pub use sqlite::Sqlite;

use hosting::Entry;
pub use hosting::Summary;
use wire::Stage;

/// Why the store failed. The sentence is for the operator's log, not for clients.
#[derive(Debug)]
pub struct StoreError(pub String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

/// The outcome of an append.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// It is durable.
    Stored,
    /// Another node was faster: read its entries and decide again.
    Overtaken,
}

/// Which matches to list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchFilter {
    /// With a chair that anyone may take.
    Open,
    /// Not over, where this person sits.
    Of(String),
    /// Finished, where this person sat.
    FinishedOf(String),
    /// All of them, for the operator.
    All,
    /// Those whose `wake_at` is no later than this time.
    Due(u64),
}

/// A person or a bot account.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Person {
    /// Public id.
    pub id: String,
    /// The chosen name.
    pub name: String,
    /// The hash of a bot account's token; empty for people.
    pub token: String,
    /// The person's settings, as JSON: notices, push subscriptions, bot accounts.
    pub own: String,
}

/// A store. A write is durable when it returns.
pub trait Store: Send + Sync + 'static {
    /// Creates a match with its first entries.
    fn create(
        &self,
        id: &str,
        entries: &[Entry],
        summary: &Summary,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Appends an entry to a match.
    fn append(
        &self,
        id: &str,
        entry: Entry,
        summary: Summary,
    ) -> impl Future<Output = Result<Appended, StoreError>> + Send;

    /// The entries of a match after a revision, in order.
    fn entries(&self, id: &str, after: u32) -> impl Future<Output = Result<Vec<Entry>, StoreError>> + Send;

    /// The matches that pass a filter, latest first: ids and summaries.
    fn list(
        &self,
        filter: &MatchFilter,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<(String, Summary)>, StoreError>> + Send;

    /// The summary of a match, and the revision it belongs to.
    fn summary(&self, id: &str) -> impl Future<Output = Result<Option<(u32, Summary)>, StoreError>> + Send;

    /// The ids of matches after this one, in order, for paging through all of them.
    fn ids(&self, after: &str, limit: u32) -> impl Future<Output = Result<Vec<String>, StoreError>> + Send;

    /// Takes or renews the lease for driving a match (bots, clocks) until a time; false if another node holds it.
    fn lease(
        &self,
        id: &str,
        node: &str,
        until: u64,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Inserts or updates a person.
    fn keep_person(&self, person: &Person) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// A person by public id.
    fn person(&self, id: &str) -> impl Future<Output = Result<Option<Person>, StoreError>> + Send;

    /// Persons after this id, in the order of their ids.
    fn persons(
        &self,
        after: &str,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<Person>, StoreError>> + Send;

    /// A bot account by the hash of its token.
    fn by_token(&self, hash: &str) -> impl Future<Output = Result<Option<Person>, StoreError>> + Send;

    /// A setting of the house itself, such as the key that signs cookies. Stores `fresh` if there is none yet, and returns what is
    /// stored.
    fn house_value(
        &self,
        key: &str,
        fresh: &[u8],
    ) -> impl Future<Output = Result<Vec<u8>, StoreError>> + Send;

    /// All settings of the house.
    fn house_values(&self) -> impl Future<Output = Result<Vec<(String, Vec<u8>)>, StoreError>> + Send;

    /// The ids of matches that other nodes have appended to. An empty id, or a receiver that lags, means that some were missed:
    /// check every match in memory.
    fn news(&self) -> broadcast::Receiver<String>;
}

/// How many ids a slow receiver may be behind.
const NEWS_KEPT: usize = 4096;

/// The time, as Unix time in milliseconds.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

fn to_text(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError(format!("This cannot be serialised: {error}.")))
}

fn from_text<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| {
        StoreError(format!("The store holds something that this version of sanguis cannot read: {error}."))
    })
}

/// A stage as stored in a column.
fn word(stage: Option<Stage>) -> &'static str {
    stage.map_or("", Stage::name)
}

fn from_word(text: &str) -> Option<Stage> {
    Stage::ALL.into_iter().find(|stage| stage.name() == text)
}
