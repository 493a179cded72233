//! The matches in memory.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hosting::MatchLog;

use crate::live::LiveMatch;

/// A match that nobody has asked for in this many milliseconds is dropped.
const IDLE: u64 = 30_000;

/// The matches in memory, by id.
#[derive(Default)]
pub(crate) struct Registry(Mutex<HashMap<String, Arc<LiveMatch>>>);

impl Registry {
    fn matches(&self) -> MutexGuard<'_, HashMap<String, Arc<LiveMatch>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.matches().len()
    }

    /// The ids of all of them.
    pub(crate) fn ids(&self) -> Vec<String> {
        self.matches().keys().cloned().collect()
    }

    /// All of them.
    pub(crate) fn all(&self) -> Vec<Arc<LiveMatch>> {
        self.matches().values().cloned().collect()
    }

    /// A match, if it is in memory.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<LiveMatch>> {
        self.matches().get(id).cloned()
    }

    /// Adds a match. If somebody else was faster theirs is used: there is only ever one of each, or its viewers would wait for
    /// changes that happen to the other.
    pub(crate) fn insert(&self, log: MatchLog, seed: u64) -> Arc<LiveMatch> {
        let live = Arc::new(LiveMatch::new(log, seed));
        self.matches().entry(live.id.clone()).or_insert(live).clone()
    }

    /// Drops a match before it is deleted. False if somebody is using it.
    pub(crate) fn forget(&self, id: &str) -> bool {
        let mut matches = self.matches();
        let used = |live: &Arc<LiveMatch>| !live.is_idle() || Arc::strong_count(live) > 1;
        if matches.get(id).is_some_and(used) {
            return false;
        }
        matches.remove(id);
        true
    }

    /// Drops the matches that nobody uses.
    pub(crate) fn drop_idle(&self, now: u64) {
        let before = now.saturating_sub(IDLE);
        let mut matches = self.matches();
        matches.retain(|_, live| {
            let idle = live.is_idle() && live.used_at.load(Ordering::Relaxed) < before;
            !(idle && Arc::strong_count(live) == 1)
        });
        if matches.capacity() > 4 * matches.len() + 1024 {
            matches.shrink_to_fit();
        }
    }
}
