//! Setting up (section 2).

use table::{Chance, MAX_SEATS, Seat, SeatSet};

use crate::Options;
use crate::pieces::{Card, Cards, Deck, Entity, Faction, HAND, entity_counts, full_deck};
use crate::state::{Knowledge, Pile, State, TurnStage};

/// A table before anything is dealt.
pub(crate) fn blank(options: &Options) -> State {
    State {
        options: *options,
        stage: TurnStage::Play,
        phase: Deck::Day,
        clockwise: true,
        counter: 0,
        turn: Seat::new(0),
        turns: 0,
        barred: None,
        acted: false,
        fresh: false,
        vampires: SeatSet::EMPTY,
        leaders: SeatSet::EMPTY,
        mutated: SeatSet::EMPTY,
        permanent: SeatSet::EMPTY,
        chained: SeatSet::EMPTY,
        drugged: SeatSet::EMPTY,
        curse: [0; MAX_SEATS],
        shown: [SeatSet::EMPTY; MAX_SEATS],
        confessed: [SeatSet::EMPTY; MAX_SEATS],
        hands: [Cards::EMPTY; MAX_SEATS],
        sealed: [[None; 2]; MAX_SEATS],
        aside: Cards::EMPTY,
        piles: [Pile::new(const { full_deck(Deck::Night) }), Pile::new(const { full_deck(Deck::Day) })],
        discards: [Pile::EMPTY; 2],
        knowledge: Knowledge::BLANK,
    }
}

/// A new game (rules 2.1 to 2.6).
pub(crate) fn deal<C: Chance>(options: &Options, chance: &mut C) -> State {
    let mut state = blank(options);
    let players = options.players;
    let larger = if players % 2 == 1 && chance.coin() { Faction::Werewolves } else { Faction::Vampires };
    deal_entities(
        &mut state,
        entity_counts(players, options.leaders, larger),
        SeatSet::full(players),
        chance,
    );
    for seat in Seat::all(players) {
        for deck in [Deck::Night, Deck::Day] {
            for _ in 0..HAND / 2 {
                let rank = state.piles[deck.index()].draw(chance);
                state.hands[seat.index()].add(Card::of(deck, rank));
                state.knowledge.draw(seat, Card::of(deck, rank));
            }
        }
    }
    state.turn = match options.first {
        0 => Seat::new(chance.index(players)),
        number => Seat::new(usize::from(number) - 1),
    };
    state
}

/// Deals these entities to these seats, as many as there are.
pub(crate) fn deal_entities<C: Chance>(state: &mut State, mut left: [u8; 4], seats: SeatSet, chance: &mut C) {
    let mut total = u32::from(left.iter().sum::<u8>());
    for seat in seats {
        let mut pick = chance.below(total) as u8;
        total -= 1;
        for (kind, entity) in Entity::ALL.into_iter().enumerate() {
            if pick < left[kind] {
                left[kind] -= 1;
                state.become_entity(seat, entity);
                break;
            }
            pick -= left[kind];
        }
    }
}
