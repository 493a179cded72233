//! The house: a server that loses nothing and tells nothing.
//!
//! A match is the fold of its log ([`hosted`]). A command is decided on the folded copy, written to the [`store`], and only then
//! shown and acknowledged ([`house`]). What a viewer gets is computed from that viewer's own observation ([`wire`]). Everything in
//! memory can be thrown away at any time.

pub mod config;
mod driver;
pub mod hosted;
pub mod house;
mod http;
pub mod keeper;
mod limits;
mod live;
pub mod log;
mod mail;
pub mod metrics;
mod notices;
mod outlet;
mod players;
mod reviews;
pub mod seal;
pub mod server;
mod show;
pub mod store;
pub mod websocket;
pub mod words;

/// Where the house keeps things.
pub type Books = std::sync::Arc<store::AnyStore>;
