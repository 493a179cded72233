//! The two windows of a card (7): who is asked, and in what order.

use table::{Chance, Seat, Sink};

use super::{Play, power};
use crate::event::Event;
use crate::pieces::{EventCard, Events, Sign, Tables, Vampires};
use crate::state::{Phase, State, first_from, members};

/// Which column of the fitting tables an open window reads.
fn column(phase: Phase) -> usize {
    usize::from(phase == Phase::Applied)
}

/// The vampires whose unused abilities fit the card in this window.
#[inline]
pub(crate) fn fitting_abilities(state: &State, tables: &Tables) -> Vampires {
    let fits = tables.ability_fits[state.class as usize][column(state.phase)].intersection(state.fresh);
    if !state.setup.ability_signs {
        return fits;
    }
    let sign = |sign: Sign| fits.intersection(tables.ability_sign[sign as usize]);
    state.showing_sign().map(sign).unwrap_or_default()
}

/// All events that fit the card in this window under this sign, wherever they are.
#[inline]
pub(crate) fn fitting_events(state: &State, tables: &Tables, sign: Sign) -> Events {
    let fits = tables.event_fits[state.class as usize][column(state.phase)];
    fits.intersection(tables.event_sign[sign as usize])
}

/// Lairs whose face-down event could have this sign, by public knowledge.
fn could_show(state: &State, tables: &Tables, sign: Sign) -> u16 {
    let mut lairs = state.holding;
    for lair in members(state.announced) {
        if tables.events[state.held[lair] as usize].sign != sign {
            lairs &= !(1 << lair);
        }
    }
    lairs
}

/// The seats that might have something to use, by public knowledge (7.5).
fn might_act(state: &State, tables: &Tables) -> u16 {
    let mut lairs = 0;
    for vampire in fitting_abilities(state, tables).iter() {
        let index = usize::from(vampire.0);
        let lair = 1 << state.lair_of[index];
        if state.active & lair != 0 {
            let plain = tables.plain_abilities.contains(vampire);
            let users = if plain { lair } else { power::users(state, &tables.vampires[index]) };
            lairs |= users & lair;
        }
    }
    let mut seats = state.setup.owners(lairs);
    if state.holding != 0
        && let Some(sign) = state.showing_sign()
    {
        let hidden = fitting_events(state, tables, sign).minus(state.spent);
        if !hidden.is_empty() {
            let power = |event: EventCard| &tables.events[usize::from(event.0)];
            let users = hidden.iter().fold(0, |users, event| users | power::users(state, power(event)));
            let holders = could_show(state, tables, sign);
            seats |= state.setup.owners(holders) & state.setup.owners(users);
        }
    }
    seats
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// A window opens; the leader is asked first (7.3).
    pub(crate) fn open_window(&mut self, window: Phase) {
        self.state.phase = window;
        self.state.todo = might_act(self.state, self.tables);
        self.ask_from(self.state.leader.into());
    }

    /// Asks the next seat clockwise that has not passed, or closes the window.
    fn ask_from(&mut self, seat: usize) {
        if self.state.todo != 0 {
            self.state.turn = first_from(self.state.todo, seat) as u8;
        } else if self.state.phase == Phase::Revealed {
            self.take_effect();
        } else {
            self.next_draw();
        }
    }

    /// Something was used: everybody who might act is asked again, clockwise from the next seat (7.3).
    pub(crate) fn ask_again(&mut self, seat: Seat) {
        self.state.todo = might_act(self.state, self.tables);
        self.ask_from(seat.index() + 1);
    }

    /// A seat uses nothing now.
    #[inline]
    pub(crate) fn pass(&mut self, seat: Seat) {
        self.tell(Event::Passed { seat });
        if self.state.phase == Phase::Look {
            self.state.phase = Phase::Decide;
            return;
        }
        self.state.todo &= !(1 << seat.index());
        self.ask_from(seat.index() + 1);
    }
}
