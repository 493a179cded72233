//! Moving units (section 7) and Undead (rules 5.5, 5.6).

use table::{Chance, Seat, Sink};

use super::{Play, push, push_tiles};
use crate::action::Action;
use crate::event::Event;
use crate::map::{Area, AreaSet, Areas, Terrain, bit, only};
use crate::pieces::{Faction, Force, Place, Unit};
use crate::state::{Phase, State};

/// The areas a unit can enter (rules 2.4, 3.1, 3.3, 5.5).
#[inline]
pub(crate) fn enterable(s: &State, seat: Seat, unit: Unit) -> AreaSet {
    let map = s.map();
    let faction = s.faction(seat);
    match unit {
        Unit::Castle | Unit::Citadel | Unit::Blank => 0,
        Unit::Ship => map.sea(),
        Unit::Special if faction.has_dragons() => map.whole(),
        Unit::Undead => map.land(),
        _ if faction == Faction::HillFolk => map.land(),
        _ => map.land() & !map.all(Terrain::Mountains),
    }
}

/// The areas that all units of a group can enter.
#[inline]
fn common_ground(s: &State, seat: Seat, group: &Force) -> AreaSet {
    let faction = s.faction(seat);
    let dragons = if faction.has_dragons() { group.of(Unit::Special) } else { 0 };
    let ships = group.of(Unit::Ship);
    let mut ground = s.map().whole();
    if ships > 0 {
        ground &= s.map().sea();
    }
    if group.size() > dragons + ships {
        ground &= enterable(s, seat, Unit::Swords);
    }
    ground
}

/// Pips for one ordinary unit to enter an area of this terrain (rules 2.4, 3.3).
#[inline]
pub(crate) fn toll(faction: Faction, terrain: Terrain) -> u8 {
    match terrain {
        Terrain::Plains | Terrain::Desert | Terrain::Sea => 1,
        Terrain::Forest => 2,
        Terrain::Hills if faction == Faction::HillFolk => 2,
        Terrain::Hills | Terrain::Mountains => 3,
    }
}

/// Pips for a group to take one step together (rules 3.1, 7.1, 7.3, 12.2).
#[inline]
pub(crate) fn step_cost(faction: Faction, group: &Force, terrain: Terrain) -> u8 {
    let toll = toll(faction, terrain);
    let dragons = if faction.has_dragons() { group.of(Unit::Special) } else { 0 };
    let ordinary = group.size() - dragons - group.of(Unit::Cutiecorn);
    let leaders = group.of(Unit::Leader);
    if leaders == 0 {
        return toll * ordinary + dragons;
    }
    // One leader pays; as many others as there are leaders go free, the dearest first.
    let free = leaders.min(ordinary + dragons - 1);
    let free_ordinary = free.min(ordinary - 1);
    toll * (ordinary - free_ordinary) + dragons - (free - free_ordinary)
}

/// The areas whose terrain costs at most this many pips.
#[inline]
fn affordable(s: &State, budget: u8, cost: impl Fn(Terrain) -> u8) -> AreaSet {
    let mut areas = 0;
    for terrain in Terrain::ALL {
        if cost(terrain) <= budget {
            areas |= s.map().all(terrain);
        }
    }
    areas
}

/// Where a passage over the owner's ships may end (rule 7.4). Units that can stay at sea may end it there.
#[inline]
pub(crate) fn passage(s: &State, lanes: AreaSet, from: Area) -> AreaSet {
    let map = s.map();
    let start = (map.next_to(from) | bit(from)) & lanes;
    if start == 0 {
        return 0;
    }
    let chain = map.flood(start, lanes);
    (map.around(chain) | chain) & !bit(from)
}

/// Where a group can step from an area with this many pips (rules 7.1, 7.2, 7.4).
#[inline]
pub(crate) fn steps(s: &State, seat: Seat, from: Area, group: &Force, budget: u8) -> AreaSet {
    let mut reach = s.map().next_to(from);
    if group.of(Unit::Ship) == 0 {
        reach |= passage(s, s.sea_lanes(seat), from);
    }
    let faction = s.faction(seat);
    reach
        & common_ground(s, seat, group)
        & affordable(s, budget, |terrain| step_cost(faction, group, terrain))
}

