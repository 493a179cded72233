//! Random play: for laws, benchmarks, simulations and the simplest of opponents.

use crate::chance::Chance;
use crate::event::Sink;
use crate::game::Game;
use crate::outcome::Outcome;
use crate::referee::random_turn;
use crate::seat::Seat;

/// A random legal decision of the seat that the [referee](random_turn) names; nothing once the game is over. Afterwards
/// `actions` holds everything the seat could have done.
#[inline]
pub fn choose<G: Game, C: Chance>(
    state: &G::State,
    actions: &mut Vec<G::Action>,
    chance: &mut C,
) -> Option<(Seat, G::Action)> {
    let seat = random_turn::<G, C>(state, chance)?;
    actions.clear();
    G::legal(state, seat, actions);
    if actions.is_empty() { None } else { Some((seat, chance.pick(actions))) }
}

/// The result of a rollout.
#[derive(Clone, Copy, Debug)]
pub struct Rollout {
    /// How many decisions were made.
    pub steps: u32,
    /// How many options there were in all.
    pub options: u64,
    /// The end, if it came within the limit.
    pub outcome: Option<Outcome>,
}

/// Plays at random to the end, or for at most `limit` decisions. Decisions are drawn from `policy`, cards and dice from
/// `chance`.
#[inline]
pub fn rollout<G: Game, C: Chance, P: Chance, S: Sink<G::Event>>(
    state: &mut G::State,
    actions: &mut Vec<G::Action>,
    chance: &mut C,
    policy: &mut P,
    sink: &mut S,
    limit: u32,
) -> Rollout {
    let (mut steps, mut options) = (0, 0);
    while steps < limit {
        let Some((seat, action)) = choose::<G, P>(state, actions, policy) else { break };
        options += actions.len() as u64;
        G::apply(state, seat, action, chance, sink);
        steps += 1;
    }
    Rollout { steps, options, outcome: G::outcome(state) }
}
