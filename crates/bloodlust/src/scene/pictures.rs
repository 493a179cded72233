//! The pieces that the rules speak of.

use table::scene::Picture;

use super::{card_face, vampire_face};
use crate::pieces::{Card, Class, Vampire, tables};

pub(crate) fn pictures() -> Vec<Picture> {
    let class = |rule, class| {
        let mut faces: Vec<(table::scene::Face, usize)> = Vec::new();
        // Cards that differ only in their signs are one picture.
        for card in (0..tables().faces.len()).map(|face| Card(face as u8)).filter(|card| card.class == class)
        {
            let (face, copies) = (card_face(card).clone(), usize::from(card.copies));
            match faces.iter_mut().find(|(it, _)| (&it.name, &it.corner) == (&face.name, &face.corner)) {
                Some((_, count)) => *count += copies,
                None => faces.push((face, copies)),
            }
        }
        for (face, _) in &mut faces {
            (face.key, face.sign) = Default::default();
        }
        Picture::new(rule, faces)
    };
    let classes = [
        ("4.1", Class::Bloodlust),
        ("4.2", Class::SlayerBloodline),
        ("4.3", Class::SlayerHealth),
        ("4.4", Class::SlayerChoice),
        ("4.6", Class::Daylight),
        ("4.7", Class::Night),
        ("5.1", Class::Invitation),
    ];
    let of_class = classes.into_iter().map(|(rule, of)| class(rule, of));
    let first = tables().first_event;
    let events = (0..tables().events.len() as u8).map(|event| {
        Picture::new(&format!("6.{}", 7 + event), [(card_face(Card(first + event)).clone(), 1)])
    });
    let vampires = (0..tables().vampires.len() as u8).map(|vampire| {
        Picture::new(&format!("8.{}", 2 + vampire), [(vampire_face(false, Vampire(vampire)).clone(), 1)])
    });
    of_class.chain(events).chain(vampires).collect()
}
