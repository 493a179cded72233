//! Where the house keeps things: one trait, two stores.
//!
//! A match is its log, and the log is append-only. Whoever wants to add to it names the revision it comes after; the store takes it
//! if nobody was faster ([`Appended::Stored`]: it is durable) and else says so ([`Appended::Overtaken`]). That is all the locking
//! there is: with PostgreSQL any number of nodes fold the same logs and race fairly, and a node that dies leaves nothing behind but
//! a lease that runs out.

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

/// Why the store could not do it. The sentence is for the log of the house, not for clients.
#[derive(Debug)]
pub struct StoreError(pub String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

/// What became of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// It is durable.
    Stored,
    /// Another node was faster: read on and decide again.
    Overtaken,
}

/// Which matches a list shows, latest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shelf {
    /// With a chair that anyone may take.
    Open,
    /// Where this person sits, running or gathering.
    Of(String),
    /// Finished, where this person sat.
    FinishedOf(String),
    /// All, for the host of the house.
    All,
    /// Those that the house must wake before this time.
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
    /// Notices, push subscriptions and whatever else is the person's own, as JSON.
    pub own: String,
}

/// A store. All writes are durable when they return.
pub trait Store: Send + Sync + 'static {
    /// Begins a match with its first entries.
    fn create(
        &self,
        id: &str,
        entries: &[Entry],
        summary: &Summary,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Adds an entry to a match.
    fn append(
        &self,
        id: &str,
        entry: Entry,
        summary: Summary,
    ) -> impl Future<Output = Result<Appended, StoreError>> + Send;

    /// The entries of a match after a revision, in order.
    fn entries(&self, id: &str, after: u32) -> impl Future<Output = Result<Vec<Entry>, StoreError>> + Send;

    /// The matches on a shelf, latest first: ids and summaries.
    fn list(
        &self,
        shelf: &Shelf,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<(String, Summary)>, StoreError>> + Send;

    /// What lists show of a match, and the revision they show it at.
    fn summary(&self, id: &str) -> impl Future<Output = Result<Option<(u32, Summary)>, StoreError>> + Send;

    /// The ids of all matches after this one, in their order: to go through all of them, page by page.
    fn ids(&self, after: &str, limit: u32) -> impl Future<Output = Result<Vec<String>, StoreError>> + Send;

    /// Takes or renews the lease on doing the house's own work for a match (bots, clocks) until a time; false if another node has it.
    fn lease(
        &self,
        id: &str,
        node: &str,
        until: u64,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Writes a person down, or anew.
    fn keep_person(&self, person: &Person) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// A person by public id.
    fn person(&self, id: &str) -> impl Future<Output = Result<Option<Person>, StoreError>> + Send;

    /// All persons after this id, in the order of their ids.
    fn persons(
        &self,
        after: &str,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<Person>, StoreError>> + Send;

    /// A bot account by the hash of its token.
    fn by_token(&self, hash: &str) -> impl Future<Output = Result<Option<Person>, StoreError>> + Send;

    /// A value of the house itself, such as the key that signs cookies: the first one written stays.
    fn house_value(
        &self,
        key: &str,
        fresh: &[u8],
    ) -> impl Future<Output = Result<Vec<u8>, StoreError>> + Send;

    /// All values of the house.
    fn house_values(&self) -> impl Future<Output = Result<Vec<(String, Vec<u8>)>, StoreError>> + Send;

    /// Matches that other nodes have added to. An empty id says that news was missed, as does a receiver that lags behind: look at
    /// every match you hold.
    fn news(&self) -> broadcast::Receiver<String>;
}

/// How many pieces of news a slow listener may be behind.
const NEWS_KEPT: usize = 4096;

/// The time, as Unix time in milliseconds.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

fn to_text(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError(format!("This cannot be written down: {error}.")))
}

fn from_text<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| {
        StoreError(format!("The store holds something that this sanguis cannot read: {error}."))
    })
}

/// A stage as a column holds it.
fn word(stage: Option<Stage>) -> &'static str {
    match stage {
        None => "",
        Some(Stage::Gathering) => "gathering",
        Some(Stage::Playing) => "playing",
        Some(Stage::Finished) => "finished",
        Some(Stage::Cancelled) => "cancelled",
        Some(Stage::Frozen) => "frozen",
    }
}

fn from_word(text: &str) -> Option<Stage> {
    [Stage::Gathering, Stage::Playing, Stage::Finished, Stage::Cancelled, Stage::Frozen]
        .into_iter()
        .find(|stage| word(Some(*stage)) == text)
}
