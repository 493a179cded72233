//! What a seat has not seen: the cards that may come next.

use crate::pieces::{Card, Class, Face, tables};
use crate::sight::Observation;

/// Would this card bring the dawn now?
pub(crate) fn brings_dawn(o: &Observation, face: &Face) -> bool {
    face.class == Class::Daylight && o.daylight + face.daylight >= tables().dawn
}

/// The cards that may come next: all that the seat has not seen, or the one that Corvin has.
pub(crate) struct Unseen {
    faces: Vec<&'static Face>,
    /// How many cards the deck has. What it lacks of the others are events that somebody holds.
    deck: usize,
}

impl Unseen {
    pub(crate) fn of(o: &Observation) -> Unseen {
        let tables = tables();
        if let Some(next) = o.seen.as_ref().and_then(|top| top.cards.as_ref()).and_then(|cards| cards.first())
        {
            return Unseen { faces: vec![tables.face(next.0)], deck: 1 };
        }
        let mut left: Vec<u8> = tables.deck.to_vec();
        let events = o.hunters.iter().map(|hunter| &hunter.event).chain([&o.drawn]);
        let known = events.flatten().filter_map(|held| held.event).map(|event| event.card());
        for Card(card) in o.discard.iter().copied().chain(known) {
            if let Some(at) = left.iter().position(|other| *other == card) {
                left.swap_remove(at);
            }
        }
        let faces = left.into_iter().map(|card| tables.face(card)).collect();
        Unseen { faces, deck: o.deck.into() }
    }

    /// How many of them hold, and how many cards the deck has.
    pub(crate) fn count(&self, holds: impl Fn(&Face) -> bool) -> (usize, usize) {
        (self.faces.iter().filter(|face| holds(face)).count(), self.deck)
    }

    /// How many of all unseen cards hold, the events that others hold included.
    pub(crate) fn among_all(&self, holds: impl Fn(&Face) -> bool) -> (usize, usize) {
        (self.count(holds).0, self.faces.len())
    }
}
