//! The middle of the table: a map, a family tree, or the seats around it.

mod cards;
mod map;
mod seats;
mod tree;

use std::collections::HashSet;

use ratatui::style::Style;
use table::scene::{Mark, Piece, Scene};
use table::text::Text;
use table::{Seat, View};

use crate::ink::Ink;
use crate::sheet::Sheet;

pub(crate) use cards::hand;
pub(crate) use map::legend;
pub(crate) use seats::{list, tracks, zone_words};

/// Words without colours, which are drawn as styles.
const PLAIN: Text<'static> = Text { names: &|_| String::new(), width: usize::MAX, colour: false };

/// "Health 3/5", for each of these.
pub(crate) fn marks(marks: &[Mark]) -> Vec<String> {
    marks.iter().map(|mark| PLAIN.mark(mark)).collect()
}

/// What drawing needs to know besides the scene.
pub(crate) struct Brush<'a> {
    pub(crate) ink: Ink,
    pub(crate) names: &'a [String],
    /// What the selected option touches.
    pub(crate) chosen: HashSet<&'a str>,
    /// What some option touches.
    pub(crate) open: HashSet<&'a str>,
}

impl<'a> Brush<'a> {
    pub(crate) fn new(ink: Ink, names: &'a [String], view: &'a View, selected: Option<usize>) -> Brush<'a> {
        let touches = |at: usize| view.options.get(at).into_iter().flat_map(|it| it.described.touches.iter());
        Brush {
            ink,
            names,
            chosen: selected.into_iter().flat_map(touches).map(String::as_str).collect(),
            open: (0..view.options.len()).flat_map(touches).map(String::as_str).collect(),
        }
    }

    pub(crate) fn name(&self, seat: Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_else(|| format!("Seat {}", seat.number()))
    }

    pub(crate) fn words(&self, text: &str) -> String {
        table::text::with_names(text, |seat| self.name(seat))
    }

    /// "2 x Swords 4".
    pub(crate) fn piece(&self, piece: &Piece) -> String {
        Text { names: &|seat| self.name(seat), ..PLAIN }.piece(piece, false)
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
