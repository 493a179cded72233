//! Setting up: order, factions, citadels, first units (section 4).

use table::{Chance, Seat, SeatSet, Sink};

use super::{Play, build, push};
use crate::action::{Action, Buildable};
use crate::event::Event;
use crate::map::{Area, AreaSet, bit, only};
use crate::odds::BATTLE_TILES;
use crate::options::Agreement;
use crate::pieces::{CITADEL_SLOT, Faction, Force, Place, Unit};
use crate::state::{Phase, State, Turn};

/// Build points at the start (rule 4.5).
pub(crate) const BUILD_POINTS: u8 = 5;
/// Tiles of the first hand (rule 4.2).
pub(crate) const FIRST_HAND: usize = 9;

/// A new game: lots are drawn (rule 4.1), factions are to be chosen.
pub(crate) fn deal<C: Chance>(table: Agreement, chance: &mut C) -> State {
    let mut s = State::new(table);
    s.first = draw_lots(&mut s, chance);
    s.active = s.first;
    s
}

/// Two tiles each from a full set; those who tie for the highest sum draw again.
pub(crate) fn draw_lots<C: Chance>(s: &mut State, chance: &mut C) -> Seat {
    let mut still = SeatSet::full(s.players());
    loop {
        let mut best = 0;
        let mut leaders = SeatSet::EMPTY;
        for seat in still {
            let one = chance.index(8);
            let two = (one + 1 + chance.index(7)) % 8;
            let (a, b) = (BATTLE_TILES[one], BATTLE_TILES[two]);
            s.realm_mut(seat).lots = [a.max(b), a.min(b)];
            if a + b > best {
                (best, leaders) = (a + b, SeatSet::EMPTY);
            }
            if a + b == best {
                leaders.insert(seat);
            }
        }
        if let Some(first) = leaders.first().filter(|_| leaders.len() == 1) {
            return first;
        }
        for seat in leaders {
            let realm = s.realm_mut(seat);
            realm.tied_lots.add(realm.lots);
        }
        still = leaders;
    }
}

/// May this faction be played at this table (rule 3.13)?
pub(crate) fn admitted(table: &Agreement, faction: Faction) -> bool {
    !table.restrict
        || match faction {
            Faction::Corsairs => table.players >= 3,
            Faction::ChaosHorde => table.players >= 4,
            _ => true,
        }
}

/// The factions that can still be chosen.
fn open_factions(s: &State) -> impl Iterator<Item = Faction> {
    Faction::ALL.into_iter().filter(|&faction| admitted(&s.table, faction) && s.player_of(faction).is_none())
}

pub(crate) fn legal_factions(s: &State, actions: &mut Vec<Action>) {
    actions.extend(open_factions(s).map(Action::Choose));
}

/// Where the next citadel, or the Chaos Horde, may go (rules 4.3, 4.4, 4.7).
pub(crate) fn sites(s: &State) -> AreaSet {
    let map = s.map();
    let open = |through: AreaSet| {
        let taken = s.seats().filter_map(|seat| s.citadel(seat));
        taken.fold(map.habitable(), |free, area| free & !map.within(area, 2, through))
    };
    let far = if s.table.land_spacing { 0 } else { open(map.whole()) };
    if far != 0 {
        return far;
    }
    match open(map.land()) {
        0 => map.habitable() & s.empty(),
        near => near,
    }
}

pub(crate) fn legal_muster(s: &State, actions: &mut Vec<Action>) {
    actions.push(Action::Done);
    let seat = s.active;
    let (faction, home) = (s.faction(seat), s.turn.from);
    for (unit, count) in Unit::ALL.into_iter().zip(s.realm(seat).hand) {
        if count == 0 || unit == Unit::Blank || faction.tile(unit).cost > s.turn.build_points {
            continue;
        }
        push(actions, muster_areas(s, unit, home), |area| Action::Build(Buildable(unit), area));
    }
    if s.cutie.place == Place::BESIDE && s.turn.build_points >= build::CUTIECORN_COST {
        actions.push(Action::Build(Buildable(Unit::Cutiecorn), home));
    }
}

/// Where a first unit goes: with the citadel, or into a sea next to it (rule 4.5).
pub(crate) fn muster_areas(s: &State, unit: Unit, home: Area) -> AreaSet {
    if unit == Unit::Ship { s.map().next_to(home) & s.map().sea() } else { bit(home) }
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Rule 4.2.
    pub(super) fn choose(&mut self, action: Action) {
        let Action::Choose(faction) = action else { return };
        let seat = self.state.active;
        self.state.take_faction(seat, faction);
        self.tell(Event::Chose { seat, faction });
        self.draw_up(seat, FIRST_HAND);
        self.state.active = self.state.left_of(seat);
        if self.state.active == self.state.first {
            return self.next_settler(None);
        }
        // The last faction chooses itself.
        let mut left = open_factions(self.state);
        let only = left.next().filter(|_| left.next().is_none());
        drop(left);
        if let Some(faction) = only {
            self.choose(Action::Choose(faction));
        }
    }

    /// Citadels in reverse order, the Chaos Horde last (rules 4.3, 4.7).
    pub(crate) fn next_settler(&mut self, after: Option<Seat>) {
        self.state.turn = Turn::FRESH;
        let players = self.state.players();
        let waits = |seat: &Seat| {
            self.state.faction(*seat).settles()
                && self.state.realm(*seat).place[CITADEL_SLOT] == Place::BESIDE
        };
        let order = (1..=players).map(|back| self.state.first.clockwise(players - back, players));
        let horde = self.state.player_of(Faction::ChaosHorde);
        match order.clone().find(waits).or(horde.filter(|_| horde != after)) {
            Some(seat) => {
                self.state.active = seat;
                self.state.phase = Phase::Citadels;
                if let Some(site) = only(sites(self.state)) {
                    self.found(Action::Found(site));
                }
            }
            None => self.begin_turn(self.state.first),
        }
    }

    pub(super) fn found(&mut self, action: Action) {
        let Action::Found(area) = action else { return };
        let seat = self.state.active;
        let citadel = self.state.faction(seat).settles();
        if citadel {
            self.state.shift(seat, Unit::Citadel, Place::BESIDE, area);
        }
        self.state.turn.from = area;
        self.state.turn.build_points = BUILD_POINTS;
        self.state.phase = Phase::Muster;
        let area = self.spot(area);
        self.tell(Event::Founded { seat, area, citadel });
    }

    /// Rules 4.5, 4.6.
    pub(super) fn muster(&mut self, action: Action) {
        let seat = self.state.active;
        if let Action::Build(Buildable(unit), area) = action {
            self.state.turn.build_points -= build::cost(self.state.faction(seat), unit);
            self.state.shift(
                seat,
                unit,
                if unit == Unit::Cutiecorn { Place::BESIDE } else { Place::HAND },
                area,
            );
            let (troops, area) = (self.troops(seat, Force::NONE.with(unit)), self.spot(area));
            self.tell(Event::Built { seat, troops, area });
            if self.state.hand_len(seat) > 0 || self.cutiecorn_affordable() {
                return;
            }
        }
        self.draw_up(seat, self.state.faction(seat).hand_size());
        self.next_settler(Some(seat));
    }

    fn cutiecorn_affordable(&self) -> bool {
        self.state.cutie.place == Place::BESIDE && self.state.turn.build_points >= build::CUTIECORN_COST
    }
}
