//! The whole truth: where every piece is, and what is being decided.
//!
//! A tile has no identity beyond its kind, so a faction's pieces are an array of places, sorted within each kind: two tables
//! that look the same to everybody are the same value.

mod draft;

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use table::{Chance, Seat};

use crate::map::{Area, AreaSet, Areas, MAX_AREAS, MapRef, bit};
use crate::options::Agreement;
use crate::pieces::{CITADEL_SLOT, Faction, Force, Place, SLOTS, TILE_KINDS, TILES, Unit, VILLAGES};

pub use draft::Draft;

/// The most players.
pub const MAX_PLAYERS: usize = 6;

/// What is being decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Who plays what (rule 4.2).
    Factions,
    /// Where a citadel, or the Chaos Horde, goes (rules 4.3, 4.7).
    Citadels,
    /// What stands there at the start (rule 4.5).
    Muster,
    /// The Chaos Horde come back (rule 3.8).
    Return,
    /// Which villages to capture, and with what tile (rule 5.2).
    Capture,
    /// Where Undead go (rule 5.5).
    Undead,
    /// Build, move, attack or end (rule 5.7).
    Main,
    /// A move that goes on (rule 7.1).
    Move,
    /// Tiles for a move (rule 7.1).
    Pay,
    /// Tiles for a unit (rule 6.1).
    Discard,
    /// Where villages go (rule 9.1).
    Construct,
    /// Does the defender withdraw (rule 8.2)?
    Withdraw,
    /// Does a side swap a tile (rule 8.4)?
    Swap,
    /// Which unit falls (rule 8.8)?
    Casualty,
    /// Where the rest retreats (rule 8.10).
    Retreat,
    /// How many rise (rule 3.4).
    Raise,
    /// Which of the last battles comes first (rule 11.2).
    LastBattles,
    /// It is over.
    Over,
}

/// Lots that tied, the last three of them; zeros for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TiedLots(pub [[u8; 2]; 3]);

/// Only to be shown. Not hashed, so that records made before it was kept still verify.
impl Hash for TiedLots {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl TiedLots {
    /// What was drawn, in order.
    pub fn drawn(&self) -> impl Iterator<Item = [u8; 2]> + use<> {
        self.0.into_iter().filter(|lots| *lots != [0; 2])
    }

    /// One more tie.
    pub fn add(&mut self, lots: [u8; 2]) {
        self.0.rotate_left(1);
        self.0[2] = lots;
    }
}

/// A player's pieces and points.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Realm {
    /// Who they play, once chosen.
    pub faction: Option<Faction>,
    /// Where each tile, the citadel and the Undead are; sorted within each kind.
    pub place: [Place; SLOTS],
    /// Tiles in hand by kind: counted along with `place`.
    pub hand: [u8; TILE_KINDS],
    /// The Victory Point track.
    pub points: i16,
    /// The Regroup track.
    pub regroups: u8,
    /// Out of the game (rule 3.8).
    pub out: bool,
    /// Own turns that have ended since a tile left the hand (rule 11.6).
    pub idle: u8,
    /// The two battle tiles drawn for the order of play.
    pub lots: [u8; 2],
    /// Those drawn before, which tied for the highest sum.
    pub tied_lots: TiedLots,
    /// Villages captured, by owner.
    pub captured: [u8; MAX_PLAYERS],
    /// Areas with own units.
    pub units: AreaSet,
    /// Areas with own villages.
    pub homes: AreaSet,
    /// Areas fled from in this turn (rule 8.14).
    pub fled: AreaSet,
}

impl Realm {
    const EMPTY: Realm = Realm {
        faction: None,
        place: [Place::BESIDE; SLOTS],
        hand: [0; TILE_KINDS],
        points: 0,
        regroups: 0,
        out: false,
        idle: 0,
        lots: [0; 2],
        tied_lots: TiedLots([[0; 2]; 3]),
        captured: [0; MAX_PLAYERS],
        units: 0,
        homes: 0,
        fled: 0,
    };
}

