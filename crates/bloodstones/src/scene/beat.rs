//! How what happened is staged.

use table::{Beat, Weight};

use super::board::unit_face;
use super::{area_id, zones::tile_face};
use crate::event::{Event, Spot, Troops};
use crate::state::Phase;

/// How an event is staged.
pub(crate) fn beat(event: &Event) -> Beat {
    let beat = Beat::new;
    match event {
        Event::Chose { seat, faction } => beat(Weight::Medium, faction.emblem()).by(*seat).opens(),
        Event::Founded { seat, area, citadel } => {
            let icon = if *citadel { "castle" } else { "flying-flag" };
            at(beat(Weight::Small, icon).by(*seat), area)
        }
        Event::Turn { seat } => beat(Weight::Small, "hourglass").by(*seat).opens(),
        Event::Built { seat, troops, area } => at(units(beat(Weight::Medium, "").by(*seat), *troops), area),
        Event::Spent { seat, troops, .. } => tiles(beat(Weight::Small, "two-coins").by(*seat), *troops),
        Event::Captured { seat, owner, area } => {
            at(beat(Weight::Large, "village").by(*seat).on(*owner), area)
        }
        Event::Constructed { seat, area } => at(beat(Weight::Medium, "village").by(*seat), area),
        Event::Picking { .. } | Event::Picked { .. } => Beat::default(),
        Event::Ended { seat, step: Phase::Return } => beat(Weight::Small, "cancel").by(*seat),
        Event::Ended { seat, .. } => beat(Weight::Aside, "").by(*seat),
        Event::Moved { seat, troops, from, to, .. } => {
            at(at(units(beat(Weight::Medium, "").by(*seat), *troops), to), from)
        }
        Event::MoveCost { seat, .. } => beat(Weight::Aside, "two-coins").by(*seat),
        Event::Drew { seat, .. } | Event::DrewTiles { seat, .. } => {
            beat(Weight::Small, "card-draw").by(*seat)
        }
        Event::Regrouped { seat, .. } => beat(Weight::Huge, "laurels").by(*seat),
        Event::Refilled { seat } => beat(Weight::Small, "swap-bag").by(*seat),
        Event::Attacked { seat, foe, area } => {
            at(beat(Weight::Large, "crossed-sabres").by(*seat).on(*foe).opens(), area)
        }
        Event::Withdrew { seat, from, to } | Event::Retreated { seat, from, to } => {
            at(at(beat(Weight::Medium, "boot-prints").by(*seat), to), from)
        }
        Event::Stood { seat } => beat(Weight::Medium, "shield").by(*seat),
        Event::BattleTiles { seat, .. } | Event::BattleTilesDrawn { seat, .. } => {
            beat(Weight::Small, "perspective-dice-six-faces-random").by(*seat)
        }
        Event::Swapped { seat } => beat(Weight::Small, "wax-seal").by(*seat),
        Event::Kept { seat } => beat(Weight::Small, "wax-seal").by(*seat),
        Event::Shown { seat, swapped, .. } => {
            let shown = beat(Weight::Large, "perspective-dice-six-faces-random").by(*seat);
            swapped.iter().fold(shown, |shown, troops| tiles(shown, *troops))
        }
        Event::Tied { area, .. } => at(beat(Weight::Medium, "scales"), area),
        Event::Won { seat, foe, .. } => beat(Weight::Large, "laurels").by(*seat).on(*foe),
        Event::Fell { seat, troops, area } | Event::Thirst { seat, troops, area } => {
            at(units(beat(Weight::Large, "").on(*seat), *troops), area)
        }
        Event::CitadelFell { seat, to } => beat(Weight::Huge, "castle").by(*to).on(*seat),
        Event::DragonsLeft { seat, .. } => beat(Weight::Medium, "dragon-head").on(*seat),
        Event::Rose { seat, area, .. } => at(beat(Weight::Medium, "death-skull").by(*seat), area),
        Event::CutiecornTo { seat } => beat(Weight::Large, "unicorn").on(*seat),
        Event::Eliminated { seat } => beat(Weight::Huge, "death-skull").on(*seat),
        Event::Ending { seat, .. } => beat(Weight::Huge, "hourglass").by(*seat),
        Event::Over => beat(Weight::Huge, "laurels").opens(),
    }
}

fn at(beat: Beat, spot: &Spot) -> Beat {
    match spot {
        Spot::On(_, area) => beat.touching(area_id(*area)),
        Spot::Named(_) => beat,
    }
}

/// One kind of unit is shown large.
fn units(beat: Beat, troops: Troops) -> Beat {
    match troops.units.iter().next() {
        Some((unit, _)) => beat.with(unit_face(troops.faction, unit)),
        None => beat,
    }
}

fn tiles(beat: Beat, troops: Troops) -> Beat {
    match troops.units.iter().next() {
        Some((unit, _)) => beat.with(tile_face(troops.faction, unit)),
        None => beat,
    }
}
