//! What is done for a seat that is out of time.

use table::Seat;

use crate::action::Action;
use crate::pieces::Token;
use crate::state::State;

/// Passes the dagger on to the left; strikes nobody, saves nobody, and shows as little as possible.
pub(crate) fn fallback(_: &State, seat: Seat, actions: &[Action]) -> usize {
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
    let find = |wanted: &dyn Fn(&Action) -> bool| actions.iter().position(wanted);
    find(&to_the_left).or_else(|| find(&quiet)).unwrap_or(0)
}
