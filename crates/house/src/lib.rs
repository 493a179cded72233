//! The house: a server that loses nothing and leaks nothing.
//!
//! A match is the fold of its log ([`hosting`]). A command is decided on the folded copy, written to the [`store`], and only then
//! shown and acknowledged. What a viewer gets ([`wire`]) is computed from that viewer's own observation. Everything in memory can be
//! thrown away at any time.

pub mod admin;
mod archive;
mod calling;
mod clock;
mod cluster;
pub mod config;
mod driver;
pub mod errors;
pub mod house;
mod http;
mod limits;
mod live;
mod lobby;
#[cfg(feature = "outward")]
mod mail;
pub mod metrics;
mod moderation;
#[cfg_attr(not(feature = "outward"), path = "no_notices.rs")]
mod notices;
mod opening;
mod patient;
mod person;
mod pool;
mod registry;
mod retention;
mod reviews;
pub mod seal;
pub mod server;
mod sessions;
pub mod store;
mod subscriber;
mod trouble;
#[cfg(feature = "trust")]
pub mod trust;
mod viewing;
pub mod websocket;
mod words;
mod writer;

#[cfg(feature = "mcp")]
pub use http::mcp;

/// The store of a house.
pub type Books = std::sync::Arc<store::AnyStore>;
