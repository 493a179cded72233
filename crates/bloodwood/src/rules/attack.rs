//! Night cards that fall on one player, and the two answers to them (sections 5 and 6).

use table::{Chance, Seat, Sink};

use super::Play;
use crate::action::Action;
use crate::event::Event;
use crate::pieces::Card;
use crate::state::{State, TurnStage};

/// The answers of an attacked seat (rules 6.1 to 6.3).
pub(super) fn answers(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    actions.push(Action::Endure);
    let hand = state.hand(seat);
    if hand.has(Card::Mirror) && !state.chained.contains(seat) {
        actions.push(Action::Mirror);
    }
    if hand.has(Card::Amulet) {
        actions.push(Action::Amulet);
    }
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// The card lies on the table. The target is asked if it could answer by what all can see (rule 6.9).
    pub(super) fn attack(&mut self, target: Seat, card: Card) {
        if self.state.drugged.contains(target) || self.state.hand(target).is_empty() {
            self.strike(self.state.turn, target, card);
        } else {
            self.state.stage = TurnStage::Defend { target, card };
        }
    }

    pub(super) fn endure(&mut self, seat: Seat) {
        if let TurnStage::Defend { target, card } = self.state.stage {
            self.tell(Event::Endured { seat });
            self.strike(self.state.turn, target, card);
        }
    }

    /// Amulet (rule 6.2).
    pub(super) fn ward(&mut self, seat: Seat) {
        if let TurnStage::Defend { card, .. } = self.state.stage {
            self.throw(seat, Card::Amulet);
            self.tell(Event::Answered { seat, with: Card::Amulet, attacker: self.state.turn });
            self.fizzle(card);
        }
    }

    /// Mirror (rules 6.3 to 6.7).
    pub(super) fn reflect(&mut self, seat: Seat) {
        if let TurnStage::Defend { card, .. } = self.state.stage {
            self.throw(seat, Card::Mirror);
            self.tell(Event::Answered { seat, with: Card::Mirror, attacker: self.state.turn });
            self.strike(seat, self.state.turn, card);
        }
    }

    /// The card takes effect. A reflected one may meet a player on whom it could not have been played: then it is discarded.
    fn strike(&mut self, by: Seat, on: Seat, card: Card) {
        let barred = match card {
            Card::Bite => self.state.permanent.contains(on),
            Card::CurseMark => self.state.permanent.contains(on) || self.state.cursed(on),
            Card::Chains => self.state.chained.contains(on),
            Card::Tranquillizer => self.state.drugged.contains(on),
            _ => false,
        };
        if barred {
            return self.fizzle(card);
        }
        match card {
            Card::Bite => {
                self.state.discard_pile(card);
                self.bite(by, on);
            }
            Card::CurseMark => {
                self.curse(on);
                self.tell(Event::Cursed { seat: on });
            }
            Card::Chains => {
                self.state.chained.insert(on);
                self.tell(Event::Bound { seat: on });
            }
            Card::Tranquillizer => {
                self.state.drugged.insert(on);
                self.tell(Event::Drugged { seat: on });
            }
            _ => {
                self.state.discard_pile(card);
                return self.begin_voodoo(by, on);
            }
        }
        self.end_attack(card);
    }

    /// The card has no effect and is discarded.
    fn fizzle(&mut self, card: Card) {
        self.state.discard_pile(card);
        self.tell(Event::Fizzled { card });
        self.end_attack(card);
    }

    /// The attacker's turn goes on to its end (rule 6.10): after Voodoo nobody draws.
    fn end_attack(&mut self, card: Card) {
        if card == Card::Voodoo { self.end_turn() } else { self.refill() }
    }

    /// DNA turns over, and a Curse Mark changes sides (rules 5.2, 5.6 and 5.7).
    fn bite(&mut self, by: Seat, on: Seat) {
        let mutated = !self.state.mutated.contains(on);
        self.state.mutated =
            if mutated { self.state.mutated.with(on) } else { self.state.mutated.without(on) };
        self.tell(Event::Turned { seat: on, mutated, by: Card::Bite });
        let (from, to) = match (self.state.cursed(by), self.state.cursed(on)) {
            (true, false) => (by, on),
            (false, true) => (on, by),
            _ => return,
        };
        if self.state.permanent.contains(to) {
            return;
        }
        self.state.curse[from.index()] = 0;
        self.curse(to);
        self.tell(Event::CurseMoved { from, to });
    }

    /// A fresh Curse Mark (rules 5.3 and 5.5).
    fn curse(&mut self, seat: Seat) {
        self.state.curse[seat.index()] = 2;
        self.state.fresh = seat == self.state.turn;
    }
}
