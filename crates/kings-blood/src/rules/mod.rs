//! The rules: dealing, and the course of a hand. `legal` says what may be done; the other files do it.

mod cards;
pub(crate) mod ending;
mod events;
pub(crate) mod legal;
mod plays;
pub(crate) mod refuse;
mod turn;

use table::{Chance, Seat, SeatSet, Sink};

use crate::genealogy::{CENTRE, Cell, Genealogy};
use crate::pieces::{Card, Cards, DECK};
use crate::state::{Phase, Recent, SEATS, State, TOPS};
use crate::{Action, Event, Options, Scoring};

/// Cards in a hand at the start (rule 3.1).
pub(crate) const DEALT: usize = 7;

/// A hand as it goes: the truth, chance, and those who are told.
pub(crate) struct Course<'a, C, S> {
    pub(crate) state: &'a mut State,
    pub(crate) chance: &'a mut C,
    pub(crate) sink: &'a mut S,
}

impl<C: Chance, S: Sink<Event>> Course<'_, C, S> {
    /// Does what is legal.
    #[inline]
    pub(crate) fn apply(&mut self, seat: Seat, action: Action) {
        debug_assert_eq!(seat, self.state.turn);
        match action {
            Action::Play(card) => self.play(card),
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

/// A table with nothing on it.
pub(crate) fn bare(options: &Options) -> State {
    State {
        options: options.clone(),
        hands: [Cards::NONE; SEATS],
        shown: [Cards::NONE; SEATS],
        lacks: [Cards::NONE; SEATS],
        counts: [0; SEATS],
        pile: Cards::DECK,
        discards: Cards::NONE,
        tops: [None; TOPS],
        tree: Genealogy::default(),
        throne: None,
        blood_on: None,
        aside: options.advanced,
        pool: [0; DECK],
        shuffle: 0,
        recent: Recent::default(),
        dealer: Seat::new(0),
        hand: 1,
        scores: [0; SEATS],
        turn: Seat::new(0),
        clockwise: true,
        phase: Phase::Play,
        debt: 0,
        chosen: None,
        child: None,
        last: None,
        winner: None,
        called: SeatSet::EMPTY,
        penalty: SeatSet::EMPTY,
        passed: SeatSet::EMPTY,
    }
}

/// A new game.
pub(crate) fn deal<C: Chance>(options: &Options, chance: &mut C) -> State {
    let mut state = bare(options);
    state.dealer = Seat::new(chance.index(state.players())); // rule 3.3
    deal_hand(&mut state, chance);
    state
}

/// Deals a hand from the full pile (section 3 of the rules).
fn deal_hand<C: Chance>(state: &mut State, chance: &mut C) {
    for seat in 0..state.players() {
        for _ in 0..DEALT {
            let card = state.pile.pick(chance);
            state.pile.take(card);
            state.hands[seat].add(card);
        }
        state.counts[seat] = DEALT as u8;
    }
    // Events go back: the founder is a random Character of the pile (rule 3.2).
    let founder = state.pile.and(Cards::CHARACTERS).pick(chance);
    state.pile.take(founder);
    state.tree.put(founder, Cell { row: 0, column: CENTRE });
    state.turn = state.dealer.left(state.players());
}

/// The player at turn, until the game is over.
#[inline]
pub(crate) fn waiting_on(state: &State) -> SeatSet {
    match state.phase {
        Phase::Over(_) => SeatSet::EMPTY,
        _ => SeatSet::one(state.turn),
    }
}

/// Every card, zone by zone.
pub(crate) fn pieces(state: &State) -> Vec<u16> {
    let lifted = match state.phase {
        Phase::Connect(card, _) => Some(card),
        _ => None,
    };
    let mut all: Vec<Card> =
        state.pile.iter().chain(state.discards.iter()).chain(state.tree.cards().iter()).collect();
    all.extend(state.hands.iter().flat_map(|hand| hand.iter()));
    all.extend(state.chosen);
    all.extend(lifted);
    all.extend(state.throne.map(|(card, _)| card));
    all.extend(state.blood_on.map(|_| Card::BLOOD));
    all.extend(state.aside.then_some(Card::BLOOD));
    let mut pieces: Vec<u16> = all.into_iter().map(|card| card.index() as u16).collect();
    pieces.sort_unstable();
    pieces
}

/// A hand of random players takes about 180 actions and hardly ever more than 1500; in a series of two players that relieves
/// the winner there can be more than a hundred hands.
pub(crate) fn bound(options: &Options) -> u32 {
    match options.scoring {
        Scoring::None => 8_000,
        Scoring::A | Scoring::B => 150_000,
    }
}

/// For statistics: when the seat had its first turn in the last hand.
pub(crate) fn labels(state: &State, seat: Seat) -> Vec<(&'static str, String)> {
    let players = state.players();
    let order = (seat.index() + players - state.dealer.left(players).index()) % players + 1;
    vec![("turn order", order.to_string())]
}
