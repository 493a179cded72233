//! The lab: is the game balanced, and what happens in it?
//!
//! [`Bench`] plays games between equal bots and adds what happens to a [`Tally`]; a [`Study`] of one tally, or of two side by side,
//! says what stands out and what is noise, as a page and as data. No clock, no threads, no files: those are the caller's.

mod bench;
mod estimate;
mod findings;
mod judge;
mod page;
mod review;
mod study;
mod tally;

pub use bench::{AnyBench, AnyLab, Bench};
pub use estimate::Estimate;
pub use findings::{Difference, Finding};
pub use judge::{Advice, Care, Judgement, Moment, Progress, Turn};
pub use review::Review;
pub use study::{Run, Study, label};
pub use tally::{Done, Tally};
