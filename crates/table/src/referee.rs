//! The referee: who is asked next, who may interrupt, and in which order.
//!
//! Before the game continues, every seat that may interrupt is asked: clockwise, starting with the first seat the game waits on.
//! Each acts or passes. When all have passed, the lowest seat the game waits on decides. After every action the offers
//! start again, because the position has changed. Seats that decide at the same time are asked one after the
//! other; their choices stay sealed in the state, so nobody learns anything from being asked later.
//!
//! Everything that plays games asks here: arena, lab, research environments, terminal and house.

use crate::chance::Chance;
use crate::game::Game;
use crate::seat::{Seat, SeatSet};

/// Who has passed at this moment of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Referee {
    passed: SeatSet,
}

/// A seat's decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Who decides.
    pub seat: Seat,
    /// Does the game wait for this seat? If not, it may pass.
    pub waited_on: bool,
}

impl Referee {
    /// A referee at a moment at which these seats have passed.
    pub fn with_passed(passed: SeatSet) -> Referee {
        Referee { passed }
    }

    /// Who has passed at this moment.
    pub fn passed(self) -> SeatSet {
        self.passed
    }

    /// Who is asked now; nobody once the game is over.
    #[inline(always)]
    pub fn turn<G: Game>(self, state: &G::State) -> Option<Turn> {
        self.turn_among(G::waiting_on(state), || G::interrupts(state))
    }

    /// The same for callers that hold no state.
    #[inline(always)]
    pub fn turn_among(self, waiting: SeatSet, interrupts: impl FnOnce() -> SeatSet) -> Option<Turn> {
        let next = waiting.first()?;
        Some(match interrupts().minus(self.passed).first_from(next) {
            Some(seat) => Turn { seat, waited_on: false },
            None => Turn { seat: next, waited_on: true },
        })
    }

    /// This seat lets the moment pass.
    #[inline]
    pub fn pass(&mut self, seat: Seat) {
        self.passed.insert(seat);
    }

    /// A seat has acted: the position has changed.
    #[inline]
    pub fn acted(&mut self) {
        self.passed = SeatSet::EMPTY;
    }
}

/// Everybody who is asked at a moment, in the order in which their answers count: interrupts first, then the seats the game
/// waits on. For hosts that ask all of them at once.
pub fn order(waiting: SeatSet, interrupts: SeatSet) -> impl Iterator<Item = Turn> {
    let start = waiting.first();
    let mut left = interrupts.minus(waiting);
    let interrupting = std::iter::from_fn(move || {
        let seat = left.first_from(start?)?;
        left.remove(seat);
        Some(Turn { seat, waited_on: false })
    });
    interrupting.chain(waiting.iter().map(|seat| Turn { seat, waited_on: true }))
}

/// How often a random player interrupts: one moment in this many.
const INTERRUPT_ODDS: u32 = 64;

/// The seat that acts next in random play: the lowest one the game waits on or, now and then, one that interrupts. Random
/// players nearly always pass, so they are not asked one by one.
#[inline]
pub fn random_turn<G: Game, C: Chance>(state: &G::State, chance: &mut C) -> Option<Seat> {
    let seat = G::waiting_on(state).first()?;
    let interrupts = G::interrupts(state);
    if !interrupts.is_empty() && chance.below(INTERRUPT_ODDS) == 0 {
        return interrupts.iter().nth(chance.index(interrupts.len())).or(Some(seat));
    }
    Some(seat)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(numbers: &[usize]) -> SeatSet {
        numbers.iter().filter_map(|&number| Seat::from_number(number)).collect()
    }

    fn asked(waiting: &[usize], interrupts: &[usize]) -> Vec<(usize, bool)> {
        let turns = order(seats(waiting), seats(interrupts));
        turns.map(|turn| (turn.seat.number(), turn.waited_on)).collect()
    }

    #[test]
    fn interrupts_go_clockwise_from_the_first_seat_that_is_waited_on() {
        assert_eq!(asked(&[3], &[1, 2, 4]), [(4, false), (1, false), (2, false), (3, true)]);
        assert_eq!(asked(&[2, 5], &[4]), [(4, false), (2, true), (5, true)]);
        assert_eq!(asked(&[], &[1]), []);
    }

    #[test]
    fn asking_one_by_one_gives_the_same_order_as_asking_all_at_once() {
        let (waiting, interrupts) = (seats(&[3]), seats(&[1, 2, 4]));
        let mut referee = Referee::default();
        for expected in order(waiting, interrupts) {
            assert_eq!(referee.turn_among(waiting, || interrupts), Some(expected));
            referee.pass(expected.seat);
        }
    }

    #[test]
    fn an_action_opens_a_new_moment() {
        let (waiting, interrupts) = (seats(&[1]), seats(&[2]));
        let mut referee = Referee::with_passed(interrupts);
        assert!(referee.turn_among(waiting, || interrupts).is_some_and(|turn| turn.waited_on));
        referee.acted();
        assert_eq!(referee.turn_among(waiting, || interrupts).map(|turn| turn.seat.number()), Some(2));
        assert_eq!(referee.turn_among(SeatSet::EMPTY, || interrupts), None);
    }
}
