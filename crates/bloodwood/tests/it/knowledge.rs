//! Random games: what anybody knows for certain is true.

use std::collections::BTreeSet;

use bloodwood::pieces::{Card, Cards, Deck};
use bloodwood::{Options, TurnStage};

use crate::{Forest as _, Table};

fn variants() -> Vec<Options> {
    (5..=12).flat_map(table::options::variants::<Options>).collect()
}

fn within(some: Cards, all: Cards) -> bool {
    some.kinds().all(|card| some.count(card) <= all.count(card))
}

/// Whatever is known for certain must be true, and no seat knows less than the public. Every stage of a turn comes up.
#[test]
fn certainties_are_true() {
    let mut stages = BTreeSet::new();
    for options in variants() {
        for seed in 0..2 {
            let mut table = Table::deal(&options, seed);
            while table.random_step(40).is_some() {
                let all = table.all();
                let stage = format!("{:?}", all.stage);
                stages.extend(stage.split(' ').next().map(str::to_owned));
                // What the piles really hold: all cards less those that lie open or in hands.
                let mut piles = Card::ALL.map(Card::copies);
                let held = all.hands.iter().flatten();
                held.for_each(|hand| hand.iter().for_each(|card| piles[card.index()] -= 1));
                all.discards.iter().for_each(|(card, count)| piles[card.index()] -= count);
                for before in &all.seats {
                    piles[Card::CurseMark.index()] -= u8::from(before.curse > 0);
                    piles[Card::Chains.index()] -= u8::from(before.chained);
                    piles[Card::Tranquillizer.index()] -= u8::from(before.tranquillized);
                }
                if let TurnStage::Defend { card, .. } = all.stage {
                    piles[card.index()] -= 1;
                }
                for limits in &all.limits_of_seats {
                    let pairs = || limits.iter().zip(&all.limits_open);
                    assert!(
                        piles.iter().zip(limits).all(|(there, most)| there <= most),
                        "{options:?} {seed}"
                    );
                    assert!(pairs().all(|(own, open)| own <= open));
                }
                for hand in 0..options.players {
                    let truth = all.hands[hand].unwrap();
                    let open = all.open[hand];
                    assert!(open.cards.is_empty());
                    for eyes in (0..options.players).filter(|&eyes| eyes != hand) {
                        let known = all.minds[hand][eyes];
                        assert!(within(known.cards, truth), "{options:?} {seed}: {known:?} of {truth:?}");
                        assert!(known.night <= truth.of_deck(Deck::Night));
                        assert!(known.day <= truth.of_deck(Deck::Day));
                        assert!(known.night >= open.night && known.day >= open.day);
                        assert!(known.night >= known.cards.of_deck(Deck::Night));
                        assert!(known.day >= known.cards.of_deck(Deck::Day));
                    }
                }
            }
            assert!(table.outcome().is_some());
        }
    }
    for stage in ["Play", "Draw", "Defend", "Leshy", "Hunt", "Catch", "Voodoo", "Declare", "Over"] {
        assert!(stages.contains(stage), "{stage} never came up");
    }
}
