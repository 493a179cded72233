//! One decision.

use serde::{Deserialize, Serialize};

use crate::pieces::{Faction, TILE_KINDS, UNIT_KINDS, Unit};

/// One decision. Areas are numbers of the map's list, seats too count from 0 in `foe` (see [`Action::Attack`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Play this faction (rule 4.2).
    Choose(Faction),
    /// Go on: end main actions, capture or construct nothing, stand and fight, keep the battle tiles, …
    Done,
    /// Place the citadel, or the Chaos Horde (rules 4.3, 4.7).
    Found(u8),
    /// Build a unit in an area (rule 6.1).
    Build(Unit, u8),
    /// Capture a village (rule 5.2).
    Capture(u8),
    /// Construct a village (rule 9.1).
    Construct(u8),
    /// Choose the stack of an area to move from, or an Undead of it (rules 5.5, 7.1).
    March(u8),
    /// Pick a unit of the stack.
    Take(Unit),
    /// Move what is picked, or the whole stack, to an area (rules 7.1, 7.4).
    Go(u8),
    /// Spend or discard a tile (rules 5.2, 6.1, 7.1, 9.1).
    Spend(Unit),
    /// Attack in an area; the seat of index `.1` defends (rule 8.1).
    Attack(u8, u8),
    /// Withdraw to an area (rule 8.2).
    Withdraw(u8),
    /// Swap a tile into the battle (rule 8.4).
    Swap(Unit),
    /// Give up a unit (rule 8.8).
    Lose(Unit),
    /// Retreat to an area (rule 8.10).
    Retreat(u8),
    /// Raise this many Undead (rule 3.4).
    Raise(u8),
}

const AREAS: u32 = 128;
const TILES: u32 = TILE_KINDS as u32;
const UNITS: u32 = UNIT_KINDS as u32;
const DONE: u32 = 6;
const FOUND: u32 = DONE + 1;
const BUILD: u32 = FOUND + AREAS;
const CAPTURE: u32 = BUILD + TILES * AREAS;
const CONSTRUCT: u32 = CAPTURE + AREAS;
const MARCH: u32 = CONSTRUCT + AREAS;
const TAKE: u32 = MARCH + AREAS;
const GO: u32 = TAKE + UNITS;
const SPEND: u32 = GO + AREAS;
const ATTACK: u32 = SPEND + TILES;
const WITHDRAW: u32 = ATTACK + 6 * AREAS;
const SWAP: u32 = WITHDRAW + AREAS;
const LOSE: u32 = SWAP + TILES;
const RETREAT: u32 = LOSE + UNITS;
const RAISE: u32 = RETREAT + AREAS;
const END: u32 = RAISE + 5;

/// Buildable kinds in a row: the ten units on tiles, then the Cutiecorn.
const fn built(unit: Unit) -> u32 {
    if matches!(unit, Unit::Cutiecorn) { 10 } else { unit as u32 }
}

impl table::Code for Action {
    const CODES: u32 = END;

    fn code(self) -> u32 {
        match self {
            Action::Choose(faction) => faction as u32,
            Action::Done => DONE,
            Action::Found(area) => FOUND + u32::from(area),
            Action::Build(unit, area) => BUILD + built(unit) * AREAS + u32::from(area),
            Action::Capture(area) => CAPTURE + u32::from(area),
            Action::Construct(area) => CONSTRUCT + u32::from(area),
            Action::March(area) => MARCH + u32::from(area),
            Action::Take(unit) => TAKE + unit as u32,
            Action::Go(area) => GO + u32::from(area),
            Action::Spend(unit) => SPEND + unit as u32,
            Action::Attack(area, foe) => ATTACK + u32::from(foe) * AREAS + u32::from(area),
            Action::Withdraw(area) => WITHDRAW + u32::from(area),
            Action::Swap(unit) => SWAP + unit as u32,
            Action::Lose(unit) => LOSE + unit as u32,
            Action::Retreat(area) => RETREAT + u32::from(area),
            Action::Raise(count) => RAISE + u32::from(count),
        }
    }

    fn from_code(code: u32) -> Option<Action> {
        let unit = |n: u32| Unit::ALL[n as usize];
        Some(match code {
            0..DONE => Action::Choose(Faction::ALL[code as usize]),
            DONE => Action::Done,
            FOUND..BUILD => Action::Found((code - FOUND) as u8),
            BUILD..CAPTURE => {
                let (kind, area) = ((code - BUILD) / AREAS, (code - BUILD) % AREAS);
                Action::Build(if kind == 10 { Unit::Cutiecorn } else { unit(kind) }, area as u8)
            }
            CAPTURE..CONSTRUCT => Action::Capture((code - CAPTURE) as u8),
            CONSTRUCT..MARCH => Action::Construct((code - CONSTRUCT) as u8),
            MARCH..TAKE => Action::March((code - MARCH) as u8),
            TAKE..GO => Action::Take(unit(code - TAKE)),
            GO..SPEND => Action::Go((code - GO) as u8),
            SPEND..ATTACK => Action::Spend(unit(code - SPEND)),
            ATTACK..WITHDRAW => {
                Action::Attack(((code - ATTACK) % AREAS) as u8, ((code - ATTACK) / AREAS) as u8)
            }
            WITHDRAW..SWAP => Action::Withdraw((code - WITHDRAW) as u8),
            SWAP..LOSE => Action::Swap(unit(code - SWAP)),
            LOSE..RETREAT => Action::Lose(unit(code - LOSE)),
            RETREAT..RAISE => Action::Retreat((code - RETREAT) as u8),
            RAISE..END => Action::Raise((code - RAISE) as u8),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Code as _;

    #[test]
    fn codes_go_there_and_back() {
        for code in 0..Action::CODES {
            let action = Action::from_code(code).unwrap();
            assert_eq!(action.code(), code, "{action:?}");
        }
        assert_eq!(Action::from_code(Action::CODES), None);
    }
}
