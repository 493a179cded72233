//! Hands in motion: The Leshy, The Hunter, Voodoo (rules 5.12 to 5.14).

use table::{Chance, Seat, Sink};

use super::{Play, waiting_on};
use crate::action::Action;
use crate::event::Event;
use crate::pieces::{Card, Cards, HAND};
use crate::state::{State, TurnStage};

/// The cards a seat may choose for the Leshy or the Hunter.
pub(super) fn offerings(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    let mut left = state.hand(seat);
    state.sealed[seat.index()].iter().flatten().for_each(|&card| left.remove(card));
    match state.stage {
        TurnStage::Leshy => actions.extend(left.kinds().map(Action::Discard)),
        _ => actions.extend(left.kinds().map(Action::Give)),
    }
}

/// What the Hunter's player may do with the catch.
pub(super) fn catches(state: &State, actions: &mut Vec<Action>) {
    let hand = state.hand(state.turn);
    if hand.len() <= HAND {
        actions.push(Action::Keep);
    }
    actions.extend(hand.kinds().map(Action::Discard));
}

/// What the keeper may do after Voodoo: nobody ends with more than four.
pub(super) fn returns(state: &State, keeper: Seat, actions: &mut Vec<Action>) {
    let left = state.hand(keeper).minus(state.aside);
    if left.len() <= HAND {
        actions.push(Action::Keep);
    }
    if state.aside.len() < HAND {
        actions.extend(left.kinds().map(Action::Return));
    }
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    pub(super) fn begin_leshy(&mut self) {
        self.state.stage = TurnStage::Leshy;
        self.seal_forced();
    }

    /// The Hunter (rule 5.14): the player's own hand goes first.
    pub(super) fn begin_hunt(&mut self, seat: Seat) {
        self.throw_hand(seat);
        self.state.stage = TurnStage::Hunt;
        self.seal_forced();
    }

    /// Who must give the whole hand is not asked: everybody sees how many cards it has.
    fn seal_forced(&mut self) {
        for seat in Seat::all(self.state.players()) {
            let hand = self.state.hand(seat);
            let owed = self.state.owed(seat);
            if owed > 0 && owed == hand.len() {
                let mut cards = hand.iter();
                self.state.sealed[seat.index()] = [cards.next(), cards.next()];
            }
        }
        self.open_seals();
    }

    pub(super) fn seal(&mut self, seat: Seat, card: Card) {
        let places = &mut self.state.sealed[seat.index()];
        match places.iter_mut().find(|place| place.is_none()) {
            Some(place) => *place = Some(card),
            None => return,
        }
        if self.state.chosen(seat) == self.state.owed(seat) {
            // Sorted, so that nobody learns in which order the cards were chosen.
            self.state.sealed[seat.index()]
                .sort_unstable_by_key(|place| place.map_or(u8::MAX, |card| card as u8));
            self.tell(Event::Sealed { seat });
        }
        self.open_seals();
    }

    /// Once the last choice is in, all are opened together.
    fn open_seals(&mut self) {
        if !waiting_on(self.state).is_empty() {
            return;
        }
        let players = self.state.players();
        let turn = self.state.turn;
        let hunt = self.state.stage == TurnStage::Hunt;
        for step in 1..players {
            let seat = turn.clockwise(step, players);
            let places = std::mem::take(&mut self.state.sealed[seat.index()]);
            let cards: Cards = places.into_iter().flatten().collect();
            if cards.is_empty() {
                continue;
            }
            if hunt {
                for card in cards.iter() {
                    self.move_card(seat, turn, card);
                    let whole = Event::PassedCard { from: seat, to: turn, card };
                    self.sink.tell_apart(turn, whole, Event::Passed { from: seat, to: turn });
                }
            } else {
                cards.iter().for_each(|card| self.throw(seat, card));
                self.tell(Event::Discarded { seat, cards });
            }
        }
        if !hunt {
            self.refill();
        } else if self.state.hand(turn).is_empty() {
            self.end_turn();
        } else {
            self.state.stage = TurnStage::Catch;
        }
    }

    pub(super) fn drop_catch(&mut self, seat: Seat, card: Card) {
        self.throw_one(seat, card);
        if self.state.hand(seat).is_empty() {
            self.end_turn();
        }
    }

    pub(super) fn keep_catch(&mut self, seat: Seat) {
        self.tell(Event::Kept { seat, count: self.state.hand(seat).len() });
        self.end_turn();
    }

    /// Voodoo (rules 5.12 and 6.6): one hand goes over whole.
    pub(super) fn begin_voodoo(&mut self, keeper: Seat, other: Seat) {
        let cards = std::mem::take(&mut self.state.hands[other.index()]);
        self.state.knowledge.take_all(keeper, other, cards);
        self.state.hands[keeper.index()] = self.state.hand(keeper).plus(cards);
        self.sink.tell_apart(
            keeper,
            Event::HandSeen { from: other, cards },
            Event::HandTaken { by: keeper, from: other, count: cards.len() },
        );
        if self.state.hand(keeper).is_empty() {
            return self.end_turn();
        }
        self.state.stage = TurnStage::Voodoo { keeper, other };
    }

    pub(super) fn lay_aside(&mut self, card: Card) {
        let TurnStage::Voodoo { keeper, other } = self.state.stage else { return };
        self.state.aside.add(card);
        let aside = self.state.aside.len();
        if aside == HAND || aside == self.state.hand(keeper).len() {
            self.end_voodoo(keeper, other);
        }
    }

    /// What was laid aside goes back, all at once.
    pub(super) fn end_voodoo(&mut self, keeper: Seat, other: Seat) {
        let back = std::mem::take(&mut self.state.aside);
        let held = self.state.hand(keeper).len();
        self.state.knowledge.give_back(keeper, other, back, held);
        self.state.hands[keeper.index()] = self.state.hand(keeper).minus(back);
        self.state.hands[other.index()] = back;
        self.sink.tell_apart(
            other,
            Event::BackSeen { by: keeper, cards: back },
            Event::HandBack { by: keeper, to: other, count: back.len() },
        );
        self.end_turn();
    }
}
