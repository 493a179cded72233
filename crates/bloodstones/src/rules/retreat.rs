//! Withdrawing and retreating (rules 8.2, 8.10 to 8.14, 3.11, 3.12).

use table::{Chance, Seat, Sink};

use super::{Play, march};
use crate::action::Action;
use crate::event::Event;
use crate::map::{Area, AreaSet, bit, only};
use crate::pieces::{Faction, Force, Place, Unit};
use crate::state::{Phase, State};

/// Where a force could go from an area: next to it, and by sea (rules 8.11 to 8.14).
fn havens(s: &State, seat: Seat, from: Area, force: &Force) -> (AreaSet, AreaSet) {
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
    let (area, [attacker, defender]) = (battle.area, battle.seats());
    let (ours, theirs) = (s.force(attacker, area), s.force(defender, area));
    let dragons = |seat: Seat, force: &Force| s.faction(seat).has_dragons() && force.of(Unit::Special) > 0;
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
    let seat = battle.loser();
    let force = s.force(seat, battle.area);
    let (beside, by_sea) = havens(s, seat, battle.area, &force);
    beside | by_sea
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Takes a force away from the battle area. Units that cannot follow are lost; returns how many.
    fn flee(&mut self, seat: Seat, from: Area, to: Area) -> u8 {
        let force = self.state.force(seat, from);
        let mut lost = Force::NONE;
        for (unit, count) in force.iter() {
            let follows = march::enterable(self.state, seat, unit) & bit(to) != 0;
            if follows {
                (0..count).for_each(|_| self.state.shift(seat, unit, from, to));
            } else if unit != Unit::Cutiecorn {
                lost.0[unit.index()] = count;
            }
        }
        self.state.realm_mut(seat).fled |= bit(from);
        if !lost.is_empty() {
            self.remove(seat, &lost, from);
        }
        lost.size()
    }

    /// Units leave the map (rule 8.9). A citadel is dealt with by the battle.
    pub(super) fn remove(&mut self, seat: Seat, lost: &Force, area: Area) {
        for (unit, count) in lost.iter() {
            let to = match unit {
                Unit::Undead => Place::BESIDE,
                Unit::Cutiecorn => Place::GONE,
                _ => Place::DISCARD,
            };
            (0..count).for_each(|_| self.state.shift(seat, unit, area, to));
        }
        let (troops, area) = (self.troops(seat, *lost), self.spot(area));
        self.tell(Event::Fell { seat, troops, area });
    }

    /// Rule 8.2.
    pub(super) fn withdraw(&mut self, action: Action) {
        let seat = self.state.battle.sides[1].seat;
        let Action::Withdraw(to) = action else {
            self.tell(Event::Stood { seat });
            return self.draw_battle_tiles();
        };
        let from = self.state.battle.area;
        let event = Event::Withdrew { seat, from: self.spot(from), to: self.spot(to) };
        self.tell(event);
        self.flee(seat, from, to);
        self.end_battle();
    }

    /// After the casualty: the rest goes, or is lost (rules 8.10, 8.13).
    pub(super) fn send_off(&mut self) {
        let battle = self.state.battle;
        let seat = battle.loser();
        let rest = self.state.force(seat, battle.area);
        if rest.is_empty() {
            return self.after_retreat();
        }
        let havens = retreats(self.state);
        match havens {
            0 => {
                self.remove(seat, &rest, battle.area);
                self.state.battle.fallen += rest.size();
                self.after_retreat();
            }
            _ => match only(havens) {
                Some(to) => self.retreat(Action::Retreat(to)),
                None => self.state.phase = Phase::Retreat,
            },
        }
    }

    pub(super) fn retreat(&mut self, action: Action) {
        let Action::Retreat(to) = action else { return };
        let battle = self.state.battle;
        let seat = battle.loser();
        let event = Event::Retreated { seat, from: self.spot(battle.area), to: self.spot(to) };
        self.tell(event);
        let lost = self.flee(seat, battle.area, to);
        self.state.battle.fallen += lost;
        self.after_retreat();
    }
}
