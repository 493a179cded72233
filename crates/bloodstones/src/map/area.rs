//! Areas and sets of them.

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use table::Code;

use super::MAX_AREAS;

/// An area of a map, by its number in [`super::Map::areas`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Code, Serialize)]
pub struct Area(#[code(count = MAX_AREAS)] u8);

impl Area {
    /// No area. One byte, where an `Option` would take two: places lie in arrays that rollouts copy.
    pub const NONE: Area = Area(u8::MAX);

    /// The area with this number.
    ///
    /// # Panics
    /// If no map has so large a number.
    #[inline]
    pub const fn new(number: usize) -> Area {
        assert!(number < MAX_AREAS, "no such area");
        Area(number as u8)
    }

    /// Its number, for arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// This area, or `None` for [`Area::NONE`].
    #[inline]
    pub fn some(self) -> Option<Area> {
        (self != Area::NONE).then_some(self)
    }
}

impl<'de> Deserialize<'de> for Area {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Area::from_code(number.into())
            .ok_or_else(|| D::Error::custom(format!("areas are numbered from 0 to {}", MAX_AREAS - 1)))
    }
}

impl std::fmt::Display for Area {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of areas, one bit each. A plain number: the rules read as `units & !enemies`, and [`Areas::each`] walks it in two
/// halves.
pub type AreaSet = u128;

/// The set of one area.
#[inline]
pub const fn bit(area: Area) -> AreaSet {
    1 << area.0
}

/// The only area of a set, if there is exactly one.
#[inline]
pub fn only(set: AreaSet) -> Option<Area> {
    (set.count_ones() == 1).then(|| Area(set.trailing_zeros() as u8))
}

/// Walks a set of areas in order.
#[derive(Clone)]
pub struct Areas(pub AreaSet);

impl Iterator for Areas {
    type Item = Area;

    #[inline]
    fn next(&mut self) -> Option<Area> {
        if self.0 == 0 {
            return None;
        }
        let area = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Area(area))
    }
}

impl Areas {
    /// Calls `each` for every area in order: faster than walking where it matters.
    #[inline]
    pub fn each(self, mut each: impl FnMut(Area)) {
        for (half, base) in [(self.0 as u64, 0), ((self.0 >> 64) as u64, 64)] {
            let mut rest = half;
            while rest != 0 {
                each(Area(base + rest.trailing_zeros() as u8));
                rest &= rest - 1;
            }
        }
    }
}
