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

const MARCH: &str = r#"
    factions = ["horse-lords", "hill-folk"]
    units = [{ seat = 1, area = "Home", units = "4 cavalry" }]
    hands = { 1 = "blank, swords" }
    bags = { 1 = "skirmishers, shield, ship" }
"#;

#[test]
fn a_player_who_has_moved_can_pay_for_it() {
    let mut t = on(MARCH);
    t.all(&["Move from Home", "Go to Mead", "Go to Far"]);
    assert_eq!(t.state.turn.due, 8);
    // Two of blank 5, swords 4, ship 4, shield 3, skirmishers 2 that make eight.
    even(
        &hands(&t, 4000),
        &[
            [Unit::Swords, Unit::Ship],
            [Unit::Swords, Unit::Blank],
            [Unit::Shield, Unit::Blank],
            [Unit::Ship, Unit::Blank],
        ],
    );
}

#[test]
fn a_player_who_has_picked_can_pay_for_a_step() {
    let mut t = on(MARCH);
    t.all(&["Move from Home", "Pick Cavalry", "Pick Cavalry", "Pick Cavalry", "Pick Cavalry"]);
    assert!(hands(&t, 4000).len() == 10, "four pips are in any two tiles");
    let mut t = on(&MARCH.replace("4 cavalry", "4 cavalry, 2 shield, 2 swords"));
    t.play("Move from Home");
    for unit in ["Cavalry", "Cavalry", "Cavalry", "Cavalry", "Shield", "Shield", "Swords", "Swords"] {
        t.play(&format!("Pick {unit}"));
    }
    assert_eq!(hands(&t, 4000).len(), 4, "eight units need eight pips even in the plains");
}

#[test]
fn a_player_who_captures_has_one_tile_for_it() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        start = "turn"
        units = [{ seat = 1, area = "Home", units = "cavalry" }, { seat = 1, area = "Mead", units = "cavalry" }]
        villages = [{ seat = 2, area = "Home", count = 2 }, { seat = 2, area = "Mead", count = 2 }]
        hands = { 1 = "blank, swords" }
        bags = { 1 = "skirmishers, shield" }
    "#);
    t.all(&[
        "Capture a village in Home",
        "Capture a village in Home",
        "Capture a village in Mead",
        "Capture a village in Mead",
    ]);
    // One of the two tiles has four pips: everything but shield and skirmishers together.
    even(
        &hands(&t, 5000),
        &[
            [Unit::Skirmishers, Unit::Swords],
            [Unit::Skirmishers, Unit::Blank],
            [Unit::Swords, Unit::Shield],
            [Unit::Swords, Unit::Blank],
            [Unit::Shield, Unit::Blank],
        ],
    );
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
