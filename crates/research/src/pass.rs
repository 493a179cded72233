//! Passing, for programs that need a number for every decision.

use table::{Code, Game};

/// The code that lets a moment pass: one more than the last action.
pub const fn pass_code<G: Game>() -> u32 {
    G::Action::CODES
}
