//! Where a piece can be.

use serde::{Deserialize, Serialize};
use table::{Code, Seat};

use crate::map::Area;

/// Where a piece is: in an area, or somewhere off the map. One byte that sorts areas first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Place(u8);

impl Place {
    /// In the owner's hand.
    pub const HAND: Place = Place(128);
    /// In the owner's bag.
    pub const BAG: Place = Place(129);
    /// On the owner's discard pile.
    pub const DISCARD: Place = Place(130);
    /// Swapped into the battle, face down.
    pub const ASIDE: Place = Place(131);
    /// Beside the map: a citadel that is not placed yet, an Undead in the pool, the Cutiecorn nobody has built.
    pub const BESIDE: Place = Place(132);
    /// Out of the game.
    pub const GONE: Place = Place(133);
    /// Taken by the seat of this index, counted from here.
    const TAKEN: u8 = 140;

    /// Taken by a player: a citadel.
    #[inline]
    pub const fn taken_by(seat: Seat) -> Place {
        Place(Place::TAKEN + seat.index() as u8)
    }

    /// The player who has taken the piece, if one has.
    #[inline]
    pub fn captor(self) -> Option<Seat> {
        self.0.checked_sub(Place::TAKEN).and_then(|index| Seat::from_code(index.into()))
    }

    /// Is it on the map?
    #[inline]
    pub const fn is_area(self) -> bool {
        self.0 < Place::HAND.0
    }

    /// The area, for a piece on the map.
    #[inline]
    pub fn area(self) -> Option<Area> {
        self.is_area().then(|| Area::new(self.0.into()))
    }

    /// The place as a byte, for hashes and arrays.
    #[inline]
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// The bytes of many places. A loop, because `map` of an array is compiled to a call for each.
    #[inline]
    pub(crate) fn bytes<const N: usize>(places: &[Place; N]) -> [u8; N] {
        let mut bytes = [0; N];
        bytes.iter_mut().zip(places).for_each(|(byte, place)| *byte = place.0);
        bytes
    }
}

impl From<Area> for Place {
    #[inline]
    fn from(area: Area) -> Place {
        Place(area.code() as u8)
    }
}
