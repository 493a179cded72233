//! Factions, units, tiles: counts, costs, pips and strengths.
//!
//! All tiles of one kind in a faction are alike, so a tile is named by its kind. The numbers of the table are those of
//! the box (36 tiles a faction); names and words are ours.

mod force;
mod place;

use serde::{Deserialize, Serialize};
use table::{Code, Text, say};

pub use force::Force;
pub use place::Place;

/// How many kinds of tile a bag can hold: the first ten units and the blank.
pub const TILE_KINDS: usize = 11;
/// How many kinds of unit there are in all, the blank included.
pub const UNIT_KINDS: usize = Unit::ALL.len();
/// Tiles in a bag.
pub const TILES: usize = 36;
/// A faction's tiles, its citadel and the four Undead.
pub const SLOTS: usize = 41;
/// The slot of the citadel.
pub const CITADEL_SLOT: usize = 36;
/// The first of the four Undead.
pub const UNDEAD_SLOT: usize = 37;
/// Villages of a faction.
pub const VILLAGES: u8 = 20;

/// A people.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Faction {
    DragonRiders,
    HorseLords,
    HillFolk,
    Necromancers,
    ChaosHorde,
    Corsairs,
}

/// Something that stands on the map or is printed on a tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Unit {
    /// +1 in forest.
    Skirmishers,
    /// +1 always; the Corsairs call them Axes.
    #[serde(alias = "axes")]
    Swords,
    /// +1 in defence, and wins ties there.
    Shield,
    /// +1 in plains; lets a force withdraw.
    Cavalry,
    /// Lizardmen, Reivers, Goblins or Hordes: +1 in attack.
    #[serde(alias = "lizardmen", alias = "reivers", alias = "goblins", alias = "hordes")]
    Irregular,
    /// +2 against castles and citadels.
    SiegeEngine,
    /// +1, and carries others over the sea.
    Ship,
    /// +3 in defence; never moves.
    Castle,
    /// +1, and takes a companion along.
    Leader,
    /// Dragon, Giant or Necromancer.
    #[serde(alias = "dragon", alias = "giant", alias = "necromancer")]
    Special,
    /// No unit: only pips.
    Blank,
    /// +5 in defence; never moves. Not a tile.
    Citadel,
    /// Raised from the fallen. Not a tile.
    Undead,
    /// The cat on the unicorn. Not a tile, and nobody's colour.
    Cutiecorn,
}

impl Unit {
    /// The kinds that lie in bags.
    pub fn tiles() -> impl Iterator<Item = Unit> {
        Unit::ALL.into_iter().take(TILE_KINDS)
    }
}

/// What is printed on a faction's tiles of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tile {
    /// How many are in the bag.
    pub count: u8,
    /// Tiles to discard when it is built.
    pub cost: u8,
    /// What it is worth when spent.
    pub pips: u8,
}

// Rows are factions; columns skirmishers, swords, shield, cavalry, irregular, siege engine, ship, castle, leader, special, blank.

/// Tiles in the bag.
const COUNTS: [[u8; TILE_KINDS]; 6] = [
    [4, 4, 4, 4, 4, 2, 5, 4, 1, 2, 2],
    [4, 6, 4, 6, 0, 2, 5, 4, 2, 0, 3],
    [4, 2, 4, 4, 4, 2, 5, 6, 1, 2, 2],
    [4, 2, 2, 4, 8, 2, 5, 4, 1, 4, 0],
    [0, 0, 0, 10, 20, 0, 2, 0, 2, 0, 2],
    [4, 12, 4, 0, 0, 1, 8, 2, 1, 0, 4],
];

/// Tiles to discard when the unit is built.
const COSTS: [[u8; TILE_KINDS]; 6] = [
    [0, 1, 1, 2, 0, 1, 1, 2, 2, 2, 0],
    [0, 1, 1, 2, 0, 1, 1, 2, 2, 2, 0],
    [0, 1, 1, 2, 0, 1, 1, 1, 2, 2, 0],
    [0, 1, 1, 2, 0, 1, 1, 2, 2, 2, 0],
    [0, 1, 1, 1, 0, 1, 1, 2, 2, 2, 0],
    [0, 1, 1, 2, 0, 1, 1, 2, 2, 2, 0],
];

/// Pips on the tile.
const PIPS: [[u8; TILE_KINDS]; 6] = [
    [2, 4, 3, 3, 2, 3, 4, 4, 5, 5, 5],
    [2, 4, 3, 3, 2, 3, 4, 4, 5, 5, 5],
    [2, 4, 3, 3, 2, 3, 4, 4, 5, 5, 5],
    [2, 4, 3, 3, 3, 3, 4, 4, 5, 5, 5],
    [2, 4, 3, 4, 3, 3, 4, 4, 5, 5, 5],
    [2, 4, 3, 3, 3, 3, 4, 4, 5, 5, 5],
];

