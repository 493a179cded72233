//! The whole truth of a game: plain data without heap.

use serde::{Deserialize, Serialize};
use table::{Chance, MAX_SEATS, Outcome, Seat, SeatSet};

use crate::Options;
use crate::event::Ending;
use crate::minds::Minds;
use crate::pieces::{Card, Cards, Deck, Entity, Faction, HAND, RANKS, Special, cast, full_deck};

/// A draw pile or a discard pile: how many of each card. The order of a pile is never seen, so it does not exist: a draw
/// takes one at random.
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
#[expect(missing_docs, reason = "the fields are the words of the sentence")]
pub enum Stage {
    /// The seat whose turn it is plays or discards.
    Play,
    /// A seat draws so many cards, one by one.
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
    pub(crate) stage: Stage,
    /// Night or Day, as the deck that may be played.
    pub(crate) phase: Deck,
    pub(crate) clockwise: bool,
    /// Turns of this phase that are over.
    pub(crate) counter: u8,
    pub(crate) turn: Seat,
    /// Turns of the game that are over.
    pub(crate) turns: u32,
    /// The special that gave the present extra play and may not follow itself.
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
    pub(crate) minds: Minds,
}

impl State {
    /// A table before anything is dealt.
    pub(crate) fn blank(options: &Options) -> State {
        State {
            options: *options,
            stage: Stage::Play,
            phase: Deck::Day,
            clockwise: true,
            counter: 0,
            turn: Seat::new(0),
            turns: 0,
            barred: None,
            acted: false,
            fresh: false,
            vampires: SeatSet::EMPTY,
            leaders: SeatSet::EMPTY,
            mutated: SeatSet::EMPTY,
            permanent: SeatSet::EMPTY,
            chained: SeatSet::EMPTY,
            drugged: SeatSet::EMPTY,
            curse: [0; MAX_SEATS],
            shown: [SeatSet::EMPTY; MAX_SEATS],
            confessed: [SeatSet::EMPTY; MAX_SEATS],
            hands: [Cards::EMPTY; MAX_SEATS],
            sealed: [[None; 2]; MAX_SEATS],
            aside: Cards::EMPTY,
            piles: [Pile::new(const { full_deck(Deck::Night) }), Pile::new(const { full_deck(Deck::Day) })],
            discards: [Pile::EMPTY; 2],
            minds: Minds::BLANK,
        }
    }

    /// A new game (rules 2.1 to 2.6).
    pub(crate) fn deal<C: Chance>(options: &Options, chance: &mut C) -> State {
        let mut state = State::blank(options);
        let players = options.players;
        let larger = if players % 2 == 1 && chance.coin() { Faction::Werewolves } else { Faction::Vampires };
        state.cast(cast(players, options.leaders, larger), SeatSet::full(players), chance);
        for seat in Seat::all(players) {
            for deck in [Deck::Night, Deck::Day] {
                for _ in 0..HAND / 2 {
                    let rank = state.piles[deck.index()].draw(chance);
                    state.hands[seat.index()].add(Card::of(deck, rank));
                    state.minds.draw(seat, Card::of(deck, rank));
                }
            }
        }
        state.turn = match options.first {
            0 => Seat::new(chance.index(players)),
            number => Seat::new(usize::from(number) - 1),
        };
        state
    }

    /// Deals these entities to these seats, as many as there are.
    pub(crate) fn cast<C: Chance>(&mut self, mut left: [u8; 4], seats: SeatSet, chance: &mut C) {
        let mut total = u32::from(left.iter().sum::<u8>());
        for seat in seats {
            let mut pick = chance.below(total) as u8;
            total -= 1;
            for (kind, entity) in Entity::ALL.into_iter().enumerate() {
                if pick < left[kind] {
                    left[kind] -= 1;
                    self.become_entity(seat, entity);
                    break;
                }
                pick -= left[kind];
            }
        }
    }

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
            Stage::Leshy => 2,
            Stage::Hunt => 1,
            _ => return 0,
        };
        if seat == self.turn { 0 } else { asked.min(self.hand(seat).len()) }
    }

    /// How many sealed cards a seat has chosen.
    #[inline]
    pub(crate) fn chosen(&self, seat: Seat) -> u8 {
        self.sealed[seat.index()].iter().flatten().count() as u8
    }

    /// Is it the turn of somebody who sleeps through it? Only where others might declare meanwhile (rule 8.2).
    #[inline]
    pub(crate) fn sleeping(&self) -> bool {
        self.stage == Stage::Play && self.drugged.contains(self.turn)
    }

    /// The seats the game cannot go on without.
    pub(crate) fn waiting_on(&self) -> SeatSet {
        match self.stage {
            Stage::Play | Stage::Catch => SeatSet::one(self.turn),
            Stage::Draw { seat, .. } | Stage::Declare { seat, .. } => SeatSet::one(seat),
            Stage::Defend { target, .. } => SeatSet::one(target),
            Stage::Voodoo { keeper, .. } => SeatSet::one(keeper),
            Stage::Leshy | Stage::Hunt => {
                Seat::all(self.players()).filter(|&seat| self.chosen(seat) < self.owed(seat)).collect()
            }
            Stage::Over { .. } => SeatSet::EMPTY,
        }
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let Stage::Over { ending, winners } = self.stage else { return None };
        Some(match ending {
            Ending::Declared | Ending::FalseDeclaration => {
                Outcome::for_winners(ending.name(), self.players(), winners)
            }
            Ending::AllCursed | Ending::Stalemate => Outcome::draw(ending.name(), self.players()),
        })
    }

    /// Every card, zone by zone, by its number; entities from 100, DNA cards 200.
    pub(crate) fn pieces(&self) -> Vec<u16> {
        let mut pieces = Vec::with_capacity(170);
        let number = |card: Card| card.index() as u16;
        for deck in Deck::ALL {
            for pile in [&self.piles[deck.index()], &self.discards[deck.index()]] {
                for (rank, &count) in pile.counts.iter().enumerate() {
                    pieces.extend(std::iter::repeat_n(number(Card::of(deck, rank)), count.into()));
                }
            }
        }
        for seat in Seat::all(self.players()) {
            pieces.extend(self.hand(seat).iter().map(number));
            let before = [
                (self.cursed(seat), Card::CurseMark),
                (self.chained.contains(seat), Card::Chains),
                (self.drugged.contains(seat), Card::Tranquillizer),
            ];
            pieces.extend(before.into_iter().filter(|it| it.0).map(|it| number(it.1)));
            pieces.push(100 + self.entity(seat) as u16);
            pieces.push(200);
        }
        // Entity cards that are not in play stay in the box.
        let mut entry = Entity::SUPPLY;
        for seat in Seat::all(self.players()) {
            let left = &mut entry[self.entity(seat) as usize];
            *left = left.saturating_sub(1);
        }
        for (kind, count) in entry.into_iter().enumerate() {
            pieces.extend(std::iter::repeat_n(100 + kind as u16, count.into()));
        }
        if let Stage::Defend { card, .. } = self.stage {
            pieces.push(number(card));
        }
        pieces
    }
}
