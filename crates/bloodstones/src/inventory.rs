//! Counting the box: every physical piece, wherever it is.

use crate::pieces::{Faction, Unit, VILLAGES};
use crate::state::{ASIDE, BAG, BESIDE, DISCARD, GONE, HAND, State, TAKEN};

impl State {
    /// Every physical piece by a number of its own, place by place: what lies in none of the places a piece can be in is missing.
    pub(crate) fn pieces(&self) -> Vec<u16> {
        let mut pieces = Vec::with_capacity(400);
        let areas = self.map().len() as u8;
        for faction in Faction::ALL {
            let base = 100 * faction.index() as u16;
            let seat = self.player_of(faction);
            for (slot, &kind) in faction.kinds().iter().enumerate() {
                let unit = Unit::ALL[kind as usize];
                let exists = match unit {
                    Unit::Citadel => faction.settles(),
                    Unit::Undead => faction.undead() > 0,
                    _ => true,
                };
                let here = seat.is_none_or(|seat| {
                    let at = self.realm(seat).place[slot];
                    at < areas
                        || match unit {
                            Unit::Undead => at == BESIDE,
                            Unit::Citadel => {
                                at == BESIDE || (TAKEN..TAKEN + self.table.players).contains(&at)
                            }
                            _ => [HAND, BAG, DISCARD, ASIDE].contains(&at),
                        }
                });
                if exists && here {
                    pieces.push(base + slot as u16);
                }
            }
            if faction.settles() {
                let all = seat.map_or(VILLAGES, |seat| {
                    let lost: u8 = self.realms.iter().map(|realm| realm.captured[seat as usize]).sum();
                    self.villages_left(seat) + self.villages_of(seat) + lost
                });
                pieces.extend((0..all).map(|_| base + 99));
            }
        }
        if self.table.cutiecorn && (self.cutie.place < areas || [BESIDE, GONE].contains(&self.cutie.place)) {
            pieces.push(1000);
        }
        pieces
    }
}
