//! The Events and the King's Blood card (sections 9 and 12 of the rules).

use table::{Chance, Seat, Sink};

use super::Play;
use super::playable::{connections, single};
use crate::event::Event;
use crate::genealogy::{CENTRE, Cell, Side};
use crate::pieces::{Card, Cards, Kind};
use crate::state::{Couple, Ending, Phase};

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Plays the chosen Event, or the King's Blood card, on a card of the tree.
    pub(super) fn strike(&mut self, target: Card) {
        let Some(event) = self.state.chosen.take() else { return };
        self.state.child = None;
        let before = self.state.last.take(); // rule 7.1
        self.tell_covered(before);
        match event.kind() {
            None => self.attach_blood(target),
            Some(Kind::Enthronement) => self.enthrone(event, target),
            Some(kind) => {
                self.state.discards.insert(event); // rule 9.1
                match kind {
                    Kind::Assassination => self.assassinate(target),
                    Kind::NewConnection => self.lift(target),
                    _ => {
                        let seat = self.state.turn;
                        self.sink.tell_all(Event::Banished { seat, card: target });
                        self.state.phase = Phase::Give(target);
                    }
                }
            }
        }
    }

    /// Assassination, and then one more play (rule 9.2).
    fn assassinate(&mut self, card: Card) {
        let seat = self.state.turn;
        self.state.tree.remove(card);
        self.state.discards.insert(card);
        self.sink.tell_all(Event::Assassinated { seat, card });
        let attached = self.detach(card);
        self.state.discards = self.state.discards.union(attached.intersection(Cards::DECK));
        if attached.contains(Card::BLOOD) {
            self.state.aside = true; // rule 12.4
            self.sink.tell_all(Event::BloodAside);
        }
        if !self.found_if_empty() {
            return;
        }
        if self.state.winner.is_some() {
            self.finish();
        } else {
            self.state.by_blood.0 = false;
            self.state.phase = Phase::Extra;
        }
    }

    /// Takes from a card that leaves the tree what is attached to it.
    fn detach(&mut self, card: Card) -> Cards {
        let mut attached = Cards::EMPTY;
        if let Some((throne, _)) = self.state.throne.filter(|(_, monarch)| *monarch == card) {
            self.state.throne = None;
            attached.insert(throne);
        }
        if self.state.blood_on == Some(card) {
            self.state.blood_on = None;
            attached.insert(Card::BLOOD);
        }
        attached
    }

    /// Exile: the card and its attachments go to a hand (rules 9.3, 12.4).
    pub(super) fn exile(&mut self, to: Seat) {
        let Phase::Give(card) = self.state.phase else { return };
        let seat = self.state.turn;
        self.state.tree.remove(card);
        let along = self.detach(card);
        self.give_openly(to, card);
        along.iter().for_each(|card| self.give_openly(to, card));
        self.sink.tell_all(Event::Exiled { seat, card, to, along });
        self.hand_changed(to);
        if self.found_if_empty() {
            self.finish();
        }
    }

    /// New Connection: first the card is lifted (rule 9.4).
    fn lift(&mut self, card: Card) {
        let seat = self.state.turn;
        let from = self.state.tree.cell(card);
        self.state.tree.remove(card);
        self.sink.tell_all(Event::Lifted { seat, card });
        match single(connections(self.state, from)) {
            Some((beside, side)) => self.connect(card, beside, side),
            None => self.state.phase = Phase::Connect(card, from),
        }
    }

    /// Then it is put down, and may marry there. Its ability does not count (rule 7.6).
    pub(super) fn connect(&mut self, card: Card, beside: Card, side: Side) {
        let seat = self.state.turn;
        let cell = self.state.tree.cell(beside).beside(side);
        self.state.tree.put(card, cell);
        self.sink.tell_all(Event::Moved { seat, card, beside, side });
        self.meet(Couple { card, beside, side }, None);
    }

    /// Enthronement (rules 9.5, 12.1).
    fn enthrone(&mut self, event: Card, target: Card) {
        let seat = self.state.turn;
        let mut gone = self.state.tree.found(target);
        if let Some((throne, _)) = self.state.throne {
            gone.insert(throne);
        }
        self.state.discards = self.state.discards.union(gone);
        self.state.throne = Some((event, target));
        self.sink.tell_all(Event::Enthroned { seat, card: target, gone });
        let bereft = if self.state.options.advanced { self.take_blood() } else { None };
        match bereft {
            Some(loser) if self.state.winner.is_none() => self.end_hand(Ending::BloodTaken(loser)), // rule 12.5
            _ => self.finish(),
        }
    }

    /// The King's Blood card comes to the current player. Returns who has no card left now.
    fn take_blood(&mut self) -> Option<Seat> {
        let seat = self.state.turn;
        let holder = self.state.blood_holder();
        if holder == Some(seat) {
            return None;
        }
        self.state.aside = false;
        self.state.blood_on = None;
        if let Some(holder) = holder {
            self.take_from_hand(holder, Card::BLOOD);
            self.hand_changed(holder);
        }
        self.give_openly(seat, Card::BLOOD);
        self.sink.tell_all(Event::BloodTaken { seat, from: holder });
        self.hand_changed(seat);
        holder.filter(|&holder| self.state.held(holder) == 0)
    }

    /// The King's Blood card is put under a card, and then one more play (rule 12.2).
    fn attach_blood(&mut self, card: Card) {
        let seat = self.state.turn;
        self.state.blood_on = Some(card);
        self.sink.tell_all(Event::BloodGiven { seat, card });
        self.state.by_blood.0 = true;
        self.state.phase = Phase::Extra;
    }

    /// An empty tree gets a new founder (rule 9.6). False if there is none and the hand is over (rule 9.7).
    fn found_if_empty(&mut self) -> bool {
        if !self.state.tree.cards().is_empty() {
            return true;
        }
        if self.state.pile.union(self.state.discards).intersection(Cards::CHARACTERS).is_empty() {
            let ending = self.state.winner.map_or(Ending::NoFounder, Ending::HandEmptied);
            self.end_hand(ending);
            return false;
        }
        let mut events = Cards::EMPTY;
        while let Some(card) = self.take_top() {
            self.unhide(card);
            if card.is_character() {
                self.state.tree.put(card, Cell { row: 0, column: CENTRE });
                self.sink.tell_all(Event::Founded { card, events });
                break;
            }
            self.state.discards.insert(card);
            events.insert(card);
        }
        true
    }
}
