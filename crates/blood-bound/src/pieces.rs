//! Characters, icons, tokens and ability cards: what lies in the box.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

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
        match self {
            Clan::Rose => "Rose",
            Clan::Beast => "Beast",
        }
    }
}

/// A character's place in the hierarchy, or the cross of the Inquisitor (rules 2.1, 2.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
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
    /// All ten, in order.
    pub const ALL: [Rank; 10] = [
        Rank::Elder,
        Rank::Assassin,
        Rank::Harlequin,
        Rank::Alchemist,
        Rank::Mentalist,
        Rank::Guardian,
        Rank::Berserker,
        Rank::Mage,
        Rank::Courtesan,
        Rank::Inquisitor,
    ];

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
        [
            "Elder",
            "Assassin",
            "Harlequin",
            "Alchemist",
            "Mentalist",
            "Guardian",
            "Berserker",
            "Mage",
            "Courtesan",
            "Inquisitor",
        ][self as usize]
    }

    /// What the ability does, in a line.
    pub const fn ability(self) -> &'static str {
        [
            "Take the Quill: your clan is led by its highest number from now on.",
            "Another player suffers two wounds and gets the dagger.",
            "Look at the cards of two other players.",
            "After you intervene: whom you helped suffers a wound or heals one.",
            "Another player shows his rank as a wound and gets the dagger.",
            "Give a Shield and take its Sword: that player cannot be wounded.",
            "Whoever struck suffers a wound.",
            "Take a Staff and give one: their affiliation tokens are question marks.",
            "Give a Fan: nobody can intervene for that player.",
            "Lay the curses: win in place of a clan whose leader holds the True Curse.",
        ][self as usize]
    }

    /// The name of its picture.
    pub const fn icon(self) -> &'static str {
        [
            "crown",
            "backstab",
            "jester-hat",
            "potion-ball",
            "third-eye",
            "shield",
            "battle-axe",
            "wizard-staff",
            "lips",
            "holy-symbol",
        ][self as usize]
    }

    /// How many of the two affiliation icons show the own clan; the others are question marks (rule 2.2).
    pub const fn own_icons(self) -> u8 {
        match self {
            Rank::Elder | Rank::Mentalist | Rank::Guardian => 2,
            Rank::Berserker | Rank::Mage | Rank::Courtesan => 1,
            Rank::Assassin | Rank::Harlequin | Rank::Alchemist | Rank::Inquisitor => 0,
        }
    }
}

/// One of the twenty character cards: the Rose's nine, the Beast's nine, the two Inquisitors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Card(u8);

impl Card {
    /// How many character cards there are.
    pub const COUNT: usize = 20;

    /// A clan's character. The Inquisitor has no clan: his cards are told apart by their clue.
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

    /// All twenty.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..Card::COUNT).map(Card::at)
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

    /// Where it belongs; nowhere for the Inquisitor.
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

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.clan() {
            Some(clan) => write!(f, "{} {}", clan.name(), self.rank().name()),
            None => f.write_str("Inquisitor"),
        }
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
            .ok_or_else(|| D::Error::custom(format!("\"{id}\" is no character: write \"rose-elder\"")))
    }
}

/// A set of character cards: what somebody may be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cards(pub(crate) u32);

impl Cards {
    /// The eighteen members of the clans.
    pub const CLANS: Cards = Cards((1 << 18) - 1);
    /// The two Inquisitors.
    pub const INQUISITORS: Cards = Cards(0b11 << 18);

    /// One card.
    pub const fn one(card: Card) -> Cards {
        Cards(1 << card.0)
    }

    /// All cards of a rank.
    pub const fn of_rank(rank: Rank) -> Cards {
        match rank {
            Rank::Inquisitor => Cards::INQUISITORS,
            rank => Cards(1 << rank as u8 | 1 << (9 + rank as u8)),
        }
    }

    /// All cards of a clan.
    pub const fn of_clan(clan: Clan) -> Cards {
        match clan {
            Clan::Rose => Cards((1 << 9) - 1),
            Clan::Beast => Cards(((1 << 9) - 1) << 9),
        }
    }

    /// All cards with this clue icon.
    pub const fn of_clue(clue: Clan) -> Cards {
        let mut cards = 0;
        let mut i = 0;
        while i < Card::COUNT {
            if Card::at(i).clue() as u8 == clue as u8 {
                cards |= 1 << i;
            }
            i += 1;
        }
        Cards(cards)
    }

    /// All cards whose icons leave room for these affiliation tokens, taken without a Staff (rules 6.1, 6.2). At most two
    /// tokens in all.
    pub fn showing(rose: u8, beast: u8, unknown: u8) -> Cards {
        const TABLE: [u32; 27] = showing();
        Cards(TABLE[usize::from(rose * 9 + beast * 3 + unknown)])
    }

    /// In both sets.
    pub const fn and(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }

    /// In either set.
    pub const fn or(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }

    /// In this set but not in the other.
    pub const fn minus(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }

    /// Is it a member?
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// How many.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// None?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The card, if there is exactly one.
    pub const fn only(self) -> Option<Card> {
        if self.len() == 1 { Some(Card(self.0.trailing_zeros() as u8)) } else { None }
    }

    /// Members in order.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        Card::all().filter(move |&card| self.contains(card))
    }

    /// What all members agree on, if they do.
    pub fn agree<T: PartialEq>(self, of: impl Fn(Card) -> T) -> Option<T> {
        let first = of(self.iter().next()?);
        self.iter().all(|card| of(card) == first).then_some(first)
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cards, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        Ok(cards.into_iter().fold(Cards(0), |set, card| set.or(Cards::one(card))))
    }
}

const fn showing() -> [u32; 27] {
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Token {
    /// The sign of the Rose.
    Rose,
    /// The sign of the Beast.
    Beast,
    /// A question mark.
    Unknown,
    /// The rank token of the own character.
    Rank,
}

impl Token {
    /// All four.
    pub const ALL: [Token; 4] = [Token::Rose, Token::Beast, Token::Unknown, Token::Rank];
}

/// A set of kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TokenSet(u8);

impl TokenSet {
    pub(crate) const EMPTY: TokenSet = TokenSet(0);

    pub(crate) const fn with(self, token: Token) -> TokenSet {
        TokenSet(self.0 | 1 << token as u8)
    }

    pub(crate) const fn with_if(self, token: Token, when: bool) -> TokenSet {
        if when { self.with(token) } else { self }
    }

    pub(crate) const fn contains(self, token: Token) -> bool {
        self.0 >> token as u8 & 1 == 1
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Token> {
        Token::ALL.into_iter().filter(move |&token| self.contains(token))
    }

    /// The token, if there is no choice.
    pub(crate) const fn only(self) -> Option<Token> {
        if self.0.count_ones() == 1 { Some(Token::ALL[self.0.trailing_zeros() as usize]) } else { None }
    }
}

/// The colour of a Sword and its Shields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// One.
    Purple,
    /// The other.
    Green,
}

impl Colour {
    /// Both.
    pub const ALL: [Colour; 2] = [Colour::Purple, Colour::Green];

    /// As a word.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Purple => "purple",
            Colour::Green => "green",
        }
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
