//! The table: the contract every game of Sanguis keeps, and what the platform makes of it.
//!
//! A game says three things once: its rules, what each seat may know, and how its table looks ([`Game`]). Everything here is
//! written once for all games.
//!
//! No IO, no async, no clock, no threads, no randomness of the operating system: contract and games run anywhere, a browser
//! page included.

pub mod chance;
pub mod event;
pub mod game;
pub mod options;
pub mod outcome;
pub mod refusal;
pub mod scene;
pub mod seat;
pub mod words;

pub use chance::Chance;
pub use event::{Audience, Event, Sink};
pub use game::{Action, Fact, Game, Info};
pub use options::{Dial, Knob, Options};
pub use outcome::{Outcome, Standing};
pub use refusal::{Refusal, Refused};
pub use scene::{Described, Scene};
pub use seat::{MAX_SEATS, Observer, Seat, SeatSet};
