//! Small bags of cards: hands, and what is chosen from them.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use table::{Blank, Text, say};

use super::{Card, Deck};

/// A bag of cards: four bits for each, so up to fifteen alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards([u64; 2]);

const NIBBLE: u64 = 0x1111_1111_1111_1111;
const BYTE_LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
const BYTE_ONES: u64 = 0x0101_0101_0101_0101;

impl Cards {
    /// No cards.
    pub const EMPTY: Cards = Cards([0; 2]);

    /// How many of this card.
    #[inline]
    pub const fn count(self, card: Card) -> u8 {
        (self.0[card.deck().index()] >> (4 * card.rank()) & 15) as u8
    }

    /// Is there at least one of this card?
    #[inline]
    pub const fn has(self, card: Card) -> bool {
        self.count(card) > 0
    }

    /// Puts one in.
    #[inline]
    pub fn add(&mut self, card: Card) {
        debug_assert!(self.count(card) < 15, "a bag holds fifteen alike");
        self.0[card.deck().index()] += 1 << (4 * card.rank());
    }

    /// Takes one out, which must be there.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        debug_assert!(self.has(card), "no {card} to take");
        self.0[card.deck().index()] -= 1 << (4 * card.rank());
    }

    /// These and those.
    #[inline]
    pub fn plus(self, other: Cards) -> Cards {
        Cards([self.0[0] + other.0[0], self.0[1] + other.0[1]])
    }

    /// These without those, all of which must be there.
    #[inline]
    pub fn minus(self, other: Cards) -> Cards {
        Cards([self.0[0] - other.0[0], self.0[1] - other.0[1]])
    }

    /// How many from one deck.
    #[inline]
    pub const fn of_deck(self, deck: Deck) -> u8 {
        let packed = self.0[deck.index()];
        let pairs = (packed & BYTE_LOW) + (packed >> 4 & BYTE_LOW);
        (pairs.wrapping_mul(BYTE_ONES) >> 56) as u8
    }

    /// How many in all.
    #[inline]
    pub const fn len(self) -> u8 {
        self.of_deck(Deck::Night) + self.of_deck(Deck::Day)
    }

    /// None at all?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// Each different card once, in order.
    #[inline]
    pub fn kinds(self) -> Kinds {
        let some = |packed: u64| (packed | packed >> 1 | packed >> 2 | packed >> 3) & NIBBLE;
        Kinds([some(self.0[0]), some(self.0[1])])
    }

    /// Every card, in order.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        self.kinds().flat_map(move |card| std::iter::repeat_n(card, self.count(card).into()))
    }

    /// The `n`-th card in order, counted from 0. There must be more than `n`.
    #[inline]
    pub fn nth(self, n: u32) -> Card {
        let mut left = n as u8;
        for card in self.kinds() {
            let here = self.count(card);
            if left < here {
                return card;
            }
            left -= here;
        }
        unreachable!("the bag holds fewer cards than that")
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Blank for Cards {
    fn fill(&self, text: &mut String) {
        if self.is_empty() {
            return say!("nothing").fill(text);
        }
        let alike = |card: Card| match self.count(card) {
            1 => Text::filled(&card),
            n => say!("{n} x {card}"),
        };
        Text::list(self.kinds().map(alike)).fill(text);
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> Cards {
        let mut bag = Cards::EMPTY;
        cards.into_iter().for_each(|card| bag.add(card));
        bag
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::<Card>::deserialize(deserializer)?;
        let mut bag = Cards::EMPTY;
        for card in list {
            if bag.count(card) >= 15 {
                return Err(serde::de::Error::custom(format!("too many copies of {card}")));
            }
            bag.add(card);
        }
        Ok(bag)
    }
}

/// The different cards of a bag. See [`Cards::kinds`].
#[derive(Clone, Debug)]
pub struct Kinds([u64; 2]);

impl Iterator for Kinds {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        for deck in Deck::ALL {
            let left = &mut self.0[deck.index()];
            if *left != 0 {
                let rank = left.trailing_zeros() as usize / 4;
                *left &= *left - 1;
                return Some(Card::of(deck, rank));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Card::*;
    use super::*;

    #[test]
    fn a_bag_counts_what_is_in_it() {
        let mut bag: Cards = [Candle, Bite, Bite, Amulet].into_iter().collect();
        assert_eq!((bag.len(), bag.of_deck(Deck::Day), bag.count(Bite)), (4, 2, 2));
        assert_eq!(bag.iter().collect::<Vec<_>>(), [Bite, Bite, Candle, Amulet]);
        assert_eq!((0..4).map(|n| bag.nth(n)).collect::<Vec<_>>(), [Bite, Bite, Candle, Amulet]);
        bag.remove(Bite);
        assert_eq!(Text::filled(&bag), "Bite, Candle and Amulet");
        let json = serde_json::to_string(&bag).unwrap();
        assert_eq!(json, r#"["bite","candle","amulet"]"#);
        assert_eq!(serde_json::from_str::<Cards>(&json).unwrap(), bag);
        let eleven: Cards = std::iter::repeat_n(Bite, 11).collect();
        assert_eq!(eleven.len(), 11);
    }
}
