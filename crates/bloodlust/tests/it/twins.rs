//! Secrets in long nights. Random vampires go home early and hold few events; these are bold, so that events are drawn, handed
//! on, announced and looked at.

use std::collections::BTreeMap;

use bloodlust::{Action, BloodLust, Event, EventCard, Observation, Options, State};
use table::chance::quick;
use table::{Audience, Audit as _, Chance, Event as _, Game, Observer, Options as _, Seat, game, rollout};

use crate::{Table, options};

/// A decision of bold vampires: they hardly ever leave.
fn bold(state: &State, actions: &mut Vec<Action>, chance: &mut impl Chance) -> Option<(Seat, Action)> {
    let (seat, action) = rollout::choose::<BloodLust, _>(state, actions, chance)?;
    let stays = action == Action::Leave && chance.below(12) > 0;
    Some((seat, if stays { Action::Stay } else { action }))
}

fn legal(state: &State, seat: Seat) -> Vec<Action> {
    let mut actions = Vec::new();
    BloodLust::legal(state, seat, &mut actions);
    actions
}

fn tables_to_try() -> Vec<Options> {
    let mut tables = Vec::new();
    for players in [2, 3, 4, 7, 10] {
        tables.push(options(players));
        tables.push(Options { ability_signs: true, spoken: true, ..options(players) });
        if players <= 3 {
            tables.push(Options { two_vampires: true, ..options(players) });
            tables.push(Options {
                two_vampires: true,
                spoken: true,
                ability_signs: true,
                ..options(players)
            });
        }
    }
    for players in [2, 5] {
        let vampires = vec!["Corvin".to_owned()];
        tables.push(Options { vampires, ..options(players) });
    }
    tables
}

#[test]
fn twin_worlds_look_alike_in_long_nights() {
    let (mut chance, mut actions) = (quick(21), Vec::new());
    let mut given = 0;
    for options in tables_to_try() {
        for _ in 0..6 {
            let mut state = BloodLust::deal(&options, &mut chance);
            while let Some((seat, action)) = bold(&state, &mut actions, &mut chance) {
                given += u32::from(matches!(action, Action::Give { .. }));
                for observer in Observer::every(options.players()) {
                    let seen = BloodLust::observe(&state, observer);
                    let twin = BloodLust::sample(&seen, &mut chance);
                    assert_eq!(BloodLust::observe(&twin, observer), seen);
                    assert_eq!(BloodLust::waiting_on(&twin), BloodLust::waiting_on(&state));
                    let sorted = |state: &State| {
                        let mut pieces = BloodLust::pieces(state);
                        pieces.sort_unstable();
                        pieces
                    };
                    assert_eq!(sorted(&twin), sorted(&state));
                    match observer {
                        Observer::All => assert_eq!(twin, state),
                        Observer::Seat(seat) => {
                            assert_eq!(legal(&twin, seat), legal(&state, seat));
                        }
                        Observer::Spectator => {}
                    }
                }
                BloodLust::apply(&mut state, seat, action, &mut chance, &mut ());
            }
        }
    }
    assert!(given > 20, "events were handed on {given} times");
}

