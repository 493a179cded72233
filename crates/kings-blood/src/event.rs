//! What happens at the table, for the log and for animations.

use serde::{Deserialize, Serialize};
use table::Seat;

use crate::genealogy::Side;
use crate::pieces::{Card, Cards};
use crate::state::Ending;

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "event")]
#[expect(missing_docs, reason = "fields named seat are who did it, fields named card what it was done with")]
pub enum Event {
    /// A new hand of the series was dealt.
    Dealt { hand: u16, dealer: Seat, founder: Card },
    /// The cards a player was dealt, for that player.
    DealtTo { seat: Seat, cards: Cards },
    /// A turn begins, with this debt of cards.
    Turn { seat: Seat, debt: u8 },
    /// A card was shown and will be put on the table; `known` if everybody knew it was in that hand.
    Played { seat: Seat, card: Card, known: bool },
    /// A Character was put beside another.
    Placed { seat: Seat, card: Card, beside: Card, side: Side },
    /// Cards were drawn, for the others.
    Drew { seat: Seat, count: u8 },
    /// Cards were drawn, for the one who drew them.
    DrewCards { seat: Seat, cards: Cards },
    /// There was nothing left to draw.
    NothingToDraw { seat: Seat },
    /// The discards became the new pile.
    Shuffled { count: u8 },
    /// Two married.
    Married { seat: Seat, card: Card, beside: Card },
    /// Two could have married and did not.
    Unmarried { seat: Seat },
    /// The child of a marriage.
    Born { card: Card },
    /// A marriage brought an Event instead of a child.
    Childless { seat: Seat, card: Card },
    /// An Event had no target.
    Fizzled { card: Card },
    /// A card of the tree was assassinated.
    Assassinated { seat: Seat, card: Card },
    /// A card of the tree is to be exiled.
    Banished { seat: Seat, card: Card },
    /// A card of the tree was sent to a hand, with what was attached.
    Exiled { seat: Seat, card: Card, to: Seat, along: Cards },
    /// A card of the tree was lifted.
    Lifted { seat: Seat, card: Card },
    /// A lifted card was put down.
    Moved { seat: Seat, card: Card, beside: Card, side: Side },
    /// A card became the founder of a new tree, and these went to the discards.
    Enthroned { seat: Seat, card: Card, gone: Cards },
    /// The King's Blood card came to a hand.
    BloodTaken { seat: Seat, from: Option<Seat> },
    /// The King's Blood card was put under a card.
    BloodGiven { seat: Seat, card: Card },
    /// The King's Blood card was set aside.
    BloodAside,
    /// A new founder was drawn, after these Events.
    Founded { card: Card, events: Cards },
    /// Somebody called, or the table did it for them.
    Called { seat: Seat, by_table: bool },
    /// The call was forgotten.
    Forgotten { seat: Seat },
    /// A card with an ability was not the last of its turn (rule 7.1).
    Covered { card: Card },
    /// A Skip cost somebody a turn.
    Skipped { seat: Seat },
    /// The direction of play was reversed.
    Reversed { clockwise: bool },
    /// A turn was lost as a penalty.
    TurnLost { seat: Seat },
    /// Nothing to play and nothing to draw.
    Passed { seat: Seat },
    /// A hand of the series was shown for counting.
    HandShown { seat: Seat, cards: Cards },
    /// A hand ended.
    HandOver { ending: Ending },
    /// The score of a seat after a hand.
    Scored { seat: Seat, gained: i16, score: i16 },
}

impl table::Event for Event {
    fn reveals(&self) -> bool {
        match self {
            Event::Played { known, .. } => !known,
            Event::Dealt { .. }
            | Event::DealtTo { .. }
            | Event::DrewCards { .. }
            | Event::Born { .. }
            | Event::Childless { .. }
            | Event::Founded { .. }
            | Event::Passed { .. }
            | Event::HandShown { .. } => true,
            Event::HandOver { ending } => *ending == Ending::NoFounder,
            _ => false,
        }
    }
}