/// Stacks of which at least one unit can take a step with this many pips.
pub(crate) fn marchable(s: &State, seat: Seat, budget: u8) -> AreaSet {
    if budget == 0 {
        return 0;
    }
    let realm = s.realm(seat);
    let free = realm.units & !s.enemies(seat);
    let map = s.map();
    let faction = s.faction(seat);
    // Places are sorted within a kind, areas first.
    let standing = |unit| {
        let places = realm.place[faction.slots(unit)].iter();
        places.map_while(|at| at.area()).fold(0, |areas, area| areas | bit(area))
    };
    let ships = standing(Unit::Ship);
    let (mut walkers, mut flyers) = (0, 0);
    for unit in Unit::tiles() {
        match unit {
            Unit::Castle | Unit::Blank | Unit::Ship => {}
            Unit::Special if faction.has_dragons() => flyers = standing(unit),
            _ => walkers |= standing(unit),
        }
    }
    let lanes = ships & free;
    let walk = enterable(s, seat, Unit::Swords) & affordable(s, budget, |terrain| toll(faction, terrain));
    let mut ready = 0;
    Areas(walkers & free & !flyers).each(|area| {
        if (map.next_to(area) | passage(s, lanes, area)) & walk != 0 {
            ready |= bit(area);
        }
    });
    Areas(flyers & free).each(|area| {
        if map.next_to(area) != 0 {
            ready |= bit(area);
        }
    });
    Areas(ships & free & !ready).each(|area| {
        if map.next_to(area) & map.sea() != 0 {
            ready |= bit(area);
        }
    });
    ready
}

/// The units an ordinary move can take from the chosen stack.
pub(crate) fn stack(s: &State) -> Force {
    s.force(s.active, s.turn.from).marching()
}

pub(crate) fn legal_move(s: &State, actions: &mut Vec<Action>) {
    let seat = s.active;
    let turn = &s.turn;
    let hand = s.realm(seat).hand;
    let (purse, _) = s.pips(seat);
    let budget = purse - turn.due;
    if turn.stepped {
        if s.enemies(seat) & bit(turn.from) == 0 {
            push(actions, steps(s, seat, turn.from, &turn.group, budget), Action::Go);
        }
        push(actions, marchable(s, seat, budget), Action::March);
        push_tiles(&hand, actions, Action::Spend);
    } else {
        let stack = stack(s);
        let group = if turn.group.is_empty() { stack } else { turn.group };
        push(actions, steps(s, seat, turn.from, &group, budget), Action::Go);
        if stack.size() > 1 {
            for (unit, count) in stack.iter() {
                let joins =
                    turn.group.of(unit) < count && (unit != Unit::Cutiecorn || !turn.group.is_empty());
                if joins && steps(s, seat, turn.from, &turn.group.with(unit), budget) != 0 {
                    actions.push(Action::Take(unit));
                }
            }
        }
    }
}

/// Undead of an area that have not moved yet.
fn fresh_undead(s: &State, area: Area) -> usize {
    let there = s.realm(s.active).place[s.faction(s.active).slots(Unit::Undead)]
        .iter()
        .filter(|&&at| at == area.into())
        .count();
    there - s.turn.rested.iter().filter(|&&at| at == area).count()
}

/// Where an Undead can go: up to two land areas, one of them perhaps by passage (rule 5.5).
pub(crate) fn haunts(s: &State, from: Area) -> AreaSet {
    let seat = s.active;
    let enemies = s.enemies(seat);
    if enemies & bit(from) != 0 {
        return 0;
    }
    let (map, lanes) = (s.map(), s.sea_lanes(seat));
    let step = |area: Area| (map.next_to(area) | passage(s, lanes, area)) & map.land();
    let near = step(from);
    let far = Areas(near & !enemies).fold(0, |all, area| all | step(area));
    (near | far) & !bit(from)
}

/// Areas with an Undead that can still move.
pub(crate) fn restless(s: &State) -> AreaSet {
    let mut areas = 0;
    for area in
        s.realm(s.active).place[s.faction(s.active).slots(Unit::Undead)].iter().map_while(|at| at.area())
    {
        if fresh_undead(s, area) > 0 && haunts(s, area) != 0 {
            areas |= bit(area);
        }
    }
    areas
}

