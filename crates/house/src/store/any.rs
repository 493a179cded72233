//! The store that the operator has chosen.

use std::fmt;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use tokio::sync::broadcast;

#[cfg(feature = "postgres")]
use super::Postgres;
use super::{Appended, MatchFilter, Person, Sqlite, StoreError, Summary, now};
use hosting::Entry;

/// Where the store is: the value of `--db`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// `sqlite:PATH`.
    Sqlite(PathBuf),
    /// `postgres://USER:PASSWORD@HOST:PORT/NAME`.
    Postgres(String),
}

impl Place {
    /// Claims the store for a house until the file is closed: an SQLite file belongs to one house. Operators' tools need no claim.
    pub fn claim(&self) -> Result<Option<File>, StoreError> {
        let Place::Sqlite(path) = self else { return Ok(None) };
        let mut name = path.clone().into_os_string();
        name.push("-lock");
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| {
                StoreError(format!("The folder {} cannot be created: {error}.", folder.display()))
            })?;
        }
        let failed = |error: &dyn fmt::Display| {
            StoreError(format!("The file {} cannot be locked: {error}.", Path::new(&name).display()))
        };
        let file = File::options().create(true).append(true).open(&name).map_err(|error| failed(&error))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Err(StoreError(format!(
                "Another house is open on {}: stop it first, or use PostgreSQL for several.",
                path.display()
            ))),
            Err(TryLockError::Error(error)) => Err(failed(&error)),
        }
    }
}

impl FromStr for Place {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Place, StoreError> {
        match text.split_once(':') {
            Some(("sqlite", path)) if !path.is_empty() => Ok(Place::Sqlite(PathBuf::from(path))),
            Some(("postgres" | "postgresql", rest)) if rest.starts_with("//") => {
                Ok(Place::Postgres(text.to_owned()))
            }
            _ => Err(StoreError(format!(
                "\"{text}\" does not name a database: use sqlite:PATH or postgres://USER@HOST/NAME."
            ))),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            // What stands before the last @ may hold a password.
            Place::Postgres(url) => {
                write!(f, "postgres://{}", url.rsplit_once('@').map_or("…", |(_, place)| place))
            }
        }
    }
}

/// A store of either kind. A write is durable when it returns.
pub enum AnyStore {
    /// One file.
    Sqlite(Sqlite),
    /// A server.
    #[cfg(feature = "postgres")]
    Postgres(Postgres),
}

impl AnyStore {
    /// Opens a store, creates it if needed, and migrates it.
    pub async fn open(place: &Place) -> Result<AnyStore, StoreError> {
        match place {
            Place::Sqlite(path) => {
                let path = path.clone();
                let opened = tokio::task::spawn_blocking(move || Sqlite::open(&path)).await;
                opened
                    .map_err(|error| StoreError(format!("The database cannot be opened: {error}.")))?
                    .map(AnyStore::Sqlite)
            }
            #[cfg(feature = "postgres")]
            Place::Postgres(url) => Postgres::open(url).await.map(AnyStore::Postgres),
            #[cfg(not(feature = "postgres"))]
            Place::Postgres(_) => Err(StoreError(
                "This program was built without PostgreSQL: build it with all features, or use sqlite:PATH."
                    .into(),
            )),
        }
    }
}

/// Makes the same call on either store.
macro_rules! either {
    ($self:ident, $store:ident => $call:expr) => {
        match $self {
            AnyStore::Sqlite($store) => $call,
            #[cfg(feature = "postgres")]
            AnyStore::Postgres($store) => $call,
        }
    };
}

pub(super) use either;

impl AnyStore {
    /// Creates a match with its first entries.
    pub async fn create(&self, id: &str, entries: &[Entry], summary: &Summary) -> Result<(), StoreError> {
        either!(self, store => store.create(id, entries, summary).await)
    }

    /// Appends an entry to a match.
    pub async fn append(&self, id: &str, entry: Entry, summary: Summary) -> Result<Appended, StoreError> {
        either!(self, store => store.append(id, entry, summary).await)
    }

    /// The entries of a match after a revision, in order.
    pub async fn entries(&self, id: &str, after: u32) -> Result<Vec<Entry>, StoreError> {
        either!(self, store => store.entries(id, after).await)
    }

    /// The matches that pass a filter, latest first: ids and summaries.
    pub async fn list(&self, filter: &MatchFilter, limit: u32) -> Result<Vec<(String, Summary)>, StoreError> {
        either!(self, store => store.list(filter, limit).await)
    }

