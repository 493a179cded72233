//! The rules, one file per mechanism. Numbers in comments are those of `RULES.md`.

mod attack;
pub(crate) mod cards;
pub(crate) mod declare;
pub(crate) mod fallback;
mod hands;
pub(crate) mod refuse;
pub(crate) mod setup;
mod turn;

use table::{Chance, Seat, SeatSet, Sink};

use crate::action::Action;
use crate::event::Event;
use crate::pieces::{Card, Cards};
use crate::state::{State, TurnStage};

/// The seats the game cannot go on without. All of it is open to everybody.
pub(crate) fn waiting_on(state: &State) -> SeatSet {
    match state.stage {
        TurnStage::Play | TurnStage::Catch => SeatSet::one(state.turn),
        TurnStage::Draw { seat, .. } | TurnStage::Declare { seat, .. } => SeatSet::one(seat),
        TurnStage::Defend { target, .. } => SeatSet::one(target),
        TurnStage::Voodoo { keeper, .. } => SeatSet::one(keeper),
        TurnStage::Leshy | TurnStage::Hunt => {
            Seat::all(state.players()).filter(|&seat| state.chosen(seat) < state.owed(seat)).collect()
        }
        TurnStage::Over { .. } => SeatSet::EMPTY,
    }
}

/// The seats that may declare although the game does not wait for them.
pub(crate) fn interrupts(state: &State) -> SeatSet {
    declare::may_declare(state).minus(waiting_on(state))
}

/// What a seat may do now.
pub(crate) fn legal(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    match state.stage {
        TurnStage::Play if seat == state.turn => turn::plays(state, actions),
        TurnStage::Draw { seat: drawer, .. } if seat == drawer => turn::draws(state, actions),
        TurnStage::Defend { target, .. } if seat == target => attack::answers(state, target, actions),
        TurnStage::Leshy | TurnStage::Hunt if state.chosen(seat) < state.owed(seat) => {
            hands::offerings(state, seat, actions);
        }
        TurnStage::Catch if seat == state.turn => hands::catches(state, actions),
        TurnStage::Voodoo { keeper, .. } if seat == keeper => hands::returns(state, keeper, actions),
        TurnStage::Declare { seat: declarer, named } if seat == declarer => {
            declare::names(state, declarer, named, actions);
        }
        _ => {}
    }
    if declare::may_declare(state).contains(seat) {
        actions.push(Action::Declare);
    }
}

/// A state in motion, with lots to draw and somebody to tell.
pub(crate) struct Play<'a, C, S> {
    pub(crate) state: &'a mut State,
    pub(crate) chance: &'a mut C,
    pub(crate) sink: &'a mut S,
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Does a legal action.
    pub(crate) fn apply(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Play(card) => self.play(seat, *card),
            Action::PlayOn { card, target } => self.play_on(seat, *card, target),
            Action::Discard(card) => match self.state.stage {
                TurnStage::Leshy => self.seal(seat, card),
                TurnStage::Catch => self.drop_catch(seat, card),
                _ => self.pass_turn(seat, card),
            },
            Action::Give(card) => self.seal(seat, card),
            Action::Return(card) => self.lay_aside(card),
            Action::Keep => match self.state.stage {
                TurnStage::Voodoo { keeper, other } => self.end_voodoo(keeper, other),
                _ => self.keep_catch(seat),
            },
            Action::Draw(deck) => self.draw_chosen(deck),
            Action::Mirror => self.reflect(seat),
            Action::Amulet => self.ward(seat),
            Action::Endure => self.endure(seat),
            Action::Declare => self.declare(seat),
            Action::Name(enemy) => self.name_enemy(seat, enemy),
            Action::Accuse => self.accuse(),
            Action::Dally => self.dally(seat),
        }
    }

    #[inline]
    fn tell(&mut self, event: Event) {
        self.sink.tell_all(event);
    }

    /// A card leaves a hand face up, on its way to somewhere else.
    #[inline]
    fn leave_hand(&mut self, seat: Seat, card: Card) {
        self.state.hands[seat.index()].remove(card);
        self.state.knowledge.show(seat, card);
    }

    /// A card goes from a hand to the discards of its deck.
    fn throw(&mut self, seat: Seat, card: Card) {
        self.leave_hand(seat, card);
        self.state.discard_pile(card);
    }

    /// A whole hand goes to the discards.
    fn throw_hand(&mut self, seat: Seat) {
        let cards = std::mem::take(&mut self.state.hands[seat.index()]);
        cards.iter().for_each(|card| self.state.discard_pile(card));
        self.state.knowledge.empty(seat);
        if !cards.is_empty() {
            self.tell(Event::Discarded { seat, cards });
        }
    }

    fn throw_one(&mut self, seat: Seat, card: Card) {
        self.throw(seat, card);
        let cards = Cards::from_iter([card]);
        self.tell(Event::Discarded { seat, cards });
    }
}
