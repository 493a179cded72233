//! Zones and pieces of a scene, in the forms in which games lay them out.

use crate::scene::{Face, Id, Layout, Piece, Zone};
use crate::seat::Seat;

impl Piece {
    /// This many alike that show their face.
    pub fn face_up(id: impl Into<Id>, face: Face, count: impl Into<u32>) -> Piece {
        Piece { face: Some(face), ..Piece::face_down(id, "", count) }
    }

    /// This many that show only their backs.
    pub fn face_down(id: impl Into<Id>, back: impl Into<String>, count: impl Into<u32>) -> Piece {
        let (id, back, count) = (id.into(), back.into(), count.into());
        Piece { id, face: None, back, count, owner: None, marks: Vec::new() }
    }
}

impl Zone {
    /// A zone that belongs to nobody and holds just these pieces.
    pub fn new(id: impl Into<Id>, label: impl Into<String>, layout: Layout, pieces: Vec<Piece>) -> Zone {
        let count = pieces.iter().map(|piece| piece.count).sum();
        Zone { id: id.into(), label: label.into(), layout, owner: None, pieces, count }
    }

    /// The same before a seat.
    pub fn of(self, owner: Seat) -> Zone {
        Zone { owner: Some(owner), ..self }
    }

    /// The same with this many in all, where not every piece is worth showing.
    pub fn holding(self, count: impl Into<u32>) -> Zone {
        Zone { count: count.into(), ..self }
    }
}
