//! Cheap judgement for bots: settle early, keep tiles for villages, attack only what can be beaten.

use std::hash::{Hash, Hasher};

use table::hint::Reason;
use table::instinct::{InfoKey, Instinct, Reach, SearchParams, exp};
use table::{MAX_SEATS, Seat};

use crate::Bloodstones;
use crate::action::{Action, Buildable};
use crate::map::{Area, AreaSet, Areas, bit};
use crate::odds::{self, Odds};
use crate::pieces::{Faction, Force, Place, Unit};
use crate::rules::{battle::swapped_tile, march, village};
use crate::sight::Observation;
use crate::state::{Phase, State, Swap, Turn};

impl Instinct for Bloodstones {
    // Left out in browsers: it would double what has to be fetched.
    const NETWORKS: &'static [&'static [u8]] =
        if cfg!(target_family = "wasm") { &[] } else { &[include_bytes!("../net/2.net")] };

    /// A turn has many small steps: look beyond the next few.
    const SEARCH: SearchParams =
        SearchParams { rollout: 12, depth: 16, network: Reach::Own, ..SearchParams::DEFAULT };

    fn policy_weights(state: &State, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        let mind = Mind { s: state, me: seat };
        weights.extend(actions.iter().map(|&action| mind.weigh(action).max(0.001)));
    }

    /// No plan, settle, raid, arm, save.
    const PLANS: usize = 5;

    fn apply_plan(state: &State, plan: usize, actions: &[Action], weights: &mut [f32]) {
        for (weight, action) in weights.iter_mut().zip(actions) {
            *weight *= match (plan, action) {
                (1, Action::Construct(_)) | (3, Action::Build(..)) => 6.0,
                (1, Action::March(_) | Action::Build(..)) => 0.3,
                (2, Action::March(_) | Action::Attack { .. } | Action::Capture(_)) => 6.0,
                (2, Action::Construct(_) | Action::Build(..)) => 0.3,
                (3, Action::March(_) | Action::Construct(_)) => 0.3,
                (4, Action::Done) if state.phase == Phase::Main => 20.0,
                _ => 1.0,
            };
        }
    }

    /// Points now and in sight, compared with the others'.
    fn evaluate(state: &State) -> [f32; MAX_SEATS] {
        let mut values = [0.0; MAX_SEATS];
        let players = state.players();
        let mut left = 1.0f32;
        for seat in state.seats() {
            let to_come = state.table.regroups.saturating_sub(state.realm(seat).regroups);
            left = left.max(f32::from(to_come) + 1.0);
            values[seat.index()] = prospects(state, seat);
        }
        let best = values[..players].iter().copied().fold(f32::MIN, f32::max);
        // The more of the game is left, the less a lead means.
        let scale = 3.0 + 3.0 * left;
        values[..players].iter_mut().for_each(|hope| *hope = exp((*hope - best) / scale));
        let sum: f32 = values[..players].iter().sum();
        values[..players].iter_mut().for_each(|hope| *hope /= sum);
        values
    }

    fn info_key(state: &State, seat: Seat) -> u64 {
        let mut key = InfoKey::new();
        (state.phase, state.active, state.turn.due, state.turn.owes, state.turn.from).hash(&mut key);
        (state.turn.group, state.turn.stepped, state.turn.rested, state.turn.build_points).hash(&mut key);
        let me = seat.index();
        if state.draft.phase.is_some() && state.active == seat {
            key.see_all(&state.draft.place.map(Place::byte));
        }
        key.see_all(&state.realms[me].hand);
        for realm in &state.realms[..state.players()] {
            let on_map = realm.place.iter().fold(0u64, |sum, &place| {
                sum.rotate_left(7) ^ if place.is_area() { u64::from(place.byte()) + 1 } else { 0 }
            });
            key.see(on_map);
            (realm.units, realm.homes, realm.points, realm.regroups).hash(&mut key);
        }
        key.see_all(&state.villages);
        if state.battle.is_fought() {
            let battle = &state.battle;
            (battle.area, battle.turn, battle.loser, battle.fallen, battle.ties).hash(&mut key);
            for side in &battle.sides {
                (side.seat, side.units, side.drawn, side.shown, side.swap, side.total).hash(&mut key);
                if side.shown || side.seat == seat {
                    key.see_all(&side.tiles);
                }
            }
        }
        key.finish()
    }

    fn reasons(observation: &Observation, action: Action, reasons: &mut Vec<Reason>) {
        crate::reasons::reasons(observation, action, best_step, reasons);
    }
}