pub(crate) fn legal_undead(s: &State, actions: &mut Vec<Action>) {
    if s.turn.from == Area::NONE {
        actions.push(Action::Done);
        push(actions, restless(s), Action::March);
    } else {
        push(actions, haunts(s, s.turn.from), Action::Go);
    }
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// A stack is chosen.
    pub(super) fn march(&mut self, area: Area) {
        self.state.open_draft();
        let turn = &mut self.state.turn;
        turn.from = area;
        turn.group = Force::NONE;
        turn.stepped = false;
        self.state.phase = Phase::Move;
        self.tell_picking(area);
    }

    fn tell_picking(&mut self, area: Area) {
        let (seat, area) = (self.state.active, self.spot(area));
        self.tell(Event::Picking { seat, area });
    }

    /// Rules 7.1 to 7.5.
    pub(super) fn go_on_moving(&mut self, action: Action) {
        match action {
            Action::March(area) => self.march(area),
            Action::Take(unit) => {
                let seat = self.state.active;
                self.state.turn.group.add(unit);
                let troops = self.troops(seat, Force::NONE.with(unit));
                self.tell(Event::Picked { seat, troops });
            }
            Action::Go(to) => self.step(to),
            Action::Spend(_) => {
                self.state.phase = Phase::Pay;
                let turn = &mut self.state.turn;
                (turn.from, turn.group, turn.stepped) = (Area::NONE, Force::NONE, false);
                self.pay_pips(action);
            }
            _ => {}
        }
    }

    fn step(&mut self, to: Area) {
        let seat = self.state.active;
        let from = self.state.turn.from;
        let mut group = self.state.turn.group;
        if group.is_empty() {
            group = stack(self.state);
        }
        let cost = step_cost(self.state.faction(seat), &group, self.state.map().terrain(to));
        for (unit, count) in group.iter() {
            (0..count).for_each(|_| self.state.shift(seat, unit, from, to));
        }
        let turn = &mut self.state.turn;
        turn.due += cost;
        (turn.from, turn.group, turn.stepped) = (to, group, true);
        let (troops, from, to) = (self.troops(seat, group), self.spot(from), self.spot(to));
        self.tell(Event::Moved { seat, troops, from, to, cost });
        self.follow_cutiecorn();
    }

    /// Tiles for a move, until it is paid; pips left over are lost.
    pub(super) fn pay_pips(&mut self, action: Action) {
        let Action::Spend(unit) = action else { return };
        let seat = self.state.active;
        self.spend_tile(seat, unit, true);
        let pips = self.state.faction(seat).tile(unit).pips;
        self.state.turn.due = self.state.turn.due.saturating_sub(pips);
        if self.state.turn.due == 0 {
            self.main();
        } else if self.state.hand_len(seat) == 1 {
            // The last tile is the only answer left.
            if let Some(last) = Unit::tiles().find(|&unit| self.state.has(seat, unit, Place::HAND)) {
                self.pay_pips(Action::Spend(last));
            }
        }
    }

    /// Rule 5.5.
    pub(super) fn move_undead(&mut self, action: Action) {
        match action {
            Action::March(area) => {
                self.state.turn.from = area;
                self.tell_picking(area);
                if let Some(to) = only(haunts(self.state, area)) {
                    self.move_undead(Action::Go(to));
                }
            }
            Action::Go(to) => {
                let seat = self.state.active;
                let from = std::mem::replace(&mut self.state.turn.from, Area::NONE);
                self.state.shift(seat, Unit::Undead, from, to);
                let rested = &mut self.state.turn.rested;
                rested[3] = to;
                rested.sort_unstable();
                let troops = self.troops(seat, Force::NONE.with(Unit::Undead));
                let (from, to) = (self.spot(from), self.spot(to));
                self.tell(Event::Moved { seat, troops, from, to, cost: 0 });
                self.follow_cutiecorn();
                if restless(self.state) == 0 {
                    self.end_undead();
                }
            }
            _ => self.end_undead(),
        }
    }

    fn end_undead(&mut self) {
        self.state.turn.rested = [Area::NONE; 4];
        self.main();
    }
}
