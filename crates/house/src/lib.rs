//! The house: a server that loses nothing and tells nothing.

pub mod log;
pub mod store;
pub mod wire;
