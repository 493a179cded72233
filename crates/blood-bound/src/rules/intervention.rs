//! Calling, offering, accepting (section 5).

use table::{Chance, Seat, SeatSet, Sink};

use super::Play;
use crate::event::Event;
use crate::state::{Phase, State};

/// Who may offer to intervene (rule 5.2).
#[inline]
pub(crate) fn eligible(state: &State, target: Seat) -> SeatSet {
    state.others(state.dagger).without(target).minus(state.ranked())
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    pub(super) fn call(&mut self, target: Seat) {
        self.sink.tell_all(Event::Called { target });
        self.state.phase = Phase::Answers { target, answered: SeatSet::EMPTY, offers: SeatSet::EMPTY };
    }

    /// Rule 5.3: answers lie sealed until the last one is in.
    pub(super) fn answer(&mut self, seat: Seat, offer: bool) {
        let Phase::Answers { target, mut answered, mut offers } = self.state.phase else { return };
        answered.insert(seat);
        if offer {
            offers.insert(seat);
        }
        self.sink.tell_all(Event::Answered { seat });
        if !eligible(self.state, target).minus(answered).is_empty() {
            self.state.phase = Phase::Answers { target, answered, offers };
            return;
        }
        self.sink.tell_all(Event::Opened { target, offers });
        if offers.is_empty() {
            self.strike_home(target);
        } else {
            self.state.phase = Phase::Offers { target, offers };
        }
    }
}
