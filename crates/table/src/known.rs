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
}

#[derive(Debug)]
struct Drawn {
    part: Part,
    from: u64,
    is_blank: bool,
    is_current: bool,
}

impl Known {
    /// For scenes that are whole.
    pub fn nothing() -> Known {
        Known { forgets: true, parts: Vec::new() }
    }

    /// A new scene is about to be drawn.
    pub(crate) fn begin(&mut self) {
        self.parts.iter_mut().for_each(|drawn| drawn.is_current = false);
    }

    /// It is drawn: what is not in it is forgotten.
    pub(crate) fn end(&mut self) {
        self.parts.retain(|drawn| drawn.is_current);
    }

    /// Draws a part, or leaves it blank if it was drawn `from` the same before. Whatever `draw` looks at must be in `from`.
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
        let from = FixedState::with_seed(0).hash_one(from);
        let known = self.parts.iter_mut().find(|drawn| drawn.part == part);
        let is_blank = known.as_ref().is_some_and(|drawn| drawn.from == from);
        let drawn = Drawn { part, from, is_blank, is_current: true };
        match known {
            Some(known) => *known = drawn,
            None => self.parts.push(drawn),
        }
        if is_blank { blank() } else { draw() }
    }

    /// Was this part of the last scene left blank?
    pub fn is_blank(&self, part: Part) -> bool {
        self.parts.iter().any(|drawn| drawn.part == part && drawn.is_blank)
    }
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
}
