//! Battle (section 8), rising Undead (rule 3.4), the Cutiecorn's loyalty (rules 12.3, 12.4).

use table::{Audience, Chance, Sink};

use super::{Play, retreat, seat_of};
use crate::action::Action;
use crate::event::Event;
use crate::map::{Areas, bit};
use crate::odds::{self, BATTLE_TILES};
use crate::pieces::{CITADEL_SLOT, Faction, Force, Unit};
use crate::state::{ASIDE, BESIDE, Battle, DISCARD, HAND, Phase, Side, State, Swap, TAKEN};

/// Points for the Cutiecorn's new master (rule 12.3).
const CUTIECORN_POINTS: u8 = 3;

/// Every battle the seat could fight as attacker (rule 8.1).
pub(crate) fn legal_attacks(s: &State, seat: u8, actions: &mut Vec<Action>) {
    for area in Areas(s.contested(seat)) {
        for foe in (0..s.table.players).filter(|&foe| foe != seat) {
            if s.realm(foe).units & bit(area) != 0 {
                actions.push(Action::Attack(area, foe));
            }
        }
    }
}

/// The only battle there is for a seat, if there is just one.
pub(crate) fn only_battle(s: &State, seat: u8) -> Option<(u8, u8)> {
    let contested = s.contested(seat);
    if contested.count_ones() != 1 {
        return None;
    }
    let area = contested.trailing_zeros() as u8;
    let mut foes = (0..s.table.players).filter(|&foe| foe != seat && s.realm(foe).units & bit(area) != 0);
    let foe = foes.next()?;
    foes.next().is_none().then_some((area, foe))
}

/// Kinds the loser may give up: anything but the Cutiecorn (rules 8.8, 12.3).
fn expendable(s: &State) -> Force {
    let battle = &s.battle;
    let mut force = s.force(battle.sides[battle.loser as usize].seat, battle.area);
    force.0[Unit::Cutiecorn.index()] = 0;
    force
}

pub(crate) fn legal_casualty(s: &State, actions: &mut Vec<Action>) {
    actions.extend(expendable(s).iter().map(|(unit, _)| Action::Lose(unit)));
}

/// How many Undead may rise now (rule 3.4).
pub(crate) fn risable(s: &State) -> u8 {
    let battle = &s.battle;
    let winner = battle.sides[1 - battle.loser as usize].seat;
    if s.faction(winner) != Faction::Necromancers || !s.has(winner, Unit::Special, battle.area) {
        return 0;
    }
    let pool = s.realm(winner).place[s.faction(winner).slots(Unit::Undead)]
        .iter()
        .filter(|&&at| at == BESIDE)
        .count();
    battle.fallen.min(pool as u8)
}

