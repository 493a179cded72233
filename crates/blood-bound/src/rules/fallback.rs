//! What is done for a seat that is out of time.

use table::Seat;

use crate::action::Action;
use crate::pieces::Token;
use crate::state::State;

/// Passes the dagger on to the left; strikes nobody, saves nobody, and shows as little as possible. A seat that must strike
/// spares the players with three wounds, if it can.
pub(crate) fn fallback(state: &State, seat: Seat, actions: &[Action]) -> usize {
    let to_the_left = |action: &Action| matches!(action, Action::Pass(to) if to.index() > seat.index());
    let quiet = |action: &Action| {
        matches!(
            action,
            Action::Pass(_)
                | Action::StandAlone
                | Action::StayOut
                | Action::AcceptNone
                | Action::Forgo
                | Action::Take(Token::Unknown)
        )
    };
    let harmless = |action: &Action| matches!(action, Action::Strike(on) if state.wounds(*on) < 3);
    let find = |wanted: &dyn Fn(&Action) -> bool| actions.iter().position(wanted);
    find(&to_the_left).or_else(|| find(&quiet)).or_else(|| find(&harmless)).unwrap_or(0)
}
