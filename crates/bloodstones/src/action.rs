//! One decision.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::{Code, Seat};

use crate::map::Area;
use crate::pieces::{Faction, TILE_KINDS, Unit};
use crate::state::MAX_PLAYERS;

/// One decision. Variants are in the order of their codes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Play this faction (rule 4.2).
    Choose(Faction),
    /// Go on: end main actions, capture or construct nothing, stand and fight, keep the battle tiles, …
    Done,
    /// Place the citadel, or the Chaos Horde (rules 4.3, 4.7).
    Found(Area),
    /// Build a unit in an area (rule 6.1).
    Build(Buildable, Area),
    /// Capture a village (rule 5.2).
    Capture(Area),
    /// Construct a village (rule 9.1).
    Construct(Area),
    /// Choose the stack of an area to move from, or an Undead of it (rules 5.5, 7.1).
    March(Area),
    /// Pick a unit of the stack.
    Take(Unit),
    /// Move what is picked, or the whole stack, to an area (rules 7.1, 7.4).
    Go(Area),
    /// Spend or discard a tile (rules 5.2, 6.1, 7.1, 9.1).
    Spend(#[code(count = TILE_KINDS)] Unit),
    /// Attack in an area (rule 8.1).
    Attack {
        /// Who defends.
        #[code(count = MAX_PLAYERS)]
        foe: Seat,
        /// Where.
        area: Area,
    },
    /// Withdraw to an area (rule 8.2).
    Withdraw(Area),
    /// Swap a tile into the battle (rule 8.4).
    Swap(#[code(count = TILE_KINDS)] Unit),
    /// Give up a unit (rule 8.8).
    Lose(Unit),
    /// Retreat to an area (rule 8.10).
    Retreat(Area),
    /// Raise this many Undead (rule 3.4).
    Raise(#[code(count = 5)] u8),
}

/// A unit to build: one of the ten on tiles, or the Cutiecorn, which has the code that the blank has among tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Buildable(pub Unit);

impl Code for Buildable {
    const CODES: u32 = TILE_KINDS as u32;

    #[inline]
    fn code(self) -> u32 {
        if self.0 == Unit::Cutiecorn { Unit::Blank.code() } else { self.0.code() }
    }

    #[inline]
    fn from_code(code: u32) -> Option<Buildable> {
        let unit = Unit::from_code(code).filter(|_| code < Self::CODES)?;
        Some(Buildable(if unit == Unit::Blank { Unit::Cutiecorn } else { unit }))
    }
}

impl Action {
    /// The area that it names.
    pub(crate) fn area(self) -> Option<Area> {
        match self {
            Action::Found(area)
            | Action::Build(_, area)
            | Action::Capture(area)
            | Action::Construct(area)
            | Action::March(area)
            | Action::Go(area)
            | Action::Attack { area, .. }
            | Action::Withdraw(area)
            | Action::Retreat(area) => Some(area),
            _ => None,
        }
    }

    /// As rules version 1 wrote an attack: `[area, foe]`, the foe's seat counted from 0.
    pub(crate) fn to_version_1(self) -> Option<Value> {
        match self {
            Action::Attack { foe, area } => Some(json!({ "attack": [area, foe.index()] })),
            _ => None,
        }
    }

    /// Reads an attack of rules version 1.
    pub(crate) fn from_version_1(json: &Value) -> Option<Action> {
        let (area, foe) = serde_json::from_value(json.get("attack")?.clone()).ok()?;
        Some(Action::Attack { foe: Seat::from_code(foe)?, area })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_stay_what_they_were() {
        for code in 0..Action::CODES {
            let action = Action::from_code(code).unwrap();
            assert_eq!(action.code(), code, "{action:?}");
        }
        assert_eq!(Action::from_code(Action::CODES), None);
        let area = Area::new(3);
        let pinned = [
            (Action::Choose(Faction::Corsairs), 5),
            (Action::Done, 6),
            (Action::Found(area), 10),
            (Action::Build(Buildable(Unit::Swords), area), 266),
            (Action::Build(Buildable(Unit::Cutiecorn), area), 1418),
            (Action::Capture(area), 1546),
            (Action::Take(Unit::Cutiecorn), 1940),
            (Action::Spend(Unit::Blank), 2079),
            (Action::Attack { foe: Seat::new(2), area }, 2339),
            (Action::Swap(Unit::Skirmishers), 2976),
            (Action::Raise(4), Action::CODES - 1),
        ];
        for (action, code) in pinned {
            assert_eq!(action.code(), code, "{action:?}");
        }
        assert_eq!(Action::CODES, 3134);
    }

    #[test]
    fn an_attack_names_the_seat_by_its_number() {
        let attack = Action::Attack { foe: Seat::new(1), area: Area::new(16) };
        assert_eq!(serde_json::to_value(attack).unwrap(), json!({ "attack": { "foe": 2, "area": 16 } }));
        let old = json!({ "attack": [16, 1] });
        assert_eq!(attack.to_version_1(), Some(old.clone()));
        assert_eq!(Action::from_version_1(&old), Some(attack));
        assert!(serde_json::from_value::<Action>(old).is_err(), "an old client is refused, not misread");
    }
}
