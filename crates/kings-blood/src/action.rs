//! What a player can do: one atomic decision at a time.

use serde::{Deserialize, Serialize};
use table::{Code as _, Seat};

use crate::genealogy::Side;
use crate::pieces::{CARDS, CHARACTERS, Card};
use crate::state::SEATS;

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Play this card from the hand: where comes next, if there is a choice.
    Play(Card),
    /// Put the card here.
    Place {
        /// Beside this card of the tree.
        beside: Card,
        /// On this side of it.
        side: Side,
    },
    /// Play the Event, or the King's Blood card, on this card of the tree.
    Target(Card),
    /// Send the exiled card to this player.
    Give(Seat),
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

const PLACES: u32 = CARDS as u32;
const TARGETS: u32 = PLACES + 2 * CHARACTERS as u32;
const GIVES: u32 = TARGETS + CHARACTERS as u32;
const WORDS: u32 = GIVES + SEATS as u32;
const PLAIN: [Action; 7] =
    [Action::Draw, Action::Accept, Action::Marry, Action::Decline, Action::Stop, Action::Pass, Action::Call];

impl table::Code for Action {
    const CODES: u32 = WORDS + PLAIN.len() as u32;

    fn code(self) -> u32 {
        match self {
            Action::Play(card) => card.index() as u32,
            Action::Place { beside, side } => PLACES + 2 * beside.index() as u32 + side as u32,
            Action::Target(card) => TARGETS + card.index() as u32,
            Action::Give(seat) => GIVES + seat.index() as u32,
            Action::Draw => WORDS,
            Action::Accept => WORDS + 1,
            Action::Marry => WORDS + 2,
            Action::Decline => WORDS + 3,
            Action::Stop => WORDS + 4,
            Action::Pass => WORDS + 5,
            Action::Call => WORDS + 6,
        }
    }

    fn from_code(code: u32) -> Option<Action> {
        Some(match code {
            ..PLACES => Action::Play(Card::new(code as usize)),
            PLACES..TARGETS => {
                let at = (code - PLACES) as usize;
                Action::Place { beside: Card::new(at / 2), side: Side::BOTH[at % 2] }
            }
            TARGETS..GIVES => Action::Target(Card::new((code - TARGETS) as usize)),
            GIVES..WORDS => Action::Give(Seat::new((code - GIVES) as usize)),
            WORDS..Self::CODES => PLAIN[(code - WORDS) as usize],
            _ => return None,
        })
    }
}

impl Action {
    /// Does its name make sense: an Event is no place in the tree, and there are only six seats?
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
        assert_eq!(Action::Draw.code(), 305);
        assert!(!Action::Target(Card::BLOOD).well_formed());
        assert!(!Action::Give(Seat::new(7)).well_formed());
    }
}
