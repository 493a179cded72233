//! Withdrawing and retreating (rules 8.2, 8.10 to 8.14, 3.11, 3.12).

use table::{Chance, Sink};

use super::{Play, march, seat_of};
use crate::action::Action;
use crate::event::Event;
use crate::map::{AreaSet, bit};
use crate::pieces::{Faction, Force, Unit};
use crate::state::{DISCARD, State};

/// Where a force could go from an area: next to it, and by sea (rules 8.11 to 8.14).
fn havens(s: &State, seat: u8, from: u8, force: &Force) -> (AreaSet, AreaSet) {
    let map = s.map();
    let realm = s.realm(seat);
    let open = (s.empty() | realm.units | realm.homes) & !realm.fled & !bit(from);
    let ground = |ships: bool| {
        let walkers = force.iter().filter(|&(unit, _)| ships || unit != Unit::Ship);
        walkers.fold(0, |all, (unit, _)| all | march::enterable(s, seat, unit))
    };
    let beside = map.next_to(from) & open & ground(true);
    let lanes = s.sea_lanes(seat) & !bit(from);
    let by_sea = march::passage(s, lanes, from) & open & ground(false);
    (beside, by_sea)
}

/// Where the defender may withdraw to; nowhere if withdrawing is not allowed (rules 8.2, 3.11, 3.12).
pub(crate) fn withdrawals(s: &State) -> AreaSet {
    let battle = &s.battle;
    let (area, [attacker, defender]) = (battle.area, battle.sides.map(|side| side.seat));
    let (ours, theirs) = (s.force(attacker, area), s.force(defender, area));
    let dragons = |seat: u8, force: &Force| s.faction(seat).has_dragons() && force.of(Unit::Special) > 0;
    if theirs.is_fortified() || dragons(attacker, &ours) {
        return 0;
    }
    let (beside, by_sea) = havens(s, defender, area, &theirs);
    let horse = |force: &Force| force.of(Unit::Cavalry) + force.of(Unit::Cutiecorn);
    let land = s.map().land() & bit(area) != 0;
    let raiders = u8::from(
        land && s.faction(attacker) == Faction::Corsairs && {
            let ships = s.realm(attacker).units & s.map().sea();
            ships & s.map().next_to(area) != 0
        },
    );
    if dragons(defender, &theirs) || horse(&theirs) >= horse(&ours) + raiders {
        beside | by_sea
    } else if s.faction(defender) == Faction::Corsairs {
        by_sea
    } else {
        0
    }
}

/// Where the loser may retreat to.
pub(crate) fn retreats(s: &State) -> AreaSet {
    let battle = &s.battle;
    let seat = battle.sides[battle.loser as usize].seat;
    let force = s.force(seat, battle.area);
    let (beside, by_sea) = havens(s, seat, battle.area, &force);
    beside | by_sea
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Takes a force away from the battle area; who cannot follow is lost. Says how many were.
    fn flee(&mut self, seat: u8, from: u8, to: u8) -> u8 {
        let force = self.s.force(seat, from);
        let mut lost = Force::NONE;
        for (unit, count) in force.iter() {
            let follows = march::enterable(self.s, seat, unit) & bit(to) != 0;
            if follows {
                (0..count).for_each(|_| self.s.shift(seat, unit, from, to));
            } else if unit != Unit::Cutiecorn {
                lost.0[unit.index()] = count;
            }
        }
        self.s.realms[seat as usize].fled |= bit(from);
        if !lost.is_empty() {
            self.remove(seat, &lost, from);
        }
        lost.size()
    }

    /// Units leave the map (rule 8.9). A citadel is dealt with by the battle.
    pub(super) fn remove(&mut self, seat: u8, lost: &Force, area: u8) {
        for (unit, count) in lost.iter() {
            let to = match unit {
                Unit::Undead => crate::state::BESIDE,
                Unit::Cutiecorn => crate::state::GONE,
                _ => DISCARD,
            };
            (0..count).for_each(|_| self.s.shift(seat, unit, area, to));
        }
        let (troops, area) = (self.troops(seat, *lost), self.spot(area));
        self.tell(Event::Fell { seat: seat_of(seat), troops, area });
    }

    /// Rule 8.2.
    pub(super) fn withdraw(&mut self, action: Action) {
        let seat = self.s.battle.sides[1].seat;
        let Action::Withdraw(to) = action else {
            self.tell(Event::Stood { seat: seat_of(seat) });
            return self.draw_battle_tiles();
        };
        let from = self.s.battle.area;
        let event = Event::Withdrew { seat: seat_of(seat), from: self.spot(from), to: self.spot(to) };
        self.tell(event);
        self.flee(seat, from, to);
        self.end_battle();
    }

    /// After the casualty: the rest goes, or is lost (rules 8.10, 8.13).
    pub(super) fn send_off(&mut self) {
        let battle = self.s.battle;
        let seat = battle.sides[battle.loser as usize].seat;
        let rest = self.s.force(seat, battle.area);
        if rest.is_empty() {
            return self.after_retreat();
        }
        let havens = retreats(self.s);
        match havens.count_ones() {
            0 => {
                self.remove(seat, &rest, battle.area);
                self.s.battle.fallen += rest.size();
                self.after_retreat();
            }
            1 => self.retreat(Action::Retreat(havens.trailing_zeros() as u8)),
            _ => self.s.phase = crate::state::Phase::Retreat,
        }
    }

    pub(super) fn retreat(&mut self, action: Action) {
        let Action::Retreat(to) = action else { return };
        let battle = self.s.battle;
        let seat = battle.sides[battle.loser as usize].seat;
        let event = Event::Retreated { seat: seat_of(seat), from: self.spot(battle.area), to: self.spot(to) };
        self.tell(event);
        let lost = self.flee(seat, battle.area, to);
        self.s.battle.fallen += lost;
        self.after_retreat();
    }
}
