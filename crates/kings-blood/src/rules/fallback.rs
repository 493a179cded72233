//! What happens for a seat that is out of time.

use table::Seat;

use crate::action::Action;
use crate::state::State;

/// It draws what it has to draw and plays no card that it does not have to play.
pub(crate) fn fallback(_: &State, _: Seat, actions: &[Action]) -> usize {
    let safe = |action: &Action| {
        matches!(action, Action::Draw | Action::Accept | Action::Decline | Action::Stop | Action::Pass)
    };
    actions.iter().position(safe).unwrap_or(0)
}
