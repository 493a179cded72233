//! Battle (section 8), rising Undead (rule 3.4), the Cutiecorn's loyalty (rules 12.3, 12.4).

use table::{Chance, Seat, Sink};

use super::{Play, retreat};
use crate::action::Action;
use crate::event::Event;
use crate::map::{Area, Areas, bit};
use crate::odds::{self, BATTLE_TILES};
use crate::pieces::{Faction, Force, Place, Unit};
use crate::state::{Battle, Phase, Side, State, Swap};

/// Points for the Cutiecorn's new master (rule 12.3).
const CUTIECORN_POINTS: u8 = 3;

/// Every battle the seat could fight as attacker, area by area: against whom, and where (rule 8.1).
pub(crate) fn fights(s: &State, seat: Seat) -> impl Iterator<Item = (Seat, Area)> {
    Areas(s.contested(seat)).flat_map(move |area| {
        let there = move |foe: &Seat| *foe != seat && s.realm(*foe).units & bit(area) != 0;
        s.seats().filter(there).map(move |foe| (foe, area))
    })
}

pub(crate) fn legal_attacks(s: &State, seat: Seat, actions: &mut Vec<Action>) {
    actions.extend(fights(s, seat).map(|(foe, area)| Action::Attack { foe, area }));
}

/// The only battle there is for a seat, if there is just one.
pub(crate) fn only_battle(s: &State, seat: Seat) -> Option<(Seat, Area)> {
    let mut fights = fights(s, seat);
    fights.next().filter(|_| fights.next().is_none())
}

/// Kinds the loser may give up: anything but the Cutiecorn (rules 8.8, 12.3).
fn expendable(s: &State) -> Force {
    let battle = &s.battle;
    let mut force = s.force(battle.loser(), battle.area);
    force.0[Unit::Cutiecorn.index()] = 0;
    force
}

pub(crate) fn legal_casualty(s: &State, actions: &mut Vec<Action>) {
    actions.extend(expendable(s).iter().map(|(unit, _)| Action::Lose(unit)));
}

/// How many Undead may rise now (rule 3.4).
pub(crate) fn risable(s: &State) -> u8 {
    let battle = &s.battle;
    let winner = battle.winner();
    if s.faction(winner) != Faction::Necromancers || !s.has(winner, Unit::Special, battle.area) {
        return 0;
    }
    let pool = s.realm(winner).place[s.faction(winner).slots(Unit::Undead)]
        .iter()
        .filter(|&&at| at == Place::BESIDE)
        .count();
    battle.fallen.min(pool as u8)
}

