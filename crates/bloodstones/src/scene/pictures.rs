//! The pieces that the rules speak of.

use table::Text;
use table::scene::{Face, Picture};

use super::zones::{faction_face, tile_face};
use crate::pieces::{Faction, Unit};

pub(crate) fn pictures() -> Vec<Picture> {
    use Faction::*;
    let tiles = |rule, units: &[(Faction, Unit)]| {
        Picture::new(rule, units.iter().map(|&(faction, unit)| (tile(faction, unit), 1)))
    };
    let faction = |rule, faction: Faction| Picture::new(rule, [(faction_face(faction), 1)]);
    vec![
        tiles(
            "2.1",
            &[
                (HorseLords, Unit::Swords),
                (HorseLords, Unit::Ship),
                (HorseLords, Unit::Leader),
                (Necromancers, Unit::Special),
                (HillFolk, Unit::Special),
                (DragonRiders, Unit::Special),
            ],
        ),
        tiles(
            "2.2",
            &[
                (HorseLords, Unit::Skirmishers),
                (HorseLords, Unit::Cavalry),
                (HorseLords, Unit::Shield),
                (DragonRiders, Unit::Irregular),
                (HorseLords, Unit::Castle),
            ],
        ),
        tiles("2.3", &[(HorseLords, Unit::SiegeEngine)]),
        tiles("2.6", &[(HorseLords, Unit::Blank)]),
        faction("3.1", DragonRiders),
        faction("3.2", HorseLords),
        faction("3.3", HillFolk),
        faction("3.4", Necromancers),
        faction("3.5", ChaosHorde),
        faction("3.9", Corsairs),
    ]
}

/// A tile without its cost, for which a small picture has no room.
fn tile(faction: Faction, unit: Unit) -> Face {
    Face { sign: Text::default(), ..tile_face(faction, unit).clone() }
}
