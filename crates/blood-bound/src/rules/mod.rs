//! What may be done and what it does.

pub(crate) mod ability;
pub(crate) mod ending;
pub(crate) mod intervention;
pub(crate) mod setup;
pub(crate) mod turn;
pub(crate) mod why;
pub(crate) mod wound;

use table::{Chance, Seat, SeatSet, Sink};

use crate::action::Action;
use crate::event::Event;
use crate::state::{Phase, State};

/// Who decides now. All of it is open to everybody.
#[inline]
pub(crate) fn waiting_on(state: &State) -> SeatSet {
    match state.phase {
        Phase::Turn => SeatSet::one(state.dagger),
        Phase::Call { target }
        | Phase::Offers { target, .. }
        | Phase::Wound { target }
        | Phase::Heal { target, .. } => SeatSet::one(target),
        Phase::Answers { target, answered, .. } => intervention::eligible(state, target).minus(answered),
        Phase::Ability { user, .. }
        | Phase::Look { user, .. }
        | Phase::Curses { user }
        | Phase::TrueCurse { user } => SeatSet::one(user),
        Phase::Suffer { victim, .. } => SeatSet::one(victim),
        Phase::Over { .. } => SeatSet::EMPTY,
    }
}

/// What the seat may do now.
pub(crate) fn legal(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    if !waiting_on(state).contains(seat) {
        return;
    }
    match state.phase {
        Phase::Turn => turn::legal(state, actions),
        Phase::Call { .. } => actions.extend([Action::Call, Action::StandAlone]),
        Phase::Answers { .. } => actions.extend([Action::Intervene, Action::StayOut]),
        Phase::Offers { offers, .. } => {
            actions.extend(offers.iter().map(Action::Accept));
            actions.push(Action::AcceptNone);
        }
        Phase::Wound { target } => actions.extend(wound::choices(state, target).iter().map(Action::Take)),
        Phase::Suffer { victim, .. } => {
            actions.extend(wound::choices(state, victim).iter().map(Action::Take));
        }
        Phase::Heal { target, .. } => {
            actions.extend(state.tokens[target.index()].kinds().iter().map(Action::Return));
        }
        Phase::Ability { .. } | Phase::Look { .. } | Phase::Curses { .. } | Phase::TrueCurse { .. } => {
            ability::legal(state, actions);
        }
        Phase::Over { .. } => {}
    }
}

/// Does an action that is legal; anything else changes nothing.
pub(crate) fn apply<C: Chance, S: Sink<Event>>(
    state: &mut State,
    seat: Seat,
    action: Action,
    chance: &mut C,
    sink: &mut S,
) {
    match (state.phase, action) {
        (Phase::Turn, Action::Strike(target)) => turn::strike(state, target, sink),
        (Phase::Turn, Action::Pass(to)) => turn::pass(state, to, sink),
        (Phase::Call { target }, Action::Call) => intervention::call(state, target, sink),
        (Phase::Call { target }, Action::StandAlone) => {
            sink.tell_all(Event::StoodAlone { target });
            wound::strike_home(state, target, sink);
        }
        (Phase::Answers { .. }, Action::Intervene) => intervention::answer(state, seat, true, sink),
        (Phase::Answers { .. }, Action::StayOut) => intervention::answer(state, seat, false, sink),
        (Phase::Offers { target, .. }, Action::Accept(by)) => {
            sink.tell_all(Event::Accepted { target, by });
            wound::intervene(state, target, by, sink);
        }
        (Phase::Offers { target, .. }, Action::AcceptNone) => {
            sink.tell_all(Event::AcceptedNone { target });
            wound::strike_home(state, target, sink);
        }
        (Phase::Wound { target }, Action::Take(token)) => {
            wound::attack_token(state, target, target, token, sink);
        }
        (Phase::Suffer { user, victim, left }, Action::Take(token)) => {
            wound::take(state, victim, token, sink);
            wound::suffer(state, user, victim, left - 1, sink);
        }
        (Phase::Heal { user, target }, Action::Return(token)) => {
            wound::give_back(state, user, target, token, sink);
        }
        _ => ability::apply(state, action, chance, sink),
    }
}
