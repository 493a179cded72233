//! Hosting a match, without a server around it.
//!
//! A match is the fold of its [log](Entry). [`MatchLog`] folds it and decides what commands lead to, [`FrameCache`] renders what
//! each viewer may see, [`BotSeats`] holds the bots at the table and [`work::next`] says what the host itself has to do.
//!
//! Nothing in here does IO, reads a clock, spawns threads or draws randomness: the time, entropy and the key that signs invitations
//! are handed in. So the same code hosts matches in the house, in the terminal and, compiled to WebAssembly, in a browser.

pub mod bots;
mod changes;
mod forget;
mod frames;
mod hint;
mod json;
pub mod lobby;
mod log;
mod match_log;
mod setup;
pub mod words;
pub mod work;

pub use bots::{BotSeats, Decision, Thought};
pub use forget::forget;
pub use frames::{ConnectionCursor, Detail, FrameCache, RenderContext, Viewer};
pub use hint::{HINT_TIME, HintQuestion};
pub use log::{Entry, Hand, LogEvent};
pub use match_log::{Carried, MatchLog, Past, Present, Summary, Who, invitation, token_hash};
pub use setup::Setup;

/// Signs what the host gives out, so that nobody can forge it.
pub trait Seal {
    /// The signature of some words for a purpose, as letters and digits.
    fn sign(&self, purpose: &str, words: &[&str]) -> String;
}
