//! Positions written by hand.

use std::collections::BTreeMap;

use serde::Deserialize;
use table::{Chance, Name, Refusal, Seat};

use crate::map::{Area, bit};
use crate::odds::{read_force, read_units};
use crate::options::Agreement;
use crate::pieces::{CITADEL_SLOT, Faction, Force, Place, TILE_KINDS, TILES, Unit, VILLAGES};
use crate::rules::{Play, march, setup};
use crate::state::{Cutiecorn, Phase, State};

/// Where a position begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// Citadels are to be placed.
    Citadels,
    /// The active player's turn begins.
    Turn,
    /// Right after the capture step.
    Undead,
    /// Main actions.
    Main,
    /// Right after main actions.
    Construct,
    /// The active player has done everything and draws.
    Draw,
}

/// Units of a player in an area: `{ seat = 1, area = "Ford", units = "2 swords, leader" }`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitsAt {
    seat: Seat,
    area: String,
    units: String,
}

/// Villages of a player in an area.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VillagesAt {
    seat: Seat,
    area: String,
    #[serde(default = "one")]
    count: u8,
}

fn one() -> u8 {
    1
}

/// Captured villages.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CapturedFrom {
    by: Seat,
    from: Seat,
    count: u8,
}

/// A captured citadel.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CitadelTaken {
    by: Seat,
    from: Seat,
}

/// Where the Cutiecorn stands.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CutiecornAt {
    seat: Seat,
    area: String,
}

/// A position. Tiles nobody mentions are dealt: a hand that is not given is drawn to its size, what is left lies in the bag
/// (or on the discard pile, if the bag is given).
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Position {
    /// Each seat's faction. Without them the game begins with their choice.
    pub factions: Vec<Faction>,
    /// The first player; by default seat 1.
    pub first: Option<Seat>,
    /// Whose turn it is; by default the first player.
    pub active: Option<Seat>,
    /// Where to begin; by default with main actions.
    pub start: Option<Start>,
    /// Units on the map.
    pub units: Vec<UnitsAt>,
    /// Villages on the map.
    pub villages: Vec<VillagesAt>,
    /// Hands by seat number: `{ 1 = "2 swords, blank" }`.
    pub hands: BTreeMap<String, String>,
    /// Bags by seat number.
    pub bags: BTreeMap<String, String>,
    /// Discard piles by seat number.
    pub discards: BTreeMap<String, String>,
    /// Points per seat.
    pub points: Vec<i16>,
    /// Regroups per seat.
    pub regroups: Vec<u8>,
    /// Captured villages.
    pub captured: Vec<CapturedFrom>,
    /// Captured citadels.
    pub citadels: Vec<CitadelTaken>,
    /// The next battle tiles of attacker and defender.
    pub battle_tiles: Vec<Vec<u8>>,
    /// Where the Cutiecorn stands; by default beside the map.
    pub cutiecorn: Option<CutiecornAt>,
    /// Per seat: own turns that have ended since a tile left the hand.
    pub idle: Vec<u8>,
    /// The Chaos Horde have captured in this turn.
    pub raided: bool,
}

/// Who writes positions reads English.
fn no(reason: impl std::fmt::Display) -> Refusal {
    Refusal::malformed(Name(reason))
}

struct Arranger<'a> {
    s: State,
    p: &'a Position,
}

/// Builds a position, or says what is impossible about it.
pub(crate) fn arrange<C: Chance>(table: Agreement, p: &Position, chance: &mut C) -> Result<State, Refusal> {
    if p.factions.is_empty() {
        let mut s = setup::deal(table, chance);
        if let Some(first) = p.first {
            s.first = seated(&s, first)?;
            s.active = s.first;
        }
        let bare = p.units.is_empty() && p.villages.is_empty() && p.hands.is_empty() && p.start.is_none();
        return if bare {
            Ok(s)
        } else {
            Err(no("A position with pieces needs factions, one for each seat."))
        };
    }
    let mut a = Arranger { s: State::new(table), p };
    setup::draw_lots(&mut a.s, chance);
    a.factions()?;
    a.order()?;
    a.units()?;
    a.villages()?;
    a.spoils()?;
    for seat in a.s.seats() {
        a.tiles(seat, chance)?;
    }
    a.fates()?;
    a.begin(chance);
    Ok(a.s)
}

fn seated(s: &State, seat: Seat) -> Result<Seat, Refusal> {
    if seat.index() < s.players() {
        Ok(seat)
    } else {
        Err(no(format!("There is no seat {}.", seat.number())))
    }
}

