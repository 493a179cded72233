//! Sets of cards.

use table::{Chance, bit_set};

use super::{CARDS, CHARACTERS, Card, DECK};

/// The Characters of the first colour; each further colour is 18 places on.
const COLOUR: u128 = (1 << 18) - 1;
/// Every second card.
const MEN: u128 = u128::MAX / 3;
const WOMEN: u128 = MEN << 1;

impl Card {
    /// The Characters that this one may declare a marriage with: its colour, the other gender (rule 6.1).
    #[inline]
    pub const fn spouses(self) -> Cards {
        let colour = COLOUR << (self.0 / 18 * 18);
        Cards(colour & if self.woman() { MEN } else { WOMEN })
    }
}

bit_set! {
    /// A set of cards, in the order of the deck.
    pub struct Cards(u128) of 83 Card by CardIter:
    card => card.0, index => Card(index), shown by std::convert::identity
}

impl Cards {
    /// All 72 Characters.
    pub const CHARACTERS: Cards = Cards((1 << CHARACTERS) - 1);
    /// The 82 cards that are shuffled.
    pub const DECK: Cards = Cards((1 << DECK) - 1);

    /// Puts a card in or takes it out.
    #[inline]
    pub const fn set(&mut self, card: Card, is: bool) {
        self.0 = self.0 & !(1 << card.0) | (is as u128) << card.0;
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
                if self.contains(card) {
                    return card;
                }
            }
        }
        let skip = chance.index(count);
        self.iter().nth(skip).unwrap_or(Card(0))
    }
}

/// For each Character, those of its colour or its number.
pub(super) const FITS: [Cards; CARDS] = {
    let mut fits = [Cards::EMPTY; CARDS];
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
                let fits = some.iter().fold(Cards::EMPTY, |all, card| all.union(card.fits()));
                let spouses = some.iter().fold(Cards::EMPTY, |all, card| all.union(card.spouses()));
                assert_eq!(some.relatives(), fits.union(some));
                assert_eq!(some.suitors(), spouses);
            }
        }
    }
}
