//! Decisions, and their integer forms.

use serde::{Deserialize, Serialize};
use table::{MAX_SEATS, Seat};

use crate::pieces::{CARDS, Card, Deck};

/// One atomic decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Plays a card on a player.
    PlayOn {
        /// The card.
        card: Card,
        /// On whom.
        target: Seat,
    },
    /// Plays a card that has no target.
    Play(Card),
    /// Throws a card away: instead of a play, to the Leshy, or out of what the Hunter brought.
    Discard(Card),
    /// Gives a card to the Hunter.
    Give(Card),
    /// Lays a card aside to go back after Voodoo.
    Return(Card),
    /// Draws a card.
    Draw(Deck),
    /// Keeps the rest: ends the choice after Voodoo or the Hunter.
    Keep,
    /// Answers an attack with the Mirror.
    Mirror,
    /// Answers an attack with the Amulet.
    Amulet,
    /// Answers an attack with nothing.
    Endure,
    /// Begins the declaration, for good.
    Declare,
    /// Names an enemy in the declaration.
    Name(Seat),
    /// Stands by the names given so far.
    Accuse,
    /// Lets the whole turn go by without a play or a draw.
    Dally,
}

/// The cards that are played on a player, in code order.
const TARGETED: [Card; 12] = [
    Card::Bite,
    Card::CurseMark,
    Card::Chains,
    Card::Tranquillizer,
    Card::Voodoo,
    Card::Vaccine,
    Card::Candle,
    Card::Keys,
    Card::PandorasBox,
    Card::Thief,
    Card::BloodTest,
    Card::Confession,
];
/// The cards that are played on nobody, in code order.
const UNTARGETED: [Card; 6] =
    [Card::Leshy, Card::Hunter, Card::NightEclipse, Card::NightTimeLoop, Card::DayEclipse, Card::DayTimeLoop];

const SEATS: u32 = MAX_SEATS as u32;
const PLAY_ON: u32 = 0;
const PLAY: u32 = PLAY_ON + 12 * SEATS;
const DISCARD: u32 = PLAY + 6;
const GIVE: u32 = DISCARD + CARDS as u32;
const RETURN: u32 = GIVE + CARDS as u32;
const DRAW: u32 = RETURN + CARDS as u32;
const NAME: u32 = DRAW + 2;
const PLAIN: u32 = NAME + SEATS;
const PLAIN_ACTIONS: [Action; 7] = [
    Action::Keep,
    Action::Mirror,
    Action::Amulet,
    Action::Endure,
    Action::Declare,
    Action::Accuse,
    Action::Dally,
];

impl table::Code for Action {
    const CODES: u32 = PLAIN + PLAIN_ACTIONS.len() as u32;

    fn code(self) -> u32 {
        let place = |list: &[Card], card: Card| list.iter().position(|&it| it == card).map(|i| i as u32);
        match self {
            // A card of the other sort is no legal action: it shares the code of the first of the list.
            Action::PlayOn { card, target } => {
                PLAY_ON + place(&TARGETED, card).unwrap_or(0) * SEATS + target.index() as u32
            }
            Action::Play(card) => PLAY + place(&UNTARGETED, card).unwrap_or(0),
            Action::Discard(card) => DISCARD + card.index() as u32,
            Action::Give(card) => GIVE + card.index() as u32,
            Action::Return(card) => RETURN + card.index() as u32,
            Action::Draw(deck) => DRAW + deck.index() as u32,
            Action::Name(seat) => NAME + seat.index() as u32,
            Action::Keep => PLAIN,
            Action::Mirror => PLAIN + 1,
            Action::Amulet => PLAIN + 2,
            Action::Endure => PLAIN + 3,
            Action::Declare => PLAIN + 4,
            Action::Accuse => PLAIN + 5,
            Action::Dally => PLAIN + 6,
        }
    }

    fn from_code(code: u32) -> Option<Action> {
        let card = |from: u32| Card::ALL[(code - from) as usize];
        Some(match code {
            PLAY_ON..PLAY => Action::PlayOn {
                card: TARGETED[(code / SEATS) as usize],
                target: Seat::new((code % SEATS) as usize),
            },
            PLAY..DISCARD => Action::Play(UNTARGETED[(code - PLAY) as usize]),
            DISCARD..GIVE => Action::Discard(card(DISCARD)),
            GIVE..RETURN => Action::Give(card(GIVE)),
            RETURN..DRAW => Action::Return(card(RETURN)),
            DRAW..NAME => Action::Draw(Deck::ALL[(code - DRAW) as usize]),
            NAME..PLAIN => Action::Name(Seat::new((code - NAME) as usize)),
            _ => *PLAIN_ACTIONS.get((code - PLAIN) as usize)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Code as _;

    #[test]
    fn codes_are_dense_and_go_both_ways() {
        for code in 0..Action::CODES {
            let action = Action::from_code(code).expect("no gaps");
            assert_eq!(action.code(), code);
            let json = serde_json::to_string(&action).unwrap();
            assert_eq!(serde_json::from_str::<Action>(&json).unwrap(), action);
        }
        assert_eq!(Action::from_code(Action::CODES), None);
        assert_eq!(Action::from_code(u32::MAX), None);
    }
}
