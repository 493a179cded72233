//! The pieces that the rules speak of.

use table::scene::{Face, Picture};

use super::face;
use crate::pieces::{Card, Cards, Colour, Kind, Special, deck};

pub(crate) fn pictures() -> Vec<Picture> {
    let one = |card: Card| (face(false, card).clone(), 1);
    let character = |colour, number, woman| one(Card::character(colour, number, woman));
    let abilities = [Special::Skip, Special::Reverse, Special::Draw3].map(|special| {
        let with = deck()
            .specials(false)
            .all()
            .into_iter()
            .filter(|&card| deck().specials(false).of(card) == Some(special));
        with.take(1).map(one).collect::<Vec<(Face, usize)>>()
    });
    let [skip, reverse, draw_three] = abilities;
    let first = |cards: Cards| cards.into_iter().take(1).map(move |card| (one(card).0, cards.len()));
    vec![
        Picture::new(
            "2.1",
            [
                character(Colour::Money, 6, false),
                character(Colour::Art, 6, true),
                character(Colour::Romance, 4, true),
                character(Colour::Battle, 9, false),
            ],
        ),
        Picture::new("6.1", [character(Colour::Romance, 4, false), character(Colour::Romance, 6, true)]),
        Picture::new("7.3", skip),
        Picture::new("7.4", reverse),
        Picture::new("7.5", draw_three),
        Picture::new("9.2", first(deck().of_kind(Kind::Assassination))),
        Picture::new("9.3", first(deck().of_kind(Kind::Exile))),
        Picture::new("9.4", first(deck().of_kind(Kind::NewConnection))),
        Picture::new("9.5", first(deck().of_kind(Kind::Enthronement))),
        Picture::new("12.1", [one(Card::BLOOD)]),
    ]
}
