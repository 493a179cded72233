//! Hands, bags, discard piles, and what lies beside the map.

use std::sync::LazyLock;

use table::scene::{Face, Id, Layout, Piece, Tint, Zone};
use table::{Seat, Text, Voice, say};

use super::{battle, board, tint};
use crate::pieces::{Faction, Place, TILE_KINDS, Unit};
use crate::sight::{Known, Observation, RealmView};
use crate::state::Phase;

/// A tile's face.
pub(crate) fn tile_face(faction: Faction, unit: Unit) -> &'static Face {
    static FACES: LazyLock<[Vec<Face>; Faction::ALL.len()]> = LazyLock::new(|| {
        Faction::ALL.map(|faction| Unit::tiles().map(|unit| print(faction, unit)).collect())
    });
    &FACES[faction.index()][unit.index()]
}

fn print(faction: Faction, unit: Unit) -> Face {
    let tile = faction.tile(unit);
    Face {
        name: faction.word(unit).into(),
        cost: (unit != Unit::Blank).then_some(tile.cost.into()),
        corner: say!("{pips}", pips = tile.pips),
        sign: if unit == Unit::Blank { say!("no unit") } else { say!("cost {cost}", cost = tile.cost) },
        text: faction.deed(unit).into(),
        icon: faction.icon(unit).into(),
        tint: tint(Some(faction)),
        ..Face::default()
    }
}

/// A tile's back.
pub(super) fn tile_back(faction: Faction) -> Text {
    say!("{faction} tile", faction = faction.name())
}

fn faces(prefix: &str, faction: Faction, tiles: &[Unit]) -> Vec<Piece> {
    let mut counts = [0u32; TILE_KINDS];
    tiles.iter().for_each(|unit| counts[unit.index()] += 1);
    Unit::tiles()
        .filter(|unit| counts[unit.index()] > 0)
        .map(|unit| {
            Piece::face_up(
                format!("{prefix}/{}", unit.index()),
                tile_face(faction, unit),
                counts[unit.index()],
            )
        })
        .collect()
}

pub(super) fn zones(o: &Observation, s: &Known) -> Vec<Zone> {
    let voice = Voice(o.observer);
    let mut zones = Vec::new();
    for (index, view) in o.realms.iter().enumerate() {
        let seat = Seat::new(index);
        let Some(faction) = view.faction else { continue };
        let label = say!(voice, seat: "Hand of {seat}", "Your hand");
        zones.push(hand_zone(view, seat, faction, label));
        let label = say!(voice, seat: "Bag of {seat}", "Your bag");
        let bag = Zone::new(bag_id(seat), label, Layout::Pile, Vec::new());
        zones.push(bag.of(seat).holding(view.bag_count));
        let id = format!("discard/{}", seat.number());
        let pieces = faces(&id, faction, &view.discard);
        let label = say!(voice, seat: "Discard pile of {seat}", "Your discard pile");
        zones.push(Zone::new(id, label, Layout::Discard, pieces).of(seat));
    }
    if s.phase == Phase::Factions {
        zones.push(faction_zone(s));
    }
    if o.battle.is_some() {
        zones.extend((0..2).map(|side| battle::zone(o, s, side)));
    }
    if s.cutie.place == Place::BESIDE {
        // It is nobody's yet, and called the same by every faction.
        let face = board::unit_face(Faction::DragonRiders, Unit::Cutiecorn);
        let face = Face { sign: "".into(), tint: Tint::Plain, ..face.clone() };
        let pieces = vec![Piece::face_up("beside/cutiecorn", face, 1u8)];
        zones.push(Zone::new("beside", "Beside the map", Layout::Row, pieces));
    }
    zones
}

/// The id of a bag.
pub(super) fn bag_id(seat: Seat) -> Id {
    format!("bag/{}", seat.number()).into()
}

/// The id of a faction that can still be chosen.
pub(crate) fn faction_id(faction: Faction) -> Id {
    format!("faction/{}", faction.index()).into()
}

/// A faction and what is special about it.
pub(super) fn faction_face(faction: Faction) -> Face {
    Face {
        name: faction.name().into(),
        text: faction.power().into(),
        icon: faction.emblem().into(),
        tint: tint(Some(faction)),
        ..Face::default()
    }
}

/// The factions nobody has chosen yet.
fn faction_zone(s: &Known) -> Zone {
    let open = Faction::ALL.into_iter().filter(|&faction| s.player_of(faction).is_none());
    let pieces = open.map(|it| Piece::face_up(faction_id(it), faction_face(it), 1u8)).collect();
    Zone::new("factions", "Factions", Layout::Row, pieces)
}

fn hand_zone(view: &RealmView, seat: Seat, faction: Faction, label: Text) -> Zone {
    let id = format!("hand/{}", seat.number());
    let pieces = match &view.hand {
        Some(hand) => faces(&id, faction, hand),
        None if view.hand_count == 0 => Vec::new(),
        None => {
            vec![Piece::face_down(format!("{id}/backs"), tile_back(faction), view.hand_count)]
        }
    };
    Zone::new(id, label, Layout::Hand, pieces).of(seat)
}
