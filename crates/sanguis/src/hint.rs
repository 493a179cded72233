//! Hints in the terminal, told in three stages.

use table::{Hint, Scene, Text, View, say};

/// A hint, and how much of it has been told.
pub(crate) struct Told {
    hint: Hint,
    stage: usize,
}

impl Told {
    pub(crate) fn new(hint: Hint) -> Told {
        Told { hint, stage: 0 }
    }

    /// The next of three stages: where to look, some options, the best one and why. What would tell nothing is left out: a look at
    /// oneself, and a choice among all there are.
    pub(crate) fn more(&mut self, view: &View) -> Vec<Text> {
        let (hint, scene) = (&self.hint, &view.scene);
        let own = |id: &&String| scene.seats.iter().any(|place| place.you && place.id == **id);
        let look = hint.look.iter().filter(|id| !own(id)).filter_map(|id| called(scene, id));
        let look = Text::list(look);
        let labels = hint.options.iter().map(|option| option.label.clone());
        self.stage = match self.stage {
            0 if !look.is_empty() => 1,
            0 | 1 if hint.options.len() < view.options.len() => 2,
            _ => 3,
        };
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
