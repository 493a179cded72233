//! What the laws need to know: hidden facts and physical pieces.

use table::{Audit, Code, Fact};

use crate::BloodLust;
use crate::pieces::{Vampire, tables};
use crate::sight::{Observation, face_up};
use crate::state::{NONE, State};

impl Audit for BloodLust {
    fn facts(o: &Observation) -> Vec<Fact> {
        let mut facts = Vec::new();
        for hunter in &o.hunters {
            let vampire = hunter.vampire;
            if let Some(event) = hunter.event.as_ref().and_then(|held| held.event) {
                facts.push((format!("event before {vampire}"), event.name().to_owned()));
            }
            if let Some(choice) = hunter.sealed {
                facts.push((format!("sealed choice of {vampire}"), format!("{choice:?}")));
            }
        }
        if let Some(event) = o.drawn.as_ref().and_then(|held| held.event) {
            facts.push(("event just drawn".to_owned(), event.name().to_owned()));
        }
        for (place, card) in o.seen.iter().flat_map(|seen| &seen.cards).flatten().enumerate() {
            facts.push((format!("card {} of the deck", place + 1), card.slug.to_owned()));
        }
        facts
    }

    /// Cards by their face, boards from 100.
    fn pieces(state: &State) -> Vec<u16> {
        let deck = state.cards[..state.left.into()].iter().copied();
        let events = state.held.iter().chain([&state.drawn]).filter(|event| **event != NONE);
        let events = events.map(|event| tables().first_event + event);
        let boards = (0..state.setup.lairs()).map(|lair| state.who[lair]);
        let unused = Vampire::all().filter(|vampire| state.lair_of[usize::from(vampire.0)] == NONE);
        deck.chain(face_up(state))
            .chain(events)
            .map(u16::from)
            .chain(boards.chain(unused.map(|vampire| vampire.0)).map(|vampire| 100 + u16::from(vampire)))
            .collect()
    }
}
