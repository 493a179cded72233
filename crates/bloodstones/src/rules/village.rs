//! Capturing and constructing villages (rules 5.2 to 5.4, section 9).

use table::{Chance, Sink};

use super::{Play, push};
use crate::action::Action;
use crate::event::Event;
use crate::map::{Area, AreaSet, Terrain, bit};
use crate::pieces::{Faction, Unit};
use crate::state::{Phase, State};

/// Areas where the active player could take a village, money aside (rules 5.2, 5.4).
pub(crate) fn prey(s: &State) -> AreaSet {
    let seat = s.active;
    let mut areas = s.realm(seat).units & s.foreign_homes(seat);
    if s.table.polite_horde && !s.faction(seat).settles() {
        areas &= !s.enemies(seat);
    }
    areas
}

/// Areas where a village costs at most this many pips.
fn within_purse(s: &State, purse: u8) -> AreaSet {
    let map = s.map();
    let cheap = if purse >= 1 { map.all(Terrain::Plains) | map.all(Terrain::Forest) } else { 0 };
    cheap | if purse >= 2 { map.all(Terrain::Hills) } else { 0 }
}

/// The tiles that could pay for all villages of this step.
fn push_payment(s: &State, actions: &mut Vec<Action>) {
    let faction = s.faction(s.active);
    for (unit, count) in Unit::ALL.into_iter().zip(s.realm(s.active).hand) {
        if count > 0 && faction.tile(unit).pips >= s.turn.due {
            actions.push(Action::Spend(unit));
        }
    }
}

pub(crate) fn legal_capture(s: &State, actions: &mut Vec<Action>) {
    legal_villages(s, prey(s), actions, Action::Capture);
}

pub(crate) fn legal_construct(s: &State, actions: &mut Vec<Action>) {
    let areas = if s.villages_left(s.active) > 0 { plots(s) } else { 0 };
    legal_villages(s, areas, actions, Action::Construct);
}

fn legal_villages(s: &State, areas: AreaSet, actions: &mut Vec<Action>, make: impl Fn(Area) -> Action) {
    let (_, most) = s.pips(s.active);
    push(actions, areas & within_purse(s, most - s.turn.due), make);
    if s.turn.due == 0 { actions.push(Action::Done) } else { push_payment(s, actions) }
}

/// Areas where the active player may put a village, money and supply aside (rules 9.1 to 9.3, 9.5).
pub(crate) fn plots(s: &State) -> AreaSet {
    let seat = s.active;
    let map = s.map();
    let realm = s.realm(seat);
    let citadel = s.citadel(seat).map_or(0, bit);
    let homes = realm.homes | citadel;
    let mut plots = map.habitable() & !s.enemies(seat) & !s.foreign_homes(seat) & !citadel;
    if homes != 0 {
        let linked = map.flood(homes, homes | realm.units);
        plots &= linked | map.around(linked);
    }
    // A first village fills forest and hills; plains take a second (rule 9.1).
    let mut full = realm.homes & !map.all(Terrain::Plains);
    for area in crate::map::Areas(realm.homes & map.all(Terrain::Plains)) {
        if s.villages[area.index()] >= Terrain::Plains.slots() {
            full |= bit(area);
        }
    }
    plots & !full
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Rules 5.2, 3.7.
    pub(super) fn capture(&mut self, action: Action) {
        let seat = self.state.active;
        match action {
            Action::Capture(area) => {
                let Some(owner) = self.state.village_owner(area) else { return };
                self.state.open_draft();
                self.state.draft_village(area, owner);
                self.state.phase = Phase::Capture;
                self.state.turn.due += self.state.map().terrain(area).village_cost();
                self.state.take_village(seat, owner, area);
                let area = self.spot(area);
                self.tell(Event::Captured { seat, owner, area });
            }
            Action::Spend(unit) => {
                self.spend_tile(seat, unit, true);
                self.state.turn.due = 0;
                self.end_capture();
            }
            _ => self.end_capture(),
        }
    }

    fn end_capture(&mut self) {
        if self.state.faction(self.state.active) == Faction::ChaosHorde {
            self.state.turn.raided = true;
            self.main();
        } else {
            self.undead_step();
        }
    }

    /// Section 9.
    pub(super) fn construct(&mut self, action: Action) {
        let seat = self.state.active;
        match action {
            Action::Construct(area) => {
                self.state.open_draft();
                self.state.draft_village(area, seat);
                self.state.turn.due += self.state.map().terrain(area).village_cost();
                self.state.add_village(seat, area);
                let area = self.spot(area);
                self.tell(Event::Constructed { seat, area });
            }
            Action::Spend(unit) => {
                self.spend_tile(seat, unit, true);
                self.state.turn.due = 0;
                self.end_turn();
            }
            _ => self.end_turn(),
        }
    }
}
