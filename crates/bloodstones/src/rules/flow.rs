//! How a turn goes on (section 5), drawing and regrouping (section 10), the end (section 11).

use table::{Chance, Outcome, Sink};

use super::{Play, battle, build, march, push, seat_of, village};
use crate::action::Action;
use crate::event::Event;
use crate::map::{Areas, Terrain};
use crate::pieces::{Faction, Force, TILES, Unit};
use crate::state::{BAG, DISCARD, MAX_PLAYERS, NOWHERE, Phase, Realm, State, Turn};

/// Turns in a row without a tile leaving the hand after which a player is not waited for (rule 11.6).
const IDLE_TURNS: u8 = 10;

pub(crate) fn legal_main(s: &State, actions: &mut Vec<Action>) {
    let seat = s.active;
    let contested = s.contested(seat);
    if contested == 0 {
        actions.push(Action::Done);
    } else {
        battle::legal_attacks(s, seat, actions);
    }
    build::legal_build(s, actions);
    let (purse, most) = s.pips(seat);
    push(actions, march::marchable(s, seat, purse), Action::March);
    if !s.faction(seat).settles() && !s.turn.raided && most > 0 {
        push(actions, village::prey(s), Action::Capture);
    }
}

/// Who won, once it is over (rules 11.4, 11.5).
pub(crate) fn outcome(s: &State) -> Option<Outcome> {
    if s.phase != Phase::Over {
        return None;
    }
    let mut scores = [0; MAX_PLAYERS];
    for seat in 0..s.table.players {
        scores[seat as usize] = i32::from(s.realm(seat).points) + s.spoils(seat);
    }
    let ending = if s.stalled { "stalemate" } else { "regrouped" };
    Some(Outcome::by_rank(ending, &scores[..s.players()], |seat| {
        let index = seat.index() as u8;
        (scores[seat.index()], s.villages_of(index), s.spoils(index))
    }))
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Rule 5.1.
    pub(crate) fn begin_turn(&mut self, seat: u8) {
        self.s.active = seat;
        self.s.turn = Turn::FRESH;
        self.forget_flights();
        if self.s.realm(seat).out {
            return self.pass_on();
        }
        self.tell(Event::Turn { seat: seat_of(seat) });
        let hand = self.s.hand_len(seat);
        if self.s.faction(seat) == Faction::ChaosHorde {
            if self.s.realm(seat).units == 0 {
                let (land, sea) = build::return_grounds(self.s);
                if land | sea == 0 {
                    self.s.realms[seat as usize].out = true;
                    self.tell(Event::Eliminated { seat: seat_of(seat) });
                    return self.pass_on();
                }
                if hand > 0 {
                    self.s.phase = Phase::Return;
                    return;
                }
            }
            self.main();
        } else if hand > 0 && village::prey(self.s) != 0 {
            self.s.phase = Phase::Capture;
        } else {
            self.undead_step();
        }
    }

    fn forget_flights(&mut self) {
        self.s.realms.iter_mut().for_each(|realm| realm.fled = 0);
    }

    pub(crate) fn undead_step(&mut self) {
        if self.s.faction(self.s.active) == Faction::Necromancers && march::restless(self.s) != 0 {
            self.s.phase = Phase::Undead;
        } else {
            self.main();
        }
    }

    /// Back to the choice of actions, if there can be any.
    pub(crate) fn main(&mut self) {
        let seat = self.s.active;
        let turn = &mut self.s.turn;
        (turn.from, turn.group, turn.stepped) = (NOWHERE, Force::NONE, false);
        self.s.phase = Phase::Main;
        if self.s.hand_len(seat) > 0 {
            return;
        }
        // Nothing can be paid for any more: only battles are left.
        if self.s.contested(seat) == 0 {
            self.main_action(Action::Done);
        } else if let Some((area, foe)) = battle::only_battle(self.s, seat) {
            self.attack(area, foe);
        }
    }

    /// Rule 5.7.
    pub(super) fn main_action(&mut self, action: Action) {
        match action {
            Action::Build(unit, area) => self.build(unit, area),
            Action::March(area) => self.march(area),
            Action::Attack(area, foe) => self.attack(area, foe),
            Action::Capture(_) => self.capture(action),
            _ => self.construct_step(),
        }
    }

    pub(crate) fn construct_step(&mut self) {
        let seat = self.s.active;
        let able = self.s.hand_len(seat) > 0 && self.s.villages_left(seat) > 0;
        if able && village::plots(self.s) != 0 {
            self.s.phase = Phase::Construct;
        } else {
            self.end_turn();
        }
    }

    /// Deserts, drawing, and the next player (section 10).
    pub(crate) fn end_turn(&mut self) {
        let seat = self.s.active;
        self.thirst(seat);
        self.draw_with_regroup(seat);
        let idle = &mut self.s.realms[seat as usize].idle;
        *idle = idle.saturating_add(1);
        self.pass_on();
    }

    /// Is it over? If not, the left neighbour's turn.
    fn pass_on(&mut self) {
        let seat = self.s.active;
        let s = &*self.s;
        let realms = &s.realms[..s.players()];
        let regrouped = |realm: &Realm| realm.out || realm.regroups >= s.table.regroups;
        let done = realms.iter().all(regrouped);
        if realms.iter().all(|realm| regrouped(realm) || realm.idle > IDLE_TURNS) {
            self.s.trigger = seat;
            self.s.stalled = !done;
            self.s.last_round = 1;
            self.tell(Event::Ending { seat: seat_of(seat), stalled: !done });
            self.last_turn(self.s.left_of(seat));
        } else {
            self.begin_turn(self.s.left_of(seat));
        }
    }

    /// Rule 10.1.
    fn thirst(&mut self, seat: u8) {
        let faction = self.s.faction(seat);
        for area in Areas(self.s.realm(seat).units & self.s.map().all(Terrain::Desert)) {
            let mut lost = self.s.force(seat, area);
            for unit in Unit::ALL {
                if faction.bears_desert(unit) {
                    lost.0[unit.index()] = 0;
                }
            }
            if !lost.is_empty() {
                for (unit, count) in lost.iter() {
                    let to = if unit == Unit::Cutiecorn { crate::state::GONE } else { DISCARD };
                    (0..count).for_each(|_| self.s.shift(seat, unit, area, to));
                }
                let (troops, area) = (self.troops(seat, lost), self.spot(area));
                self.tell(Event::Thirst { seat: seat_of(seat), troops, area });
            }
        }
    }

    /// Rules 10.2 to 10.5.
    fn draw_with_regroup(&mut self, seat: u8) {
        let size = self.s.faction(seat).hand_size();
        self.draw_up(seat, size);
        if self.s.hand_len(seat) >= size {
            return;
        }
        // A tile is wanted and the bag is empty.
        debug_assert_eq!(self.s.count(seat, BAG), 0);
        for place in &mut self.s.realms[seat as usize].place[..TILES] {
            if *place == DISCARD {
                *place = BAG;
            }
        }
        let counts = self.s.last_round == 0 && self.s.realm(seat).regroups < self.s.table.regroups;
        let points = if counts { self.s.villages_of(seat) } else { 0 };
        let realm = &mut self.s.realms[seat as usize];
        if counts {
            realm.regroups += 1;
            realm.points = realm.points.saturating_add(points.into());
        }
        let time = realm.regroups;
        if counts {
            self.tell(Event::Regrouped { seat: seat_of(seat), points, time });
        }
        self.draw_up(seat, size);
    }

    /// A player's last battles (rule 11.2).
    fn last_turn(&mut self, seat: u8) {
        self.s.active = seat;
        self.s.turn = Turn::FRESH;
        self.forget_flights();
        self.last_battles();
    }

    /// Fights on while there is a battle, then hands on to the next player.
    pub(super) fn last_battles(&mut self) {
        let seat = self.s.active;
        if self.s.contested(seat) != 0 {
            match battle::only_battle(self.s, seat) {
                Some((area, foe)) => self.attack(area, foe),
                None => self.s.phase = Phase::LastBattles,
            }
            return;
        }
        if !self.s.realm(seat).out {
            self.draw_with_regroup(seat);
        }
        if seat == self.s.trigger {
            let shared = (0..self.s.table.players).any(|seat| self.s.contested(seat) != 0);
            if !shared || self.s.last_round >= self.s.table.players {
                return self.finish();
            }
            self.s.last_round += 1;
        }
        self.last_turn(self.s.left_of(seat));
    }

    pub(super) fn last_battle(&mut self, action: Action) {
        let Action::Attack(area, foe) = action else { return };
        self.attack(area, foe);
    }

    /// Free captures, and the end (rule 11.3).
    fn finish(&mut self) {
        for seat in 0..self.s.table.players {
            let alone = self.s.realm(seat).units & !self.s.enemies(seat) & self.s.foreign_homes(seat);
            for area in Areas(alone) {
                while let Some(owner) = self.s.village_owner(area) {
                    self.s.take_village(seat, owner, area);
                    let spot = self.spot(area);
                    self.tell(Event::Captured { seat: seat_of(seat), owner: seat_of(owner), area: spot });
                }
            }
        }
        self.s.turn = Turn::FRESH;
        self.s.phase = Phase::Over;
        self.tell(Event::Over);
    }
}
