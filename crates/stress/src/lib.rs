//! What the house must stand, tried on real `sanguis serve` processes by clients that know nothing but the wire:
//! [`torture`] kills them at random moments, [`load`] measures them. [`fuzz_entry`] sends their decoders anything at all.

pub mod client;
pub mod fuzz_entry;
pub mod load;
pub mod server;
pub mod torture;
