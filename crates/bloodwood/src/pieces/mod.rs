//! Cards, decks and entities: what is in the box.

mod bag;
mod playable;

use std::fmt;

use serde::{Deserialize, Serialize};
use table::{Blank, Code};

pub use bag::{Cards, Kinds};
pub use playable::{Playable, Targeted, Untargeted};

/// The two draw decks. A card always belongs to the deck whose back it has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deck {
    /// Bites, curses and other attacks.
    Night,
    /// Cures, keys and questions.
    Day,
}

impl Deck {
    /// The other one.
    #[inline]
    pub const fn other(self) -> Deck {
        Deck::ALL[1 - self.index()]
    }

    /// "Day" or "Night".
    pub const fn name(self) -> &'static str {
        ["Night", "Day"][self as usize]
    }
}

impl Blank for Deck {
    fn fill(&self, text: &mut String) {
        self.name().fill(text);
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

/// A card: its face, and for the two specials also its back, because it returns to that deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Code, Serialize, Deserialize)]
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

impl Special {
    /// The rule about it.
    pub(crate) const fn rule(self) -> &'static str {
        match self {
            Special::Eclipse => "4.2",
            Special::TimeLoop => "4.3",
        }
    }
}

use Card::*;

impl Card {
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
        FACES[self.index()].0
    }

    /// The name of a picture.
    pub const fn icon(self) -> &'static str {
        FACES[self.index()].1
    }

    /// One line: what it does.
    pub const fn text(self) -> &'static str {
        FACES[self.index()].2
    }
}

const ECLIPSE: &str = "The phase flips, and its count starts again with you. Draw a card and play again.";
const TIME_LOOP: &str = "Turns reverse, and the count starts again with you. Draw a card and play again.";

/// By card: its name, its picture, and what it does.
const FACES: [(&str, &str, &str); CARDS] = [
    ("Bite", "fangs", "Turns another player's DNA over: pure becomes mutated, mutated becomes pure."),
    (
        "Curse Mark",
        "evil-eyes",
        "Two turns to be rid of it, by a Candle or a Bite, or the mutation is for good.",
    ),
    ("Chains", "crossed-chains", "No Night cards, no Mirror, until Keys open them."),
    ("Tranquillizer", "syringe", "Helpless now, and the next turn is slept through."),
    (
        "Voodoo",
        "voodoo-doll",
        "Take another's hand, keep up to four of all, give the rest back. Nobody draws.",
    ),
    ("The Leshy", "evil-tree", "Everybody else discards two cards."),
    (
        "The Hunter",
        "crossbow",
        "Discard your hand, get a card from all others, keep up to four. Nobody draws.",
    ),
    ("Mirror", "mirror-mirror", "Answer: the Night card played on you falls back on the attacker."),
    ("Eclipse (Night card)", "eclipse", ECLIPSE),
    ("Time Loop (Night card)", "clockwise-rotation", TIME_LOOP),
    ("Vaccine", "medicines", "Makes a mutated player pure again, unless the mutation is for good."),
    ("Candle", "candle-light", "Burns a Curse Mark away."),
    ("Keys", "key", "Opens Chains."),
    ("Pandora's Box", "open-chest", "A player, you or another, discards the whole hand and draws four."),
    ("Thief", "robber-hand", "Take a random card from another player's hand."),
    ("Blood Test", "test-tubes", "Another player shows you, and only you, their entity."),
    ("Confession", "prayer", "Show your entity to one other player, and only to that one."),
    ("Amulet", "gem-pendant", "Answer: the Night card played on you has no effect."),
    ("Eclipse (Day card)", "eclipse", ECLIPSE),
    ("Time Loop (Day card)", "clockwise-rotation", TIME_LOOP),
];

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Blank for Card {
    fn fill(&self, text: &mut String) {
        self.name().fill(text);
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
        ["Vampires", "Werewolves"][self as usize]
    }
}

/// What a player secretly is, in the order of [`entity_counts`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Code, Serialize, Deserialize)]
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
        ["Vampire", "Werewolf", "Dracula", "The Alpha"][self as usize]
    }
}

/// How many of each entity a game has: `[Vampire, Werewolf, Dracula, The Alpha]`, as many as there are players. With an odd
/// number the larger side has no leader.
pub const fn entity_counts(players: usize, leaders: bool, larger: Faction) -> [u8; 4] {
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

/// The entities left to deal once these are taken: for each side that may be the larger, or nothing where too many are taken.
/// With an even number of players there is only one way, which comes first.
pub(crate) fn entities_left(players: usize, leaders: bool, taken: [u8; 4]) -> [Option<[u8; 4]>; 2] {
    let left = |larger: Faction| {
        let mut left = entity_counts(players, leaders, larger);
        for (left, taken) in left.iter_mut().zip(taken) {
            *left = left.checked_sub(taken)?;
        }
        Some(left)
    };
    let odd = players % 2 == 1;
    [left(Faction::Vampires), if odd { left(Faction::Werewolves) } else { None }]
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
}
