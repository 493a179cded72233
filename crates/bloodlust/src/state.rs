//! The whole truth as plain data.
//!
//! A vampire's place at the table is its *lair*: lairs are numbered clockwise, one per seat, or two side by side with the
//! option of two vampires each. Sets of lairs are bit masks.

use serde::{Deserialize, Serialize};
use table::{Seat, SeatSet};

use crate::pieces::{Class, DECK, Events, Sign, VAMPIRES, Vampire, Vampires, tables};

/// The most lairs a table has.
pub(crate) const LAIRS: usize = VAMPIRES;
/// No card, no event, no lair.
pub(crate) const NONE: u8 = u8::MAX;
/// With a target score, the last night at the latest (10.2).
pub(crate) const LAST_NIGHT: u8 = 50;

/// What the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Corvin may look at the deck before the decisions (8.7).
    Look,
    /// The active vampires decide to stay or to leave (3.2).
    Decide,
    /// A player who has drawn one event too many hands one on (6.2).
    Give,
    /// The window before a card takes effect (7.1).
    Revealed,
    /// Each active vampire chooses what the Slayer costs it (4.4).
    Slayer,
    /// Each active vampire answers the Invitation (5.1).
    Invitation,
    /// The window after a card took effect (7.1).
    Applied,
    /// The last night is over.
    Over,
}

/// The options, packed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Setup {
    pub(crate) seats: u8,
    /// Vampires per seat.
    pub(crate) each: u8,
    pub(crate) rounds: u8,
    /// 0: play a number of nights.
    pub(crate) target: u8,
    pub(crate) ability_signs: bool,
    pub(crate) spoken: bool,
    /// How many vampires the host has named; they sit in the first lairs.
    pub(crate) named: u8,
}

impl Setup {
    pub(crate) fn lairs(self) -> usize {
        usize::from(self.seats * self.each)
    }

    /// All lairs of the table.
    pub(crate) fn everyone(self) -> u16 {
        ((1u32 << self.lairs()) - 1) as u16
    }

    /// All lairs of a seat; none if the seat is not at the table.
    pub(crate) fn lairs_of(self, seat: usize) -> u16 {
        (if self.each == 1 { 1 << seat } else { 0b11u32 << (2 * seat) }) as u16
    }

    pub(crate) fn owner(self, lair: usize) -> usize {
        if self.each == 1 { lair } else { lair / 2 }
    }

    /// The seats that own at least one of these lairs.
    #[inline]
    pub(crate) fn owners(self, lairs: u16) -> u16 {
        if self.each == 1 {
            lairs
        } else {
            let pairs = lairs | lairs >> 1;
            pairs & 1 | pairs >> 1 & 0b10 | pairs >> 2 & 0b100
        }
    }
}

