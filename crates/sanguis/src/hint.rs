//! Hints in the terminal, in three stages.

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

    /// The next of three stages: where to look, some options, the best one and why. Stages that say nothing are skipped: a look at oneself,
    /// and a choice among all options. Options that are about equally good are called so at once.
    pub(crate) fn more(&mut self, view: &View) -> Vec<Text> {
        let (hint, scene) = (&self.hint, &view.scene);
        let own = |id: &&table::scene::Id| scene.seats.iter().any(|place| place.you && place.id == **id);
        let look = hint.look.iter().filter(|id| !own(id)).filter_map(|id| called(scene, id));
        let look = Text::list(look);
        let reasons = hint.reasons.iter().map(|reason| reason.text.clone());
        if let [best, second, ..] = &*hint.options
            && !bots::is_apart(best.chance - second.chance, second.noise)
        {
            return [hint.margin.clone()].into_iter().chain(reasons).collect();
        }
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
                [best, hint.margin.clone()].into_iter().chain(reasons).collect()
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

#[cfg(test)]
mod tests {
    use table::hint::WeighedOption;
    use table::scene::{Place, seat_id};
    use table::{Described, Observer, Seat};

    use super::*;

    #[test]
    fn three_stages_without_what_would_tell_nothing() {
        let me = Seat::new(0);
        let option = |code: u32| WeighedOption {
            code,
            label: "Stay".into(),
            chance: 0.8 - 0.3 * code as f32,
            noise: 0.1 * (code - 1) as f32,
        };
        let hint = Hint {
            look: vec![seat_id(me)],
            options: vec![option(1), option(2)],
            margin: "Close.".into(),
            reasons: Vec::new(),
        };
        let choice = |code| table::Choice {
            code,
            action: serde_json::Value::Null,
            described: Described::new("Stay", Vec::<String>::new()),
        };
        let mut view: View = serde_json::from_value(serde_json::json!({
            "version": 0, "waiting": [], "interrupts": [], "scene": Scene::default(), "options": [],
            "may_undo": false, "outcome": null
        }))
        .expect("a view");
        view.scene.seats = vec![Place::new(me, Observer::Seat(me), table::SeatSet::EMPTY)];
        view.options = vec![choice(1), choice(2)];
        let mut alike = hint.clone();
        alike.options[1].chance = 0.4;
        assert_eq!(Told::new(alike).more(&view), [table::Text::from("Close.")]);
        let first = |view: &View| Told::new(hint.clone()).more(view)[0].to_string();
        assert_eq!(first(&view), "This one: Stay.");
        view.options.push(choice(3));
        assert_eq!(first(&view), "One of these: Stay and Stay.");
        let other = Seat::new(1);
        view.scene.seats.push(Place::new(other, Observer::Seat(me), table::SeatSet::EMPTY));
        let mut told = Told::new(Hint { look: vec![seat_id(me), seat_id(other)], ..hint.clone() });
        let stages = [(); 4].map(|()| told.more(&view)[0].to_string());
        assert!(stages[0].starts_with("Look at") && stages[1].starts_with("One of these"), "{stages:?}");
        assert!(stages[2..].iter().all(|stage| stage == "This one: Stay."), "{stages:?}");
    }
}
