//! Instinct: a game's own policy and evaluation, for bots.

use std::hash::Hasher;

use crate::hint::Reason;
use crate::seat::{MAX_SEATS, Observer, Seat};
use crate::tensor::Tensor;

/// A game's own cheap judgement: a policy and an evaluation. Search builds on it. The defaults know nothing of the game: every
/// action is as good as any other.
pub trait Instinct: Tensor {
    /// In a game of teams, the kind of [label](crate::Game::labels) that says who belongs together.
    const TEAMS: Option<&'static str> = None;

    /// Trained networks, one file for a table that has one. `sanguis.train` of the Python package makes them.
    const NETWORKS: &'static [&'static [u8]] = &[];

    /// How much what a speaker says after the first claim counts to bots that listen: 1 is as much as the first. Less where a truth or
    /// two would buy belief in a lie.
    const LATER_CLAIMS: f32 = 1.0;

    /// How likely bots that listen think it of a speaker, before they have heard anything, that they babble: that what they say has nothing
    /// to do with what they know. The more there is to say and the longer a game, the more a bot hears in mere noise.
    const BABBLERS: f32 = 0.0;

    /// How a search treats this game.
    const SEARCH: SearchParams = SearchParams::DEFAULT;

    /// How many plans there are for a turn of many steps, "no plan" included.
    const PLANS: usize = 1;

    /// The policy: appends one weight for each legal action of a seat, none negative, some positive, and about in proportion to how often
    /// a sensible player would choose it.
    ///
    /// The seat knows only what it may know: the weights are the same in all worlds it cannot tell apart, though they are
    /// computed from one of them (`laws::assert_instinct` checks that). For a seat that is not waited on, passing weighs 1.
    fn policy_weights(state: &Self::State, seat: Seat, actions: &[Self::Action], weights: &mut Vec<f32>) {
        let _ = (state, seat);
        weights.extend(actions.iter().map(|_| 1.0));
    }

    /// The policy of a seat that holds some of the worlds it cannot tell apart more likely than others, because of what it has heard: worlds
    /// drawn as [`Game::sample`](crate::Game::sample) draws them, each with its weight. The order of the worlds makes no difference. The
    /// default takes no notice.
    fn informed_weights(
        worlds: &[(Self::State, f32)],
        seat: Seat,
        actions: &[Self::Action],
        weights: &mut Vec<f32>,
    ) {
        if let Some((world, _)) = worlds.first() {
            Self::policy_weights(world, seat, actions, weights);
        }
    }

    /// Can what was heard change these weights at this moment? Where it cannot, nobody needs to weigh it.
    fn heeds_talk(observation: &Self::Observation) -> bool {
        let _ = observation;
        true
    }

    /// The value of this very world for each seat, all cards open: from 0 (lost) to 1 (won), like a share of winning.
    /// Called for games that are not over.
    fn evaluate(state: &Self::State) -> [f32; MAX_SEATS] {
        let _ = state;
        [0.5; MAX_SEATS]
    }

    /// The information state key of a seat that has a choice: everything [`policy_weights`](Instinct::policy_weights) looks at, as a
    /// number. The same in all worlds the seat cannot tell apart. Search remembers decisions by it. The default hashes the whole
    /// observation, which is slow.
    fn info_key(state: &Self::State, seat: Seat) -> u64 {
        let seen = serde_json::to_vec(&Self::observe(state, Observer::Seat(seat))).unwrap_or_default();
        let mut key = InfoKey::new();
        key.see_all(&seen);
        key.finish()
    }

    /// The part of [`info_key`](Instinct::info_key) that changes with [roles](Instinct::with_roles_of): if two assignments of roles, put into the
    /// same state, have the same role key, they have the same information state key. The default is that key itself.
    fn role_key(state: &Self::State, seat: Seat) -> u64 {
        Self::info_key(state, seat)
    }

    /// Changes the policy's weights to follow a plan: more for what serves it, less for what does not. Plan 0 changes nothing.
    fn apply_plan(state: &Self::State, plan: usize, actions: &[Self::Action], weights: &mut [f32]) {
        let _ = (state, plan, actions, weights);
    }

    /// Gives everybody in a past world the roles they have in a present one, so that their past actions can be judged by them. False if
    /// the game has no lasting hidden roles.
    fn with_roles_of(past: &mut Self::State, present: &Self::State) -> bool {
        let _ = (past, present);
        false
    }

    /// Calls `each` with every assignment of roles that a seat's observation allows, each put into this world of its
    /// observation. All are equally likely. False, without a call, if there are more than `most` or the game does not count them.
    fn each_assignment(
        observation: &Self::Observation,
        world: &mut Self::State,
        most: usize,
        each: &mut dyn FnMut(&Self::State),
    ) -> bool {
        let _ = (observation, world, most, each);
        false
    }

    /// Appends what speaks for an action of the observing seat: facts that its observation proves, each with its rule, the
    /// weightiest first. For hints.
    fn reasons(observation: &Self::Observation, action: Self::Action, reasons: &mut Vec<Reason>) {
        let _ = (observation, action, reasons);
    }

    /// May a hint count what this mark or zone of the scene counts, as something to have more or less of?
    fn counts(id: &str) -> bool {
        let _ = id;
        true
    }

    /// The sealed choices that an event reveals, each with its seat. `past` is the table as it was when they were asked.
    fn revealed_choices(event: &Self::Event, past: &Self::State) -> Vec<(Seat, Self::Action)> {
        let _ = (event, past);
        Vec::new()
    }
}

