//! Random games, looked at from all sides at every step.

mod common;

use std::collections::HashMap;

use bloodwood::pieces::{Card, Cards, Deck};
use bloodwood::{Bloodwood, Options, Stage};
use common::{Table, standard};
use table::Audit as _;
use table::chance::quick;
use table::{Game, Observer, Seat};

fn variants() -> Vec<Options> {
    (5..=12).flat_map(table::options::variants::<Options>).collect()
}

fn within(some: Cards, all: Cards) -> bool {
    some.kinds().all(|card| some.count(card) <= all.count(card))
}

/// What anybody holds for certain must be true, and no seat knows less than the public.
#[test]
fn certainties_are_true() {
    for options in variants() {
        for seed in 0..2 {
            let mut table = Table::deal(&options, seed);
            while table.random_step(40).is_some() {
                let all = table.all();
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
                if let Stage::Defend { card, .. } = all.stage {
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
            assert!(Bloodwood::outcome(&table.state).is_some());
        }
    }
}

#[test]
fn pieces_are_conserved_and_every_stage_is_met() {
    let mut stages: HashMap<String, u32> = HashMap::new();
    let mut endings: HashMap<&str, u32> = HashMap::new();
    for options in variants() {
        for seed in 100..102 {
            let mut table = Table::deal(&options, seed);
            let mut pieces = Bloodwood::pieces(&table.state);
            pieces.sort_unstable();
            let mut steps = 0;
            while let Some((_, action)) = table.random_step(200) {
                steps += 1;
                let mut now = Bloodwood::pieces(&table.state);
                now.sort_unstable();
                assert_eq!(pieces, now, "{options:?} seed {seed} after {action:?}");
                let stage = format!("{:?}", table.all().stage);
                let name = stage.split([' ', '{']).next().unwrap_or_default();
                *stages.entry(name.to_owned()).or_default() += 1;
                assert_eq!(table.waiting().is_empty(), Bloodwood::outcome(&table.state).is_some());
                for seat in Seat::all(options.players) {
                    let open = table.waiting().union(table.interrupts()).contains(seat);
                    assert_eq!(open, !table.legal(seat.number()).is_empty());
                }
            }
            assert!(steps <= Bloodwood::bound(&options), "{steps} steps");
            if let Some(outcome) = Bloodwood::outcome(&table.state) {
                *endings.entry(outcome.ending()).or_default() += 1;
            }
        }
    }
    for stage in ["Play", "Draw", "Defend", "Leshy", "Hunt", "Catch", "Voodoo", "Declare", "Over"] {
        assert!(stages.contains_key(stage), "{stage} never came up");
    }
}

/// Imagined worlds look the same to whom imagines them, now and after the next step unless something is revealed. What is
/// not revealed does not depend on chance either, so the twin may draw differently.
#[test]
fn twin_worlds_stay_alike() {
    for options in variants() {
        for seed in 200..201 {
            let mut table = Table::deal(&options, seed);
            let mut dreams = quick(seed);
            loop {
                let mut twins = Vec::new();
                for observer in Observer::every(options.players) {
                    let seen = Bloodwood::observe(&table.state, observer);
                    let twin = Bloodwood::sample(&seen, &mut dreams);
                    assert_eq!(Bloodwood::observe(&twin, observer), seen, "{options:?} seed {seed}");
                    assert_eq!(Bloodwood::waiting_on(&twin), table.waiting());
                    assert_eq!(Bloodwood::interrupts(&twin), table.interrupts());
                    if observer == Observer::All {
                        assert_eq!(twin, table.state);
                    }
                    if let Some(me) = observer.seat() {
                        let mut legal = Vec::new();
                        Bloodwood::legal(&twin, me, &mut legal);
                        assert_eq!(legal, table.legal(me.number()));
                    }
                    let mut pieces = Bloodwood::pieces(&twin);
                    let mut truth = Bloodwood::pieces(&table.state);
                    // The larger side is a secret of an odd table.
                    pieces.retain(|&piece| piece < 100);
                    truth.retain(|&piece| piece < 100);
                    pieces.sort_unstable();
                    truth.sort_unstable();
                    assert_eq!(pieces, truth);
                    twins.push((observer, twin));
                }
                let from = table.told.len();
                let Some((actor, action)) = table.random_step(60) else { break };
                for (observer, mut twin) in twins {
                    let mut legal = Vec::new();
                    Bloodwood::legal(&twin, actor, &mut legal);
                    if !legal.contains(&action) {
                        continue;
                    }
                    let mut chance = quick(seed);
                    Bloodwood::apply(&mut twin, actor, action, &mut chance, &mut ());
                    let revealed = table.told[from..]
                        .iter()
                        .any(|(audience, event)| audience.includes(observer) && table::Event::reveals(event));
                    if !revealed {
                        assert_eq!(
                            Bloodwood::observe(&twin, observer),
                            Bloodwood::observe(&table.state, observer),
                            "{options:?} seed {seed} {observer}: {actor} {action:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn a_new_game_is_in_the_day_with_two_of_each() {
    // rules 1.1, 2.6, 3.6
    for players in 5..=12 {
        let table = Table::deal(&standard(players), 3);
        let all = table.all();
        assert_eq!((all.phase, all.counter, all.clockwise, all.stage), (Deck::Day, 0, true, Stage::Play));
        for number in 1..=players {
            let hand = table.hand(number);
            assert_eq!((hand.of_deck(Deck::Day), hand.of_deck(Deck::Night)), (2, 2));
            assert!(!table.before(number).mutated);
        }
        assert_eq!(usize::from(all.day_pile), 68 - 2 * players);
        assert_eq!(usize::from(all.night_pile), 68 - 2 * players);
    }
}
