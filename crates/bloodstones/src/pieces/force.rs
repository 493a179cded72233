//! Units counted by kind.

use table::{Text, say};

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

    /// This and another force.
    pub fn and(mut self, other: &Force) -> Force {
        self.0.iter_mut().zip(other.0).for_each(|(own, more)| *own += more);
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
    pub fn words(&self, faction: Faction) -> Text {
        let kinds = self.iter().map(|(unit, count)| match count {
            1 => faction.word(unit).into(),
            _ => several(faction, unit, count),
        });
        kinds.reduce(|before, next| say!("{before}, {next}")).unwrap_or("nobody".into())
    }
}

/// "2 Swords". A sentence for each: in other languages the word alone does not tell one from many.
fn several(faction: Faction, unit: Unit, count: u8) -> Text {
    match (unit, faction) {
        (Unit::Skirmishers, _) => say!("{count} Skirmishers"),
        (Unit::Swords, Faction::Corsairs) => say!("{count} Axes"),
        (Unit::Swords, _) => say!("{count} Swords"),
        (Unit::Shield, _) => say!("{count} Shields"),
        (Unit::Cavalry, _) => say!("{count} Cavalry"),
        (Unit::Irregular, Faction::DragonRiders) => say!("{count} Lizardmen"),
        (Unit::Irregular, Faction::HillFolk) => say!("{count} Reivers"),
        (Unit::Irregular, Faction::Necromancers) => say!("{count} Goblins"),
        (Unit::Irregular, Faction::ChaosHorde) => say!("{count} Hordes"),
        (Unit::Irregular, _) => say!("{count} Irregulars"),
        (Unit::SiegeEngine, _) => say!("{count} Siege Engines"),
        (Unit::Ship, _) => say!("{count} Ships"),
        (Unit::Castle, _) => say!("{count} Castles"),
        (Unit::Leader, _) => say!("{count} Leaders"),
        (Unit::Special, Faction::DragonRiders) => say!("{count} Dragons"),
        (Unit::Special, Faction::HillFolk) => say!("{count} Giants"),
        (Unit::Special, Faction::Necromancers) => say!("{count} Necromancers"),
        (Unit::Special, _) => say!("{count} Champions"),
        (Unit::Blank, _) => say!("{count} Blanks"),
        (Unit::Citadel, _) => say!("{count} Citadels"),
        (Unit::Undead, _) => say!("{count} Undead"),
        (Unit::Cutiecorn, _) => say!("{count} Cutiecorns"),
    }
}
