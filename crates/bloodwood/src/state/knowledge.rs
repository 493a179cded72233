//! What everybody knows for certain about the cards in other hands.
//!
//! Two things are kept for each hand and each pair of eyes (the last pair belongs to a spectator, who sees what is public):
//!
//! - `sure`: cards the observer knows to be there, having seen them go in while nothing can have taken them out;
//! - `least`: how many Day and how many Night cards must be there at least. Draws happen in the open and cards are played and
//!   discarded face up, so this can be counted; backs themselves are never shown, and a card that changes hands face down
//!   makes the count vaguer for everybody who does not know it.
//!
//! These are lower bounds: when `lost` unknown cards leave a hand, of `k` known ones at least `k - lost` stay.
//!
//! And one thing for each pair of eyes: `limits`, how many of each card a draw pile can hold at most. A reshuffled pile holds
//! exactly the discards, which everybody has seen, and a seat that draws a card knows that the pile has lost it.

use table::{MAX_SEATS, Seat};

use crate::pieces::{CARDS, Card, Cards, Deck, RANKS};

/// Whose eyes: a seat's index, or [`PUBLIC`].
pub(crate) type Eyes = usize;
/// The eyes of a spectator.
pub(crate) const PUBLIC: Eyes = MAX_SEATS;
/// Room for all eyes: a power of two is faster.
const EYES: usize = 16;

/// Cards surely in a hand: three bits for each, so at most seven of each are remembered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Sure([u32; 2]);

const ONES: u32 = 0o1_111_111_111;

impl Sure {
    const NOTHING: Sure = Sure([0; 2]);

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    #[inline]
    fn count(self, card: Card) -> u8 {
        (self.0[card.deck().index()] >> (3 * card.rank()) & 7) as u8
    }

    fn add(&mut self, card: Card) {
        if self.count(card) < 7 {
            self.0[card.deck().index()] += 1 << (3 * card.rank());
        }
    }

    fn forget(&mut self, card: Card) {
        if self.count(card) > 0 {
            self.0[card.deck().index()] -= 1 << (3 * card.rank());
        }
    }

    /// An unknown card has left: any of these may be gone.
    fn forget_any(&mut self) {
        for packed in &mut self.0 {
            *packed -= (*packed | *packed >> 1 | *packed >> 2) & ONES;
        }
    }

    /// How many cards of a deck are surely there.
    fn of_deck(self, deck: Deck) -> u8 {
        let mut packed = self.0[deck.index()];
        let mut sum = 0;
        while packed != 0 {
            sum += (packed & 7) as u8;
            packed >>= 3;
        }
        sum
    }

    pub(crate) fn cards(self) -> Cards {
        let mut bag = Cards::EMPTY;
        for card in Card::ALL {
            (0..self.count(card)).for_each(|_| bag.add(card));
        }
        bag
    }

    pub(crate) fn from_cards(cards: Cards) -> Sure {
        let mut sure = Sure::NOTHING;
        cards.iter().for_each(|card| sure.add(card));
        sure
    }
}

impl std::fmt::Debug for Sure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.cards().fmt(f)
    }
}

/// At least this many Night cards (low four bits) and Day cards (high four bits).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Least(u8);

impl Least {
    #[inline]
    pub(crate) const fn new(night: u8, day: u8) -> Least {
        Least(night | day << 4)
    }

    #[inline]
    pub(crate) const fn of(self, deck: Deck) -> u8 {
        match deck {
            Deck::Night => self.0 & 15,
            Deck::Day => self.0 >> 4,
        }
    }

    #[inline]
    const fn unit(deck: Deck) -> u8 {
        match deck {
            Deck::Night => 1,
            Deck::Day => 16,
        }
    }

    /// One card of this deck less.
    #[inline]
    fn less(self, deck: Deck) -> Least {
        let unit = Least::unit(deck);
        let mask = unit * 15;
        Least(self.0 - if self.0 & mask != 0 { unit } else { 0 })
    }
}

