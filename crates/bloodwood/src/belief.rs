//! Who may be on whose side: every split of the table that an observation allows, with its exact weight.
//!
//! Before anybody knows anything each way of dealing the entity cards is as likely as any other (with an odd number of players
//! after a fair coin for the larger side, which has as many ways for either side). What a seat knows about entities is its own
//! and those it was shown; choices of players count as no evidence. So the weight of a split is the number of deals that put
//! the sides that way and agree with every entity the observer knows, and at most 924 splits need to be looked at.

use table::{Seat, SeatSet};

use crate::pieces::{Entity, Faction};
use crate::sight::Observation;

/// One way the table may be split.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Split {
    /// The Vampires, Dracula included; all others are Werewolves.
    pub vampires: SeatSet,
    /// How many deals of the entity cards make it so, out of [`Belief::total`].
    pub weight: u32,
}

/// What an observer must think about the teams.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Belief {
    players: usize,
    /// Every split that is possible, by ascending bits.
    pub splits: Vec<Split>,
    /// The sum of all weights.
    pub total: u32,
}

impl Belief {
    /// The belief that follows from an observation.
    pub fn of(observation: &Observation) -> Belief {
        let players = observation.options.players;
        let known = Known::of(&observation.entities);
        let mut splits = Vec::new();
        let small = players / 2;
        for bits in 0..1u32 << players {
            let count = bits.count_ones() as usize;
            if count != small && count != players - small {
                continue;
            }
            let vampires = SeatSet::from_bits(bits as u16);
            let weight = known.deals(players, observation.options.leaders, vampires);
            if weight > 0 {
                splits.push(Split { vampires, weight });
            }
        }
        let total = splits.iter().map(|split| split.weight).sum();
        Belief { players, splits, total }
    }

    /// How likely a seat is a Vampire.
    pub fn vampire(&self, seat: Seat) -> f64 {
        self.chance(|split| split.vampires.contains(seat))
    }

    /// How likely two seats are on different sides.
    pub fn enemies(&self, one: Seat, other: Seat) -> f64 {
        self.chance(|split| split.vampires.contains(one) != split.vampires.contains(other))
    }

    /// How likely exactly these are the enemies of a seat.
    pub fn enemy_team(&self, seat: Seat, enemies: SeatSet) -> f64 {
        self.chance(|split| self.against(split, seat) == enemies)
    }

    /// The most likely team of enemies of a seat, and how likely it is.
    pub fn best_guess(&self, seat: Seat) -> (SeatSet, f64) {
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