/// What a seat has, and what its villages and armies promise.
fn prospects(s: &State, seat: Seat) -> f32 {
    let realm = s.realm(seat);
    if realm.faction.is_none() {
        return 0.0;
    }
    let to_come = f32::from(s.table.regroups.saturating_sub(realm.regroups));
    let faction = s.faction(seat);
    let mut army = 0.0;
    for (place, &unit) in realm.place.iter().zip(faction.kinds()) {
        if place.is_area() {
            army += worth(faction, unit);
        }
    }
    // Villages among enemy units, or next to them, are half lost.
    let near = s.enemies(seat) | s.map().around(s.enemies(seat));
    let exposed: u8 = Areas(realm.homes & near & !realm.units).map(|area| s.villages[area.index()]).sum();
    let villages = f32::from(s.villages_of(seat));
    let prey = s.realm(seat).units & s.foreign_homes(seat);
    f32::from(realm.points) + s.spoils(seat) as f32 + villages * to_come
        - f32::from(exposed) * (0.3 + 0.3 * to_come)
        + 0.8 * prey.count_ones() as f32 * faction.per_village() as f32
        + 0.35 * army
}

/// What a unit is worth on the map, in points, roughly.
fn worth(faction: Faction, unit: Unit) -> f32 {
    match unit {
        Unit::Special if faction.has_dragons() => 4.0,
        Unit::Special => 2.5,
        Unit::Citadel => 6.0,
        Unit::Castle | Unit::Leader => 2.5,
        Unit::Cavalry | Unit::Swords | Unit::Shield | Unit::Cutiecorn => 1.5,
        Unit::Irregular | Unit::Ship | Unit::Undead => 1.2,
        Unit::SiegeEngine | Unit::Skirmishers => 0.8,
        Unit::Blank => 0.0,
    }
}

fn share(odds: Odds) -> f32 {
    let of = odds.of().max(1) as f32;
    let tie = odds.tie as f32;
    (odds.win as f32 + tie / 2.0) / of
}

/// Where a stack would best go from an area in one step, as a hint for somebody who has not set out yet.
fn best_step(s: &State, me: Seat, from: Area) -> Option<Area> {
    let mut s = s.clone();
    s.turn = Turn { from, ..Turn::FRESH };
    s.phase = Phase::Move;
    let group = march::stack(&s);
    let one = |unit| march::steps(&s, me, from, &Force::NONE.with(unit), s.pips(me).0);
    let within = match march::steps(&s, me, from, &group, s.pips(me).0) {
        0 => group.iter().fold(0, |all, (unit, _)| all | one(unit)),
        all => all,
    };
    let mind = Mind { s: &s, me };
    Areas(within).max_by(|a, b| mind.go(*a).total_cmp(&mind.go(*b)))
}

struct Mind<'a> {
    s: &'a State,
    me: Seat,
}

