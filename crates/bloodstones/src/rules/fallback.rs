//! What happens for a seat that is out of time.

use crate::action::Action;

/// `Done` where that is an option, otherwise the first option.
pub(crate) fn fallback(actions: &[Action]) -> usize {
    actions.iter().position(|action| matches!(action, Action::Done)).unwrap_or(0)
}
