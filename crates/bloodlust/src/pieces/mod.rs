//! The box: cards, events, vampires and payoffs, read once from `data/*.toml` into plain tables.

mod names;
pub(crate) mod power;
mod tables;

pub use names::{Card, EventCard, Vampire};
pub(crate) use names::{Events, Vampires};
pub use tables::Face;
pub(crate) use tables::{Tables, tables};

use serde::{Deserialize, Serialize};
use table::{Blank, Code};

/// How many cards the deck has.
pub const DECK: usize = 60;
/// How many vampires there are, and the most that hunt at one table.
pub const VAMPIRES: usize = 10;
/// How many events there are, one copy each.
pub const EVENTS: usize = 8;

/// The sign every card carries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Code)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Sign {
    /// The Full Moon.
    Full,
    /// The Half Moon.
    Half,
    /// The Quarter Moon.
    Quarter,
}

impl Sign {
    /// As people say it.
    pub fn name(self) -> &'static str {
        ["Full Moon", "Half Moon", "Quarter Moon"][self as usize]
    }

    /// As files write it.
    pub fn slug(self) -> &'static str {
        ["full", "half", "quarter"][self as usize]
    }
}

impl Blank for Sign {
    fn fill(&self, text: &mut String) {
        self.name().fill(text);
    }
}

/// The kinds of card (4, 5, 6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, Code)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Class {
    /// Feeds everybody.
    Bloodlust,
    /// Costs everybody Bloodline.
    SlayerBloodline,
    /// Costs everybody health.
    SlayerHealth,
    /// Costs everybody one or the other.
    SlayerChoice,
    /// Feeds everybody and brings the dawn nearer.
    Daylight,
    /// Drives the dawn back.
    Night,
    /// A guess at the next card's sign.
    Invitation,
    /// Kept face down for later.
    Event,
}
