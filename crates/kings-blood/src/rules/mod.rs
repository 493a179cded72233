//! What is legal and what it does, one file per mechanism.

mod cards;
pub(crate) mod deal;
pub(crate) mod ending;
mod events;
pub(crate) mod fallback;
pub(crate) mod playable;
mod plays;
pub(crate) mod refuse;
mod turn;

use table::{Chance, Seat, SeatSet, Sink};

use crate::action::Action;
use crate::event::Event;
use crate::genealogy::Side;
use crate::pieces::Cards;
use crate::state::{Phase, State};
use playable::{connections, places, playable_now, siblings, targets};

/// The current player, until the game is over.
#[inline]
pub(crate) fn waiting_on(state: &State) -> SeatSet {
    match state.phase {
        Phase::Over(_) => SeatSet::EMPTY,
        _ => SeatSet::one(state.turn),
    }
}

/// Appends what the seat may do.
pub(crate) fn legal(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    if seat != state.turn {
        return;
    }
    match state.phase {
        Phase::Over(_) => return,
        Phase::Debt | Phase::Play | Phase::Drawn(_) | Phase::Extra | Phase::Newborn => {
            let cards = playable_now(state);
            actions.extend(cards.iter().map(Action::Play));
            match state.phase {
                Phase::Debt => actions.push(Action::Accept),
                Phase::Play if state.can_draw() => actions.push(Action::Draw),
                Phase::Play if cards.is_empty() => actions.push(Action::Pass), // rule 11.2
                Phase::Play => {}
                _ => actions.push(Action::Stop),
            }
        }
        Phase::Place => {
            push_places(state.chosen.map_or([Cards::EMPTY; 2], |card| places(state, card)), actions)
        }
        Phase::Connect(_, from) => push_places(connections(state, from), actions),
        Phase::Target => {
            let cards = state.chosen.map_or(Cards::EMPTY, |card| targets(state, card));
            actions.extend(cards.iter().map(Action::Target));
        }
        Phase::Give(_) => actions.extend(Seat::all(state.players()).map(Action::Give)), // rule 9.3
        Phase::Marry(_, run) => {
            actions.extend([Action::Marry, Action::Decline]);
            if run.is_some() {
                actions.extend(siblings(state).iter().map(Action::Play));
            }
        }
        Phase::Sibling(..) => {
            actions.extend(siblings(state).iter().map(Action::Play));
            actions.push(Action::Stop);
        }
        Phase::Close => actions.push(Action::Stop),
    }
    if state.silent(seat) {
        actions.push(Action::Call); // rule 10.2
    }
}

fn push_places([left, right]: [Cards; 2], actions: &mut Vec<Action>) {
    for beside in left.union(right).iter() {
        if left.contains(beside) {
            actions.push(Action::Place { beside, side: Side::Left });
        }
        if right.contains(beside) {
            actions.push(Action::Place { beside, side: Side::Right });
        }
    }
}

/// A game in motion: the whole truth, where chance comes from and where events go.
pub(crate) struct Play<'a, C, S> {
    pub(crate) state: &'a mut State,
    pub(crate) chance: &'a mut C,
    pub(crate) sink: &'a mut S,
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Does a legal action.
    #[inline]
    pub(crate) fn apply(&mut self, seat: Seat, action: Action) {
        debug_assert_eq!(seat, self.state.turn);
        match action {
            Action::Play(card) => self.play_card(card),
            Action::Place { beside, side } => match self.state.phase {
                Phase::Connect(card, _) => self.connect(card, beside, side),
                _ => self.place(beside, side),
            },
            Action::Target(card) => self.strike(card),
            Action::Give(to) => self.exile(to),
            Action::Draw => self.draw_one(),
            Action::Accept => self.accept_debt(),
            Action::Marry => {
                if let Phase::Marry(couple, _) = self.state.phase {
                    self.marry(couple);
                }
            }
            Action::Decline => {
                self.sink.tell_all(Event::Unmarried { seat });
                self.finish();
            }
            Action::Stop => self.stop(),
            Action::Pass => self.pass(),
            Action::Call => self.call(),
        }
    }
}
