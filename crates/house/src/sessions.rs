//! The standing of people with the house: which of their cookies are valid, and whether its host has silenced or removed them.
//!
//! A cookie is a signature and is not stored. Signing out everywhere else moves the time from which cookies are valid; a device that was
//! added by a link has its own name in its cookie and can be signed out alone. Few people ever do either, and few are silenced or
//! removed, so all of it is kept in memory, and read again now and then because another node or the operator may have changed it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use crate::seal::Seal;
use crate::store::{AnyStore, StoreError};

/// The prefix of the house's settings that hold a person's standing.
const KEY: &str = "standing/";
/// The prefix of older settings that hold only the time of the last sign-out.
const OLD_KEY: &str = "signed out/";

/// A person's standing with the house.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Standing {
    /// When they last signed out everywhere else; 0 for never.
    pub(crate) since: u64,
    /// The devices that were signed out alone since then; the first device has an empty name.
    pub(crate) ended: Vec<String>,
    /// They may not write at tables.
    pub(crate) silenced: bool,
    /// They are banned from this house.
    pub(crate) removed: bool,
}

/// Standings by id, and how often they were changed here.
#[derive(Default, Debug)]
pub(crate) struct Sessions(Mutex<(u64, HashMap<String, Standing>)>);

impl Sessions {
    fn all(&self) -> MutexGuard<'_, (u64, HashMap<String, Standing>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A person's standing.
    pub(crate) fn of(&self, person: &str) -> Standing {
        self.all().1.get(person).cloned().unwrap_or_default()
    }

    /// Whether the host has removed a person.
    pub(crate) fn has_removed(&self, person: &str) -> bool {
        self.all().1.get(person).is_some_and(|standing| standing.removed)
    }

    /// Whether the host has silenced a person.
    pub(crate) fn has_silenced(&self, person: &str) -> bool {
        self.all().1.get(person).is_some_and(|standing| standing.silenced)
    }

    /// People who are silenced or removed.
    pub(crate) fn moderated(&self) -> Vec<(String, Standing)> {
        let all = self.all();
        let moderated = all.1.iter().filter(|(_, standing)| standing.silenced || standing.removed);
        moderated.map(|(id, standing)| (id.clone(), standing.clone())).collect()
    }

    /// Reads what is stored, unless something changes here meanwhile. Returns people who were removed since.
    pub(crate) async fn load(&self, store: &AnyStore) -> Result<Vec<String>, StoreError> {
        let before = self.all().0;
        let mut read: HashMap<String, Standing> = HashMap::new();
        for (key, value) in store.house_values().await? {
            if let (Some(person), Ok(time)) = (key.strip_prefix(OLD_KEY), value.as_slice().try_into()) {
                read.entry(person.to_owned()).or_default().since = u64::from_le_bytes(time);
            } else if let Some(person) = key.strip_prefix(KEY)
                && let Ok(standing) = serde_json::from_slice(&value)
            {
                read.insert(person.to_owned(), standing);
            }
        }
        let mut all = self.all();
        let mut removed = Vec::new();
        if all.0 == before {
            let new = |id: &&String| !all.1.get(*id).is_some_and(|known| known.removed);
            removed =
                read.iter().filter(|(_, it)| it.removed).map(|(id, _)| id).filter(new).cloned().collect();
            all.1 = read;
        }
        Ok(removed)
    }

    /// Changes how a person stands. Another node or the operator may have changed it since this one looked, so what is stored counts.
    pub(crate) async fn change(
        &self,
        store: &AnyStore,
        person: &str,
        change: impl FnOnce(&mut Standing),
    ) -> Result<Standing, StoreError> {
        let key = format!("{KEY}{person}");
        let known = self.of(person);
        let stored = store.house_value(&key, &written(&known)).await?;
        let mut standing = serde_json::from_slice(&stored).unwrap_or(known);
        change(&mut standing);
        store.set_house_value(&key, &written(&standing)).await?;
        let mut all = self.all();
        all.0 += 1;
        all.1.insert(person.to_owned(), standing.clone());
        Ok(standing)
    }

    /// Does a device still count that was signed in with this time of the last sign-out?
    pub(crate) fn counts(&self, person: &str, device: &str, since: u64) -> bool {
        let standing = self.of(person);
        standing.since == since && !standing.ended.iter().any(|ended| ended == device)
    }

    /// The signature of the cookie of one of a person's devices.
    pub(crate) fn sign(&self, seal: &Seal, person: &str, device: &str) -> String {
        sign(seal, person, device, self.of(person).since)
    }

    /// Is a cookie valid, and is its signature of the present kind?
    pub(crate) fn verify(&self, seal: &Seal, person: &str, device: &str, signature: &str) -> Option<bool> {
        let standing = self.of(person);
        if standing.ended.iter().any(|ended| ended == device) {
            return None;
        }
        let (purpose, words) = words(person, device, standing.since);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let current = seal.verify(purpose, &words, signature);
        let old =
            || device.is_empty() && standing.since == 0 && seal.verify_old("cookie", &[person], signature);
        (current || old()).then_some(current)
    }
}

fn written(standing: &Standing) -> Vec<u8> {
    serde_json::to_vec(standing).unwrap_or_default()
}

/// What the cookie of a device is signed for.
fn words(person: &str, device: &str, since: u64) -> (&'static str, Vec<String>) {
    let since = (since > 0).then(|| since.to_string());
    match device.is_empty() {
        true => ("cookie", [person.to_owned()].into_iter().chain(since).collect()),
        false => ("device", [person.to_owned(), device.to_owned()].into_iter().chain(since).collect()),
    }
}

fn sign(seal: &Seal, person: &str, device: &str, since: u64) -> String {
    let (purpose, words) = words(person, device, since);
    seal.sign(purpose, &words.iter().map(String::as_str).collect::<Vec<_>>())
}
