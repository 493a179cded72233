//! The middle of the table: a map, a family tree, or the seats around it.

mod cards;
mod map;
mod seats;
mod tree;

use std::collections::HashSet;

use ratatui::style::Style;
use table::plain::PlainText;
use table::scene::{Mark, Piece, Scene};
use table::words::Catalogue;
use table::{Seat, Text};

use crate::connection::{Look, say_in};
use crate::ink::Ink;
use crate::sheet::Sheet;

pub(crate) use cards::hand;
pub(crate) use map::legend;
pub(crate) use seats::{list, tracks, zone_words};

/// What drawing needs to know besides the scene.
pub(crate) struct Brush<'a> {
    pub(crate) ink: Ink,
    pub(crate) names: &'a [String],
    pub(crate) words: Option<&'a Catalogue>,
    /// What the selected option touches.
    pub(crate) chosen: HashSet<&'a str>,
    /// What some option touches.
    pub(crate) open: HashSet<&'a str>,
}

impl<'a> Brush<'a> {
    pub(crate) fn new(ink: Ink, look: &'a Look, selected: Option<usize>) -> Brush<'a> {
        let view = &look.view;
        let touches = |at: usize| view.options.get(at).into_iter().flat_map(|it| it.described.touches.iter());
        Brush {
            ink,
            names: &look.names,
            words: look.words,
            chosen: selected.into_iter().flat_map(touches).map(AsRef::as_ref).collect(),
            open: (0..view.options.len()).flat_map(touches).map(AsRef::as_ref).collect(),
        }
    }

    pub(crate) fn name(&self, seat: Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_else(|| format!("Seat {}", seat.number()))
    }

    /// A text in the person's language, with names.
    pub(crate) fn say(&self, text: &Text) -> String {
        say_in(self.words, text, |seat| self.name(seat))
    }

    /// "2 x Swords 4". Without colours, which are drawn as styles.
    pub(crate) fn piece(&self, piece: &Piece) -> String {
        self.plain(&|seat| self.name(seat)).piece(piece, false)
    }

    /// "Health 3/5", for each of these.
    pub(crate) fn marks(&self, marks: &[Mark]) -> Vec<String> {
        let plain = self.plain(&|_| String::new());
        marks.iter().map(|mark| plain.mark(mark)).collect()
    }

    fn plain<'b>(&'b self, names: &'b dyn Fn(Seat) -> String) -> PlainText<'b> {
        PlainText { names, width: usize::MAX, colour: false, words: self.words }
    }

    /// How an element is marked for what can be done with it.
    pub(crate) fn mark(&self, id: &str) -> Style {
        self.marks_any([id])
    }

    /// A piece in its own colour.
    pub(crate) fn tint(&self, piece: &Piece) -> Style {
        piece.face.as_ref().map(|face| self.ink.tint(face.tint)).unwrap_or_default()
    }

    /// Is one of a place's elements chosen?
    pub(crate) fn marks_any<'b>(&self, ids: impl IntoIterator<Item = &'b str>) -> Style {
        let (mut chosen, mut open) = (false, false);
        for id in ids {
            chosen |= self.chosen.contains(id);
            open |= self.open.contains(id);
        }
        match (chosen, open) {
            (true, _) => self.ink.chosen(),
            (false, true) => self.ink.open(),
            _ => Style::new(),
        }
    }
}

/// The board of a scene, for a window of this size. `whole`: everything in one view, with less on it.
pub(crate) fn board(scene: &Scene, brush: &Brush<'_>, width: usize, height: usize, whole: bool) -> Sheet {
    if let Some(map) = &scene.map {
        map::sheet(map, brush, width, height, whole)
    } else if let Some(tree) = &scene.tree {
        tree::sheet(tree, brush, width, height)
    } else {
        seats::around(scene, brush, width, height)
    }
}
