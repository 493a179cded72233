//! Passing, for programs that want every decision to be a number.

use table::{Code, Game};

/// The code that lets a moment pass: one more than the last action.
pub const fn pass_code<G: Game>() -> u32 {
    G::Action::CODES
}
