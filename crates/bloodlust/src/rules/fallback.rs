//! What happens for a seat that is out of time.

use table::Seat;

use crate::action::Action;
use crate::state::State;

/// It goes home with what it has, uses nothing and takes no risk.
pub(crate) fn fallback(_: &State, _: Seat, actions: &[Action]) -> usize {
    let safe = |action: &Action| matches!(action, Action::Leave | Action::Pass | Action::Decline);
    actions.iter().position(safe).unwrap_or(0)
}
