//! What happens at the table, for logs and animations.

use serde::{Deserialize, Serialize};
use table::{Seat, SeatSet};

use crate::action::Which;
use crate::pieces::{Card, EventCard, Sign, Vampire};

/// A vampire and its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Being {
    /// Whose.
    pub seat: Seat,
    /// Which.
    pub vampire: Vampire,
}

/// How a night ended (9.1 to 9.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NightEnd {
    /// Nobody was active any more.
    AllGone,
    /// The sun rose.
    Dawn,
    /// The deck was played through.
    DeckOut,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields say it")]
pub enum Event {
    /// The face-down events before these seats go back into the deck between two nights.
    Reshuffled { from: SeatSet },
    /// A night begins.
    Nightfall { round: u8, leader: Seat },
    /// A choice has been sealed.
    Sealed { who: Being },
    /// A decision to stay or leave is open: opened with the others, or spoken.
    Decided { who: Being, stays: bool, sealed: bool },
    /// A vampire has left the hunt with this much.
    Banked { who: Being, bloodline: u16, total: u16 },
    /// A card was drawn and laid face up.
    Turned { who: Being, card: Card },
    /// An event was drawn: for those who know which, and whether its sign was announced to all.
    Drew { who: Being, event: EventCard, announced: bool },
    /// An event was drawn: for those who do not, with its sign where that was announced.
    DrewHidden { who: Being, sign: Option<Sign> },
    /// An event was drawn that nobody had room for.
    Discarded { who: Being, event: EventCard },
    /// An event changed hands: for those who know which.
    Gave { from: Seat, to: Seat, card: Which, event: EventCard },
    /// An event changed hands: for those who do not.
    GaveHidden { from: Seat, to: Seat, card: Which },
    /// Corvin looked: for his player, the top card first.
    Saw { who: Being, first: Card, second: Option<Card> },
    /// Corvin looked: for all others.
    Looked { who: Being },
    /// An ability was used in a window, by its own vampire.
    Used { who: Being, on: Option<Being> },
    /// An event was played.
    Played { who: Being, event: EventCard, on: Option<Being> },
    /// A seat used nothing.
    Passed { seat: Seat },
    /// An answer to the Invitation is open.
    Answered { who: Being, guess: Option<Sign> },
    /// A guess was settled.
    Guessed { who: Being, right: bool },
    /// A choice before a Slayer is open.
    Yielded { who: Being, health: bool },
    /// Round Bloodline went up.
    Gained { who: Being, bloodline: u16 },
    /// The card gave it nothing: its gain was voided.
    Blocked { who: Being },
    /// Round Bloodline went down.
    Lost { who: Being, bloodline: u16 },
    /// Health went down.
    Hurt { who: Being, health: u8 },
    /// Health went up.
    Healed { who: Being, health: u8 },
    /// The marker moved.
    Daylight { from: u8, to: u8 },
    /// A night ended.
    NightEnded { round: u8, how: NightEnd },
    /// The game ended.
    Crowned,
}

impl table::Event for Event {
    fn reveals(&self) -> bool {
        matches!(
            self,
            Event::Decided { sealed: true, .. }
                | Event::Turned { .. }
                | Event::Drew { .. }
                | Event::DrewHidden { .. }
                | Event::Discarded { .. }
                | Event::Gave { .. }
                | Event::Saw { .. }
                | Event::Played { .. }
                | Event::Answered { .. }
                | Event::Yielded { .. }
        )
    }
}
