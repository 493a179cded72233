//! Lessons: a learner plays positions of a game by its real rules, and a coach says what matters. See `docs/lessons.md`.
//!
//! A [`Lesson`] is a file. A [`Session`] plays one part of it: it is the fold of the learner's answers, so a client that
//! keeps the answers can go on at any time and needs nothing else. [`check`] plays everything a learner can do and says where a lesson is broken.
//!
//! No IO, no clock, no threads, no randomness of the operating system.

mod check;
mod file;
mod files;
mod law;
mod mine;
mod named;
mod puzzle;
mod session;

pub use check::{Passed, check};
pub use file::{Fault, Lesson, cards, examples};
pub use files::Files;
pub use law::assert_lessons;
pub use mine::{Effort, Mine};
pub use named::find;
pub use puzzle::{Puzzle, Puzzles, puzzle_cards};
pub use session::Session;

/// Makes the test of a game's lessons. Call it once, in the game's tests.
#[macro_export]
macro_rules! keep {
    ($game:ty) => {
        #[test]
        fn every_lesson_holds() {
            $crate::assert_lessons::<$game>(env!("CARGO_MANIFEST_DIR"));
        }
    };
}
