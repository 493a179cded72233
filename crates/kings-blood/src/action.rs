//! What a player can do: one atomic decision at a time.

use serde::{Deserialize, Serialize};
use table::{Code, Seat};

use crate::genealogy::Side;
use crate::pieces::{CHARACTERS, Card};
use crate::state::SEATS;

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, Code)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Play this card from the hand: where comes next, if there is a choice.
    Play(Card),
    /// Put the card here.
    Place {
        /// Beside this card of the tree.
        #[code(count = CHARACTERS)]
        beside: Card,
        /// On this side of it.
        side: Side,
    },
    /// Play the Event, or the King's Blood card, on this card of the tree.
    Target(#[code(count = CHARACTERS)] Card),
    /// Send the exiled card to this player.
    Give(#[code(count = SEATS)] Seat),
    /// Draw one card.
    Draw,
    /// Draw all that is owed.
    Accept,
    /// Marry the two.
    Marry,
    /// Do not marry them.
    Decline,
    /// Keep the drawn card, play nothing more, end the turn.
    Stop,
    /// Nothing to play and nothing to draw.
    Pass,
    /// "King's Blood!"
    Call,
}

impl Action {
    /// Does it have a code of its own? Not if it names an Event as a card of the tree, or a seventh seat.
    pub(crate) fn well_formed(self) -> bool {
        Action::from_code(self.code()) == Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_dense_and_stable() {
        for code in 0..Action::CODES {
            assert_eq!(Action::from_code(code).map(Action::code), Some(code));
        }
        assert_eq!(Action::from_code(Action::CODES), None);
        assert_eq!(Action::CODES, 312);
        // House logs, arrays and records hold codes: these may not change while the rules version stays 1.
        assert_eq!(Action::Play(Card::BLOOD).code(), 82);
        assert_eq!(Action::Place { beside: Card::new(1), side: Side::Right }.code(), 83 + 3);
        assert_eq!(Action::Target(Card::new(0)).code(), 83 + 2 * 72);
        assert_eq!(Action::Give(Seat::new(5)).code(), 83 + 3 * 72 + 5);
        assert_eq!((Action::Draw.code(), Action::Call.code()), (305, 311));
        assert!(!Action::Place { beside: Card::BLOOD, side: Side::Left }.well_formed());
        assert!(!Action::Target(Card::BLOOD).well_formed());
        assert!(!Action::Give(Seat::new(7)).well_formed());
    }
}
