//! Dealing (section 3 of the rules), and how long a game can last.

use table::{Chance, Seat, SeatSet};

use crate::genealogy::{CENTRE, Cell, Genealogy, Unhashed};
use crate::options::{Options, Scoring};
use crate::pieces::{Cards, DECK};
use crate::state::{Phase, Recent, SEATS, State, TOPS};

/// Cards in a hand at the start (rule 3.1).
pub(crate) const DEALT: usize = 7;

/// A table with nothing on it.
pub(crate) fn bare(options: &Options) -> State {
    State {
        options: options.clone(),
        hands: [Cards::EMPTY; SEATS],
        shown: [Cards::EMPTY; SEATS],
        lacks: [Cards::EMPTY; SEATS],
        counts: [0; SEATS],
        pile: Cards::DECK,
        discards: Cards::EMPTY,
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
        by_blood: Unhashed(false),
    }
}

/// A new game.
pub(crate) fn deal<C: Chance>(options: &Options, chance: &mut C) -> State {
    let mut state = bare(options);
    state.dealer = Seat::new(chance.index(state.players())); // rule 3.3
    deal_hand(&mut state, chance);
    state
}

/// Deals a hand from the full pile.
pub(super) fn deal_hand<C: Chance>(state: &mut State, chance: &mut C) {
    for seat in 0..state.players() {
        for _ in 0..DEALT {
            let card = state.pile.pick(chance);
            state.pile.remove(card);
            state.hands[seat].insert(card);
        }
        state.counts[seat] = DEALT as u8;
    }
    // Events go back: the founder is a random Character of the pile (rule 3.2).
    let founder = state.pile.intersection(Cards::CHARACTERS).pick(chance);
    state.pile.remove(founder);
    state.tree.put(founder, Cell { row: 0, column: CENTRE });
    state.turn = state.dealer.left(state.players());
}

/// A hand of random players takes about 180 actions and hardly ever more than 1500. Where scoring B takes points off the winner, a
/// series of two players can last more than a hundred hands.
pub(crate) fn bound(options: &Options) -> u32 {
    match options.scoring {
        Scoring::None => 8_000,
        Scoring::A | Scoring::B => 150_000,
    }
}
