//! Recent warnings and errors for the host's page: only the fixed messages of the log, which hold no secrets.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use wire::HostError;

/// How many are kept.
const KEPT: usize = 50;

static LATEST: Mutex<VecDeque<HostError>> = Mutex::new(VecDeque::new());

/// Keeps the message of a warning or an error for a while.
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
