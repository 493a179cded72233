//! What the laws check: hidden facts and pieces.

use table::{Audit, Fact, Seat, Text};

use crate::Bloodwood;
use crate::pieces::{Card, Deck, Entity};
use crate::sight::Observation;
use crate::state::{State, TurnStage};

impl Audit for Bloodwood {
    /// Entities, and hands that are known whole.
    fn facts(o: &Observation) -> Vec<Fact> {
        let mut facts = Vec::new();
        for (i, entity) in o.entities.iter().enumerate() {
            if let Some(entity) = entity {
                facts.push((format!("entity of {}", i + 1), entity.name().to_owned()));
            }
        }
        for (i, before) in o.seats.iter().enumerate().filter(|(_, before)| before.hand > 0) {
            let whole = o.known.get(i).map(|known| known.cards).filter(|cards| cards.len() == before.hand);
            if let Some(cards) = o.hands[i].or(whole) {
                facts.push((format!("hand of {}", i + 1), Text::filled(&cards).to_string()));
            }
        }
        facts
    }

    /// Every card, zone by zone, by its number; entities from 100, DNA cards 200.
    fn pieces(state: &State) -> Vec<u16> {
        let mut pieces = Vec::with_capacity(170);
        let number = |card: Card| card.index() as u16;
        for deck in Deck::ALL {
            for pile in [&state.piles[deck.index()], &state.discards[deck.index()]] {
                for (rank, &count) in pile.counts.iter().enumerate() {
                    pieces.extend(std::iter::repeat_n(number(Card::of(deck, rank)), count.into()));
                }
            }
        }
        for seat in Seat::all(state.players()) {
            pieces.extend(state.hand(seat).iter().map(number));
            let before = [
                (state.cursed(seat), Card::CurseMark),
                (state.chained.contains(seat), Card::Chains),
                (state.drugged.contains(seat), Card::Tranquillizer),
            ];
            pieces.extend(before.into_iter().filter(|it| it.0).map(|it| number(it.1)));
            pieces.push(100 + state.entity(seat) as u16);
            pieces.push(200);
        }
        // Entity cards that are not in play stay in the box.
        let mut in_box = Entity::SUPPLY;
        for seat in Seat::all(state.players()) {
            let left = &mut in_box[state.entity(seat) as usize];
            *left = left.saturating_sub(1);
        }
        for (kind, count) in in_box.into_iter().enumerate() {
            pieces.extend(std::iter::repeat_n(100 + kind as u16, count.into()));
        }
        if let TurnStage::Defend { card, .. } = state.stage {
            pieces.push(number(card));
        }
        pieces
    }
}
