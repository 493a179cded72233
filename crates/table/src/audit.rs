//! What only the laws need to know about a game.

use crate::game::Game;

/// A fact that is hidden from somebody: the name of a hidden thing and what it is.
pub type Fact = (String, String);

/// A game whose secrets and pieces can be audited.
pub trait Audit: Game {
    /// The hidden facts this observer knows, such as `("character of 3", "rose elder")`; for
    /// [`Observer::All`](crate::Observer::All) every fact that is hidden from anybody. A fact stays known as long as it stays true (law 8).
    fn facts(observation: &Self::Observation) -> Vec<Fact>;

    /// Every physical piece, wherever it is, as a number of the game's own: the same collection at every moment (law 4).
    fn pieces(state: &Self::State) -> Vec<u16>;
}
