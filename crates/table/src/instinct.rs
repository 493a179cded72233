//! Instinct: a game's cheap judgement, for bots.

use std::hash::Hasher;

use crate::game::Game;
use crate::seat::{MAX_SEATS, Seat};

/// What a game feels in its fingertips. Bots add the thinking.
pub trait Instinct: Game {
    /// In a game of teams, the kind of [label](Game::labels) that says who belongs together.
    const TEAMS: Option<&'static str> = None;

    /// How a search goes about this game.
    const SEARCH: SearchParams = SearchParams::DEFAULT;

    /// How many ways there are to go about a turn of many steps, the usual one included.
    const PLANS: usize = 1;

    /// How much a seat is drawn to each of its legal actions: appends one weight for each, none negative, some positive, and
    /// about in proportion to how often a sensible player would choose it.
    ///
    /// The seat knows only what it may know: the weights are the same in all worlds it cannot tell apart, though they are
    /// computed from one of them (law 5 checks that). For a seat that is not waited on, letting the moment pass weighs 1.
    fn policy_weights(state: &Self::State, seat: Seat, actions: &[Self::Action], weights: &mut Vec<f32>);

    /// What each seat can hope for in this very world, all cards open: from 0 (lost) to 1 (won), like a share of winning.
    /// Called for games that are not over.
    fn evaluate(state: &Self::State) -> [f32; MAX_SEATS];

    /// Everything [`policy_weights`](Instinct::policy_weights) looks at for a seat that has a choice, as a number: what the seat may know, and the
    /// same in all worlds it cannot tell apart. Whoever looks ahead remembers decisions by it.
    fn info_key(state: &Self::State, seat: Seat) -> u64;

    /// What a plan makes of the weights of [`policy_weights`](Instinct::policy_weights): more for what serves it, less for what does not. Plan 0 is to
    /// follow instinct.
    fn apply_plan(state: &Self::State, plan: usize, actions: &[Self::Action], weights: &mut [f32]) {
        let _ = (state, plan, actions, weights);
    }

    /// Makes everybody in a world of the past who they are in a world of today, so that what they did then can be judged in its
    /// light. Says no where nothing hidden lasts.
    fn with_roles_of(past: &mut Self::State, today: &Self::State) -> bool {
        let _ = (past, today);
        false
    }

    /// Shows every way that who is who can be by what a seat was shown, one after the other, each put into this world of its
    /// observation: all are equally likely. Says no, and shows nothing, where there are more than `most` or nobody counts them.
    fn each_assignment(
        observation: &Self::Observation,
        world: &mut Self::State,
        most: usize,
        each: &mut dyn FnMut(&Self::State),
    ) -> bool {
        let _ = (observation, world, most, each);
        false
    }

    /// The choices made at the same time that an event opens, each with its seat. `past` is the table as it was when they were
    /// asked.
    fn revealed_choices(event: &Self::Event, past: &Self::State) -> Vec<(Seat, Self::Action)> {
        let _ = (event, past);
        Vec::new()
    }
}

/// How a search goes about a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchParams {
    /// How much exploration weighs against experience.
    pub exploration: f32,
    /// How many steps of instinct follow below the tree.
    pub rollout: u32,
    /// Walk the tree for at most so many choices of the own seat.
    pub depth: u32,
    /// The share of the weight that is spread evenly over all options, so that none is ruled out by instinct.
    pub doubt: f32,
}

impl SearchParams {
    /// Where nothing speaks for others.
    pub const DEFAULT: SearchParams = SearchParams { exploration: 0.5, rollout: 2, depth: 8, doubt: 0.1 };
}

/// e to this power, as far as six digits tell and numbers reach: faster than the system's, and the same on every machine.
#[inline]
pub fn exp(power: f32) -> f32 {
    /// So great that a sum with it has no fraction left, and its last bits are those of the whole number.
    const COARSE: f32 = (3 << 22) as f32;
    let doublings = power * std::f32::consts::LOG2_E;
    let doublings = if doublings > -126.0 { doublings } else { -126.0 };
    let doublings = if doublings < 127.0 { doublings } else { 127.0 };
    let rounded = doublings + COARSE;
    let rest = doublings - (rounded - COARSE);
    // The polynomial that is nearest to 2 to the power of the rest, by its greatest error.
    let mut of_rest = 0.001_327_647;
    for factor in [0.009_675_541, 0.055_507_133, 0.240_221_2, 0.693_146_97, 1.000_000_1] {
        of_rest = of_rest * rest + factor;
    }
    f32::from_bits((rounded.to_bits() << 23).wrapping_add(127 << 23)) * of_rest
}

/// Puts what a seat sees into one number, quickly.
pub struct InfoKey(u64);

impl InfoKey {
    /// Nothing seen yet.
    pub fn new() -> InfoKey {
        InfoKey(0x5A17_B100)
    }

    /// Sees one more thing.
    #[inline]
    pub fn see(&mut self, what: u64) {
        let product = u128::from(self.0 ^ what) * 0x9E37_79B9_7F4A_7C15;
        self.0 = ((product as u64) ^ (product >> 64) as u64).wrapping_add(0xF39C_C060_5CED_C835);
    }

    /// Sees small numbers, eight at a time.
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
    fn powers_of_e_are_near_the_truth() {
        for power in (-800..=800).map(|tenth| tenth as f32 / 10.0) {
            let (ours, truth) = (f64::from(exp(power)), f64::from(power).exp());
            assert!((ours / truth - 1.0).abs() < 1e-5, "e to the power of {power} is {truth}, not {ours}");
        }
        assert!((exp(0.0) - 1.0).abs() < 1e-6);
        assert!(exp(f32::MIN) < 1e-37 && exp(f32::MAX) > 1e37 && exp(f32::MAX).is_finite());
    }
}
