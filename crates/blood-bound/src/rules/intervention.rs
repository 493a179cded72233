//! Calling, offering, accepting (section 5).

use table::{Seat, SeatSet, Sink};

use super::wound;
use crate::event::Event;
use crate::state::{Phase, State};

/// Who may offer to intervene (rule 5.2).
#[inline]
pub(crate) fn eligible(state: &State, target: Seat) -> SeatSet {
    state.others(state.dagger).without(target).minus(state.ranked())
}

pub(crate) fn call<S: Sink<Event>>(state: &mut State, target: Seat, sink: &mut S) {
    sink.tell_all(Event::Called { target });
    state.phase = Phase::Answers { target, answered: SeatSet::EMPTY, offers: SeatSet::EMPTY };
}

/// Rule 5.3: answers lie sealed until the last one is in.
pub(crate) fn answer<S: Sink<Event>>(state: &mut State, seat: Seat, offer: bool, sink: &mut S) {
    let Phase::Answers { target, mut answered, mut offers } = state.phase else { return };
    answered.insert(seat);
    if offer {
        offers.insert(seat);
    }
    sink.tell_all(Event::Answered { seat });
    if !eligible(state, target).minus(answered).is_empty() {
        state.phase = Phase::Answers { target, answered, offers };
        return;
    }
    sink.tell_all(Event::Opened { target, offers });
    if offers.is_empty() {
        wound::strike_home(state, target, sink);
    } else {
        state.phase = Phase::Offers { target, offers };
    }
}
