//! Adding up what several workers have counted.

use std::collections::BTreeMap;

/// What can be counted in parts.
pub(crate) trait Merge {
    /// Adds what another worker has counted.
    fn merge(&mut self, other: Self);
}

impl Merge for u64 {
    fn merge(&mut self, other: u64) {
        *self += other;
    }
}

impl Merge for i64 {
    fn merge(&mut self, other: i64) {
        *self += other;
    }
}

impl<A: Merge, B: Merge> Merge for (A, B) {
    fn merge(&mut self, other: (A, B)) {
        self.0.merge(other.0);
        self.1.merge(other.1);
    }
}

impl<T: Merge> Merge for Vec<T> {
    fn merge(&mut self, other: Vec<T>) {
        self.iter_mut().zip(other).for_each(|(mine, theirs)| mine.merge(theirs));
    }
}

impl<K: Ord, V: Merge + Default> Merge for BTreeMap<K, V> {
    fn merge(&mut self, other: BTreeMap<K, V>) {
        other.into_iter().for_each(|(key, theirs)| self.entry(key).or_default().merge(theirs));
    }
}

/// Statistics are added up field by field; a field that is left out does not compile.
macro_rules! merge_fields {
    ($($name:ident { $($field:ident),* })*) => {
        $(impl $crate::merge::Merge for $name {
            fn merge(&mut self, other: $name) {
                let $name { $($field),* } = other;
                $($crate::merge::Merge::merge(&mut self.$field, $field);)*
            }
        })*
    };
}

pub(crate) use merge_fields;
