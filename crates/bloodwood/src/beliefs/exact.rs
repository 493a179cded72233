//! A slow and exact count for tests: every split of the table that fits the known entities, with its weight.
//!
//! All ways of dealing the entity cards are equally likely (with an odd number of players after a fair coin for the larger side,
//! which has as many ways for either side). So the weight of a split is the number of deals that put the sides that way and
//! agree with every entity the observer knows: at most 924 splits have to be looked at.

use table::{Seat, SeatSet};

use crate::Options;
use crate::pieces::{Entity, Faction};

/// One way the table may be split.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Split {
    /// The Vampires, Dracula included; all others are Werewolves.
    vampires: SeatSet,
    /// How many deals of the entity cards make it so, out of [`Belief::total`].
    weight: u32,
}

/// What an observer must think about the teams.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Belief {
    players: usize,
    /// Every split that is possible, by ascending bits.
    splits: Vec<Split>,
    /// The sum of all weights.
    total: u32,
}

impl Belief {
    /// The belief that follows from these entities.
    pub(super) fn of(options: &Options, entities: &[Option<Entity>]) -> Belief {
        let players = options.players;
        let known = Known::of(entities);
        let mut splits = Vec::new();
        let small = players / 2;
        for bits in 0..1u32 << players {
            let count = bits.count_ones() as usize;
            if count != small && count != players - small {
                continue;
            }
            let vampires = SeatSet::from_bits(bits as u16);
            let weight = known.deals(players, options.leaders, vampires);
            if weight > 0 {
                splits.push(Split { vampires, weight });
            }
        }
        let total = splits.iter().map(|split| split.weight).sum();
        Belief { players, splits, total }
    }

    /// How likely a seat is a Vampire.
    pub(super) fn vampire(&self, seat: Seat) -> f64 {
        self.chance(|split| split.vampires.contains(seat))
    }

    /// How likely two seats are on different sides.
    pub(super) fn enemies(&self, one: Seat, other: Seat) -> f64 {
        self.chance(|split| split.vampires.contains(one) != split.vampires.contains(other))
    }

    /// How likely exactly these are the enemies of a seat.
    pub(super) fn enemy_team(&self, seat: Seat, enemies: SeatSet) -> f64 {
        self.chance(|split| self.against(split, seat) == enemies)
    }

    /// The most likely team of enemies of a seat, and how likely it is.
    pub(super) fn best_guess(&self, seat: Seat) -> (SeatSet, f64) {
        match self.splits.iter().max_by_key(|split| split.weight) {
            Some(split) => {
                let enemies = self.against(split, seat);
                (enemies, self.enemy_team(seat, enemies))
            }
            None => (SeatSet::EMPTY, 0.0),
        }
    }

    fn against(&self, split: &Split, seat: Seat) -> SeatSet {
        let wolves = SeatSet::full(self.players).minus(split.vampires);
        if split.vampires.contains(seat) { wolves } else { split.vampires }
    }

    fn chance(&self, holds: impl Fn(&Split) -> bool) -> f64 {
        let weight: u32 = self.splits.iter().filter(|split| holds(split)).map(|split| split.weight).sum();
        f64::from(weight) / f64::from(self.total.max(1))
    }
}

/// The entities an observer knows, as sets.
#[derive(Default)]
struct Known {
    vampires: SeatSet,
    wolves: SeatSet,
    leaders: SeatSet,
}

impl Known {
    fn of(entities: &[Option<Entity>]) -> Known {
        let mut known = Known::default();
        for (seat, entity) in Seat::all(entities.len()).zip(entities) {
            let Some(entity) = entity else { continue };
            match entity.faction() {
                Faction::Vampires => known.vampires.insert(seat),
                Faction::Werewolves => known.wolves.insert(seat),
            }
            if entity.leads() {
                known.leaders.insert(seat);
            }
        }
        known
    }

