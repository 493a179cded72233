//! The whole truth of a game, as plain data.

use std::hash::{Hash, Hasher};

use table::{Seat, SeatSet};

use crate::genealogy::{Cell, Genealogy, Side, Unhashed};
use crate::options::Options;
use crate::pieces::{Card, Cards, DECK, Specials, deck};

/// The most players.
pub const SEATS: usize = 6;
/// How many cards of the pile can lie in a fixed order. Only positions written by hand fix any.
pub const TOPS: usize = 12;

/// The whole truth.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The host's choices.
    pub options: Options,
    /// The cards in each hand.
    pub hands: [Cards; SEATS],
    /// Those of them that everybody knows, because they came there openly.
    pub shown: [Cards; SEATS],
    /// Cards that are hidden and, as everybody knows, not in this hand: its owner passed and could have played them (rule 11.2).
    pub lacks: [Cards; SEATS],
    /// How many cards each hand holds.
    pub counts: [u8; SEATS],
    /// The draw pile. Nobody ever sees its order, so it has none: cards are drawn at random.
    pub pile: Cards,
    /// The discards.
    pub discards: Cards,
    /// The next cards of the pile, the last one on top, where a position written by hand fixes them.
    pub tops: [Option<Card>; TOPS],
    /// The family tree.
    pub tree: Genealogy,
    /// The Enthronement card in the tree, and the card it is attached to.
    pub throne: Option<(Card, Card)>,
    /// The card of the tree that has the King's Blood card.
    pub blood_on: Option<Card>,
    /// Does the King's Blood card lie aside?
    pub aside: bool,
    /// The shuffle each hidden card comes from; 0 for cards that are not hidden. What was shuffled is always public, so everybody
    /// knows which cards a hidden card of a shuffle may be.
    pub pool: [u8; DECK],
    /// The shuffle that made the present pile.
    pub shuffle: u8,
    /// The hidden cards that come from it, and those from the shuffle before.
    pub recent: Recent,
    /// Who dealt.
    pub dealer: Seat,
    /// Which hand of the series this is, from 1.
    pub hand: u16,
    /// The running scores.
    pub scores: [i16; SEATS],
    /// Whose turn it is.
    pub turn: Seat,
    /// Do turns go to the left?
    pub clockwise: bool,
    /// What is to be decided.
    pub phase: Phase,
    /// Cards owed by the current player (Draw 3).
    pub debt: u8,
    /// The card that is being played: shown, and not yet on the table.
    pub chosen: Option<Card>,
    /// The newborn beside or on which the next card goes.
    pub child: Option<Card>,
    /// The last card put on the table this turn, if it was a Character (rule 7.1).
    pub last: Option<Card>,
    /// Who has emptied their hand while a last marriage is carried out (rule 13.4).
    pub winner: Option<Seat>,
    /// Who has called "King's Blood!".
    pub called: SeatSet,
    /// Who loses their next turn.
    pub penalty: SeatSet,
    /// Who has passed since anybody last did something else.
    pub passed: SeatSet,
    /// Did the King's Blood card give the last extra play, and not an Assassination (rule 12.2)?
    pub by_blood: Unhashed<bool>,
}

/// The hidden cards of the last two shuffles, once there was more than one. A cache of what `pool` says, so it counts neither for
/// equality nor for the hashes in records.
#[derive(Clone, Copy, Default, Debug)]
pub struct Recent(pub [Cards; 2]);

impl PartialEq for Recent {
    fn eq(&self, _: &Recent) -> bool {
        true
    }
}

impl Eq for Recent {}

impl Hash for Recent {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// What is to be decided by the current player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Pass the Draw 3 on, or draw.
    Debt,
    /// Play a card or draw one.
    Play,
    /// Play the card just drawn, or keep it.
    Drawn(Card),
    /// Play one more card, or stop.
    Extra,
    /// Play on the newborn, or stop.
    Newborn,
    /// Where the Character goes.
    Place,
    /// Which card the Event strikes, or which one gets the King's Blood.
    Target,
    /// Whose hand the exiled card goes to.
    Give(Card),
    /// Where the card that was lifted from this cell goes.
    Connect(Card, Cell),
    /// Marry, or leave it; or lay siblings, if the side is given.
    Marry(Couple, Option<Side>),
    /// Lay another sibling beside this card, on this side, or stop.
    Sibling(Card, Side),
    /// The last moment for the call.
    Close,
    /// The game is over.
    Over(Ending),
}

/// Two cards side by side that may marry: the one that came, the one it lies beside, and on which side of that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Couple {
    /// The one that came.
    pub card: Card,
    /// The one that was there.
    pub beside: Card,
    /// On this side of the one that was there.
    pub side: Side,
}

/// How a hand, and with it perhaps the game, ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Somebody played their last card.
    HandEmptied(Seat),
    /// Somebody lost the King's Blood card, and with it the last card of their hand.
    BloodTaken(Seat),
    /// All passed.
    AllPassed,
    /// No Character is left to found a tree.
    NoFounder,
    /// Somebody reached the target.
    TargetReached,
}

impl State {
    /// How many play.
    #[inline]
    pub fn players(&self) -> usize {
        usize::from(self.options.players)
    }

    /// How many cards a hand holds.
    #[inline]
    pub fn held(&self, seat: Seat) -> usize {
        usize::from(self.counts[seat.index()])
    }

    /// Which Characters have abilities here.
    #[inline]
    pub fn specials(&self) -> &'static Specials {
        deck().specials(self.options.few())
    }

    /// Is there anything to draw (rule 11.2)?
    #[inline]
    pub fn can_draw(&self) -> bool {
        !self.pile.union(self.discards).is_empty()
    }

    /// Does this seat still have to call (rule 10.2)?
    #[inline]
    pub fn silent(&self, seat: Seat) -> bool {
        self.held(seat) == 1 && !self.called.contains(seat)
    }

    /// Where the King's Blood card is, in an advanced game.
    pub fn blood_holder(&self) -> Option<Seat> {
        Seat::all(self.players()).find(|seat| self.hands[seat.index()].contains(Card::BLOOD))
    }

    /// The cards that are hidden from somebody: the pile, and the secret part of the hands.
    pub fn hidden(&self) -> Cards {
        let hands = self.hands.iter().zip(&self.shown).map(|(hand, shown)| hand.minus(*shown));
        hands.fold(self.pile, Cards::union)
    }

    /// The neighbour whose turn would be next.
    #[inline]
    pub fn next(&self, seat: Seat) -> Seat {
        if self.clockwise { seat.left(self.players()) } else { seat.right(self.players()) }
    }
}
