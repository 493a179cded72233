//! Building units (section 6), how the Chaos Horde build and return (rules 3.6, 3.8), the Cutiecorn (rule 12.1).

use table::{Chance, Seat, Sink};

use super::{Play, march, push};
use crate::action::{Action, Buildable};
use crate::event::Event;
use crate::map::{Area, AreaSet, Terrain, bit};
use crate::pieces::{Faction, Force, Place, Unit};
use crate::state::{Phase, State};

/// Tiles or build points for the Cutiecorn (rule 12.1).
pub(crate) const CUTIECORN_COST: u8 = 2;

/// Tiles to discard for a unit.
pub(crate) fn cost(faction: Faction, unit: Unit) -> u8 {
    if unit == Unit::Cutiecorn { CUTIECORN_COST } else { faction.tile(unit).cost }
}

/// Where land units and ships may be built now (rules 3.6, 6.1, 6.2).
pub(crate) fn grounds(s: &State, seat: Seat) -> (AreaSet, AreaSet) {
    let map = s.map();
    let realm = s.realm(seat);
    if s.faction(seat).settles() {
        let homes = realm.homes | s.citadel(seat).map_or(0, bit);
        return (homes, map.around(homes) & map.sea());
    }
    let camps = realm.units & map.land();
    let fleets = realm.units & map.sea();
    let landings = map.around(fleets) & map.land() & !s.enemies(seat) & !map.all(Terrain::Mountains);
    (camps | landings, fleets | map.around(camps) & map.sea())
}

pub(crate) fn legal_build(s: &State, actions: &mut Vec<Action>) {
    let (land, sea) = grounds(s, s.active);
    push_builds(s, land, sea, actions);
}

fn push_builds(s: &State, land: AreaSet, sea: AreaSet, actions: &mut Vec<Action>) {
    let seat = s.active;
    let hand = s.realm(seat).hand;
    let tiles: u8 = hand.iter().sum();
    let faction = s.faction(seat);
    for (unit, count) in Unit::ALL.into_iter().zip(hand) {
        if count > 0 && unit != Unit::Blank && tiles > faction.tile(unit).cost {
            let areas = if unit == Unit::Ship { sea } else { land };
            push(actions, areas, |area| Action::Build(Buildable(unit), area));
        }
    }
    if s.cutie.place == Place::BESIDE && tiles >= CUTIECORN_COST {
        push(actions, land, |area| Action::Build(Buildable(Unit::Cutiecorn), area));
    }
}

/// Empty areas that some unit of the Chaos Horde could return to (rule 3.8).
pub(crate) fn return_grounds(s: &State) -> (AreaSet, AreaSet) {
    let empty = s.empty();
    (empty & march::enterable(s, s.active, Unit::Irregular), empty & s.map().sea())
}

pub(crate) fn legal_return(s: &State, actions: &mut Vec<Action>) {
    actions.push(Action::Done);
    let (land, sea) = return_grounds(s);
    push_builds(s, land, sea, actions);
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Rules 6.1 to 6.3.
    pub(super) fn build(&mut self, unit: Unit, area: Area) {
        let seat = self.state.active;
        if unit == Unit::Cutiecorn {
            self.state.shift(seat, unit, Place::BESIDE, area);
        } else {
            self.state.shift(seat, unit, Place::HAND, area);
            self.state.realm_mut(seat).idle = 0;
        }
        let (troops, spot) = (self.troops(seat, Force::NONE.with(unit)), self.spot(area));
        self.tell(Event::Built { seat, troops, area: spot });
        self.follow_cutiecorn();
        self.state.turn.owes = cost(self.state.faction(seat), unit);
        self.state.phase = Phase::Discard;
        self.settle_tiles();
    }

    /// What is owed: nothing, the whole hand, or the owner's choice.
    fn settle_tiles(&mut self) {
        let seat = self.state.active;
        if self.state.turn.owes > 0 && self.state.hand_len(seat) == usize::from(self.state.turn.owes) {
            for (unit, count) in Unit::ALL.into_iter().zip(self.state.realm(seat).hand) {
                (0..count).for_each(|_| self.spend_tile(seat, unit, false));
            }
            self.state.turn.owes = 0;
        }
        if self.state.turn.owes == 0 {
            self.main();
        }
    }

    pub(super) fn pay_tiles(&mut self, action: Action) {
        let Action::Spend(unit) = action else { return };
        self.spend_tile(self.state.active, unit, false);
        self.state.turn.owes -= 1;
        self.settle_tiles();
    }

    /// Rule 3.8.
    pub(super) fn return_home(&mut self, action: Action) {
        match action {
            Action::Build(Buildable(unit), area) => self.build(unit, area),
            _ => self.main(),
        }
    }
}
