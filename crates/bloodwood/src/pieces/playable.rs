//! Cards by how they are played, so that an action cannot hold a card of the wrong sort.

use std::ops::Deref;

use serde::{Deserialize, Serialize};
use table::Code;

use super::{CARDS, Card, Sort};

/// A card that can be played: on a player, or without a target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Card", into = "Card")]
pub struct Playable<const ON_PLAYER: bool>(Card);

/// A card that is played on a player.
pub type Targeted = Playable<true>;
/// A card that is played without a target.
pub type Untargeted = Playable<false>;

impl<const ON_PLAYER: bool> Playable<ON_PLAYER> {
    /// The cards of this sort in code order and how many there are; the code of each card.
    const LIST: ([Card; CARDS], usize, [u8; CARDS]) = {
        let (mut list, mut count, mut codes, mut at) = ([Card::Bite; CARDS], 0, [0; CARDS], 0);
        while at < CARDS {
            if Self::fits(Card::ALL[at]) {
                list[count] = Card::ALL[at];
                codes[at] = count as u8;
                count += 1;
            }
            at += 1;
        }
        (list, count, codes)
    };

    const fn fits(card: Card) -> bool {
        match card.sort() {
            Sort::Targeted => ON_PLAYER,
            Sort::Sweeping | Sort::Special(_) => !ON_PLAYER,
            Sort::Defence => false,
        }
    }

    /// This card, if it is of this sort.
    #[inline]
    pub fn new(card: Card) -> Option<Self> {
        Self::fits(card).then_some(Playable(card))
    }
}

impl<const ON_PLAYER: bool> Code for Playable<ON_PLAYER> {
    const CODES: u32 = Self::LIST.1 as u32;

    #[inline]
    fn code(self) -> u32 {
        Self::LIST.2[self.0.index()].into()
    }

    #[inline]
    fn from_code(code: u32) -> Option<Self> {
        (code < Self::CODES).then(|| Playable(Self::LIST.0[code as usize]))
    }
}

impl<const ON_PLAYER: bool> Deref for Playable<ON_PLAYER> {
    type Target = Card;

    #[inline]
    fn deref(&self) -> &Card {
        &self.0
    }
}

impl<const ON_PLAYER: bool> From<Playable<ON_PLAYER>> for Card {
    fn from(card: Playable<ON_PLAYER>) -> Card {
        card.0
    }
}

impl<const ON_PLAYER: bool> TryFrom<Card> for Playable<ON_PLAYER> {
    type Error = String;

    fn try_from(card: Card) -> Result<Self, String> {
        Self::new(card).ok_or_else(|| match card.sort() {
            Sort::Targeted => format!("{card} is played on a player: say on whom"),
            Sort::Sweeping => format!("{card} strikes everybody else and has no single target"),
            Sort::Special(_) => format!("{card} is played on nobody"),
            Sort::Defence => format!("{card} is only an answer to an attack"),
        })
    }
}
