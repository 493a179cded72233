//! Playing cards: Characters, marriages, children, siblings.

use table::{Chance, Sink};

use super::Play;
use super::playable::{places, single, targets};
use crate::event::Event;
use crate::genealogy::Side;
use crate::pieces::Card;
use crate::state::{Couple, Ending, Phase};

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Plays a card from the hand. Where it goes is asked next, unless there is only one way (rule 5.4).
    pub(super) fn play_card(&mut self, card: Card) {
        let phase = self.state.phase;
        self.show_from_hand(card);
        match phase {
            Phase::Marry(couple, Some(side)) => return self.lay_sibling(card, couple.card, side),
            Phase::Sibling(beside, side) => return self.lay_sibling(card, beside, side),
            _ => {}
        }
        self.state.chosen = Some(card);
        if card.is_character() {
            match single(places(self.state, card)) {
                Some((beside, side)) => self.place(beside, side),
                None => self.state.phase = Phase::Place,
            }
        } else {
            self.aim(card);
        }
    }

    /// Asks for the target of an Event or the King's Blood card, unless there is only one.
    fn aim(&mut self, card: Card) {
        let targets = targets(self.state, card);
        match targets.first() {
            Some(target) if targets.only().is_some() => self.strike(target),
            _ => self.state.phase = Phase::Target,
        }
    }

    /// Puts the chosen Character beside a card of the tree.
    pub(super) fn place(&mut self, beside: Card, side: Side) {
        let Some(card) = self.state.chosen.take() else { return };
        self.lay(card, beside, side);
        if self.last_card_ends_it() {
            return;
        }
        if self.state.debt > 0 {
            return self.finish(); // rule 8.1: no marriage
        }
        let same_number = self.state.child.is_some_and(|child| child.number() == card.number());
        let room = self.state.tree.open(side).contains(card) && self.state.held(self.state.turn) > 0;
        let run = (same_number && room).then_some(side); // rule 6.5
        self.meet(Couple { card, beside, side }, run);
    }

    fn lay(&mut self, card: Card, beside: Card, side: Side) {
        let seat = self.state.turn;
        let cell = self.state.tree.cell(beside).beside(side);
        self.state.tree.put(card, cell);
        let before = self.state.last.replace(card);
        self.sink.tell_all(Event::Placed { seat, card, beside, side });
        self.tell_covered(before);
    }

    /// The last card so far is not the last of the turn: its ability does nothing (rule 7.1).
    pub(super) fn tell_covered(&mut self, before: Option<Card>) {
        if let Some(card) = before.filter(|&card| self.state.specials().of(card).is_some()) {
            self.sink.tell_all(Event::Covered { card });
        }
    }

    /// Lays one more sibling in a row (rule 6.5).
    fn lay_sibling(&mut self, card: Card, beside: Card, side: Side) {
        self.lay(card, beside, side);
        if self.last_card_ends_it() {
            return;
        }
        if self.state.winner.is_none() && self.state.tree.open(side).contains(card) {
            self.state.phase = Phase::Sibling(card, side);
        } else {
            self.finish();
        }
    }

    /// After a Character was laid: is that the end of the hand, or of the turn? Otherwise, if the hand is empty, a last marriage
    /// may follow (rules 10.4, 10.7, 13.4).
    fn last_card_ends_it(&mut self) -> bool {
        let seat = self.state.turn;
        if self.state.held(seat) > 0 {
            return false;
        }
        if !self.state.called.contains(seat) {
            self.forget();
            self.end_turn();
            return true;
        }
        self.state.winner = Some(seat);
        if !self.state.options.scored() {
            self.end_hand(Ending::HandEmptied(seat));
            return true;
        }
        false
    }

    /// Two cards have come to lie side by side: perhaps they marry.
    pub(super) fn meet(&mut self, couple: Couple, run: Option<Side>) {
        let Couple { card, beside, .. } = couple;
        let royal = self.state.blood_on.is_some_and(|royal| royal == card || royal == beside);
        let fitting = card.may_marry(beside);
        if royal || fitting && run.is_none() && !self.state.can_draw() {
            self.marry(couple); // rules 12.3, 6.6
        } else if fitting && self.state.can_draw() {
            self.state.phase = Phase::Marry(couple, run); // rule 6.1
        } else if let Some(side) = run {
            self.state.phase = Phase::Sibling(card, side);
        } else {
            self.finish();
        }
    }

    /// Marries two cards and draws their child (rules 6.2, 6.3, 6.6).
    pub(super) fn marry(&mut self, couple: Couple) {
        let Couple { card, beside, side } = couple;
        let seat = self.state.turn;
        self.state.child = None;
        self.sink.tell_all(Event::Married { seat, card, beside });
        let Some(drawn) = self.take_top() else {
            self.sink.tell_all(Event::NothingToDraw { seat });
            return self.finish();
        };
        self.unhide(drawn);
        if drawn.is_character() {
            let cell = self.state.tree.cell(beside).child(side);
            self.state.tree.bear(drawn, cell);
            let before = self.state.last.replace(drawn);
            self.sink.tell_all(Event::Born { card: drawn });
            self.tell_covered(before);
            if self.state.winner.is_none() && self.state.tree.active().contains(drawn) {
                self.state.child = Some(drawn);
                self.state.phase = Phase::Newborn; // rule 6.4
            } else {
                self.finish();
            }
        } else {
            let before = self.state.last.take();
            self.sink.tell_all(Event::Childless { seat, card: drawn });
            self.tell_covered(before);
            if targets(self.state, drawn).is_empty() {
                self.state.discards.insert(drawn);
                self.sink.tell_all(Event::Fizzled { card: drawn });
                return self.finish();
            }
            self.state.chosen = Some(drawn);
            self.aim(drawn);
        }
    }
}
