//! Drawing a card: guesses, and where an event goes.

use table::{Audience, Chance, Seat, SeatSet, Sink};

use super::{Play, night};
use crate::action::Which;
use crate::event::Event;
use crate::pieces::{Card, Class, EventCard, Sign};
use crate::state::{LAIRS, NONE, Phase, State, first_from, members};

/// Puts a random card in this place of the deck, from there or below.
fn settle_place<C: Chance>(state: &mut State, place: usize, chance: &mut C) {
    let from = chance.index(place + 1);
    state.cards.swap(from, place);
}

/// Takes the top card. Returns it, and whether Corvin's player has seen it.
fn take_top<C: Chance>(state: &mut State, chance: &mut C) -> (u8, bool) {
    let top = usize::from(state.left) - 1;
    if state.fixed == 0 {
        settle_place(state, top, chance);
    } else {
        state.fixed -= 1;
    }
    let seen = state.seen > 0;
    state.seen -= u8::from(seen);
    state.left = top as u8;
    (state.cards[top], seen)
}

/// A lair of this seat with room for an event.
pub(crate) fn room(state: &State, seat: usize) -> Option<usize> {
    let free = state.setup.lairs_of(seat) & !state.holding;
    (free != 0).then(|| free.trailing_zeros() as usize)
}

/// Players other than this one who have room for an event.
pub(crate) fn takers(state: &State, giver: usize) -> u16 {
    state.setup.owners(state.setup.everyone() & !state.holding) & !(1 << giver)
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// The next active vampire clockwise draws (3.4).
    pub(crate) fn draw(&mut self) {
        let state = &mut *self.state;
        let start = match state.drawer {
            NONE => state.first_lair(),
            last => usize::from(last) + 1,
        };
        let drawer = first_from(state.active, start);
        state.drawer = drawer as u8;
        let (card, seen) = take_top(state, self.chance);
        let face = self.tables.face(card);
        state.class = face.class;
        state.void = 0;
        state.ignoring = 0;
        state.slowed = 0;
        let guests = state.accepted;
        if face.class == Class::Event {
            self.draw_event(drawer, face.event, seen, guests != 0);
        } else {
            state.showing = card;
            state.gain = [night::base_gain(state); LAIRS];
            self.tell(Event::Turned { who: self.being(drawer), card: Card(card) });
            if guests != 0 {
                self.settle_guesses(face.sign);
                if self.nobody_left() {
                    return;
                }
            }
            self.open_window(Phase::Revealed);
        }
    }

    /// Guesses are settled before the card does anything (5.2, 5.3).
    fn settle_guesses(&mut self, sign: Sign) {
        let guests = std::mem::take(&mut self.state.accepted);
        for lair in members(guests) {
            let right = self.state.guess(lair) == sign;
            self.tell(Event::Guessed { who: self.being(lair), right });
            if right {
                self.gain(lair, self.tables.guess_right.into());
            } else {
                self.hurt(lair, self.tables.guess_wrong);
            }
        }
        self.state.guesses = 0;
    }

    /// An event is kept, handed on or discarded (6.1 to 6.3).
    fn draw_event(&mut self, drawer: usize, event: u8, seen: bool, announced: bool) {
        self.state.gain = [0; LAIRS];
        let owner = self.state.setup.owner(drawer);
        let takers = takers(self.state, owner);
        let slot = if self.state.holding >> drawer & 1 == 0 { Some(drawer) } else { room(self.state, owner) };
        let who = self.being(drawer);
        let sign = EventCard(event).sign();
        if slot.is_none() && takers == 0 {
            // 6.3: nobody has room for it.
            self.tell(Event::Discarded { who, event: EventCard(event) });
            self.state.spent.insert(EventCard(event));
            self.state.showing = self.tables.first_event + event;
        } else {
            let mut known = SeatSet::one(who.seat);
            if seen && let Some((corvin, _)) = self.state.looker() {
                known.insert(self.state.owner(corvin));
            }
            self.sink.tell(Audience::Only(known), Event::Drew { who, event: EventCard(event), announced });
            let hidden = Event::DrewHidden { who, sign: announced.then_some(sign) };
            self.sink.tell(Audience::AllBut(known), hidden);
            match slot {
                Some(slot) => self.lay_down(slot, event, known, announced),
                None => {
                    self.state.drawn = event;
                    self.state.drawn_known = known;
                    self.state.drawn_announced = announced;
                }
            }
        }
        if announced {
            self.settle_guesses(sign);
            if self.nobody_left() {
                return;
            }
        }
        if self.state.drawn == NONE {
            self.open_window(Phase::Applied);
        } else {
            self.state.phase = Phase::Give;
        }
    }

    fn lay_down(&mut self, slot: usize, event: u8, known: SeatSet, announced: bool) {
        let state = &mut *self.state;
        state.held[slot] = event;
        state.holding |= 1 << slot;
        state.known[slot] = known;
        state.announced |= u16::from(announced) << slot;
    }

    /// Takes up the face-down event of a lair. Returns the event, who knows it and whether its sign was announced.
    pub(crate) fn take_up(&mut self, slot: usize) -> (u8, SeatSet, bool) {
        let state = &mut *self.state;
        let announced = state.announced >> slot & 1 == 1;
        state.holding &= !(1 << slot);
        state.announced &= !(1 << slot);
        (std::mem::replace(&mut state.held[slot], NONE), std::mem::take(&mut state.known[slot]), announced)
    }

    /// One of the events is handed on, face down (6.2).
    pub(crate) fn give(&mut self, seat: Seat, card: Which, to: Seat) {
        let giver = seat.index();
        let state = &mut *self.state;
        let drawn = (state.drawn, state.drawn_known, state.drawn_announced);
        state.drawn = NONE;
        state.drawn_known = SeatSet::EMPTY;
        state.drawn_announced = false;
        let first = giver * usize::from(state.setup.each);
        let given = match card {
            Which::New => drawn,
            Which::First | Which::Second => {
                let slot = first + usize::from(card == Which::Second);
                let old = self.take_up(slot);
                self.lay_down(slot, drawn.0, drawn.1, drawn.2);
                old
            }
        };
        let (event, known, announced) = given;
        let known = known.with(to);
        if let Some(slot) = room(self.state, to.index()) {
            self.lay_down(slot, event, known, announced);
        }
        let event = EventCard(event);
        self.sink.tell(Audience::Only(known), Event::Gave { from: seat, to, card, event });
        self.sink.tell(Audience::AllBut(known), Event::GaveHidden { from: seat, to, card });
        self.open_window(Phase::Applied);
    }

    /// Corvin looks at the top of the deck (8.7).
    pub(crate) fn look(&mut self, lair: usize, cards: u8) {
        let state = &mut *self.state;
        let count = cards.min(state.left);
        while state.fixed < count {
            let place = usize::from(state.left - 1 - state.fixed);
            settle_place(state, place, self.chance);
            state.fixed += 1;
        }
        state.seen = count;
        let top = usize::from(state.left);
        let first = Card(state.cards[top - 1]);
        let second = (count > 1).then(|| Card(state.cards[top - 2]));
        let who = self.being(lair);
        self.sink.tell_apart(who.seat, Event::Saw { who, first, second }, Event::Looked { who });
    }

    /// Ends the night if nobody is active any more (9.1).
    pub(crate) fn nobody_left(&mut self) -> bool {
        let empty = self.state.active == 0;
        if empty {
            self.next_draw();
        }
        empty
    }
}
