//! What happens.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use table::{Blank, Name, Seat};

use crate::map::{Area, MapRef};
use crate::pieces::{Faction, Force, Unit};
use crate::state::Phase;

/// An area in an event: knows its map while the game runs, and only its name once it has been written down.
#[derive(Clone, Debug)]
pub enum Spot {
    /// An area of a map.
    On(MapRef, Area),
    /// A name.
    Named(String),
}

impl Spot {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Spot::On(map, area) => map.name_of(*area),
            Spot::Named(name) => name,
        }
    }
}

impl Blank for Spot {
    fn fill(&self, text: &mut String) {
        Name(self.name()).fill(text);
    }
}

impl PartialEq for Spot {
    fn eq(&self, other: &Spot) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Spot {}

impl Serialize for Spot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Spot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Spot::Named)
    }
}

/// Units or tiles of a faction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Troops {
    /// Whose.
    pub faction: Faction,
    /// Which.
    pub units: Force,
}

impl Serialize for Troops {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.faction, self.units.iter().collect::<Vec<_>>()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Troops {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (faction, list) = <(Faction, Vec<(Unit, u8)>)>::deserialize(deserializer)?;
        let mut units = Force::NONE;
        list.into_iter().for_each(|(unit, count)| units.0[unit.index()] = count);
        Ok(Troops { faction, units })
    }
}

impl Blank for Troops {
    fn fill(&self, text: &mut String) {
        self.units.words(self.faction).fill(text);
    }
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "fields are who, what and where")]
pub enum Event {
    Chose {
        seat: Seat,
        faction: Faction,
    },
    Founded {
        seat: Seat,
        area: Spot,
        citadel: bool,
    },
    Turn {
        seat: Seat,
    },
    /// A tile became a unit (or the Cutiecorn came).
    Built {
        seat: Seat,
        troops: Troops,
        area: Spot,
    },
    /// A tile of the hand was discarded or spent.
    Spent {
        seat: Seat,
        troops: Troops,
        pips: bool,
    },
    Captured {
        seat: Seat,
        owner: Seat,
        area: Spot,
    },
    Constructed {
        seat: Seat,
        area: Spot,
    },
    /// A stack is chosen to move from.
    Picking {
        seat: Seat,
        area: Spot,
    },
    /// A unit of it is picked.
    Picked {
        seat: Seat,
        troops: Troops,
    },
    /// A step was ended or passed over.
    Ended {
        seat: Seat,
        step: Phase,
    },
    Moved {
        seat: Seat,
        troops: Troops,
        from: Spot,
        to: Spot,
        cost: u8,
    },
    /// What a move in several parts costs, for those who were not told of its steps.
    MoveCost {
        seat: Seat,
        pips: u8,
        /// Everybody is back where they were.
        back: bool,
    },
    /// The observer's own new tiles.
    Drew {
        seat: Seat,
        troops: Troops,
    },
    /// Somebody else's.
    DrewTiles {
        seat: Seat,
        count: u8,
    },
    Regrouped {
        seat: Seat,
        points: u8,
        time: u8,
    },
    /// The discard pile went back into the bag without a regroup that counts.
    Refilled {
        seat: Seat,
    },
    Attacked {
        seat: Seat,
        foe: Seat,
        area: Spot,
    },
    Withdrew {
        seat: Seat,
        from: Spot,
        to: Spot,
    },
    Stood {
        seat: Seat,
    },
    /// The observer's own battle tiles.
    BattleTiles {
        seat: Seat,
        tiles: [u8; 4],
    },
    /// Somebody else's.
    BattleTilesDrawn {
        seat: Seat,
        count: u8,
    },
    Swapped {
        seat: Seat,
    },
    Kept {
        seat: Seat,
    },
    /// The tiles that count, and what they add up to with the units' strengths.
    Shown {
        seat: Seat,
        tiles: [u8; 3],
        swapped: Option<Troops>,
        total: u8,
    },
    Tied {
        area: Spot,
        shield: bool,
    },
    Won {
        seat: Seat,
        foe: Seat,
        points: u8,
    },
    Fell {
        seat: Seat,
        troops: Troops,
        area: Spot,
    },
    CitadelFell {
        seat: Seat,
        to: Seat,
    },
    Retreated {
        seat: Seat,
        from: Spot,
        to: Spot,
    },
    DragonsLeft {
        seat: Seat,
        count: u8,
    },
    Rose {
        seat: Seat,
        count: u8,
        area: Spot,
    },
    Thirst {
        seat: Seat,
        troops: Troops,
        area: Spot,
    },
    CutiecornTo {
        seat: Seat,
    },
    Eliminated {
        seat: Seat,
    },
    Ending {
        seat: Seat,
        stalled: bool,
    },
    Over,
}

impl table::Event for Event {
    fn reveals(&self) -> bool {
        match self {
            Event::Built { troops, .. } => troops.units.of(Unit::Cutiecorn) == 0,
            Event::Spent { .. } | Event::Drew { .. } | Event::BattleTiles { .. } | Event::Shown { .. } => {
                true
            }
            _ => false,
        }
    }
}
