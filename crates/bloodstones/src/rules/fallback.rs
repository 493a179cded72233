//! What happens for a seat that is out of time.

use table::Seat;

use crate::action::Action;
use crate::state::State;

/// `Done` where that is an option, otherwise the first option.
pub(crate) fn fallback(_: &State, _: Seat, actions: &[Action]) -> usize {
    actions.iter().position(|action| matches!(action, Action::Done)).unwrap_or(0)
}
