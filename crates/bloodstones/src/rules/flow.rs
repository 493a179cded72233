//! How a turn goes on (section 5), drawing and regrouping (section 10), the end (section 11).

use table::{Chance, Outcome, Seat, Sink};

use super::{Play, battle, build, march, push, village};
use crate::action::{Action, Buildable};
use crate::event::Event;
use crate::map::{Area, Areas, Terrain};
use crate::pieces::{Faction, Force, Place, TILES, Unit};
use crate::state::{MAX_PLAYERS, Phase, Realm, State, Trigger, Turn};

/// A player who keeps every tile for this many turns in a row is not waited for (rule 11.6).
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
    for seat in s.seats() {
        scores[seat.index()] = i32::from(s.realm(seat).points) + s.spoils(seat);
    }
    let ending = if s.stalled { "stalemate" } else { "regrouped" };
    Some(Outcome::by_rank(ending, &scores[..s.players()], |seat| {
        (scores[seat.index()], s.villages_of(seat), s.spoils(seat))
    }))
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Rule 5.1.
    pub(crate) fn begin_turn(&mut self, seat: Seat) {
        self.state.active = seat;
        self.state.turn = Turn::FRESH;
        self.forget_flights();
        if self.state.realm(seat).out {
            return self.pass_on();
        }
        self.tell(Event::Turn { seat });
        let hand = self.state.hand_len(seat);
        if self.state.faction(seat) == Faction::ChaosHorde {
            if self.state.realm(seat).units == 0 {
                let (land, sea) = build::return_grounds(self.state);
                if land | sea == 0 {
                    self.state.realm_mut(seat).out = true;
                    self.tell(Event::Eliminated { seat });
                    return self.pass_on();
                }
                if hand > 0 {
                    self.state.phase = Phase::Return;
                    return;
                }
            }
            self.main();
        } else if hand > 0 && village::prey(self.state) != 0 {
            self.state.phase = Phase::Capture;
        } else {
            self.undead_step();
        }
    }

    fn forget_flights(&mut self) {
        self.state.realms.iter_mut().for_each(|realm| realm.fled = 0);
    }

    pub(crate) fn undead_step(&mut self) {
        if self.state.faction(self.state.active) == Faction::Necromancers && march::restless(self.state) != 0
        {
            self.state.phase = Phase::Undead;
        } else {
            self.main();
        }
    }

    /// Back to the choice of actions, if there can be any.
    pub(crate) fn main(&mut self) {
        let seat = self.state.active;
        let turn = &mut self.state.turn;
        (turn.from, turn.group, turn.stepped) = (Area::NONE, Force::NONE, false);
        self.state.phase = Phase::Main;
        if self.state.hand_len(seat) > 0 {
            return;
        }
        // Nothing can be paid for any more: only battles are left.
        if self.state.contested(seat) == 0 {
            self.main_action(Action::Done);
        } else if let Some((foe, area)) = battle::only_battle(self.state, seat) {
            self.attack(foe, area);
        }
    }

    /// Rule 5.7.
    pub(super) fn main_action(&mut self, action: Action) {
        match action {
            Action::Build(Buildable(unit), area) => self.build(unit, area),
            Action::March(area) => self.march(area),
            Action::Attack { foe, area } => self.attack(foe, area),
            Action::Capture(_) => self.capture(action),
            _ => self.construct_step(),
        }
    }

    pub(crate) fn construct_step(&mut self) {
        let seat = self.state.active;
        let able = self.state.hand_len(seat) > 0 && self.state.villages_left(seat) > 0;
        if able && village::plots(self.state) != 0 {
            self.state.phase = Phase::Construct;
        } else {
            self.end_turn();
        }
    }

    /// Deserts, drawing, and the next player (section 10).
    pub(crate) fn end_turn(&mut self) {
        let seat = self.state.active;
        self.thirst(seat);
        self.draw_with_regroup(seat);
        let idle = &mut self.state.realm_mut(seat).idle;
        *idle = idle.saturating_add(1);
        self.pass_on();
    }

    /// Is it over? If not, the left neighbour's turn.
    fn pass_on(&mut self) {
        let seat = self.state.active;
        let s = &*self.state;
        let realms = &s.realms[..s.players()];
        let regrouped = |realm: &Realm| realm.out || realm.regroups >= s.table.regroups;
        let done = realms.iter().all(regrouped);
        if realms.iter().all(|realm| regrouped(realm) || realm.idle > IDLE_TURNS) {
            self.state.trigger = Trigger(Some(seat));
            self.state.stalled = !done;
            self.state.last_round = 1;
            self.tell(Event::Ending { seat, stalled: !done });
            self.last_turn(self.state.left_of(seat));
        } else {
            self.begin_turn(self.state.left_of(seat));
        }
    }

    /// Rule 10.1.
    fn thirst(&mut self, seat: Seat) {
        let faction = self.state.faction(seat);
        for area in Areas(self.state.realm(seat).units & self.state.map().all(Terrain::Desert)) {
            let mut lost = self.state.force(seat, area);
            for unit in Unit::ALL {
                if faction.bears_desert(unit) {
                    lost.0[unit.index()] = 0;
                }
            }
            if !lost.is_empty() {
                for (unit, count) in lost.iter() {
                    let to = if unit == Unit::Cutiecorn { Place::GONE } else { Place::DISCARD };
                    (0..count).for_each(|_| self.state.shift(seat, unit, area, to));
                }
                let (troops, area) = (self.troops(seat, lost), self.spot(area));
                self.tell(Event::Thirst { seat, troops, area });
            }
        }
    }

    /// Rules 10.2 to 10.5.
    fn draw_with_regroup(&mut self, seat: Seat) {
        let size = self.state.faction(seat).hand_size();
        self.draw_up(seat, size);
        if self.state.hand_len(seat) >= size {
            return;
        }
        // A tile is wanted and the bag is empty.
        debug_assert_eq!(self.state.count(seat, Place::BAG), 0);
        let mut refilled = false;
        for place in &mut self.state.realm_mut(seat).place[..TILES] {
            if *place == Place::DISCARD {
                *place = Place::BAG;
                refilled = true;
            }
        }
        let counts =
            self.state.last_round == 0 && self.state.realm(seat).regroups < self.state.table.regroups;
        let points = if counts { self.state.villages_of(seat) } else { 0 };
        let realm = &mut self.state.realm_mut(seat);
        if counts {
            realm.regroups += 1;
            realm.points = realm.points.saturating_add(points.into());
        }
        let time = realm.regroups;
        if counts {
            self.tell(Event::Regrouped { seat, points, time });
        } else if refilled {
            self.tell(Event::Refilled { seat });
        }
        self.draw_up(seat, size);
    }

    /// A player's last battles (rule 11.2).
    fn last_turn(&mut self, seat: Seat) {
        self.state.active = seat;
        self.state.turn = Turn::FRESH;
        self.forget_flights();
        self.last_battles();
    }

    /// Fights on while there is a battle, then hands on to the next player.
    pub(super) fn last_battles(&mut self) {
        let seat = self.state.active;
        if self.state.contested(seat) != 0 {
            match battle::only_battle(self.state, seat) {
                Some((foe, area)) => self.attack(foe, area),
                None => self.state.phase = Phase::LastBattles,
            }
            return;
        }
        if !self.state.realm(seat).out {
            self.draw_with_regroup(seat);
        }
        if self.state.trigger == Trigger(Some(seat)) {
            let shared = self.state.seats().any(|seat| self.state.contested(seat) != 0);
            if !shared || self.state.last_round >= self.state.table.players {
                return self.finish();
            }
            self.state.last_round += 1;
        }
        self.last_turn(self.state.left_of(seat));
    }

    pub(super) fn last_battle(&mut self, action: Action) {
        let Action::Attack { foe, area } = action else { return };
        self.attack(foe, area);
    }

    /// Free captures, and the end (rule 11.3).
    fn finish(&mut self) {
        for seat in self.state.seats() {
            let alone =
                self.state.realm(seat).units & !self.state.enemies(seat) & self.state.foreign_homes(seat);
            for area in Areas(alone) {
                while let Some(owner) = self.state.village_owner(area) {
                    self.state.take_village(seat, owner, area);
                    let spot = self.spot(area);
                    self.tell(Event::Captured { seat, owner, area: spot });
                }
            }
        }
        self.state.turn = Turn::FRESH;
        self.state.phase = Phase::Over;
        self.tell(Event::Over);
    }
}
