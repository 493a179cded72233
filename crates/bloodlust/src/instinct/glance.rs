//! The table at a glance: enough of it to say who is ahead, small enough to try things on.

use std::cmp::Ordering;

use table::{MAX_SEATS, Seat};

use super::deck::Kind;
use super::duel;
use super::solo::{shade, solo};
use crate::pieces::power::Effect;
use crate::pieces::{Class, tables};
use crate::state::{LAIRS, Setup, State, members};

// The figures below were tuned by self-play, and by comparing evaluations with how games ended.

/// The variance that each further night adds to the difference between two vampires.
const NIGHT: f32 = 14.0;
/// The variance that is always there while somebody hunts.
const UNKNOWN: f32 = 20.0;
/// Two vampires who both hunt mostly share their luck: only this share of their variance remains.
const APART: f32 = 0.2;
/// What a night brings on average, to estimate how many nights a target takes.
const HARVEST: f32 = 11.0;
/// What an unknown face-down event is worth.
const HIDDEN_EVENT: f32 = 0.8;
/// By health: how likely a vampire is to be driven from the hunt before it would leave.
const FRAIL: [f32; 6] = [1.0, 0.42, 0.24, 0.12, 0.06, 0.03];

/// The table at a glance.
#[derive(Clone, Copy)]
pub(super) struct Glance {
    setup: Setup,
    /// Nights after this one.
    nights: f32,
    shade: usize,
    pub(super) daylight: i16,
    pub(super) active: u16,
    /// Lairs whose vampire can still slow the daylight.
    pub(super) slow: u16,
    /// In a draw's decisions, those who have yet to decide and might leave.
    wavering: u16,
    bloodline: [i16; LAIRS],
    health: [i16; LAIRS],
    total: [i16; LAIRS],
    /// What unused powers will bring.
    promise: [f32; LAIRS],
}

/// What a vampire can expect of this night.
#[derive(Clone, Copy, Default)]
pub(super) struct Prospect {
    hunting: bool,
    /// What is banked.
    total: i16,
    bloodline: i16,
    marker: i16,
    frail: f32,
    /// The mean of its total after this night.
    pub(super) mean: f32,
    /// The variance of that total.
    spread: f32,
}

impl Prospect {
    /// Who has won, if both are home on the last night (9.6, 9.7).
    fn has_beaten(&self, other: &Prospect) -> f32 {
        match (self.total, self.bloodline).cmp(&(other.total, other.bloodline)) {
            Ordering::Less => 0.0,
            Ordering::Equal => 0.5,
            Ordering::Greater => 1.0,
        }
    }
}

/// For each vampire, how likely it is to leave now, and its prospect if it does.
pub(super) struct Doubts([(f32, Prospect); LAIRS]);

/// What an unused ability will bring, in Bloodline.
pub(super) fn promise(effect: Effect, lairs: usize) -> f32 {
    // Against a single rival, every loss of theirs is a gain.
    let harm = if lairs == 2 { 1.0 } else { 0.5 };
    match effect {
        Effect::VoidGain { bonus } => 2.0 * harm + f32::from(bonus),
        Effect::MultiplyGain(_) => 1.8,
        Effect::AddGain(more) => 0.9 * f32::from(more),
        Effect::IgnoreSlayer => 1.1,
        Effect::MoveDaylight(_) => 0.8,
        Effect::Wound(health) => 0.3 * harm * f32::from(health),
        Effect::Heal { health, bloodline } => 0.15 * f32::from(health) + 0.95 * f32::from(bloodline),
        Effect::Take(bloodline) => 0.85 * (1.0 + harm) * f32::from(bloodline),
        Effect::Bloodline { late, .. } => 0.85 * f32::from(late),
        Effect::SlowDaylight(_) => 0.0, // Counted as a marker that stands lower.
        Effect::Curse(bloodline) => 0.9 * harm * f32::from(bloodline),
        Effect::Look(_) => 1.0,
    }
}

/// What a held event will bring. Less than an ability, because its sign must show first.
pub(super) fn event_promise(effect: Effect, lairs: usize) -> f32 {
    0.6 * promise(effect, lairs)
}

impl Glance {
    /// As everybody sees it.
    pub(super) fn at(state: &State) -> Glance {
        Glance::new(state, |_| false)
    }

    /// As a seat sees it, which knows some of the face-down events.
    pub(super) fn of(state: &State, seat: Seat) -> Glance {
        Glance::new(state, |lair| state.known[lair].contains(seat))
    }

