//! Drawing a scene again without the parts that look as they did.
//!
//! Most actions change little of a table, and drawing all of it for everybody who looks costs more than the action. A game that can
//! tell from what a part is drawn says so ([`Game::sketch`](crate::Game::sketch)); a part that would be drawn from the same again is
//! left blank.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;

/// A part of a scene that can be left blank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A seat of [`Scene::seats`](crate::Scene::seats), by its place in the list.
    Seat(usize),
    /// A zone of [`Scene::zones`](crate::Scene::zones), by its place in the list.
    Zone(usize),
    /// The cards of the family tree.
    Cards,
    /// The empty places of the family tree.
    Spots,
}

/// What the parts of the last scene were drawn from. One for each client that keeps that scene.
#[derive(Debug, Default)]
pub struct Known {
    forgets: bool,
    parts: Vec<Drawn>,
    steps: Vec<Step>,
}

#[derive(Debug)]
struct Drawn {
    part: Part,
    /// What it is drawn from, and what it was drawn from before.
    from: u64,
    before: Option<u64>,
    state: State,
    is_current: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Fresh,
    Same,
    LikeAnother(usize),
}

/// How a part has changed for one of several clients. Where it changes in the same way for another one, it need not be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    part: Part,
    before: u64,
    from: u64,
    client: usize,
}

impl Known {
    /// For scenes that are whole.
    pub fn nothing() -> Known {
        Known { forgets: true, ..Known::default() }
    }

    /// A new scene is about to be drawn.
    pub(crate) fn begin(&mut self) {
        self.parts.iter_mut().for_each(|drawn| drawn.is_current = false);
    }

    /// It is drawn: what is not in it is forgotten.
    pub(crate) fn end(&mut self) {
        self.parts.retain(|drawn| drawn.is_current);
    }

    /// How parts have changed for other clients since the last scene of this one.
    pub fn lend(&mut self, steps: Vec<Step>) {
        self.steps = steps;
    }

    /// Gives that back, with what was drawn for this client.
    pub fn take_back(&mut self, client: usize) -> Vec<Step> {
        let mut steps = std::mem::take(&mut self.steps);
        let fresh = self.parts.iter().filter(|drawn| drawn.state == State::Fresh);
        steps.extend(fresh.filter_map(|drawn| {
            let Drawn { part, from, before, .. } = *drawn;
            Some(Step { part, before: before?, from, client })
        }));
        steps
    }

    /// Draws a part, or leaves it blank if it was drawn `from` the same before. Everything `draw` looks at must be in `from`,
    /// for every observer.
    pub fn draw<T>(
        &mut self,
        part: Part,
        from: &impl Hash,
        draw: impl FnOnce() -> T,
        blank: impl FnOnce() -> T,
    ) -> T {
        if self.forgets {
            return draw();
        }
        let from = key(from);
        let known = self.parts.iter_mut().find(|drawn| drawn.part == part);
        let before = known.as_ref().map(|drawn| drawn.from);
        let like = |step: &&Step| step.part == part && step.from == from && Some(step.before) == before;
        let state = match self.steps.iter().find(like) {
            _ if before == Some(from) => State::Same,
            Some(step) => State::LikeAnother(step.client),
            None => State::Fresh,
        };
        let drawn = Drawn { part, from, before, state, is_current: true };
        match known {
            Some(known) => *known = drawn,
            None => self.parts.push(drawn),
        }
        if state == State::Fresh { draw() } else { blank() }
    }

    /// Was this part of the last scene left blank?
    pub fn is_blank(&self, part: Part) -> bool {
        self.parts.iter().any(|drawn| drawn.part == part && drawn.state != State::Fresh)
    }

    /// The parts that changed as they did for other clients, and for which.
    pub fn like_others(&self) -> impl Iterator<Item = (Part, usize)> {
        self.parts.iter().filter_map(|drawn| match drawn.state {
            State::LikeAnother(client) => Some((drawn.part, client)),
            _ => None,
        })
    }
}

/// A short name for what something is drawn from.
pub fn key(from: &impl Hash) -> u64 {
    FixedState::with_seed(0).hash_one(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_drawn_again_only_if_something_is_new() {
        let drawn = |known: &mut Known, from: u32, seat: bool| {
            known.begin();
            let zone = known.draw(Part::Zone(0), &from, || "zone", || "");
            if seat {
                known.draw(Part::Seat(0), &1, || (), || ());
            }
            known.end();
            zone
        };
        let mut known = Known::default();
        assert_eq!((drawn(&mut known, 1, true), known.is_blank(Part::Zone(0))), ("zone", false));
        assert_eq!((drawn(&mut known, 1, true), known.is_blank(Part::Zone(0))), ("", true));
        assert!(known.is_blank(Part::Seat(0)) && !known.is_blank(Part::Cards));
        assert_eq!((drawn(&mut known, 2, false), known.is_blank(Part::Zone(0))), ("zone", false));
        // A part that was not in the last scene is drawn again.
        drawn(&mut known, 2, true);
        assert!(known.is_blank(Part::Zone(0)) && !known.is_blank(Part::Seat(0)));
        let mut nothing = Known::nothing();
        assert_eq!([drawn(&mut nothing, 1, true), drawn(&mut nothing, 1, true)], ["zone"; 2]);
        assert!(!nothing.is_blank(Part::Zone(0)));
    }

    #[test]
    fn a_part_that_changes_in_the_same_way_for_two_clients_is_drawn_once() {
        let (mut one, mut two) = (Known::default(), Known::default());
        let mut steps = Vec::new();
        let mut drawn = |known: &mut Known, client: usize, from: u32| {
            known.lend(std::mem::take(&mut steps));
            known.begin();
            let zone = known.draw(Part::Zone(0), &from, || "zone", || "");
            known.end();
            steps = known.take_back(client);
            zone
        };
        // Nobody had it before.
        assert_eq!([drawn(&mut one, 0, 1), drawn(&mut two, 1, 1)], ["zone"; 2]);
        assert_eq!([drawn(&mut one, 0, 2), drawn(&mut two, 1, 2)], ["zone", ""]);
        assert_eq!(two.like_others().collect::<Vec<_>>(), [(Part::Zone(0), 0)]);
        assert!(two.is_blank(Part::Zone(0)) && !one.is_blank(Part::Zone(0)));
        // From different ones to the same one.
        assert_eq!([drawn(&mut one, 0, 3), drawn(&mut one, 0, 4), drawn(&mut two, 1, 4)], ["zone"; 3]);
        assert!(two.like_others().next().is_none());
    }
}
