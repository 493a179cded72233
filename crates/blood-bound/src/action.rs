//! The decisions of the game.

use serde::{Deserialize, Serialize};
use table::{Code, Seat};

use crate::pieces::Token;

/// One atomic decision, in the order of the codes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Strike this player with the dagger.
    Strike(Seat),
    /// Pass the dagger to this player.
    Pass(Seat),
    /// Let this player intervene.
    Accept(Seat),
    /// Use the ability on this player.
    UseOn(Seat),
    /// The Inquisitor makes this curse the true one.
    TrueCurse(Seat),
    /// Take a token for a wound.
    Take(Token),
    /// Put back a token: a wound is healed.
    Return(Token),
    /// Call for somebody to take the wound.
    Call,
    /// Take the wound without calling.
    StandAlone,
    /// Offer to intervene.
    Intervene,
    /// Do not offer to intervene.
    StayOut,
    /// Let none of those who offered intervene.
    AcceptNone,
    /// Leave the ability unused.
    Forgo,
    /// Use an ability that needs no further choice: the Elder's and the Berserker's.
    Use,
    /// The Alchemist wounds the player he intervened for.
    Harm,
    /// The Alchemist heals the player he intervened for.
    Heal,
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
        assert_eq!(Action::from_code(u32::MAX), None);
        let three = Seat::new(3);
        let codes = [
            (Action::Strike(three), 3),
            (Action::Pass(three), 15),
            (Action::Accept(three), 27),
            (Action::UseOn(three), 39),
            (Action::TrueCurse(three), 51),
            (Action::Take(Token::Unknown), 62),
            (Action::Return(Token::Rank), 67),
            (Action::Call, 68),
            (Action::Forgo, 73),
            (Action::Heal, 76),
        ];
        for (action, code) in codes {
            assert_eq!(action.code(), code, "{action:?}");
        }
        assert_eq!(Action::CODES, 77);
    }
}
