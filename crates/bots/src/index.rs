//! A small hash table from keys to numbers, emptied at once and never grown: what a search needs.

/// Open addressing with linear probing. A slot holds half of its key's scattered bits and its place implies others, which keeps it
/// small; two keys are confused about once in 2^32 lookups.
pub(crate) struct Index {
    slots: Vec<(u32, u32)>,
    mask: usize,
    /// The keys and their slots, in the order in which they came.
    taken: Vec<(u64, u32)>,
}

const EMPTY: u32 = u32::MAX;

impl Index {
    /// Room for about this many entries.
    pub(crate) fn with_room(entries: usize) -> Index {
        let size = (entries * 2).next_power_of_two();
        Index { slots: vec![(0, EMPTY); size], mask: size - 1, taken: Vec::new() }
    }

    pub(crate) fn clear(&mut self) {
        for (_, at) in self.taken.drain(..) {
            self.slots[at as usize] = (0, EMPTY);
        }
    }

    /// All entries, in the order in which they came.
    pub(crate) fn entries(&self) -> Vec<(u64, u32)> {
        self.taken.iter().map(|&(key, at)| (key, self.slots[at as usize].1)).collect()
    }

    /// Where a key is or would be, and what its slot holds of it.
    #[inline]
    fn slot(&self, key: u64) -> (usize, u32) {
        let bits = mix(key);
        let (mut at, half) = (bits as usize & self.mask, (bits >> 32) as u32);
        loop {
            let (found, value) = self.slots[at];
            if value == EMPTY || found == half {
                return (at, half);
            }
            at = (at + 1) & self.mask;
        }
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<u32> {
        let (at, _) = self.slot(key);
        let (_, value) = self.slots[at];
        (value != EMPTY).then_some(value)
    }

    /// Adds an entry; false if there is no room.
    #[inline]
    pub(crate) fn insert(&mut self, key: u64, value: u32) -> bool {
        if self.taken.len() * 2 > self.mask {
            return false;
        }
        let (at, half) = self.slot(key);
        if self.slots[at].1 == EMPTY {
            self.taken.push((key, at as u32));
        }
        self.slots[at] = (half, value);
        true
    }
}

/// Scatters the bits of a key.
#[inline]
pub(crate) fn mix(key: u64) -> u64 {
    let mut x = key ^ key >> 32;
    x = x.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^ x >> 29
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_in_comes_out() {
        let mut index = Index::with_room(100);
        for key in 0..100u64 {
            assert!(index.insert(key * 7919, key as u32));
        }
        assert!((0..100u64).all(|key| index.get(key * 7919) == Some(key as u32)));
        assert_eq!(index.get(1), None);
        let entries: Vec<_> = (0..100u64).map(|key| (key * 7919, key as u32)).collect();
        assert_eq!(index.entries(), entries, "in the order in which they came");
        index.clear();
        assert_eq!(index.get(7919), None);
        assert!(index.entries().is_empty());
    }

    #[test]
    fn a_full_index_says_so() {
        let mut index = Index::with_room(4);
        let taken = (0..100u64).filter(|&key| index.insert(key, 1)).count();
        assert!((4..16).contains(&taken));
    }
}
