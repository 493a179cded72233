//! The dagger: strike or pass (section 4).

use table::{Chance, Seat, SeatSet, Sink};

use super::{Play, intervention};
use crate::action::Action;
use crate::event::Event;
use crate::pieces::INQUISITORS;
use crate::state::{End, Phase, State};

/// May the holder no longer pass (rule 4.6)?
#[inline]
pub(crate) fn must_strike(state: &State) -> bool {
    let limit = state.options.pass_limit();
    limit > 0 && state.passes >= limit
}

/// Whom a clan member with the dagger may strike (rule 4.3).
#[inline]
fn targets(state: &State) -> SeatSet {
    state.others(state.dagger).minus(state.shielded())
}

/// Whom the holder may strike, the Inquisitor's limit included (rule 4.4).
#[inline]
fn own_targets(state: &State) -> SeatSet {
    let targets = targets(state);
    if state.card(state.dagger).is_inquisitor() { targets.minus(state.reeling()) } else { targets }
}

pub(super) fn legal(state: &State, actions: &mut Vec<Action>) {
    actions.extend(own_targets(state).iter().map(Action::Strike));
    if !must_strike(state) {
        actions.extend(state.others(state.dagger).iter().map(Action::Pass));
    }
}

/// The holder must strike: can he? An Inquisitor who could not would have ended the game (rule 4.7).
pub(crate) fn corner(state: &mut State) -> bool {
    if own_targets(state).is_empty() {
        return false;
    }
    if targets(state).minus(state.reeling()).is_empty() {
        clear(state, state.dagger);
    }
    true
}

/// Everybody has seen that this is not the Inquisitor.
pub(crate) fn clear(state: &mut State, seat: Seat) {
    let open = &mut state.open[seat.index()];
    *open = open.minus(INQUISITORS);
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    pub(super) fn strike(&mut self, target: Seat) {
        let attacker = self.state.dagger;
        self.state.passes = 0;
        self.sink.tell_all(Event::Struck { attacker, target });
        if self.state.wounds(target) == 3 {
            clear(self.state, attacker);
        }
        // Rules 5.2 and 5.6: nobody calls if nobody could answer.
        if self.state.fans.contains(target) || intervention::eligible(self.state, target).is_empty() {
            self.strike_home(target);
        } else {
            self.state.phase = Phase::Call { target };
        }
    }

    pub(super) fn pass(&mut self, to: Seat) {
        let state = &mut *self.state;
        self.sink.tell_all(Event::Passed { from: state.dagger, to });
        state.dagger = to;
        if state.options.pass_limit() == 0 {
            return;
        }
        state.passes += 1;
        if !must_strike(state) {
            return;
        }
        let before = state.open[to.index()];
        if corner(state) {
            let cleared = state.open[to.index()] != before;
            self.sink.tell_all(Event::MustStrike { seat: to, cleared });
        } else {
            self.sink.tell_all(Event::Standstill { seat: to });
            self.finish(End::Standstill);
        }
    }

    /// After an attack (rule 4.5).
    pub(super) fn hand_over(&mut self, to: Seat) {
        self.state.dagger = to;
        self.state.phase = Phase::Turn;
        self.sink.tell_all(Event::Dagger { to });
    }
}
