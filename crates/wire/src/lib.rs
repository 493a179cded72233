//! Every message and body between the house and its clients, as types. No IO, no async, no store: a client needs nothing else.
//!
//! `web/src/wire.ts` and `schemas.json` are generated from these types (`cargo xtask types`, which turns on the feature `schema`),
//! and a test keeps them current. Everything a viewer gets about a match is computed from that viewer's own observation. Texts carry seat placeholders
//! such as `{s3}`; clients put in the names.
//!
//! Times are milliseconds: durations, or Unix time where a name ends in `_at`.

mod account;
mod bot;
mod command;
mod frame;
mod host;
mod lesson;
mod tables;

pub use account::*;
pub use bot::*;
pub use command::*;
pub use frame::*;
pub use host::*;
pub use lesson::*;
pub use table::hint::{Hint, Reason, WeighedOption};
pub use tables::*;

/// JSON schemas of all these types, by name, for the OpenAPI document.
pub const SCHEMAS: &str = include_str!("../schemas.json");