/// What one pair of eyes knows about one hand.
#[derive(Clone, Copy, Default, Debug)]
struct HandView {
    sure: Sure,
    least: Least,
}

impl HandView {
    /// One card that these eyes did not see has gone.
    fn lose_unknown(&mut self) {
        self.sure.forget_any();
        self.settle(self.least.less(Deck::Night).less(Deck::Day));
    }

    /// One card went before these eyes.
    fn lose(&mut self, card: Card) {
        self.sure.forget(card);
        self.settle(self.least.less(card.deck()));
    }

    fn gain(&mut self, card: Card) {
        self.sure.add(card);
        self.least.0 += Least::unit(card.deck());
    }

    fn join(&mut self, other: HandView) {
        if !other.sure.is_empty() {
            other.sure.cards().iter().for_each(|card| self.sure.add(card));
        }
        self.least.0 += other.least.0;
    }

    /// What is left when this many unknown cards are taken out.
    fn without(mut self, lost: u8) -> HandView {
        (0..lost).for_each(|_| self.lose_unknown());
        self
    }

    /// Sure cards count for their deck.
    #[inline]
    fn settle(&mut self, least: Least) {
        if self.sure.is_empty() {
            self.least = least;
            return;
        }
        let at_least = |deck| least.of(deck).max(self.sure.of_deck(deck));
        self.least = Least::new(at_least(Deck::Night), at_least(Deck::Day));
    }
}

/// Everybody's knowledge of every hand. A seat's entry about its own hand is never used and stays empty.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Knowledge {
    /// By hand, then by eyes.
    sure: [[Sure; MAX_SEATS]; MAX_SEATS],
    /// By hand, then by eyes.
    least: [[Least; EYES]; MAX_SEATS],
    /// By eyes, a seat's or the public's.
    limits: [Limits; MAX_SEATS + 1],
}

/// For each card, how many of it its draw pile can hold at most.
pub(crate) type Limits = [u8; CARDS];

/// Before anything is dealt every card is in its pile.
const ALL_CARDS: Limits = {
    let mut limits = [0; CARDS];
    let mut index = 0;
    while index < CARDS {
        limits[index] = Card::ALL[index].copies();
        index += 1;
    }
    limits
};

impl Knowledge {
    pub(crate) const BLANK: Knowledge = Knowledge {
        sure: [[Sure::NOTHING; MAX_SEATS]; MAX_SEATS],
        least: [[Least::new(0, 0); EYES]; MAX_SEATS],
        limits: [ALL_CARDS; MAX_SEATS + 1],
    };

    #[inline]
    pub(crate) fn sure(&self, hand: Seat, eyes: Eyes) -> Sure {
        if eyes < MAX_SEATS { self.sure[hand.index()][eyes] } else { Sure::NOTHING }
    }

    #[inline]
    pub(crate) fn least(&self, hand: Seat, eyes: Eyes) -> Least {
        self.least[hand.index()][eyes]
    }

    /// Makes one pair of eyes know this about a hand, and nothing else.
    pub(crate) fn set(&mut self, hand: Seat, eyes: Eyes, sure: Sure, least: Least) {
        self.put(hand, eyes, HandView { sure, least });
    }

    /// Makes everybody know as much about a hand as the public does.
    pub(crate) fn set_public(&mut self, hand: Seat, least: Least) {
        self.sure[hand.index()] = [Sure::NOTHING; MAX_SEATS];
        self.least[hand.index()] = [least; EYES];
        self.least[hand.index()][hand.index()] = Least::default();
    }

    fn view(&self, hand: Seat, eyes: Eyes) -> HandView {
        HandView { sure: self.sure(hand, eyes), least: self.least(hand, eyes) }
    }

    fn put(&mut self, hand: Seat, eyes: Eyes, view: HandView) {
        if eyes == hand.index() {
            return;
        }
        if eyes < MAX_SEATS {
            self.sure[hand.index()][eyes] = view.sure;
        }
        self.least[hand.index()][eyes] = view.least;
    }

