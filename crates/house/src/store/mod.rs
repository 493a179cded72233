//! Storage: two kinds of store, used alike.
//!
//! A match is its log, and the log is append-only. An appended entry names its revision; the store accepts it if that is the next
//! one ([`Appended::Stored`]: it is durable) and otherwise says that another node was faster ([`Appended::Overtaken`]). There is no
//! other locking: with PostgreSQL any number of nodes work on the same logs, and a node that dies leaves nothing behind but a lease
//! that expires.

mod any;
mod people;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use any::{AnyStore, Place};
#[cfg(feature = "postgres")]
pub use postgres::Postgres;
pub use sqlite::Sqlite;

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
    /// Not over, set up from this origin.
    From(String),
    /// All of them, for the operator.
    All,
    /// Finished, and the record is not in the log yet.
    Unrecorded,
    /// In this stage, where nothing has happened since this time.
    Stale(Stage, u64),
    /// Those whose `wake_at` is no later than this time, after skipping this many.
    Due(u64, u32),
}

/// The columns of a summary.
const SUMMARY: &str = "id, game, stage, open, moved_at, wake_at, persons, waiting, card, origin, recorded";

impl MatchFilter {
    /// The query for these matches, latest first. `$1` is the person or the time that the filter names.
    fn query(&self, limit: u32) -> String {
        let stale;
        let from = match self {
            MatchFilter::Open => "WHERE open ORDER BY moved_at DESC",
            MatchFilter::Of(_) => {
                "JOIN sitters ON match = number WHERE person = $1 AND stage NOT IN ('finished', 'cancelled')
                 ORDER BY moved_at DESC"
            }
            MatchFilter::FinishedOf(_) => {
                "JOIN sitters ON match = number WHERE person = $1 AND stage IN ('finished', 'cancelled')
                 ORDER BY moved_at DESC"
            }
            MatchFilter::From(_) => {
                "WHERE origin = $1 AND origin <> '' AND stage NOT IN ('finished', 'cancelled') ORDER BY moved_at DESC"
            }
            MatchFilter::All => "ORDER BY moved_at DESC",
            MatchFilter::Stale(stage, _) => {
                stale = format!("WHERE stage = '{}' AND moved_at < $1 ORDER BY moved_at", stage.name());
                &*stale
            }
            MatchFilter::Unrecorded => "WHERE stage = 'finished' AND NOT recorded ORDER BY 1",
            MatchFilter::Due(..) => "WHERE wake_at <= $1 ORDER BY wake_at",
        };
        let skip = if let MatchFilter::Due(_, skip) = self { *skip } else { 0 };
        format!("SELECT {SUMMARY} FROM matches {from}, number LIMIT {limit} OFFSET {skip}")
    }
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

fn no_place(id: &str, revision: u32) -> StoreError {
    StoreError(format!("Match {id} has no revision {revision} - 1 to append to."))
}

/// A list as stored in a column.
fn json(list: &[String]) -> String {
    serde_json::to_string(list).unwrap_or_default()
}

/// A stage as stored in a column.
fn word(stage: Option<Stage>) -> &'static str {
    stage.map_or("", Stage::name)
}

fn from_word(text: &str) -> Option<Stage> {
    Stage::ALL.into_iter().find(|stage| stage.name() == text)
}