    fn new(state: &State, knows: impl Fn(usize) -> bool) -> Glance {
        let tables = tables();
        let lairs = state.setup.lairs();
        let bright = state.cards[..state.left.into()].iter();
        let bright = bright.filter(|&&card| tables.face(card).class == Class::Daylight).count();
        let mut glance = Glance {
            setup: state.setup,
            nights: nights_after(state),
            shade: shade(bright, state.left.into()),
            daylight: state.daylight.into(),
            active: state.active,
            slow: 0,
            wavering: if state.setup.spoken { state.todo } else { state.active },
            bloodline: [0; LAIRS],
            health: [0; LAIRS],
            total: [0; LAIRS],
            promise: [0.0; LAIRS],
        };
        for lair in 0..lairs {
            glance.bloodline[lair] = state.bloodline[lair] as i16;
            glance.health[lair] = state.health[lair].into();
            glance.total[lair] = state.total[lair] as i16;
            let vampire = state.vampire(lair);
            if state.fresh.contains(vampire) {
                let effect = tables.vampires[usize::from(vampire.0)].effect;
                glance.promise[lair] += promise(effect, lairs);
                glance.slow |= u16::from(matches!(effect, Effect::SlowDaylight(_))) << lair;
            }
            if state.holding >> lair & 1 == 1 {
                glance.promise[lair] += if knows(lair) {
                    event_promise(tables.events[state.held[lair] as usize].effect, lairs)
                } else {
                    HIDDEN_EVENT
                };
            }
        }
        glance
    }

    pub(super) fn forget(&mut self, lair: usize, promise: f32) {
        self.promise[lair] -= promise;
    }

    pub(super) fn gain(&mut self, lair: usize, bloodline: i16) {
        if self.active >> lair & 1 == 1 {
            self.bloodline[lair] += bloodline;
        }
    }

    /// Returns how much was lost.
    pub(super) fn lose(&mut self, lair: usize, bloodline: i16) -> i16 {
        let lost = bloodline.min(self.bloodline[lair]);
        self.bloodline[lair] -= lost;
        lost
    }

    pub(super) fn hurt(&mut self, lair: usize, health: i16) {
        self.health[lair] -= health;
        if self.health[lair] <= 0 {
            self.go_home(lair);
        }
    }

    pub(super) fn heal(&mut self, lair: usize, health: i16) {
        self.health[lair] = (self.health[lair] + health).min(tables().health.into());
    }

    /// Pays a Slayer as most players would.
    pub(super) fn choose(&mut self, lair: usize, bloodline: i16, health: i16) {
        if self.bloodline[lair] > 0 && self.health[lair] > health + 1 {
            self.hurt(lair, health);
        } else {
            self.lose(lair, bloodline);
        }
    }

    pub(super) fn go_home(&mut self, lair: usize) {
        if self.active >> lair & 1 == 1 {
            self.active &= !(1 << lair);
            self.total[lair] += self.bloodline[lair];
        }
    }

    pub(super) fn move_daylight(&mut self, steps: i16) {
        self.daylight = (self.daylight + steps).max(0);
        if self.daylight >= tables().dawn.into() {
            for lair in members(self.active) {
                self.bloodline[lair] = 0;
            }
            self.active = 0;
        }
    }

    /// A card is turned up. Nobody reacts, except by slowing the daylight.
    pub(super) fn turn(&mut self, kind: &Kind) {
        match kind.class {
            Class::Bloodlust => self.feed(kind.bloodline),
            Class::Daylight => {
                let dawn = i16::from(tables().dawn);
                let saved = self.slow & self.active;
                let mut steps = kind.daylight;
                if saved != 0 && self.daylight + steps == dawn {
                    steps -= 1;
                    self.slow &= !saved;
                }
                self.move_daylight(steps);
                self.feed(kind.bloodline);
            }
            Class::Night => self.move_daylight(-kind.daylight),
            Class::SlayerBloodline => members(self.active).for_each(|lair| {
                self.lose(lair, kind.bloodline);
            }),
            Class::SlayerHealth => members(self.active).for_each(|lair| self.hurt(lair, kind.health)),
            Class::SlayerChoice => {
                members(self.active).for_each(|lair| self.choose(lair, kind.bloodline, kind.health));
            }
            Class::Invitation => self.feed(1),
            Class::Event => {}
        }
    }

    fn feed(&mut self, bloodline: i16) {
        for lair in members(self.active) {
            self.bloodline[lair] += bloodline;
        }
    }

