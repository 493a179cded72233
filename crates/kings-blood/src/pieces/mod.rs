//! The cards: 72 Characters, 10 Events, and the King's Blood card that stays outside the deck.
//!
//! What a Character is follows from its place in the order (colour, number, gender); names, abilities, Events and points come
//! from `data/deck.toml`. Every card is unique: Events, too, have titles of their own.

mod cards;
mod data;

pub use cards::{CardIter, Cards, clan_cards};

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use table::{Blank, Code, Text};

use cards::FITS;

/// How many Characters there are.
pub const CHARACTERS: usize = 72;
/// How many cards are shuffled.
pub const DECK: usize = 82;
/// How many cards there are with the King's Blood card.
pub const CARDS: usize = 83;

/// A philosophy of life, shown by a colour, in the order of the cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// Yellow.
    Money,
    /// Green.
    Art,
    /// Red.
    Romance,
    /// Blue.
    Battle,
}

impl Colour {
    /// As people say it.
    pub const fn word(self) -> &'static str {
        ["Money", "Art", "Romance", "Battle"][self as usize]
    }

    const fn slug(self) -> &'static str {
        ["money", "art", "romance", "battle"][self as usize]
    }
}

/// A kind of Event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Discards a card.
    Assassination,
    /// Sends a card to a hand.
    Exile,
    /// Moves a card.
    NewConnection,
    /// Makes a card the new founder.
    Enthronement,
}

impl Kind {
    /// As people say it.
    pub const fn word(self) -> &'static str {
        ["Assassination", "Exile", "New Connection", "Enthronement"][self as usize]
    }
}

/// What a Character does to the next player when it is the last card put on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Special {
    /// The next player loses their turn.
    Skip,
    /// The direction of play is reversed.
    Reverse,
    /// The next player draws three cards.
    #[serde(rename = "draw-3")]
    Draw3,
}

/// A card. In files and on the wire a Character is `money-7-m` or `art-3-f`, an Event its kind and title, as in
/// `exile-closed-gate`, and the King's Blood card `kings-blood`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Code)]
pub struct Card(#[code(count = CARDS)] u8);

impl Card {
    /// The King's Blood card.
    pub const BLOOD: Card = Card(DECK as u8);

    /// The card with this index below [`CARDS`].
    ///
    /// # Panics
    /// If there is no such card.
    #[inline]
    pub const fn new(index: usize) -> Card {
        assert!(index < CARDS, "no such card");
        Card(index as u8)
    }

    /// The Character with this colour, number and gender.
    pub const fn character(colour: Colour, number: u8, woman: bool) -> Card {
        assert!(number >= 1 && number <= 9, "no such clan");
        Card(colour as u8 * 18 + (number - 1) * 2 + woman as u8)
    }

    /// For arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Is it a Character?
    #[inline]
    pub const fn is_character(self) -> bool {
        self.index() < CHARACTERS
    }

    /// A Character's colour.
    pub const fn colour(self) -> Colour {
        Colour::ALL[self.index() / 18 % 4]
    }

    /// A Character's number.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 % 18 / 2 + 1
    }

    /// Is this Character a woman?
    #[inline]
    pub const fn woman(self) -> bool {
        self.0 & 1 == 1
    }

    /// The kind of an Event; nothing for other cards.
    #[inline]
    pub fn kind(self) -> Option<Kind> {
        let events = &deck().kinds;
        self.index().checked_sub(CHARACTERS).and_then(|at| events.get(at)).copied()
    }

    /// May these two Characters declare a marriage: one colour, two genders (rule 6.1)?
    #[inline]
    pub const fn may_marry(self, other: Card) -> bool {
        self.0 / 18 == other.0 / 18 && (self.0 ^ other.0) & 1 == 1
    }

    /// The Characters that this one can be played beside: same colour or same number (rule 5.2).
    #[inline]
    pub const fn fits(self) -> Cards {
        FITS[self.index()]
    }

    /// Its points (rule 2.3).
    pub fn points(self) -> i32 {
        if self.is_character() {
            i32::from(self.number())
        } else {
            deck().points.get(self.index() - CHARACTERS).copied().unwrap_or(0)
        }
    }

    /// Its full name: "Tobrin Ashgrove", "Exile: Closed Gate". Borrowed, as a scene names every card.
    pub fn name(self) -> Text {
        Text::fixed(deck().names[self.index()].as_marked())
    }

    /// Its name in files.
    pub fn slug(self) -> &'static str {
        &deck().slugs[self.index()]
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}

impl Blank for Card {
    fn fill(&self, text: &mut String) {
        self.name().fill(text);
    }
}

impl FromStr for Card {
    type Err = String;

