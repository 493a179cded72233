//! The map with everything on it.

use std::sync::{Arc, LazyLock};

use table::scene::{self, Face, Land, Map, Mark, Piece, key};
use table::{Name, say};

use super::{area_id, tint, unit_id};
use crate::map::{Area, AreaInfo, Areas, bit};
use crate::pieces::{Faction, Force, UNIT_KINDS, Unit};
use crate::rules::march;
use crate::sight::Known;
use crate::state::Phase;

/// A unit's face.
pub(crate) fn unit_face(faction: Faction, unit: Unit) -> &'static Face {
    static FACES: LazyLock<[[Face; UNIT_KINDS]; Faction::ALL.len()]> =
        LazyLock::new(|| Faction::ALL.map(|faction| Unit::ALL.map(|unit| figure(faction, unit))));
    &FACES[faction.index()][unit.index()]
}

fn figure(faction: Faction, unit: Unit) -> Face {
    Face {
        name: faction.word(unit).into(),
        key: key(unit),
        text: faction.deed(unit).into(),
        icon: faction.icon(unit).into(),
        sign: faction.name().into(),
        tint: tint(Some(faction)),
        ..Face::default()
    }
}

fn village_face(faction: Faction) -> &'static Face {
    static FACES: LazyLock<[Face; Faction::ALL.len()]> = LazyLock::new(|| {
        Faction::ALL.map(|faction| Face {
            name: "Village".into(),
            text: say!("Worth a point whenever its owner regroups."),
            icon: "village".into(),
            sign: faction.name().into(),
            tint: tint(Some(faction)),
            ..Face::default()
        })
    });
    &FACES[faction.index()]
}

/// The map and its pieces.
pub(super) fn board(s: &Known) -> Map {
    let map = s.map();
    let drawn = |(area, info): (Area, &AreaInfo)| {
        let (outline, centre) = map.picture(area);
        Arc::new(Land {
            id: area_id(area),
            name: Name(&info.name).into(),
            terrain: info.terrain.word().into(),
            outline,
            centre,
            next_to: Areas(map.next_to(area)).map(area_id).collect(),
        })
    };
    let lands = map.lands.get_or_init(|| map.numbered().map(drawn).collect());
    let areas = map.numbered().zip(lands);
    Map {
        name: map.title(),
        size: map.picture_size(),
        areas: areas
            .map(|((area, _), land)| scene::Area { land: land.clone(), pieces: pieces(s, area) })
            .collect(),
        rivers: map.rivers.clone(),
    }
}

fn pieces(s: &Known, area: Area) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for seat in s.seats() {
        let realm = s.realm(seat);
        let owner = Some(seat);
        let faction = s.faction(seat);
        if realm.homes & bit(area) != 0 {
            let village =
                Piece::face_up(format!("village/{area}"), village_face(faction), s.villages[area.index()]);
            pieces.push(Piece { owner, ..village });
        }
        if realm.units & bit(area) == 0 {
            continue;
        }
        let moving = if seat == s.active && area == s.turn.from { on_the_move(s) } else { Force::NONE };
        let fights = s.battle.area == area && s.battle.seats().contains(&seat);
        for (unit, count) in s.force(seat, area).iter() {
            let id = unit_id(area, seat, unit);
            let mut marks = Vec::new();
            if moving.of(unit) > 0 {
                let mark = Mark::new(format!("{id}/moving"), "moving", "boot-prints");
                marks.push(Mark { count: Some(moving.of(unit).into()), ..mark });
            }
            if fights {
                marks.push(Mark::new(format!("{id}/battle"), "in battle", "crossed-swords"));
            }
            pieces.push(Piece { owner, marks, ..Piece::face_up(id, unit_face(faction, unit), count) });
        }
    }
    pieces
}

/// What would take the next step from the chosen stack.
fn on_the_move(s: &Known) -> Force {
    match s.phase {
        Phase::Move if s.turn.group.is_empty() => march::stack(s),
        Phase::Move => s.turn.group,
        Phase::Undead if s.turn.from != Area::NONE => Force::NONE.with(Unit::Undead),
        _ => Force::NONE,
    }
}
