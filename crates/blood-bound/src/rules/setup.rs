//! Setting up (section 3).

use table::{Chance, MAX_SEATS, Seat, SeatSet};

use crate::Options;
use crate::pieces::{CLANS, Card, Cards, INQUISITORS};
use crate::state::{Phase, State, Tokens};

/// What anybody may be before anything has happened.
pub(crate) fn cards_in_play(players: usize) -> Cards {
    if players % 2 == 1 { CLANS.union(INQUISITORS) } else { CLANS }
}

/// An empty table, everybody still the same character.
pub(crate) fn empty(options: &Options, dagger: Seat) -> State {
    State {
        options: *options,
        dagger,
        passes: 0,
        phase: Phase::Turn,
        cards: [Card::at(0); MAX_SEATS],
        open: [cards_in_play(options.players.into()); MAX_SEATS],
        tokens: [Tokens::default(); MAX_SEATS],
        looks: [SeatSet::EMPTY; MAX_SEATS],
        quills: SeatSet::EMPTY,
        swords: [None; 2],
        shields: [SeatSet::EMPTY; 2],
        staffs: SeatSet::EMPTY,
        fans: SeatSet::EMPTY,
        curses: SeatSet::EMPTY,
        true_curse: None,
    }
}

/// Rules 3.1 and 3.4.
pub(crate) fn deal<C: Chance>(options: &Options, chance: &mut C) -> State {
    let players = usize::from(options.players);
    let mut state = empty(options, Seat::new(chance.index(players)));
    let half = players / 2;
    for (clan, first) in [(0, 0), (9, half)] {
        let mut ranks = [0u8, 1, 2, 3, 4, 5, 6, 7, 8];
        for i in 0..half {
            ranks.swap(i, i + chance.index(9 - i));
            state.cards[first + i] = Card::at(clan + usize::from(ranks[i]));
        }
    }
    if players % 2 == 1 {
        state.cards[players - 1] = Card::at(18 + chance.index(2));
    }
    chance.shuffle(&mut state.cards[..players]);
    state
}