/// The tile that a seat has swapped in.
pub(crate) fn swapped_tile(s: &State, seat: Seat) -> Option<Unit> {
    Unit::tiles().find(|&unit| s.has(seat, unit, Place::ASIDE))
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    pub(super) fn attack(&mut self, foe: Seat, area: Area) {
        let seat = self.state.active;
        let sides = [seat, foe].map(|seat| Side::new(seat, self.state.force(seat, area).size()));
        self.state.battle = Battle { area, sides, ..Battle::NONE };
        let spot = self.spot(area);
        self.tell(Event::Attacked { seat, foe, area: spot });
        if retreat::withdrawals(self.state) != 0 {
            self.state.phase = Phase::Withdraw;
        } else {
            self.draw_battle_tiles();
        }
    }

    /// Rule 8.3.
    pub(super) fn draw_battle_tiles(&mut self) {
        let area = self.state.battle.area;
        let seats = self.state.battle.seats();
        let forces = seats.map(|seat| self.state.force(seat, area));
        for i in 0..2 {
            let count = odds::tiles_drawn(self.state.faction(seats[i]), &forces[i], &forces[1 - i]);
            let mut tiles = std::mem::take(&mut self.state.fate[i]);
            if tiles == [0; 4] {
                let mut bag = BATTLE_TILES;
                for k in 0..usize::from(count) {
                    let pick = k + self.chance.index(8 - k);
                    bag.swap(k, pick);
                    tiles[k] = bag[k];
                }
            }
            tiles.sort_unstable_by(|a, b| b.cmp(a));
            let side = &mut self.state.battle.sides[i];
            let seat = side.seat;
            *side = Side { drawn: count, tiles, ..Side::new(seat, side.units) };
            let (whole, redacted) =
                (Event::BattleTiles { seat, tiles }, Event::BattleTilesDrawn { seat, count });
            self.sink.tell_apart(seat, whole, redacted);
        }
        self.next_swap();
    }

    /// Does this battle have Corsairs in it (rule 3.10)? Which side are they?
    fn corsairs(&self) -> Option<usize> {
        self.state.battle.sides.iter().position(|side| self.state.faction(side.seat) == Faction::Corsairs)
    }

    /// Attacker, then defender; the Corsairs last, after the other side has shown (rules 8.4, 3.10).
    fn next_swap(&mut self) {
        let last = self.corsairs().unwrap_or(1);
        for side in [1 - last, last] {
            if side == last && self.corsairs().is_some() && !self.state.battle.sides[1 - last].shown {
                self.show(1 - last);
            }
            if self.state.battle.sides[side].swap == Swap::Open {
                let seat = self.state.battle.sides[side].seat;
                if self.state.hand_len(seat) == 0 {
                    self.state.battle.sides[side].swap = Swap::Kept;
                } else {
                    self.state.battle.turn = side as u8;
                    self.state.phase = Phase::Swap;
                    return;
                }
            }
        }
        self.resolve();
    }

    pub(super) fn swap(&mut self, action: Action) {
        let side = usize::from(self.state.battle.turn);
        let seat = self.state.battle.sides[side].seat;
        if let Action::Swap(unit) = action {
            self.state.shift(seat, unit, Place::HAND, Place::ASIDE);
            self.state.realm_mut(seat).idle = 0;
            self.state.battle.sides[side].swap = Swap::Swapped;
            self.tell(Event::Swapped { seat });
        } else {
            self.state.battle.sides[side].swap = Swap::Kept;
            self.tell(Event::Kept { seat });
        }
        self.next_swap();
    }

    /// A side turns up the tiles that count (rule 8.5).
    fn show(&mut self, side: usize) {
        let battle = self.state.battle;
        let seat = battle.sides[side].seat;
        let faction = self.state.faction(seat);
        let swapped = swapped_tile(self.state, seat);
        let tiles = odds::counting(battle.sides[side].tiles, swapped.map(|unit| faction.tile(unit).pips));
        let force = self.state.force(seat, battle.area);
        let enemy = self.state.force(battle.sides[1 - side].seat, battle.area);
        let ground = self.state.map().terrain(battle.area);
        let total = tiles.iter().sum::<u8>() + odds::strength(faction, &force, &enemy, ground, side == 0);
        let now = &mut self.state.battle.sides[side];
        now.tiles = [tiles[0], tiles[1], tiles[2], 0];
        (now.shown, now.total) = (true, total);
        let swapped = swapped.map(|unit| self.troops(seat, Force::NONE.with(unit)));
        self.tell(Event::Shown { seat, tiles, swapped, total });
    }

    /// Rules 8.5 to 8.7.
    fn resolve(&mut self) {
        for side in 0..2 {
            if !self.state.battle.sides[side].shown {
                self.show(side);
            }
        }
        self.clear_swaps();
        let battle = self.state.battle;
        let [attacker, defender] = battle.sides;
        if attacker.total == defender.total {
            let shield = self.state.has(defender.seat, Unit::Shield, battle.area);
            let area = self.spot(battle.area);
            self.tell(Event::Tied { area, shield });
            if !shield {
                self.state.battle.ties = battle.ties.saturating_add(1);
                return self.draw_battle_tiles();
            }
        }
        let loser = usize::from(attacker.total > defender.total);
        self.state.battle.loser = loser as u8;
        let (winner, beaten) = (battle.sides[1 - loser], battle.sides[loser]);
        let cutie = self.state.has(beaten.seat, Unit::Cutiecorn, battle.area);
        let mut points = beaten.units;
        points += u8::from(self.state.faction(winner.seat) == Faction::Corsairs);
        points += if cutie { CUTIECORN_POINTS } else { 0 };
        let total = &mut self.state.realm_mut(winner.seat).points;
        *total = total.saturating_add(points.into());
        self.tell(Event::Won { seat: winner.seat, foe: beaten.seat, points });
        if cutie {
            self.hand_over(winner.seat, battle.area);
        }
        self.casualties();
    }

    /// Swapped tiles go to the discard pile (rules 8.6, 8.15).
    fn clear_swaps(&mut self) {
        for seat in self.state.battle.seats() {
            if let Some(unit) = swapped_tile(self.state, seat) {
                self.state.shift(seat, unit, Place::ASIDE, Place::DISCARD);
            }
        }
    }

    /// Rules 8.8, 8.9.
    fn casualties(&mut self) {
        let battle = self.state.battle;
        let seat = battle.loser();
        let winner = battle.winner();
        let force = expendable(self.state);
        if force.is_fortified() {
            let castles = force.of(Unit::Castle);
            if castles > 0 {
                let mut lost = Force::NONE;
                lost.0[Unit::Castle.index()] = castles;
                self.remove(seat, &lost, battle.area);
            }
            if force.of(Unit::Citadel) > 0 {
                self.state.shift(seat, Unit::Citadel, battle.area, Place::taken_by(winner));
                self.tell(Event::CitadelFell { seat, to: winner });
            }
            self.state.battle.fallen = castles + force.of(Unit::Citadel);
            return self.send_off();
        }
        let mut kinds = force.iter();
        match (kinds.next(), kinds.next()) {
            (None, _) => self.send_off(),
            (Some((unit, _)), None) => self.give_up(Action::Lose(unit)),
            _ => self.state.phase = Phase::Casualty,
        }
    }

    pub(super) fn give_up(&mut self, action: Action) {
        let Action::Lose(unit) = action else { return };
        let battle = self.state.battle;
        self.remove(battle.loser(), &Force::NONE.with(unit), battle.area);
        self.state.battle.fallen = 1;
        self.send_off();
    }

    /// Dragons leave after a won attack (rule 3.1); the fallen may rise (rule 3.4).
    pub(super) fn after_retreat(&mut self) {
        let battle = self.state.battle;
        let attacker = battle.sides[0].seat;
        if battle.loser == 1 && self.state.faction(attacker).has_dragons() {
            let count = self.state.force(attacker, battle.area).of(Unit::Special);
            if count > 0 {
                (0..count)
                    .for_each(|_| self.state.shift(attacker, Unit::Special, battle.area, Place::DISCARD));
                self.tell(Event::DragonsLeft { seat: attacker, count });
            }
        }
        if risable(self.state) > 0 {
            self.state.phase = Phase::Raise;
        } else {
            self.end_battle();
        }
    }

    pub(super) fn raise(&mut self, action: Action) {
        let Action::Raise(count) = action else { return };
        let battle = self.state.battle;
        let seat = battle.winner();
        (0..count).for_each(|_| self.state.shift(seat, Unit::Undead, Place::BESIDE, battle.area));
        let area = self.spot(battle.area);
        self.tell(Event::Rose { seat, count, area });
        self.end_battle();
    }

    pub(super) fn end_battle(&mut self) {
        self.state.battle = Battle::NONE;
        self.follow_cutiecorn();
        if self.state.last_round > 0 { self.last_battles() } else { self.main() }
    }

    /// The Cutiecorn of this area gets a new owner.
    fn hand_over(&mut self, to: Seat, area: Area) {
        let from = std::mem::replace(&mut self.state.cutie.owner, to);
        self.state.recount(from, area);
        self.state.recount(to, area);
        self.tell(Event::CutiecornTo { seat: to });
    }

    /// Alone among the units of others the Cutiecorn changes sides (rule 12.4).
    pub(super) fn follow_cutiecorn(&mut self) {
        let Some(area) = self.state.cutie.place.area() else { return };
        let owner = self.state.cutie.owner;
        if self.state.stands(owner, area) {
            return;
        }
        // The active player's units call first, then the others' clockwise.
        let mut seat = self.state.active;
        for _ in self.state.seats() {
            if seat != owner && self.state.realm(seat).units & bit(area) != 0 {
                self.hand_over(seat, area);
                return;
            }
            seat = self.state.left_of(seat);
        }
    }
}