/// A chance that follows from what a seat was shown, moved as far as the same chance differs between worlds with and without their weights.
#[derive(Clone, Copy, Debug)]
pub struct Heard {
    shown: f32,
    plain: f32,
    weighed: f32,
    /// How much all worlds weigh, without and with their weights.
    of: [f32; 2],
}

impl Heard {
    /// The chance that something holds, from what was shown and in these worlds.
    pub fn of<S>(shown: f32, worlds: &[(S, f32)], holds: impl Fn(&S) -> bool) -> Heard {
        let mut heard = Heard { shown, plain: 0.0, weighed: 0.0, of: [0.0; 2] };
        for (world, weight) in worlds {
            heard.of = [heard.of[0] + 1.0, heard.of[1] + weight];
            if holds(world) {
                heard.plain += 1.0;
                heard.weighed += weight;
            }
        }
        heard
    }

    /// The chance, for what can be put right later.
    pub fn chance(self) -> f32 {
        // As if one more world had come out as the chance says: no few worlds make anything certain.
        let share = |sum: f32, of: f32| (sum + self.shown) / (of + 1.0);
        let odds = |chance: f32| chance / (1.0 - chance).max(f32::MIN_POSITIVE);
        let (plain, weighed) = (share(self.plain, self.of[0]), share(self.weighed, self.of[1]));
        let moved = odds(self.shown) * odds(weighed) / odds(plain).max(f32::MIN_POSITIVE);
        if self.shown <= 0.0 || self.shown >= 1.0 { self.shown } else { moved / (1.0 + moved) }
    }

    /// The chance, for what cannot be undone: hearsay moves its odds by 3 at most, and raises none below 40 %.
    pub fn decisive(self) -> f32 {
        let chance = self.chance();
        let most = 3.0 * self.shown / (1.0 + 2.0 * self.shown);
        if self.shown < LIKELY { chance.min(self.shown) } else { chance.min(most) }
    }
}

/// How likely something must be by what was shown before hearsay counts towards what cannot be undone.
const LIKELY: f32 = 0.4;

/// The team of a seat, in a game of teams.
pub fn team<G: Instinct>(state: &G::State, seat: Seat) -> Option<String> {
    let kind = G::TEAMS?;
    G::labels(state, seat).into_iter().find(|(name, _)| *name == kind).map(|(_, value)| value)
}

/// How a search treats a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchParams {
    /// How much exploration weighs against experience.
    pub exploration: f32,
    /// How many steps a rollout plays by the policy below the tree.
    pub rollout: u32,
    /// The depth of the tree, in choices of the searching seat.
    pub depth: u32,
    /// The share of the policy that is spread evenly over all options, so that none is ruled out.
    pub uniform: f32,
    /// Where `deep` asks the table's network, if there is one ([`Instinct::NETWORKS`]).
    pub network: Reach,
}

/// At which nodes of its tree a search takes the weights of a network in place of the policy's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reach {
    /// At none.
    Nowhere,
    /// Where it decides.
    Root,
    /// Wherever its seat decides.
    Own,
    /// At all nodes.
    Tree,
}

impl SearchParams {
    /// A good start for any game.
    pub const DEFAULT: SearchParams =
        SearchParams { exploration: 0.5, rollout: 2, depth: 8, uniform: 0.1, network: Reach::Nowhere };
}

/// `e^power` to about six digits, clamped to the `f32` range: faster than the system's, and the same on every machine.
#[inline]
pub fn exp(power: f32) -> f32 {
    /// So large that a sum with it has no fraction, and its last bits are those of the integer.
    const ROUNDER: f32 = (3 << 22) as f32;
    let doublings = power * std::f32::consts::LOG2_E;
    let doublings = if doublings > -126.0 { doublings } else { -126.0 };
    let doublings = if doublings < 127.0 { doublings } else { 127.0 };
    let rounded = doublings + ROUNDER;
    let rest = doublings - (rounded - ROUNDER);
    // The minimax polynomial of 2^rest.
    let mut of_rest = 0.001_327_647;
    for factor in [0.009_675_541, 0.055_507_133, 0.240_221_2, 0.693_146_97, 1.000_000_1] {
        of_rest = of_rest * rest + factor;
    }
    f32::from_bits((rounded.to_bits() << 23).wrapping_add(127 << 23)) * of_rest
}

const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// Both halves of a number multiplied by [`FACTOR`].
#[inline]
#[cfg(not(target_family = "wasm"))]
fn wide_product(n: u64) -> (u64, u64) {
    let product = u128::from(n) * u128::from(FACTOR);
    (product as u64, (product >> 64) as u64)
}

