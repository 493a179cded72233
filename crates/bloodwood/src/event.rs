//! What can happen at the table.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use table::{Seat, SeatSet};

use crate::pieces::{Card, Cards, Deck, Entity, Faction};

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "what")]
#[expect(missing_docs, reason = "the fields are named after what they hold")]
pub enum Event {
    /// A card was played, face up.
    Played { seat: Seat, card: Card, target: Option<Seat> },
    /// Cards were thrown away, face up.
    Discarded { seat: Seat, cards: Cards },
    /// Somebody drew from a deck.
    Drew { seat: Seat, deck: Deck },
    /// Which card it was, for the seat that drew it.
    Drawn { seat: Seat, card: Card },
    /// An empty deck was reshuffled from its discards.
    Reshuffled { deck: Deck },
    /// An attack was answered.
    Answered { seat: Seat, with: Card, attacker: Seat },
    /// An attack was not answered.
    Endured { seat: Seat },
    /// A card had no effect.
    Fizzled { card: Card },
    /// DNA was turned over.
    Turned { seat: Seat, mutated: bool, by: Card },
    /// A Curse Mark now lies before a seat.
    Cursed { seat: Seat },
    /// A Curse Mark moved with a bite.
    CurseMoved { from: Seat, to: Seat },
    /// A Curse Mark was burned away.
    CurseLifted { seat: Seat },
    /// A Curse Mark ran out: the mutation is permanent.
    CurseFell { seat: Seat },
    /// Chains now bind a seat.
    Bound { seat: Seat },
    /// Chains were opened.
    Freed { seat: Seat },
    /// A seat will sleep through its next turn.
    Drugged { seat: Seat },
    /// A seat slept through its turn.
    Slept { seat: Seat },
    /// A seat let its turn go by.
    Dallied { seat: Seat },
    /// A hidden choice was made; what it is stays sealed.
    Sealed { seat: Seat },
    /// A hand went over by Voodoo.
    HandTaken { by: Seat, from: Seat, count: u8 },
    /// The cards that went over, for the seat that took them.
    HandSeen { from: Seat, cards: Cards },
    /// Cards came back after Voodoo.
    HandBack { by: Seat, to: Seat, count: u8 },
    /// The cards that came back, for the seat that got them.
    BackSeen { by: Seat, cards: Cards },
    /// A card went over, face down: stolen, or given to the Hunter.
    Passed { from: Seat, to: Seat },
    /// Which card went over, for the two who know.
    PassedCard { from: Seat, to: Seat, card: Card },
    /// The Hunter's catch is sorted.
    Kept { seat: Seat, count: u8 },
    /// An entity was shown to one seat.
    Shown { of: Seat, to: Seat, how: Card },
    /// What it was, for the seat that saw it.
    ShownEntity { of: Seat, entity: Entity },
    /// The phase changed.
    Phase { phase: Deck },
    /// The order of turns was reversed.
    Reversed { clockwise: bool },
    /// A declaration has begun.
    Declared { seat: Seat },
    /// An enemy was named.
    Named { seat: Seat, enemy: Seat },
    /// The declaration was judged, and all entities are open.
    Judged { seat: Seat, named: SeatSet, enemies: SeatSet, pure: SeatSet, winner: Faction },
    /// Nobody won, and all entities are open.
    Undecided { ending: Ending },
}

/// The ways a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A declaration that was right.
    Declared,
    /// A declaration that named the wrong players.
    FalseDeclaration,
    /// Everybody is mutated for good.
    AllCursed,
    /// The limit of rounds is reached.
    Stalemate,
    /// A declaration that named the enemies while some were still pure.
    TooEarly,
}

/// The digests of records cover the state: to them a declaration that came too early is a false one, as it was when they were
/// written.
impl Hash for Ending {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let known = if *self == Ending::TooEarly { Ending::FalseDeclaration } else { *self };
        (known as isize).hash(state);
    }
}

impl Ending {
    /// The short name in outcomes.
    pub const fn name(self) -> &'static str {
        ["declared", "false-declaration", "all-cursed", "stalemate", "false-declaration"][self as usize]
    }
}

impl table::Event for Event {
    fn reveals(&self) -> bool {
        // A declaration and its names are binding (rule 8.3), and they show whom a player holds to be an enemy.
        matches!(
            self,
            Event::Played { .. }
                | Event::Discarded { .. }
                | Event::Drawn { .. }
                | Event::Answered { .. }
                | Event::HandSeen { .. }
                | Event::BackSeen { .. }
                | Event::PassedCard { .. }
                | Event::ShownEntity { .. }
                | Event::Declared { .. }
                | Event::Named { .. }
                | Event::Judged { .. }
                | Event::Undecided { .. }
        )
    }
}
