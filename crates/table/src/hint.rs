//! Hints: what a seat could do next, and why. Made from the seat's own observation and nothing else.

use serde::{Deserialize, Serialize};

use crate::scene::Id;
use crate::text::Text;

/// Help with a decision. Clients show it in three stages: where to look, a few options, the best one with its reasons.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Hint {
    /// The elements that the options touch.
    pub look: Vec<Id>,
    /// At most three options, the best first. One that is behind by less than twice its noise is about as good.
    pub options: Vec<WeighedOption>,
    /// How far the best one is ahead, in a sentence.
    pub margin: Text,
    /// What else speaks for it, the weightiest first.
    pub reasons: Vec<Reason>,
}

/// An option and what the search found it to be worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WeighedOption {
    /// Its code.
    pub code: u32,
    /// What it is called.
    pub label: Text,
    /// The chance to win, from 0 to 1.
    pub chance: f32,
    /// The standard error of its difference to the first; 0 for the first.
    pub noise: f32,
}

/// A fact that speaks for an option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Reason {
    /// One sentence.
    pub text: Text,
    /// The rule it follows from; empty for what was counted in imagined games.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rule: String,
}

impl Reason {
    /// A fact that follows from a rule.
    pub fn by_rule(rule: &str, text: Text) -> Reason {
        Reason { text, rule: rule.to_owned() }
    }

    /// A fact that was counted.
    pub fn counted(text: Text) -> Reason {
        Reason { text, rule: String::new() }
    }
}
