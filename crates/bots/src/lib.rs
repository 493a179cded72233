//! Players that hold an observation and nothing more.
//!
//! The ladder: [`Level::Random`] < [`Level::Greedy`] (the game's instinct) < [`Level::Search`] (information-set tree search) <
//! [`Level::Deep`] (search in worlds that fit what the others have done). A bot is
//! given what its seat sees and the options it has, and nothing else: the types leave it no way to a state. What it needs to look
//! ahead it imagines with [`table::Game::sample`].
//!
//! Like the table, bots have no clock and no threads: whoever asks says when to stop ([`Budget`]).

mod arena;
mod bot;
mod calibration;
mod erased;
mod fingertips;
mod index;
mod level;
mod memory;
mod outside;
mod rating;
mod search;
mod steady;

pub use arena::{Arena, Iterations, Maker, Played, Timekeeper};
pub use bot::{Bot, Budget, Question, Witnessed, bot};
pub use calibration::{Calibration, calibrate};
pub use erased::{AnyArena, AnyBot, AnyBots, Entrant, Thinker};
pub use level::Level;
pub use outside::Outside;
pub use rating::{Rating, rate};
pub use search::{Search, Settings};
pub use steady::Steady;
