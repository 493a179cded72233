//! Players that hold an observation and nothing more.
//!
//! The ladder: [`Level::Random`] < [`Level::Greedy`] (the game's instinct) < [`Level::Net`] (a
//! trained network) < [`Level::Search`] (information-set tree search) <
//! [`Level::Deep`] (search in worlds that fit what the others have done). A bot is
//! given what its seat sees and the options it has, and nothing else: the types give it no access to a state. To look ahead it
//! samples worlds with [`table::Game::sample`].
//!
//! Like the table, bots have no clock and no threads: the caller says when to stop ([`Budget`]).

mod arena;
mod bot;
mod calibration;
mod catch_panic;
mod director;
mod erased;
mod external;
mod hearing;
mod hint;
mod index;
mod level;
mod memory;
mod mind;
mod network;
mod network_policy;
mod policy_bot;
mod rating;
mod reflex;
mod roster;
mod script;
mod search;
mod seats;
mod voice;

pub use arena::{Arena, BotMaker, Iterations, Played, Talked, Timekeeper};
pub use bot::{Bot, Budget, Floor, Question, Utterance, Witnessed};
pub use calibration::{Calibration, Onlooker, calibrate};
pub use catch_panic::CatchPanic;
pub use director::on_the_floor;
pub use erased::{AnyArena, AnyBot, AnyBots, Entrant, SearchBenchmark};
pub use external::Outside;
pub use hint::{Tried, hint, is_apart};
pub use level::Level;
pub use network::{Hidden, Network};
pub use policy_bot::weighted;
pub use rating::{Rating, rate};
pub use reflex::Reflex;
pub use roster::bot;
pub use script::{Habits, Part, Script};
pub use search::{Search, Settings};
pub use seats::{Ask, Prompter, Say, Seats};
pub use voice::Manners;
