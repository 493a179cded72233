//! Cards, decks and entities: what is in the box, and the small bags they are carried in.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The two draw decks. A card belongs for good to the deck whose back it has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deck {
    /// Bites, curses and their kin.
    Night,
    /// Cures, keys and questions.
    Day,
}

impl Deck {
    /// Both.
    pub const ALL: [Deck; 2] = [Deck::Night, Deck::Day];

    /// For arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    #[inline]
    pub const fn other(self) -> Deck {
        match self {
            Deck::Night => Deck::Day,
            Deck::Day => Deck::Night,
        }
    }

    /// "Day" or "Night".
    pub const fn name(self) -> &'static str {
        match self {
            Deck::Night => "Night",
            Deck::Day => "Day",
        }
    }
}

/// How many different cards a deck has.
pub const RANKS: usize = 10;
/// How many different cards there are.
pub const CARDS: usize = 2 * RANKS;
/// How many cards a deck has.
pub const DECK_SIZE: u8 = 68;
/// A hand is filled up to this many cards.
pub const HAND: u8 = 4;

/// A card: its face, and for the two specials also its back, because it goes home to that deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are those of the cards")]
pub enum Card {
    Bite,
    CurseMark,
    Chains,
    Tranquillizer,
    Voodoo,
    Leshy,
    Hunter,
    Mirror,
    NightEclipse,
    NightTimeLoop,
    Vaccine,
    Candle,
    Keys,
    PandorasBox,
    Thief,
    BloodTest,
    Confession,
    Amulet,
    DayEclipse,
    DayTimeLoop,
}

/// What sort of card it is, which decides when it may be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// In its own phase, on a player.
    Targeted,
    /// In its own phase, on the whole table.
    Sweeping,
    /// In any phase.
    Special(Special),
    /// Only as an answer.
    Defence,
}

/// The two cards that may be played in any phase and give another play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Special {
    /// Flips the phase.
    Eclipse,
    /// Turns the order round.
    TimeLoop,
}

use Card::*;

impl Card {
    /// Every card once, Night first.
    pub const ALL: [Card; CARDS] = [
        Bite,
        CurseMark,
        Chains,
        Tranquillizer,
        Voodoo,
        Leshy,
        Hunter,
        Mirror,
        NightEclipse,
        NightTimeLoop,
        Vaccine,
        Candle,
        Keys,
        PandorasBox,
        Thief,
        BloodTest,
        Confession,
        Amulet,
        DayEclipse,
        DayTimeLoop,
    ];

    /// For arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Which deck it comes from and goes back to.
    #[inline]
    pub const fn deck(self) -> Deck {
        if self.index() < RANKS { Deck::Night } else { Deck::Day }
    }

    /// Its place in its deck's list.
    #[inline]
    pub const fn rank(self) -> usize {
        self.index() % RANKS
    }

    /// The card at a place in a deck's list.
    #[inline]
    pub const fn of(deck: Deck, rank: usize) -> Card {
        Card::ALL[deck.index() * RANKS + rank]
    }

    /// How many the box has.
    pub const fn copies(self) -> u8 {
        match self {
            Bite => 16,
            Leshy | Hunter => 4,
            NightEclipse | NightTimeLoop | DayEclipse | DayTimeLoop => 2,
            _ => 8,
        }
    }

    /// What sort of card it is.
    #[inline]
    pub const fn sort(self) -> Sort {
        match self {
            Bite | CurseMark | Chains | Tranquillizer | Voodoo => Sort::Targeted,
            Vaccine | Candle | Keys | PandorasBox | Thief | BloodTest | Confession => Sort::Targeted,
            Leshy | Hunter => Sort::Sweeping,
            Mirror | Amulet => Sort::Defence,
            NightEclipse | DayEclipse => Sort::Special(Special::Eclipse),
            NightTimeLoop | DayTimeLoop => Sort::Special(Special::TimeLoop),
        }
    }

    /// Its name at the table.
    pub const fn name(self) -> &'static str {
        match self {
            Bite => "Bite",
            CurseMark => "Curse Mark",
            Chains => "Chains",
            Tranquillizer => "Tranquillizer",
            Voodoo => "Voodoo",
            Leshy => "The Leshy",
            Hunter => "The Hunter",
            Mirror => "Mirror",
            NightEclipse => "Eclipse (Night card)",
            NightTimeLoop => "Time Loop (Night card)",
            Vaccine => "Vaccine",
            Candle => "Candle",
            Keys => "Keys",
            PandorasBox => "Pandora's Box",
            Thief => "Thief",
            BloodTest => "Blood Test",
            Confession => "Confession",
            Amulet => "Amulet",
            DayEclipse => "Eclipse (Day card)",
            DayTimeLoop => "Time Loop (Day card)",
        }
    }

    /// One line: what it does.
    pub const fn text(self) -> &'static str {
        match self {
            Bite => "Turns another's DNA over: pure becomes mutated, mutated becomes pure.",
            CurseMark => "Two turns to be rid of it, or the mutation is for good.",
            Chains => "No Night cards, no Mirror, until Keys open them.",
            Tranquillizer => "Helpless now, and the next turn is slept through.",
            Voodoo => "Take a whole hand, keep up to four of all, give the rest back. Nobody draws.",
            Leshy => "Everybody else discards two cards.",
            Hunter => "Throw your hand away; everybody else gives you a card. Nobody draws.",
            Mirror => "Answer: the Night card falls back on whoever played it.",
            NightEclipse | DayEclipse => {
                "The phase flips, the count restarts with you; draw one and play on."
            }
            NightTimeLoop | DayTimeLoop => {
                "The order turns round, the count restarts with you; draw one and play on."
            }
            Vaccine => "Makes a mutated player pure again, unless the mutation is for good.",
            Candle => "Burns a Curse Mark away.",
            Keys => "Opens Chains.",
            PandorasBox => "A player throws the whole hand away and draws four.",
            Thief => "Take a random card from another hand.",
            BloodTest => "Another shows you, and only you, the entity.",
            Confession => "Show your own entity to one who has not heard it from you.",
            Amulet => "Answer: the Night card played on you comes to nothing.",
        }
    }

    /// The name of a picture.
    pub const fn icon(self) -> &'static str {
        match self {
            Bite => "fangs",
            CurseMark => "evil-eyes",
            Chains => "crossed-chains",
            Tranquillizer => "syringe",
            Voodoo => "voodoo-doll",
            Leshy => "evil-tree",
            Hunter => "crossbow",
            Mirror => "mirror-mirror",
            NightEclipse | DayEclipse => "eclipse",
            NightTimeLoop | DayTimeLoop => "clockwise-rotation",
            Vaccine => "medicines",
            Candle => "candle-light",
            Keys => "key",
            PandorasBox => "open-chest",
            Thief => "robber-hand",
            BloodTest => "test-tubes",
            Confession => "prayer",
            Amulet => "gem-pendant",
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The composition of a full deck, by rank.
pub const fn full_deck(deck: Deck) -> [u8; RANKS] {
    let mut counts = [0; RANKS];
    let mut rank = 0;
    while rank < RANKS {
        counts[rank] = Card::of(deck, rank).copies();
        rank += 1;
    }
    counts
}

/// The two sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Faction {
    /// Led by Dracula.
    Vampires,
    /// Led by the Alpha.
    Werewolves,
}

