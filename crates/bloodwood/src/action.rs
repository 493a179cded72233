//! Decisions.

use serde::{Deserialize, Serialize};
use table::{Code, Seat};

use crate::pieces::{Card, Deck, Targeted, Untargeted};

/// One atomic decision, in the order of the codes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Plays a card on a player.
    PlayOn {
        /// The card.
        card: Targeted,
        /// On whom.
        target: Seat,
    },
    /// Plays a card that has no target.
    Play(Untargeted),
    /// Throws a card away: instead of a play, for the Leshy, or from what the Hunter brought.
    Discard(Card),
    /// Gives a card to the Hunter.
    Give(Card),
    /// Lays a card aside to go back after Voodoo.
    Return(Card),
    /// Draws a card.
    Draw(Deck),
    /// Names an enemy in the declaration.
    Name(Seat),
    /// Keeps the rest: ends the choice after Voodoo or the Hunter.
    Keep,
    /// Answers an attack with the Mirror.
    Mirror,
    /// Answers an attack with the Amulet.
    Amulet,
    /// Does not answer an attack.
    Endure,
    /// Begins the declaration. There is no way back.
    Declare,
    /// Ends the declaration with the names given so far.
    Accuse,
    /// Lets the whole turn go by without a play or a draw.
    Dally,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_dense_and_stable() {
        for code in 0..Action::CODES {
            let action = Action::from_code(code).expect("no gaps");
            assert_eq!(action.code(), code);
            let json = serde_json::to_string(&action).unwrap();
            assert_eq!(serde_json::from_str::<Action>(&json).unwrap(), action);
        }
        assert_eq!(Action::from_code(Action::CODES), None);
        assert_eq!(Action::from_code(u32::MAX), None);
        let target = Seat::new(3);
        let on = |card| Action::PlayOn { card: Targeted::new(card).unwrap(), target };
        let play = |card| Action::Play(Untargeted::new(card).unwrap());
        let codes = [
            (on(Card::Bite), 3),
            (on(Card::Voodoo), 51),
            (on(Card::Vaccine), 63),
            (on(Card::Confession), 135),
            (play(Card::Leshy), 144),
            (play(Card::NightEclipse), 146),
            (play(Card::DayTimeLoop), 149),
            (Action::Discard(Card::Bite), 150),
            (Action::Give(Card::Bite), 170),
            (Action::Return(Card::DayTimeLoop), 209),
            (Action::Draw(Deck::Day), 211),
            (Action::Name(target), 215),
            (Action::Keep, 224),
            (Action::Dally, 230),
        ];
        for (action, code) in codes {
            assert_eq!(action.code(), code, "{action:?}");
        }
        assert_eq!(Action::CODES, 231);
    }

    #[test]
    fn a_card_of_the_wrong_sort_is_not_an_action() {
        let error = |json| serde_json::from_str::<Action>(json).unwrap_err().to_string();
        assert!(error(r#"{"play": "bite"}"#).contains("say on whom"));
        assert!(error(r#"{"play": "mirror"}"#).contains("only an answer"));
        assert!(error(r#"{"play-on": {"card": "leshy", "target": 2}}"#).contains("no single target"));
        assert!(error(r#"{"play-on": {"card": "day-eclipse", "target": 2}}"#).contains("on nobody"));
        assert!(error(r#"{"play-on": {"card": "amulet", "target": 2}}"#).contains("only an answer"));
    }
}