    fn from_str(text: &str) -> Result<Card, String> {
        let found = deck().slugs.iter().position(|slug| slug == text);
        found.map(Card::new).ok_or_else(|| {
            format!(
                "there is no card \"{text}\": Characters are called like money-7-m or art-3-f, Events like \
                 exile-closed-gate, and the King's Blood card kings-blood"
            )
        })
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.slug())
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Which Characters have abilities.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Specials {
    /// Those with Skip.
    pub skip: Cards,
    /// Those with Reverse.
    pub reverse: Cards,
    /// Those with Draw 3.
    pub draw: Cards,
}

impl Specials {
    /// All of them.
    #[inline]
    pub const fn all(&self) -> Cards {
        self.skip.union(self.reverse).union(self.draw)
    }

    /// What this card does.
    #[inline]
    pub const fn of(&self, card: Card) -> Option<Special> {
        match () {
            () if self.skip.contains(card) => Some(Special::Skip),
            () if self.reverse.contains(card) => Some(Special::Reverse),
            () if self.draw.contains(card) => Some(Special::Draw3),
            () => None,
        }
    }
}

/// What the data file says, in the form the rules use.
pub struct Deck {
    names: Vec<Text>,
    slugs: Vec<String>,
    kinds: Vec<Kind>,
    points: Vec<i32>,
    full: Specials,
    few: Specials,
    by_kind: [Cards; 4],
}

impl Deck {
    /// The abilities of the full set (24) or the small one (12), rule 2.2.
    #[inline]
    pub fn specials(&self, few: bool) -> &Specials {
        if few { &self.few } else { &self.full }
    }

    /// The Events of a kind.
    #[inline]
    pub fn of_kind(&self, kind: Kind) -> Cards {
        self.by_kind[kind as usize]
    }
}

/// The deck, read once.
#[inline]
pub fn deck() -> &'static Deck {
    static DECK: OnceLock<Deck> = OnceLock::new();
    DECK.get_or_init(|| match data::read(include_str!("../../data/deck.toml")) {
        Ok(deck) => deck,
        Err(error) => unreachable!("the deck built into the program is checked by a test: {error}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // rules 2.1, 2.3
    #[test]
    fn the_deck_has_eighty_two_cards() {
        let deck = deck();
        assert_eq!(Cards::DECK.len(), 82);
        for colour in Colour::ALL {
            for number in 1..=9 {
                for woman in [false, true] {
                    let card = Card::character(colour, number, woman);
                    assert_eq!((card.colour(), card.number(), card.woman()), (colour, number, woman));
                    assert_eq!(card.points(), i32::from(number));
                    assert_eq!(card.kind(), None);
                }
            }
        }
        let kinds = [Kind::Assassination, Kind::Exile, Kind::NewConnection, Kind::Enthronement];
        assert_eq!(kinds.map(|kind| deck.of_kind(kind).len()), [3, 3, 2, 2]);
        assert_eq!(kinds.map(|kind| deck.of_kind(kind).first().map_or(0, Card::points)), [10, 10, 10, 20]);
        assert_eq!(Card::BLOOD.points(), 20);
    }

    // rule 2.2
    #[test]
    fn abilities_follow_the_reconstruction() {
        let (full, few) = (deck().specials(false), deck().specials(true));
        assert_eq!((full.skip.len(), full.reverse.len(), full.draw.len()), (8, 8, 8));
        assert_eq!((few.skip.len(), few.reverse.len(), few.draw.len()), (4, 4, 4));
        for (c, colour) in Colour::ALL.into_iter().enumerate() {
            for (t, special) in [Special::Skip, Special::Reverse, Special::Draw3].into_iter().enumerate() {
                for k in 0..2 {
                    let number = ((2 * c + 3 * t + 4 * k) % 9 + 1) as u8;
                    let card = Card::character(colour, number, (c + t + k) % 2 == 1);
                    assert_eq!(full.of(card), Some(special), "{card:?}");
                    assert_eq!(few.of(card), (k == 0).then_some(special), "{card:?}");
                }
            }
        }
    }

    #[test]
    fn fitting_is_colour_or_number() {
        for a in Cards::CHARACTERS.iter() {
            for b in Cards::CHARACTERS.iter().filter(|&b| b != a) {
                let fits = a.colour() == b.colour() || a.number() == b.number();
                assert_eq!(a.fits().contains(b), fits);
                let marry = a.colour() == b.colour() && a.woman() != b.woman();
                assert_eq!(a.may_marry(b), marry);
                assert_eq!(a.spouses().contains(b), marry);
            }
            assert!(clan_cards(a.number()).contains(a));
            assert_eq!(clan_cards(a.number()).len(), 8);
        }
    }

    #[test]
    fn cards_have_readable_names() {
        assert!("money-1-m".parse().is_ok_and(|card: Card| card.name() == "Tobrin Ashgrove"));
        assert_eq!("exile-closed-gate".parse::<Card>().map(Card::kind), Ok(Some(Kind::Exile)));
        assert_eq!("kings-blood".parse(), Ok(Card::BLOOD));
        assert!("money-0-m".parse::<Card>().is_err());
    }
}
