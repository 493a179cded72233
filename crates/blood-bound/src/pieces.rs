//! Characters, icons, tokens and ability cards: what lies in the box.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use table::{Blank, Code, Text, bit_set, say};

/// One of the two clans.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clan {
    /// Red.
    Rose,
    /// Blue.
    Beast,
}

impl Clan {
    /// The other one.
    pub const fn rival(self) -> Clan {
        match self {
            Clan::Rose => Clan::Beast,
            Clan::Beast => Clan::Rose,
        }
    }

    /// On the banner.
    pub const fn name(self) -> &'static str {
        ["Rose", "Beast"][self as usize]
    }

    /// Its nine cards.
    pub const fn cards(self) -> Cards {
        Cards::from_bits(match self {
            Clan::Rose => (1 << 9) - 1,
            Clan::Beast => ((1 << 9) - 1) << 9,
        })
    }

    /// All cards with its clue icon.
    pub const fn clued_cards(self) -> Cards {
        const BEAST: u32 = {
            let (mut cards, mut at) = (0, 0);
            while at < Card::COUNT {
                cards |= (Card::at(at).clue() as u32) << at;
                at += 1;
            }
            cards
        };
        Cards::from_bits(match self {
            Clan::Rose => !BEAST & ((1 << Card::COUNT) - 1),
            Clan::Beast => BEAST,
        })
    }
}

/// A character's place in the hierarchy, or the cross of the Inquisitor (rules 2.1, 2.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Rank {
    Elder,
    Assassin,
    Harlequin,
    Alchemist,
    Mentalist,
    Guardian,
    Berserker,
    Mage,
    Courtesan,
    Inquisitor,
}

impl Rank {
    /// 1 to 9; 10 stands for the cross.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// What is printed on the rank token.
    pub const fn sign(self) -> &'static str {
        ["1", "2", "3", "4", "5", "6", "7", "8", "9", "✚"][self as usize]
    }

    /// The character's name.
    pub const fn name(self) -> &'static str {
        RANKS[self as usize].0
    }

    /// What the ability does, in a line.
    pub const fn ability(self) -> &'static str {
        RANKS[self as usize].2
    }

    /// The name of its picture.
    pub const fn icon(self) -> &'static str {
        RANKS[self as usize].1
    }

    /// How many of its two affiliation icons show its clan; the others are question marks (rule 2.2).
    pub const fn own_icons(self) -> u8 {
        match self {
            Rank::Elder | Rank::Mentalist | Rank::Guardian => 2,
            Rank::Berserker | Rank::Mage | Rank::Courtesan => 1,
            Rank::Assassin | Rank::Harlequin | Rank::Alchemist | Rank::Inquisitor => 0,
        }
    }

    /// The rule of its ability.
    pub const fn rule(self) -> &'static str {
        ["8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.9", "8.10", "8.12", "9.1"][self as usize]
    }

    /// Both of its cards.
    pub const fn cards(self) -> Cards {
        match self {
            Rank::Inquisitor => INQUISITORS,
            rank => Cards::from_bits(1 << rank as u8 | 1 << (9 + rank as u8)),
        }
    }
}

/// By rank: the character's name, its picture, and what the ability does.
const RANKS: [(&str, &str, &str); 10] = [
    ("Elder", "crown", "Take the Quill: your clan is led by its highest number from now on."),
    ("Assassin", "backstab", "Another player suffers two wounds and gets the dagger."),
    ("Harlequin", "jester-hat", "Look at the cards of two other players."),
    ("Alchemist", "potion-ball", "After you intervene: the player you helped suffers a wound or heals one."),
    ("Mentalist", "third-eye", "Another player suffers a wound, shows their rank and gets the dagger."),
    ("Guardian", "shield", "Give a Shield and take its Sword: that player cannot be wounded."),
    ("Berserker", "battle-axe", "The attacker suffers a wound."),
    (
        "Mage",
        "wizard-staff",
        "Take a Staff and give one: holders take question marks for affiliation tokens.",
    ),
    ("Courtesan", "lips", "Give a Fan: nobody can intervene for that player."),
    (
        "Inquisitor",
        "holy-symbol",
        "Lay the curses: win in place of a clan whose leader holds the True Curse.",
    ),
];

/// One of the twenty character cards: the Rose's nine, the Beast's nine, the two Inquisitors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Code)]
pub struct Card(#[code(count = Card::COUNT)] u8);

impl Card {
    /// How many character cards there are.
    pub const COUNT: usize = 20;

    /// A clan's character. The Inquisitor has no clan: for his cards it is the clue.
    pub const fn new(clan: Clan, rank: Rank) -> Card {
        match (clan, rank) {
            (Clan::Rose, Rank::Inquisitor) => Card(18),
            (Clan::Beast, Rank::Inquisitor) => Card(19),
            (Clan::Rose, rank) => Card(rank as u8),
            (Clan::Beast, rank) => Card(9 + rank as u8),
        }
    }

    /// The card with this index, below [`Card::COUNT`].
    pub(crate) const fn at(index: usize) -> Card {
        Card(index as u8)
    }

    /// `0..20`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Rank or cross.
    pub const fn rank(self) -> Rank {
        Rank::ALL[match self.0 {
            0..9 => self.0,
            9..18 => self.0 - 9,
            _ => 9,
        } as usize]
    }

    /// The clan it belongs to; none for the Inquisitor.
    pub const fn clan(self) -> Option<Clan> {
        match self.0 {
            0..9 => Some(Clan::Rose),
            9..18 => Some(Clan::Beast),
            _ => None,
        }
    }

    /// Does it stand outside the clans?
    pub const fn is_inquisitor(self) -> bool {
        self.0 >= 18
    }

    /// The clue icon (rules 2.3, 2.4).
    pub const fn clue(self) -> Clan {
        match self.0 {
            2 => Clan::Beast,
            11 => Clan::Rose,
            0..9 | 18 => Clan::Rose,
            _ => Clan::Beast,
        }
    }

    /// "Rose Elder", "Inquisitor".
    pub fn name(self) -> Text {
        let rank = self.rank().name();
        match self.clan() {
            Some(Clan::Rose) => say!("Rose {rank}"),
            Some(Clan::Beast) => say!("Beast {rank}"),
            None => rank.into(),
        }
    }

    /// In files and on the wire: `rose-elder`, `inquisitor-beast` (by its clue).
    pub fn id(self) -> String {
        let (clan, rank) = (self.clan().unwrap_or(self.clue()).name(), self.rank().name());
        let id = if self.is_inquisitor() { format!("{rank}-{clan}") } else { format!("{clan}-{rank}") };
        id.to_lowercase()
    }

    /// The card with this id.
    pub fn from_id(id: &str) -> Option<Card> {
        Card::all().find(|card| card.id() == id)
    }
}

impl Blank for Card {
    fn fill(&self, text: &mut String) {
        self.name().fill(text);
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.id())
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        let id = String::deserialize(deserializer)?;
        Card::from_id(&id)
            .ok_or_else(|| D::Error::custom(format!("\"{id}\" is not a character: write \"rose-elder\"")))
    }
}