impl Mind<'_> {
    fn weigh(&self, action: Action) -> f32 {
        let s = self.s;
        match action {
            Action::Choose(_) => 1.0,
            Action::Done => self.done(),
            Action::Found(area) => {
                let near = s.map().within(area, 2, s.map().whole());
                let room: u8 = Areas(near).map(|area| s.map().terrain(area).slots()).sum();
                (f32::from(room) / 10.0).powi(3)
            }
            Action::Build(Buildable(unit), area) => self.build(unit, area),
            Action::Capture(_) => 12.0,
            Action::Construct(area) => self.plot(area),
            Action::March(area) => self.march(area),
            Action::Take(unit) => 0.3 * worth(s.faction(self.me), unit),
            Action::Go(area) => self.go(area),
            Action::Spend(unit) => self.spend(unit),
            Action::Attack { foe, area } => {
                let chance = self.odds(self.me, &s.force(self.me, area), area, foe, true);
                0.3 + 12.0 * chance.powi(3)
            }
            Action::Withdraw(area) => self.haven(area) * self.danger(),
            Action::Swap(unit) => self.swap(unit),
            Action::Lose(unit) => 1.0 / (0.2 + worth(s.faction(self.me), unit)).powi(2),
            Action::Retreat(area) => self.haven(area),
            Action::Raise(count) => 0.1 + f32::from(count).powi(2),
        }
    }

    fn done(&self) -> f32 {
        let s = self.s;
        match s.phase {
            Phase::Muster => 0.15,
            Phase::Capture | Phase::Construct | Phase::Undead | Phase::Return => 0.4,
            Phase::Main => {
                // A tile or two are worth more as villages than as anything else.
                let room = s.villages_left(self.me) > 0 && village::plots(s) != 0;
                match s.hand_len(self.me) {
                    4.. if !room => 0.05,
                    _ if !room => 1.5,
                    0..=1 => 60.0,
                    2..=3 => 6.0,
                    _ => 2.0,
                }
            }
            Phase::Withdraw => 1.0 - 0.9 * self.danger(),
            Phase::Swap => 1.0,
            _ => 1.0,
        }
    }

    /// How likely the attacker is to win the battle as it stands.
    fn danger(&self) -> f32 {
        let battle = &self.s.battle;
        let [attacker, defender] = battle.seats();
        self.odds(attacker, &self.s.force(attacker, battle.area), battle.area, defender, false)
    }

    /// The chance of a force against a foe's in an area, with our best tile swapped in if wanted.
    fn odds(&self, seat: Seat, force: &Force, area: Area, foe: Seat, own_tile: bool) -> f32 {
        let s = self.s;
        let tile = s.pips(self.me).1;
        let hand = (own_tile && tile > 0).then_some(tile);
        let theirs = if s.hand_len(foe) > 0 { Some(4) } else { None };
        let enemy = s.force(foe, area);
        share(odds::battle(
            (s.faction(seat), force),
            (s.faction(foe), &enemy),
            s.map().terrain(area),
            hand,
            theirs,
        ))
    }

    fn build(&self, unit: Unit, area: Area) -> f32 {
        let s = self.s;
        let faction = s.faction(self.me);
        let value = worth(faction, unit);
        if s.phase == Phase::Muster {
            return 0.3 + value * value;
        }
        let cost = if unit == Unit::Cutiecorn { 2 } else { faction.tile(unit).cost + 1 };
        let after = s.hand_len(self.me) as i32 - i32::from(cost);
        let thrift = if after >= 1 { 1.0 } else { 0.15 };
        // Guard what somebody could walk into; do not feed what is lost.
        let threat = (s.map().next_to(area) | bit(area)) & s.enemies(self.me) != 0;
        let places = 1.0 + (s.realm(self.me).homes.count_ones() + s.realm(self.me).units.count_ones()) as f32;
        thrift
            * value
            * if threat { 1.2 } else { 1.5 / places }
            * if unit == Unit::Castle && !threat { 0.3 } else { 1.0 }
    }

    fn plot(&self, area: Area) -> f32 {
        let s = self.s;
        let safe = (s.map().next_to(area) & s.enemies(self.me)) == 0;
        let cheap = if s.map().terrain(area).village_cost() == 1 { 2.0 } else { 0.7 };
        6.0 * cheap * if safe { 1.5 } else { 0.5 }
    }

    fn march(&self, area: Area) -> f32 {
        let s = self.s;
        let spare = s.hand_len(self.me) >= 3;
        let near = s.map().next_to(area);
        let targets = match near & self.targets() {
            0 => 0,
            // Ships lie off many a village that they cannot take.
            some => some & march::steps(s, self.me, area, &s.force(self.me, area), s.pips(self.me).0),
        };
        let pull = if self.set_out(area, &Force::NONE).is_some() {
            0.001 // It has just come.
        } else if targets != 0 {
            0.3 + 1.5 * (targets.count_ones() as f32).sqrt()
        } else if self.has_business(area, near) {
            0.3
        } else {
            0.04
        };
        pull * if spare { 1.0 } else { 0.3 }
    }

    /// Is there anything to do for a stack two steps away, other than to sail about?
    fn has_business(&self, area: Area, near: AreaSet) -> bool {
        let (s, force) = (self.s, self.s.force(self.me, area));
        let sails = force.of(Unit::Ship) == force.size();
        !sails && s.map().around(near) & (self.targets() | s.enemies(self.me)) != 0
    }

    /// Areas worth walking to: enemy villages nobody guards.
    fn targets(&self) -> AreaSet {
        self.s.foreign_homes(self.me) & !self.s.enemies(self.me) & !self.s.realm(self.me).units
    }

    fn go(&self, area: Area) -> f32 {
        let s = self.s;
        let faction = s.faction(self.me);
        let (group, cost) = if s.phase == Phase::Undead {
            (Force::NONE.with(Unit::Undead), 0)
        } else {
            let group = if s.turn.group.is_empty() { march::stack(s) } else { s.turn.group };
            (group, march::step_cost(faction, &group, s.map().terrain(area)))
        };
        let price = 1.0 / (1.0 + 0.35 * f32::from(cost));
        let desert = s.map().all(crate::map::Terrain::Desert) & bit(area) != 0;
        if desert && group.iter().any(|(unit, _)| !faction.bears_desert(unit)) {
            return 0.02;
        }
        let foe = s.seats().find(|&foe| foe != self.me && s.realm(foe).units & bit(area) != 0);
        if let Some(foe) = foe {
            let mut force = s.force(self.me, area);
            group.iter().for_each(|(unit, count)| force.0[unit.index()] += count);
            let chance = self.odds(self.me, &force, area, foe, true);
            let prize = f32::from(s.force(foe, area).size());
            return 0.02 + price * if chance > 0.6 { (4.0 + 2.0 * prize) * chance.powi(3) } else { 0.05 };
        }
        let target = self.targets() & bit(area) != 0;
        // Another village is worth little to those who stand in one.
        let stands = s.foreign_homes(self.me) & bit(s.turn.from) != 0;
        let leaves = stands && s.force(self.me, s.turn.from).size() == group.size();
        price
            * match (target, leaves) {
                _ if self.set_out(s.turn.from, &s.turn.group) == Some(area) => 0.001,
                (true, false) => 9.0,
                (true, true) => 0.2,
                (false, true) => 0.001,
                (false, false) if self.comes_back(area) => 0.001,
                (false, false) => 0.5,
            }
    }

    /// Would a step to this area bring the group no farther from where it set out, in a move that is not paid for yet?
    fn comes_back(&self, area: Area) -> bool {
        let s = self.s;
        self.set_out(s.turn.from, &s.turn.group).is_some_and(|origin| {
            let (mut near, here) = (bit(origin), bit(s.turn.from));
            while near & here == 0 {
                let wider = near | s.map().around(near);
                if wider == near {
                    return false;
                }
                near = wider;
            }
            near & bit(area) != 0
        })
    }

    /// Where a unit of a group in this area was when the move began that is not paid for yet, if it was elsewhere. An empty group
    /// means all units.
    fn set_out(&self, area: Area, group: &Force) -> Option<Area> {
        let s = self.s;
        if s.draft.phase.is_none() || s.active != self.me {
            return None;
        }
        let pieces = s.draft.place.iter().zip(&s.realm(self.me).place).zip(s.faction(self.me).kinds());
        let mut moved = pieces.filter_map(|((before, now), &unit)| {
            let counts = now.area() == Some(area) && (group.is_empty() || group.of(unit) > 0);
            before.area().filter(|_| counts && before != now)
        });
        moved.next()
    }

    /// Prefers tiles that are missed least and waste no pips.
    fn spend(&self, unit: Unit) -> f32 {
        let s = self.s;
        let faction = s.faction(self.me);
        if unit.index() >= crate::pieces::TILE_KINDS {
            return 0.0;
        }
        let pips = f32::from(faction.tile(unit).pips);
        if s.phase == Phase::Discard {
            return 1.0 / (1.0 + 0.3 * pips + 0.4 * worth(faction, unit)).powi(2);
        }
        // What is due must be paid, if need be with several tiles.
        let waste = (pips - f32::from(s.turn.due)).max(0.0);
        let eager = match s.phase {
            // As long as a better tile could buy more, choosing more is better than paying.
            Phase::Capture | Phase::Construct => 2.0,
            Phase::Move => 2.5,
            _ => 1.0,
        };
        eager / (1.0 + waste).powi(2) / (1.0 + 0.2 * worth(faction, unit))
    }

    fn haven(&self, area: Area) -> f32 {
        let s = self.s;
        let realm = s.realm(self.me);
        let own = if (realm.units | realm.homes) & bit(area) != 0 { 2.0 } else { 1.0 };
        let hostile = if s.enemies(self.me) & bit(area) != 0 { 0.1 } else { 1.0 };
        let desert = s.map().all(crate::map::Terrain::Desert) & bit(area) != 0;
        own * hostile * if desert { 0.1 } else { 1.0 }
    }

    /// How much a swapped tile helps, against what the other side may have.
    fn swap(&self, unit: Unit) -> f32 {
        let s = self.s;
        let battle = &s.battle;
        let side = usize::from(battle.turn);
        let foe = &battle.sides[1 - side];
        if battle.sides[side].seat != self.me || unit.index() >= crate::pieces::TILE_KINDS {
            return 0.0;
        }
        let forces = battle.sides.map(|side| s.force(side.seat, battle.area));
        let ground = s.map().terrain(battle.area);
        let strength = |i: usize| {
            odds::strength(s.faction(battle.sides[i].seat), &forces[i], &forces[1 - i], ground, i == 0)
        };
        let mine = |swap| odds::counting(battle.sides[side].tiles, swap).iter().sum::<u8>() + strength(side);
        let pips = s.faction(self.me).tile(unit).pips;
        // What the other side shows, or every draw it may have.
        let theirs = if foe.shown {
            let mut sums = [0; 16];
            sums[usize::from(foe.total - strength(1 - side)).min(15)] = 1;
            sums
        } else {
            let tile = (foe.swap == Swap::Swapped).then_some(4);
            odds::sums(foe.drawn, tile)
        };
        let shield = forces[1].of(Unit::Shield) > 0;
        let chance = |total: u8| {
            let mut good = 0.0;
            for (sum, &ways) in theirs.iter().enumerate() {
                let other = sum as u8 + strength(1 - side);
                good += ways as f32
                    * match total.cmp(&other) {
                        std::cmp::Ordering::Greater => 1.0,
                        std::cmp::Ordering::Equal if shield => f32::from(u8::from(side == 1)),
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Less => 0.0,
                    };
            }
            good / theirs.iter().sum::<u32>().max(1) as f32
        };
        debug_assert!(swapped_tile(s, self.me).is_none());
        let gain = chance(mine(Some(pips))) - chance(mine(None));
        let stake = 1.0 + f32::from(forces[0].size() + forces[1].size());
        (gain * stake * 3.0 - 0.1 * f32::from(pips)).max(0.02)
    }
}
