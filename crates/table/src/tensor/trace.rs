//! What parts of an array were last written from.

use crate::seat::{Seat, SeatSet};

/// Where a [marker](super::Pen::marker) stands, counted from 1; 0 if nowhere.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Mark(pub(super) u8);

/// Are cells that are [seldom](super::Pen::seldom) told of all zeros, as they were left?
#[derive(Clone, Copy, Default)]
pub struct Blank(pub(super) bool);

/// What a section is written from: numbers, or references to arrays of them, so that nothing is copied before it is known to be
/// new.
pub trait Trace {
    /// What is kept of it.
    type Kept;
    /// Is it what was kept?
    fn is(&self, kept: &Self::Kept) -> bool;
    /// What is to be kept.
    fn keep(self) -> Self::Kept;
}

/// A number, or something small, in an array that is a [`Trace`].
pub trait Figure: Copy + PartialEq {
    /// Are these equal? All are compared: usually they are equal, and stopping at the first difference takes longer.
    #[inline(always)]
    fn all_same<const N: usize>(one: &[Self; N], two: &[Self; N]) -> bool {
        one.iter().zip(two).fold(true, |same, (one, two)| same & (one == two))
    }
}

impl Figure for u8 {
    /// Eight at a time, the last ones twice: none is left to be looked at alone.
    #[inline(always)]
    fn all_same<const N: usize>(one: &[u8; N], two: &[u8; N]) -> bool {
        let (Some(one_end), Some(two_end)) = (one.last_chunk::<8>(), two.last_chunk::<8>()) else {
            return one.iter().zip(two).fold(0, |differs, (one, two)| differs | (one ^ two)) == 0;
        };
        let differ = |one: &[u8; 8], two: &[u8; 8]| u64::from_ne_bytes(*one) ^ u64::from_ne_bytes(*two);
        let eights = one.as_chunks().0.iter().zip(two.as_chunks().0);
        eights.fold(differ(one_end, two_end), |differs, (one, two)| differs | differ(one, two)) == 0
    }
}

macro_rules! numbers_are_figures {
    ($($number:ty)*) => {$(
        impl Figure for $number {
            #[inline(always)]
            fn all_same<const N: usize>(one: &[Self; N], two: &[Self; N]) -> bool {
                one.iter().zip(two).fold(0, |differs, (one, two)| differs | (one ^ two)) == 0
            }
        }
    )*};
}

numbers_are_figures!(u16 u32 u128);

macro_rules! numbers_are_traces {
    ($($number:ty)*) => {$(
        impl Trace for $number {
            type Kept = Self;

            #[inline(always)]
            fn is(&self, kept: &Self) -> bool {
                self == kept
            }

            #[inline(always)]
            fn keep(self) -> Self {
                self
            }
        }
    )*};
}

numbers_are_traces!(u8 u16 u32 u128);

impl<const N: usize> Figure for [u8; N] {}
impl Figure for SeatSet {}
impl Figure for Option<Seat> {}

impl<T: Figure, const N: usize> Trace for [T; N] {
    type Kept = [T; N];

    #[inline(always)]
    fn is(&self, kept: &[T; N]) -> bool {
        T::all_same(self, kept)
    }

    #[inline(always)]
    fn keep(self) -> [T; N] {
        self
    }
}

impl<T: Figure, const N: usize> Trace for &[T; N] {
    type Kept = [T; N];

    #[inline(always)]
    fn is(&self, kept: &[T; N]) -> bool {
        T::all_same(self, kept)
    }

    #[inline(always)]
    fn keep(self) -> [T; N] {
        *self
    }
}

macro_rules! tuples_are_traces {
    ($(($($name:ident $index:tt)+))*) => {$(
        impl<$($name: Trace),+> Trace for ($($name,)+) {
            type Kept = ($($name::Kept,)+);

            #[inline(always)]
            fn is(&self, kept: &Self::Kept) -> bool {
                $(self.$index.is(&kept.$index))&+
            }

            #[inline(always)]
            fn keep(self) -> Self::Kept {
                ($(self.$index.keep(),)+)
            }
        }
    )*};
}

tuples_are_traces!((A 0 B 1)(A 0 B 1 C 2)(A 0 B 1 C 2 D 3));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_sees_every_number() {
        fn check<const N: usize>() {
            let now = [5u8; N];
            assert!(
                now.is(&now)
                    && (&now, 3u16).is(&(now, 3))
                    && (now, 3u16).is(&(now, 3))
                    && !(now, 3u16).is(&(now, 4))
            );
            for at in 0..N {
                let mut kept = now;
                kept[at] = 6;
                assert!(!now.is(&kept), "{at} of {N}");
            }
        }
        check::<1>();
        check::<8>();
        check::<13>();
        check::<60>();
    }
}
