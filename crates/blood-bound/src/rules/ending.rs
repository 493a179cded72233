//! Who leads and who wins (sections 9 and 10).

use table::{Chance, Outcome, Seat, SeatSet, Sink};

use super::Play;
use crate::event::Event;
use crate::pieces::Clan;
use crate::state::{End, Phase, State};

/// Who leads a clan, by the Quill as it is now (rules 2.5, 8.1, 10.5).
pub(crate) fn leader(state: &State, clan: Clan) -> Option<Seat> {
    led(state, clan, state.quills)
}

/// Who leads a clan if these hold a Quill.
pub(crate) fn led(state: &State, clan: Clan, quills: SeatSet) -> Option<Seat> {
    let members = state.clan(clan);
    let rank = |seat: &Seat| state.rank(*seat);
    if members.intersection(quills).is_empty() {
        members.iter().min_by_key(rank)
    } else {
        members.iter().max_by_key(rank)
    }
}

/// The result, once it has come.
pub(crate) fn outcome(state: &State) -> Option<Outcome> {
    let Phase::Over { end } = state.phase else { return None };
    let players = state.players();
    let End::Capture { captor, captive } = end else {
        return Some(Outcome::draw("standstill", players));
    };
    // Rule 9.3. Nobody is ever captured by the Inquisitor: he may not strike a player with three wounds, a player who
    // intervenes has two at most, and his ability does not wound.
    let (Some(hunter), Some(prey)) = (state.card(captor).clan(), state.card(captive).clan()) else {
        return Some(alone(state, "inquisitor-captured"));
    };
    let (winner, ending) = if hunter == prey {
        (prey.rival(), "own-clan-captured")
    } else if leader(state, prey) == Some(captive) {
        (hunter, "leader-captured")
    } else {
        (prey, "wrong-captive")
    };
    if state.true_curse.is_some() && state.true_curse == leader(state, winner) {
        return Some(alone(state, "true-curse"));
    }
    Some(Outcome::for_winners(ending, players, state.clan(winner)))
}

fn alone(state: &State, ending: &'static str) -> Outcome {
    let inquisitor = state.inquisitor().map_or(SeatSet::EMPTY, SeatSet::one);
    Outcome::for_winners(ending, state.players(), inquisitor)
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Everything is turned up (rule 10.1).
    pub(super) fn finish(&mut self, end: End) {
        let state = &mut *self.state;
        state.phase = Phase::Over { end };
        for seat in state.seats() {
            self.sink.tell_all(Event::Unmasked { seat, card: state.card(seat) });
        }
        for seat in state.curses {
            self.sink.tell_all(Event::CurseTurned { seat, is_true: state.true_curse == Some(seat) });
        }
        let winners = outcome(state).map_or(SeatSet::EMPTY, |outcome| outcome.winners());
        self.sink.tell_all(Event::Ended { winners });
    }
}
