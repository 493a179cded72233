//! What a seat may know as an array: the allow-list of [`crate::sight`] once more, written for speed.

use table::tensor::{Mark, cell, fill_bits, fill_wide};
use table::{Pen, Seat, Tensor};

use crate::Bloodstones;
use crate::map::{Area, Areas, MAX_AREAS};
use crate::pieces::{CITADEL_SLOT, Faction, Place, SLOTS, TILE_KINDS, UNIT_KINDS, Unit};
use crate::rules::battle::swapped_tile;
use crate::state::{MAX_PLAYERS, Phase, Realm, State};

const PHASES: usize = Phase::Over as usize + 1;
const FACTIONS: usize = Faction::ALL.len();
/// Units of a seat in an area that a cell is kept for: all kinds but the blank, which never stands on the map.
const STANDING: usize = UNIT_KINDS - 1;
const BLANK: usize = Unit::Blank as usize;

/// By seat: villages captured; faction, and where the citadel is.
type Spoils = ([[u8; MAX_PLAYERS]; MAX_PLAYERS], [[u8; 2]; MAX_PLAYERS]);

/// What the sections of a row were last written from.
#[derive(Default)]
pub struct Traces {
    /// By seat: where its pieces are, and its faction.
    pieces: [Option<([u8; SLOTS], u8)>; MAX_PLAYERS],
    /// By seat: the areas with its villages, and how many there are in all areas.
    villages: Option<([u128; MAX_PLAYERS], [u8; MAX_AREAS])>,
    fled: Option<[u128; MAX_PLAYERS]>,
    moves_from: Option<Mark>,
    cutiecorn: Option<Mark>,
    battle: Option<Mark>,
    spoils: Option<Spoils>,
}

impl Tensor for Bloodstones {
    type Traces = Traces;

    fn write<P: Pen>(s: &State, seat: Seat, traces: &mut Traces, pen: &mut P) {
        if s.draft.is_open() && seat != s.active {
            return Self::write(&s.without_draft(), seat, traces, pen);
        }
        let (players, areas) = (s.players(), s.map().len());
        let faction = |realm: &Realm| realm.faction.map_or(u8::MAX, |faction| faction as u8);
        pen.pieces(
            "pieces by seat: units by area and kind, discards by kind, tiles in the bag",
            areas * STANDING + TILE_KINDS + 1,
            &mut traces.pieces[..players],
            |at| (Place::bytes(&s.realms[at].place), faction(&s.realms[at])),
            |at, cells| piece_cells(&s.realms[at], areas, cells),
        );
        let now = (s.realms.each_ref().map(|realm| realm.homes), s.villages);
        pen.section(&mut traces.villages, now, players * areas, |pen| {
            let part = pen.part("villages by seat and area", players * areas);
            for (realm, cells) in s.realms.iter().zip(part.chunks_exact_mut(areas)) {
                for area in Areas(realm.homes) {
                    cells[area.index()] = cell(s.villages[area.index()]);
                }
            }
        });
        let now = s.realms.each_ref().map(|realm| realm.fled);
        pen.section(&mut traces.fled, now, players * areas, |pen| {
            let part = pen.part("areas fled from", players * areas);
            for (realm, cells) in s.realms.iter().zip(part.chunks_exact_mut(areas)) {
                fill_bits(cells, realm.fled);
            }
        });
        let now = (
            s.realms.each_ref().map(|realm| realm.captured),
            s.realms.each_ref().map(|realm| [faction(realm), realm.place[CITADEL_SLOT].byte()]),
        );
        let len = (FACTIONS + 2 * players) * players;
        pen.section(&mut traces.spoils, now, len, |pen| spoil_parts(s, pen));
        let some = |area: Area| area.some().map(Area::index);
        pen.marker("stack moves from", areas, &mut traces.moves_from, some(s.turn.from));
        pen.marker("Cutiecorn stands in", areas, &mut traces.cutiecorn, Some(s.cutie.place.byte().into()));
        pen.marker("battle in", areas, &mut traces.battle, some(s.battle.area));
        pen.rest(|pen| {
            turn_parts(s, seat, pen);
            realm_parts(s, pen);
            tile_parts(s, seat, pen);
            battle_parts(s, seat, pen);
        });
    }
}

fn turn_parts<P: Pen>(s: &State, seat: Seat, pen: &mut P) {
    let (players, areas) = (s.players(), s.map().len());
    pen.one_of("own seat", players, Some(seat.index()));
    pen.one_of("phase", PHASES, Some(s.phase as usize));
    pen.one_of("first player", players, Some(s.first.index()));
    pen.one_of("active player", players, Some(s.active.index()));
    pen.one_of("ended the game", players, s.trigger.0.map(Seat::index));
    pen.number("round of last battles", s.last_round);
    pen.number("stalled", s.stalled.into());
    let turn = &s.turn;
    pen.numbers("pips due, tiles owed, build points", &[turn.due, turn.owes, turn.build_points]);
    pen.numbers("group has stepped, horde has raided", &[turn.stepped.into(), turn.raided.into()]);
    pen.numbers("group", &turn.group.0);
    let part = pen.part("Undead that have moved", areas);
    turn.rested.into_iter().filter_map(Area::some).for_each(|area| part[area.index()] += 1);
    pen.one_of("owner of the Cutiecorn", players, Some(s.cutie.owner.index()));
    pen.numbers(
        "Cutiecorn is beside the map, or gone",
        &[(s.cutie.place == Place::BESIDE).into(), (s.cutie.place == Place::GONE).into()],
    );
}

