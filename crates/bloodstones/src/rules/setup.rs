//! Setting up: order, factions, citadels, first units (section 4).

use table::{Chance, Sink};

use super::{Play, build, push, seat_of};
use crate::action::Action;
use crate::event::Event;
use crate::map::{AreaSet, bit};
use crate::odds::BATTLE_TILES;
use crate::pieces::{CITADEL_SLOT, Faction, Force, Unit};
use crate::state::{Agreement, BESIDE, HAND, NOWHERE, Phase, State, Turn};

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
pub(crate) fn draw_lots<C: Chance>(s: &mut State, chance: &mut C) -> u8 {
    let mut still: u8 = (1 << s.table.players) - 1;
    loop {
        let mut best = 0;
        let mut leaders = 0u8;
        for seat in (0..s.table.players).filter(|seat| still >> seat & 1 == 1) {
            let one = chance.index(8);
            let two = (one + 1 + chance.index(7)) % 8;
            let (a, b) = (BATTLE_TILES[one], BATTLE_TILES[two]);
            s.realms[seat as usize].lots = [a.max(b), a.min(b)];
            if a + b > best {
                (best, leaders) = (a + b, 0);
            }
            if a + b == best {
                leaders |= 1 << seat;
            }
        }
        if leaders.count_ones() == 1 {
            return leaders.trailing_zeros() as u8;
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
        let taken = (0..s.table.players).filter_map(|seat| s.citadel(seat));
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
    for (unit, count) in Unit::ALL.into_iter().zip(s.hand(seat)) {
        if count == 0 || unit == Unit::Blank || faction.tile(unit).cost > s.turn.build_points {
            continue;
        }
        push(actions, muster_areas(s, unit, home), |area| Action::Build(unit, area));
    }
    if s.cutie.place == BESIDE && s.turn.build_points >= build::CUTIECORN_COST {
        actions.push(Action::Build(Unit::Cutiecorn, home));
    }
}

/// Where a first unit goes: with the citadel, or into a sea next to it (rule 4.5).
pub(crate) fn muster_areas(s: &State, unit: Unit, home: u8) -> AreaSet {
    if unit == Unit::Ship { s.map().next_to(home) & s.map().sea() } else { bit(home) }
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Rule 4.2.
    pub(super) fn choose(&mut self, action: Action) {
        let Action::Choose(faction) = action else { return };
        let seat = self.s.active;
        self.s.take_faction(seat, faction);
        self.tell(Event::Chose { seat: seat_of(seat), faction });
        self.draw_up(seat, FIRST_HAND);
        self.s.active = self.s.left_of(seat);
        if self.s.active == self.s.first {
            return self.next_settler(NOWHERE);
        }
        // The last faction chooses itself.
        let mut left = open_factions(self.s);
        let only = left.next().filter(|_| left.next().is_none());
        drop(left);
        if let Some(faction) = only {
            self.choose(Action::Choose(faction));
        }
    }

    /// Citadels in reverse order, the Chaos Horde last (rules 4.3, 4.7).
    pub(crate) fn next_settler(&mut self, after: u8) {
        self.s.turn = Turn::FRESH;
        let players = self.s.table.players;
        let waits =
            |seat: &u8| self.s.faction(*seat).settles() && self.s.realm(*seat).place[CITADEL_SLOT] == BESIDE;
        let order = (1..=players).map(|back| (self.s.first + players - back) % players);
        let horde = self.s.player_of(Faction::ChaosHorde);
        match order.clone().find(waits).or(horde.filter(|&seat| seat != after)) {
            Some(seat) => {
                self.s.active = seat;
                self.s.phase = Phase::Citadels;
                let sites = sites(self.s);
                if sites.count_ones() == 1 {
                    self.found(Action::Found(sites.trailing_zeros() as u8));
                }
            }
            None => self.begin_turn(self.s.first),
        }
    }

    pub(super) fn found(&mut self, action: Action) {
        let Action::Found(area) = action else { return };
        let seat = self.s.active;
        let citadel = self.s.faction(seat).settles();
        if citadel {
            self.s.shift(seat, Unit::Citadel, BESIDE, area);
        }
        self.s.turn.from = area;
        self.s.turn.build_points = BUILD_POINTS;
        self.s.phase = Phase::Muster;
        let area = self.spot(area);
        self.tell(Event::Founded { seat: seat_of(seat), area, citadel });
    }

    /// Rules 4.5, 4.6.
    pub(super) fn muster(&mut self, action: Action) {
        let seat = self.s.active;
        if let Action::Build(unit, area) = action {
            let cost = if unit == Unit::Cutiecorn {
                build::CUTIECORN_COST
            } else {
                self.s.faction(seat).tile(unit).cost
            };
            self.s.turn.build_points -= cost;
            self.s.shift(seat, unit, if unit == Unit::Cutiecorn { BESIDE } else { HAND }, area);
            let (troops, area) = (self.troops(seat, Force::NONE.with(unit)), self.spot(area));
            self.tell(Event::Built { seat: seat_of(seat), troops, area });
            if self.s.hand_len(seat) > 0 || self.cutiecorn_affordable() {
                return;
            }
        }
        self.draw_up(seat, self.s.faction(seat).hand_size());
        self.next_settler(seat);
    }

    fn cutiecorn_affordable(&self) -> bool {
        self.s.cutie.place == BESIDE && self.s.turn.build_points >= build::CUTIECORN_COST
    }
}
