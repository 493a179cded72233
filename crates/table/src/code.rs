//! Integer forms: small dense numbers for actions and the parts they are made of.

pub use macros::Code;

use crate::seat::{MAX_SEATS, Seat, SeatSet};

/// A value with an integer form in `0..CODES`. Derive it for enums and structs: variants are numbered in the order in which
/// they are declared, and within a variant the last field varies fastest.
pub trait Code: Copy {
    /// How many integer forms there are: few enough that a mask over all of them is practical.
    const CODES: u32;

    /// The integer form. Distinct for distinct values, and the same as long as the rules version stays the same.
    fn code(self) -> u32;

    /// The value with this integer form, if there is one. `from_code(a.code()) == Some(a)`.
    fn from_code(code: u32) -> Option<Self>;

    /// All values, in the order of their codes.
    fn all() -> impl Iterator<Item = Self> {
        (0..Self::CODES).filter_map(Self::from_code)
    }
}

impl Code for Seat {
    const CODES: u32 = MAX_SEATS as u32;

    #[inline]
    fn code(self) -> u32 {
        self.index() as u32
    }

    #[inline]
    fn from_code(code: u32) -> Option<Seat> {
        (code < Self::CODES).then(|| Seat::new(code as usize))
    }
}

/// The bits of the set.
impl Code for SeatSet {
    const CODES: u32 = 1 << MAX_SEATS;

    #[inline]
    fn code(self) -> u32 {
        self.bits().into()
    }

    #[inline]
    fn from_code(code: u32) -> Option<SeatSet> {
        (code < Self::CODES).then(|| SeatSet::from_bits(code as u16))
    }
}

impl Code for u8 {
    const CODES: u32 = 256;

    #[inline]
    fn code(self) -> u32 {
        self.into()
    }

    #[inline]
    fn from_code(code: u32) -> Option<u8> {
        code.try_into().ok()
    }
}

impl Code for bool {
    const CODES: u32 = 2;

    #[inline]
    fn code(self) -> u32 {
        self.into()
    }

    #[inline]
    fn from_code(code: u32) -> Option<bool> {
        (code < 2).then_some(code == 1)
    }
}

/// `None` comes first.
impl<T: Code> Code for Option<T> {
    const CODES: u32 = T::CODES + 1;

    #[inline]
    fn code(self) -> u32 {
        self.map_or(0, |value| value.code() + 1)
    }

    #[inline]
    fn from_code(code: u32) -> Option<Option<T>> {
        match code.checked_sub(1) {
            None => Some(None),
            Some(code) => T::from_code(code).map(Some),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Code)]
    enum Side {
        Left,
        Right,
    }

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Code)]
    enum Deed {
        Pass,
        Give(#[code(count = 6)] Seat),
        Place { side: Side, at: Option<Side> },
        Raise(#[code(count = 3)] u8),
    }

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Code)]
    struct Card(#[code(count = 5)] u8);

    #[test]
    fn a_struct_is_numbered_by_its_fields() {
        assert_eq!((Card::CODES, Card(4).code(), Card::from_code(3)), (5, 4, Some(Card(3))));
        assert_eq!(Card::from_code(5), None);
    }

    #[test]
    fn codes_are_dense_and_follow_the_declaration() {
        let first = [
            Deed::Pass,
            Deed::Give(Seat::new(0)),
            Deed::Place { side: Side::Left, at: None },
            Deed::Raise(0),
        ];
        assert_eq!(first.map(Deed::code), [0, 1, 7, 13]);
        assert_eq!(Deed::Place { side: Side::Right, at: Some(Side::Left) }.code(), 7 + 3 + 1);
        assert_eq!(Deed::CODES, 16);
        for code in 0..Deed::CODES {
            assert_eq!(Deed::from_code(code).map(Deed::code), Some(code));
        }
        assert_eq!(Deed::from_code(Deed::CODES), None);
        assert_eq!(Deed::from_code(u32::MAX), None);
    }
}
