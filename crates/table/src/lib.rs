//! The table: the contract that every game of Sanguis implements, and what the platform builds on it.
//!
//! A game says three things once: its rules, what each seat may know, and how its table looks ([`Game`]). Everything here is
//! written once for all games.
//!
//! No IO, no async, no clock, no threads, no system randomness: contract and games run anywhere, including a browser page.

// `#[derive(Code)]` and `say!` name this crate by its path from outside.
extern crate self as table;

pub mod audit;
pub mod beat;
mod bit_set;
pub mod chance;
pub mod chronicle;
pub mod code;
pub mod digest;
pub mod erased;
pub mod event;
pub mod file;
pub mod game;
pub mod hint;
pub mod instinct;
pub mod known;
pub mod options;
pub mod outcome;
pub mod plain;
pub mod play;
pub mod position;
pub mod record;
pub mod referee;
pub mod refusal;
pub mod replay;
pub mod rollout;
pub mod rulebook;
pub mod scenario;
pub mod scene;
pub mod seat;
pub mod seed;
pub mod talk;
pub mod tensor;
pub mod text;
pub mod voice;
pub mod words;
mod zones;

pub use audit::{Audit, Fact};
pub use beat::{Beat, Weight};
#[doc(hidden)]
pub use bit_set::take_lowest;
pub use chance::Chance;
pub use chronicle::Chronicle;
pub use code::Code;
pub use erased::{AnyGame, AnyMatch, Benchmark, Erased, Move, Playout, research};
pub use event::{Audience, Event, Sink};
pub use game::{Action, Game, Info};
pub use hint::{Hint, Reason};
pub use instinct::Instinct;
pub use known::Known;
pub use options::{Dial, Knob, Options};
pub use outcome::{Outcome, ScoreRow, Standing};
pub use play::{Choice, Line, Match, Proof, View};
pub use record::Record;
pub use referee::{Referee, Turn};
pub use refusal::{Refusal, Refused};
pub use scene::{Barred, Described, Scene};
pub use seat::{MAX_SEATS, Observer, Seat, SeatSet};
pub use talk::Talk;
pub use tensor::{Pen, Tensor};
pub use text::{Blank, Name, Text, say};
pub use voice::Voice;