/// What the player whose turn it is has begun.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// Pips to pay so far.
    pub due: u8,
    /// Tiles still to discard for a unit.
    pub owes: u8,
    /// Build points left at set-up.
    pub build_points: u8,
    /// The area of the chosen stack, or [`Area::NONE`].
    pub from: Area,
    /// The units picked from it.
    pub group: Force,
    /// The group has taken a step and stands together.
    pub stepped: bool,
    /// The Chaos Horde have captured in this turn.
    pub raided: bool,
    /// Undead that have moved, by area, sorted; [`Area::NONE`] at the end.
    pub rested: [Area; 4],
}

impl Turn {
    /// Nothing begun.
    pub const FRESH: Turn = Turn {
        due: 0,
        owes: 0,
        build_points: 0,
        from: Area::NONE,
        group: Force::NONE,
        stepped: false,
        raided: false,
        rested: [Area::NONE; 4],
    };
}

/// What a side has decided about swapping.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Swap {
    /// Nothing yet.
    #[default]
    Open,
    /// No.
    Kept,
    /// Yes; the tile lies aside.
    Swapped,
}

/// One side of a battle. Index 0 is the attacker, 1 the defender.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Side {
    /// Whose it is.
    pub seat: Seat,
    /// Units at the start.
    pub units: u8,
    /// How many battle tiles it drew.
    pub drawn: u8,
    /// Its battle tiles, highest first; 0 for none. Once shown: the three that count.
    pub tiles: [u8; 4],
    /// Everybody has seen the tiles.
    pub shown: bool,
    /// What it does about swapping.
    pub swap: Swap,
    /// Tiles and strengths, once shown.
    pub total: u8,
}

impl Side {
    /// A side before its tiles are drawn.
    pub const fn new(seat: Seat, units: u8) -> Side {
        Side { seat, units, drawn: 0, tiles: [0; 4], shown: false, swap: Swap::Open, total: 0 }
    }
}

/// A battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Battle {
    /// Where, or [`Area::NONE`] if there is none.
    pub area: Area,
    /// Attacker and defender.
    pub sides: [Side; 2],
    /// Which side decides about swapping.
    pub turn: u8,
    /// Which side has lost.
    pub loser: u8,
    /// Units of the loser that this battle has removed.
    pub fallen: u8,
    /// How often it ended in a tie.
    pub ties: u8,
}

impl Battle {
    /// No battle.
    pub const NONE: Battle = Battle {
        area: Area::NONE,
        sides: [Side::new(Seat::new(0), 0); 2],
        turn: 0,
        loser: 0,
        fallen: 0,
        ties: 0,
    };

    /// Is there one?
    #[inline]
    pub fn is_fought(&self) -> bool {
        self.area != Area::NONE
    }

    /// Attacker and defender.
    #[inline]
    pub fn seats(&self) -> [Seat; 2] {
        self.sides.map(|side| side.seat)
    }

    /// The player who decides about swapping.
    #[inline]
    pub fn swapper(&self) -> Seat {
        self.sides[usize::from(self.turn)].seat
    }

    /// The player who has lost.
    #[inline]
    pub fn loser(&self) -> Seat {
        self.sides[usize::from(self.loser)].seat
    }

    /// The player who has won.
    #[inline]
    pub fn winner(&self) -> Seat {
        self.sides[1 - usize::from(self.loser)].seat
    }
}

/// The player who ended the game, once somebody has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trigger(pub Option<Seat>);

/// As one byte, like every other seat and place of a state: records of rules version 1 were made so.
impl Hash for Trigger {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u8(self.0.map_or(u8::MAX, |seat| seat.index() as u8));
    }
}

