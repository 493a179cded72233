//! Sets of cards. Unlike [`table::BitSet`] they can be computed by the compiler, and they are walked in two halves: machines
//! have no instruction for the lowest bit of 128.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use table::Chance;

use super::{CARDS, CHARACTERS, Card, DECK};

/// The Characters of the first colour; each further colour is 18 places on.
const COLOUR: u128 = (1 << 18) - 1;
/// Every second card.
const MEN: u128 = u128::MAX / 3;
const WOMEN: u128 = MEN << 1;

/// The Characters of the card's colour and the other gender.
#[inline]
pub(super) const fn spouses(card: Card) -> Cards {
    let colour = COLOUR << (card.0 / 18 * 18);
    Cards(colour & if card.woman() { MEN } else { WOMEN })
}

/// A set of cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(u128);

impl Cards {
    /// None.
    pub const NONE: Cards = Cards(0);
    /// All 72 Characters.
    pub const CHARACTERS: Cards = Cards((1 << CHARACTERS) - 1);
    /// The 82 cards that are shuffled.
    pub const DECK: Cards = Cards((1 << DECK) - 1);

    /// One card.
    #[inline]
    pub const fn one(card: Card) -> Cards {
        Cards(1 << card.0)
    }

    /// Bit `i` stands for the card of index `i`.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Is it there?
    #[inline]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Puts a card in.
    #[inline]
    pub const fn add(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    /// Takes a card out.
    #[inline]
    pub const fn take(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    /// Puts a card in or takes it out.
    #[inline]
    pub const fn set(&mut self, card: Card, is: bool) {
        self.0 = self.0 & !(1 << card.0) | (is as u128) << card.0;
    }

    /// Cards of both sets together.
    #[inline]
    pub const fn or(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }

    /// Cards that are in both.
    #[inline]
    pub const fn and(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }

    /// Cards that the other set lacks.
    #[inline]
    pub const fn minus(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// None at all?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Exactly one?
    #[inline]
    pub const fn is_single(self) -> bool {
        self.0 != 0 && self.0 & (self.0 - 1) == 0
    }

    /// The first card, in the order of the deck.
    #[inline]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card(self.0.trailing_zeros() as u8)) }
    }

    /// In the order of the deck.
    #[inline]
    pub const fn iter(self) -> CardIter {
        CardIter(self.0 as u64, (self.0 >> 64) as u64)
    }

    /// All Characters that share a colour or a number with one of these, these themselves included.
    #[inline]
    pub const fn relatives(self) -> Cards {
        let cards = self.0 & Cards::CHARACTERS.0;
        let clans = (cards | cards >> 18 | cards >> 36 | cards >> 54) & COLOUR;
        let clans = clans | (clans & MEN) << 1 | (clans & WOMEN) >> 1;
        let mut all = clans | clans << 18 | clans << 36 | clans << 54;
        let mut at = 0;
        while at < CHARACTERS {
            all |= if cards >> at & COLOUR != 0 { COLOUR << at } else { 0 };
            at += 18;
        }
        Cards(all)
    }

    /// All Characters that may marry one of these.
    #[inline]
    pub const fn suitors(self) -> Cards {
        let mut all = 0;
        let mut at = 0;
        while at < CHARACTERS {
            let colour = self.0 >> at & COLOUR;
            all |= if colour & MEN != 0 { (COLOUR & WOMEN) << at } else { 0 };
            all |= if colour & WOMEN != 0 { (COLOUR & MEN) << at } else { 0 };
            at += 18;
        }
        Cards(all)
    }

    /// A random card, each with the same chance. The set must not be empty.
    #[inline]
    pub fn pick<C: Chance>(self, chance: &mut C) -> Card {
        let count = self.len();
        if count > 24 {
            // Most random cards are hits, so trying is faster than walking.
            loop {
                let card = Card(chance.below(CARDS as u32) as u8);
                if self.has(card) {
                    return card;
                }
            }
        }
        let skip = chance.index(count);
        self.iter().nth(skip).unwrap_or(Card(0))
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> Cards {
        let mut set = Cards::NONE;
        cards.into_iter().for_each(|card| set.add(card));
        set
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Card>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Walks through [`Cards`].
#[derive(Clone, Debug)]
pub struct CardIter(u64, u64);

impl Iterator for CardIter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        if self.0 != 0 {
            let card = Card(self.0.trailing_zeros() as u8);
            self.0 &= self.0 - 1;
            return Some(card);
        }
        if self.1 == 0 {
            return None;
        }
        let card = Card(self.1.trailing_zeros() as u8 + 64);
        self.1 &= self.1 - 1;
        Some(card)
    }
}

/// For each Character, those of its colour or its number.
pub(super) const FITS: [Cards; CARDS] = {
    let mut fits = [Cards::NONE; CARDS];
    let mut a = 0;
    while a < CHARACTERS {
        let mut b = 0;
        while b < CHARACTERS {
            let (one, other) = (Card(a as u8), Card(b as u8));
            if a != b && (a / 18 == b / 18 || one.number() == other.number()) {
                fits[a].0 |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    fits
};

/// The Characters of one number.
#[inline]
pub const fn clan_cards(number: u8) -> Cards {
    Cards(
        0b11 << ((number - 1) * 2)
            | 0b11 << ((number + 8) * 2)
            | 0b11 << ((number + 17) * 2)
            | 0b11 << ((number + 26) * 2),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_the_sums_of_their_members() {
        let mut chance = table::chance::quick(3);
        for size in 0..9 {
            for _ in 0..50 {
                let some: Cards = (0..size).map(|_| Cards::CHARACTERS.pick(&mut chance)).collect();
                let fits = some.iter().fold(Cards::NONE, |all, card| all.or(card.fits()));
                let spouses = some.iter().fold(Cards::NONE, |all, card| all.or(card.spouses()));
                assert_eq!(some.relatives(), fits.or(some));
                assert_eq!(some.suitors(), spouses);
            }
        }
    }
}
