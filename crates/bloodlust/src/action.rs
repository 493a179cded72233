//! What a seat can decide.

use serde::{Deserialize, Serialize};
use table::{MAX_SEATS, Seat};

use crate::pieces::{EVENTS, EventCard, Sign, VAMPIRES, Vampire};

/// One of a player's vampires. Without the option of two each it is always the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Which {
    /// The one just drawn.
    New,
    /// The one before the only or first vampire.
    First,
    /// The one before the second vampire.
    Second,
}

impl Which {
    pub(crate) const ALL: [Which; 3] = [Which::New, Which::First, Which::Second];
}

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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

const SEATS: u32 = MAX_SEATS as u32;
const TARGETS: u32 = VAMPIRES as u32 + 1;
const GIVE: u32 = 9;
const ABILITY: u32 = GIVE + 3 * SEATS;
const PLAY: u32 = ABILITY + 2 * TARGETS;

fn use_code(by: Own, on: Option<Vampire>) -> u32 {
    by as u32 * TARGETS + on.map_or(0, |vampire| u32::from(vampire.0) + 1)
}

fn from_use_code(code: u32) -> (Own, Option<Vampire>) {
    let by = if code < TARGETS { Own::First } else { Own::Second };
    (by, (code % TARGETS).checked_sub(1).map(|vampire| Vampire(vampire as u8)))
}

impl table::Code for Action {
    const CODES: u32 = PLAY + EVENTS as u32 * 2 * TARGETS;

    fn code(self) -> u32 {
        match self {
            Action::Stay => 0,
            Action::Leave => 1,
            Action::Pass => 2,
            Action::Decline => 3,
            Action::Accept(sign) => 4 + sign as u32,
            Action::LoseBloodline => 7,
            Action::LoseHealth => 8,
            Action::Give { card, to } => GIVE + card as u32 * SEATS + to.index() as u32,
            Action::Ability { by, on } => ABILITY + use_code(by, on),
            Action::Play { event, by, on } => PLAY + u32::from(event.0) * 2 * TARGETS + use_code(by, on),
        }
    }

    fn from_code(code: u32) -> Option<Action> {
        Some(match code {
            0 => Action::Stay,
            1 => Action::Leave,
            2 => Action::Pass,
            3 => Action::Decline,
            4..7 => Action::Accept(Sign::ALL[code as usize - 4]),
            7 => Action::LoseBloodline,
            8 => Action::LoseHealth,
            GIVE..ABILITY => {
                let (card, to) = ((code - GIVE) / SEATS, (code - GIVE) % SEATS);
                Action::Give { card: Which::ALL[card as usize], to: Seat::new(to as usize) }
            }
            ABILITY..PLAY => {
                let (by, on) = from_use_code(code - ABILITY);
                Action::Ability { by, on }
            }
            PLAY..Self::CODES => {
                let code = code - PLAY;
                let (by, on) = from_use_code(code % (2 * TARGETS));
                Action::Play { event: EventCard((code / (2 * TARGETS)) as u8), by, on }
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Code as _;

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
