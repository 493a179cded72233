//! Hints in the terminal, told in three stages.

use table::{Hint, Scene, Text, say};

/// A hint, and how much of it has been told.
pub(crate) struct Told {
    hint: Hint,
    stage: usize,
}

impl Told {
    pub(crate) fn new(hint: Hint) -> Told {
        Told { hint, stage: 0 }
    }

    /// The next of three stages: where to look, some options, the best one and why.
    pub(crate) fn more(&mut self, scene: &Scene) -> Vec<Text> {
        let hint = &self.hint;
        let look = Text::list(hint.look.iter().filter_map(|id| called(scene, id)));
        // Where there is nothing to look at, the options come first.
        self.stage = if self.stage == 0 && look.is_empty() { 2 } else { self.stage + 1 };
        let labels = hint.options.iter().map(|option| option.label.clone());
        match self.stage {
            1 => vec![say!("Look at {look}.")],
            2 => vec![say!("One of these: {options}.", options = Text::list(labels))],
            _ => {
                let best = say!("This one: {best}.", best = labels.into_iter().next().unwrap_or_default());
                let reasons = hint.reasons.iter().map(|reason| reason.text.clone());
                [best].into_iter().chain(reasons).chain([hint.margin.clone()]).collect()
            }
        }
    }
}

/// What an element of a scene is called.
fn called(scene: &Scene, id: &str) -> Option<Text> {
    let seats = scene.seats.iter().filter(|place| place.id == id).map(|place| Text::filled(&place.seat));
    let zones = scene.zones.iter().filter(|zone| zone.id == id).map(|zone| zone.label.clone());
    let pieces = scene.zones.iter().flat_map(|zone| &zone.pieces).filter(|piece| piece.id == id);
    let faces = pieces.filter_map(|piece| piece.face.as_ref().map(|face| face.name.clone()));
    let tracks = scene.tracks.iter().filter(|track| track.id == id).map(|track| track.label.clone());
    seats.chain(zones).chain(faces).chain(tracks).next()
}