impl Faction {
    /// The name of a side.
    pub const fn name(self) -> &'static str {
        match self {
            Faction::Vampires => "Vampires",
            Faction::Werewolves => "Werewolves",
        }
    }
}

/// What a player secretly is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entity {
    /// One of the Vampires.
    Vampire,
    /// One of the Werewolves.
    Werewolf,
    /// Leader of the Vampires.
    Dracula,
    /// Leader of the Werewolves.
    Alpha,
}

impl Entity {
    /// All of them, in the order of [`cast`].
    pub const ALL: [Entity; 4] = [Entity::Vampire, Entity::Werewolf, Entity::Dracula, Entity::Alpha];

    /// How many there are of each: `[Vampire, Werewolf, Dracula, The Alpha]`. A box with twelve entity cards lacks one or two
    /// for eleven players and for twelve without leaders.
    pub const SUPPLY: [u8; 4] = [6, 6, 1, 1];

    /// Which side it is on.
    pub const fn faction(self) -> Faction {
        match self {
            Entity::Vampire | Entity::Dracula => Faction::Vampires,
            Entity::Werewolf | Entity::Alpha => Faction::Werewolves,
        }
    }

    /// Does it know everybody?
    pub const fn leads(self) -> bool {
        matches!(self, Entity::Dracula | Entity::Alpha)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Entity::Vampire => "Vampire",
            Entity::Werewolf => "Werewolf",
            Entity::Dracula => "Dracula",
            Entity::Alpha => "The Alpha",
        }
    }

    /// Its name in a sentence about somebody: "a Vampire", "Dracula".
    pub const fn a_name(self) -> &'static str {
        match self {
            Entity::Vampire => "a Vampire",
            Entity::Werewolf => "a Werewolf",
            Entity::Dracula => "Dracula",
            Entity::Alpha => "The Alpha",
        }
    }
}

/// How many of each entity a game has: `[Vampire, Werewolf, Dracula, The Alpha]`, as many as there are players. With an odd
/// number the larger side has no leader.
pub const fn cast(players: usize, leaders: bool, larger: Faction) -> [u8; 4] {
    let small = (players / 2) as u8;
    let large = players as u8 - small;
    if !leaders {
        return [small, large, 0, 0];
    }
    if small == large {
        return [small - 1, large - 1, 1, 1];
    }
    match larger {
        Faction::Vampires => [large, small - 1, 0, 1],
        Faction::Werewolves => [small - 1, large, 1, 0],
    }
}

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

    /// The `n`-th card in order, counted from 0. There must be so many.
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

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        for (i, card) in self.kinds().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            match self.count(card) {
                1 => write!(f, "{card}")?,
                n => write!(f, "{n}× {card}")?,
            }
        }
        Ok(())
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
    use super::*;

    #[test]
    fn each_deck_has_sixty_eight_cards() {
        for deck in Deck::ALL {
            assert_eq!(full_deck(deck).iter().sum::<u8>(), DECK_SIZE);
        }
        assert!(Card::ALL.iter().enumerate().all(|(i, card)| card.index() == i));
    }

    #[test]
    fn a_bag_counts_what_is_in_it() {
        let mut bag: Cards = [Candle, Bite, Bite, Amulet].into_iter().collect();
        assert_eq!((bag.len(), bag.of_deck(Deck::Day), bag.count(Bite)), (4, 2, 2));
        assert_eq!(bag.iter().collect::<Vec<_>>(), [Bite, Bite, Candle, Amulet]);
        assert_eq!((0..4).map(|n| bag.nth(n)).collect::<Vec<_>>(), [Bite, Bite, Candle, Amulet]);
        bag.remove(Bite);
        assert_eq!(format!("{bag}"), "Bite, Candle, Amulet");
        let json = serde_json::to_string(&bag).unwrap();
        assert_eq!(json, r#"["bite","candle","amulet"]"#);
        assert_eq!(serde_json::from_str::<Cards>(&json).unwrap(), bag);
        let eleven: Cards = std::iter::repeat_n(Bite, 11).collect();
        assert_eq!(eleven.len(), 11);
    }
}
