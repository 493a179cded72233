//! What a seat can decide.

use serde::{Deserialize, Serialize};
use table::{Code, Seat};

use crate::pieces::{EventCard, Sign, Vampire};

/// One of a player's vampires. Without the option of two each it is always the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, Code)]
#[serde(rename_all = "kebab-case")]
pub enum Own {
    /// The only or the first one.
    #[default]
    First,
    /// The second one.
    Second,
}

impl Own {
    fn is_first(&self) -> bool {
        *self == Own::First
    }
}

/// Which event is handed on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, Code)]
#[serde(rename_all = "kebab-case")]
pub enum Which {
    /// The one just drawn.
    New,
    /// The one before the only or first vampire.
    First,
    /// The one before the second vampire.
    Second,
}

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, Code)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Stay on the hunt.
    Stay,
    /// Leave the hunt and bank the round's Bloodline.
    Leave,
    /// Use nothing now.
    Pass,
    /// Decline the Invitation.
    Decline,
    /// Accept the Invitation with a guess.
    Accept(Sign),
    /// Pay a Slayer in Bloodline.
    LoseBloodline,
    /// Pay a Slayer in health.
    LoseHealth,
    /// Hand an event on.
    Give {
        /// Which one.
        card: Which,
        /// To whom.
        to: Seat,
    },
    /// Use a vampire's ability.
    Ability {
        /// Whose.
        #[serde(default, skip_serializing_if = "Own::is_first")]
        by: Own,
        /// On whom, where it names somebody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<Vampire>,
    },
    /// Play a face-down event.
    Play {
        /// Which one.
        event: EventCard,
        /// For whom.
        #[serde(default, skip_serializing_if = "Own::is_first")]
        by: Own,
        /// On whom, where it names somebody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<Vampire>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    // House logs, arrays and records hold codes: these may not change while the rules version stays 1.
    #[test]
    fn codes_stay_what_they_were() {
        let (first, second) = (Own::First, Own::Second);
        let coded = [
            (0, Action::Stay),
            (3, Action::Decline),
            (6, Action::Accept(Sign::Quarter)),
            (8, Action::LoseHealth),
            (9 + 12 + 2, Action::Give { card: Which::First, to: Seat::new(2) }),
            (45 + 1, Action::Ability { by: first, on: Some(Vampire(0)) }),
            (45 + 11, Action::Ability { by: second, on: None }),
            (67 + 22, Action::Play { event: EventCard(1), by: first, on: None }),
            (67 + 7 * 22 + 21, Action::Play { event: EventCard(7), by: second, on: Some(Vampire(9)) }),
        ];
        for (code, action) in coded {
            assert_eq!(action.code(), code, "{action:?}");
        }
        assert_eq!(Action::CODES, 243);
    }

    #[test]
    fn codes_are_dense() {
        for code in 0..Action::CODES {
            let action = Action::from_code(code).unwrap();
            assert_eq!(action.code(), code);
            let json = serde_json::to_string(&action).unwrap();
            assert_eq!(serde_json::from_str::<Action>(&json).unwrap(), action);
        }
        assert_eq!(Action::from_code(Action::CODES), None);
    }
}
