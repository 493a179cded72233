//! What happens at the table.

use serde::{Deserialize, Serialize};
use table::{Seat, SeatSet};

use crate::pieces::{Card, Colour, Rank, Token};

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named after their seats and pieces")]
pub enum Event {
    /// The dagger was passed.
    Passed { from: Seat, to: Seat },
    /// The dagger was passed too often: the holder must strike. `cleared`: everybody can see that it is not the Inquisitor.
    MustStrike { seat: Seat, cleared: bool },
    /// A player was struck.
    Struck { attacker: Seat, target: Seat },
    /// The target called for intervention.
    Called { target: Seat },
    /// The target did not call.
    StoodAlone { target: Seat },
    /// Somebody answered the call, sealed.
    Answered { seat: Seat },
    /// The answers were opened.
    Opened { target: Seat, offers: SeatSet },
    /// The target accepted an offer.
    Accepted { target: Seat, by: Seat },
    /// The target accepted none.
    AcceptedNone { target: Seat },
    /// A wounded player took a token; if it was the rank token, this rank.
    Took { seat: Seat, token: Token, rank: Option<Rank> },
    /// A healed player put one back.
    Returned { seat: Seat, token: Token, rank: Option<Rank> },
    /// An ability was not used.
    Forwent { seat: Seat, rank: Rank },
    /// The Elder took the Quill.
    Quill { elder: Seat },
    /// The Assassin strikes twice.
    Assassin { assassin: Seat, victim: Seat },
    /// The Harlequin chose the first of two cards to look at.
    Picked { harlequin: Seat, first: Seat },
    /// The Harlequin looked at two cards.
    Harlequin { harlequin: Seat, first: Seat, second: Seat },
    /// What the Harlequin saw.
    Saw { harlequin: Seat, at: Seat, card: Card },
    /// The Alchemist decided to wound.
    Harmed { alchemist: Seat, target: Seat },
    /// The Alchemist decided to heal.
    Healed { alchemist: Seat, target: Seat },
    /// The Mentalist forces a player.
    Mentalist { mentalist: Seat, victim: Seat },
    /// A Guardian drew a Sword by lot.
    Sword { guardian: Seat, colour: Colour },
    /// A Guardian gave a Shield.
    Shield { guardian: Seat, to: Seat, colour: Colour },
    /// A Sword and its Shields went back.
    SwordLost { guardian: Seat, colour: Colour, shields: SeatSet },
    /// The Berserker strikes back.
    Berserker { berserker: Seat, attacker: Seat },
    /// The Mage gave a Staff, and took one unless he had one.
    Staff { mage: Seat, to: Seat, took: bool },
    /// The Courtesan gave a Fan.
    Fan { courtesan: Seat, to: Seat },
    /// The Inquisitor gave a curse, face down.
    Cursed { inquisitor: Seat, to: Seat },
    /// The Inquisitor has settled which curse is true.
    CursesLaid { inquisitor: Seat },
    /// The dagger changed hands after an attack.
    Dagger { to: Seat },
    /// The fourth wound.
    Captured { captive: Seat, captor: Seat },
    /// The holder of the dagger had to strike and could not.
    Standstill { seat: Seat },
    /// A card was turned up at the end.
    Unmasked { seat: Seat, card: Card },
    /// A curse was turned up at the end.
    CurseTurned { seat: Seat, is_true: bool },
    /// Who won: nobody in a draw.
    Ended { winners: SeatSet },
}

impl table::Event for Event {
    fn reveals(&self) -> bool {
        match self {
            Event::MustStrike { cleared, .. } => *cleared,
            Event::Opened { .. }
            | Event::Took { .. }
            | Event::Saw { .. }
            | Event::Sword { .. }
            | Event::Standstill { .. }
            | Event::Unmasked { .. }
            | Event::CurseTurned { .. }
            | Event::Ended { .. } => true,
            _ => false,
        }
    }
}
