//! The end of a turn: the call, the last card's ability, and who is next.

use table::{Chance, Sink};

use super::Play;
use super::playable::playable;
use crate::event::Event;
use crate::pieces::Special;
use crate::state::{Ending, Phase};

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Nothing more to do this turn: there is a last moment for the call, and then it ends (rule 10.2).
    pub(super) fn finish(&mut self) {
        let seat = self.state.turn;
        if let Some(winner) = self.state.winner {
            self.end_hand(Ending::HandEmptied(winner));
        } else if self.state.silent(seat) {
            self.state.child = None;
            self.state.phase = Phase::Close;
        } else {
            self.end_turn();
        }
    }

    /// "King's Blood!"
    pub(super) fn call(&mut self) {
        let seat = self.state.turn;
        self.state.called.insert(seat);
        self.sink.tell_all(Event::Called { seat, by_table: false });
        if self.state.phase == Phase::Close {
            self.end_turn();
        }
    }

    /// The player ends the turn, perhaps without the call (rule 10.3).
    pub(super) fn stop(&mut self) {
        if self.state.silent(self.state.turn) {
            self.forget();
        }
        self.end_turn();
    }

    /// The call was forgotten: three cards, and the next turn is lost (rules 10.3, 10.4).
    pub(super) fn forget(&mut self) {
        let seat = self.state.turn;
        self.sink.tell_all(Event::Forgotten { seat });
        self.state.penalty.insert(seat);
        self.draw_to_hand(seat, 3);
    }

    /// Nothing to play and nothing to draw (rules 11.2, 11.3).
    pub(super) fn pass(&mut self) {
        let seat = self.state.turn;
        // Everybody knows now what is not in this hand.
        let hidden = self.state.hidden();
        let lacks = playable(self.state, hidden, self.state.held(seat));
        self.state.lacks[seat.index()] = self.state.lacks[seat.index()].union(lacks);
        self.state.passed.insert(seat);
        self.sink.tell_all(Event::Passed { seat });
        if self.state.passed.len() == self.state.players() {
            self.end_hand(Ending::AllPassed);
        } else {
            self.finish();
        }
    }

    /// The ability of the last card works, and the next player takes over (sections 7 and 8, rule 10.5).
    pub(super) fn end_turn(&mut self) {
        let special = self.state.last.and_then(|card| self.state.specials().of(card));
        self.state.last = None;
        self.state.child = None;
        match special {
            Some(Special::Reverse) => {
                self.state.clockwise = !self.state.clockwise;
                self.sink.tell_all(Event::Reversed { clockwise: self.state.clockwise });
            }
            Some(Special::Draw3) => self.state.debt += 3,
            _ => {}
        }
        let mut next = self.state.next(self.state.turn);
        if special == Some(Special::Skip) {
            self.state.penalty.remove(next);
            self.sink.tell_all(Event::Skipped { seat: next });
            next = self.state.next(next);
        }
        while self.state.penalty.contains(next) {
            self.state.penalty.remove(next);
            let debt = std::mem::take(&mut self.state.debt);
            if debt > 0 {
                self.draw_to_hand(next, debt);
            }
            self.sink.tell_all(Event::TurnLost { seat: next });
            next = self.state.next(next);
        }
        self.state.turn = next;
        let debt = self.state.debt;
        self.state.phase = if debt > 0 { Phase::Debt } else { Phase::Play };
        self.sink.tell_all(Event::Turn { seat: next, debt });
    }
}