    fn frail(&self, lair: usize) -> f32 {
        FRAIL[(self.health[lair].max(0) as usize).min(FRAIL.len() - 1)]
    }

    /// The marker as it counts for a vampire: one that can slow the daylight has a step in hand.
    fn marker(&self, lair: usize) -> i16 {
        self.daylight - (self.slow >> lair & 1) as i16
    }

    /// A vampire that is home, or would go home now.
    fn at_home(&self, lair: usize) -> Prospect {
        let bloodline = self.bloodline[lair];
        let total = self.total[lair] + (self.active >> lair & 1) as i16 * bloodline;
        Prospect { total, bloodline, mean: total.into(), ..Prospect::default() }
    }

    /// What a vampire can expect of this night.
    #[inline]
    pub(super) fn prospect(&self, lair: usize) -> Prospect {
        if self.active >> lair & 1 == 0 {
            return self.at_home(lair);
        }
        let (total, bloodline) = (self.total[lair], self.bloodline[lair]);
        let (frail, marker) = (self.frail(lair), self.marker(lair));
        let outlook = solo().outlook(self.shade, marker, bloodline);
        let more = (outlook.worth - f32::from(bloodline)) * (1.0 - frail) + self.promised(lair);
        let mean = f32::from(total + bloodline) + more;
        Prospect { hunting: true, total, bloodline, marker, frail, mean, spread: outlook.spread }
    }

    /// The chance that one vampire ends up ahead of another.
    #[inline]
    fn beats(&self, one: &Prospect, other: &Prospect) -> f32 {
        if self.nights == 0.0 {
            match (one.hunting, other.hunting) {
                (false, false) => return one.has_beaten(other),
                (true, false) => return self.catches(one, other),
                (false, true) => return 1.0 - self.catches(other, one),
                (true, true) => {}
            }
        }
        let together = if one.hunting && other.hunting { APART } else { 1.0 };
        let variance = UNKNOWN + NIGHT * self.nights + together * (one.spread + other.spread);
        let lead = (one.mean - other.mean) / variance.sqrt();
        logistic(1.7 * lead)
    }

    /// On the last night a hunter knows what it needs to beat a rival who is home.
    fn catches(&self, hunter: &Prospect, home: &Prospect) -> f32 {
        let behind = home.total - hunter.total;
        // 9.7: level totals are decided by what the night brought.
        let level_will_do = behind > home.bloodline;
        let want = behind - hunter.bloodline + i16::from(!level_will_do);
        if want <= 0 {
            return 1.0;
        }
        solo().outlook(self.shade, hunter.marker, want).reach * (1.0 - hunter.frail)
    }

    fn rivals(&self, lair: usize) -> u16 {
        self.setup.everyone() & !self.setup.lairs_of(self.setup.owner(lair))
    }

    /// How a vampire stands against the others: the mean of its chances against each. The product would be right if luck were
    /// independent; luck is mostly shared, and hunters who go by the product are reckless.
    pub(super) fn standing(&self, lair: usize) -> f32 {
        let own = self.prospect(lair);
        let rivals = self.rivals(lair);
        let sum: f32 = members(rivals).map(|rival| self.beats(&own, &self.prospect(rival))).sum();
        sum / rivals.count_ones() as f32
    }

    /// The same after a draw's decisions, when rivals may have left.
    pub(super) fn standing_after(&self, lair: usize, doubts: &Doubts) -> f32 {
        let own = self.prospect(lair);
        let rivals = self.rivals(lair);
        let against = |rival: usize| {
            let stays = self.beats(&own, &self.prospect(rival));
            let (leaves, home) = &doubts.0[rival];
            if *leaves == 0.0 { stays } else { leaves * self.beats(&own, home) + (1.0 - leaves) * stays }
        };
        members(rivals).map(against).sum::<f32>() / rivals.count_ones() as f32
    }

    /// Who may leave now.
    pub(super) fn doubts(&self, lair: usize) -> Doubts {
        let mut doubts = Doubts([(0.0, Prospect::default()); LAIRS]);
        for rival in members(self.rivals(lair) & self.active & self.wavering) {
            let leaves = self.leaves(rival);
            if leaves > 0.02 {
                doubts.0[rival] = (leaves, self.at_home(rival));
            }
        }
        doubts
    }