/// Where each kind begins among a faction's 36 tiles, and where the last ends.
const STARTS: [[u8; TILE_KINDS + 1]; 6] = {
    let mut starts = [[0; TILE_KINDS + 1]; 6];
    let mut faction = 0;
    while faction < 6 {
        let mut kind = 0;
        while kind < TILE_KINDS {
            starts[faction][kind + 1] = starts[faction][kind] + COUNTS[faction][kind];
            kind += 1;
        }
        faction += 1;
    }
    starts
};

/// The kind of each slot.
const KINDS: [[Unit; SLOTS]; 6] = {
    let mut kinds = [[Unit::Undead; SLOTS]; 6];
    let mut faction = 0;
    while faction < 6 {
        let mut kind = 0;
        while kind < TILE_KINDS {
            let mut slot = STARTS[faction][kind];
            while slot < STARTS[faction][kind + 1] {
                kinds[faction][slot as usize] = Unit::ALL[kind];
                slot += 1;
            }
            kind += 1;
        }
        kinds[faction][CITADEL_SLOT] = Unit::Citadel;
        faction += 1;
    }
    kinds
};

impl Faction {
    /// Its name.
    pub const fn name(self) -> &'static str {
        ["Dragon Riders", "Horse Lords", "Hill Folk", "Necromancers", "Chaos Horde", "Corsairs"][self.index()]
    }

    /// The name of its emblem's picture.
    pub const fn emblem(self) -> &'static str {
        ["dragon-head", "horse-head", "mountaintop", "death-skull", "triple-claws", "pirate-flag"]
            [self.index()]
    }

    /// What it is about, in a line.
    pub const fn power(self) -> &'static str {
        [
            "Two Dragons: +4, fly over all ground at 1 pip a step, nobody withdraws from them; gone after a won attack.",
            "A hand of seven tiles and two Leaders.",
            "Cheap hills, open mountains, cheap castles, two Giants with four battle tiles.",
            "Fallen enemies rise as Undead, who march for nothing.",
            "No home: builds where its units stand, captures in mid-turn, 2 points a village.",
            "At home at sea: swaps last, withdraws by ship, one more point for every battle won.",
        ][self.index()]
    }

    /// The tiles of one kind.
    ///
    /// # Panics
    /// For units that are not tiles.
    #[inline]
    pub const fn tile(self, unit: Unit) -> Tile {
        let (faction, kind) = (self.index(), unit.index());
        Tile { count: COUNTS[faction][kind], cost: COSTS[faction][kind], pips: PIPS[faction][kind] }
    }

    /// The slots of a unit among the faction's pieces.
    #[inline]
    pub const fn slots(self, unit: Unit) -> std::ops::Range<usize> {
        match unit {
            Unit::Citadel => CITADEL_SLOT..CITADEL_SLOT + 1,
            Unit::Undead => UNDEAD_SLOT..SLOTS,
            Unit::Cutiecorn => 0..0,
            _ => {
                let starts = &STARTS[self.index()];
                starts[unit.index()] as usize..starts[unit.index() + 1] as usize
            }
        }
    }

    /// The kinds of the faction's slots.
    #[inline]
    pub const fn kinds(self) -> &'static [Unit; SLOTS] {
        &KINDS[self.index()]
    }

    /// Tiles in a full hand (rule 3.2).
    #[inline]
    pub const fn hand_size(self) -> usize {
        if matches!(self, Faction::HorseLords) { 7 } else { 6 }
    }

    /// Does it have villages and a citadel (rule 3.5)?
    #[inline]
    pub const fn settles(self) -> bool {
        !matches!(self, Faction::ChaosHorde)
    }

    /// How many Undead it can raise.
    pub const fn undead(self) -> usize {
        if matches!(self, Faction::Necromancers) { 4 } else { 0 }
    }

    /// Points per captured village at the end (rules 3.5, 11.4).
    pub const fn per_village(self) -> i32 {
        if matches!(self, Faction::ChaosHorde) { 2 } else { 1 }
    }

    /// May a unit stay in a desert at the end of its owner's turn (rule 10.1)?
    #[inline]
    pub const fn bears_desert(self, unit: Unit) -> bool {
        match unit {
            Unit::Undead => true,
            Unit::Special => matches!(self, Faction::DragonRiders),
            Unit::Irregular => matches!(self, Faction::DragonRiders | Faction::Necromancers),
            _ => false,
        }
    }

    /// Are its special units Dragons?
    #[inline]
    pub const fn has_dragons(self) -> bool {
        matches!(self, Faction::DragonRiders)
    }

    /// What the faction calls a unit.
    pub const fn word(self, unit: Unit) -> &'static str {
        self.face(unit).0
    }

    /// The name of a unit's picture.
    pub const fn icon(self, unit: Unit) -> &'static str {
        self.face(unit).1
    }

    /// What a unit does, in a line.
    pub const fn deed(self, unit: Unit) -> &'static str {
        self.face(unit).2
    }

    const fn face(self, unit: Unit) -> (&'static str, &'static str, &'static str) {
        const ATTACK: &str = "+1 in attack.";
        const DESERT: &str = "+1 in attack; at home in the desert.";
        const DRAGON: &str = "+4; flies into any area, 1 pip each; discarded after a won attack.";
        const CUTE: &str =
            "Cavalry; moves free with others; worth 3 points to the player who beats its owner.";
        match (unit, self) {
            (Unit::Skirmishers, _) => ("Skirmishers", "high-shot", "+1 in forest."),
            (Unit::Swords, Faction::Corsairs) => ("Axes", "crossed-axes", "+1."),
            (Unit::Swords, _) => ("Swords", "crossed-swords", "+1."),
            (Unit::Shield, _) => ("Shield", "shield", "+1 in defence, and wins ties there."),
            (Unit::Cavalry, _) => ("Cavalry", "cavalry", "+1 in plains; lets a force withdraw."),
            (Unit::Irregular, Faction::DragonRiders) => ("Lizardmen", "lizardman", DESERT),
            (Unit::Irregular, Faction::HillFolk) => ("Reivers", "bandit", ATTACK),
            (Unit::Irregular, Faction::Necromancers) => ("Goblins", "goblin-head", DESERT),
            (Unit::Irregular, Faction::ChaosHorde) => ("Hordes", "barbarian", ATTACK),
            (Unit::Irregular, _) => ("Irregulars", "spears", ATTACK),
            (Unit::SiegeEngine, _) => ("Siege Engine", "catapult", "+2 against a castle or citadel."),
            (Unit::Ship, Faction::Corsairs) => ("Ship", "drakkar", "+1; carries units over the sea."),
            (Unit::Ship, _) => ("Ship", "sailboat", "+1; carries units over the sea."),
            (Unit::Castle, _) => ("Castle", "castle", "+3 in defence; never moves."),
            (Unit::Leader, _) => ("Leader", "crown", "+1; takes a companion along for nothing."),
            (Unit::Special, Faction::DragonRiders) => ("Dragon", "spiked-dragon-head", DRAGON),
            (Unit::Special, Faction::HillFolk) => ("Giant", "giant", "+2; always four battle tiles."),
            (Unit::Special, Faction::Necromancers) => {
                ("Necromancer", "death-skull", "+1; raises fallen enemies as Undead.")
            }
            (Unit::Special, _) => ("Champion", "crown", "+1; raises fallen enemies as Undead."),
            (Unit::Blank, _) => ("Blank", "stone-block", "Cannot be built: pips only."),
            (Unit::Citadel, _) => ("Citadel", "hill-fort", "+5 in defence; never moves."),
            (Unit::Undead, _) => ("Undead", "shambling-zombie", "+1; moves two areas in its own step."),
            (Unit::Cutiecorn, _) => ("Cutiecorn", "unicorn", CUTE),
        }
    }
}

