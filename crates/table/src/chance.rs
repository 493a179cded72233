//! Chance: uniform draws that are the same on every platform and in every version of the generators' crates.
//!
//! Real games draw from ChaCha ([`fair`]), so that nobody can predict a shuffle from earlier ones. Rollouts and samples draw
//! from xoshiro ([`quick`]), which is several times faster and good enough to imagine worlds with.

use std::convert::Infallible;

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Where dice, shuffles and samples come from. Implemented by every generator of `rand_core`.
pub trait Chance {
    /// Thirty-two fair bits.
    fn bits(&mut self) -> u32;

    /// A uniform number in `0..n`. `n` must not be 0.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "nothing to choose from");
        // Lemire's multiply-and-reject: unbiased, and hardly ever a second draw.
        let mut product = u64::from(self.bits()) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = u64::from(self.bits()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// A uniform index into something of this length, which must not be 0.
    #[inline]
    fn index(&mut self, len: usize) -> usize {
        self.below(len as u32) as usize
    }

    /// A uniform element of a slice that is not empty.
    #[inline]
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.index(from.len())]
    }

    /// A fair coin.
    #[inline]
    fn coin(&mut self) -> bool {
        self.bits() >> 31 == 1
    }

    /// Puts a slice into a uniform order.
    #[inline]
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.index(end + 1));
        }
    }
}

impl<R: Rng> Chance for R {
    #[inline]
    fn bits(&mut self) -> u32 {
        self.next_u32()
    }
}

/// The generator of real games.
pub type Fair = ChaCha20Rng;

/// The generator of rollouts and samples.
pub type Quick = Xoshiro256PlusPlus;

/// A generator for a real game from its seed (see [`crate::seed::Seed`]).
pub fn fair(seed: [u8; 32]) -> Fair {
    ChaCha20Rng::from_seed(seed)
}

/// A fast generator for rollouts, samples and tests.
pub fn quick(seed: u64) -> Quick {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A generator that counts its draws, so that the platform knows whether anything was drawn (see undo in [`crate::play`]).
#[derive(Clone, Debug)]
pub struct Counted<R> {
    inner: R,
    /// How many words have been drawn so far.
    pub draws: u64,
}

impl<R> Counted<R> {
    /// Starts counting at 0.
    pub fn new(inner: R) -> Self {
        Counted { inner, draws: 0 }
    }
}

impl<R: Rng> TryRng for Counted<R> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.draws += 1;
        Ok(self.inner.next_u32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.draws += 1;
        Ok(self.inner.next_u64())
    }

    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        self.draws += 1;
        self.inner.fill_bytes(dst);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_draws_of_a_seed_never_change() {
        let mut fair = fair([7; 32]);
        let first: Vec<u32> = (0..6).map(|_| fair.below(52)).collect();
        let mut quick = quick(7);
        let second: Vec<u32> = (0..6).map(|_| quick.below(52)).collect();
        assert_eq!((first, second), (vec![24, 13, 37, 22, 44, 17], vec![2, 8, 37, 22, 50, 24]));
    }

    #[test]
    fn below_is_uniform() {
        let mut chance = quick(1);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[chance.index(6)] += 1;
        }
        let chi: f64 = seen.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 20.5, "chi squared with 5 degrees of freedom is {chi}");
    }

    #[test]
    fn a_shuffle_keeps_every_card() {
        let mut cards: Vec<u8> = (0..60).collect();
        quick(3).shuffle(&mut cards);
        assert_ne!(cards, (0..60).collect::<Vec<u8>>());
        cards.sort_unstable();
        assert_eq!(cards, (0..60).collect::<Vec<u8>>());
    }
}
