//! The middle of the table: a map, a family tree, or the seats around it.

mod cards;
mod map;
mod seats;
mod tree;

use std::collections::HashSet;

use ratatui::style::Style;
use table::scene::{Face, Mark, Piece, Scene};
use table::{Seat, View};

use crate::ink::Ink;
use crate::sheet::Sheet;

pub(crate) use cards::hand;
pub(crate) use map::legend;
pub(crate) use seats::{list, tracks, zone_words};

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
        table::words::with_names(text, |seat| self.name(seat))
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

/// "Health 3/5".
pub(crate) fn mark_words(mark: &Mark) -> String {
    match (mark.count, mark.of) {
        (Some(count), Some(of)) => format!("{} {count}/{of}", mark.label),
        (Some(count), None) => format!("{} {count}", mark.label),
        _ => mark.label.to_string(),
    }
}

/// "2 x Swords 4".
pub(crate) fn piece_words(piece: &Piece, brush: &Brush<'_>) -> String {
    let mut words = match &piece.face {
        Some(face) => face_words(face),
        None if piece.back.is_empty() => "face down".to_owned(),
        None => piece.back.clone(),
    };
    if piece.count > 1 {
        words = format!("{} x {words}", piece.count);
    }
    if let Some(owner) = piece.owner {
        words = format!("{}: {words}", brush.name(owner));
    }
    if !piece.marks.is_empty() {
        let marks: Vec<String> = piece.marks.iter().map(mark_words).collect();
        words = format!("{words} [{}]", marks.join(", "));
    }
    words
}

fn face_words(face: &Face) -> String {
    let mut words = face.name.to_string();
    if !face.corner.is_empty() {
        words = format!("{words} {}", face.corner);
    }
    if !face.sign.is_empty() {
        words = format!("{words} [{}]", face.sign);
    }
    words
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