/// "1 pip", "3 pips".
pub(crate) fn pips(count: u8) -> Text {
    if count == 1 { say!("1 pip") } else { say!("{count} pips") }
}

/// "1 build point", "3 build points".
pub(crate) fn build_points(count: u8) -> Text {
    if count == 1 { say!("1 build point") } else { say!("{count} build points") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bag_holds_thirty_six_tiles() {
        for faction in Faction::ALL {
            assert_eq!(Unit::tiles().map(|unit| faction.tile(unit).count as usize).sum::<usize>(), TILES);
            assert_eq!(faction.slots(Unit::Blank).end, TILES);
        }
    }

    #[test]
    fn pips_and_costs_add_up() {
        let expected = [
            (123, [8, 10, 13, 5], [8, 15, 11]),
            (129, [4, 12, 15, 5], [4, 17, 12]),
            (123, [8, 10, 13, 5], [8, 19, 7]),
            (125, [4, 16, 11, 5], [12, 11, 13]),
            (128, [0, 20, 12, 4], [20, 12, 2]),
            (136, [4, 5, 22, 5], [4, 25, 3]),
        ];
        for (faction, (total, by_pips, by_cost)) in Faction::ALL.into_iter().zip(expected) {
            let mut pips = [0u32; 4];
            let mut costs = [0u32; 3];
            let mut sum = 0;
            for unit in Unit::tiles() {
                let tile = faction.tile(unit);
                let count = u32::from(tile.count);
                if count == 0 {
                    continue;
                }
                pips[usize::from(tile.pips) - 2] += count;
                sum += count * u32::from(tile.pips);
                if unit != Unit::Blank {
                    costs[usize::from(tile.cost)] += count;
                }
            }
            assert_eq!((sum, pips, costs), (total, by_pips, by_cost), "{}", faction.name());
        }
    }

    #[test]
    fn kinds_and_slots_agree() {
        for faction in Faction::ALL {
            for unit in Unit::ALL {
                for slot in faction.slots(unit) {
                    assert_eq!(faction.kinds()[slot], unit);
                }
            }
        }
    }
}
