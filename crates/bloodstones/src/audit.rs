//! What the laws need to know: hidden facts, and every piece of the box.

use table::{Audit, Fact};

use crate::Bloodstones;
use crate::pieces::{Faction, Place, Unit, VILLAGES};
use crate::sight::Observation;
use crate::state::State;

impl Audit for Bloodstones {
    /// Hands, battle tiles and swapped tiles that the observer knows.
    fn facts(o: &Observation) -> Vec<Fact> {
        let mut facts = Vec::new();
        let list =
            |tiles: &[Unit]| tiles.iter().map(|unit| format!("{unit:?}")).collect::<Vec<_>>().join(" ");
        for (index, view) in o.realms.iter().enumerate() {
            if let Some(hand) = &view.hand {
                facts.push((format!("hand of {}", index + 1), list(hand)));
            }
        }
        for side in o.battle.iter().flat_map(|battle| &battle.sides) {
            if side.shown {
                continue;
            }
            let number = side.seat.number();
            if let Some(tiles) = side.tiles.filter(|tiles| tiles[0] > 0) {
                facts.push((format!("battle tiles of {number}"), format!("{tiles:?}")));
            }
            if let Some(unit) = o.realms.get(side.seat.index()).and_then(|view| view.swapped) {
                facts.push((format!("swapped tile of {number}"), format!("{unit:?}")));
            }
        }
        facts
    }

    /// A piece that lies in none of the places it can be in is missing.
    fn pieces(state: &State) -> Vec<u16> {
        let mut pieces = Vec::with_capacity(400);
        let on_map = |at: Place| at.area().is_some_and(|area| area.index() < state.map().len());
        for faction in Faction::ALL {
            let base = 100 * faction.index() as u16;
            let seat = state.player_of(faction);
            for (slot, &unit) in faction.kinds().iter().enumerate() {
                let exists = match unit {
                    Unit::Citadel => faction.settles(),
                    Unit::Undead => faction.undead() > 0,
                    _ => true,
                };
                let here = seat.is_none_or(|seat| {
                    let at = state.realm(seat).place[slot];
                    on_map(at)
                        || match unit {
                            Unit::Undead => at == Place::BESIDE,
                            Unit::Citadel => {
                                at == Place::BESIDE
                                    || at.captor().is_some_and(|seat| seat.index() < state.players())
                            }
                            _ => [Place::HAND, Place::BAG, Place::DISCARD, Place::ASIDE].contains(&at),
                        }
                });
                if exists && here {
                    pieces.push(base + slot as u16);
                }
            }
            if faction.settles() {
                let all = seat.map_or(VILLAGES, |seat| {
                    let lost: u8 = state.realms.iter().map(|realm| realm.captured[seat.index()]).sum();
                    state.villages_left(seat) + state.villages_of(seat) + lost
                });
                pieces.extend((0..all).map(|_| base + 99));
            }
        }
        let at = state.cutie.place;
        if state.table.cutiecorn && (on_map(at) || [Place::BESIDE, Place::GONE].contains(&at)) {
            pieces.push(1000);
        }
        pieces
    }
}