    /// The summary of a match, and the revision it belongs to.
    pub async fn summary(&self, id: &str) -> Result<Option<(u32, Summary)>, StoreError> {
        either!(self, store => store.summary(id).await)
    }

    /// Replaces the summary of a match that is still at this revision: its fold may have changed with the rules.
    pub async fn mend(&self, id: &str, revision: u32, summary: Summary) -> Result<(), StoreError> {
        either!(self, store => store.mend(id, revision, summary).await)
    }

    /// The ids of matches after this one, in order, for paging through all of them.
    pub async fn ids(&self, after: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        either!(self, store => store.ids(after, limit).await)
    }

    /// Takes or renews the lease for driving a match (bots, clocks), for some milliseconds; false if another node holds it.
    pub async fn lease(&self, id: &str, node: &str, millis: u64) -> Result<bool, StoreError> {
        either!(self, store => store.lease(id, node, millis).await)
    }

    /// Says who is connected to this node, for some milliseconds, and reads what the other nodes say: a text each.
    pub async fn share_presence(
        &self,
        node: &str,
        here: &str,
        millis: u64,
    ) -> Result<Vec<String>, StoreError> {
        either!(self, store => store.share_presence(node, here, millis).await)
    }

    /// May there be other nodes?
    pub fn is_shared(&self) -> bool {
        !matches!(self, AnyStore::Sqlite(_))
    }

    /// The time shared by all nodes on the store: Unix time in milliseconds.
    pub async fn time(&self) -> Result<u64, StoreError> {
        match self {
            AnyStore::Sqlite(_) => Ok(now()),
            #[cfg(feature = "postgres")]
            AnyStore::Postgres(store) => store.time().await,
        }
    }

    /// Inserts or updates a person.
    pub async fn keep_person(&self, person: &Person) -> Result<(), StoreError> {
        either!(self, store => store.keep_person(person).await)
    }

    /// A person by public id.
    pub async fn person(&self, id: &str) -> Result<Option<Person>, StoreError> {
        either!(self, store => store.person(id).await)
    }

    /// Persons after this id, in the order of their ids.
    pub async fn persons(&self, after: &str, limit: u32) -> Result<Vec<Person>, StoreError> {
        either!(self, store => store.persons(after, limit).await)
    }

    /// A bot account by the hash of its token.
    pub async fn by_token(&self, hash: &str) -> Result<Option<Person>, StoreError> {
        either!(self, store => store.by_token(hash).await)
    }

    /// A setting of the house itself, such as the key that signs cookies. Stores `fresh` if there is none yet, and returns what is
    /// stored.
    pub async fn house_value(&self, key: &str, fresh: &[u8]) -> Result<Vec<u8>, StoreError> {
        either!(self, store => store.house_value(key, fresh).await)
    }

    /// Deletes a match and its log permanently. Returns whether there was one.
    pub async fn delete(&self, id: &str) -> Result<bool, StoreError> {
        either!(self, store => store.delete(id).await)
    }

    /// Replaces a setting of the house itself.
    pub async fn set_house_value(&self, key: &str, value: &[u8]) -> Result<(), StoreError> {
        either!(self, store => store.set_house_value(key, value).await)
    }

    /// Deletes the settings of the house whose keys lie between two others, the first included.
    pub async fn drop_house_values(&self, from: &str, to: &str) -> Result<(), StoreError> {
        either!(self, store => store.drop_house_values(from, to).await)
    }

    /// All settings of the house.
    pub async fn house_values(&self) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        either!(self, store => store.house_values().await)
    }

    /// The ids of matches that other nodes have appended to. An empty id, or a receiver that lags, means that some were missed:
    /// check every match in memory.
    pub fn news(&self) -> broadcast::Receiver<String> {
        either!(self, store => store.news())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_for_one_house() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::Sqlite(folder.path().join("new/house.db"));
        let claim = place.claim().unwrap();
        assert!(place.claim().unwrap_err().to_string().contains("Another house is open"));
        drop(claim);
        assert!(place.claim().is_ok());
    }

    #[test]
    fn places_are_read_and_a_password_is_never_shown() {
        assert_eq!("sqlite:a b/c.db".parse::<Place>().unwrap(), Place::Sqlite("a b/c.db".into()));
        let server: Place = "postgresql://ada:s3cret@host:5433/club?sslmode=require".parse().unwrap();
        assert_eq!(server.to_string(), "postgres://host:5433/club?sslmode=require");
        for wrong in ["", "sqlite:", "house.db", "mysql://host/db", "postgres:club"] {
            assert!(wrong.parse::<Place>().unwrap_err().to_string().contains("sqlite:PATH"), "{wrong}");
        }
    }
}
