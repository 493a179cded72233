//! Sampled worlds, against full enumeration of small ones.

use std::collections::BTreeMap;

use bloodstones::Bloodstones;
use bloodstones::pieces::Unit;
use laws::seat;
use table::chance::quick;
use table::{Game, Observer};

use crate::vale::{Table, War, on};

/// How often each hand of seat 1 is sampled by seat 2.
fn hands(t: &Table, draws: u32) -> BTreeMap<Vec<Unit>, u32> {
    let seen = Bloodstones::observe(&t.state, Observer::Seat(seat(2)));
    let mut chance = quick(3);
    let mut hands = BTreeMap::new();
    for _ in 0..draws {
        let world = Bloodstones::sample(&seen, &mut chance);
        assert_eq!(Bloodstones::observe(&world, Observer::Seat(seat(2))), seen);
        let hand = Bloodstones::observe(&world, Observer::All).realms[0].hand.clone().expect("an open hand");
        *hands.entry(hand).or_default() += 1;
    }
    hands
}

fn even(hands: &BTreeMap<Vec<Unit>, u32>, expected: &[[Unit; 2]]) {
    let wanted: Vec<Vec<Unit>> = expected.iter().map(|hand| hand.to_vec()).collect();
    assert_eq!(hands.keys().cloned().collect::<Vec<_>>(), wanted);
    let mean = f64::from(hands.values().sum::<u32>()) / wanted.len() as f64;
    let chi: f64 = hands.values().map(|&n| (f64::from(n) - mean).powi(2) / mean).sum();
    assert!(chi < 30.0, "{hands:?}");
}

#[test]
fn a_player_who_pays_for_a_move_can_pay_the_rest() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "4 cavalry" }]
        hands = { 1 = "blank, swords, ship" }
        bags = { 1 = "skirmishers, shield" }
    "#);
    t.all(&["Move from Home", "Go to Mead", "Go to Far", "Go to Mead"]);
    assert_eq!(hands(&t, 4000).len(), 10, "any three of five tiles, before one is spent");
    t.play("Spend Swords (4 pips)");
    assert_eq!(t.state.turn.due, 8);
    // Two of blank 5, ship 4, shield 3, skirmishers 2 that make eight.
    even(&hands(&t, 4000), &[[Unit::Shield, Unit::Blank], [Unit::Ship, Unit::Blank]]);
}

#[test]
fn a_swapped_tile_may_be_any_and_battle_tiles_too() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Isle", units = "cavalry" }, { seat = 2, area = "Isle", units = "swords" }]
        hands = { 1 = "blank, swords, ship" }
        bags = { 1 = "" }
    "#);
    t.all(&["Attack seat 2 in Isle", "Swap in Ship (4 pips)"]);
    even(
        &hands(&t, 3000),
        &[[Unit::Swords, Unit::Ship], [Unit::Swords, Unit::Blank], [Unit::Ship, Unit::Blank]],
    );
    let seen = Bloodstones::observe(&t.state, Observer::Seat(seat(2)));
    let mut chance = quick(4);
    let mut sums = [0u32; 15];
    for _ in 0..5600 {
        let world = Bloodstones::sample(&seen, &mut chance);
        sums[world.battle.sides[0].tiles.iter().sum::<u8>() as usize] += 1;
    }
    let exact = bloodstones::odds::sums(3, None);
    for (sum, &count) in sums.iter().enumerate() {
        let mean = f64::from(exact[sum]) * 100.0;
        assert!((f64::from(count) - mean).abs() <= 6.0 * mean.sqrt() + 0.1, "{sum}: {count} against {mean}");
    }
}
