//! Cards in motion: drawing, shuffling, coming to a hand and leaving it.

use table::{Chance, Seat, SeatSet, Sink};

use super::Play;
use crate::event::Event;
use crate::options::Caller;
use crate::pieces::{Card, Cards, DECK};
use crate::state::{Phase, Recent};

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Takes the top card of the pile, if there is any (rule 11.1).
    pub(super) fn take_top(&mut self) -> Option<Card> {
        if self.state.pile.is_empty() {
            if self.state.discards.is_empty() {
                return None;
            }
            self.reshuffle(None);
        }
        let card = match self.state.tops[0] {
            None => self.state.pile.pick(self.chance),
            Some(_) => self.take_fixed(),
        };
        self.state.pile.remove(card);
        if self.state.pile.is_empty() && !self.state.discards.is_empty() {
            self.reshuffle(Some(card));
        }
        Some(card)
    }

    /// The next card of a pile whose order somebody wrote down.
    #[cold]
    fn take_fixed(&mut self) -> Card {
        let next = self.state.tops.iter_mut().rev().find_map(Option::take);
        next.unwrap_or_else(|| self.state.pile.pick(self.chance))
    }

    /// Makes the discards the new pile. `drawn` is on its way from the old pile to somebody.
    #[cold]
    fn reshuffle(&mut self, drawn: Option<Card>) {
        let state = &mut *self.state;
        // Renumber the shuffles, oldest first. Only those with a card that is still hidden count.
        let mut hidden = state.hidden();
        if let Some(card) = drawn {
            hidden.insert(card);
        }
        let mut rank = [None; DECK + 1];
        let mut shuffles = 0;
        for pool in 0..=state.shuffle {
            if hidden.intersection(Cards::DECK).iter().any(|card| state.pool[card.index()] == pool) {
                rank[usize::from(pool)] = Some(shuffles);
                shuffles += 1;
            }
        }
        let mut before = Cards::EMPTY;
        for card in hidden.intersection(Cards::DECK).iter() {
            let pool = &mut state.pool[card.index()];
            *pool = rank[usize::from(*pool)].unwrap_or(0);
            if *pool + 1 == shuffles {
                before.insert(card);
            }
        }
        state.recent = if shuffles > 0 { Recent([state.discards, before]) } else { Recent::default() };
        for card in state.discards.iter() {
            state.pool[card.index()] = shuffles;
        }
        state.shuffle = shuffles;
        state.pile = state.discards;
        state.discards = Cards::EMPTY;
        let count = state.pile.len() as u8;
        self.sink.tell_all(Event::Shuffled { count });
    }

    /// Draws up to `count` cards to a hand, while there are any (rule 8.4). Returns the last one.
    pub(super) fn draw_to_hand(&mut self, seat: Seat, count: u8) -> Option<Card> {
        let mut drawn = Cards::EMPTY;
        let mut last = None;
        for _ in 0..count {
            let Some(card) = self.take_top() else { break };
            drawn.insert(card);
            last = Some(card);
            // Into the hand at once, so that a shuffle in between knows where it is.
            self.state.hands[seat.index()].insert(card);
            self.state.counts[seat.index()] += 1;
        }
        if last.is_none() {
            self.sink.tell_all(Event::NothingToDraw { seat });
            return None;
        }
        self.state.passed = SeatSet::EMPTY;
        let count = drawn.len() as u8;
        self.sink.tell_apart(seat, Event::DrewCards { seat, cards: drawn }, Event::Drew { seat, count });
        self.hand_changed(seat);
        last
    }

    /// Draws one card instead of playing (rule 5.1).
    pub(super) fn draw_one(&mut self) {
        let turn = self.state.turn;
        if let Some(card) = self.draw_to_hand(turn, 1) {
            self.state.phase = Phase::Drawn(card);
        }
    }

    /// Draws all that is owed, then takes an ordinary turn (rule 8.4).
    pub(super) fn accept_debt(&mut self) {
        let (turn, debt) = (self.state.turn, std::mem::take(&mut self.state.debt));
        self.draw_to_hand(turn, debt);
        self.state.phase = Phase::Play;
    }

    /// Takes a card from the hand of the current player, and shows it.
    pub(super) fn show_from_hand(&mut self, card: Card) {
        let seat = self.state.turn;
        let known = self.state.shown[seat.index()].contains(card);
        self.take_from_hand(seat, card);
        self.unhide(card);
        self.state.passed = SeatSet::EMPTY;
        self.sink.tell_all(Event::Played { seat, card, known });
        self.hand_changed(seat);
    }

    /// Takes a card out of a hand.
    pub(super) fn take_from_hand(&mut self, seat: Seat, card: Card) {
        self.state.hands[seat.index()].remove(card);
        self.state.shown[seat.index()].remove(card);
        self.state.counts[seat.index()] -= 1;
    }

    /// Puts a card openly into a hand.
    pub(super) fn give_openly(&mut self, seat: Seat, card: Card) {
        self.state.hands[seat.index()].insert(card);
        self.state.shown[seat.index()].insert(card);
        self.state.counts[seat.index()] += 1;
    }

    /// A card that was hidden lies open now.
    pub(super) fn unhide(&mut self, card: Card) {
        if card == Card::BLOOD {
            return;
        }
        self.state.pool[card.index()] = 0;
        self.state.recent.0.iter_mut().for_each(|cards| cards.remove(card));
        self.state.lacks.iter_mut().for_each(|lacks| lacks.remove(card));
    }

    /// Calls for a player who is down to one card, or forgets the call of one who has more again (rules 10.2, 10.6).
    pub(super) fn hand_changed(&mut self, seat: Seat) {
        match self.state.held(seat) {
            0 => {}
            1 if self.state.options.caller == Caller::Table && !self.state.called.contains(seat) => {
                self.state.called.insert(seat);
                self.sink.tell_all(Event::Called { seat, by_table: true });
            }
            1 => {}
            _ => self.state.called.remove(seat),
        }
    }
}