impl Arranger<'_> {
    fn area(&self, name: &str) -> Result<Area, Refusal> {
        self.s.map().find(name).ok_or_else(|| no(format!("There is no area \"{name}\" on this map.")))
    }

    fn factions(&mut self) -> Result<(), Refusal> {
        let players = self.s.players();
        if self.p.factions.len() != players {
            return Err(no(format!("{players} players need {players} factions.")));
        }
        for (seat, &faction) in self.s.seats().zip(&self.p.factions) {
            if self.p.factions[..seat.index()].contains(&faction) {
                return Err(no(format!("Two players lead the {}.", faction.name())));
            }
            if !setup::admitted(&self.s.table, faction) {
                return Err(no(format!("There are too few players for the {}.", faction.name())));
            }
            self.s.take_faction(seat, faction);
        }
        Ok(())
    }

    fn order(&mut self) -> Result<(), Refusal> {
        self.s.first = self.p.first.map_or(Ok(Seat::new(0)), |seat| seated(&self.s, seat))?;
        self.s.active = self.p.active.map_or(Ok(self.s.first), |seat| seated(&self.s, seat))?;
        for (index, realm) in self.s.realms.iter_mut().enumerate() {
            realm.points = self.p.points.get(index).copied().unwrap_or(realm.points);
            realm.regroups = self.p.regroups.get(index).copied().unwrap_or(realm.regroups);
            realm.idle = self.p.idle.get(index).copied().unwrap_or(realm.idle);
        }
        let players = self.s.players();
        if self.p.points.len() > players || self.p.regroups.len() > players || self.p.idle.len() > players {
            return Err(no("There are more points or regroups than players."));
        }
        if self.p.regroups.iter().any(|&regroups| regroups > self.s.table.regroups) {
            return Err(no(format!("Nobody regroups more than {} times.", self.s.table.regroups)));
        }
        Ok(())
    }

    fn units(&mut self) -> Result<(), Refusal> {
        for at in &self.p.units {
            let (seat, area) = (seated(&self.s, at.seat)?, self.area(&at.area)?);
            let faction = self.s.faction(seat);
            for (unit, count) in read_force(faction, &at.units)?.iter() {
                if unit == Unit::Cutiecorn {
                    return Err(no("The Cutiecorn has an entry of its own."));
                }
                let ground = match unit {
                    Unit::Castle | Unit::Citadel => self.s.map().habitable(),
                    _ => march::enterable(&self.s, seat, unit),
                };
                if ground & bit(area) == 0 {
                    return Err(no(format!("{} cannot stand in {}.", faction.word(unit), at.area)));
                }
                let from =
                    if matches!(unit, Unit::Citadel | Unit::Undead) { Place::BESIDE } else { Place::BAG };
                for _ in 0..count {
                    if !self.s.has(seat, unit, from) {
                        return Err(no(format!(
                            "The {} have no more {}.",
                            faction.name(),
                            faction.word(unit)
                        )));
                    }
                    self.s.shift(seat, unit, from, area);
                }
            }
        }
        if let Some(at) = &self.p.cutiecorn {
            if !self.s.table.cutiecorn {
                return Err(no("The Cutiecorn is not in this game."));
            }
            let (owner, area) = (seated(&self.s, at.seat)?, self.area(&at.area)?);
            if march::enterable(&self.s, owner, Unit::Cutiecorn) & bit(area) == 0 {
                return Err(no(format!("The Cutiecorn cannot stand in {}.", at.area)));
            }
            self.s.cutie = Cutiecorn { owner, place: area.into() };
            self.s.recount(owner, area);
        }
        Ok(())
    }

    fn villages(&mut self) -> Result<(), Refusal> {
        for at in &self.p.villages {
            let (seat, area) = (seated(&self.s, at.seat)?, self.area(&at.area)?);
            if !self.s.faction(seat).settles() {
                return Err(no("The Chaos Horde have no villages."));
            }
            if self.s.village_owner(area).is_some_and(|owner| owner != seat) {
                return Err(no(format!("Two players have villages in {}.", at.area)));
            }
            if self.s.citadel(seat) == Some(area) {
                return Err(no(format!("No village stands beside its citadel in {}.", at.area)));
            }
            for _ in 0..at.count {
                self.s.add_village(seat, area);
            }
            let room = self.s.map().terrain(area).slots();
            if self.s.villages[area.index()] > room {
                return Err(no(format!("{} has room for {room} villages.", at.area)));
            }
        }
        Ok(())
    }

    fn spoils(&mut self) -> Result<(), Refusal> {
        for spoil in &self.p.captured {
            let (by, from) = (seated(&self.s, spoil.by)?, seated(&self.s, spoil.from)?);
            if by == from || !self.s.faction(from).settles() {
                return Err(no("Villages are captured from somebody else who has some."));
            }
            self.s.realm_mut(by).captured[from.index()] = spoil.count;
        }
        for seat in self.s.seats() {
            let lost: usize =
                self.s.realms.iter().map(|realm| usize::from(realm.captured[seat.index()])).sum();
            if lost + usize::from(self.s.villages_of(seat)) > usize::from(VILLAGES) {
                return Err(no(format!("Seat {} has more than {VILLAGES} villages.", seat.number())));
            }
        }
        for taken in &self.p.citadels {
            let (by, from) = (seated(&self.s, taken.by)?, seated(&self.s, taken.from)?);
            let place = &mut self.s.realm_mut(from).place[CITADEL_SLOT];
            if *place != Place::BESIDE || by == from || !self.p.factions[from.index()].settles() {
                return Err(no(format!("The citadel of seat {} cannot have been captured.", from.number())));
            }
            *place = Place::taken_by(by);
        }
        Ok(())
    }

    fn pile(&self, list: &BTreeMap<String, String>, seat: Seat) -> Result<Option<Force>, Refusal> {
        let number = seat.number().to_string();
        for key in list.keys() {
            if !key.parse::<u8>().is_ok_and(|n| (1..=self.s.table.players).contains(&n)) {
                return Err(no(format!("There is no seat {key}.")));
            }
        }
        let Some(words) = list.get(&number) else { return Ok(None) };
        let faction = self.s.faction(seat);
        let pile = read_units(faction, words)?;
        match pile.iter().find(|(unit, _)| unit.index() >= TILE_KINDS) {
            Some((unit, _)) => Err(no(format!("{} is not a tile.", faction.word(unit)))),
            None => Ok(Some(pile)),
        }
    }

    fn tiles<C: Chance>(&mut self, seat: Seat, chance: &mut C) -> Result<(), Refusal> {
        let hand = self.pile(&self.p.hands, seat)?;
        let bag = self.pile(&self.p.bags, seat)?;
        let discard = self.pile(&self.p.discards, seat)?;
        let faction = self.s.faction(seat);
        let take = |s: &mut State, pile: &Force, to: Place| {
            for (unit, count) in pile.iter() {
                for _ in 0..count {
                    if !s.has(seat, unit, Place::BAG) {
                        return Err(no(format!(
                            "The {} have no more {} than those on the map and in other piles.",
                            faction.name(),
                            faction.word(unit)
                        )));
                    }
                    s.shift(seat, unit, Place::BAG, to);
                }
            }
            Ok(())
        };
        if let Some(pile) = &hand {
            take(&mut self.s, pile, Place::HAND)?;
        }
        if let Some(pile) = &discard {
            take(&mut self.s, pile, Place::DISCARD)?;
        }
        if let Some(pile) = &bag {
            // Everything else has been spent; or must be in the hand, if only that was left open.
            let mut rest = Force::NONE;
            for (slot, &at) in self.s.realm(seat).place[..TILES].iter().enumerate() {
                if at == Place::BAG {
                    rest.add(faction.kinds()[slot]);
                }
            }
            for (unit, count) in pile.iter() {
                if rest.of(unit) < count {
                    return Err(no(format!(
                        "The {} have no {count} {} left for the bag.",
                        faction.name(),
                        faction.word(unit)
                    )));
                }
                rest.0[unit.index()] -= count;
            }
            if discard.is_some() && hand.is_some() && !rest.is_empty() {
                return Err(no(format!("Some tiles of the {} are nowhere.", faction.name())));
            }
            let to = if discard.is_some() { Place::HAND } else { Place::DISCARD };
            take(&mut self.s, &rest, to)?;
        }
        if hand.is_none() {
            let size =
                if self.p.start == Some(Start::Citadels) { setup::FIRST_HAND } else { faction.hand_size() };
            for _ in self.s.hand_len(seat)..size {
                if self.s.draw_tile(seat, chance).is_none() {
                    break;
                }
            }
        }
        Ok(())
    }

    fn fates(&mut self) -> Result<(), Refusal> {
        if self.p.battle_tiles.len() > 2 {
            return Err(no("Battle tiles are laid ready for attacker and defender."));
        }
        for (fate, tiles) in self.s.fate.iter_mut().zip(&self.p.battle_tiles) {
            let twice = |tile: &u8| tiles.iter().filter(|other| *other == tile).count() > 2;
            if tiles.len() > 4 || tiles.iter().any(|tile| !(2..=5).contains(tile) || twice(tile)) {
                return Err(no("A side draws three or four out of 2, 2, 3, 3, 4, 4, 5, 5."));
            }
            fate.iter_mut().zip(tiles).for_each(|(slot, &tile)| *slot = tile);
        }
        Ok(())
    }

    fn begin<C: Chance>(&mut self, chance: &mut C) {
        let seat = self.s.active;
        let start = self.p.start.unwrap_or(Start::Main);
        let mut play = Play { state: &mut self.s, chance, sink: &mut () };
        match start {
            Start::Citadels => play.next_settler(None),
            Start::Turn => play.begin_turn(seat),
            Start::Undead => play.undead_step(),
            Start::Main => {
                play.state.phase = Phase::Main;
                play.state.turn.raided = self.p.raided;
                play.main();
            }
            Start::Construct => play.construct_step(),
            Start::Draw => play.end_turn(),
        }
    }
}
