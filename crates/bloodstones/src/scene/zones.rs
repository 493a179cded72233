//! Hands, bags, discard piles, and what lies beside the map.

use table::Seat;
use table::scene::{Face, Layout, Piece, Zone};

use super::{battle, board, tint};
use crate::pieces::{Faction, Place, TILE_KINDS, Unit};
use crate::sight::{Known, Observation, RealmView};
use crate::state::Phase;

/// A tile's face.
pub(crate) fn tile_face(faction: Faction, unit: Unit) -> Face {
    let tile = faction.tile(unit);
    Face {
        name: faction.word(unit).into(),
        cost: (unit != Unit::Blank).then_some(tile.cost.into()),
        corner: tile.pips.to_string().into(),
        sign: if unit == Unit::Blank { "no unit".into() } else { format!("cost {}", tile.cost).into() },
        text: faction.deed(unit).into(),
        icon: faction.icon(unit).into(),
        tint: tint(Some(faction)),
        ..Face::default()
    }
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
    let mut zones = Vec::new();
    for (index, view) in o.realms.iter().enumerate() {
        let seat = Seat::new(index);
        let Some(faction) = view.faction else { continue };
        let yours = o.observer.is(seat);
        let whose =
            |word: &str| if yours { format!("Your {word}") } else { format!("{} of {seat}", capital(word)) };
        zones.push(hand_zone(view, seat, faction, whose("hand")));
        let bag = Zone::new(bag_id(seat), whose("bag"), Layout::Pile, Vec::new());
        zones.push(bag.of(seat).holding(view.bag_count));
        let id = format!("discard/{}", seat.number());
        let pieces = faces(&id, faction, &view.discard);
        zones.push(Zone::new(id, whose("discard pile"), Layout::Discard, pieces).of(seat));
    }
    if s.phase == Phase::Factions {
        zones.push(faction_zone(s));
    }
    if o.battle.is_some() {
        zones.extend((0..2).map(|side| battle::zone(o, s, side)));
    }
    if s.cutie.place == Place::BESIDE {
        let face = board::unit_face(Faction::DragonRiders, Unit::Cutiecorn);
        let pieces = vec![Piece::face_up("beside/cutiecorn", face, 1u8)];
        zones.push(Zone::new("beside", "Beside the map", Layout::Row, pieces));
    }
    zones
}

/// The id of a bag.
pub(super) fn bag_id(seat: Seat) -> String {
    format!("bag/{}", seat.number())
}

/// The id of a faction that can still be chosen.
pub(crate) fn faction_id(faction: Faction) -> String {
    format!("faction/{}", faction.index())
}

/// The factions nobody has chosen yet.
fn faction_zone(s: &Known) -> Zone {
    let face = |faction: Faction| Face {
        name: faction.name().into(),
        text: faction.power().into(),
        icon: faction.emblem().into(),
        tint: tint(Some(faction)),
        ..Face::default()
    };
    let open = Faction::ALL.into_iter().filter(|&faction| s.player_of(faction).is_none());
    let pieces = open.map(|it| Piece::face_up(faction_id(it), face(it), 1u8)).collect();
    Zone::new("factions", "Factions", Layout::Row, pieces)
}

fn hand_zone(view: &RealmView, seat: Seat, faction: Faction, label: String) -> Zone {
    let id = format!("hand/{}", seat.number());
    let pieces = match &view.hand {
        Some(hand) => faces(&id, faction, hand),
        None if view.hand_count == 0 => Vec::new(),
        None => {
            vec![Piece::face_down(format!("{id}/backs"), format!("{} tile", faction.name()), view.hand_count)]
        }
    };
    Zone::new(id, label, Layout::Hand, pieces).of(seat)
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
