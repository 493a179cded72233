//! What a person has set, as the store keeps it.

use serde::{Deserialize, Serialize};
use wire::{Device, PushSubscription};

use crate::store::Person;

/// A person's settings, except the name.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Own {
    pub(crate) webhook: String,
    pub(crate) mail: String,
    /// Nobody has followed the link that was sent to the e-mail address.
    pub(crate) unconfirmed: bool,
    /// The language of notices, such as `de`: that of the page where they were set.
    pub(crate) language: String,
    /// The person has followed an invitation to the house.
    pub(crate) invited: bool,
    pub(crate) browsers: Vec<PushSubscription>,
    /// The devices that were added by a link.
    pub(crate) devices: Vec<Device>,
    /// The ids of the person's bot accounts.
    pub(crate) bots: Vec<String>,
}

impl Person {
    pub(crate) fn own(&self) -> Own {
        serde_json::from_str(&self.own).unwrap_or_default()
    }

    pub(crate) fn set_own(&mut self, own: &Own) {
        self.own = serde_json::to_string(own).unwrap_or_default();
    }
}