#[test]
fn twin_worlds_stay_alike_in_long_nights() {
    let (mut chance, mut actions) = (quick(22), Vec::new());
    let mut compared = 0;
    for options in tables_to_try() {
        for _ in 0..6 {
            let mut state = BloodLust::deal(&options, &mut chance);
            while let Some((seat, action)) = bold(&state, &mut actions, &mut chance) {
                let mut told = Vec::new();
                let mut next = state.clone();
                let dice = quick(chance.bits().into());
                BloodLust::apply(&mut next, seat, action, &mut dice.clone(), &mut told);
                for observer in Observer::every(options.players()) {
                    let mut twin = BloodLust::sample(&BloodLust::observe(&state, observer), &mut chance);
                    if game::check::<BloodLust>(&twin, seat, action).is_err() {
                        continue;
                    }
                    let mut told_there = Vec::new();
                    BloodLust::apply(&mut twin, seat, action, &mut dice.clone(), &mut told_there);
                    let heard = |told: &[(Audience, Event)]| -> Vec<Event> {
                        let mine = told.iter().filter(|(audience, _)| audience.includes(observer));
                        mine.map(|(_, event)| event.clone()).collect()
                    };
                    let (here, there) = (heard(&told), heard(&told_there));
                    if here.iter().chain(&there).any(Event::reveals) {
                        continue;
                    }
                    compared += 1;
                    assert_eq!(here, there, "{observer} after {action:?}");
                    assert_eq!(BloodLust::observe(&next, observer), BloodLust::observe(&twin, observer));
                }
                state = next;
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn facts_stay_known_while_they_stay_true() {
    let (mut chance, mut actions) = (quick(23), Vec::new());
    for options in tables_to_try() {
        for _ in 0..6 {
            let mut state = BloodLust::deal(&options, &mut chance);
            let facts = |state: &State, observer| BloodLust::facts(&BloodLust::observe(state, observer));
            while let Some((seat, action)) = bold(&state, &mut actions, &mut chance) {
                let before = state.clone();
                BloodLust::apply(&mut state, seat, action, &mut chance, &mut ());
                let true_now = facts(&state, Observer::All);
                for seat in Seat::all(options.players()).map(Observer::Seat) {
                    let now = facts(&state, seat);
                    assert!(now.iter().all(|fact| true_now.contains(fact)), "{seat} knows what is false");
                    for fact in facts(&before, seat).iter().filter(|fact| true_now.contains(fact)) {
                        assert!(now.contains(fact), "{seat} forgot {fact:?} after {action:?}");
                    }
                }
            }
        }
    }
}

/// How often each assignment of events to the face-down places is imagined.
fn assignments(o: &Observation, worlds: u32) -> BTreeMap<Vec<&'static str>, u32> {
    let mut chance = quick(77);
    let mut counts = BTreeMap::new();
    for _ in 0..worlds {
        let twin = BloodLust::observe(&BloodLust::sample(o, &mut chance), Observer::All);
        let held = twin.hunters.iter().filter_map(|hunter| hunter.event.as_ref()?.event);
        *counts.entry(held.map(EventCard::name).collect()).or_default() += 1;
    }
    counts
}

fn assert_even(counts: &BTreeMap<Vec<&'static str>, u32>, worlds: u32) {
    let expected = f64::from(worlds) / counts.len() as f64;
    let chi: f64 = counts.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
    let freedom = counts.len() as f64 - 1.0;
    // Five standard deviations.
    assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt(), "chi squared is {chi} with {freedom} degrees");
}

// rules 5.5, 6.1
#[test]
fn imagined_events_have_the_right_weights() {
    // Three face-down events: one announced as Half Moon, one open, one known to the observer; one event lies face up, and one
    // is on top of the deck where the observer has seen it.
    let text = r#"
        leader = 1
        showing = "bloodlust 1 half"
        discard = ["sanctuary"]
        deck = ["ambush", "night 1"]
        [[hunters]]
        seat = 1
        vampire = "corvin"
        event = "daybreak"
        [[hunters]]
        seat = 2
        vampire = "luther"
        event = "mist-form"
        announced = true
        [[hunters]]
        seat = 3
        vampire = "vesper"
        event = "blood-tithe"
    "#;
    let mut table = Table::at(&options(3), text);
    table.act(1, Action::Ability { by: bloodlust::Own::First, on: None });
    let worlds = 24_000;
    // Corvin: two Half Moon events for Luther, then what is left of eight less his own, the spent, the seen one and Luther's.
    let corvin = assignments(&table.sees(1), worlds);
    assert_eq!(corvin.len(), 2 * 4);
    assert_even(&corvin, worlds);
    // Vesper: Luther has one of two, Corvin one of the five others that are neither spent nor hers.
    let vesper = assignments(&table.sees(3), worlds);
    assert_eq!(vesper.len(), 2 * 5);
    assert_even(&vesper, worlds);
    // A spectator: one of two, and two of the six others in order.
    let nobody = assignments(&table.observe(Observer::Spectator), worlds);
    assert_eq!(nobody.len(), 2 * 6 * 5);
    assert_even(&nobody, worlds);
}

// rule 8.7
#[test]
fn imagined_tops_have_the_right_weights() {
    let text = r#"
        leader = 1
        left = 4
        deck = ["night 2", "daylight 1 full", "daylight 1 full", "bloodlust 3 half"]
        [[hunters]]
        seat = 1
        vampire = "corvin"
        [[hunters]]
        seat = 2
        vampire = "luther"
    "#;
    let mut table = Table::at(&options(2), text);
    table.act(1, Action::Ability { by: bloodlust::Own::First, on: None });
    let tops = |o: &Observation| {
        let mut chance = quick(5);
        let mut counts: BTreeMap<Vec<&'static str>, u32> = BTreeMap::new();
        for _ in 0..12_000 {
            let twin = BloodLust::observe(&BloodLust::sample(o, &mut chance), Observer::All);
            let seen = twin.seen.unwrap().cards.unwrap();
            *counts.entry(seen.iter().map(|card| card.slug).collect()).or_default() += 1;
        }
        counts
    };
    assert_eq!(tops(&table.sees(1)).len(), 1);
    let luther = tops(&table.sees(2));
    // Twelve ordered pairs of four cards, two of which look alike: seven that can be told apart, with weights 1 or 2 of 12.
    assert_eq!(luther.len(), 7);
    for (pair, count) in luther {
        let alike = pair.iter().filter(|slug| slug.starts_with("daylight")).count();
        let expected = if alike == 0 { 1_000.0 } else { 2_000.0 };
        assert!((f64::from(count) - expected).abs() < 220.0, "{pair:?}: {count} against {expected}");
    }
}

#[test]
fn what_is_not_listed_is_refused_and_changes_nothing() {
    let (mut chance, mut actions) = (quick(24), Vec::new());
    let mut state = BloodLust::deal(&options(4), &mut chance);
    while let Some((seat, action)) = bold(&state, &mut actions, &mut chance) {
        let before = state.clone();
        for code in 0..<Action as table::Code>::CODES {
            let tried = <Action as table::Code>::from_code(code).unwrap();
            for other in Seat::all(12) {
                let listed = legal(&before, other).contains(&tried);
                let result = game::check::<BloodLust>(&before, other, tried);
                assert_eq!(result.is_ok(), listed, "{other:?} {tried:?}");
            }
        }
        assert_eq!(before, state);
        BloodLust::apply(&mut state, seat, action, &mut chance, &mut ());
    }
}