/// The Cutiecorn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cutiecorn {
    /// Whose it is while it stands on the map.
    pub owner: Seat,
    /// Its area, [`Place::BESIDE`] or [`Place::GONE`].
    pub place: Place,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// What was agreed.
    pub table: Agreement,
    /// The players' pieces.
    pub realms: [Realm; MAX_PLAYERS],
    /// Villages per area. Whose they are is in [`Realm::homes`].
    pub villages: [u8; MAX_AREAS],
    /// What is being decided.
    pub phase: Phase,
    /// The first player.
    pub first: Seat,
    /// Whose turn it is.
    pub active: Seat,
    /// What that player has begun.
    pub turn: Turn,
    /// What of it the others do not see yet.
    pub draft: Draft,
    /// The battle that is being fought.
    pub battle: Battle,
    /// The Cutiecorn.
    pub cutie: Cutiecorn,
    /// Who ended the game.
    pub trigger: Trigger,
    /// The round of last battles, from 1; 0 before the end.
    pub last_round: u8,
    /// Ended by rule 11.6.
    pub stalled: bool,
    /// Battle tiles that a scenario has laid ready, for attacker and defender; 0 for none.
    pub fate: [[u8; 4]; 2],
}

impl State {
    /// An empty table.
    pub fn new(table: Agreement) -> State {
        let cutiecorn = table.cutiecorn;
        State {
            table,
            realms: [Realm::EMPTY; MAX_PLAYERS],
            villages: [0; MAX_AREAS],
            phase: Phase::Factions,
            first: Seat::new(0),
            active: Seat::new(0),
            turn: Turn::FRESH,
            draft: Draft::NONE,
            battle: Battle::NONE,
            cutie: Cutiecorn {
                owner: Seat::new(0),
                place: if cutiecorn { Place::BESIDE } else { Place::GONE },
            },
            trigger: Trigger(None),
            last_round: 0,
            stalled: false,
            fate: [[0; 4]; 2],
        }
    }

    /// How many play.
    #[inline]
    pub fn players(&self) -> usize {
        self.table.players.into()
    }

    /// Everybody at the table, in order.
    #[inline]
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone + use<> {
        Seat::all(self.players())
    }

    /// The map.
    #[inline]
    pub fn map(&self) -> &MapRef {
        &self.table.map
    }

    /// A player's realm.
    #[inline]
    pub fn realm(&self, seat: Seat) -> &Realm {
        &self.realms[seat.index()]
    }

    /// A player's realm, to change it.
    #[inline]
    pub fn realm_mut(&mut self, seat: Seat) -> &mut Realm {
        &mut self.realms[seat.index()]
    }

    /// A player's faction. Before the choice it does not matter which.
    #[inline]
    pub fn faction(&self, seat: Seat) -> Faction {
        self.realm(seat).faction.unwrap_or(Faction::DragonRiders)
    }

    /// The player of a faction.
    pub fn player_of(&self, faction: Faction) -> Option<Seat> {
        self.seats().find(|&seat| self.realm(seat).faction == Some(faction))
    }

    /// The next seat clockwise.
    #[inline]
    pub fn left_of(&self, seat: Seat) -> Seat {
        seat.left(self.players())
    }

    /// How many of a player's pieces are in a place.
    #[inline]
    pub fn count(&self, seat: Seat, place: Place) -> usize {
        self.realm(seat).place.iter().filter(|&&at| at == place).count()
    }

    /// Tiles in a hand.
    #[inline]
    pub fn hand_len(&self, seat: Seat) -> usize {
        self.realm(seat).hand.iter().sum::<u8>().into()
    }

    /// A player's pieces in a place by kind, the Cutiecorn included.
    #[inline]
    pub fn force(&self, seat: Seat, place: impl Into<Place>) -> Force {
        let place = place.into();
        let mut force = Force::NONE;
        let kinds = self.faction(seat).kinds();
        for (&at, unit) in self.realm(seat).place.iter().zip(kinds) {
            if at == place {
                force.add(*unit);
            }
        }
        if self.cutie.place == place && place.is_area() && self.cutie.owner == seat {
            force.add(Unit::Cutiecorn);
        }
        force
    }