/// The whole truth about a game. Opaque: look at it through [`table::Game::observe`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) setup: Setup,
    pub(crate) phase: Phase,
    /// The night, from 1.
    pub(crate) round: u8,
    /// A seat.
    pub(crate) leader: u8,
    /// The lair that drew last in this night, or [`NONE`].
    pub(crate) drawer: u8,
    pub(crate) daylight: u8,
    /// The last card laid face up, or [`NONE`].
    pub(crate) showing: u8,
    /// The kind of card drawn last: decides what fits in the windows.
    pub(crate) class: Class,

    /// The vampire in each lair.
    pub(crate) who: [u8; LAIRS],
    /// The lair of each vampire, or [`NONE`].
    pub(crate) lair_of: [u8; VAMPIRES],
    /// Vampires in play whose ability is unused.
    pub(crate) fresh: Vampires,
    pub(crate) active: u16,
    pub(crate) health: [u8; LAIRS],
    /// Round Bloodline; after the last night, what that night brought home.
    pub(crate) bloodline: [u16; LAIRS],
    pub(crate) total: [u16; LAIRS],

    /// In sealed or spoken decisions the lairs that have yet to decide; in windows the seats that have yet to pass.
    pub(crate) todo: u16,
    /// In windows, the seat that is asked.
    pub(crate) turn: u8,
    /// Sealed: who stays, or who chooses to lose health.
    pub(crate) sealed_yes: u16,
    /// Lairs that have accepted the Invitation (sealed while answers are collected, then open).
    pub(crate) accepted: u16,
    /// Their guesses, two bits each.
    pub(crate) guesses: u32,

    /// Gain from the revealed card.
    pub(crate) gain: [u8; LAIRS],
    /// Lairs whose gain from the revealed card is void.
    pub(crate) void: u16,
    /// Lairs that ignore the revealed Slayer.
    pub(crate) ignoring: u16,
    /// How much less the marker moves for the revealed card.
    pub(crate) slowed: u8,

    /// The deck in `..left`, top last, followed by all cards that have been drawn. Only the top `fixed` cards have an order; the
    /// others are equally likely to come next.
    pub(crate) cards: [u8; DECK],
    pub(crate) left: u8,
    pub(crate) fixed: u8,
    /// How many cards from the top Corvin's player has seen.
    pub(crate) seen: u8,
    /// Events that lie face up.
    pub(crate) spent: Events,

    /// The face-down event before each lair, or [`NONE`].
    pub(crate) held: [u8; LAIRS],
    /// Lairs with a face-down event.
    pub(crate) holding: u16,
    /// The seats that know it.
    pub(crate) known: [SeatSet; LAIRS],
    /// Lairs whose event's sign was announced (5.5).
    pub(crate) announced: u16,
    /// The event just drawn, while its owner decides what to hand on, or [`NONE`].
    pub(crate) drawn: u8,
    pub(crate) drawn_known: SeatSet,
    pub(crate) drawn_announced: bool,
}

/// The members of a mask, in order.
pub(crate) fn members(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let index = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(index)
    })
}

/// The first member met when walking clockwise from `start`, `start` included. The mask is not empty.
#[inline]
pub(crate) fn first_from(mask: u16, start: usize) -> usize {
    let ahead = mask & (u16::MAX << start);
    (if ahead == 0 { mask } else { ahead }).trailing_zeros() as usize
}

impl State {
    pub(crate) fn showing_sign(&self) -> Option<Sign> {
        (self.showing != NONE).then(|| tables().face(self.showing).sign)
    }

    pub(crate) fn is_active(&self, lair: usize) -> bool {
        self.active >> lair & 1 == 1
    }

    pub(crate) fn vampire(&self, lair: usize) -> Vampire {
        Vampire(self.who[lair])
    }

    pub(crate) fn owner(&self, lair: usize) -> Seat {
        Seat::new(self.setup.owner(lair))
    }

    /// The first lair of the leader: the order of a night starts there.
    pub(crate) fn first_lair(&self) -> usize {
        usize::from(self.leader * self.setup.each)
    }

    /// The lair a sealed or spoken decision of this seat is about.
    #[inline]
    pub(crate) fn deciding(&self, seat: usize) -> Option<usize> {
        if self.phase == Phase::Decide && self.setup.spoken {
            let lair = first_from(self.todo, self.first_lair());
            return (self.setup.owner(lair) == seat).then_some(lair);
        }
        let own = self.todo & self.setup.lairs_of(seat);
        (own != 0).then(|| own.trailing_zeros() as usize)
    }

    /// The lair of the vampire that looks at the deck, if it hunts at this table, and how many cards it sees.
    #[inline]
    pub(crate) fn looker(&self) -> Option<(usize, u8)> {
        let (vampire, cards) = tables().looker?;
        let lair = self.lair_of[vampire as usize];
        (lair != NONE).then_some((lair.into(), cards))
    }

    /// Lairs whose sealed choice is in.
    pub(crate) fn decided(&self) -> u16 {
        match self.phase {
            Phase::Decide if !self.setup.spoken => self.active & !self.todo,
            Phase::Slayer => self.active & !self.ignoring & !self.todo,
            Phase::Invitation => self.active & !self.todo,
            _ => 0,
        }
    }

    /// The guess of a lair that has accepted.
    pub(crate) fn guess(&self, lair: usize) -> Sign {
        Sign::ALL[(self.guesses >> (2 * lair) & 0b11) as usize]
    }
}