/// The same from 32-bit halves: WebAssembly multiplies 128 bits by a call that returns through memory.
#[inline]
#[cfg(any(test, target_family = "wasm"))]
fn wide_product_in_halves(n: u64) -> (u64, u64) {
    const HALF: u64 = u32::MAX as u64;
    let (above, below) = (n >> 32, n & HALF);
    let (left, right) = (above * (FACTOR & HALF), below * (FACTOR >> 32));
    let middle = ((below * (FACTOR & HALF)) >> 32) + (left & HALF) + (right & HALF);
    let high = above * (FACTOR >> 32) + (left >> 32) + (right >> 32) + (middle >> 32);
    (n.wrapping_mul(FACTOR), high)
}
#[cfg(target_family = "wasm")]
use wide_product_in_halves as wide_product;

/// A fast hasher for [information state keys](Instinct::info_key).
pub struct InfoKey(u64);

impl InfoKey {
    /// Nothing added yet.
    pub fn new() -> InfoKey {
        InfoKey(0x5A17_B100)
    }

    /// Adds a number.
    #[inline]
    pub fn see(&mut self, what: u64) {
        let (low, high) = wide_product(self.0 ^ what);
        self.0 = (low ^ high).wrapping_add(0xF39C_C060_5CED_C835);
    }

    /// Adds small numbers, eight at a time.
    #[inline]
    pub fn see_all(&mut self, what: &[u8]) {
        let mut chunks = what.chunks_exact(8);
        for chunk in &mut chunks {
            self.see(chunk.try_into().map_or(0, u64::from_le_bytes));
        }
        self.see(chunks.remainder().iter().fold(1, |sum, &byte| sum << 8 | u64::from(byte)));
    }
}

impl Default for InfoKey {
    fn default() -> Self {
        InfoKey::new()
    }
}

impl Hasher for InfoKey {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.see_all(bytes);
    }

    #[inline]
    fn write_u8(&mut self, what: u8) {
        self.see(what.into());
    }

    #[inline]
    fn write_u16(&mut self, what: u16) {
        self.see(what.into());
    }

    #[inline]
    fn write_u32(&mut self, what: u32) {
        self.see(what.into());
    }

    #[inline]
    fn write_u64(&mut self, what: u64) {
        self.see(what);
    }

    #[inline]
    fn write_u128(&mut self, what: u128) {
        self.see(what as u64);
        self.see((what >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, what: usize) {
        self.see(what as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_of_halves_is_the_product() {
        use crate::chance::{Chance, quick};
        let mut chance = quick(1);
        let random = std::iter::repeat_with(|| u64::from(chance.bits()) << 32 | u64::from(chance.bits()));
        for n in random.take(10_000).chain([0, 1, u64::MAX, 1 << 32, u32::MAX.into()]) {
            assert_eq!(wide_product_in_halves(n), wide_product(n), "{n:#x}");
        }
    }

    #[test]
    fn hearsay_moves_a_chance_and_no_further_than_it_may() {
        // Of ten worlds four hold, and these weigh three times as much: the odds are three times as high.
        let worlds: Vec<(bool, f32)> =
            (0..1000).map(|i| (i % 10 < 4, if i % 10 < 4 { 3.0 } else { 1.0 })).collect();
        let heard = |shown: f32| Heard::of(shown, &worlds, |holds| *holds);
        assert!((heard(0.4).chance() - 2.0 / 3.0).abs() < 0.01, "{:?}", heard(0.4));
        assert!((heard(0.5).decisive() - 0.75).abs() < 0.01);
        assert!((heard(0.3).decisive() - 0.3).abs() < 1e-6, "what is unlikely stays so");
        assert_eq!([heard(0.0).chance(), heard(1.0).chance()], [0.0, 1.0], "what is known stays known");
        let much: Vec<(bool, f32)> = worlds.iter().map(|(holds, weight)| (*holds, weight.powi(2))).collect();
        let heard = Heard::of(0.5, &much, |holds| *holds);
        assert!(heard.chance() > 0.88 && (heard.decisive() - 0.75).abs() < 1e-6, "{heard:?}");
        let against: Vec<(bool, f32)> = worlds.iter().map(|(holds, weight)| (*holds, 1.0 / weight)).collect();
        let heard = Heard::of(0.5, &against, |holds| *holds);
        assert!((heard.decisive() - 0.25).abs() < 0.01, "doubts count in full: {heard:?}");
    }

    #[test]
    fn powers_of_e_are_near_the_truth() {
        for power in (-800..=800).map(|tenth| tenth as f32 / 10.0) {
            let (ours, truth) = (f64::from(exp(power)), f64::from(power).exp());
            assert!((ours / truth - 1.0).abs() < 1e-5, "e to the power of {power} is {truth}, not {ours}");
        }
        assert!((exp(0.0) - 1.0).abs() < 1e-6);
        assert!(exp(f32::MIN) < 1e-37 && exp(f32::MAX) > 1e37 && exp(f32::MAX).is_finite());
    }
}
