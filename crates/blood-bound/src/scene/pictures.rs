//! The pieces that the rules speak of.

use table::scene::Picture;

use super::{card_face, supply_faces};
use crate::pieces::{Card, Clan, Rank};

/// Cards of the Rose stand for both clans.
pub(crate) fn pictures() -> Vec<Picture> {
    let rose = |rank| (card_face(Card::new(Clan::Rose, rank)).clone(), 1);
    let characters = || Rank::ALL.into_iter().filter(|&rank| rank != Rank::Inquisitor);
    let inquisitors = Rank::Inquisitor.cards().iter().map(|card| (card_face(card).clone(), 1));
    let supply = supply_faces(7).into_iter().map(|(_, face, count)| (face, count));
    let overviews = [
        Picture::new("2.1", characters().map(rose)),
        Picture::new("2.4", inquisitors),
        Picture::new("3.5", supply),
    ];
    overviews.into_iter().chain(characters().map(|rank| Picture::new(rank.rule(), [rose(rank)]))).collect()
}