    /// Does a player have a unit of this kind in a place?
    #[inline]
    pub fn has(&self, seat: Seat, unit: Unit, place: impl Into<Place>) -> bool {
        let place = place.into();
        if unit == Unit::Cutiecorn {
            return self.cutie.place == place && self.cutie.owner == seat;
        }
        self.realm(seat).place[self.faction(seat).slots(unit)].contains(&place)
    }

    /// All pips in hand, and the most on one tile.
    #[inline]
    pub fn pips(&self, seat: Seat) -> (u8, u8) {
        let faction = self.faction(seat);
        let (mut sum, mut most) = (0, 0);
        for (unit, count) in Unit::ALL.into_iter().zip(self.realm(seat).hand) {
            if count > 0 {
                let pips = faction.tile(unit).pips;
                sum += pips * count;
                most = pips.max(most);
            }
        }
        (sum, most)
    }

    /// Areas with units of anybody else.
    #[inline]
    pub fn enemies(&self, seat: Seat) -> AreaSet {
        self.of_others(seat, |realm| realm.units)
    }

    /// Areas with villages of anybody else.
    #[inline]
    pub fn foreign_homes(&self, seat: Seat) -> AreaSet {
        self.of_others(seat, |realm| realm.homes)
    }

    #[inline]
    fn of_others(&self, seat: Seat, areas: impl Fn(&Realm) -> AreaSet) -> AreaSet {
        let mut all = 0;
        for (other, realm) in self.realms[..self.players()].iter().enumerate() {
            if other != seat.index() {
                all |= areas(realm);
            }
        }
        all
    }

    /// Areas where a player's units stand with somebody else's.
    #[inline]
    pub fn contested(&self, seat: Seat) -> AreaSet {
        self.realm(seat).units & self.enemies(seat)
    }

    /// Areas without any piece.
    pub fn empty(&self) -> AreaSet {
        self.map().whole()
            & !self.realms[..self.players()].iter().fold(0, |all, realm| all | realm.units | realm.homes)
    }

    /// Whose villages lie in an area.
    pub fn village_owner(&self, area: Area) -> Option<Seat> {
        self.seats().find(|&seat| self.realm(seat).homes & bit(area) != 0)
    }

    /// The area of a player's citadel while it stands.
    #[inline]
    pub fn citadel(&self, seat: Seat) -> Option<Area> {
        self.realm(seat).place[CITADEL_SLOT].area()
    }

    /// A player's villages on the map.
    pub fn villages_of(&self, seat: Seat) -> u8 {
        Areas(self.realm(seat).homes).map(|area| self.villages[area.index()]).sum()
    }

    /// A player's villages that are still to be placed.
    pub fn villages_left(&self, seat: Seat) -> u8 {
        if !self.faction(seat).settles() {
            return 0;
        }
        let lost: u8 = self.realms[..self.players()].iter().map(|realm| realm.captured[seat.index()]).sum();
        VILLAGES - self.villages_of(seat) - lost
    }

    /// Seas with ships of a player and without enemy units: what passages run over (rule 7.4).
    #[inline]
    pub fn sea_lanes(&self, seat: Seat) -> AreaSet {
        let mut lanes = 0;
        for &place in &self.realm(seat).place[self.faction(seat).slots(Unit::Ship)] {
            if let Some(area) = place.area() {
                lanes |= bit(area);
            }
        }
        if lanes == 0 { 0 } else { lanes & !self.enemies(seat) }
    }

    /// Takes one piece from one place to another.
    #[inline]
    pub fn shift(&mut self, seat: Seat, unit: Unit, from: impl Into<Place>, to: impl Into<Place>) {
        let (from, to) = (from.into(), to.into());
        if unit == Unit::Cutiecorn {
            self.cutie = Cutiecorn { owner: seat, place: to };
        } else {
            let range = self.faction(seat).slots(unit);
            let slots = &mut self.realms[seat.index()].place[range];
            let Some(mut i) = slots.iter().position(|&at| at == from) else {
                debug_assert!(false, "no {unit:?} of {seat} in {from:?}");
                return;
            };
            while i + 1 < slots.len() && slots[i + 1] < to {
                slots[i] = slots[i + 1];
                i += 1;
            }
            while i > 0 && slots[i - 1] > to {
                slots[i] = slots[i - 1];
                i -= 1;
            }
            slots[i] = to;
            if unit.index() < TILE_KINDS {
                let hand = &mut self.realms[seat.index()].hand[unit.index()];
                *hand += u8::from(to == Place::HAND);
                *hand -= u8::from(from == Place::HAND);
            }
        }
        if let Some(area) = to.area() {
            self.realms[seat.index()].units |= bit(area);
        }
        if let Some(area) = from.area() {
            self.recount(seat, area);
        }
    }

