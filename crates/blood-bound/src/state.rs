//! The whole truth as plain data.

use serde::{Deserialize, Serialize};
use table::{MAX_SEATS, Seat, SeatSet};

use crate::Options;
use crate::pieces::{Card, Cards, Clan, Colour, Rank, Token, TokenSet, token_set};

/// A game of Blood Bound.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) options: Options,
    /// Who holds the dagger; during an attack, the attacker.
    pub(crate) dagger: Seat,
    /// How often in a row the dagger has been passed; not counted where patience is endless.
    pub(crate) passes: u8,
    pub(crate) phase: Phase,
    /// Everybody's character; meaningless beyond the last seat.
    pub(crate) cards: [Card; MAX_SEATS],
    /// What this seat may still be, by all that has happened in the open. Never forgotten.
    pub(crate) open: [Cards; MAX_SEATS],
    pub(crate) tokens: [Tokens; MAX_SEATS],
    /// At whose cards this seat has looked as Harlequin.
    pub(crate) looks: [SeatSet; MAX_SEATS],
    pub(crate) quills: SeatSet,
    pub(crate) swords: [Option<Seat>; 2],
    pub(crate) shields: [SeatSet; 2],
    pub(crate) staffs: SeatSet,
    pub(crate) fans: SeatSet,
    /// Who holds a curse. Nobody: they lie in the supply.
    pub(crate) curses: SeatSet,
    pub(crate) true_curse: Option<Seat>,
}

/// The tokens before a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Tokens {
    pub(crate) rose: u8,
    pub(crate) beast: u8,
    pub(crate) unknown: u8,
    pub(crate) rank: bool,
}

impl Tokens {
    #[inline]
    pub(crate) const fn affiliation(self) -> u8 {
        self.rose + self.beast + self.unknown
    }

    #[inline]
    pub(crate) const fn wounds(self) -> u8 {
        self.affiliation() + self.rank as u8
    }

    pub(crate) fn add(&mut self, token: Token) {
        match token {
            Token::Rose => self.rose += 1,
            Token::Beast => self.beast += 1,
            Token::Unknown => self.unknown += 1,
            Token::Rank => self.rank = true,
        }
    }

    pub(crate) fn remove(&mut self, token: Token) {
        match token {
            Token::Rose => self.rose -= 1,
            Token::Beast => self.beast -= 1,
            Token::Unknown => self.unknown -= 1,
            Token::Rank => self.rank = false,
        }
    }

    /// The kinds among them.
    pub(crate) fn kinds(self) -> TokenSet {
        token_set(self.rose > 0, self.beast > 0, self.unknown > 0, self.rank)
    }
}

/// What is to be decided. The attacker is the holder of the dagger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Phase {
    /// The holder of the dagger strikes or passes.
    Turn,
    /// The target may call for intervention.
    Call {
        /// Who was struck.
        target: Seat,
    },
    /// Everybody who may offer answers the call, sealed.
    Answers {
        /// Who was struck.
        target: Seat,
        /// Who has answered.
        answered: SeatSet,
        /// Who of them offers. In an observation only what its observer may know.
        offers: SeatSet,
    },
    /// The target accepts one of the offers, or none.
    Offers {
        /// Who was struck.
        target: Seat,
        /// Who offers.
        offers: SeatSet,
    },
    /// The target chooses a token.
    Wound {
        /// Who was struck.
        target: Seat,
    },
    /// A player who took his rank token in the attack may use his ability.
    Ability {
        /// Who was struck.
        target: Seat,
        /// Who took the wound: the target or the one who intervened.
        user: Seat,
    },
    /// The Harlequin chooses the second card to look at.
    Look {
        /// The Harlequin.
        user: Seat,
        /// The first card he has chosen.
        first: Seat,
    },
    /// The healed player chooses the token that goes back.
    Heal {
        /// The Alchemist.
        user: Seat,
        /// Who is healed.
        target: Seat,
    },
    /// A player who suffers from an ability chooses a token.
    Suffer {
        /// Whose ability it is.
        user: Seat,
        /// Who suffers.
        victim: Seat,
        /// How many wounds, this one included.
        left: u8,
    },
    /// The Inquisitor chooses who else gets a curse.
    Curses {
        /// The Inquisitor.
        user: Seat,
    },
    /// The Inquisitor chooses which of the cursed holds the True Curse.
    TrueCurse {
        /// The Inquisitor.
        user: Seat,
    },
    /// Over.
    Over {
        /// What ended it.
        end: End,
    },
}

/// What ended the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// A fourth wound.
    Capture {
        /// Who dealt it.
        captor: Seat,
        /// Who suffered it.
        captive: Seat,
    },
    /// The holder of the dagger had to strike and could not.
    Standstill,
}

impl State {
    #[inline]
    pub(crate) fn players(&self) -> usize {
        self.options.players.into()
    }

    pub(crate) fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.players())
    }

    #[inline]
    pub(crate) fn others(&self, seat: Seat) -> SeatSet {
        SeatSet::full(self.players()).without(seat)
    }

    #[inline]
    pub(crate) fn card(&self, seat: Seat) -> Card {
        self.cards[seat.index()]
    }

    #[inline]
    pub(crate) fn rank(&self, seat: Seat) -> Rank {
        self.card(seat).rank()
    }

    #[inline]
    pub(crate) fn wounds(&self, seat: Seat) -> u8 {
        self.tokens[seat.index()].wounds()
    }

    #[inline]
    pub(crate) fn shielded(&self) -> SeatSet {
        self.shields[0].union(self.shields[1])
    }

    /// Everybody with three wounds.
    #[inline]
    pub(crate) fn reeling(&self) -> SeatSet {
        self.seats().filter(|&seat| self.wounds(seat) == 3).collect()
    }

    /// Everybody whose rank token is out.
    #[inline]
    pub(crate) fn ranked(&self) -> SeatSet {
        self.seats().filter(|seat| self.tokens[seat.index()].rank).collect()
    }

    /// The Sword this seat holds.
    pub(crate) fn sword(&self, seat: Seat) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.swords[colour as usize] == Some(seat))
    }

    /// The members of a clan.
    pub(crate) fn clan(&self, clan: Clan) -> SeatSet {
        self.seats().filter(|&seat| self.card(seat).clan() == Some(clan)).collect()
    }

    /// The Inquisitor's seat.
    pub(crate) fn inquisitor(&self) -> Option<Seat> {
        self.seats().find(|&seat| self.card(seat).is_inquisitor())
    }
}
