//! What may be done and what it does.

pub(crate) mod ability;
pub(crate) mod ending;
pub(crate) mod fallback;
pub(crate) mod intervention;
pub(crate) mod refuse;
pub(crate) mod setup;
pub(crate) mod turn;
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
        Phase::Wound { target: wounded } | Phase::Suffer { victim: wounded, .. } => {
            actions.extend(wound::choices(state, wounded).iter().map(Action::Take));
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

/// A state in motion, with lots to draw and somebody to tell.
pub(crate) struct Play<'a, C, S> {
    pub(crate) state: &'a mut State,
    pub(crate) chance: &'a mut C,
    pub(crate) sink: &'a mut S,
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Does an action that is legal; anything else changes nothing.
    pub(crate) fn apply(&mut self, seat: Seat, action: Action) {
        match (self.state.phase, action) {
            (Phase::Turn, Action::Strike(target)) => self.strike(target),
            (Phase::Turn, Action::Pass(to)) => self.pass(to),
            (Phase::Call { target }, Action::Call) => self.call(target),
            (Phase::Call { target }, Action::StandAlone) => {
                self.sink.tell_all(Event::StoodAlone { target });
                self.strike_home(target);
            }
            (Phase::Answers { .. }, Action::Intervene) => self.answer(seat, true),
            (Phase::Answers { .. }, Action::StayOut) => self.answer(seat, false),
            (Phase::Offers { target, .. }, Action::Accept(by)) => {
                self.sink.tell_all(Event::Accepted { target, by });
                self.intervene(target, by);
            }
            (Phase::Offers { target, .. }, Action::AcceptNone) => {
                self.sink.tell_all(Event::AcceptedNone { target });
                self.strike_home(target);
            }
            (Phase::Wound { target }, Action::Take(token)) => self.attack_token(target, target, token),
            (Phase::Suffer { user, victim, left }, Action::Take(token)) => {
                self.take(victim, token);
                self.suffer(user, victim, left - 1);
            }
            (Phase::Heal { user, target }, Action::Return(token)) => self.give_back(user, target, token),
            _ => self.apply_ability(action),
        }
    }
}
