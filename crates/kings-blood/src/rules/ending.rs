//! The end of a hand, the scores, and the end of the game (section 13 of the rules).

use table::{Audience, Chance, Outcome, Seat, SeatSet, Sink};

use super::Play;
use super::deal::{bare, deal_hand};
use crate::event::Event;
use crate::options::Scoring;
use crate::pieces::{Card, Cards};
use crate::state::{Ending, Phase, SEATS, State};

/// Points for each generation under an Enthronement (rules 13.2, 13.3).
const PER_GENERATION: i32 = 5;

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// A hand is over: the game too, or the scores are counted and the next hand is dealt (rule 13.1).
    pub(super) fn end_hand(&mut self, ending: Ending) {
        self.sink.tell_all(Event::HandOver { ending });
        self.state.last = None;
        self.state.child = None;
        if !self.state.options.scored() {
            self.state.phase = Phase::Over(ending);
            return;
        }
        self.show_hands();
        if let Ending::HandEmptied(winner) | Ending::BloodTaken(winner) = ending {
            self.score(winner);
        }
        let target = self.state.options.target;
        if self.state.scores[..self.state.players()].iter().any(|&score| score >= target) {
            self.state.phase = Phase::Over(Ending::TargetReached);
        } else {
            self.next_hand();
        }
    }

    fn show_hands(&mut self) {
        for seat in Seat::all(self.state.players()) {
            let cards = self.state.hands[seat.index()];
            self.state.shown[seat.index()] = cards;
            cards.iter().for_each(|card| self.unhide(card));
            self.sink.tell_all(Event::HandShown { seat, cards });
        }
    }

    fn score(&mut self, winner: Seat) {
        let gains = gains(self.state, winner);
        for seat in Seat::all(self.state.players()) {
            let gained = gains[seat.index()] as i16;
            let score = self.state.scores[seat.index()].saturating_add(gained);
            self.state.scores[seat.index()] = score;
            self.sink.tell_all(Event::Scored { seat, gained, score });
        }
    }

    fn next_hand(&mut self) {
        let state = &mut *self.state;
        let fresh = State {
            dealer: state.dealer.left(state.players()),
            hand: state.hand.saturating_add(1),
            scores: state.scores,
            ..bare(&state.options)
        };
        *state = fresh;
        deal_hand(state, self.chance);
        let founder = state.tree.cards().first().unwrap_or(Card::new(0));
        let (hand, dealer, turn) = (state.hand, state.dealer, state.turn);
        self.sink.tell_all(Event::Dealt { hand, dealer, founder });
        for seat in Seat::all(self.state.players()) {
            let cards = self.state.hands[seat.index()];
            self.sink.tell(Audience::only(seat), Event::DealtTo { seat, cards });
        }
        self.sink.tell_all(Event::Turn { seat: turn, debt: 0 });
    }
}

/// What each seat gains when this one wins the hand (rules 13.2, 13.3, 13.4).
fn gains(state: &State, winner: Seat) -> [i32; SEATS] {
    let points = |cards: Cards| cards.iter().map(Card::points).sum::<i32>();
    let mut gains = [0; SEATS];
    for seat in Seat::all(state.players()).filter(|&seat| seat != winner) {
        gains[seat.index()] = points(state.hands[seat.index()]);
    }
    let bonus = if state.throne.is_some() { PER_GENERATION * state.tree.generations() } else { 0 };
    match state.options.scoring {
        Scoring::B => gains[winner.index()] = -bonus,
        _ => {
            let all = gains.iter().sum::<i32>();
            gains = [0; SEATS];
            gains[winner.index()] = all + bonus;
        }
    }
    gains
}

/// The outcome, once the game is over.
pub(crate) fn outcome(state: &State) -> Option<Outcome> {
    let Phase::Over(ending) = state.phase else { return None };
    let players = state.players();
    let one = SeatSet::one;
    Some(match ending {
        Ending::HandEmptied(seat) => Outcome::for_winners("hand-emptied", players, one(seat)),
        Ending::BloodTaken(seat) => Outcome::for_winners("blood-taken", players, one(seat)),
        Ending::AllPassed => Outcome::draw("all-passed", players),
        Ending::NoFounder => Outcome::draw("no-founder", players),
        Ending::TargetReached => {
            let mut scores = [0; SEATS];
            scores.iter_mut().zip(state.scores).for_each(|(to, from)| *to = from.into());
            let sign = if state.options.scoring == Scoring::B { -1 } else { 1 };
            Outcome::by_rank("target-reached", &scores[..players], |seat| sign * scores[seat.index()])
        }
    })
}
