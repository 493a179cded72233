//! A move or a request that is not accepted, and why.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::text::{Blank, Name, Text, say};

/// What kind of thing was refused, for programs. People read the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Refused {
    /// The game is over.
    Over,
    /// It is not this seat's decision now.
    NotYours,
    /// It is this seat's decision, but the rules do not allow this.
    Illegal,
    /// It is not an action, option or file of this game at all.
    Malformed,
    /// It answers a position that has passed.
    Stale,
    /// It is well-formed but this table does not allow it (undo, options, seats).
    NotAllowed,
    /// There is no such thing. Only a server answers with this and the next two.
    Missing,
    /// Too many requests: wait a moment and try again.
    Busy,
    /// The server cannot do it at the moment: try again soon.
    Unavailable,
}

/// A refusal: nothing has changed, and this is why. The reason is one sentence and tells only what the asking seat may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Refusal {
    /// For programs.
    pub kind: Refused,
    /// For people.
    pub reason: Text,
    /// The number of the rule in the game's `RULES.md`, where one says no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
}

impl Refusal {
    /// Any refusal.
    pub fn new(kind: Refused, reason: impl Into<Text>) -> Refusal {
        Refusal { kind, reason: reason.into(), rule: None }
    }

    /// The rules do not allow it.
    pub fn illegal(rule: &'static str, reason: impl Into<Text>) -> Refusal {
        Refusal { kind: Refused::Illegal, reason: reason.into(), rule: Some(rule.into()) }
    }

    /// The game is over.
    pub fn over() -> Refusal {
        Refusal::new(Refused::Over, say!("The game is over."))
    }

    /// Somebody else decides now.
    pub fn not_yours() -> Refusal {
        Refusal::new(Refused::NotYours, say!("It is not your decision now."))
    }

    /// Not an action, option or file of this game.
    pub fn malformed(reason: impl Into<Text>) -> Refusal {
        Refusal::new(Refused::Malformed, reason)
    }

    /// The reason and the rule.
    pub fn text(&self) -> Text {
        match &self.rule {
            Some(rule) => say!("{reason} (rule {rule})", reason = self.reason, rule = Name(rule)),
            None => self.reason.clone(),
        }
    }

    /// Well-formed, but not at this table.
    pub fn not_allowed(reason: impl Into<Text>) -> Refusal {
        Refusal::new(Refused::NotAllowed, reason)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl Blank for Refusal {
    fn fill(&self, text: &mut String) {
        self.text().fill(text);
    }
}

impl std::error::Error for Refusal {}
