//! Sets of small things as bits: cards, tokens, areas. Seats have a set of their own, [`crate::SeatSet`].

use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::code::Code;

/// An unsigned number as a row of bits.
pub trait Bits: Copy + Eq + Hash + Debug + Default {
    /// Only the bit of this index.
    fn bit(index: u32) -> Self;
    /// Bits in either.
    fn or(self, other: Self) -> Self;
    /// Bits in both.
    fn and(self, other: Self) -> Self;
    /// Bits of this one that the other lacks.
    fn minus(self, other: Self) -> Self;
    /// How many.
    fn count(self) -> u32;
    /// The index of the lowest bit; the width if there is none.
    fn lowest(self) -> u32;
}

macro_rules! bits {
    ($($number:ty),*) => {$(
        impl Bits for $number {
            #[inline]
            fn bit(index: u32) -> $number {
                1 << index
            }
            #[inline]
            fn or(self, other: $number) -> $number {
                self | other
            }
            #[inline]
            fn and(self, other: $number) -> $number {
                self & other
            }
            #[inline]
            fn minus(self, other: $number) -> $number {
                self & !other
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
        }
    )*};
}

bits!(u8, u16, u32, u64, u128);

/// A set of `T`, one bit of `B` for each [code](Code).
pub struct BitSet<T, B>(B, PhantomData<fn() -> T>);

impl<T: Code, B: Bits> BitSet<T, B> {
    /// The set with these bits.
    #[inline]
    pub const fn from_bits(bits: B) -> Self {
        BitSet(bits, PhantomData)
    }

    /// The bits: that of index `i` stands for the member of code `i`.
    #[inline]
    pub const fn bits(self) -> B {
        self.0
    }

    /// One member.
    #[inline]
    pub fn one(item: T) -> Self {
        Self::from_bits(B::bit(item.code()))
    }

    /// Is this a member?
    #[inline]
    pub fn contains(self, item: T) -> bool {
        self.0.and(B::bit(item.code())) != B::default()
    }

    /// Adds a member.
    #[inline]
    pub fn insert(&mut self, item: T) {
        *self = self.with(item);
    }

    /// Removes a member.
    #[inline]
    pub fn remove(&mut self, item: T) {
        *self = self.without(item);
    }

    /// This set and one more member.
    #[inline]
    pub fn with(self, item: T) -> Self {
        self.union(Self::one(item))
    }

    /// This set without one member.
    #[inline]
    pub fn without(self, item: T) -> Self {
        self.minus(Self::one(item))
    }

    /// Members of either set.
    #[inline]
    pub fn union(self, other: Self) -> Self {
        Self::from_bits(self.0.or(other.0))
    }

    /// Members of both sets.
    #[inline]
    pub fn intersection(self, other: Self) -> Self {
        Self::from_bits(self.0.and(other.0))
    }

    /// Members of this set that the other lacks.
    #[inline]
    pub fn minus(self, other: Self) -> Self {
        Self::from_bits(self.0.minus(other.0))
    }

    /// How many.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count() as usize
    }

    /// None at all?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == B::default()
    }

    /// The member with the lowest code.
    #[inline]
    pub fn first(self) -> Option<T> {
        if self.is_empty() { None } else { T::from_code(self.0.lowest()) }
    }

    /// The only member, if there is exactly one.
    #[inline]
    pub fn only(self) -> Option<T> {
        if self.len() == 1 { self.first() } else { None }
    }

    /// Members by code.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = T> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == B::default() {
                return None;
            }
            let code = left.lowest();
            left = left.minus(B::bit(code));
            T::from_code(code)
        })
    }
}

impl<T, B: Copy> Clone for BitSet<T, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, B: Copy> Copy for BitSet<T, B> {}

impl<T, B: PartialEq> PartialEq for BitSet<T, B> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T, B: Eq> Eq for BitSet<T, B> {}

impl<T, B: Hash> Hash for BitSet<T, B> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash(hasher);
    }
}

impl<T, B: Default> Default for BitSet<T, B> {
    fn default() -> Self {
        BitSet(B::default(), PhantomData)
    }
}

impl<T: Code + Debug, B: Bits> Debug for BitSet<T, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<T: Code, B: Bits> FromIterator<T> for BitSet<T, B> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        items.into_iter().fold(Self::default(), Self::with)
    }
}

/// A list of the members.
impl<T: Code + Serialize, B: Bits> Serialize for BitSet<T, B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Code + Deserialize<'de>, B: Bits> Deserialize<'de> for BitSet<T, B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<T>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let (one, five) = (Seat::new(0), Seat::new(4));
        let mut set: BitSet<Seat, u16> = [five, one].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [one, five]);
        assert!(set.contains(five) && !set.contains(Seat::new(1)) && set.only().is_none());
        set.remove(one);
        assert_eq!((set.only(), set.len(), set.bits()), (Some(five), 1, 1 << 4));
        set.remove(five);
        assert!(set.is_empty() && set.first().is_none() && set.iter().next().is_none());
    }

    #[test]
    fn a_set_is_a_list_in_json() {
        let set: BitSet<Seat, u16> = [Seat::new(4), Seat::new(0)].into_iter().collect();
        assert_eq!(serde_json::to_string(&set).unwrap(), "[1,5]");
        assert_eq!(serde_json::from_str::<BitSet<Seat, u16>>("[5,1,1]").unwrap(), set);
    }

    #[test]
    fn a_full_word_can_be_walked() {
        let set = BitSet::<u8, u128>::from_bits(u128::MAX);
        assert_eq!(set.iter().count(), 128);
    }
}
