//! The dagger: strike or pass (section 4).

use table::{Seat, SeatSet, Sink};

use super::{ending, intervention, wound};
use crate::action::Action;
use crate::event::Event;
use crate::pieces::Cards;
use crate::state::{End, Phase, State};

/// May the holder no longer pass (rule 4.6)?
#[inline]
pub(crate) fn must_strike(state: &State) -> bool {
    let limit = state.options.pass_limit();
    limit > 0 && state.passes >= limit
}

/// Whom a clan member with the dagger may strike (rule 4.3).
#[inline]
pub(crate) fn targets(state: &State) -> SeatSet {
    state.others(state.dagger).minus(state.shielded())
}

/// Whom the holder may strike, the Inquisitor's limit included (rule 4.4).
#[inline]
fn own_targets(state: &State) -> SeatSet {
    let targets = targets(state);
    if state.card(state.dagger).is_inquisitor() { targets.minus(state.reeling()) } else { targets }
}

pub(crate) fn legal(state: &State, actions: &mut Vec<Action>) {
    actions.extend(own_targets(state).iter().map(Action::Strike));
    if !must_strike(state) {
        actions.extend(state.others(state.dagger).iter().map(Action::Pass));
    }
}

pub(crate) fn strike<S: Sink<Event>>(state: &mut State, target: Seat, sink: &mut S) {
    let attacker = state.dagger;
    state.passes = 0;
    sink.tell_all(Event::Struck { attacker, target });
    if state.wounds(target) == 3 {
        clear(state, attacker);
    }
    // Rules 5.2 and 5.6: no call that nobody could answer.
    if state.fans.contains(target) || intervention::eligible(state, target).is_empty() {
        wound::strike_home(state, target, sink);
    } else {
        state.phase = Phase::Call { target };
    }
}

pub(crate) fn pass<S: Sink<Event>>(state: &mut State, to: Seat, sink: &mut S) {
    sink.tell_all(Event::Passed { from: state.dagger, to });
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
        sink.tell_all(Event::MustStrike { seat: to, cleared: state.open[to.index()] != before });
    } else {
        sink.tell_all(Event::Standstill { seat: to });
        ending::finish(state, End::Standstill, sink);
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
    *open = open.minus(Cards::INQUISITORS);
}

/// After an attack (rule 4.5).
pub(crate) fn hand_over<S: Sink<Event>>(state: &mut State, to: Seat, sink: &mut S) {
    state.dagger = to;
    state.phase = Phase::Turn;
    sink.tell_all(Event::Dagger { to });
}
