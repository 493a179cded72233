//! The belief about teams, against brute force over all deals of the entity cards.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use bloodwood::belief::Belief;
use bloodwood::pieces::{Entity, Faction, cast};
use bloodwood::{Bloodwood, Observation, Options, State};
use common::{Table, seat, seats, standard};
use serde_json::json;
use table::chance::quick;
use table::{Game, Instinct, Observer, Seat, SeatSet};

/// Every distinct deal of the entities, for either coin.
fn deals(options: &Options) -> Vec<Vec<Entity>> {
    fn go(left: [u8; 4], so_far: &mut Vec<Entity>, out: &mut Vec<Vec<Entity>>) {
        if left.iter().all(|&n| n == 0) {
            out.push(so_far.clone());
            return;
        }
        for kind in 0..4 {
            if left[kind] > 0 {
                let mut left = left;
                left[kind] -= 1;
                so_far.push(Entity::ALL[kind]);
                go(left, so_far, out);
                so_far.pop();
            }
        }
    }
    let mut out = Vec::new();
    go(cast(options.players, options.leaders, Faction::Vampires), &mut Vec::new(), &mut out);
    if options.players % 2 == 1 {
        go(cast(options.players, options.leaders, Faction::Werewolves), &mut Vec::new(), &mut out);
    }
    out
}

fn brute_force(observation: &Observation, deals: &[Vec<Entity>]) -> BTreeMap<SeatSet, u32> {
    let mut splits = BTreeMap::new();
    for deal in deals {
        let fits = deal
            .iter()
            .zip(&observation.entities)
            .all(|(entity, known)| known.is_none_or(|it| it == *entity));
        if fits {
            let vampires =
                Seat::all(deal.len()).filter(|seat| deal[seat.index()].faction() == Faction::Vampires);
            *splits.entry(vampires.collect()).or_default() += 1;
        }
    }
    splits
}

/// The same by the casts that bots weigh.
fn casts(observation: &Observation, seed: u64, count: usize) -> BTreeMap<SeatSet, u32> {
    let (mut splits, mut different) = (BTreeMap::new(), BTreeSet::new());
    let mut world = Bloodwood::sample(observation, &mut quick(seed));
    let mut each = |world: &State| {
        let seen = Bloodwood::observe(world, Observer::All);
        let is_vampire = |seat: &Seat| {
            seen.entities[seat.index()].is_some_and(|entity| entity.faction() == Faction::Vampires)
        };
        *splits.entry(Seat::all(seen.entities.len()).filter(is_vampire).collect()).or_default() += 1;
        different.insert(seen.entities);
    };
    assert!(!Bloodwood::each_assignment(observation, &mut world, count - 1, &mut each), "one too many");
    assert!(Bloodwood::each_assignment(observation, &mut world, count, &mut each));
    assert_eq!(different.len(), count, "none comes twice");
    splits
}

#[test]
fn splits_and_weights_are_those_of_all_deals() {
    for players in 5..=9 {
        for leaders in [true, false] {
            let options = Options { leaders, ..standard(players) };
            if table::Options::check(&options).is_err() {
                continue;
            }
            let all = deals(&options);
            for seed in 0..12 {
                let mut table = Table::deal(&options, seed);
                for _ in 0..seed * 12 {
                    table.random_step(u32::MAX);
                }
                for observer in Observer::every(players) {
                    let seen = Bloodwood::observe(&table.state, observer);
                    let belief = Belief::of(&seen);
                    let expected = brute_force(&seen, &all);
                    let found: BTreeMap<_, _> =
                        belief.splits.iter().map(|split| (split.vampires, split.weight)).collect();
                    assert_eq!(found, expected, "{options:?} seed {seed} {observer}");
                    assert_eq!(belief.total, expected.values().sum::<u32>());
                    assert_eq!(casts(&seen, seed, belief.total as usize), expected);
                    for one in Seat::all(players) {
                        let weight: u32 =
                            expected.iter().filter(|it| it.0.contains(one)).map(|it| it.1).sum();
                        let marginal = f64::from(weight) / f64::from(belief.total);
                        assert!((belief.vampire(one) - marginal).abs() < 1e-12);
                    }
                }
            }
        }
    }
}

#[test]
fn never_more_than_924_splits() {
    for players in 5..=12 {
        let table = Table::deal(&standard(players), 1);
        let spectator = Belief::of(&Bloodwood::observe(&table.state, Observer::Spectator));
        assert!(spectator.splits.len() <= 924);
        for number in 1..=players {
            let belief = Belief::of(&table.sees(number));
            let leads = table.all().entities[number - 1].is_some_and(Entity::leads);
            assert_eq!(belief.splits.len() == 1, leads);
            assert!(belief.splits.len() <= 462);
        }
    }
}

#[test]
fn knowledge_narrows_the_guess() {
    let table = Table::at(
        &standard(6),
        json!({"turn": 1, "seats": {
        "1": {"entity": "vampire", "shown": [2, 3, 4]}, "2": {"entity": "vampire"}, "3": {"entity": "werewolf"},
        "4": {"entity": "werewolf"}, "5": {"entity": "dracula"}, "6": {"entity": "alpha"}}}),
    );
    let belief = Belief::of(&table.sees(1));
    // Dracula is seat 5 or 6, and so is The Alpha.
    assert_eq!((belief.splits.len(), belief.vampire(seat(5))), (2, 0.5));
    assert_eq!(belief.enemies(seat(1), seat(3)), 1.0);
    assert_eq!(belief.enemies(seat(1), seat(2)), 0.0);
    let (guess, chance) = belief.best_guess(seat(1));
    assert_eq!(chance, 0.5);
    assert!(guess == seats(&[3, 4, 5]) || guess == seats(&[3, 4, 6]));
    assert_eq!(belief.enemy_team(seat(1), seats(&[3, 4, 6])), 0.5);
}

/// Imagined entities follow the belief.
#[test]
fn samples_follow_the_belief() {
    for players in [5, 6] {
        let mut table = Table::deal(&standard(players), 6);
        let me = (1..=players).find(|&n| !table.all().entities[n - 1].unwrap().leads()).unwrap();
        let seen = table.sees(me);
        let belief = Belief::of(&seen);
        let worlds = 40_000;
        let mut counts: BTreeMap<SeatSet, u32> = BTreeMap::new();
        for _ in 0..worlds {
            let twin = Bloodwood::sample(&seen, &mut table.chance);
            let entities = Bloodwood::observe(&twin, Observer::All).entities;
            let vampires = Seat::all(players)
                .filter(|seat| entities[seat.index()].is_some_and(|it| it.faction() == Faction::Vampires));
            *counts.entry(vampires.collect()).or_default() += 1;
        }
        let chi: f64 = belief
            .splits
            .iter()
            .map(|split| {
                let expected = f64::from(split.weight) / f64::from(belief.total) * f64::from(worlds);
                (f64::from(counts.get(&split.vampires).copied().unwrap_or(0)) - expected).powi(2) / expected
            })
            .sum();
        // Nine degrees of freedom at most: 1 in 10 000 beyond 33.7.
        assert!(chi < 33.7, "{players} players: {chi}");
        assert_eq!(counts.len(), belief.splits.len());
    }
}