/// The pips of the tile that a seat has swapped in.
pub(crate) fn swapped_tile(s: &State, seat: u8) -> Option<Unit> {
    Unit::tiles().find(|&unit| s.has(seat, unit, ASIDE))
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    pub(super) fn attack(&mut self, area: u8, foe: u8) {
        let seat = self.s.active;
        let mut battle = Battle { area, ..Battle::NONE };
        for (side, who) in battle.sides.iter_mut().zip([seat, foe]) {
            *side = Side { seat: who, units: self.s.force(who, area).size(), ..Side::default() };
        }
        self.s.battle = battle;
        let spot = self.spot(area);
        self.tell(Event::Attacked { seat: seat_of(seat), foe: seat_of(foe), area: spot });
        if retreat::withdrawals(self.s) != 0 {
            self.s.phase = Phase::Withdraw;
        } else {
            self.draw_battle_tiles();
        }
    }

    /// Rule 8.3.
    pub(super) fn draw_battle_tiles(&mut self) {
        let area = self.s.battle.area;
        let seats = self.s.battle.sides.map(|side| side.seat);
        let forces = seats.map(|seat| self.s.force(seat, area));
        for i in 0..2 {
            let count = odds::tiles_drawn(self.s.faction(seats[i]), &forces[i], &forces[1 - i]);
            let mut tiles = std::mem::take(&mut self.s.fate[i]);
            if tiles == [0; 4] {
                let mut bag = BATTLE_TILES;
                for k in 0..usize::from(count) {
                    let pick = k + self.chance.index(8 - k);
                    bag.swap(k, pick);
                    tiles[k] = bag[k];
                }
            }
            tiles.sort_unstable_by(|a, b| b.cmp(a));
            let side = &mut self.s.battle.sides[i];
            *side = Side { drawn: count, tiles, seat: side.seat, units: side.units, ..Side::default() };
            let seat = seat_of(seats[i]);
            self.sink.tell(Audience::only(seat), Event::BattleTiles { seat, tiles });
            self.sink.tell(Audience::all_but(seat), Event::BattleTilesDrawn { seat, count });
        }
        self.next_swap();
    }

    /// Does this battle have Corsairs in it (rule 3.10)? Which side are they?
    fn corsairs(&self) -> Option<usize> {
        self.s.battle.sides.iter().position(|side| self.s.faction(side.seat) == Faction::Corsairs)
    }

    /// Attacker, then defender; the Corsairs last, after the other side has shown (rules 8.4, 3.10).
    fn next_swap(&mut self) {
        let last = self.corsairs().unwrap_or(1);
        for side in [1 - last, last] {
            if side == last && self.corsairs().is_some() && !self.s.battle.sides[1 - last].shown {
                self.show(1 - last);
            }
            if self.s.battle.sides[side].swap == Swap::Open {
                let seat = self.s.battle.sides[side].seat;
                if self.s.hand_len(seat) == 0 {
                    self.s.battle.sides[side].swap = Swap::Kept;
                } else {
                    self.s.battle.turn = side as u8;
                    self.s.phase = Phase::Swap;
                    return;
                }
            }
        }
        self.resolve();
    }

    pub(super) fn swap(&mut self, action: Action) {
        let side = self.s.battle.turn as usize;
        let index = self.s.battle.sides[side].seat;
        let seat = seat_of(index);
        if let Action::Swap(unit) = action {
            self.s.shift(index, unit, HAND, ASIDE);
            self.s.realms[index as usize].idle = 0;
            self.s.battle.sides[side].swap = Swap::Swapped;
            self.tell(Event::Swapped { seat });
        } else {
            self.s.battle.sides[side].swap = Swap::Kept;
            self.tell(Event::Kept { seat });
        }
        self.next_swap();
    }

    /// A side turns up the tiles that count (rule 8.5).
    fn show(&mut self, side: usize) {
        let battle = self.s.battle;
        let seat = battle.sides[side].seat;
        let faction = self.s.faction(seat);
        let swapped = swapped_tile(self.s, seat);
        let tiles = odds::counting(battle.sides[side].tiles, swapped.map(|unit| faction.tile(unit).pips));
        let force = self.s.force(seat, battle.area);
        let enemy = self.s.force(battle.sides[1 - side].seat, battle.area);
        let ground = self.s.map().terrain(battle.area);
        let total = tiles.iter().sum::<u8>() + odds::strength(faction, &force, &enemy, ground, side == 0);
        let now = &mut self.s.battle.sides[side];
        now.tiles = [tiles[0], tiles[1], tiles[2], 0];
        (now.shown, now.total) = (true, total);
        let swapped = swapped.map(|unit| self.troops(seat, Force::NONE.with(unit)));
        self.tell(Event::Shown { seat: seat_of(seat), tiles, swapped, total });
    }

    /// Rules 8.5 to 8.7.
    fn resolve(&mut self) {
        for side in 0..2 {
            if !self.s.battle.sides[side].shown {
                self.show(side);
            }
        }
        self.clear_swaps();
        let battle = self.s.battle;
        let [attacker, defender] = battle.sides;
        if attacker.total == defender.total {
            let shield = self.s.has(defender.seat, Unit::Shield, battle.area);
            let area = self.spot(battle.area);
            self.tell(Event::Tied { area, shield });
            if !shield {
                self.s.battle.ties = battle.ties.saturating_add(1);
                return self.draw_battle_tiles();
            }
        }
        let loser = usize::from(attacker.total > defender.total);
        self.s.battle.loser = loser as u8;
        let (winner, beaten) = (battle.sides[1 - loser], battle.sides[loser]);
        let cutie = self.s.has(beaten.seat, Unit::Cutiecorn, battle.area);
        let mut points = beaten.units;
        points += u8::from(self.s.faction(winner.seat) == Faction::Corsairs);
        points += if cutie { CUTIECORN_POINTS } else { 0 };
        let total = &mut self.s.realms[winner.seat as usize].points;
        *total = total.saturating_add(points.into());
        self.tell(Event::Won { seat: seat_of(winner.seat), foe: seat_of(beaten.seat), points });
        if cutie {
            self.hand_over(winner.seat);
        }
        self.casualties();
    }

    /// Swapped tiles go to the discard pile (rules 8.6, 8.15).
    fn clear_swaps(&mut self) {
        for seat in self.s.battle.sides.map(|side| side.seat) {
            if let Some(unit) = swapped_tile(self.s, seat) {
                self.s.shift(seat, unit, ASIDE, DISCARD);
            }
        }
    }

    /// Rules 8.8, 8.9.
    fn casualties(&mut self) {
        let battle = self.s.battle;
        let seat = battle.sides[battle.loser as usize].seat;
        let winner = battle.sides[1 - battle.loser as usize].seat;
        let force = expendable(self.s);
        if force.is_fortified() {
            let castles = force.of(Unit::Castle);
            if castles > 0 {
                let mut lost = Force::NONE;
                lost.0[Unit::Castle.index()] = castles;
                self.remove(seat, &lost, battle.area);
            }
            if force.of(Unit::Citadel) > 0 {
                self.s.shift(seat, Unit::Citadel, battle.area, TAKEN + winner);
                debug_assert_eq!(self.s.realm(seat).place[CITADEL_SLOT], TAKEN + winner);
                self.tell(Event::CitadelFell { seat: seat_of(seat), to: seat_of(winner) });
            }
            self.s.battle.fallen = castles + force.of(Unit::Citadel);
            return self.send_off();
        }
        let mut kinds = force.iter();
        match (kinds.next(), kinds.next()) {
            (None, _) => self.send_off(),
            (Some((unit, _)), None) => self.give_up(Action::Lose(unit)),
            _ => self.s.phase = Phase::Casualty,
        }
    }

    pub(super) fn give_up(&mut self, action: Action) {
        let Action::Lose(unit) = action else { return };
        let battle = self.s.battle;
        self.remove(battle.sides[battle.loser as usize].seat, &Force::NONE.with(unit), battle.area);
        self.s.battle.fallen = 1;
        self.send_off();
    }

    /// Dragons leave after a won attack (rule 3.1); the fallen may rise (rule 3.4).
    pub(super) fn after_retreat(&mut self) {
        let battle = self.s.battle;
        let attacker = battle.sides[0].seat;
        if battle.loser == 1 && self.s.faction(attacker).has_dragons() {
            let count = self.s.force(attacker, battle.area).of(Unit::Special);
            if count > 0 {
                (0..count).for_each(|_| self.s.shift(attacker, Unit::Special, battle.area, DISCARD));
                self.tell(Event::DragonsLeft { seat: seat_of(attacker), count });
            }
        }
        if risable(self.s) > 0 {
            self.s.phase = Phase::Raise;
        } else {
            self.end_battle();
        }
    }

    pub(super) fn raise(&mut self, action: Action) {
        let Action::Raise(count) = action else { return };
        let battle = self.s.battle;
        let seat = battle.sides[1 - battle.loser as usize].seat;
        (0..count).for_each(|_| self.s.shift(seat, Unit::Undead, BESIDE, battle.area));
        let area = self.spot(battle.area);
        self.tell(Event::Rose { seat: seat_of(seat), count, area });
        self.end_battle();
    }

    pub(super) fn end_battle(&mut self) {
        self.s.battle = Battle::NONE;
        self.follow_cutiecorn();
        if self.s.last_round > 0 { self.last_battles() } else { self.main() }
    }

    fn hand_over(&mut self, to: u8) {
        let (from, area) = (self.s.cutie.owner, self.s.cutie.place);
        self.s.cutie.owner = to;
        self.s.recount(from, area);
        self.s.recount(to, area);
        self.tell(Event::CutiecornTo { seat: seat_of(to) });
    }

    /// Alone among the units of others the Cutiecorn changes sides (rule 12.4).
    pub(super) fn follow_cutiecorn(&mut self) {
        let area = self.s.cutie.place;
        if area >= HAND {
            return;
        }
        let owner = self.s.cutie.owner;
        if self.s.realm(owner).place.contains(&area) {
            return;
        }
        // The active player's units call first, then the others' clockwise.
        let mut seat = self.s.active;
        for _ in 0..self.s.table.players {
            if seat != owner && self.s.realm(seat).units & bit(area) != 0 {
                self.hand_over(seat);
                return;
            }
            seat = self.s.left_of(seat);
        }
    }
}
