//! Who sits where. Seats count from 0 in memory ([`Seat::index`]) and from 1 everywhere a person or a file sees them.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// The most seats any table has.
pub const MAX_SEATS: usize = 12;

/// One place at the table.
///
/// Its [`Display`](fmt::Display) form is a placeholder such as `{s3}`: texts of scenes, options and events carry
/// placeholders, and each client puts in the names it knows (see [`crate::text::with_names`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(type = "number"),
    schemars(inline)
)]
pub struct Seat(#[cfg_attr(feature = "schema", schemars(range(min = 1, max = 12)))] u8);

impl fmt::Debug for Seat {
    /// As people count: "Seat 1".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat {}", self.number())
    }
}

impl Seat {
    /// The seat with this index, counted from 0.
    ///
    /// # Panics
    /// If there is no such seat at the largest table.
    #[inline]
    pub const fn new(index: usize) -> Seat {
        assert!(index < MAX_SEATS, "no such seat");
        Seat(index as u8)
    }

    /// Counted from 0, for arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Counted from 1, for people and files.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The seat a person calls by this number, if the largest table has it.
    pub const fn from_number(number: usize) -> Option<Seat> {
        if number >= 1 && number <= MAX_SEATS { Some(Seat(number as u8 - 1)) } else { None }
    }

    /// The seat `steps` places clockwise (to the left) at a table of `seats`.
    #[inline]
    pub const fn clockwise(self, steps: usize, seats: usize) -> Seat {
        Seat(((self.0 as usize + steps) % seats) as u8)
    }

    /// The neighbour on the left: the next one clockwise.
    #[inline]
    pub const fn left(self, seats: usize) -> Seat {
        self.clockwise(1, seats)
    }

    /// The neighbour on the right: the next one anticlockwise.
    #[inline]
    pub const fn right(self, seats: usize) -> Seat {
        if self.0 == 0 { Seat(seats as u8 - 1) } else { Seat(self.0 - 1) }
    }

    /// All seats of a table, in order.
    #[inline]
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..seats as u8).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{s{}}}", self.number())
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0 + 1)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Seat::from_number(number.into())
            .ok_or_else(|| D::Error::custom(format!("seat {number} is not between 1 and {MAX_SEATS}")))
    }
}

crate::bit_set! {
    /// A set of seats.
    #[derive(PartialOrd, Ord)]
    #[cfg_attr(
        feature = "schema",
        derive(ts_rs::TS, schemars::JsonSchema),
        ts(type = "number[]"),
        schemars(inline)
    )]
    pub struct SeatSet(#[cfg_attr(feature = "schema", schemars(with = "Vec<Seat>"))] u16) of 12 Seat by SeatIter:
    seat => seat.0, index => Seat(index), shown by Seat::number
}

impl SeatSet {
    /// Every seat of a table.
    #[inline]
    pub const fn full(seats: usize) -> SeatSet {
        SeatSet(((1u32 << seats) - 1) as u16)
    }

    /// The first member met when walking clockwise from `start`, `start` itself included.
    #[inline]
    pub const fn first_from(self, start: Seat) -> Option<Seat> {
        let ahead = SeatSet(self.0 & (u16::MAX << start.0));
        if ahead.is_empty() { self.first() } else { ahead.first() }
    }
}

impl fmt::Display for SeatSet {
    /// "{s1}, {s4} and {s5}", or "nobody".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.len();
        if count == 0 {
            return f.write_str("nobody");
        }
        for (i, seat) in self.iter().enumerate() {
            match i {
                0 => {}
                _ if i + 1 == count => f.write_str(" and ")?,
                _ => f.write_str(", ")?,
            }
            write!(f, "{seat}")?;
        }
        Ok(())
    }
}

/// Who is looking at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Observer {
    /// The person or bot in a seat.
    Seat(Seat),
    /// Somebody without a seat: knows what is public.
    Spectator,
    /// The open table: every card face up. For finished games, replays and tests; never sent out while a game runs.
    All,
}

impl Observer {
    /// The observer's own seat.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Observer::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// Is this the seat's own view?
    pub fn is(self, seat: Seat) -> bool {
        self == Observer::Seat(seat)
    }

    /// May this observer see what only `owner` is shown? True for the owner and for the open table.
    pub fn sees(self, owner: Seat) -> bool {
        self == Observer::All || self.is(owner)
    }

    /// Every observer of a table: its seats, the spectator, the open table.
    pub fn every(seats: usize) -> impl Iterator<Item = Observer> {
        Seat::all(seats).map(Observer::Seat).chain([Observer::Spectator, Observer::All])
    }
}

impl fmt::Display for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Observer::Seat(seat) => write!(f, "seat {}", seat.number()),
            Observer::Spectator => f.write_str("spectator"),
            Observer::All => f.write_str("all"),
        }
    }
}

impl std::str::FromStr for Observer {
    type Err = String;

    fn from_str(text: &str) -> Result<Observer, String> {
        match text {
            "spectator" => Ok(Observer::Spectator),
            "all" => Ok(Observer::All),
            _ => text.parse().ok().and_then(Seat::from_number).map(Observer::Seat).ok_or_else(|| {
                format!("\"{text}\" is nobody at the table: give a seat number, \"spectator\" or \"all\"")
            }),
        }
    }
}

impl Serialize for Observer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Observer::Seat(seat) => seat.serialize(serializer),
            Observer::Spectator => serializer.serialize_str("spectator"),
            Observer::All => serializer.serialize_str("all"),
        }
    }
}

impl<'de> Deserialize<'de> for Observer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Raw {
            Number(u8),
            Word(String),
        }
        let text = match Raw::deserialize(deserializer)? {
            Raw::Number(number) => number.to_string(),
            Raw::Word(word) => word,
        };
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_go_round() {
        let last = Seat::new(3);
        assert_eq!(last.left(4), Seat::new(0));
        assert_eq!(Seat::new(0).right(4), last);
    }

    #[test]
    fn first_from_wraps() {
        let set: SeatSet = [Seat::new(1), Seat::new(3)].into_iter().collect();
        assert_eq!(set.first_from(Seat::new(2)), Some(Seat::new(3)));
        assert_eq!(set.first_from(Seat::new(4)), Some(Seat::new(1)));
        assert_eq!(SeatSet::EMPTY.first_from(Seat::new(0)), None);
        assert_eq!(SeatSet::full(12).first_from(Seat::new(11)), Some(Seat::new(11)));
    }

    #[test]
    fn seats_are_numbered_from_one_outside() {
        assert_eq!(serde_json::to_string(&Seat::new(0)).unwrap(), "1");
        assert_eq!(Seat::new(2).to_string(), "{s3}");
        assert!(serde_json::from_str::<Seat>("0").is_err());
        assert!(serde_json::from_str::<Seat>("13").is_err());
        assert_eq!(SeatSet::full(3).to_string(), "{s1}, {s2} and {s3}");
        for observer in Observer::every(3) {
            let json = serde_json::to_string(&observer).unwrap();
            assert_eq!(serde_json::from_str::<Observer>(&json).unwrap(), observer);
        }
    }
}
