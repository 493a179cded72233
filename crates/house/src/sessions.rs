//! Which cookies of a person count: those made since they last signed out everywhere else.
//!
//! A cookie is a signature and is stored nowhere. Signing out everywhere else moves the time from which on cookies count, and few
//! people ever do: their times are kept in memory, and read again now and then because another node may have been asked.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::seal::Seal;
use crate::store::{AnyStore, StoreError};

/// What the settings of the house that hold such a time begin with.
const KEY: &str = "signed out/";

/// The times, by person.
#[derive(Default, Debug)]
pub(crate) struct Sessions(Mutex<HashMap<String, u64>>);

impl Sessions {
    fn times(&self) -> MutexGuard<'_, HashMap<String, u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When a person last signed out everywhere else; 0 for never.
    pub(crate) fn since(&self, person: &str) -> u64 {
        self.times().get(person).copied().unwrap_or(0)
    }

    /// Reads the times that are stored.
    pub(crate) async fn load(&self, store: &AnyStore) -> Result<(), StoreError> {
        let stored = store.house_values().await?;
        let mut times = self.times();
        for (key, value) in stored {
            if let (Some(person), Ok(value)) = (key.strip_prefix(KEY), value.try_into()) {
                times.insert(person.to_owned(), u64::from_le_bytes(value));
            }
        }
        Ok(())
    }

    /// From now on, cookies of a person that were made before no longer count.
    pub(crate) async fn end(&self, store: &AnyStore, person: &str, now: u64) -> Result<(), StoreError> {
        store.set_house_value(&format!("{KEY}{person}"), &now.to_le_bytes()).await?;
        self.times().insert(person.to_owned(), now);
        Ok(())
    }

    /// The signature of a person's cookie.
    pub(crate) fn sign(&self, seal: &Seal, person: &str) -> String {
        match self.since(person) {
            0 => seal.sign("cookie", &[person]),
            since => seal.sign("cookie", &[person, &since.to_string()]),
        }
    }

    /// Does a cookie count, and is its signature of the present kind?
    pub(crate) fn verify(&self, seal: &Seal, person: &str, signature: &str) -> Option<bool> {
        let since = self.since(person);
        let current = match since {
            0 => seal.verify("cookie", &[person], signature),
            since => seal.verify("cookie", &[person, &since.to_string()], signature),
        };
        (current || since == 0 && seal.verify_old("cookie", &[person], signature)).then_some(current)
    }
}
