//! Sets of small things as bits: seats, cards, tokens.

/// Declares a set of things that are numbered from 0, with one bit of a number for each, and its iterator:
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
/// pub struct Die(u8);
///
/// table::bit_set! {
///     /// A set of dice.
///     pub struct Dice(u8) of 6 Die by DiceIter: die => die.0, number => Die(number), shown by std::convert::identity
/// }
///
/// let dice: Dice = [Die(4), Die(1)].into_iter().collect();
/// assert_eq!((dice.first(), dice.bits(), dice.len()), (Some(Die(1)), 0b10010, 2));
/// ```
///
/// It needs the crate `serde`: in JSON a set is a list of its members.
#[macro_export]
macro_rules! bit_set {
    (
        $(#[$attribute:meta])*
        $open:vis struct $set:ident($(#[$field:meta])* $word:ident) of $count:literal $item:ident by $iter:ident:
        $thing:ident => $number:expr, $at:ident => $value:expr, shown by $shown:path
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        $open struct $set($(#[$field])* $word);

        impl $set {
            /// No member.
            pub const EMPTY: $set = $set(0);

            /// The set whose bit `i` stands for the member of number `i`; bits beyond the last member are dropped.
            #[inline]
            pub const fn from_bits(bits: $word) -> $set {
                $set(bits & $word::MAX >> ($word::BITS - $count))
            }

            /// Bit `i` stands for the member of number `i`.
            #[inline]
            pub const fn bits(self) -> $word {
                self.0
            }

            /// One member.
            #[inline]
            pub const fn one($thing: $item) -> $set {
                $set(1 << $number)
            }

            /// Is this a member?
            #[inline]
            pub const fn contains(self, $thing: $item) -> bool {
                self.0 >> $number & 1 == 1
            }

            /// Adds a member.
            #[inline]
            pub const fn insert(&mut self, $thing: $item) {
                self.0 |= 1 << $number;
            }

            /// Removes a member.
            #[inline]
            pub const fn remove(&mut self, $thing: $item) {
                self.0 &= !(1 << $number);
            }

            /// This set and one more member.
            #[inline]
            pub const fn with(self, $thing: $item) -> $set {
                $set(self.0 | 1 << $number)
            }

            /// This set without one member.
            #[inline]
            pub const fn without(self, $thing: $item) -> $set {
                $set(self.0 & !(1 << $number))
            }

            /// Members of either set.
            #[inline]
            pub const fn union(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }

            /// Members of both sets.
            #[inline]
            pub const fn intersection(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }

            /// Members of this set that the other lacks.
            #[inline]
            pub const fn minus(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }

            /// How many.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// None at all?
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The member with the lowest number.
            #[inline]
            pub const fn first(self) -> Option<$item> {
                let $at = self.0.trailing_zeros() as u8;
                if self.0 == 0 { None } else { Some($value) }
            }

            /// The only member, if there is exactly one.
            #[inline]
            pub const fn only(self) -> Option<$item> {
                if self.0 != 0 && self.0 & (self.0 - 1) == 0 { self.first() } else { None }
            }

            /// Members by number.
            #[inline]
            pub const fn iter(self) -> $iter {
                $crate::bit_set!(@halves $word $iter self)
            }
        }

        impl std::fmt::Debug for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(self.iter().map($shown)).finish()
            }
        }

        impl FromIterator<$item> for $set {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> $set {
                items.into_iter().fold($set::EMPTY, $set::with)
            }
        }

        impl IntoIterator for $set {
            type Item = $item;
            type IntoIter = $iter;

            #[inline]
            fn into_iter(self) -> $iter {
                self.iter()
            }
        }

        impl ::serde::Serialize for $set {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.iter())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $set {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Ok(Vec::<$item>::deserialize(deserializer)?.into_iter().collect())
            }
        }

        #[doc = concat!("Walks a [`", stringify!($set), "`].")]
        #[derive(Clone, Debug)]
        $open struct $iter([u64; $crate::bit_set!(@words $word)]);

        impl Iterator for $iter {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<$item> {
                let $at = $crate::bit_set!(@take $word self.0)?;
                Some($value)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                let left = self.0.iter().map(|left| left.count_ones() as usize).sum();
                (left, Some(left))
            }
        }

        impl ExactSizeIterator for $iter {}
    };
    // Machines have no instruction for the lowest bit of 128, so such a number is walked in two halves. A loop over the halves
    // would stay a loop in the compiled program.
    (@words u128) => { 2 };
    (@words $word:ident) => { 1 };
    (@halves u128 $iter:ident $set:ident) => { $iter([$set.0 as u64, ($set.0 >> 64) as u64]) };
    (@halves $word:ident $iter:ident $set:ident) => { $iter([$set.0 as u64]) };
    (@take u128 $left:expr) => {
        $crate::take_lowest(&mut $left[0]).or_else(|| Some(64 + $crate::take_lowest(&mut $left[1])?))
    };
    (@take $word:ident $left:expr) => { $crate::take_lowest(&mut $left[0]) };
}

/// Removes the lowest bit, if there is one, and returns its number. For [`bit_set!`](crate::bit_set).
#[doc(hidden)]
#[inline]
pub const fn take_lowest(bits: &mut u64) -> Option<u8> {
    if *bits == 0 {
        return None;
    }
    let lowest = bits.trailing_zeros() as u8;
    *bits &= *bits - 1;
    Some(lowest)
}
