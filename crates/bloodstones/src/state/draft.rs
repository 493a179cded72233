//! What the active player has begun and not paid for: nobody else sees it, so it can be taken back.

use std::hash::{Hash, Hasher};

use table::Seat;

use super::{Cutiecorn, Phase, State, Turn};
use crate::map::{Area, bit};
use crate::pieces::{Place, SLOTS};

/// A move, captures or villages that are not paid for: how the others still see the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The decision that the others see; none if nothing is hidden from them.
    pub phase: Option<Phase>,
    /// Where the active player's pieces were.
    pub place: [Place; SLOTS],
    /// Where the Cutiecorn was.
    pub cutie: Cutiecorn,
    /// The villages captured from somebody, or constructed by the active player: one tile pays for them, so there are at most five.
    pub villages: [Option<(Area, Seat)>; 5],
}

/// Follows from the actions. Not hashed, so that records made before there were drafts still verify.
impl Hash for Draft {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Draft {
    /// Nothing is hidden.
    pub const NONE: Draft = Draft {
        phase: None,
        place: [Place::BESIDE; SLOTS],
        cutie: Cutiecorn { owner: Seat::new(0), place: Place::BESIDE },
        villages: [None; 5],
    };

    /// Has the active player begun something?
    #[inline]
    pub fn is_open(&self) -> bool {
        self.phase.is_some()
    }
}

impl State {
    /// From here on the others see nothing until a tile is spent.
    #[inline]
    pub fn open_draft(&mut self) {
        if !self.draft.is_open() {
            let (phase, place) = (Some(self.phase), self.realm(self.active).place);
            self.draft = Draft { phase, place, cutie: self.cutie, villages: [None; 5] };
        }
    }

    /// Notes a village that the draft captures from its owner, or constructs.
    pub fn draft_village(&mut self, area: Area, owner: Seat) {
        if let Some(slot) = self.draft.villages.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some((area, owner));
        }
    }

    /// The table without what the active player has begun.
    pub fn without_draft(&self) -> State {
        let mut s = self.clone();
        let Draft { phase: Some(phase), place, cutie, villages } =
            std::mem::replace(&mut s.draft, Draft::NONE)
        else {
            return s;
        };
        s.phase = phase;
        s.turn = Turn { raided: s.turn.raided, ..Turn::FRESH };
        for (area, owner) in villages.into_iter().flatten() {
            let count = &mut s.villages[area.index()];
            if owner == s.active {
                *count -= 1;
            } else {
                *count += 1;
                s.realms[s.active.index()].captured[owner.index()] -= 1;
            }
            let homes = &mut s.realms[owner.index()].homes;
            if *count > 0 { *homes |= bit(area) } else { *homes &= !bit(area) }
        }
        let realm = &mut s.realms[s.active.index()];
        realm.place = place;
        realm.units = place.iter().filter_map(|at| at.area()).fold(0, |all, area| all | bit(area));
        let trotted = std::mem::replace(&mut s.cutie, cutie);
        for area in [trotted.place, cutie.place].into_iter().filter_map(Place::area) {
            s.seats().for_each(|seat| s.recount(seat, area));
        }
        s
    }
}
