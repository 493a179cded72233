//! Who is asked next, where programs want one seat at a time.
//!
//! Before the game goes on, every seat that may interrupt is offered to: clockwise, beginning behind the first seat that the
//! game waits on. Each may act or let the moment pass. When all have let it pass, the lowest seat that the game waits on decides.
//! After every action the offers begin anew, because the position is a new one. Seats that decide at the same time are asked one
//! after the other; what they choose is sealed in the state, so those who are asked later do not know it.

use table::{Action, Game, Seat, SeatSet};

/// The code that lets a moment pass: one more than the last action.
pub const fn pass_code<G: Game>() -> u32 {
    G::Action::CODES
}

/// Who has let this moment pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Order {
    passed: SeatSet,
}

/// A seat's decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Who decides.
    pub seat: Seat,
    /// Does the game wait for it? If not, it may let the moment pass.
    pub waited_on: bool,
}

impl Order {
    /// An order in which these have let the moment pass.
    pub fn after(passed: SeatSet) -> Order {
        Order { passed }
    }

    /// Who has let this moment pass.
    pub fn passed(self) -> SeatSet {
        self.passed
    }

    /// Who is asked now; nobody once the game is over.
    #[inline(always)]
    pub fn turn<G: Game>(self, state: &G::State) -> Option<Turn> {
        let next = G::waiting_on(state).first()?;
        let offered = G::interrupts(state).minus(self.passed);
        Some(match offered.first_from(next) {
            Some(seat) => Turn { seat, waited_on: false },
            None => Turn { seat: next, waited_on: true },
        })
    }

    /// This seat lets the moment pass.
    #[inline]
    pub fn pass(&mut self, seat: Seat) {
        self.passed.insert(seat);
    }

    /// Somebody has acted: the position is a new one.
    #[inline]
    pub fn act(&mut self) {
        self.passed = SeatSet::EMPTY;
    }
}
