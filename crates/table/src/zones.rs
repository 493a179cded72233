//! Zones, pieces, marks and tracks of a scene, in the forms in which games lay them out.

use crate::scene::{Id, Key, Layout, Mark, Marker, Piece, Print, Tint, Track, Zone};
use crate::seat::Seat;
use crate::text::Text;

impl Piece {
    /// This many alike that show their face.
    pub fn face_up(id: impl Into<Id>, face: impl Into<Print>, count: impl Into<u32>) -> Piece {
        Piece { face: Some(face.into()), ..Piece::face_down(id, "", count) }
    }

    /// This many that show only their backs.
    pub fn face_down(id: impl Into<Id>, back: impl Into<Text>, count: impl Into<u32>) -> Piece {
        let (id, back, count) = (id.into(), back.into(), count.into());
        Piece { id, face: None, back, count, owner: None, marks: Vec::new() }
    }
}

impl Zone {
    /// A zone that belongs to nobody and holds just these pieces.
    pub fn new(id: impl Into<Id>, label: impl Into<Text>, layout: Layout, pieces: Vec<Piece>) -> Zone {
        let count = pieces.iter().map(|piece| piece.count).sum();
        Zone { id: id.into(), label: label.into(), layout, owner: None, pieces, count, total: None }
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

impl Mark {
    /// A mark that counts nothing.
    pub fn new(id: impl Into<Id>, label: impl Into<Text>, icon: impl Into<Key>) -> Mark {
        Mark { id: id.into(), label: label.into(), icon: icon.into(), ..Mark::default() }
    }
}

impl Track {
    /// A scale from 0 with one marker, which belongs to nobody.
    pub fn single(
        id: &'static str,
        label: impl Into<Text>,
        to: i32,
        word: &'static str,
        at: i32,
        tint: Tint,
    ) -> Track {
        let marker = Marker { id: format!("{id}/now").into(), label: word.into(), at, owner: None, tint };
        Track {
            id: id.into(),
            label: label.into(),
            from: 0,
            to,
            alarm: None,
            note: Text::default(),
            markers: vec![marker],
        }
    }
}
