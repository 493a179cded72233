//! Units counted by kind.

use super::{Faction, UNIT_KINDS, Unit};

/// Units of one side in one place, counted by kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Force(pub [u8; UNIT_KINDS]);

impl Force {
    /// Nobody.
    pub const NONE: Force = Force([0; UNIT_KINDS]);

    /// How many of a kind.
    #[inline]
    pub const fn of(&self, unit: Unit) -> u8 {
        self.0[unit.index()]
    }

    /// How many in all.
    #[inline]
    pub fn size(&self) -> u8 {
        self.0.iter().sum()
    }

    /// Is nobody there?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; UNIT_KINDS]
    }

    /// One more.
    #[inline]
    pub fn add(&mut self, unit: Unit) {
        self.0[unit.index()] += 1;
    }

    /// This and one more.
    #[inline]
    pub fn with(mut self, unit: Unit) -> Force {
        self.add(unit);
        self
    }

    /// The kinds it holds, in order, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (Unit, u8)> + '_ {
        Unit::ALL.into_iter().zip(self.0).filter(|&(_, count)| count > 0)
    }

    /// The part that ordinary moves can take (rules 2.5, 5.6).
    #[inline]
    pub fn marching(mut self) -> Force {
        for unit in [Unit::Castle, Unit::Citadel, Unit::Undead, Unit::Blank] {
            self.0[unit.index()] = 0;
        }
        self
    }

    /// Does it hold a castle or citadel?
    #[inline]
    pub const fn is_fortified(&self) -> bool {
        self.of(Unit::Castle) + self.of(Unit::Citadel) > 0
    }

    /// "2 Swords, Leader".
    pub fn words(&self, faction: Faction) -> String {
        let mut out = String::new();
        for (unit, count) in self.iter() {
            if !out.is_empty() {
                out.push_str(", ");
            }
            if count > 1 {
                out.push_str(&format!("{count} "));
            }
            let word = faction.word(unit);
            out.push_str(word);
            let plural = word.ends_with('s') || ["Cavalry", "Undead", "Lizardmen"].contains(&word);
            if count > 1 && !plural {
                out.push('s');
            }
        }
        if out.is_empty() { "nobody".into() } else { out }
    }
}
