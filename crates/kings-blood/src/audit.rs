//! What the laws need to know: hidden facts and physical pieces.

use table::{Audit, Fact, Observer, Seat};

use crate::KingsBlood;
use crate::pieces::{Card, Cards};
use crate::sight::Observation;
use crate::state::{Phase, State};

impl Audit for KingsBlood {
    /// Where the hidden cards are that this observer sees.
    fn facts(o: &Observation) -> Vec<Fact> {
        let mut facts = Vec::new();
        let mut in_hands = Cards::EMPTY;
        for seat in Seat::all(o.seats.len()) {
            let player = &o.seats[seat.index()];
            let Some(cards) = player.cards else { continue };
            in_hands = in_hands.union(cards);
            let secret = cards.minus(player.shown);
            facts.extend(
                secret.iter().map(|card| (card.slug().to_owned(), format!("hand of {}", seat.number()))),
            );
        }
        if o.observer == Observer::All {
            let pile = o.hidden.iter().flat_map(|cards| cards.minus(in_hands).iter());
            facts.extend(pile.map(|card| (card.slug().to_owned(), "pile".to_owned())));
        }
        facts
    }

    /// Every card, zone by zone.
    fn pieces(state: &State) -> Vec<u16> {
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
}
