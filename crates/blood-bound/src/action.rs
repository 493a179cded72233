//! The decisions of the game.

use serde::{Deserialize, Serialize};
use table::{MAX_SEATS, Seat};

use crate::pieces::Token;

/// One atomic decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Strike this player with the dagger.
    Strike(Seat),
    /// Pass the dagger to this player.
    Pass(Seat),
    /// Call for somebody to take the wound.
    Call,
    /// Take the wound without calling.
    StandAlone,
    /// Offer to intervene.
    Intervene,
    /// Do not.
    StayOut,
    /// Let this player intervene.
    Accept(Seat),
    /// Let none of those who offered intervene.
    AcceptNone,
    /// Take a token for a wound.
    Take(Token),
    /// Put back a token: a wound is healed.
    Return(Token),
    /// Let the ability be.
    Forgo,
    /// Use an ability that needs no further choice: the Elder's and the Berserker's.
    Use,
    /// Use the ability on this player.
    UseOn(Seat),
    /// The Alchemist wounds the player he intervened for.
    Harm,
    /// The Alchemist heals him.
    Heal,
    /// The Inquisitor makes this curse the true one.
    TrueCurse(Seat),
}

const SEATS: u32 = MAX_SEATS as u32;
const STRIKE: u32 = 0;
const PASS: u32 = STRIKE + SEATS;
const ACCEPT: u32 = PASS + SEATS;
const USE_ON: u32 = ACCEPT + SEATS;
const TRUE_CURSE: u32 = USE_ON + SEATS;
const TAKE: u32 = TRUE_CURSE + SEATS;
const RETURN: u32 = TAKE + 4;
const WORDS: u32 = RETURN + 4;
const PLAIN: [Action; 9] = [
    Action::Call,
    Action::StandAlone,
    Action::Intervene,
    Action::StayOut,
    Action::AcceptNone,
    Action::Forgo,
    Action::Use,
    Action::Harm,
    Action::Heal,
];

impl table::Code for Action {
    const CODES: u32 = WORDS + PLAIN.len() as u32;

    /// The first code of its kind and a number, apart: batches ask for millions of codes a second, and so there is nothing to
    /// jump over.
    #[inline]
    fn code(self) -> u32 {
        let first = match self {
            Action::Strike(_) => STRIKE,
            Action::Pass(_) => PASS,
            Action::Accept(_) => ACCEPT,
            Action::UseOn(_) => USE_ON,
            Action::TrueCurse(_) => TRUE_CURSE,
            Action::Take(_) => TAKE,
            Action::Return(_) => RETURN,
            Action::Call => WORDS,
            Action::StandAlone => WORDS + 1,
            Action::Intervene => WORDS + 2,
            Action::StayOut => WORDS + 3,
            Action::AcceptNone => WORDS + 4,
            Action::Forgo => WORDS + 5,
            Action::Use => WORDS + 6,
            Action::Harm => WORDS + 7,
            Action::Heal => WORDS + 8,
        };
        let number = match self {
            Action::Strike(seat)
            | Action::Pass(seat)
            | Action::Accept(seat)
            | Action::UseOn(seat)
            | Action::TrueCurse(seat) => seat.index() as u32,
            Action::Take(token) | Action::Return(token) => token as u32,
            _ => 0,
        };
        first + number
    }

    fn from_code(code: u32) -> Option<Action> {
        let seat = Seat::new((code % SEATS) as usize);
        Some(match code {
            ..PASS => Action::Strike(seat),
            PASS..ACCEPT => Action::Pass(seat),
            ACCEPT..USE_ON => Action::Accept(seat),
            USE_ON..TRUE_CURSE => Action::UseOn(seat),
            TRUE_CURSE..TAKE => Action::TrueCurse(seat),
            TAKE..RETURN => Action::Take(Token::ALL[(code - TAKE) as usize]),
            RETURN..WORDS => Action::Return(Token::ALL[(code - RETURN) as usize]),
            _ => *PLAIN.get((code - WORDS) as usize)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use table::Code as _;

    use super::*;

    #[test]
    fn codes_are_dense_and_stable() {
        for code in 0..Action::CODES {
            assert_eq!(Action::from_code(code).map(Action::code), Some(code));
        }
        assert_eq!(Action::from_code(Action::CODES), None);
        assert_eq!(Action::from_code(u32::MAX), None);
        assert_eq!((Action::CODES, Action::Strike(Seat::new(3)).code(), Action::Heal.code()), (77, 3, 76));
    }
}
