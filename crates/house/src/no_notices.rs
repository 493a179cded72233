//! A house that sends no notices: the program was built without the feature `outward`.

use std::sync::Arc;

use crate::config::Config;
use crate::person::Own;
use crate::store::{AnyStore, Person};

/// Sends nothing. The key for push services in the store, if there is one, stays as it is.
pub(crate) struct Notices;

impl Notices {
    /// Does this program send notices at all?
    pub(crate) const POSSIBLE: bool = false;

    /// Mail that is configured but cannot be sent is an error at start, not when somebody waits for it.
    pub(crate) async fn open(config: &Config, _: &AnyStore) -> Result<Notices, String> {
        match config.smtp.is_empty() {
            true => Ok(Notices),
            false => Err("This program was built without mail: build it with all features.".to_owned()),
        }
    }

    pub(crate) fn push_key(&self) -> String {
        String::new()
    }

    pub(crate) fn has_mail(&self) -> bool {
        false
    }

    pub(crate) fn confirms(&self) -> bool {
        false
    }

    pub(crate) async fn confirm(self: Arc<Self>, _: Own, _: String) {}

    pub(crate) fn is_due(&self, _: &str, _: &str) -> bool {
        false
    }

    pub(crate) async fn call(self: Arc<Self>, _: Person, _: &'static str, _: String) -> u64 {
        0
    }
}
