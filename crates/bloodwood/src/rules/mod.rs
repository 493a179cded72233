//! The rules, one file per mechanism. Numbers in comments are those of `RULES.md`.

mod attack;
pub(crate) mod cards;
pub(crate) mod declare;
mod hands;
pub(crate) mod refuse;
pub(crate) mod turn;

use table::{Audience, Chance, Seat, Sink};

use crate::action::Action;
use crate::event::Event;
use crate::pieces::{Card, Cards};
use crate::state::{Stage, State};

/// What a seat may do now.
pub(crate) fn legal(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    match state.stage {
        Stage::Play if seat == state.turn => turn::plays(state, actions),
        Stage::Draw { seat: drawer, .. } if seat == drawer => turn::draws(state, actions),
        Stage::Defend { target, .. } if seat == target => attack::answers(state, target, actions),
        Stage::Leshy | Stage::Hunt if state.chosen(seat) < state.owed(seat) => {
            hands::offerings(state, seat, actions);
        }
        Stage::Catch if seat == state.turn => hands::catches(state, actions),
        Stage::Voodoo { keeper, .. } if seat == keeper => hands::returns(state, keeper, actions),
        Stage::Declare { seat: declarer, named } if seat == declarer => {
            declare::names(state, declarer, named, actions);
        }
        _ => {}
    }
    if declare::may_declare(state).contains(seat) {
        actions.push(Action::Declare);
    }
}

/// Does a legal action.
pub(crate) fn apply<C: Chance, S: Sink<Event>>(
    state: &mut State,
    seat: Seat,
    action: Action,
    chance: &mut C,
    sink: &mut S,
) {
    let mut run = Run { state, chance, sink };
    match action {
        Action::Play(card) => run.play(seat, card),
        Action::PlayOn { card, target } => run.play_on(seat, card, target),
        Action::Discard(card) => match run.state.stage {
            Stage::Leshy => run.seal(seat, card),
            Stage::Catch => run.drop_catch(seat, card),
            _ => run.pass_turn(seat, card),
        },
        Action::Give(card) => run.seal(seat, card),
        Action::Return(card) => run.lay_aside(card),
        Action::Keep => match run.state.stage {
            Stage::Voodoo { keeper, other } => run.end_voodoo(keeper, other),
            _ => run.keep_catch(seat),
        },
        Action::Draw(deck) => run.draw_chosen(deck),
        Action::Mirror => run.reflect(seat),
        Action::Amulet => run.ward(seat),
        Action::Endure => run.endure(seat),
        Action::Declare => run.declare(seat),
        Action::Name(enemy) => run.name_enemy(seat, enemy),
        Action::Accuse => run.accuse(),
        Action::Dally => run.dally(seat),
    }
}

/// A state in motion: with chance to draw from and somebody to tell.
struct Run<'a, C, S> {
    state: &'a mut State,
    chance: &'a mut C,
    sink: &'a mut S,
}

impl<C: Chance, S: Sink<Event>> Run<'_, C, S> {
    #[inline]
    fn tell(&mut self, event: Event) {
        self.sink.tell_all(event);
    }

    /// Tells one seat more than the others.
    #[inline]
    fn tell_apart(&mut self, seat: Seat, full: Event, redacted: Event) {
        self.sink.tell(Audience::only(seat), full);
        self.sink.tell(Audience::all_but(seat), redacted);
    }

    /// A card leaves a hand face up, and is nowhere yet.
    #[inline]
    fn leave_hand(&mut self, seat: Seat, card: Card) {
        self.state.hands[seat.index()].remove(card);
        self.state.minds.show(seat, card);
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
        self.state.minds.empty(seat);
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
