//! The terminal table: any game's scene laid out for the window at hand.
//!
//! The application knows a game only through a [`Connection`]: it is shown [`Look`]s and makes [`Request`]s. A match on this
//! machine, a record that is watched, a lesson and a match in a house are four connections.
//!
//! Everything reads without colour: colours only repeat what words, numbers and frames say.

mod app;
mod board;
mod connection;
mod ending;
mod ink;
mod keys;
mod rules;
mod screen;
mod sheet;
mod side;
mod talk;

pub use app::App;
pub use connection::{Connection, Look, Mode, Request, Review, ReviewLine};
pub use ink::Ink;
pub use screen::run;
pub use talk::{Sentence, sentences, with_talk};
