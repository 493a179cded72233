//! Stress tests of real `sanguis serve` processes, by clients that know nothing but the wire: [`torture`] kills them at random moments,
//! [`load`] measures them. [`fuzz_entry`] feeds arbitrary input to their decoders.

pub mod client;
pub mod fuzz_entry;
pub mod load;
pub mod server;
pub mod torture;