    #[inline]
    pub(crate) fn limits(&self, eyes: Eyes) -> &Limits {
        &self.limits[eyes]
    }

    /// Makes everybody know as much about the piles as the public does.
    pub(crate) fn set_limits(&mut self, limits: Limits) {
        self.limits = [limits; MAX_SEATS + 1];
    }

    /// Makes one pair of eyes know this about the piles.
    pub(crate) fn set_limits_of(&mut self, eyes: Eyes, limits: Limits) {
        self.limits[eyes] = limits;
    }

    /// A pile is reshuffled from discards that all have seen.
    pub(crate) fn reshuffle(&mut self, deck: Deck, counts: [u8; RANKS]) {
        let at = deck.index() * RANKS;
        self.limits.iter_mut().for_each(|limits| limits[at..at + RANKS].copy_from_slice(&counts));
    }

    /// A seat draws: all see from which deck, and the seat sees what the pile has lost.
    #[inline]
    pub(crate) fn draw(&mut self, hand: Seat, card: Card) {
        let deck = card.deck();
        self.limits[hand.index()][card.index()] -= 1;
        let row = &mut self.least[hand.index()];
        let unit = Least::unit(deck);
        row.iter_mut().for_each(|least| least.0 += unit);
        row[hand.index()] = Least::default();
    }

    /// A card leaves a hand face up.
    #[inline]
    pub(crate) fn show(&mut self, hand: Seat, card: Card) {
        let row = &mut self.least[hand.index()];
        let deck = card.deck();
        if self.sure[hand.index()].iter().all(|sure| sure.is_empty()) {
            row.iter_mut().for_each(|least| *least = least.less(deck));
            return;
        }
        for eyes in 0..EYES {
            let mut view = self.view(hand, eyes);
            view.lose(card);
            self.put(hand, eyes, view);
        }
    }

    /// A whole hand is gone.
    pub(crate) fn empty(&mut self, hand: Seat) {
        self.sure[hand.index()] = [Sure::NOTHING; MAX_SEATS];
        self.least[hand.index()] = [Least::default(); EYES];
    }

    /// A card changes hands, seen by these two only. `held` is how many cards the giver had before.
    pub(crate) fn pass(&mut self, from: Seat, to: Seat, card: Card, held: u8) {
        for eyes in 0..EYES {
            let mut giver = self.view(from, eyes);
            let mut taker = self.view(to, eyes);
            if eyes == from.index() {
                taker.gain(card);
            } else if eyes == to.index() {
                giver.lose(card);
            } else {
                taker.join(giver.without(held - 1));
                giver.lose_unknown();
            }
            self.put(from, eyes, giver);
            self.put(to, eyes, taker);
        }
    }

    /// All the cards of `from` go over to `by`, seen by these two only.
    pub(crate) fn take_all(&mut self, by: Seat, from: Seat, cards: Cards) {
        for eyes in 0..EYES {
            let mut taker = self.view(by, eyes);
            if eyes == from.index() {
                cards.iter().for_each(|card| taker.gain(card));
            } else if eyes != by.index() {
                taker.join(self.view(from, eyes));
            }
            self.put(by, eyes, taker);
        }
        self.empty(from);
    }

    /// Some of the `held` cards of `by` go to `to`, who has none, seen by these two only.
    pub(crate) fn give_back(&mut self, by: Seat, to: Seat, back: Cards, held: u8) {
        let count = back.len();
        for eyes in 0..EYES {
            let before = self.view(by, eyes);
            let (mut keeper, mut other) = (before, HandView::default());
            if eyes == by.index() {
                back.iter().for_each(|card| other.gain(card));
            } else if eyes == to.index() {
                back.iter().for_each(|card| keeper.lose(card));
            } else {
                keeper = before.without(count);
                other = before.without(held - count);
            }
            self.put(by, eyes, keeper);
            self.put(to, eyes, other);
        }
    }
}