    /// In how many ways the leaders can sit in this split.
    fn deals(&self, players: usize, leaders: bool, vampires: SeatSet) -> u32 {
        let wolves = SeatSet::full(players).minus(vampires);
        if !self.vampires.minus(vampires).is_empty() || !self.wolves.minus(wolves).is_empty() {
            return 0;
        }
        let odd = players % 2 == 1;
        let side = |team: SeatSet, other: SeatSet, plain: SeatSet| {
            let led = leaders && !(odd && team.len() > other.len());
            let leader = team.intersection(self.leaders);
            match (led, leader.is_empty()) {
                (false, true) => 1,
                (false, false) => 0,
                // Nobody who is known to be plain leads.
                (true, true) => team.minus(plain).len() as u32,
                (true, false) => 1,
            }
        };
        side(vampires, wolves, self.vampires) * side(wolves, vampires, self.wolves)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use laws::{Bench, seat, seats};
    use serde_json::json;
    use table::chance::quick;
    use table::{Chance, Game, Instinct, Observer, Options as _};

    use super::*;
    use crate::pieces::entity_counts;
    use crate::{Action, Bloodwood, Observation, State};

    fn belief(seen: &Observation) -> Belief {
        Belief::of(&seen.options, &seen.entities)
    }

    /// A random step that declares nothing.
    fn step(table: &mut Bench<Bloodwood>) {
        let Some(actor) = table.waiting().first() else { return };
        let mut actions = table.legal(actor.number());
        actions.retain(|&action| action != Action::Declare);
        let action = table.chance.pick(&actions);
        table.act(actor.number(), action);
    }

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
        go(entity_counts(options.players, options.leaders, Faction::Vampires), &mut Vec::new(), &mut out);
        if options.players % 2 == 1 {
            go(
                entity_counts(options.players, options.leaders, Faction::Werewolves),
                &mut Vec::new(),
                &mut out,
            );
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

    /// The same by the assignments that bots weigh.
    fn assignments(observation: &Observation, seed: u64, count: usize) -> BTreeMap<SeatSet, u32> {
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
                let options = Options { leaders, ..Options::standard(players) };
                if table::Options::check(&options).is_err() {
                    continue;
                }
                let all = deals(&options);
                for seed in 0..12 {
                    let mut table = Bench::<Bloodwood>::deal(&options, seed);
                    (0..seed * 12).for_each(|_| step(&mut table));
                    for observer in Observer::every(players) {
                        let seen = Bloodwood::observe(&table.state, observer);
                        let belief = belief(&seen);
                        let expected = brute_force(&seen, &all);
                        let found: BTreeMap<_, _> =
                            belief.splits.iter().map(|split| (split.vampires, split.weight)).collect();
                        assert_eq!(found, expected, "{options:?} seed {seed} {observer}");
                        assert_eq!(belief.total, expected.values().sum::<u32>());
                        assert_eq!(assignments(&seen, seed, belief.total as usize), expected);
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
            let table = Bench::<Bloodwood>::deal(&Options::standard(players), 1);
            let spectator = belief(&Bloodwood::observe(&table.state, Observer::Spectator));
            assert!(spectator.splits.len() <= 924);
            for number in 1..=players {
                let belief = belief(&table.sees(number));
                let leads = table.observe(Observer::All).entities[number - 1].is_some_and(Entity::leads);
                assert_eq!(belief.splits.len() == 1, leads);
                assert!(belief.splits.len() <= 462);
            }
        }
    }

    #[test]
    fn knowledge_narrows_the_guess() {
        let position = json!({"turn": 1, "seats": {
            "1": {"entity": "vampire", "shown": [2, 3, 4]}, "2": {"entity": "vampire"}, "3": {"entity": "werewolf"},
            "4": {"entity": "werewolf"}, "5": {"entity": "dracula"}, "6": {"entity": "alpha"}}});
        let table = Bench::<Bloodwood>::try_at_json(&Options::standard(6), position).unwrap();
        let belief = belief(&table.sees(1));
        // Dracula is seat 5 or 6, and so is The Alpha.
        assert_eq!((belief.splits.len(), belief.vampire(seat(5))), (2, 0.5));
        assert_eq!(belief.enemies(seat(1), seat(3)), 1.0);
        assert_eq!(belief.enemies(seat(1), seat(2)), 0.0);
        let (guess, chance) = belief.best_guess(seat(1));
        assert_eq!(chance, 0.5);
        assert!(guess == seats(&[3, 4, 5]) || guess == seats(&[3, 4, 6]));
        assert_eq!(belief.enemy_team(seat(1), seats(&[3, 4, 6])), 0.5);
    }

    #[test]
    fn samples_follow_the_belief() {
        for players in [5, 6] {
            let mut table = Bench::<Bloodwood>::deal(&Options::standard(players), 6);
            let me = (1..=players)
                .find(|&n| !table.observe(Observer::All).entities[n - 1].unwrap().leads())
                .unwrap();
            let seen = table.sees(me);
            let belief = belief(&seen);
            let worlds = 40_000;
            let mut counts: BTreeMap<SeatSet, u32> = BTreeMap::new();
            for _ in 0..worlds {
                let twin = Bloodwood::sample(&seen, &mut table.chance);
                let entities = Bloodwood::observe(&twin, Observer::All).entities;
                let vampires = Seat::all(players).filter(|seat| {
                    entities[seat.index()].is_some_and(|it| it.faction() == Faction::Vampires)
                });
                *counts.entry(vampires.collect()).or_default() += 1;
            }
            let chi: f64 = belief
                .splits
                .iter()
                .map(|split| {
                    let expected = f64::from(split.weight) / f64::from(belief.total) * f64::from(worlds);
                    (f64::from(counts.get(&split.vampires).copied().unwrap_or(0)) - expected).powi(2)
                        / expected
                })
                .sum();
            // Nine degrees of freedom at most: 1 in 10 000 beyond 33.7.
            assert!(chi < 33.7, "{players} players: {chi}");
            assert_eq!(counts.len(), belief.splits.len());
        }
    }
}
