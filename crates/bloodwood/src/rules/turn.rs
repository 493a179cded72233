//! Turns, phases and draws (sections 3 and 4).

use table::{Chance, Seat, SeatSet, Sink};

use super::{Play, cards, declare};
use crate::action::Action;
use crate::event::{Ending, Event};
use crate::pieces::{Card, Deck, HAND, Sort, Special, Targeted, Untargeted};
use crate::state::{Pile, State, Then, TurnStage};

/// What the seat whose turn it is may do (rules 3.1 to 3.4).
pub(super) fn plays(state: &State, actions: &mut Vec<Action>) {
    let seat = state.turn;
    if state.sleeping() {
        return actions.push(Action::Dally);
    }
    let hand = state.hand(seat);
    for card in hand.kinds() {
        match card.sort() {
            Sort::Special(special) if state.barred == Some(special) => {}
            Sort::Targeted | Sort::Sweeping if !in_season(state, seat, card) => {}
            Sort::Targeted => {
                let Some(playable) = Targeted::new(card) else { continue };
                let targets = cards::targets(state, seat, card);
                actions.extend(targets.iter().map(|target| Action::PlayOn { card: playable, target }));
            }
            _ => actions.extend(Untargeted::new(card).map(Action::Play)),
        }
    }
    actions.extend(hand.kinds().map(Action::Discard));
    if state.options.slowness {
        actions.push(Action::Dally);
    }
}

/// Does the phase allow this card, and do Chains (rule 5.9)?
#[inline]
fn in_season(state: &State, seat: Seat, card: Card) -> bool {
    card.deck() == state.phase && !(card.deck() == Deck::Night && state.chained.contains(seat))
}

/// From which decks a card can be drawn (rules 3.5 and 3.7). A seat is asked only if there are two.
pub(super) fn draws(state: &State, actions: &mut Vec<Action>) {
    actions
        .extend([Deck::Day, Deck::Night].into_iter().filter(|&deck| state.can_draw(deck)).map(Action::Draw));
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Instead of playing, discard one (rule 3.2).
    pub(super) fn pass_turn(&mut self, seat: Seat, card: Card) {
        self.state.acted = true;
        self.throw_one(seat, card);
        self.refill();
    }

    /// The turn slips by (rules 5.10, 10.1).
    pub(super) fn dally(&mut self, seat: Seat) {
        if self.state.drugged.contains(seat) {
            self.sleep(seat);
        } else {
            self.tell(Event::Dallied { seat });
        }
        self.end_turn();
    }

    /// A Tranquillizer has done its work (rule 5.10).
    fn sleep(&mut self, seat: Seat) {
        self.state.drugged.remove(seat);
        self.state.discard_pile(Card::Tranquillizer);
        self.tell(Event::Slept { seat });
    }

    /// Eclipse and Time Loop (rules 4.2 and 4.3).
    pub(super) fn play_special(&mut self, seat: Seat, special: Special) {
        match special {
            Special::Eclipse => self.flip_phase(),
            Special::TimeLoop => {
                self.state.clockwise = !self.state.clockwise;
                self.tell(Event::Reversed { clockwise: self.state.clockwise });
            }
        }
        self.state.counter = 0;
        self.state.barred = Some(special);
        self.begin_draw(seat, 1, Then::PlayOn);
    }

    fn flip_phase(&mut self) {
        self.state.phase = self.state.phase.other();
        self.tell(Event::Phase { phase: self.state.phase });
    }

    /// The seat whose turn it is draws up to four, then the turn ends (rule 3.5).
    pub(super) fn refill(&mut self) {
        let seat = self.state.turn;
        let missing = HAND.saturating_sub(self.state.hand(seat).len());
        self.begin_draw(seat, missing, Then::End);
    }

    /// A seat draws this many cards. It is asked only where there is a choice (rule 3.7).
    pub(super) fn begin_draw(&mut self, seat: Seat, mut left: u8, then: Then) {
        while left > 0 {
            match (self.state.can_draw(Deck::Night), self.state.can_draw(Deck::Day)) {
                (true, true) => {
                    self.state.stage = TurnStage::Draw { seat, left, then };
                    return;
                }
                (true, false) => self.draw(seat, Deck::Night),
                (false, true) => self.draw(seat, Deck::Day),
                (false, false) => break,
            }
            left -= 1;
        }
        match then {
            Then::End => self.end_turn(),
            Then::Refill => self.refill(),
            Then::PlayOn if self.state.hand(seat).is_empty() => self.refill(),
            Then::PlayOn => self.state.stage = TurnStage::Play,
        }
    }

    pub(super) fn draw_chosen(&mut self, deck: Deck) {
        if let TurnStage::Draw { seat, left, then } = self.state.stage {
            self.draw(seat, deck);
            self.begin_draw(seat, left - 1, then);
        }
    }

    fn draw(&mut self, seat: Seat, deck: Deck) {
        let at = deck.index();
        if self.state.piles[at].len == 0 {
            self.state.piles[at] = std::mem::replace(&mut self.state.discards[at], Pile::EMPTY);
            self.state.knowledge.reshuffle(deck, self.state.piles[at].counts);
            self.tell(Event::Reshuffled { deck });
        }
        let card = Card::of(deck, self.state.piles[at].draw(self.chance));
        self.state.hands[seat.index()].add(card);
        self.state.knowledge.draw(seat, card);
        self.sink.tell_apart(seat, Event::Drawn { seat, card }, Event::Drew { seat, deck });
    }

    /// A turn is over: curses count down, the phase counts up, the next seat is up (rules 3.8, 4.1, 5.4, 5.10).
    pub(super) fn end_turn(&mut self) {
        loop {
            self.count_curse();
            let state = &mut *self.state;
            let players = state.players();
            state.fresh = false;
            state.barred = None;
            state.acted = false;
            state.turns += 1;
            state.counter += 1;
            if state.permanent == SeatSet::full(players) {
                return self.end_in_draw(Ending::AllCursed);
            }
            if state.turns >= u32::from(state.options.rounds) * players as u32 {
                return self.end_in_draw(Ending::Stalemate);
            }
            let flips = usize::from(state.counter) >= players;
            if flips {
                state.counter = 0;
                self.flip_phase();
            }
            let state = &mut *self.state;
            state.turn = if state.clockwise { state.turn.left(players) } else { state.turn.right(players) };
            let seat = state.turn;
            // Where somebody might declare, the others get to see the last turn before this one is slept through (rule 8.2).
            if state.drugged.contains(seat) && !declare::is_ripe(state) {
                self.sleep(seat);
                continue;
            }
            if state.hand(seat).is_empty() && !state.drugged.contains(seat) {
                return self.refill();
            }
            state.stage = TurnStage::Play;
            return;
        }
    }

    /// The curse of the seat whose turn ends (rules 5.4 and 5.5).
    fn count_curse(&mut self) {
        let seat = self.state.turn;
        if !self.state.cursed(seat) || self.state.fresh {
            return;
        }
        self.state.curse[seat.index()] -= 1;
        if !self.state.cursed(seat) {
            self.state.mutated.insert(seat);
            self.state.permanent.insert(seat);
            self.state.discard_pile(Card::CurseMark);
            self.tell(Event::CurseFell { seat });
        }
    }

    /// Nobody wins (rules 8.8 and 8.9).
    fn end_in_draw(&mut self, ending: Ending) {
        self.state.stage = TurnStage::Over { ending, winners: SeatSet::EMPTY };
        self.tell(Event::Undecided { ending });
    }
}
