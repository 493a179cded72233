//! Instinct: a game's cheap judgement, for bots.

use crate::game::Game;
use crate::seat::{MAX_SEATS, Seat};

/// What a game feels in its fingertips. Bots add the thinking.
pub trait Instinct: Game {
    /// In a game of teams, the kind of [label](Game::labels) that says who belongs together.
    const TEAMS: Option<&'static str> = None;

    /// How much a seat is drawn to each of its legal actions: appends one weight for each, none negative, some positive, and
    /// about in proportion to how often a sensible player would choose it.
    ///
    /// The seat knows only what it may know: the weights are the same in all worlds it cannot tell apart, though they are
    /// computed from one of them (law 5 checks that). For a seat that is not waited on, letting the moment pass weighs 1.
    fn lean(state: &Self::State, seat: Seat, actions: &[Self::Action], weights: &mut Vec<f32>);

    /// What each seat can hope for in this very world, all cards open: from 0 (lost) to 1 (won), like a share of winning.
    /// Called for games that are not over.
    fn hopes(state: &Self::State) -> [f32; MAX_SEATS];

    /// What a seat makes out at a glance, as a number that is about as likely to differ as what it would do. Whoever looks ahead
    /// remembers decisions by it, so it must be made of what the seat may know.
    fn glimpse(state: &Self::State, seat: Seat) -> u64 {
        let _ = (state, seat);
        0
    }
}