bit_set! {
    /// A set of character cards: what somebody may be.
    pub struct Cards(u32) of 20 Card by CardIter:
    card => card.0, index => Card(index), shown by std::convert::identity
}

/// The eighteen members of the clans.
pub const CLANS: Cards = Cards::from_bits((1 << 18) - 1);
/// The two Inquisitors.
pub const INQUISITORS: Cards = Cards::from_bits(0b11 << 18);

/// What all these cards have in common, if anything.
pub fn in_common<T: PartialEq>(cards: Cards, of: impl Fn(Card) -> T) -> Option<T> {
    let first = of(cards.first()?);
    cards.iter().all(|card| of(card) == first).then_some(first)
}

/// All cards whose icons leave room for these affiliation tokens, taken without a Staff (rules 6.1, 6.2). At most two tokens in
/// all.
pub fn showing(rose: u8, beast: u8, unknown: u8) -> Cards {
    const TABLE: [u32; 27] = showing_table();
    Cards::from_bits(TABLE[usize::from(rose * 9 + beast * 3 + unknown)])
}

const fn showing_table() -> [u32; 27] {
    let mut table = [0; 27];
    let mut i = 0;
    while i < 27 {
        let (rose, beast, unknown) = (i as u8 / 9, i as u8 / 3 % 3, i as u8 % 3);
        let mut c = 0;
        while c < Card::COUNT {
            let card = Card::at(c);
            let own = card.rank().own_icons();
            let fits = match card.clan() {
                Some(Clan::Rose) => rose <= own && beast == 0 && unknown <= 2 - own,
                Some(Clan::Beast) => beast <= own && rose == 0 && unknown <= 2 - own,
                None => rose + beast + unknown <= 2,
            };
            if fits {
                table[i] |= 1 << c;
            }
            c += 1;
        }
        i += 1;
    }
    table
}

/// What a wounded player can take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Token {
    /// The sign of the Rose.
    Rose,
    /// The sign of the Beast.
    Beast,
    /// A question mark.
    Unknown,
    /// The rank token of one's own character.
    Rank,
}

bit_set! {
    /// A set of kinds of tokens.
    pub(crate) struct TokenSet(u8) of 4 Token by TokenIter:
    token => token as u8, number => Token::ALL[number as usize], shown by std::convert::identity
}

/// Of rose, beast, question mark and rank those that are there.
#[inline]
pub(crate) fn token_set(rose: bool, beast: bool, unknown: bool, rank: bool) -> TokenSet {
    let bit = |there: bool, token: Token| u8::from(there) << token as u8;
    TokenSet::from_bits(
        bit(rose, Token::Rose)
            | bit(beast, Token::Beast)
            | bit(unknown, Token::Unknown)
            | bit(rank, Token::Rank),
    )
}

/// The colour of a Sword and its Shields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// One.
    Purple,
    /// The other.
    Green,
}

impl Colour {
    /// As a word.
    pub const fn name(self) -> &'static str {
        ["purple", "green"][self as usize]
    }

    /// Its Sword in a sentence.
    pub const fn sword(self) -> &'static str {
        ["purple Sword", "green Sword"][self as usize]
    }

    /// Its Shields in a sentence.
    pub const fn shield(self) -> &'static str {
        ["purple Shield", "green Shield"][self as usize]
    }
}

/// How many ability cards the supply holds (rule 3.5).
pub(crate) mod supply {
    pub(crate) const QUILLS: usize = 2;
    pub(crate) const SHIELDS_PER_COLOUR: usize = 2;
    pub(crate) const STAFFS: usize = 6;
    pub(crate) const FANS: usize = 4;

    /// One True Curse and some False ones; none without the Inquisitor.
    pub(crate) const fn curses(players: usize) -> usize {
        match players {
            7 => 2,
            9 => 3,
            11 => 4,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_have_ids() {
        for card in Card::all() {
            assert_eq!(Card::from_id(&card.id()), Some(card));
            assert_eq!(card, Card::at(card.index()));
            if let Some(clan) = card.clan() {
                assert_eq!(Card::new(clan, card.rank()), card);
            }
        }
        assert_eq!(Card::from_id("rose-elder"), Some(Card::new(Clan::Rose, Rank::Elder)));
    }
}
