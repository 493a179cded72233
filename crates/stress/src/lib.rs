//! What the house must stand, tried on real `sanguis serve` processes by clients that know nothing but the wire:
//! [`torture`] kills them at random moments, [`load`] measures them. [`fuzz_entry`] sends their decoders anything at all.

pub mod client;
pub mod fuzz_entry;
pub mod load;
pub mod server;
pub mod torture;

/// Small random choices that nobody needs to predict or repeat.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that fall as this number says.
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `below`, which is not 0.
    pub fn below(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % below.max(1)
    }
}
