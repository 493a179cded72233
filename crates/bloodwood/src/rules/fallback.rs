//! What is done for a seat that is out of time.

use table::Seat;

use crate::action::Action;
use crate::state::State;

/// Lets the turn slip by where that is allowed (rule 10.1), or discards a card; never declares.
pub(crate) fn fallback(_: &State, _: Seat, actions: &[Action]) -> usize {
    let first = |wanted: fn(&Action) -> bool| actions.iter().position(wanted);
    first(|action| matches!(action, Action::Dally))
        .or_else(|| first(|action| matches!(action, Action::Discard(_))))
        .or_else(|| first(|action| !matches!(action, Action::Declare)))
        .unwrap_or(0)
}