    /// Has a player a unit in an area, the Cutiecorn aside? Looks at all pieces at once, which beats stopping at the first.
    #[inline]
    pub fn stands(&self, seat: Seat, area: Area) -> bool {
        let place = area.into();
        self.realm(seat).place.iter().fold(false, |found, &at| found | (at == place))
    }

    /// Updates whether a player has units in an area.
    pub fn recount(&mut self, seat: Seat, area: Area) {
        let stays = self.stands(seat, area) || self.has(seat, Unit::Cutiecorn, area);
        let units = &mut self.realms[seat.index()].units;
        if stays { *units |= bit(area) } else { *units &= !bit(area) }
    }

    /// A fresh faction: all tiles in the bag, Undead and citadel beside the map.
    pub fn take_faction(&mut self, seat: Seat, faction: Faction) {
        let realm = &mut self.realms[seat.index()];
        realm.faction = Some(faction);
        realm.place = [Place::BESIDE; SLOTS];
        realm.place[..TILES].fill(Place::BAG);
        realm.hand = [0; TILE_KINDS];
        realm.points = if faction.settles() { 0 } else { 10 };
    }

    /// Draws one tile from the bag, if there is one.
    #[inline]
    pub fn draw_tile<C: Chance>(&mut self, seat: Seat, chance: &mut C) -> Option<Unit> {
        let left = self.count(seat, Place::BAG);
        if left == 0 {
            return None;
        }
        let which = chance.index(left);
        let mut bag = self.realm(seat).place[..TILES].iter().zip(self.faction(seat).kinds());
        let (_, &unit) = bag.by_ref().filter(|&(&at, _)| at == Place::BAG).nth(which)?;
        self.shift(seat, unit, Place::BAG, Place::HAND);
        Some(unit)
    }

    /// Adds a village (not charged).
    pub fn add_village(&mut self, seat: Seat, area: Area) {
        self.villages[area.index()] += 1;
        self.realms[seat.index()].homes |= bit(area);
    }

    /// One village of an area goes to a captor.
    pub fn take_village(&mut self, captor: Seat, owner: Seat, area: Area) {
        self.villages[area.index()] -= 1;
        if self.villages[area.index()] == 0 {
            self.realms[owner.index()].homes &= !bit(area);
        }
        self.realms[captor.index()].captured[owner.index()] += 1;
    }

    /// Citadels a player has taken.
    pub fn citadels_taken(&self, seat: Seat) -> i32 {
        self.realms[..self.players()]
            .iter()
            .filter(|realm| realm.place[CITADEL_SLOT] == Place::taken_by(seat))
            .count() as i32
    }

    /// Points from captured villages and citadels (rule 11.4).
    pub fn spoils(&self, seat: Seat) -> i32 {
        let villages: u8 = self.realm(seat).captured.iter().sum();
        i32::from(villages) * self.faction(seat).per_village() + 5 * self.citadels_taken(seat)
    }

    /// The seat whose decision it is.
    #[inline]
    pub fn chooser(&self) -> Option<Seat> {
        Some(match self.phase {
            Phase::Over => return None,
            Phase::Withdraw => self.battle.sides[1].seat,
            Phase::Swap => self.battle.swapper(),
            Phase::Casualty | Phase::Retreat => self.battle.loser(),
            Phase::Raise => self.battle.winner(),
            _ => self.active,
        })
    }
}