    /// How likely a vampire is to leave now.
    fn leaves(&self, lair: usize) -> f32 {
        let home = self.at_home(lair).total;
        if self.nights == 0.0 && members(self.rivals(lair)).any(|rival| self.at_home(rival).total > home) {
            return 0.1; // Going home now would lose the game.
        }
        let outlook = solo().outlook(self.shade, self.marker(lair), self.bloodline[lair]);
        let pull = outlook.pull + 0.2 * self.promise[lair];
        logistic(-4.0 * pull)
    }

    /// The first vampire's chance against the second, where there are no others and the end is near.
    fn ahead(&self) -> Option<f32> {
        if self.setup.lairs() != 2 || self.setup.target > 0 || self.nights >= duel::NIGHTS as f32 {
            return None;
        }
        let nights = self.nights as usize;
        let [home, away] = [0, 1].map(|lair| self.at_home(lair));
        if self.active == 0 && nights == 0 {
            return Some(home.has_beaten(&away));
        }
        let lead = home.total - away.total;
        let now = duel::after(nights, lead);
        if self.active == 0 {
            return Some(now);
        }
        let duel = duel::duel(nights, self.shade);
        let [m, n] = [0, 1].map(|lair| self.marker(lair));
        let [a, b] = [0, 1].map(|lair| self.bloodline[lair]);
        let lead = f32::from(lead) + self.promised(0) - self.promised(1);
        // A vampire driven from the hunt is home, like one that has left.
        let [out, gone] =
            [0, 1].map(|lair| if self.active >> lair & 1 == 1 { self.frail(lair) } else { 1.0 });
        let mut chance = out * gone * now;
        if out < 1.0 {
            chance += (1.0 - out) * gone * duel.alone(m, lead, a);
        }
        if gone < 1.0 {
            chance += out * (1.0 - gone) * (1.0 - duel.alone(n, -lead, b));
        }
        if out < 1.0 && gone < 1.0 {
            let both = (duel.both(m, lead, a, b) + duel.both(n, lead, a, b)) / 2.0;
            chance += (1.0 - out) * (1.0 - gone) * both;
        }
        Some(chance)
    }

    /// What a hunter's powers will bring, if the hunt lasts long enough to use them.
    fn promised(&self, lair: usize) -> f32 {
        if self.active >> lair & 1 == 0 {
            return 0.0;
        }
        let outlook = solo().outlook(self.shade, self.marker(lair), self.bloodline[lair]);
        self.promise[lair] * outlook.later()
    }

    /// Every seat's share of winning.
    pub(super) fn shares(&self) -> [f32; MAX_SEATS] {
        let lairs = self.setup.lairs();
        let mut shares = [0.0; MAX_SEATS];
        if let Some(chance) = self.ahead() {
            (shares[0], shares[1]) = (chance, 1.0 - chance);
            return shares;
        }
        let mut prospects = [Prospect::default(); LAIRS];
        let mut wins = [1.0f32; LAIRS];
        for lair in 0..lairs {
            prospects[lair] = self.prospect(lair);
            for rival in members(self.rivals(lair) & ((1 << lair) - 1)) {
                let chance = self.beats(&prospects[lair], &prospects[rival]);
                wins[lair] *= chance;
                wins[rival] *= 1.0 - chance;
            }
        }
        for lair in 0..lairs {
            // 10.7: the better of two vampires counts.
            let share = &mut shares[self.setup.owner(lair)];
            *share = wins[lair].max(*share).max(1e-9);
        }
        let sum: f32 = shares.iter().sum();
        shares.map(|share| share / sum)
    }
}

/// From a lead to a chance. Plain arithmetic, unlike `exp`, gives the same bits on every machine.
#[inline]
fn logistic(lead: f32) -> f32 {
    let x = (lead / 2.0).clamp(-4.5, 4.5);
    let y = x * x;
    // The hyperbolic tangent as a truncated continued fraction.
    let tanh = x * (135_135.0 + y * (17_325.0 + y * (378.0 + y)))
        / (135_135.0 + y * (62_370.0 + y * (3_150.0 + y * 28.0)));
    0.5 + 0.5 * tanh
}

/// How many nights will follow this one (10.1, 10.2).
fn nights_after(state: &State) -> f32 {
    if state.setup.target == 0 {
        return f32::from(state.setup.rounds.saturating_sub(state.round));
    }
    let most = (0..state.setup.lairs()).map(|lair| state.total[lair]).max().unwrap_or(0);
    let missing = f32::from(state.setup.target) - f32::from(most);
    if missing <= 0.0 {
        return 0.0; // Somebody is home with it.
    }
    (missing / HARVEST - 1.0).max(0.3)
}
