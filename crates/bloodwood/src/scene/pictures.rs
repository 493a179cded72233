//! The pieces that the rules speak of.

use table::scene::Picture;

use super::{entity_face, face};
use crate::pieces::{Card, Entity};

pub(crate) fn pictures() -> Vec<Picture> {
    let entity = |entity: Entity| (entity_face(entity), usize::from(Entity::SUPPLY[entity as usize]));
    let cards = [
        ("4.2", Card::DayEclipse),
        ("4.3", Card::DayTimeLoop),
        ("5.2", Card::Bite),
        ("5.3", Card::CurseMark),
        ("5.9", Card::Chains),
        ("5.10", Card::Tranquillizer),
        ("5.12", Card::Voodoo),
        ("5.13", Card::Leshy),
        ("5.14", Card::Hunter),
        ("6.2", Card::Amulet),
        ("6.3", Card::Mirror),
        ("7.1", Card::Vaccine),
        ("7.2", Card::Candle),
        ("7.3", Card::Keys),
        ("7.4", Card::PandorasBox),
        ("7.6", Card::Thief),
        ("7.7", Card::BloodTest),
        ("7.8", Card::Confession),
    ];
    let entities = [
        Picture::new("1.1", [entity(Entity::Vampire), entity(Entity::Werewolf)]),
        Picture::new("2.2", [entity(Entity::Dracula), entity(Entity::Alpha)]),
    ];
    let of_card =
        |(rule, card): (&str, Card)| Picture::new(rule, [(face(card).clone(), usize::from(card.copies()))]);
    entities.into_iter().chain(cards.into_iter().map(of_card)).collect()
}