/// Tracks of each player.
fn realm_parts<P: Pen>(s: &State, pen: &mut P) {
    let players = s.players();
    let realms = &s.realms[..players];
    let part = pen.part("points", 2 * players);
    for (cells, realm) in part.chunks_exact_mut(2).zip(realms) {
        fill_wide(cells, realm.points.into());
    }
    let part = pen.part("regroups, out, idle turns and lots", 5 * players);
    for (cells, realm) in part.chunks_exact_mut(5).zip(realms) {
        let [first, second] = realm.lots;
        let numbers = [realm.regroups, realm.out.into(), realm.idle, first, second];
        cells.copy_from_slice(&numbers.map(cell));
    }
}

/// What each player plays, and has taken from others.
fn spoil_parts<P: Pen>(s: &State, pen: &mut P) {
    let players = s.players();
    let realms = &s.realms[..players];
    let part = pen.part("faction", FACTIONS * players);
    for (cells, realm) in part.chunks_exact_mut(FACTIONS).zip(realms) {
        if let Some(faction) = realm.faction {
            cells[faction.index()] = 1;
        }
    }
    let part = pen.part("villages captured from", players * players);
    for (cells, realm) in part.chunks_exact_mut(players).zip(realms) {
        table::tensor::fill(cells, &realm.captured[..players]);
    }
    let part = pen.part("citadel lost to", players * players);
    for (cells, realm) in part.chunks_exact_mut(players).zip(realms) {
        if let Some(captor) = realm.place[CITADEL_SLOT].captor() {
            cells[captor.index()] = 1;
        }
    }
}

/// Hands.
fn tile_parts<P: Pen>(s: &State, seat: Seat, pen: &mut P) {
    pen.numbers("own hand", &s.realms[seat.index()].hand);
    let part = pen.part("tiles in hand", s.players());
    for (to, realm) in part.iter_mut().zip(&s.realms) {
        *to = realm.hand.iter().sum::<u8>() as i8;
    }
}

/// A player's units on the map, discards and bag.
fn piece_cells(realm: &Realm, areas: usize, cells: &mut [i8]) {
    let Some(faction) = realm.faction else { return };
    let (units, tiles) = cells.split_at_mut(areas * STANDING);
    for slot in slots(&realm.place, Place::is_area) {
        let (at, kind) = (usize::from(realm.place[slot].byte()), faction.kinds()[slot].index());
        units[at * STANDING + kind - usize::from(kind > BLANK)] += 1;
    }
    for slot in slots(&realm.place, |at| at == Place::DISCARD) {
        tiles[faction.kinds()[slot].index()] += 1;
    }
    tiles[TILE_KINDS] = realm.place.iter().filter(|&&at| at == Place::BAG).count() as i8;
}

/// The slots of pieces in such places. Collects them in a mask first: a branch per slot would be mispredicted too often.
fn slots(place: &[Place; SLOTS], is_such: impl Fn(Place) -> bool) -> impl Iterator<Item = usize> {
    let such = |mask, (slot, &at): (usize, &Place)| mask | u64::from(is_such(at)) << slot;
    let mut mask = place.iter().enumerate().fold(0, such);
    std::iter::from_fn(move || {
        let slot = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (slot < SLOTS).then_some(slot)
    })
}

/// The battle. Tiles of a side are its own until they are shown.
fn battle_parts<P: Pen>(s: &State, seat: Seat, pen: &mut P) {
    let players = s.players();
    let fought = s.battle.is_fought();
    let numbers = [s.battle.turn, s.battle.loser, s.battle.fallen, s.battle.ties];
    pen.numbers("side that decides, loser, fallen, ties", &if fought { numbers } else { [0; 4] });
    for (index, side) in s.battle.sides.iter().enumerate() {
        let name = |attacker, defender| if index == 0 { attacker } else { defender };
        let part = pen.part(name("attacker", "defender"), players);
        if fought {
            part[side.seat.index()] = 1;
        }
        let part = pen.part(name("attacker's side", "defender's side"), 5);
        if fought {
            let numbers = [side.units, side.drawn, side.shown.into(), side.swap as u8, side.total];
            part.copy_from_slice(&numbers.map(cell));
        }
        let part = pen.part(name("attacker's battle tiles", "defender's battle tiles"), 4);
        if fought && (side.shown || side.seat == seat) {
            part.copy_from_slice(&side.tiles.map(cell));
        }
    }
    let part = pen.part("tile swapped in", TILE_KINDS * players);
    if fought {
        for side in &s.battle.sides {
            let sees = side.shown || side.seat == seat;
            if sees
                && s.realm(side.seat).place.contains(&Place::ASIDE)
                && let Some(unit) = swapped_tile(s, side.seat)
            {
                part[side.seat.index() * TILE_KINDS + unit.index()] = 1;
            }
        }
    }
}
