//! What went wrong lately, for the host's page: the words of the log alone, which are fixed and hold no secret.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use wire::HostError;

/// How many are kept.
const KEPT: usize = 50;

static LATEST: Mutex<VecDeque<HostError>> = Mutex::new(VecDeque::new());

/// Keeps the words of a warning or an error, for a while.
pub fn note(what: String) {
    let mut latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
    if latest.len() >= KEPT {
        latest.pop_back();
    }
    latest.push_front(HostError { at: crate::store::now(), what });
}

/// The latest first.
pub(crate) fn latest() -> Vec<HostError> {
    LATEST.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
}
