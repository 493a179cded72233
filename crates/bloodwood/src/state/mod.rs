//! The whole truth as plain data.

pub(crate) mod knowledge;

use serde::{Deserialize, Serialize};
use table::{Chance, MAX_SEATS, Seat, SeatSet};

use crate::Options;
use crate::event::Ending;
use crate::pieces::{Card, Cards, Deck, Entity, Faction, RANKS, Special};

pub(crate) use knowledge::Knowledge;

/// A draw pile or a discard pile: how many of each card. Nobody ever sees the order of a pile, so there is none: a draw takes a
/// card at random.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Pile {
    pub(crate) counts: [u8; RANKS],
    pub(crate) len: u8,
}

impl Pile {
    pub(crate) const EMPTY: Pile = Pile { counts: [0; RANKS], len: 0 };

    pub(crate) fn new(counts: [u8; RANKS]) -> Pile {
        Pile { counts, len: counts.iter().sum() }
    }

    #[inline]
    pub(crate) fn add(&mut self, rank: usize) {
        self.counts[rank] += 1;
        self.len += 1;
    }

    /// Takes a card out that must be there.
    #[inline]
    pub(crate) fn take(&mut self, rank: usize) {
        self.counts[rank] -= 1;
        self.len -= 1;
    }

    /// Takes a random card out; there must be one.
    #[inline]
    pub(crate) fn draw<C: Chance>(&mut self, chance: &mut C) -> usize {
        let mut left = chance.below(self.len.into()) as u8;
        let mut rank = 0;
        while rank < RANKS - 1 && left >= self.counts[rank] {
            left -= self.counts[rank];
            rank += 1;
        }
        self.take(rank);
        rank
    }
}

/// What is being decided: public in every part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields are named after what they hold")]
pub enum TurnStage {
    /// The seat whose turn it is plays or discards.
    Play,
    /// A seat draws this many more cards, one by one.
    Draw { seat: Seat, left: u8, then: Then },
    /// An attacked seat may answer.
    Defend { target: Seat, card: Card },
    /// Everybody else chooses two cards for the Leshy.
    Leshy,
    /// Everybody else chooses a card for the Hunter.
    Hunt,
    /// The Hunter's player sorts the catch.
    Catch,
    /// `keeper` chooses what goes back to `other` after Voodoo.
    Voodoo { keeper: Seat, other: Seat },
    /// A declaration is being made.
    Declare { seat: Seat, named: SeatSet },
    /// The end.
    Over { ending: Ending, winners: SeatSet },
}

/// What follows a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Then {
    /// The turn ends.
    End,
    /// Another play in the same turn.
    PlayOn,
    /// The seat whose turn it is fills its own hand.
    Refill,
}

/// The whole truth.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) options: Options,
    pub(crate) stage: TurnStage,
    /// Night or Day, as the deck that may be played.
    pub(crate) phase: Deck,
    pub(crate) clockwise: bool,
    /// Turns of this phase that are over.
    pub(crate) counter: u8,
    pub(crate) turn: Seat,
    /// Turns of the game that are over.
    pub(crate) turns: u32,
    /// The special that gave the current extra play and may not follow itself.
    pub(crate) barred: Option<Special>,
    /// Has a card been played or discarded in this turn?
    pub(crate) acted: bool,
    /// Did the seat whose turn it is get its Curse Mark in this turn?
    pub(crate) fresh: bool,
    pub(crate) vampires: SeatSet,
    pub(crate) leaders: SeatSet,
    pub(crate) mutated: SeatSet,
    pub(crate) permanent: SeatSet,
    pub(crate) chained: SeatSet,
    pub(crate) drugged: SeatSet,
    /// Turns left before the curse falls; 0 without a Curse Mark.
    pub(crate) curse: [u8; MAX_SEATS],
    /// By seat: whose entities it has been shown by tests and confessions.
    pub(crate) shown: [SeatSet; MAX_SEATS],
    /// By seat: to whom it has confessed.
    pub(crate) confessed: [SeatSet; MAX_SEATS],
    pub(crate) hands: [Cards; MAX_SEATS],
    /// Sealed choices of the Leshy and the Hunter, still part of the hands.
    pub(crate) sealed: [[Option<Card>; 2]; MAX_SEATS],
    /// Cards laid aside to go back after Voodoo, still part of the keeper's hand.
    pub(crate) aside: Cards,
    pub(crate) piles: [Pile; 2],
    pub(crate) discards: [Pile; 2],
    pub(crate) knowledge: Knowledge,
}

impl State {
    pub(crate) fn become_entity(&mut self, seat: Seat, entity: Entity) {
        if entity.faction() == Faction::Vampires {
            self.vampires.insert(seat);
        }
        if entity.leads() {
            self.leaders.insert(seat);
        }
    }

    #[inline]
    pub(crate) fn players(&self) -> usize {
        self.options.players
    }

    pub(crate) fn entity(&self, seat: Seat) -> Entity {
        match (self.vampires.contains(seat), self.leaders.contains(seat)) {
            (true, false) => Entity::Vampire,
            (true, true) => Entity::Dracula,
            (false, false) => Entity::Werewolf,
            (false, true) => Entity::Alpha,
        }
    }

    /// The seats on the other side.
    pub(crate) fn enemies(&self, seat: Seat) -> SeatSet {
        let all = SeatSet::full(self.players());
        if self.vampires.contains(seat) { all.minus(self.vampires) } else { self.vampires }
    }

    #[inline]
    pub(crate) fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat.index()]
    }

    #[inline]
    pub(crate) fn cursed(&self, seat: Seat) -> bool {
        self.curse[seat.index()] > 0
    }

    pub(crate) fn discard_pile(&mut self, card: Card) {
        self.discards[card.deck().index()].add(card.rank());
    }

    /// Can a card still be drawn from this deck (rule 3.7)?
    #[inline]
    pub(crate) fn can_draw(&self, deck: Deck) -> bool {
        self.piles[deck.index()].len + self.discards[deck.index()].len > 0
    }

    /// How many sealed cards a seat owes to the Leshy or the Hunter.
    #[inline]
    pub(crate) fn owed(&self, seat: Seat) -> u8 {
        let asked = match self.stage {
            TurnStage::Leshy => 2,
            TurnStage::Hunt => 1,
            _ => return 0,
        };
        if seat == self.turn { 0 } else { asked.min(self.hand(seat).len()) }
    }

    /// How many sealed cards a seat has chosen.
    #[inline]
    pub(crate) fn chosen(&self, seat: Seat) -> u8 {
        self.sealed[seat.index()].iter().flatten().count() as u8
    }

    /// Does the seat whose turn it is sleep through it? Such a turn comes up only where others might declare in it (rule 8.2).
    #[inline]
    pub(crate) fn sleeping(&self) -> bool {
        self.stage == TurnStage::Play && self.drugged.contains(self.turn)
    }
}
